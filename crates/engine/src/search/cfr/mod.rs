//! `Cfr`: endings of hidden games of two seats, solved over all hidden cards by counterfactual regret minimisation
//! (Zinkevich and others 2007; CFR+ of Tammelin 2014). Unlike a search with open cards it bluffs, hides what it has and
//! pays for information, and it mixes its moves where a fixed choice could be exploited. Far from the end another
//! agent is asked.

mod endings;
mod exposure;
mod joint;
mod solve;
mod tree;

pub use endings::{Endings, Limits};
pub use exposure::{Exposure, exposure};
pub use joint::Identity;
pub use tree::Rules;

use crate::agent::{Agent, Choice, Decision, Effort, Ranked};
use crate::game::Game;
use crate::rng::Rng;
use solve::{Solver, Strategy};
use tree::Tree;

/// Moves less likely than this are not made: they are left over from the first iterations.
const RARE: f64 = 0.02;

/// A solved game or ending.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solution {
    /// The payoff of seat 0 if both seats play by the strategy that was found.
    pub payoff: f64,
    /// The sum of what both seats could gain by the best response to the other: nothing in an equilibrium.
    pub gap: f64,
}

/// Solves what may follow from these worlds, which have weights, by so many iterations of CFR+; `None` where the tree is
/// too large.
///
/// ```
/// use std::hash::{DefaultHasher, Hash, Hasher};
/// use karuta_engine::chances::Chances;
/// use karuta_engine::search::cfr::{Rules, solve};
/// use karuta_engine::toys::Leduc;
/// use karuta_engine::Game;
/// let known = |state: &Leduc, seat| {
///     let mut hasher = DefaultHasher::new();
///     state.view(seat).hash(&mut hasher);
///     hasher.finish()
/// };
/// let payoff = |state: &Leduc| state.turn().is_none().then(|| state.payoff()[0]);
/// let rules = Rules { chances: Chances::NONE, known, payoff: &payoff, most: 10_000 };
/// let solution = solve(&Leduc::deals(), &rules, 200).expect("a small game");
/// assert!(solution.payoff < 0.5 && solution.gap < 0.01, "the first seat is worse off");
/// ```
pub fn solve<G: Game>(worlds: &[(G, f64)], rules: &Rules<'_, G>, iterations: u64) -> Option<Solution> {
    let (tree, _) = Tree::new(worlds, rules)?;
    let mut solver = Solver::new(&tree);
    (0..iterations).for_each(|_| solver.improve());
    let strategy = solver.strategy();
    let gap = strategy.best_response(0) + strategy.best_response(1) - 1.0;
    Some(Solution { payoff: strategy.payoff(), gap })
}

/// The agent.
pub struct Cfr<G: Game> {
    endings: Endings<G>,
    iterations: u64,
    /// The agent that decides elsewhere.
    fallback: Box<dyn Agent<G>>,
}

impl<G: Game> Cfr<G> {
    /// An agent that solves endings by so many iterations.
    pub fn new(endings: Endings<G>, iterations: u64, fallback: Box<dyn Agent<G>>) -> Self {
        assert!(G::SEATS == 2, "equilibria are worked out for two seats");
        Cfr { endings, iterations, fallback }
    }

    /// The choice, if the decision belongs to an ending that can be solved.
    fn solve(&self, decision: &Decision<'_, G>, rng: &mut Rng) -> Option<Choice<G::Move>> {
        if decision.legal.len() < 2 {
            return None;
        }
        let seat = decision.seat;
        let (worlds, tree, _) = self.endings.tree(decision.view, seat)?;
        let known = self.endings.identity.known;
        let own = known(&worlds[0].0, seat);
        let set = tree.root_set(&worlds, |world| known(world, seat) == own)?;
        let mut solver = Solver::new(&tree);
        while solver.iterations() < self.iterations && (solver.iterations() == 0 || !decision.stop.is_due()) {
            solver.improve();
        }
        let effort = Effort::nodes(solver.iterations() * tree.nodes.len() as u64);
        let strategy = solver.strategy();
        Some(explained(decision.legal, &strategy, &tree, set, solver.iterations(), effort, rng))
    }
}

impl<G: Game> Agent<G> for Cfr<G> {
    fn choose(&mut self, decision: &Decision<'_, G>, rng: &mut Rng) -> Choice<G::Move> {
        match self.solve(decision, rng) {
            Some(choice) => choice,
            None => self.fallback.choose(decision, rng),
        }
    }
}

/// A move drawn by its probability, and all of them, the likeliest first behind it.
fn explained<M: Copy + PartialEq>(
    legal: &[M],
    strategy: &Strategy<'_>,
    tree: &Tree,
    set: u32,
    iterations: u64,
    effort: Effort,
    rng: &mut Rng,
) -> Choice<M> {
    let chances = &strategy.chances[tree.sets[set as usize].range()];
    let values = strategy.values(set);
    let is_rare = |chance: f64| chance < RARE;
    let total: f64 = chances.iter().filter(|&&chance| !is_rare(chance)).sum();
    let mut left = rng.unit() * total;
    let mut common = chances.iter().enumerate().filter(|&(_, &chance)| !is_rare(chance));
    let drawn = common.clone().find(|&(_, &chance)| {
        left -= chance;
        left < 0.0
    });
    let drawn = drawn.or_else(|| common.next_back()).map_or(0, |(at, _)| at);
    let mut ranked: Vec<(bool, f64, Ranked<M>)> = legal
        .iter()
        .enumerate()
        .map(|(at, &mv)| {
            let mean = values[at].clamp(0.0, 1.0);
            let visits = (chances[at] * iterations as f64) as u64;
            let row = Ranked { visits, mean, interval: (mean, mean), ..Ranked::unknown(mv) };
            (at == drawn, chances[at], row)
        })
        .collect();
    ranked.sort_by(|a, b| b.0.cmp(&a.0).then(b.1.total_cmp(&a.1)));
    Choice::first_of(ranked.into_iter().map(|(_, _, row)| row).collect(), effort)
}

#[cfg(test)]
mod tests;
