//! Onitama's knowledge for depth-first searches: the value of a position, the moves that look good, those that cannot
//! wait. Knows nothing of searches.

use karuta_engine::Seat;
use karuta_engine::evaluation::Knowledge;

use super::network::Network;
use crate::cards::Card;
use crate::{End, Move, Onitama};

/// Everything a depth-first search wants to know.
pub fn knowledge<const N: usize>() -> Knowledge<Onitama<N>> {
    Knowledge { evaluate, scale: 116.0, key, urgency, noisy, winning }
}

/// A number that tells positions apart: the same for hands held in another order. Plies count only
/// when the cap is near enough for a search to see it.
#[inline]
pub fn key<const N: usize>(state: &Onitama<N>) -> u64 {
    // Nothing in a search looks further ahead than this.
    const HORIZON: u16 = 127;
    let set = |[a, b]: [Card; 2]| u64::from(a.0.min(b.0)) | u64::from(a.0.max(b.0)) << 6;
    let left = if state.cap == 0 { HORIZON } else { state.cap.saturating_sub(state.ply).min(HORIZON) };
    let rest = set(state.hands[0])
        | set(state.hands[1]) << 12
        | u64::from(state.side.0) << 24
        | u64::from(state.masters[0].trailing_zeros()) << 30
        | u64::from(state.masters[1].trailing_zeros()) << 37
        | u64::from(state.turn) << 44
        | u64::from(left) << 45;
    fold(
        fold(state.pieces[0] ^ 0xA076_1D64_78BD_642F, state.pieces[1] ^ 0xE703_7ED1_A0B4_28DB),
        rest ^ 0x8EBC_6AF0_9C88_C6E3,
    )
}

/// Both halves of a product: every bit of either factor touches every bit of the result. The constants
/// beside the arguments are those of wyhash; no board or hand can cancel them.
#[inline]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

/// Wins come first, then captures, those by students before those by the master.
pub fn urgency<const N: usize>(state: &Onitama<N>, moves: &[Move], out: &mut [i32]) {
    let seat = usize::from(state.turn);
    let (master, prey) = (state.masters[seat], state.pieces[1 - seat]);
    let (goal, temple) = (state.masters[1 - seat], Onitama::<N>::TEMPLES[1 - seat]);
    for (mv, urgency) in moves.iter().zip(out) {
        let from = 1u64 << mv.from;
        // A pass goes from a square to itself and reaches nothing.
        let to = 1u64 << mv.to & !from;
        let by_master = master == from;
        *urgency = if to == goal || by_master && to == temple {
            3
        } else if prey & to != 0 {
            2 - i32::from(by_master)
        } else {
            0
        };
    }
}

/// Captures, and steps into the other temple.
pub fn noisy<const N: usize>(state: &Onitama<N>, out: &mut Vec<Move>) {
    let seat = usize::from(state.turn);
    let other = 1 - seat;
    state.each_move(seat, state.pieces[other], |mv| out.push(mv));
    let temple = Onitama::<N>::TEMPLES[other];
    if temple & (state.pieces[0] | state.pieces[1]) == 0 {
        each_way(state, seat, temple, state.masters[seat], |mv| out.push(mv));
    }
}

/// A move that ends the game, if the seat to move has one.
#[inline]
pub fn winning<const N: usize>(state: &Onitama<N>) -> Option<Move> {
    state.winning_move(usize::from(state.turn))
}

/// Every way to carry one of `movers` to the single square `to`.
#[inline]
fn each_way<const N: usize>(
    state: &Onitama<N>,
    seat: Seat,
    to: u64,
    movers: u64,
    mut found: impl FnMut(Move),
) {
    let to = to.trailing_zeros();
    for card in state.hands[seat] {
        let mut from = Onitama::<N>::reach(card, 1 - seat, to) & movers;
        while from != 0 {
            found(Move { card, from: from.trailing_zeros() as u8, to: to as u8 });
            from &= from - 1;
        }
    }
}

/// Points of an unfinished position stay well below those of a won game.
const MOST_POINTS: i32 = 4_000;

/// Points of a position for a seat by the value net; a won game is worth far more than any position.
pub fn evaluate<const N: usize>(state: &Onitama<N>, seat: Seat) -> i32 {
    let mover = usize::from(state.turn);
    let points = match state.end {
        End::No => Network::points(state).clamp(-MOST_POINTS, MOST_POINTS),
        // Whoever moved last has won, and the turn has passed on.
        End::Temple | End::Capture => -10_000,
        End::Cap => 0,
    };
    if seat == mover { points } else { -points }
}

#[cfg(test)]
mod tests;
