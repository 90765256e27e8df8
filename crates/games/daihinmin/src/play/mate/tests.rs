//! Tests of `mate`.

use super::*;
use crate::rules::Rules;
use karuta_engine::{Game, Rng};

/// Every run in every order, answers found by listing them.
fn brute(known: &SeatKnowledge) -> bool {
    let mut moves = Vec::new();
    known.field.canonical(known.hand, &mut moves);
    moves.iter().any(|&mv| {
        if mv.cards() == known.hand {
            return true;
        }
        let mut field = known.field;
        let mut answers = Vec::new();
        let cuts = field.lay(mv);
        field.canonical(known.out, &mut answers);
        answers.retain(|answer| answer.len() <= known.most);
        (cuts || known.alone || answers.is_empty()) && brute(&known.led(mv))
    })
}

fn some_turns(seed: u64, check: &mut dyn FnMut(&Daihinmin)) {
    let mut rng = Rng::new(seed);
    let mut buf = Vec::new();
    for _ in 0..150 {
        let mut state = Daihinmin::new(Rules::OFFICIAL, rng.bits());
        state.field.reversed = rng.below(3) == 0;
        while state.phase == Phase::Play {
            check(&state);
            let mv = state.random_move(&mut buf, &mut rng);
            state.apply(mv);
        }
    }
}

#[test]
fn mates_are_those_of_every_order() {
    let mut mates = Mates::default();
    let (mut found, mut none) = (0, 0);
    some_turns(5, &mut |state| {
        let known = SeatKnowledge::of(state);
        if known.hand.len() > 7 {
            return;
        }
        let first = mates.find(&known, u32::MAX);
        assert_eq!(first.is_some(), brute(&known), "{known:?}");
        match first {
            Some(mv) => {
                assert!(state.allows(mv));
                found += 1;
            }
            None => none += 1,
        }
    });
    assert!(found > 500 && none > 500, "{found} {none}");
}

/// A mate is carried out against others who answer whenever they can.
#[test]
fn a_mate_comes_in_next() {
    let mut mates = Mates::default();
    let mut rng = Rng::new(8);
    let mut carried_out = 0;
    some_turns(6, &mut |state| {
        let me = state.turn;
        if carried_out > 300 || mates.find(&SeatKnowledge::of(state), 1_000).is_none() {
            return;
        }
        let place = usize::from(state.done);
        let mut state = *state;
        while state.phase == Phase::Play && state.active >> me & 1 == 1 {
            let mv = if state.turn == me {
                // Once the play holds, the round has to be ended by passing it.
                match mates.find(&SeatKnowledge::of(&state), 1_000) {
                    Some(mv) => mv,
                    None => Move::PASS,
                }
            } else {
                let mut moves = Vec::new();
                state.moves(&mut moves);
                moves[rng.index((moves.len() - 1).max(1))]
            };
            state.apply(mv);
        }
        assert_eq!(state.finished[place], me, "{state:?}");
        carried_out += 1;
    });
    assert!(carried_out > 300);
}

#[test]
fn effort_is_bounded() {
    let mut mates = Mates::default();
    some_turns(7, &mut |state| {
        let known = SeatKnowledge::of(state);
        let first = mates.find(&known, 3);
        assert!(first.is_none() || brute(&known) || known.hand.len() > 7);
    });
}
