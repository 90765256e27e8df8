//! Tests of `objective`.

use super::*;
use crate::toys::Kuhn;

#[test]
fn a_seat_sees_its_aim_in_its_own_place() {
    let scores = Scores::two(0.75);
    let seen = |objective: Objective| [0, 1].map(|seat| objective.seen_by::<Kuhn>(0, scores)[seat]);
    assert_eq!(seen(Objective::Own), [0.75, 0.25]);
    assert_eq!(seen(Objective::LowerOfTwo(1)), [0.75, 0.25]);
    assert_eq!(seen(Objective::Lower(1)), [0.75, 0.25]);
    assert_eq!(seen(Objective::Raise(1)), [0.25, 0.25]);
    assert_eq!(seen(Objective::Lead(1)), [0.75, 0.25]);
}
