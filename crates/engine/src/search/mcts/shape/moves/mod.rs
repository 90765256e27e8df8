//! The plain tree: nodes are told apart by the moves that lead to them. Open and hidden games have it, and it
//! alone knows AMAF, proofs, advice and priors.

mod amaf;
mod pick;
mod proofs;

pub use proofs::Proofs;

use super::Shape;
use super::children::meet;
use super::kept::Kept;
use crate::agent::{Agent, Decision, Effort};
use crate::game::{Game, Scores, Seat};
use crate::playout::Trace;
use crate::rng::Rng;
use crate::search::mcts::finish::{self, RootMove};
use crate::search::mcts::rave::{AmafRule, Marks};
use crate::search::mcts::tree::{Keeps, NodeId, Proof, ROOT, Tree};
use crate::search::mcts::{Config, Workspace};
use crate::search::priors::{self, Priors};

/// An advisor of the root, whose opinions of its moves the search starts from (informed priors, after Baier and
/// Winands' hybrids of Monte Carlo and minimax, at the root alone).
pub struct Advice<G: Game> {
    /// The one who is asked. Its own budget is part of what a decision costs.
    pub advisor: Box<dyn Agent<G>>,
    /// The visits that its value of a move counts for.
    pub visits: f64,
}

/// The tree.
pub struct Moves<G: Game> {
    amaf: Option<Box<dyn AmafRule<G::Move>>>,
    proofs: Option<Proofs<G>>,
    advice: Option<Advice<G>>,
    priors: Priors<G>,
    bytes: usize,
    pub(in crate::search::mcts) tree: Tree<G::Move>,
    kept: Kept<G::Move>,
    path: Vec<(NodeId, Seat)>,
    candidates: Vec<NodeId>,
    /// The advisor's opinion of each child of the root, in the tree's order; empty without one.
    opinions: Vec<f64>,
    /// The part of a trace that AMAF reads in its own way.
    tail: Trace<G::Move>,
    marks: Marks<G::Move>,
    priors_of_moves: Vec<f64>,
}

impl<G: Game> Moves<G> {
    /// A tree that may take so many bytes.
    pub fn new(bytes: usize) -> Self {
        Moves {
            amaf: None,
            proofs: None,
            advice: None,
            priors: Priors::Uniform,
            bytes,
            tree: Tree::new(Keeps::default(), 0),
            kept: Kept::new(false),
            path: Vec::new(),
            candidates: Vec::new(),
            opinions: Vec::new(),
            tail: Trace::new(),
            marks: Marks::default(),
            priors_of_moves: Vec::new(),
        }
        .with_statistics()
    }

    /// The same, kept between decisions if `reuse` says so.
    pub fn reusing(mut self, reuse: bool) -> Self {
        self.kept = Kept::new(reuse);
        self
    }

    /// The same with AMAF.
    pub fn with_amaf(mut self, rule: Option<Box<dyn AmafRule<G::Move>>>) -> Self {
        self.amaf = rule;
        self.with_statistics()
    }

    /// The same with exact knowledge.
    pub fn with_proofs(mut self, proofs: Option<Proofs<G>>) -> Self {
        self.proofs = proofs;
        self.with_statistics()
    }

    /// The same with an advisor.
    pub fn advised(mut self, advice: Option<Advice<G>>) -> Self {
        self.advice = advice;
        self
    }

    /// The same with priors, which only some bandits read.
    pub fn with_priors(mut self, priors: Priors<G>) -> Self {
        self.priors = priors;
        self.with_statistics()
    }

    fn with_statistics(mut self) -> Self {
        let keeps = Keeps {
            availability: G::HIDDEN,
            amaf: self.amaf.is_some(),
            minimax: self.minimax() > 0.0,
            priors: !matches!(self.priors, Priors::Uniform),
        };
        self.tree = Tree::new(keeps, self.bytes);
        self
    }

    #[inline]
    fn minimax(&self) -> f64 {
        self.proofs.as_ref().map_or(0.0, |proofs| proofs.minimax)
    }

    #[inline]
    fn is_solver(&self) -> bool {
        self.proofs.as_ref().is_some_and(|proofs| proofs.solver)
    }

    /// The child the search goes on to; `None` from a tree that may not grow any more, which plays out
    /// from where it ends.
    #[inline]
    fn step(&mut self, work: &mut Workspace<G>, node: NodeId, state: &G, rng: &mut Rng) -> Option<NodeId> {
        if !G::HIDDEN {
            if !self.tree.node(node).is_expanded() {
                self.expand(work, node, state, rng);
                if !self.tree.node(node).is_expanded() {
                    return None;
                }
            }
            return match self.advised_child(&work.config, node) {
                Some(child) => Some(child),
                None => Some(self.pick(&work.config, node, rng)),
            };
        }
        self.expand(work, node, state, rng);
        if self.candidates.is_empty() {
            return None;
        }
        // At the root all worlds look the same to the seat that moves.
        if node != ROOT {
            self.set_priors(work, state, rng);
        }
        let at = self.pick_available(&work.config, node, rng);
        for &candidate in &self.candidates {
            self.tree.offer(candidate);
        }
        Some(self.advised_child(&work.config, node).unwrap_or(self.candidates[at]))
    }

    /// Makes sure the moves of this world have children, and in hidden games lists these.
    fn expand(&mut self, work: &mut Workspace<G>, node: NodeId, state: &G, rng: &mut Rng) {
        work.list_moves(state);
        if G::HIDDEN {
            meet(&mut self.tree, node, &work.moves, &mut self.candidates);
            return;
        }
        if self.tree.make_room(work.moves.len()) {
            self.tree.expand(node, &work.moves);
            self.candidates.clear();
            self.candidates.extend(self.tree.children(node));
            self.set_priors(work, state, rng);
        }
    }

    /// Gives the candidates, which are the children of all moves of a position, their priors. In hidden games every
    /// visit does so: what a seat is likely to do depends on the cards it holds in the world at hand, and priors of
    /// another world would let the other seats play worse than they will.
    fn set_priors(&mut self, work: &Workspace<G>, state: &G, rng: &mut Rng) {
        if matches!(self.priors, Priors::Uniform) || self.candidates.len() < work.moves.len() {
            return;
        }
        self.priors_of_moves.clear();
        self.priors.of(state, &work.moves, &mut self.priors_of_moves, rng);
        for (&child, &prior) in self.candidates.iter().zip(&self.priors_of_moves) {
            self.tree.set_prior(child, prior);
        }
    }
}

impl<G: Game> Shape<G> for Moves<G> {
    fn plant(&mut self, work: &mut Workspace<G>, decision: &Decision<'_, G>, state: &G, rng: &mut Rng) {
        work.traces |= self.amaf.is_some();
        work.list_moves(state);
        self.kept.plant(&mut self.tree, decision.history, work.moves[0], Tree::child_by);
        if G::HIDDEN {
            self.kept.note_legal(&work.moves);
        }
        // A kept node of a hidden game knows the moves of the worlds it was met in, not those there are.
        if G::HIDDEN || !self.tree.node(ROOT).is_expanded() {
            self.expand(work, ROOT, state, rng);
        }
        if G::HIDDEN {
            self.set_priors(work, state, rng);
        }
    }

    fn consult(&mut self, decision: &Decision<'_, G>, rng: &mut Rng) -> Effort {
        self.opinions.clear();
        let Some(advice) = &mut self.advice else {
            return Effort::NONE;
        };
        let choice = advice.advisor.choose(&decision.with_progress(None), rng);
        for child in self.tree.children(ROOT) {
            self.opinions.push(choice.opinion(self.tree.node(child).mv));
        }
        if matches!(self.priors, Priors::Advice) {
            for (child, prior) in self.tree.children(ROOT).zip(priors::of_opinions(&self.opinions)) {
                self.tree.set_prior(child, prior);
            }
        }
        choice.effort
    }

    /// Walks down to a leaf: a node never visited before, or the end of the game.
    fn descend(&mut self, work: &mut Workspace<G>, state: &mut G, rng: &mut Rng) {
        let is_solver = self.is_solver();
        self.path.clear();
        let mut node = ROOT;
        while let Some(seat) = state.turn() {
            if node != ROOT {
                let is_unvisited = work.config.playouts && self.tree.node(node).visits == 0;
                if is_unvisited || (is_solver && self.tree.node(node).proof != Proof::Open) {
                    break;
                }
            }
            if work.leaves.is_beyond(state) {
                break;
            }
            let Some(child) = self.step(work, node, state, rng) else { break };
            let mv = self.tree.node(child).mv;
            work.make(state, seat, mv);
            self.path.push((child, seat));
            node = child;
        }
    }

    fn judge(&mut self, work: &mut Workspace<G>, mut state: G, rng: &mut Rng) -> Scores {
        if self.proofs.is_none() {
            return work.value(&mut state, rng);
        }
        self.judge_with_proofs(work, state, rng)
    }

    fn back_up(&mut self, work: &mut Workspace<G>, scores: &Scores) {
        self.tree.back_up(&self.path, scores);
        if self.minimax() > 0.0 {
            self.tree.back_up_minimax(&self.path, scores);
        }
        if self.is_solver() {
            self.tree.back_up_proofs(&self.path);
        }
        if self.amaf.is_some() {
            self.back_up_amaf(&mut work.trace, scores);
        }
    }

    /// A proven root has nothing left to learn.
    fn is_proven(&self) -> bool {
        self.is_solver() && self.tree.node(ROOT).proof != Proof::Open
    }

    fn root_moves(&self, config: &Config, _: Seat) -> Vec<RootMove<G::Move>> {
        let mut moves: Vec<_> =
            self.tree.children(ROOT).map(|node| (self.tree.node(node).mv, node)).collect();
        self.kept.retain_legal(&mut moves);
        let mut moves = finish::root_moves(&self.tree, config, &moves, |node| self.value(config, node));
        if let Some(amaf) = &self.amaf {
            moves.iter_mut().for_each(|root| root.is_enough = amaf.is_enough(root.value));
        }
        moves
    }

    fn nodes(&self) -> usize {
        self.tree.len()
    }

    fn is_full(&self) -> bool {
        self.tree.is_full()
    }

    fn keep(&mut self, history: &[(Seat, G::Move)]) {
        self.kept.keep(history);
    }
}
