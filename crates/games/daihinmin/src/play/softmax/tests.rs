//! Tests of `softmax`.

use super::*;
use crate::rules::Rules;
use crate::text::notation::parse_cards;

/// Plays games in which one seat goes by `policy`, and the others play at random.
fn play(mut policy: Softmax, games: u64, seed: u64) {
    let mut rng = Rng::new(seed);
    let mut buf = Vec::new();
    for game in 0..games {
        let mut state = Daihinmin::titled(Rules::OFFICIAL, [2, 0, 3, 1, 4], rng.bits());
        let me = (game % 5) as usize;
        while let Some(seat) = state.turn() {
            let mv = if seat == me {
                policy.pick(&state, &mut buf, &mut rng)
            } else {
                state.random_move(&mut buf, &mut rng)
            };
            assert!(state.allows(mv));
            state.apply(mv);
        }
    }
}

#[test]
fn policies_make_legal_moves() {
    for factors in [light(), learned()] {
        play(Softmax::new(factors), 300, 4);
        play(Softmax::greedy(factors), 300, 4);
    }
}

#[test]
fn chances_are_those_of_the_draws() {
    let mut policy = Softmax::new(light());
    let mut rng = Rng::new(6);
    let mut buf = Vec::new();
    for _ in 0..40 {
        let mut state = Daihinmin::new(Rules::OFFICIAL, rng.bits());
        for _ in 0..rng.below(30) {
            let mv = state.random_move(&mut buf, &mut rng);
            state.apply(mv);
        }
        let mut legal = Vec::new();
        state.moves(&mut legal);
        let chances: Vec<f32> = legal.iter().map(|&mv| policy.chance(&state, mv, &mut buf)).collect();
        assert!((chances.iter().sum::<f32>() - 1.0).abs() < 1e-4, "{chances:?}");
        const DRAWS: u32 = 4_000;
        let mut drawn = vec![0u32; legal.len()];
        for _ in 0..DRAWS {
            let mv = policy.pick(&state, &mut buf, &mut rng);
            drawn[legal.iter().position(|&other| other == mv).expect("a legal move")] += 1;
        }
        for (chance, drawn) in chances.iter().zip(drawn) {
            let share = drawn as f32 / DRAWS as f32;
            assert!((chance - share).abs() < 0.05, "{chance} {share}");
        }
    }
}

#[test]
fn informed_playouts_end_with_a_place_for_everybody() {
    let mut playout = Informed::new(Softmax::new(light()));
    let mut rng = Rng::new(9);
    let rules = Rules { games: 3, ..Rules::OFFICIAL };
    for seed in 0..200 {
        let mut state = Daihinmin::new(rules, seed);
        playout.run(&mut state, u32::MAX, &mut rng);
        assert_eq!(state.turn(), None);
        for at in 0..5 {
            assert_eq!(state.tally[at].iter().sum::<u16>(), 3);
            assert_eq!((0..5).map(|seat| state.tally[seat][at]).sum::<u16>(), 3);
        }
    }
}

#[test]
fn gifts_are_weak_and_loose() {
    let give = |hand: &str, size| gift(parse_cards(hand).expect("cards"), size).to_string();
    assert_eq!(give("S4,H5,D5,C6,SK,H2", 2), "S4,C6");
    assert_eq!(give("S3,H4,D4,S8,SQ,H2", 1), "S3");
    assert_eq!(give("D3,H4,H5,H6,C7,SQ", 2), "D3,C7");
    assert_eq!(give("S4,H4,D5,C5,SK,JO", 2), "S4,H4");
}
