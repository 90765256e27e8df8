//! `OverWorlds`: an agent that needs to see everything, made into one for hidden games. It is asked in
//! several sampled worlds as if each were the truth, and what it says is added up (perfect information
//! Monte Carlo). Such an agent never pays for information and believes it will know later what it
//! cannot: that is the price of a search that is exact in every world.

use crate::agent::{Agent, Basis, Bound, Choice, Decision, Effort, Ranked};
use crate::budget::Budget;
use crate::game::{Game, Seat};
use crate::rng::Rng;
use crate::worlds::Determinizer;

/// The way answers in several worlds become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Merge {
    /// The move with the highest mean of the values it has in the worlds.
    Mean,
    /// The move chosen in most worlds; of equals the one with the higher mean.
    Votes,
    /// The move visited most over all worlds; of equals the one with the higher mean.
    Visits,
}

/// The agent.
pub struct OverWorlds<G: Game> {
    size: usize,
    merge: Merge,
    agent: Box<dyn Agent<G>>,
    worlds: Box<dyn Determinizer<G>>,
    /// The view of a world that the agent is shown: all but the chances still to come.
    show: fn(&G, Seat) -> G::View,
}

/// The values of one move in all worlds.
#[derive(Clone, Copy)]
struct MoveSums<M> {
    mv: M,
    votes: u64,
    visits: u64,
    sum: f64,
    squares: f64,
    /// Some world had no more to say than that the move is worth at most so much.
    is_bound: bool,
}

impl<G: Game> OverWorlds<G> {
    /// Asks `agent` in `size` worlds per decision.
    pub fn new(
        size: usize,
        merge: Merge,
        agent: Box<dyn Agent<G>>,
        worlds: Box<dyn Determinizer<G>>,
        show: fn(&G, Seat) -> G::View,
    ) -> Self {
        OverWorlds { size: size.max(1), merge, agent, worlds, show }
    }
}

impl<G: Game> Agent<G> for OverWorlds<G> {
    fn choose(&mut self, decision: &Decision<'_, G>, rng: &mut Rng) -> Choice<G::Move> {
        self.worlds.begin(decision, rng);
        G::sample(decision.view, rng);
        if let [only] = *decision.legal {
            return Choice::unranked(only, decision.legal, Basis::Forced);
        }
        let empty = |&mv| MoveSums { mv, votes: 0, visits: 0, sum: 0.0, squares: 0.0, is_bound: false };
        let mut tallies: Vec<MoveSums<G::Move>> = decision.legal.iter().map(empty).collect();
        let mut effort = Effort::NONE;
        let mut meter =
            Budget::Iterations(self.size as u64).start(decision.stop).reporting(decision.reports());
        while meter.more() {
            let world = self.worlds.world(decision, rng);
            let view = (self.show)(&world, decision.seat);
            let choice = self.agent.choose(&Decision { view: &view, progress: None, ..*decision }, rng);
            effort += choice.effort;
            for tally in &mut tallies {
                tally.votes += u64::from(tally.mv == choice.mv);
                if let Some(ranked) = choice.ranked.iter().find(|ranked| ranked.mv == tally.mv) {
                    tally.visits += ranked.visits;
                    tally.sum += ranked.mean;
                    tally.squares += ranked.mean * ranked.mean;
                    tally.is_bound |= ranked.bound == Some(Bound::AtMost);
                }
            }
            if meter.is_report_due() {
                decision.report(
                    &merged(tallies.clone(), self.merge, meter.spent() as f64, effort),
                    meter.fraction(),
                );
            }
        }
        merged(tallies, self.merge, meter.spent() as f64, effort)
    }
}

fn merged<M: Copy + PartialEq>(
    mut tallies: Vec<MoveSums<M>>,
    merge: Merge,
    worlds: f64,
    effort: Effort,
) -> Choice<M> {
    let rank = |tally: &MoveSums<M>| match merge {
        Merge::Mean => 0,
        Merge::Votes => tally.votes,
        Merge::Visits => tally.visits,
    };
    // A stable sort: of moves that are equal in everything the first is played.
    tallies.sort_by(|a, b| rank(b).cmp(&rank(a)).then(b.sum.total_cmp(&a.sum)));
    let ranked = tallies.iter().map(|tally| {
        let mean = tally.sum / worlds;
        // The error of a mean over worlds; one world says nothing about the others.
        let half = match worlds > 1.0 {
            true => 1.96 * ((tally.squares / worlds - mean * mean).max(0.0) / (worlds - 1.0)).sqrt(),
            false => 1.0,
        };
        Ranked {
            mv: tally.mv,
            visits: match merge {
                Merge::Votes => tally.votes,
                Merge::Mean | Merge::Visits => tally.visits,
            },
            mean,
            bound: tally.is_bound.then_some(Bound::AtMost),
            interval: ((mean - half).max(0.0), (mean + half).min(1.0)),
            verdict: None,
        }
    });
    Choice::first_of(ranked.collect(), effort)
}

#[cfg(test)]
mod tests;
