//! Tests of `arithmetic`.

use super::*;

#[test]
fn two_places_are_worked_out_by_hand() {
    let chances = Chances { matrix: vec![vec![0.75, 0.25], vec![0.5, 0.5]], points: vec![2.0, 1.0] };
    assert_eq!(expected(&chances, 0), [2.0, 1.0]);
    // One game on: 0.75 * 2 + 0.25 and 0.5 * 2 + 0.5.
    assert_eq!(expected(&chances, 1), [3.75, 2.5]);
    assert_eq!(step(&[5.0, 4.0, 1.0], 1), Some(0.75));
    assert_eq!(step(&[5.0, 4.0, 1.0], 2), None);
    assert_eq!(reach(&chances, &Measure::Expected { place: 0, games: 0 }), 0.0);
    let off = reach(&chances, &Measure::Expected { place: 0, games: 4 });
    assert!((off - 10.0 * 0.0015).abs() < 1e-12, "four games make 1 + 2 + 3 + 4 errors: {off}");
}
