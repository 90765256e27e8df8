//! Counts of verdicts, kept apart by what they rest on: a value that follows by arithmetic says less than one that was
//! played, and games of agents made wrong to fit say something else than games of correct ones.

use karuta_arena::lab::experiment::{Group, Source};
use karuta_arena::lab::verdict::{Standing, Verdict};

use super::Item;

/// The basis of a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// Games of correct agents with the budgets of the paper.
    Correct,
    /// Games of correct agents with smaller budgets.
    BelowBudget,
    /// Games of agents with the mistakes that the paper's program is supposed to have.
    Mistakes,
    /// Arithmetic on printed numbers.
    Arithmetic,
    /// Games in which other agents, other data or no people take the place of the paper's.
    StandIns,
    /// Games for a question that the paper leaves open.
    Questions,
    /// Games between the levels that people choose from.
    Levels,
}

/// All of them, in the order of the page.
pub const GROUNDS: [(Ground, &str); 7] = [
    (Ground::Correct, "games of correct agents"),
    (Ground::BelowBudget, "the same below full budget"),
    (Ground::Mistakes, "games of agents with the supposed mistakes"),
    (Ground::Arithmetic, "arithmetic"),
    (Ground::StandIns, "stand-ins, not judged"),
    (Ground::Questions, "open questions"),
    (Ground::Levels, "levels"),
];

/// Counts over several experiments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Values that agree.
    pub agree: usize,
    /// Values that differ.
    pub differ: usize,
    /// Values that are undecided.
    pub undecided: usize,
    /// Values that are not judged.
    pub unjudged: usize,
    /// Claims that hold.
    pub hold: usize,
    /// Claims that fail.
    pub fail: usize,
    /// Claims that are undecided or were not run.
    pub open: usize,
}

impl Score {
    /// True if nothing was counted.
    pub fn is_empty(&self) -> bool {
        *self == Score::default()
    }

    /// The counts of what rests on `ground`.
    pub fn of<'a>(items: impl Iterator<Item = &'a Item>, ground: Ground) -> Score {
        let mut sum = Score::default();
        for item in items {
            let own = own_ground(item);
            for row in &item.experiment.rows {
                for at in 0..item.experiment.columns.len() {
                    let verdict = item.compared(row, at).verdict;
                    let is_stand_in = verdict == Verdict::StandIn;
                    if ground == if is_stand_in { Ground::StandIns } else { own } {
                        sum.add(verdict);
                    }
                }
            }
            for judged in item.claims() {
                let is_other = judged.claim.about.is_some();
                if ground == if is_other { Ground::StandIns } else { own } {
                    sum.add_claim(judged.standing);
                }
            }
        }
        sum
    }

    fn add(&mut self, verdict: Verdict) {
        match verdict {
            Verdict::Agrees => self.agree += 1,
            Verdict::Differs => self.differ += 1,
            Verdict::Undecided => self.undecided += 1,
            Verdict::StandIn => self.unjudged += 1,
            Verdict::Open => {}
        }
    }

    fn add_claim(&mut self, standing: Option<Standing>) {
        match standing {
            Some(Standing::Holds) => self.hold += 1,
            Some(Standing::Fails) => self.fail += 1,
            Some(Standing::Undecided) | None => self.open += 1,
        }
    }
}

/// The basis of an experiment's verdicts, stand-ins apart.
fn own_ground(item: &Item) -> Ground {
    match (&item.experiment.source, item.experiment.group) {
        (Source::Chances(_) | Source::Printed(_), _) => Ground::Arithmetic,
        (_, Group::Mistakes) => Ground::Mistakes,
        (_, Group::Question) => Ground::Questions,
        (_, Group::Levels) => Ground::Levels,
        (_, Group::Paper) if item.is_below_budget() => Ground::BelowBudget,
        (_, Group::Paper) => Ground::Correct,
    }
}
