//! Counterfactual regret minimisation with regrets that stay above zero (CFR+: Tammelin 2014), and best responses, by
//! which its result is measured. Knows trees, not games.

use super::tree::{InfoSet, Node, Tree};
use crate::game::Seat;

/// A strategy in the making: for every move of every information set the regret of not having made it, and the sum of
/// the probabilities with which it was made.
#[derive(Clone, Debug)]
pub(super) struct Solver<'a> {
    tree: &'a Tree,
    regrets: Vec<f64>,
    sums: Vec<f64>,
    /// The probabilities of moves in this iteration.
    now: Vec<f64>,
    /// The changes of regrets in this iteration.
    changes: Vec<f64>,
    iterations: u64,
}

impl<'a> Solver<'a> {
    /// A solver that knows nothing: all moves are equally likely.
    pub fn new(tree: &'a Tree) -> Solver<'a> {
        let zeros = vec![0.0; tree.moves];
        let mut solver = Solver {
            tree,
            regrets: zeros.clone(),
            sums: zeros.clone(),
            now: zeros.clone(),
            changes: zeros,
            iterations: 0,
        };
        solver.match_regrets(0);
        solver.match_regrets(1);
        solver
    }

    /// Iterations done.
    pub fn iterations(&self) -> u64 {
        self.iterations
    }

    /// One iteration: the seats improve in turn, each against the other as it is by then.
    pub fn improve(&mut self) {
        self.iterations += 1;
        for seat in 0..2 {
            self.changes.fill(0.0);
            self.walk(0, seat, 1.0, 1.0);
            let own = self.tree.sets.iter().filter(|set| set.seat == seat);
            for at in own.flat_map(InfoSet::range) {
                self.regrets[at] = (self.regrets[at] + self.changes[at]).max(0.0);
            }
            self.match_regrets(seat);
        }
    }

    /// Moves of a seat by their regrets: the more a move would have brought, the likelier it is.
    fn match_regrets(&mut self, seat: Seat) {
        for set in self.tree.sets.iter().filter(|set| set.seat == seat) {
            let total: f64 = self.regrets[set.range()].iter().sum();
            for at in set.range() {
                self.now[at] =
                    if total > 0.0 { self.regrets[at] / total } else { 1.0 / f64::from(set.count) };
            }
        }
    }

    /// The payoff of `seat` below a node that its own moves reach with probability `own`, and chance and the other seat
    /// with `others`. Adds up what it regrets.
    fn walk(&mut self, at: u32, seat: Seat, own: f64, others: f64) -> f64 {
        match self.tree.nodes[at as usize] {
            Node::End(payoff) => of_seat(payoff, seat),
            Node::Chance { first, count } => {
                let mut mean = 0.0;
                for child in first..first + count {
                    let weight = self.tree.weights[child as usize];
                    mean += weight * self.walk(child, seat, own, others * weight);
                }
                mean
            }
            Node::Decision { first, set } => {
                let set = self.tree.sets[set as usize];
                if set.seat != seat {
                    return self.mean(first, set, |solver, child, chance| {
                        solver.walk(child, seat, own, others * chance)
                    });
                }
                // Later iterations count more: the first are far from the end result.
                let share = own * self.iterations as f64;
                let value = self.mean(first, set, |solver, child, chance| {
                    let value = solver.walk(child, seat, own * chance, others);
                    let mv = (set.first + child - first) as usize;
                    solver.changes[mv] += others * value;
                    solver.sums[mv] += share * chance;
                    value
                });
                set.range().for_each(|mv| self.changes[mv] -= others * value);
                value
            }
        }
    }

    fn mean(&mut self, first: u32, set: InfoSet, mut value: impl FnMut(&mut Self, u32, f64) -> f64) -> f64 {
        let mut mean = 0.0;
        for (child, mv) in (first..).zip(set.range()) {
            let chance = self.now[mv];
            mean += chance * value(self, child, chance);
        }
        mean
    }

    /// The average strategy, which is what comes near to an equilibrium.
    pub fn strategy(&self) -> Strategy<'a> {
        let mut chances = self.sums.clone();
        for set in &self.tree.sets {
            let total: f64 = self.sums[set.range()].iter().sum();
            for at in set.range() {
                chances[at] = if total > 0.0 { self.sums[at] / total } else { 1.0 / f64::from(set.count) };
            }
        }
        Strategy::new(self.tree, chances)
    }
}

impl InfoSet {
    /// The places of its moves.
    pub fn range(&self) -> std::ops::Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }
}

fn of_seat(payoff: f64, seat: Seat) -> f64 {
    if seat == 0 { payoff } else { 1.0 - payoff }
}

/// The probabilities of all moves of both seats.
#[derive(Clone, Debug)]
pub(super) struct Strategy<'a> {
    tree: &'a Tree,
    pub chances: Vec<f64>,
}

impl<'a> Strategy<'a> {
    /// The strategy that makes the moves of each information set with these probabilities.
    pub fn new(tree: &'a Tree, chances: Vec<f64>) -> Strategy<'a> {
        debug_assert_eq!(chances.len(), tree.moves);
        Strategy { tree, chances }
    }

    /// The payoff of seat 0.
    pub fn payoff(&self) -> f64 {
        self.below(0)
    }

    fn below(&self, at: u32) -> f64 {
        match self.tree.nodes[at as usize] {
            Node::End(payoff) => payoff,
            Node::Chance { first, count } => (first..first + count)
                .map(|child| self.tree.weights[child as usize] * self.below(child))
                .sum(),
            Node::Decision { first, set } => {
                let moves = self.tree.sets[set as usize].range();
                (first..).zip(moves).map(|(child, mv)| self.chances[mv] * self.below(child)).sum()
            }
        }
    }

    /// The payoff of the deciding seat after each move of an information set right below the root, the worlds being as
    /// likely as it believes.
    pub fn values(&self, wanted: u32) -> Vec<f64> {
        let set = self.tree.sets[wanted as usize];
        let Node::Chance { first, count } = self.tree.nodes[0] else { return Vec::new() };
        let mut values = vec![0.0; set.count as usize];
        let mut total = 0.0;
        for world in first..first + count {
            let Node::Decision { first, set: found } = self.tree.nodes[world as usize] else { continue };
            if found != wanted {
                continue;
            }
            let weight = self.tree.weights[world as usize];
            total += weight;
            for (child, value) in (first..).zip(&mut values) {
                *value += weight * of_seat(self.below(child), set.seat);
            }
        }
        values.iter_mut().for_each(|value| *value /= total);
        values
    }

    /// The payoff that `seat` would have if it answered the other's part of this strategy as well as possible, knowing
    /// no more than it does.
    pub fn best_response(&self, seat: Seat) -> f64 {
        let mut best: Vec<Option<u32>> = vec![None; self.tree.sets.len()];
        // A decision needs the decisions that may follow it, and these come later in the tree.
        let mut reached: Vec<Vec<(u32, f64)>> = vec![Vec::new(); self.tree.sets.len()];
        self.reach(0, seat, 1.0, &mut reached);
        self.answer(0, seat, &reached, &mut best)
    }

    /// Notes the decisions of `seat` with the probability that chance and the other seat reach them.
    fn reach(&self, at: u32, seat: Seat, others: f64, reached: &mut [Vec<(u32, f64)>]) {
        match self.tree.nodes[at as usize] {
            Node::End(_) => {}
            Node::Chance { first, count } => {
                for child in first..first + count {
                    self.reach(child, seat, others * self.tree.weights[child as usize], reached);
                }
            }
            Node::Decision { first, set } => {
                let moves = self.tree.sets[set as usize];
                if moves.seat == seat {
                    reached[set as usize].push((first, others));
                }
                for (child, mv) in (first..).zip(moves.range()) {
                    let chance = if moves.seat == seat { 1.0 } else { self.chances[mv] };
                    self.reach(child, seat, others * chance, reached);
                }
            }
        }
    }

    fn answer(&self, at: u32, seat: Seat, reached: &[Vec<(u32, f64)>], best: &mut Vec<Option<u32>>) -> f64 {
        match self.tree.nodes[at as usize] {
            Node::End(payoff) => of_seat(payoff, seat),
            Node::Chance { first, count } => (first..first + count)
                .map(|child| self.tree.weights[child as usize] * self.answer(child, seat, reached, best))
                .sum(),
            Node::Decision { first, set } if self.tree.sets[set as usize].seat != seat => {
                let moves = self.tree.sets[set as usize].range();
                (first..)
                    .zip(moves)
                    .map(|(child, mv)| self.chances[mv] * self.answer(child, seat, reached, best))
                    .sum()
            }
            Node::Decision { first, set } => {
                let mv = match best[set as usize] {
                    Some(mv) => mv,
                    None => {
                        let mv = self.best_move(set, seat, reached, best);
                        best[set as usize] = Some(mv);
                        mv
                    }
                };
                self.answer(first + mv, seat, reached, best)
            }
        }
    }

    /// The move of an information set that is best over all its positions.
    fn best_move(
        &self,
        set: u32,
        seat: Seat,
        reached: &[Vec<(u32, f64)>],
        best: &mut Vec<Option<u32>>,
    ) -> u32 {
        let mut found = (0, f64::NEG_INFINITY);
        for mv in 0..self.tree.sets[set as usize].count {
            let value: f64 = reached[set as usize]
                .iter()
                .map(|&(first, others)| others * self.answer(first + mv, seat, reached, best))
                .sum();
            if value > found.1 {
                found = (mv, value);
            }
        }
        found.0
    }
}
