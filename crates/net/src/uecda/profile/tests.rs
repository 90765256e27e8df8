//! Tests of `profile`.

use super::*;

#[test]
fn names_survive_as_far_as_they_fit() {
    for (given, kept) in [("karuta", "karuta"), ("a name that is long", "anamethatislon"), ("", "")] {
        let profile = Profile { protocol: Protocol::V20140, name: given.to_string() };
        let table = Protocol::V20070.read_table(&profile.bytes()).expect("a table");
        let read = Profile::read(&table).expect("a profile");
        assert_eq!(read, Profile { protocol: Protocol::V20140, name: kept.to_string() });
    }
}

#[test]
fn other_versions_are_no_profile() {
    let mut table = CellTable::default();
    table.0[0][0] = 20060;
    assert_eq!(Profile::read(&table), Err(20060));
}
