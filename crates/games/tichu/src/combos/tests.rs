//! Tests of `combos`.

use super::*;

fn beats(own: (Kind, u8, u8), table: (Kind, u8, u8), rules: &Rules) -> bool {
    Combo::new(own.0, own.1, own.2).beats(Combo::new(table.0, table.1, table.2), rules)
}

#[test]
fn bombs_are_ordered_by_length_and_rank() {
    let official = |own, table| beats(own, table, &Rules::OFFICIAL);
    assert!(official((Kind::Four, 0, 2), (Kind::Single, 0, Combo::DRAGON)));
    assert!(official((Kind::Four, 0, 3), (Kind::Four, 0, 2)));
    assert!(!official((Kind::Four, 0, 14), (Kind::Flush, 5, 6)));
    assert!(official((Kind::Flush, 5, 6), (Kind::Four, 0, 14)));
    assert!(official((Kind::Flush, 6, 7), (Kind::Flush, 5, 14)));
    assert!(!official((Kind::Flush, 5, 14), (Kind::Flush, 6, 7)));
    assert!(official((Kind::Flush, 5, 7), (Kind::Flush, 5, 6)));
    assert!(!official((Kind::Flush, 5, 6), (Kind::Flush, 5, 6)));
    assert!(!official((Kind::Single, 0, 28), (Kind::Four, 0, 2)));
}

#[test]
fn lengths_must_agree() {
    let official = |own, table| beats(own, table, &Rules::OFFICIAL);
    assert!(official((Kind::Straight, 5, 10), (Kind::Straight, 5, 9)));
    assert!(!official((Kind::Straight, 6, 10), (Kind::Straight, 5, 9)));
    assert!(!official((Kind::Stairs, 3, 9), (Kind::Stairs, 2, 4)));
    assert!(!official((Kind::Pair, 0, 9), (Kind::Triple, 0, 4)));
    assert!(official((Kind::FullHouse, 0, 9), (Kind::FullHouse, 0, 4)));
}

#[test]
fn the_reports_program_beats_less() {
    let code = |own, table| beats(own, table, &Rules::PESTALOZZI_CODE);
    assert!(!code((Kind::FullHouse, 0, 9), (Kind::FullHouse, 0, 4)));
    assert!(code((Kind::Four, 0, 9), (Kind::FullHouse, 0, 4)));
    assert!(!code((Kind::Flush, 5, 9), (Kind::Four, 0, 4)));
    assert!(!code((Kind::Flush, 6, 9), (Kind::Flush, 5, 4)));
    assert!(code((Kind::Flush, 5, 9), (Kind::Flush, 5, 8)));
}
