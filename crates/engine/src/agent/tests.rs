//! Tests of `agent`.

use super::*;

#[test]
fn a_bound_is_reckoned_as_the_middle_of_what_it_leaves() {
    let ranked = |mean, bound| Ranked { mean, bound, ..Ranked::unknown(1u8) };
    assert_eq!(ranked(0.0, None).middle(), 0.0);
    assert_eq!(ranked(1.0, None).middle(), 1.0);
    assert_eq!(ranked(0.5, Some(Bound::AtMost)).middle(), 0.25);
    assert_eq!(ranked(0.5, Some(Bound::AtLeast)).middle(), 0.75);
}

#[test]
fn efforts_add_up_by_what_they_count() {
    let mut all = Effort::iterations(3) + Effort::nodes(5);
    all += Effort::iterations(4);
    assert_eq!(all.counts().collect::<Vec<_>>(), [("iterations", 7), ("nodes", 5)]);
    assert_eq!(Effort::NONE.counts().count(), 0);
}

#[test]
fn a_lone_move_is_forced_whoever_makes_it() {
    assert_eq!(Choice::unranked(7, &[7], Basis::Rule).basis, Basis::Forced);
    let choice = Choice::unranked(8, &[7, 8, 9], Basis::Rule);
    assert_eq!(choice.basis, Basis::Rule);
    assert_eq!(choice.ranked.iter().map(|ranked| ranked.mv).collect::<Vec<_>>(), [8, 7, 9]);
}
