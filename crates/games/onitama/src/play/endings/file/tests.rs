//! Tests of `file`.

use super::super::tests::{cards, small};
use super::*;

/// The bytes with a checksum that fits, as a program with a fault would write them.
fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.truncate(bytes.len() - 8);
    let length = bytes.len() as u64 + 8;
    bytes[12..20].copy_from_slice(&length.to_le_bytes());
    let checksum = fnv1a(&bytes);
    bytes.extend_from_slice(&checksum.to_le_bytes());
    bytes
}

fn error_of(bytes: &[u8]) -> EndgameError {
    EndgameTable::<3>::from_bytes(bytes).expect_err("no table")
}

#[test]
fn the_hash_is_the_published_one() {
    // Vectors of the hash's authors.
    assert_eq!(fnv1a(b""), 0xCBF2_9CE4_8422_2325);
    assert_eq!(fnv1a(b"a"), 0xAF63_DC4C_8601_EC8C);
    assert_eq!(fnv1a(b"foobar"), 0x8594_4171_F739_67E8);
}

#[test]
fn a_table_comes_back_as_it_was() {
    let mut table = small();
    assert!(EndgameTable::from_bytes(&table.to_bytes()) == Ok(table.clone()));
    let longest = table.entries.iter_mut().filter(|entry| **entry != ABSENT).max().expect("positions");
    *longest = 259;
    assert!(EndgameTable::from_bytes(&table.to_bytes()) == Ok(table.clone()));
    assert!(table.to_bytes().len() > 2 * table.summary().total.positions as usize);
}

#[test]
fn what_is_no_table_is_refused_in_one_line() {
    let whole = small().to_bytes();
    let (found, expected) = (whole.len() as u64 - 1, whole.len() as u64);
    let changed = |at: usize| {
        let mut bytes = whole.clone();
        bytes[at] ^= 2;
        bytes
    };
    let longer = [&whole[..], &[0]].concat();
    let cases = [
        (error_of(b""), EndgameError::NotATable),
        (error_of(b"KARUTA"), EndgameError::NotATable),
        (error_of(&changed(3)), EndgameError::NotATable),
        (error_of(&changed(8)), EndgameError::OtherVersion(3)),
        (error_of(&whole[..10]), EndgameError::Length { found: 10, expected: 20 }),
        (error_of(&whole[..whole.len() - 1]), EndgameError::Length { found, expected }),
        (error_of(&longer), EndgameError::Length { found: expected + 1, expected }),
        (error_of(&changed(20)), EndgameError::Damaged),
        (error_of(&changed(1_000)), EndgameError::Damaged),
        (error_of(&changed(whole.len() - 1)), EndgameError::Damaged),
        (error_of(&sealed(changed(20))), EndgameError::OtherBoard { found: 1, expected: 3 }),
        (error_of(&sealed(changed(21))), EndgameError::Malformed),
        (error_of(&sealed(longer)), EndgameError::Malformed),
        (error_of(&sealed(whole[..whole.len() - 1].to_vec())), EndgameError::Malformed),
        (error_of(&sealed(whole[..30].to_vec())), EndgameError::Malformed),
    ];
    for (found, expected) in cases {
        assert_eq!(found, expected);
        assert_eq!(found.to_string().lines().count(), 1);
    }
    let mut renamed = whole.clone();
    renamed[23] ^= 2;
    assert!(matches!(error_of(&sealed(renamed)), EndgameError::UnknownCard(_)));
    let mut wide = small();
    *wide.entries.iter_mut().find(|entry| **entry != ABSENT).expect("positions") = 0xFFFE;
    let mut wide = wide.to_bytes();
    let at = wide.windows(2).position(|pair| pair == [0xFE, 0xFF]).expect("the value just set");
    wide[at] = 0xFF;
    assert_eq!(error_of(&sealed(wide)), EndgameError::Malformed);
}

#[test]
fn a_card_given_twice_is_refused() {
    let repeated = cards("ox boar horse ox crab");
    let error = EndgameTable::<3>::solve(repeated, &mut |_| ()).err();
    assert_eq!(error, Some(EndgameError::RepeatedCard(repeated[0])));
}
