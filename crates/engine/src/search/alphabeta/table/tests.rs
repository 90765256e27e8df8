//! Tests of `table`.

use super::*;

fn tiny() -> TranspositionTable<u16> {
    let mut table = TranspositionTable::new(1);
    table.begin();
    table
}

#[test]
fn a_position_is_found_again() {
    let mut table = tiny();
    table.store(7, 3, -21, Bound::Upper, Some(9));
    let entry = table.probe(7).expect("stored");
    assert_eq!((entry.value, entry.depth, entry.bound(), entry.mv), (-21, 3, Bound::Upper, Some(9)));
    assert!(table.probe(8).is_none());
    table.clear();
    assert!(table.probe(7).is_none());
}

#[test]
fn nothing_is_found_in_an_empty_table() {
    assert!(tiny().probe(0).is_none());
}

#[test]
fn a_bound_without_a_move_keeps_the_old_move() {
    let mut table = tiny();
    table.store(7, 3, 1, Bound::Lower, Some(9));
    table.store(7, 4, 2, Bound::Upper, None);
    assert_eq!(table.probe(7).and_then(|entry| entry.mv), Some(9));
}

#[test]
fn the_shallow_and_the_old_give_way() {
    let mut table = tiny();
    for (key, depth) in [(1, 5), (2, 1), (3, 4), (4, 3)] {
        table.store(key, depth, 0, Bound::Exact, None);
    }
    table.store(5, 2, 0, Bound::Exact, None);
    assert!(table.probe(2).is_none() && table.probe(5).is_some());
    table.begin();
    table.begin();
    for key in [6, 7, 8, 9] {
        table.store(key, 1, 0, Bound::Exact, None);
    }
    assert!([1, 3, 4, 5].iter().all(|&key| table.probe(key).is_none()));
}

#[test]
fn the_size_is_a_power_of_two_that_fits() {
    let mut table = TranspositionTable::<u16>::new(100_000);
    table.begin();
    let Memory::Own(buckets) = &table.memory else { panic!("nobody else uses it") };
    assert!(buckets.len().is_power_of_two());
    assert!(buckets.len() * size_of::<Bucket<u16>>() <= 100_000);
    assert_eq!(size_of::<Bucket<u16>>(), 64);
}

#[test]
fn tables_side_by_side_know_what_the_others_found() {
    let mut tables = TranspositionTable::<u16>::shared(100_000, 2);
    tables.iter_mut().for_each(TranspositionTable::begin);
    tables[0].store(77, 3, 12, Bound::Lower, Some(5));
    let found = tables[1].probe(77).expect("the other stored it");
    assert_eq!((found.value, found.depth, found.bound(), found.mv), (12, 3, Bound::Lower, Some(5)));
    tables[1].clear();
    assert!(tables[0].probe(77).is_none());
}
