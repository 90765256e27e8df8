//! An experiment with its results, as a terminal shows it.

use karuta_report::lab::{Item, lines};

use crate::text::table;

/// The table of an experiment and the verdicts on its claims.
pub fn terminal(item: &Item) -> String {
    let head = ["", "", "paper", "ours", "95 % interval", "detects", ""];
    let mut text = format!(
        "{}, {}: {}\n{}\n\n{}\n",
        item.experiment.id,
        item.experiment.shows,
        item.experiment.title,
        item.size(),
        table(&head, &lines(item))
    );
    for judged in item.claims() {
        text.push_str(&format!("\n{}: {}", judged.words(), judged.claim.text));
    }
    text
}
