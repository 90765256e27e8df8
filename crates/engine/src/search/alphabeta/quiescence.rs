//! Beyond the horizon: exchanges are played out before a position is evaluated, but no seat is forced
//! into them. These nodes are the most by far, so they neither ask nor fill the table.

use super::node::Search;
use super::order::pick;
use super::value::{points, win_in};
use crate::game::{Game, Seat};

/// The most plies of quiescence: captures run out by themselves, but a game may call moves
/// noisy that do not.
pub const QUIESCENCE_PLIES: u32 = 16;

impl<G: Game> Search<G> {
    /// The value of a position at the horizon for `seat`, exact within the window and a bound outside.
    #[inline]
    pub(super) fn horizon(&mut self, state: &G, seat: Seat, alpha: i32, beta: i32, ply: u32) -> i32 {
        let plies = if self.quiescence { QUIESCENCE_PLIES } else { 0 };
        self.quiesce(state, seat, alpha, beta, ply, plies)
    }

    fn quiesce(&mut self, state: &G, seat: Seat, mut alpha: i32, beta: i32, ply: u32, plies: u32) -> i32 {
        self.count_node();
        if let Some(value) = self.settled(state, seat, ply) {
            return value;
        }
        if (self.knowledge.winning)(state).is_some() {
            return win_in(ply + 1);
        }
        let mut best = points((self.knowledge.evaluate)(state, seat));
        if plies == 0 || best >= beta || self.stopped {
            return best;
        }
        alpha = alpha.max(best);
        let base = self.moves.len();
        (self.knowledge.noisy)(state, &mut self.moves);
        let end = self.moves.len();
        self.rank_noisy(state, base);
        for at in base..end {
            pick(&mut self.moves[at..end], &mut self.scores[at..end]);
            let mut next = *state;
            next.apply(self.moves[at]);
            let value = if next.turn() == Some(seat) {
                self.quiesce(&next, seat, alpha, beta, ply + 1, plies - 1)
            } else {
                -self.quiesce(&next, 1 - seat, -beta, -alpha, ply + 1, plies - 1)
            };
            if value > best {
                best = value;
                if value >= beta {
                    break;
                }
                alpha = alpha.max(value);
            }
        }
        self.moves.truncate(base);
        best
    }

    /// Scores the moves from `base` on by urgency alone: killers and history are about quiet moves.
    #[inline]
    fn rank_noisy(&mut self, state: &G, base: usize) {
        let end = self.moves.len();
        if self.scores.len() < end {
            self.scores.resize(end, 0);
        }
        if end - base > 1 {
            (self.knowledge.urgency)(state, &self.moves[base..end], &mut self.scores[base..end]);
        }
    }
}
