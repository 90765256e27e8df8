//! What unfinished positions of Onitama are worth, as the papers' programs judge them.

use karuta_engine::Seat;

use crate::cards::Stamp;
use crate::state::{Onitama, seat_of};

/// Pieces ahead: how the thesis' fellow student judged a playout cut at fifty plies.
pub fn pieces<const N: usize>(state: &Onitama<N>, seat: Seat) -> i32 {
    state.pieces_left(seat) as i32 - state.pieces_left(1 - seat) as i32
}

/// The thesis' judgement of a heavy playout: pieces, placement and moves of each side; equal totals
/// go to Blue, so totals are doubled and Blue gets one more.
pub fn thesis<const N: usize>(state: &Onitama<N>, seat: Seat) -> i32 {
    let blue = if seat_of::<N>(Stamp::Blue) == seat { 1 } else { -1 };
    2 * (total(state, seat) - total(state, 1 - seat)) + blue
}

fn total<const N: usize>(state: &Onitama<N>, seat: Seat) -> i32 {
    state.pieces_left(seat) as i32 + placement(state, seat) + state.mobility(seat) as i32
}

/// One for each piece inside, minus one on an edge, minus two in a corner.
pub(crate) fn placement<const N: usize>(state: &Onitama<N>, seat: Seat) -> i32 {
    let own = state.pieces[seat];
    let on = |squares: u64| (own & squares).count_ones() as i32;
    let (edge, corner) = (Onitama::<N>::EDGE, Onitama::<N>::CORNERS);
    on(!edge) - on(edge & !corner) - 2 * on(corner)
}
