//! Tests of `inputs`.

use super::*;
use crate::Phase;
use crate::play::features::choices;
use crate::rules::Rules;
use karuta_engine::{Game, Rng};

/// The group of every input, those of `features` first.
fn groups() -> Vec<usize> {
    let blocks = super::super::BLOCKS.iter().chain(BLOCKS).enumerate();
    blocks.flat_map(|(group, (_, rows, columns))| std::iter::repeat_n(group, rows * columns)).collect()
}

/// Asserts that no group but those by rank, cards and calls has two inputs, and counts all.
fn check(inputs: &[usize], groups: &[usize], met: &mut [u32], what: &str) {
    let several = [KEEPS, UNSEEN, CARDS, CALLS].map(|input| groups[input]);
    for (at, &input) in inputs.iter().enumerate() {
        met[input] += 1;
        let group = groups[input];
        let same = |&other: &usize| groups[other] == group && !several.contains(&group);
        assert!(!inputs[..at].contains(&input) && !inputs[..at].iter().any(same), "{what}: {inputs:?}");
    }
}

#[test]
fn inputs_stay_in_their_groups_and_are_met() {
    let mut rng = Rng::new(3);
    let mut met = vec![0u32; COUNT];
    let groups = groups();
    let mut moves = Vec::new();
    for seed in 0..1_000 {
        let mut state = Tichu::new(Rules::OFFICIAL, seed);
        while state.turn().is_some() {
            if state.phase == Phase::Play {
                let inputs = Inputs::of(&state);
                let may_pass = choices(&state, &mut moves);
                let mut seen = Vec::new();
                inputs.shared(|input| seen.push(input));
                check(&seen, &groups, &mut met, "shared");
                let mut given_up = GivenUp::default();
                for &mv in &moves {
                    seen.clear();
                    inputs.play(mv, mv.kind().expect("a play"), &mut given_up, |input| seen.push(input));
                    check(&seen, &groups, &mut met, &mv.to_string());
                }
                if may_pass && !moves.is_empty() {
                    seen.clear();
                    inputs.pass(&given_up, |input| seen.push(input));
                    check(&seen, &groups, &mut met, "pass");
                }
            }
            let mv = state.random_move(&mut moves, &mut rng);
            state.apply(mv);
        }
    }
    // Many combinations cannot come up; a good part must, and some of every group.
    let ever = met.iter().filter(|&&count| count > 0).count();
    assert!(ever > COUNT / 2, "{ever} of {COUNT} ever met");
    for wanted in 0..=groups[COUNT - 1] {
        assert!((0..COUNT).any(|input| groups[input] == wanted && met[input] > 0), "group {wanted}");
    }
}

#[test]
fn hands_are_read() {
    let cards = |text: &str| {
        text.split(' ')
            .map(|name| {
                Cards::ALL.iter().find(|&card| crate::cards::card_name(card) == name).expect("a card")
            })
            .fold(Cards::NONE, |all, card| all | Cards::one(card))
    };
    // 2 and 8 are alone, 3 and 4 are pairs, 9 is no low card.
    assert_eq!(lows(cards("R2 R3 B3 G4 S4 R8 G9")), (2, 1));
    assert_eq!(lows(cards("R3 B4 G5 S6 R7 RA")), (0, 0), "a run");
    assert_eq!(lows(cards("R6 RK")), (1, 3));
    assert_eq!(controls(cards("RA BA RK G5"), 14), 2);
    assert_eq!(controls(cards("RA BA RK G5"), 13), 3);
    assert_eq!(controls(cards("R5 B5 G5 S5 RA"), 14), 2, "a bomb");
}
