//! `Judged`: an agent's opinion of a decision in a form that can be kept and shown. Knows shares and
//! intervals, not games.

use karuta_agents::table::{Opinion, Thought};
use karuta_engine::{Basis, Bound, Verdict};
use serde::{Deserialize, Serialize};

/// An opinion of a decision.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Judged {
    /// The recommended move.
    pub best: String,
    /// The reason, where nothing was compared.
    pub reason: Option<String>,
    /// The moves, best first.
    pub rows: Vec<Row>,
    /// The effort, in words.
    pub effort: String,
}

/// An opinion of one move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The move.
    pub mv: String,
    /// The expected payoff.
    pub mean: f64,
    /// The low end of its 95 % interval.
    pub low: f64,
    /// The high end.
    pub high: f64,
    /// The proven result, in words.
    pub verdict: Option<String>,
}

impl Judged {
    /// An agent's opinion.
    pub fn of(thought: &Thought) -> Judged {
        let reason = match thought.basis {
            Basis::Search => None,
            Basis::Forced => Some("the only legal move".to_string()),
            Basis::Rule => Some("by a rule of good play".to_string()),
            Basis::Policy => Some("by its policy, nothing was compared".to_string()),
        };
        let effort = thought.effort.counts().map(|(name, count)| format!("{count} {name}"));
        Judged {
            best: thought.mv.clone(),
            reason,
            rows: thought.ranked.iter().map(row).collect(),
            effort: effort.collect::<Vec<_>>().join(", "),
        }
    }

    /// The opinion of a move.
    pub fn row(&self, mv: &str) -> Option<&Row> {
        self.rows.iter().find(|row| row.mv == mv)
    }

    /// The recommended move's opinion, where moves were compared.
    pub fn top(&self) -> Option<&Row> {
        if self.reason.is_some() { None } else { self.row(&self.best).or(self.rows.first()) }
    }

    /// The share that a move gives away, if that is more than both intervals allow for. Searches that draw
    /// nothing at random have no intervals; there a tenth of the whole counts.
    pub fn mistake(&self, played: &str) -> Option<f64> {
        let (top, played) = (self.top()?, self.row(played)?);
        let drop = top.mean - played.mean;
        let is_clear =
            if top.is_exact() || played.is_exact() { drop >= CLEAR_DROP } else { top.low > played.high };
        is_clear.then_some(drop)
    }
}

/// The drop that counts as a mistake where no interval says how sure the search is.
const CLEAR_DROP: f64 = 0.1;

impl Row {
    /// The claim that nothing was drawn at random: an interval of everything says nothing.
    pub fn is_exact(&self) -> bool {
        self.low <= 0.0 && self.high >= 1.0
    }
}

fn row(opinion: &Opinion) -> Row {
    let verdict = match (opinion.verdict, opinion.bound) {
        (Some(Verdict::Win(plies)), _) => Some(format!("wins in {plies}")),
        (Some(Verdict::Loss(plies)), _) => Some(format!("loses in {plies}")),
        (Some(Verdict::Draw), _) => Some("draw".to_string()),
        (_, Some(Bound::AtMost)) => Some(format!("at most {:.0} %", 100.0 * opinion.mean)),
        (_, Some(Bound::AtLeast)) => Some(format!("at least {:.0} %", 100.0 * opinion.mean)),
        _ => None,
    };
    let (low, high) = opinion.interval;
    Row { mv: opinion.mv.clone(), mean: opinion.mean, low, high, verdict }
}
