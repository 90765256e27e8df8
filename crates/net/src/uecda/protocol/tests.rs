//! Tests of `protocol`.

use super::*;
use crate::uecda::card_cells::{CardCells, JOKER_HELD};
use crate::uecda::table::{NOBODY, State};

fn sample() -> CellTable {
    let state = State {
        is_exchange: true,
        player: NOBODY,
        counts: [10, 10, 11, 11, 11],
        seats: [4, 3, 0, 1, 2],
        ..State::default()
    };
    // Rank by rank, with spade 1, heart 2, diamond 4 and club 8: D, 1, 0, 8, 0, 0, 2, 0, 2, 8, C, 0, 0.
    // The rules have club 1 to spade 8, and leave a column below the threes.
    let natural = 0x3140_4001_08B0;
    CellTable::new(&CardCells { natural, joker: None }, &state)
}

#[test]
fn a_table_of_the_official_server_is_read_and_written() {
    let seen = "D108002028C00FFA60AABBB0000043012";
    let table = Protocol::V20140.read_table(seen.as_bytes()).expect("it was sent");
    assert_eq!(table, sample());
    assert_eq!(Protocol::V20140.table_bytes(&table), seen.as_bytes());
    // Small letters are read as well.
    assert_eq!(Protocol::V20140.read_table(seen.to_lowercase().as_bytes()), Ok(table));
}

#[test]
fn numbers_go_in_network_order() {
    let bytes = Protocol::V20070.table_bytes(&sample());
    assert_eq!(bytes.len(), 480);
    // [0][1], the three of spades, and [6][2], eleven cards.
    assert_eq!(bytes[4..8], [0, 0, 0, 1]);
    assert_eq!(bytes[4 * (6 * 15 + 2)..][..4], [0, 0, 0, 11]);
    assert_eq!(Protocol::V20070.read_table(&bytes), Ok(sample()));
    assert_eq!(Protocol::V20060.read_number(20070u32.to_ne_bytes()), 20070);
    assert_eq!(Protocol::V20140.number_bytes(9), [0, 0, 0, 9]);
}

#[test]
fn negative_numbers_are_sent_where_there_are_any() {
    let mut table = sample();
    table.0[5][1] = -2;
    let bytes = Protocol::V20070.table_bytes(&table);
    assert_eq!(Protocol::V20070.read_table(&bytes).expect("a table").0[5][1], 0);
    let bytes = Protocol::V20140.table_bytes(&table);
    assert_eq!(bytes[15], b'8');
    assert_eq!(Protocol::V20140.read_table(&bytes).expect("a table").0[5][1], -2);
}

#[test]
fn the_joker_keeps_its_place() {
    for place in 0..CARD_ROWS * COLUMNS {
        let mut table = CellTable::default();
        table.0[place / COLUMNS][place % COLUMNS] = 2;
        for protocol in [Protocol::V20060, Protocol::V20070, Protocol::V20140] {
            assert_eq!(protocol.read_table(&protocol.table_bytes(&table)), Ok(table));
        }
    }
    let mut table = sample();
    CardCells { natural: 0, joker: Some(JOKER_HELD) }.put(&mut table);
    assert_eq!(&Protocol::V20140.table_bytes(&table)[13..15], b"3D");
}

#[test]
fn what_is_no_table_is_refused() {
    let error = |bytes: &[u8]| Protocol::V20140.read_table(bytes).expect_err("garbage").to_string();
    assert!(error(b"D108").contains("4 bytes are no table; 33 are"));
    assert!(error(b"D108002028C00FFA60AABBB00000430x2").contains("byte 31 is 0x78"));
    assert!(error(b"D108002028C004BA60AABBB0000043012").contains("the joker is at 75"));
    assert!(Protocol::V20070.read_table(&[0; 479]).is_err());
}
