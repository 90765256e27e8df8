//! Leaves of the plain tree whose result is known without a playout: finished games, proofs and endings. Knows
//! positions; proofs go up the tree in `backup`.

use std::sync::Arc;

use super::Moves;
use crate::agent::MoveVerdict;
use crate::evaluation::Oracle;
use crate::game::{Game, Scores, Seat};
use crate::playout::Found;
use crate::rng::Rng;
use crate::search::mcts::Workspace;
use crate::search::mcts::tree::{NodeId, Proof, ROOT};

/// Exact knowledge, which takes an open game of two seats: [`Proofs::new`] alone makes it.
#[non_exhaustive]
pub struct Proofs<G: Game> {
    /// True if proven wins and losses are backed up (MCTS-Solver).
    pub solver: bool,
    /// The weight of the minimax value of evaluated leaves below a node against its mean, 0 to 1
    /// (implicit minimax backups, Lanctot and others 2014).
    pub minimax: f64,
    /// A move that wins at once, where there is one; the solver proves such leaves without a playout.
    pub winning: Option<fn(&G) -> Option<G::Move>>,
    /// Exact knowledge of some leaves.
    pub oracle: Option<Arc<dyn Oracle<G>>>,
}

impl<G: Game> Proofs<G> {
    /// Nothing proven yet; `None` for games that are not open or not of two seats.
    pub fn new() -> Option<Proofs<G>> {
        (G::SEATS == 2 && !G::HIDDEN).then_some(Proofs {
            solver: false,
            minimax: 0.0,
            winning: None,
            oracle: None,
        })
    }
}

impl<G: Game> Clone for Proofs<G> {
    fn clone(&self) -> Self {
        Proofs { oracle: self.oracle.clone(), ..*self }
    }
}

impl<G: Game> Moves<G> {
    /// The result of the leaf at the end of the path: known, or played out.
    pub(super) fn judge_with_proofs(
        &mut self,
        work: &mut Workspace<G>,
        mut state: G,
        rng: &mut Rng,
    ) -> Scores {
        let leaf = self.path.last().map_or(ROOT, |&(leaf, _)| leaf);
        if let Some(scores) = self.known(work, leaf, &state) {
            return scores;
        }
        let scores = work.value(&mut state, rng);
        if self.is_solver()
            && let Some(&(_, mover)) = self.path.last()
            && let Some(Found::Won(winner)) = work.leaves.playout.found()
        {
            self.tree.node_mut(leaf).proof = if winner == mover { Proof::Win } else { Proof::Loss };
        }
        scores
    }

    /// The result of a leaf that needs no playout: the game is over, or the ending is known.
    fn known(&mut self, work: &Workspace<G>, leaf: NodeId, state: &G) -> Option<Scores> {
        let is_solver = self.is_solver();
        let mover = self.path.last().map(|&(_, mover)| mover);
        let Some(turn) = state.turn() else {
            let scores = work.leaves.judge(state);
            if let Some(mover) = mover.filter(|_| is_solver) {
                self.tree.node_mut(leaf).proof = Proof::of_payoff(scores[mover]);
            }
            return Some(scores);
        };
        if is_solver && leaf != ROOT {
            let mover = mover.unwrap_or(turn);
            match self.tree.node(leaf).proof {
                Proof::Win => return Some(won_by(mover)),
                Proof::Loss => return Some(won_by(1 - mover)),
                Proof::Draw => return Some(Scores::even(0.5)),
                Proof::Open => {}
            }
        }
        let (proof, scores) = match self.verdict(state)? {
            MoveVerdict::Win(_) => (Proof::Loss, won_by(turn)),
            MoveVerdict::Loss(_) => (Proof::Win, won_by(1 - turn)),
            MoveVerdict::Draw => (Proof::Draw, Scores::even(0.5)),
            MoveVerdict::Score(_) => return None,
        };
        if is_solver && mover.is_some_and(|mover| mover != turn) {
            self.tree.node_mut(leaf).proof = proof;
        }
        Some(scores)
    }

    /// The certain part about an unfinished leaf, for the seat to move there.
    fn verdict(&self, state: &G) -> Option<MoveVerdict> {
        let proofs = self.proofs.as_ref()?;
        if proofs.solver && proofs.winning.is_some_and(|winning| winning(state).is_some()) {
            return Some(MoveVerdict::Win(1));
        }
        proofs.oracle.as_ref()?.probe(state)
    }
}

/// The payoffs when `seat` of two has won.
fn won_by(seat: Seat) -> Scores {
    Scores::two(if seat == 0 { 1.0 } else { 0.0 })
}
