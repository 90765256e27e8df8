//! Tests of `scoring`.

use super::*;
use std::collections::HashSet;

fn markers(text: &str) -> Markers {
    let index = text.bytes().rev().fold(0, |index, c| 3 * index + usize::from(c - b'0'));
    Markers::from_index(index)
}

#[test]
fn arrangements_are_as_many_as_counted() {
    let open: Vec<Markers> =
        (0..ARRANGEMENTS).map(Markers::from_index).filter(|m| !m.is_decisive()).collect();
    assert_eq!(open.len(), 1249);
    // Suits 0 to 2 are alike, and so are 3 and 4.
    let orbits: HashSet<[Option<Seat>; SUITS]> = open
        .iter()
        .map(|m| {
            let mut owners: [Option<Seat>; SUITS] = std::array::from_fn(|suit| m.owner(suit));
            owners[..3].sort_unstable();
            owners[3..5].sort_unstable();
            owners
        })
        .collect();
    assert_eq!(orbits.len(), 274);
    assert!((0..ARRANGEMENTS).all(|index| Markers::from_index(index).index() == index));
}

#[test]
fn both_seats_never_have_four_markers_nor_eleven_charm() {
    for m in (0..ARRANGEMENTS).map(Markers::from_index) {
        assert!(m.count(0) < 4 || m.count(1) < 4);
        assert!(m.charm(0) < 11 || m.charm(1) < 11);
    }
}

#[test]
fn a_tie_leaves_the_marker() {
    let mut m = markers("1200120");
    let cards = |text: &str| -> Cards { text.bytes().map(|c| c - b'0').collect() };
    m.score([cards("02555"), cards("1236")]);
    // Suit 0 stays with its owner, 1 too, 2 is tied and unclaimed, 3 and 6 go to seat 1, 5 to seat 0.
    assert_eq!(m, markers("1202112"));
}

#[test]
fn markers_and_charm_have_their_priority() {
    // Seat 0 has the four cheapest markers, seat 1 the three dearest.
    let m = markers("1111222");
    let winner = |rules: &Rules| m.outcome(rules, false).expect("decided");
    assert_eq!(winner(&Rules::HASSAN), Outcome { winner: Some(0), by: Decided::Markers });
    assert_eq!(winner(&Rules::OFFICIAL), Outcome { winner: Some(1), by: Decided::Charm });
    assert_eq!(markers("1000000").outcome(&Rules::HASSAN, false), None);
}

#[test]
fn the_last_round_has_its_tie_breakers() {
    let end = |text: &str, tiebreak| {
        markers(text).outcome(&Rules { tiebreak, ..Rules::HASSAN }, true).expect("the last round")
    };
    let lead = |seat| Outcome { winner: Some(seat), by: Decided::Lead };
    let tier = |seat| Outcome { winner: Some(seat), by: Decided::Tier };
    let draw = Outcome { winner: None, by: Decided::Nothing };
    use Tiebreak::{Charm, CharmTier, Draw, MarkersCharmTier};
    // Two markers against one of more charm.
    assert_eq!(end("1100002", MarkersCharmTier), lead(0));
    assert_eq!(end("1100002", CharmTier), lead(1));
    assert_eq!(end("1100002", Draw), draw);
    // Two markers and seven charm each: 2 + 5 against 3 + 4.
    assert_eq!(end("1002021", MarkersCharmTier), tier(0));
    assert_eq!(end("1002021", CharmTier), tier(0));
    assert_eq!(end("1002021", Charm), draw);
    // A tier that both hold decides nothing.
    assert_eq!(end("1201200", MarkersCharmTier), draw);
}
