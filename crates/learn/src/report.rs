//! The progress of learning, added up until it is read. Knows sums, not what they are about.

use serde_json::{Value, json};

/// Sums over the moves learned from since somebody looked last.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LearningSums {
    /// The number of moves.
    pub count: f64,
    /// Squares of what the net got wrong.
    pub loss: f64,
    /// The sum of the net's values of the moves it made.
    pub value: f64,
    /// Games, or moves, whose end is known.
    pub ends: f64,
    /// The sum of their rewards.
    pub reward: f64,
}

impl LearningSums {
    /// Adds another report.
    pub fn add(&mut self, other: &LearningSums) {
        self.count += other.count;
        self.loss += other.loss;
        self.value += other.value;
        self.ends += other.ends;
        self.reward += other.reward;
    }

    /// The mean square of what was wrong.
    pub fn mean_loss(&self) -> f64 {
        self.loss / self.count.max(1.0)
    }

    /// The mean of what the net thought.
    pub fn mean_value(&self) -> f64 {
        self.value / self.count.max(1.0)
    }

    /// The mean of what came of it.
    pub fn mean_reward(&self) -> f64 {
        self.reward / self.ends.max(1.0)
    }

    /// The sums for a checkpoint.
    pub fn json(&self) -> Value {
        json!([self.count, self.loss, self.value, self.ends, self.reward])
    }

    /// The sums of a checkpoint; zeros where they are missing.
    pub fn from_json(value: &Value) -> LearningSums {
        let at = |at: usize| value[at].as_f64().unwrap_or(0.0);
        LearningSums { count: at(0), loss: at(1), value: at(2), ends: at(3), reward: at(4) }
    }
}
