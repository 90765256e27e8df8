//! The training runs behind Figure 4.5 of the Tichu report: what was noted while networks of its kind learned, summed
//! up in windows. It plays nothing: training takes hours, and its commands are in docs/papers.md.

use karuta_playable::error::InputError;
use karuta_playable::spec::Args;
use karuta_records::stats::mean_interval;
use serde::Deserialize;

use super::{Digest, Study, Work};

pub(super) const STUDY: Study = Study {
    name: "tichu-training",
    help: "the training runs behind Figure 4.5 of the Tichu report, as they were noted",
    params: &[],
    open,
};

/// The runs: name, decisions in a window, notes.
const RUNS: [(&str, u64, &str); 3] = [
    ("a", 100_000, include_str!("../../experiments/tichu/fig-4-5-a.jsonl")),
    ("b", 50_000, include_str!("../../experiments/tichu/fig-4-5-b.jsonl")),
    ("c", 25_000, include_str!("../../experiments/tichu/fig-4-5-c.jsonl")),
];

/// The notes of one examination.
#[derive(Deserialize)]
struct Note {
    /// Decisions learned from.
    steps: u64,
    /// The mean payoff against `balanced-random` on deals of its own.
    payoff: f64,
    /// The mean reward of an episode of training.
    reward: f64,
    /// The mean value that the network gives to its moves.
    value: f64,
}

fn open(_: &Args<'_>) -> Result<Box<dyn Work>, InputError> {
    let mut notes = Vec::new();
    for (run, window, text) in RUNS {
        for line in text.lines() {
            let note: Note = serde_json::from_str(line)
                .map_err(|error| InputError::new(format!("training run {run}: {error}")))?;
            notes.push((run, window, note));
        }
    }
    Ok(Box::new(Training { notes }))
}

struct Training {
    notes: Vec<(&'static str, u64, Note)>,
}

impl Work for Training {
    fn pieces(&self) -> usize {
        self.notes.len()
    }

    fn piece(&self, index: usize) -> String {
        let (run, _, note) = &self.notes[index];
        format!("{run}-{},{},{},{}", note.steps, note.payoff, note.reward, note.value)
    }

    fn heading(&self) -> String {
        String::from("run-decisions,payoff,reward,value")
    }

    /// Means over the examinations of a window, with the interval of their scatter.
    fn digest(&self, _: &[String]) -> Vec<Digest> {
        let mut windows: Vec<(&str, u64, Vec<&Note>)> = Vec::new();
        for (run, window, note) in &self.notes {
            // An examination comes a few decisions after a round number.
            let end = ((note.steps - window / 20).div_ceil(*window)) * window;
            match windows.iter_mut().find(|(known, at, _)| known == run && *at == end) {
                Some((_, _, notes)) => notes.push(note),
                None => windows.push((run, end, vec![note])),
            }
        }
        let rows = windows.iter().map(|(run, end, notes)| {
            let cell = |value: fn(&Note) -> f64| {
                let values: Vec<f64> = notes.iter().map(|note| value(note)).collect();
                let mean = values.iter().sum::<f64>() / values.len() as f64;
                match mean_interval(&values) {
                    Some(found) => {
                        format!("{mean:.2} \u{b1}{:.2}", (found.interval.high - found.interval.low) / 2.0)
                    }
                    None => format!("{mean:.2}"),
                }
            };
            vec![
                format!("{run}, {end}"),
                cell(|note| 100.0 * note.payoff),
                cell(|note| note.reward),
                cell(|note| note.value),
            ]
        });
        vec![Digest {
            title: String::from("means of windows of examinations"),
            head: ["run, decisions", "payoff", "reward", "q value"].map(String::from).to_vec(),
            rows: rows.collect(),
        }]
    }
}

#[cfg(test)]
mod tests;
