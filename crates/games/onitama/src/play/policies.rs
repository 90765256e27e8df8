//! Play by rule, as the agents of Schulz's thesis are coded: priority random, the heuristic agent,
//! and the half-heuristic playout. What is good play is said here, not what is legal.

use karuta_engine::playout::Policy;
use karuta_engine::{Game, Rng, Seat};

use crate::play::evaluation::placement;
use crate::{Move, Onitama};

/// Wins if it can, else captures if it can, else anything; uniformly at each step.
///
/// The thesis takes the *first* winning move of its list. Whichever is taken, the game is over and
/// the same seat has won, so the first in our order serves.
#[derive(Clone, Copy, Debug, Default)]
pub struct Priority;

impl<const N: usize> Policy<Onitama<N>> for Priority {
    #[inline]
    fn pick(&mut self, state: &Onitama<N>, buf: &mut Vec<Move>, rng: &mut Rng) -> Move {
        let seat = usize::from(state.turn);
        if let Some(mv) = state.winning_move(seat) {
            return mv;
        }
        let students = state.pieces[1 - seat];
        if state.attacks(seat) & students != 0 {
            buf.clear();
            state.each_move(seat, students, |mv| buf.push(mv));
            return buf[rng.index(buf.len())];
        }
        // Nothing can be captured, so every legal move is a quiet one.
        state.random_move(buf, rng)
    }
}

/// The thesis' heuristic agent: wins if it can, else a move of the best score, at random among equals.
#[derive(Clone, Copy, Debug, Default)]
pub struct Heuristic;

/// The score of a move after which the opponent can win at once.
const LOSING: i32 = i32::MIN;

impl<const N: usize> Policy<Onitama<N>> for Heuristic {
    fn pick(&mut self, state: &Onitama<N>, buf: &mut Vec<Move>, rng: &mut Rng) -> Move {
        let seat = usize::from(state.turn);
        if let Some(mv) = state.winning_move(seat) {
            return mv;
        }
        buf.clear();
        state.moves(buf);
        // One pass of reservoir sampling: a better move starts a new reservoir, an equal one joins it.
        let (mut best, mut equals) = (LOSING, 0);
        let mut chosen = buf[0];
        for &mv in buf.iter() {
            let score = score(state, mv, seat);
            if score > best {
                (best, equals, chosen) = (score, 1, mv);
            } else if score == best {
                equals += 1;
                if rng.below(equals) == 0 {
                    chosen = mv;
                }
            }
        }
        chosen
    }
}

/// Score of a move in the thesis' code: pieces ahead, placement, and the moves the same seat would have next with its
/// new hand. Its text also names the opponent's moves and the master's safety; the code has neither.
fn score<const N: usize>(state: &Onitama<N>, mv: Move, seat: Seat) -> i32 {
    let mut after = *state;
    after.apply(mv);
    if after.can_win(1 - seat) {
        return LOSING;
    }
    let ahead = after.pieces_left(seat) as i32 - after.pieces_left(1 - seat) as i32;
    ahead + placement(&after, seat) + after.mobility(seat) as i32
}

/// The thesis' heavy playout: the seat that moved into the leaf plays the heuristic, the other one
/// priority random.
#[derive(Clone, Copy, Debug, Default)]
pub struct HalfHeuristic {
    hero: Seat,
}

impl<const N: usize> Policy<Onitama<N>> for HalfHeuristic {
    fn pick(&mut self, state: &Onitama<N>, buf: &mut Vec<Move>, rng: &mut Rng) -> Move {
        if usize::from(state.turn) == self.hero {
            Heuristic.pick(state, buf, rng)
        } else {
            Priority.pick(state, buf, rng)
        }
    }

    fn begin(&mut self, state: &Onitama<N>) {
        self.hero = 1 - usize::from(state.turn);
    }
}
