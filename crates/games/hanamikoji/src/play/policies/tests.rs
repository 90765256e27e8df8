//! Tests of `policies`.

use super::*;
use crate::rules::Rules;
use crate::text::position::parse_position;
use karuta_engine::Game;
use std::collections::HashMap;

/// The number of times each move is picked, in percent.
fn shares(state: &Hanamikoji) -> HashMap<String, f64> {
    const PICKS: u32 = 40_000;
    let mut rng = Rng::new(1);
    let mut shares = HashMap::new();
    let mut legal = Vec::new();
    state.moves(&mut legal);
    for _ in 0..PICKS {
        let mv = HassanRandom.pick(state, &mut Vec::new(), &mut rng);
        assert!(legal.contains(&mv), "{mv}");
        *shares.entry(mv.to_string()).or_insert(0.0) += 100.0 / f64::from(PICKS);
    }
    shares
}

fn assert_shares(state: &Hanamikoji, due: &[(&str, f64)]) {
    let found = shares(state);
    for &(mv, share) in due {
        let seen = found.get(mv).copied().unwrap_or(0.0);
        assert!((seen - share).abs() < 1.0, "{mv}: {seen} instead of {share}");
    }
}

#[test]
fn actions_are_even_and_cards_count_singly() {
    let state = parse_position(Rules::FAIR, "hands=0055566,1122334 removed=4").expect("a position");
    // A quarter for each action, then 2, 3 and 2 of 7 cards.
    let due = [("secret 0", 25.0 * 2.0 / 7.0), ("secret 5", 25.0 * 3.0 / 7.0), ("trade 5 5", 25.0 / 7.0)];
    assert_shares(&state, &due);
}

#[test]
fn offered_cards_count_singly() {
    let text = "hands=0055,1122334 plays=G566>?,- removed=4";
    let state = parse_position(Rules::FAIR, text).expect("a position");
    assert_shares(&state, &[("take 5", 100.0 / 3.0), ("take 6", 200.0 / 3.0)]);
    let text = "hands=055,1122334 plays=C0566>?,- removed=4";
    let state = parse_position(Rules::FAIR, text).expect("a position");
    assert_shares(&state, &[("take 0 5", 100.0 / 6.0), ("take 0 6", 200.0 / 6.0), ("take 6 6", 100.0 / 6.0)]);
}

#[test]
fn official_pairs_are_even() {
    let text = "hands=055,112233 plays=C05/66>?,- removed=4";
    let state = parse_position(Rules::OFFICIAL, text).expect("a position");
    assert_shares(&state, &[("take 0 5", 50.0), ("take 6 6", 50.0)]);
    let state = parse_position(Rules::OFFICIAL, "hands=0556666,112233 removed=4").expect("a position");
    // One in four competes; 0 and a 5 against two 6s: 1 * 2 * 6 choices of 35, paired so one time in three.
    assert_shares(&state, &[("compete 0 5 / 6 6", 25.0 * 12.0 / 35.0 / 3.0)]);
}
