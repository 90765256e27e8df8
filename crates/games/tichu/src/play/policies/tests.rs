//! Tests of `policies`.

use super::*;
use crate::rules::Rules;
use crate::text::position::parse_position;

fn shares(mut policy: impl Policy<Tichu>, text: &str, wanted: &str) -> f64 {
    const PICKS: u32 = 20_000;
    let state = parse_position(Rules::OFFICIAL, text).expect("a position");
    let mut rng = Rng::new(1);
    let picked = (0..PICKS).filter(|_| policy.pick(&state, &mut Vec::new(), &mut rng).to_string() == wanted);
    picked.count() as f64 / f64::from(PICKS)
}

#[test]
fn types_are_even_and_calls_are_left_out() {
    let hand = "hand=S2,B3,G4,R5,S7,B7,G9,RT,SJ,BQ,GK,RA,SA,Dog";
    // Singles, pairs and straights to lead: twelve, two and three of them.
    for (mv, due) in [("Dog", 1.0 / 36.0), ("7 7", 1.0 / 6.0), ("9 T J Q K", 1.0 / 9.0), ("tichu", 0.0)] {
        assert!((shares(BalancedRandom, hand, mv) - due).abs() < 0.012, "{mv}");
    }
    let answer = format!("{hand} table=pair:6");
    assert!((shares(BalancedRandom, &answer, "pass") - 0.5).abs() < 0.02, "passing is a type");
}

#[test]
fn the_simple_agent_passes_or_plays_a_single() {
    let hand = "hand=S2,B2,S7,B7";
    assert_eq!(shares(Simple, &format!("{hand} table=pair:6"), "pass"), 1.0);
    assert!((shares(Simple, hand, "7") - 0.5).abs() < 0.02);
}
