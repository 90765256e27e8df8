//! Tests of `card_cells`.

use super::*;

#[test]
fn every_card_has_a_place_of_its_own() {
    let all = CardCells { natural: 0x00FF_FFFF_FFFF_FFF0, joker: Some(JOKER_HELD) };
    assert_eq!(all.len(), 53);
    let mut table = CellTable::default();
    all.put(&mut table);
    assert_eq!(table.0[4][1], 2);
    assert_eq!(table.0.iter().flatten().filter(|&&cell| cell == 1).count(), 52);
    assert_eq!(CardCells::read(&table), Ok(all));
}

#[test]
fn what_is_no_card_is_named() {
    let with = |cells: &[(usize, usize, i32)]| {
        let mut table = CellTable::default();
        for &(row, column, value) in cells {
            table.0[row][column] = value;
        }
        CardCells::read(&table).expect_err("no cards").to_string()
    };
    assert!(with(&[(2, 3, 7)]).contains("[2][3] holds 7"));
    assert!(with(&[(2, 3, -1)]).contains("holds -1"));
    assert!(with(&[(0, 14, 1)]).contains("[0][14]"));
    assert!(with(&[(4, 1, 1)]).contains("[4][1]"));
    assert!(with(&[(0, 14, 2), (4, 1, 2)]).contains("second joker lies at [4][1]"));
}
