//! Tests of `endings`.

use super::*;
use crate::rules::Rules;
use karuta_engine::{Game, Rng};
use std::collections::HashMap;

/// The value by the game's own moves, without ordering, cuts or shortcuts.
fn brute(state: &Daihinmin, seen: &mut HashMap<Daihinmin, f64>) -> f64 {
    if let Some(&value) = seen.get(state) {
        return value;
    }
    let mut moves = Vec::new();
    state.moves(&mut moves);
    let me = usize::from(state.turn);
    let place = usize::from(state.done);
    let mut best = 0.0;
    for mv in moves {
        let mut next = *state;
        let by_lot = mv.is_pass() && state.passes + 1 >= DEADLOCK;
        next.apply(mv);
        let value = if by_lot {
            0.5
        } else if next.phase == Phase::Over {
            f64::from(u8::from(usize::from(next.finished[place]) == me))
        } else if usize::from(next.turn) == me {
            brute(&next, seen)
        } else {
            1.0 - brute(&next, seen)
        };
        best = f64::max(best, value);
    }
    seen.insert(*state, best);
    best
}

/// An ending of two with few cards, in the middle of a round perhaps.
pub(crate) fn ending(most: u32, rng: &mut Rng) -> Daihinmin {
    loop {
        let mut state = Daihinmin::new(Rules::OFFICIAL, rng.bits());
        while state.phase == Phase::Play {
            let cards: u32 = state.hands.iter().map(|hand| hand.len()).sum();
            if state.active.count_ones() == 2 && cards <= most && rng.below(3) > 0 {
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
    let mut endings = Endings::new(12);
    let mut found = [0; 3];
    for _ in 0..300 {
        let state = ending(9, &mut rng);
        let value = endings.value(&state, u32::MAX).expect("enough nodes");
        let truth = brute(&state, &mut HashMap::new());
        assert_eq!(value as u8 as f64 / 2.0, truth, "{state:?}");
        found[value as usize] += 1;
        let (mv, best) = endings.best(&state, u32::MAX).expect("enough nodes");
        assert_eq!(best, value);
        let mut next = state;
        next.apply(mv);
        if next.phase == Phase::Play {
            let same = next.turn == state.turn;
            let after = endings.value(&next, u32::MAX).expect("enough nodes");
            assert_eq!(if same { after } else { after.reversed() }, value, "{mv} in {state:?}");
        }
    }
    assert!(found[0] > 20 && found[2] > 20, "{found:?}");
}

#[test]
fn too_little_effort_gives_no_answer() {
    let mut rng = Rng::new(4);
    let state = ending(14, &mut rng);
    assert_eq!(Endings::new(4).value(&state, 0), None);
    assert_eq!(Endings::new(4).value(&Daihinmin::new(Rules::OFFICIAL, 1), u32::MAX), None);
}
