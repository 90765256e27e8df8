//! Checks of a group's content: JSON that can be read need not make sense.
//!
//! Knows what belongs together. Must not know any game: every number of seats and measures is possible.

use super::{GameRecord, GroupRecord};

/// Payoffs are shares; what rounding adds to one is less than this.
const ROUNDING: f64 = 1e-9;

impl GroupRecord {
    /// The fault of a group of so many contestants, if it has one.
    pub(super) fn check(&self, contestants: usize) -> Result<(), String> {
        if self.games.len() != contestants {
            return Err(format!("it has {} games instead of {contestants}", self.games.len()));
        }
        let mut games = (1..).zip(&self.games);
        games.try_for_each(|(at, game)| game.check(contestants).map_err(|why| format!("game {at}: {why}")))
    }
}

impl GameRecord {
    fn check(&self, contestants: usize) -> Result<(), String> {
        let seats = self.seating.len();
        let due = |what: &str, found: usize, due: usize| match found == due {
            true => Ok(()),
            false => Err(format!("{found} {what} instead of {due}")),
        };
        if let Some(who) = self.seating.iter().find(|&&who| who >= contestants) {
            return Err(format!("contestant {who} has a seat, and there are {contestants}"));
        }
        if let Some(who) = (0..contestants).find(|who| !self.seating.contains(who)) {
            return Err(format!("contestant {who} has no seat"));
        }
        due("payoffs", self.payoffs.len(), seats)?;
        due("efforts", self.effort.len(), seats)?;
        due("plies", self.plies as usize, self.moves.len())?;
        due("numbers spent", self.spent.len(), self.moves.len())?;
        let is_payoff = |payoff: &f64| (-ROUNDING..=1.0 + ROUNDING).contains(payoff);
        if let Some(payoff) = self.payoffs.iter().find(|payoff| !is_payoff(payoff)) {
            return Err(format!("payoff {payoff:e} is not from 0 to 1"));
        }
        for (name, values) in &self.measures {
            due(&format!("values of {name}"), values.len(), seats)?;
            if let Some(value) = values.iter().flatten().find(|value| value.abs() > LARGEST || value.is_nan())
            {
                return Err(format!("{name} is {value:e}"));
            }
        }
        Ok(())
    }
}

/// The largest measure there can be: counts and points are far below, and sums of squares stay finite.
const LARGEST: f64 = 1e100;
