//! Tests of `endings`.

use super::*;
use karuta_engine::Rng;
use std::collections::HashMap;

/// The points of seat 0's team by the game's own moves, without ordering, cuts or shortcuts.
fn brute(state: &Tichu, seen: &mut HashMap<Tichu, i32>) -> i32 {
    if state.phase == Phase::Over {
        return state.scores[0];
    }
    if let Some(&value) = seen.get(state) {
        return value;
    }
    let mut moves = Vec::new();
    state.moves(&mut moves);
    let values = moves.into_iter().map(|mv| {
        let mut next = *state;
        next.apply(mv);
        brute(&next, seen)
    });
    let value = if state.seat().is_multiple_of(2) { values.max() } else { values.min() };
    let value = value.expect("a move");
    seen.insert(*state, value);
    value
}

/// An ending of two with few cards, in the middle of a trick perhaps.
pub(crate) fn ending(rules: Rules, most: u32, rng: &mut Rng) -> Tichu {
    loop {
        let mut state = Tichu::new(rules, rng.bits());
        while state.phase != Phase::Over {
            let cards: u32 = state.hands.iter().map(|hand| hand.len()).sum();
            if is_ending(&state) && cards <= most && rng.below(4) > 0 {
                return state;
            }
            let mv = state.random_move(&mut Vec::new(), rng);
            state.apply(mv);
        }
    }
}

#[test]
fn endings_are_worth_what_every_line_says() {
    let mut rng = Rng::new(3);
    let odd = Rules { wish: WishRule::None, ..Rules::PESTALOZZI_CODE };
    let mut differ = 0;
    for rules in [Rules { calls: false, ..Rules::OFFICIAL }, Rules::PESTALOZZI, odd] {
        let mut endings = Endings::new(10);
        for _ in 0..250 {
            let state = ending(rules, 9, &mut rng);
            let value = endings.value(&state, u32::MAX).expect("enough nodes");
            let truth = brute(&state, &mut HashMap::new());
            assert_eq!(value[0], truth, "{state:?}");
            assert_eq!(value[0] + value[1], 100);
            let mv = endings.best(&state, u32::MAX).expect("enough nodes");
            let mut next = state;
            next.apply(mv);
            assert_eq!(brute(&next, &mut HashMap::new()), truth, "{mv} in {state:?}");
            let mut other = state;
            other.apply(state.random_move(&mut Vec::new(), &mut rng));
            differ += u32::from(brute(&other, &mut HashMap::new()) != truth);
        }
    }
    assert!(differ > 60, "most of the endings must leave something to get wrong: {differ}");
}

#[test]
fn calls_and_matches_do_not_matter() {
    let mut rng = Rng::new(5);
    let mut endings = Endings::new(10);
    for _ in 0..60 {
        let state = ending(Rules { target: 1_000, ..Rules::OFFICIAL }, 9, &mut rng);
        let mut plain = state;
        plain.rules = Rules { calls: false, ..Rules::OFFICIAL };
        plain.calls = [Call::None; 4];
        plain.scores = [0; 2];
        let truth = brute(&plain, &mut HashMap::new());
        assert_eq!(endings.value(&state, u32::MAX).expect("enough nodes")[0], truth);
    }
}

#[test]
fn too_little_effort_gives_no_answer() {
    let mut rng = Rng::new(4);
    let state = ending(Rules::PESTALOZZI, 20, &mut rng);
    assert_eq!(Endings::new(4).value(&state, 0), None);
    assert_eq!(Endings::new(4).value(&Tichu::new(Rules::PESTALOZZI, 1), u32::MAX), None);
}
