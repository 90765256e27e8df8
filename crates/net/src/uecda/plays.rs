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
mod tests {
    use super::*;
    use karuta_daihinmin::field::Field;

    #[test]
    fn every_play_of_a_hand_survives_the_table() {
        let mut plays = vec![Move::PASS];
        for hand in ["SKHKDKCKSASTSJSQS2H2J3", "S3S4S5S6H3D3C3C4D5D6J3", "H3H4D2DAC9C8S8H8D8J3C2"] {
            let hand = hand_of(&crate::uecda::log::read_cards(hand).expect("cards"));
            assert_eq!(hand.len(), 11);
            assert_eq!(hand_of(&laid_hand(hand)), hand);
            Field::default().full(hand, &mut plays);
        }
        assert!(plays.len() > 100, "{}", plays.len());
        for mv in plays {
            for reversed in [false, true] {
                assert_eq!(play_of(&laid_play(mv, reversed)), Some(mv));
            }
        }
    }

    /// The official server takes more cards with it, by mistake.
    #[test]
    fn the_spade_three_beats_a_joker_only_alone() {
        let laid = |text: &str| crate::uecda::log::read_cards(text).expect("cards");
        let hand = hand_of(&laid("S3S5H3H9D4C4"));
        for reversed in [false, true] {
            let field = Field { top: Move::JOKER, locked: false, reversed };
            let takes = |text: &str| play_of(&laid(text)).is_some_and(|mv| field.allows(hand, mv));
            assert!(takes("S3"));
            for more in ["S3H9", "S3S5", "S3H3", "S3D4C4", "H3", "S5"] {
                assert!(!takes(more), "{more}");
            }
        }
    }

    #[test]
    fn a_joker_in_its_own_row_is_the_fifth_card_or_nothing() {
        let laid = |text: &str| crate::uecda::log::read_cards(text).expect("cards");
        assert_eq!(play_of(&laid("J3")), None);
        assert_eq!(play_of(&laid("S5H5D5J5")), None);
        assert_eq!(play_of(&laid("S5H5D5C5J6")), None);
        assert_eq!(play_of(&laid("S5H5D5C5J5")).map(Move::len), Some(5));
        assert_eq!(play_of(&laid("Lx")), Some(Move::JOKER));
    }
}
