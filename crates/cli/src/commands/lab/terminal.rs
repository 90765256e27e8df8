//! An experiment with its results, as a terminal shows it.

use karuta_report::lab::{Item, lines, standing_word};

use crate::text::table;

/// The table of an experiment and the verdicts on its claims.
pub fn terminal(item: &Item) -> String {
    let head = ["", "", "paper", "ours", "95 % interval", ""];
    let mut text = format!(
        "{}, {}: {}\n{}\n\n{}\n",
        item.experiment.id,
        item.experiment.shows,
        item.experiment.title,
        item.size(),
        table(&head, &lines(item))
    );
    for (claim, standing) in item.claims() {
        text.push_str(&format!("\n{}: {claim}", standing_word(standing)));
    }
    text
}
