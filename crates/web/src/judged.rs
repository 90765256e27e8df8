//! `Judged`: an agent's opinion of a decision in a form that can be kept and shown. Knows shares and
//! intervals, not games.

use karuta_agents::table::{Opinion, Thought};
use karuta_engine::{Basis, Bound, MoveVerdict};
use serde::{Deserialize, Serialize};

use crate::chances::percent;
use crate::words::{self, filled};

/// An opinion of a decision.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Judged {
    /// The recommended move.
    pub best: String,
    /// The reason, where nothing was compared.
    pub reason: Option<Reason>,
    /// The moves, best first.
    pub rows: Vec<Row>,
    /// The effort, in words.
    pub effort: String,
}

/// Why nothing was compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reason {
    /// There was one legal move.
    #[serde(rename = "the only legal move")]
    Forced,
    /// A rule of good play decided.
    #[serde(rename = "by a rule of good play")]
    Rule,
    /// A policy decided.
    #[serde(rename = "by its policy, nothing was compared")]
    Policy,
}

impl Reason {
    /// The reason in words.
    pub fn told(self) -> &'static str {
        let say = &words::now().judged;
        match self {
            Reason::Forced => say.only_move,
            Reason::Rule => say.by_rule,
            Reason::Policy => say.by_policy,
        }
    }
}

/// A proven result or bound.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Proof {
    /// A win in so many plies.
    Win(u32),
    /// A loss in so many plies.
    Loss(u32),
    /// A draw.
    Draw,
    /// The share is not more than the mean.
    AtMost,
    /// The share is not less than the mean.
    AtLeast,
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
    /// The proven result.
    pub proof: Option<Proof>,
}

impl Judged {
    /// An agent's opinion.
    pub fn of(thought: &Thought) -> Judged {
        let reason = match thought.basis {
            Basis::Search => None,
            Basis::Forced => Some(Reason::Forced),
            Basis::Rule => Some(Reason::Rule),
            Basis::Policy => Some(Reason::Policy),
        };
        let effort = thought.effort.counts().map(|(name, count)| format!("{count} {name}"));
        Judged {
            best: thought.mv.clone(),
            reason,
            rows: thought.ranked.iter().map(row).collect(),
            effort: effort.collect::<Vec<_>>().join(", "),
        }
    }

    /// The effort in the language of the page; kept opinions have it in English.
    pub fn effort_told(&self) -> String {
        let counts = words::now().judged.counts;
        let one = |part: &str| match part.split_once(' ') {
            Some((count, name)) => {
                let told = counts.iter().find(|(known, _)| *known == name).map_or(name, |(_, told)| told);
                format!("{} {told}", grouped(count))
            }
            None => part.to_string(),
        };
        self.effort.split(", ").map(one).collect::<Vec<_>>().join(", ")
    }

    /// The claim that the moves that are shown first are also the ones with the best chances.
    pub fn is_by_mean(&self) -> bool {
        self.rows.iter().take(6).is_sorted_by(|one, other| one.mean >= other.mean)
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

/// A count with its digits in threes, parted by a narrow space as in every language of the page.
fn grouped(digits: &str) -> String {
    let mut told = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            told.push('\u{202f}');
        }
        told.push(digit);
    }
    told
}

/// The drop that counts as a mistake where no interval says how sure the search is.
const CLEAR_DROP: f64 = 0.1;

impl Row {
    /// The claim that nothing was drawn at random: an interval of everything says nothing.
    pub fn is_exact(&self) -> bool {
        self.low <= 0.0 && self.high >= 1.0
    }

    /// True if the chance is hardly known: its interval spans more than half of the scale.
    pub fn is_unclear(&self) -> bool {
        self.proof.is_none() && !self.is_exact() && self.high - self.low > 0.5
    }

    /// The chance in words and figures.
    pub fn told(&self) -> String {
        let (say, share) = (&words::now().judged, percent(self.mean));
        match self.proof {
            Some(Proof::Win(plies)) => filled(say.wins_in, &[&plies.to_string()]),
            Some(Proof::Loss(plies)) => filled(say.loses_in, &[&plies.to_string()]),
            Some(Proof::Draw) => say.draw.to_string(),
            Some(Proof::AtMost) => filled(say.at_most, &[&share]),
            Some(Proof::AtLeast) => filled(say.at_least, &[&share]),
            None => share,
        }
    }
}

fn row(opinion: &Opinion) -> Row {
    let proof = match (opinion.verdict, opinion.bound) {
        (Some(MoveVerdict::Win(plies)), _) => Some(Proof::Win(plies)),
        (Some(MoveVerdict::Loss(plies)), _) => Some(Proof::Loss(plies)),
        (Some(MoveVerdict::Draw), _) => Some(Proof::Draw),
        (_, Some(Bound::AtMost)) => Some(Proof::AtMost),
        (_, Some(Bound::AtLeast)) => Some(Proof::AtLeast),
        _ => None,
    };
    let (low, high) = opinion.interval;
    Row { mv: opinion.mv.clone(), mean: opinion.mean, low, high, proof }
}
