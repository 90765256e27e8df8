//! Moves of the rules and cards on a table of cells, one made from the other. Judges nothing: whether a
//! move may be made the rules say.

use karuta_daihinmin::cards::{Cards, TOP_COLUMN};
use karuta_daihinmin::moves::Move;

use super::card_cells::{CardCells, Cell, JOKER_HELD, JOKER_ROW};

/// The hand that lies on a table, wherever the joker lies.
pub fn hand_of(laid: &CardCells) -> Cards {
    let joker = if laid.joker.is_some() { Cards::JOKER } else { Cards::NONE };
    Cards(laid.natural) | joker
}

/// A hand on a table.
pub fn laid_hand(hand: Cards) -> CardCells {
    let joker = hand.meets(Cards::JOKER).then_some(JOKER_HELD);
    CardCells { natural: (hand & Cards::NATURAL).0, joker }
}

/// The pass or play that lies on a table; `None` where the joker lies so that there can be none. What
/// makes no group and no sequence becomes a move that the rules refuse.
pub fn play_of(laid: &CardCells) -> Option<Move> {
    let natural = Cards(laid.natural);
    let Some(place) = laid.joker else {
        return Some(match natural.len() {
            0 => Move::PASS,
            1 => Move::single(natural),
            _ if is_one_rank(natural) => Move::group(natural),
            _ => Move::sequence(natural),
        });
    };
    if place.row == JOKER_ROW {
        // Only the fifth card of a group lies there.
        let rank = Cards::column(place.column as u32);
        return (natural == rank && !natural.is_empty()).then(|| Move::five(natural));
    }
    if natural.is_empty() {
        return Some(Move::JOKER);
    }
    let cell = cell_of(place);
    let play = if is_one_rank(natural | cell) { Move::group(natural) } else { Move::sequence(natural) };
    Some(play.with_joker_at(cell))
}

/// A play on a table. The joker alone may stand anywhere; this is where the sample client puts it.
pub fn laid_play(mv: Move, reversed: bool) -> CardCells {
    let natural = mv.natural();
    let joker = match mv.joker_cell() {
        Some(cell) => Some(place_of(cell)),
        None if mv.is_joker() => {
            Some(Cell { row: 0, column: if reversed { 0 } else { TOP_COLUMN as usize } })
        }
        None if mv.uses_joker() => Some(Cell { row: JOKER_ROW, column: mv.column() as usize }),
        None => None,
    };
    CardCells { natural: natural.0, joker }
}

fn is_one_rank(cells: Cards) -> bool {
    cells.lowest() / 4 == cells.highest() / 4
}

/// The rules count suits from clubs up, the table from spades down.
fn cell_of(place: Cell) -> Cards {
    Cards::cell(place.column as u32, 3 - place.row as u32)
}

fn place_of(cell: Cards) -> Cell {
    let bit = cell.lowest() as usize;
    Cell { row: 3 - bit % 4, column: bit / 4 }
}

#[cfg(test)]
mod tests;
