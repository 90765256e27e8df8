//! An experiment with its results, as a terminal shows it.

use karuta_report::lab::{Item, lines};

use crate::text::{folded, hanging, wrapped};

/// The table of an experiment and the verdicts on its claims, in at most so many columns.
pub fn terminal(item: &Item, width: usize) -> String {
    let experiment = &item.experiment;
    let mut lines = lines(item);
    // A column that says nothing of any row is left out, as the paper's is where there is no paper.
    let is_shown: Vec<bool> =
        (0..HEAD.len()).map(|at| lines.iter().any(|line| !line[at].is_empty())).collect();
    let keep = |at: &usize| is_shown[*at];
    let head: Vec<&str> = (0..HEAD.len()).filter(keep).map(|at| HEAD[at]).collect();
    for line in &mut lines {
        *line = (0..HEAD.len()).filter(keep).map(|at| std::mem::take(&mut line[at])).collect();
    }
    let mut text = wrapped(
        &format!("{}, {}: {}\n{}", experiment.id, experiment.shows, experiment.title, item.size()),
        width,
    );
    if !lines.is_empty() {
        text += &format!("\n\n{}\n", folded(&head, &lines, width));
    }
    for judged in item.claims() {
        text += &format!("\n{}", hanging(&format!("{}:", judged.words()), &judged.claim.text, 2, width));
    }
    text
}

const HEAD: [&str; 7] = ["", "", "paper", "ours", "95 % interval", "detects", ""];
