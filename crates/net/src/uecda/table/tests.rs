//! Tests of `table`.

use super::*;

#[test]
fn what_is_written_is_read() {
    let state = State {
        is_exchange: true,
        to_give: -2,
        is_my_turn: true,
        player: 3,
        is_empty: true,
        is_reversed: true,
        is_locked: true,
        counts: [10, 11, 0, 1, 7],
        titles: [4, 3, 2, 1, 0],
        seats: [2, 0, 1, 4, 3],
    };
    let table = CellTable::new(&CardCells::default(), &state);
    assert_eq!(table.state(), state);
    assert_eq!(table.0[5], [1, -2, 1, 3, 1, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(table.0[6], [10, 11, 0, 1, 7, 4, 3, 2, 1, 0, 2, 0, 1, 4, 3]);
    assert_eq!(table.cards(), Ok(CardCells::default()));
}
