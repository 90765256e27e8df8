//! Tests of `encoder`.

use super::*;
use crate::rules::Rules;
use karuta_engine::{Game, Rng};
use karuta_playable::encoding::Inputs;

#[test]
fn inputs_stay_in_their_range_and_tell_moves_apart() {
    let mut rng = Rng::new(1);
    let mut moves = Vec::new();
    for seed in 0..300 {
        let mut state = Hanamikoji::new([Rules::HASSAN, Rules::OFFICIAL][seed as usize % 2], seed);
        while let Some(seat) = state.turn() {
            moves.clear();
            state.moves(&mut moves);
            let seen = state.view(seat);
            let (mut inputs, mut rows) = (Inputs::default(), Rows::default());
            view(&seen, &mut inputs);
            encode(&seen, &moves, &mut rows);
            let views = CANDIDATES.part.view_inputs();
            assert!(inputs.0.iter().all(|&(at, _)| usize::from(at) < views));
            assert!(rows.inputs.0.iter().all(|&(at, _)| usize::from(at) < MOVE));
            for (one, mv) in moves.iter().enumerate().take(rows.len()) {
                assert!((0..one).all(|other| rows.row(one) != rows.row(other)), "{mv:?}");
            }
            let mv = moves[rng.index(moves.len())];
            state.apply(mv);
        }
    }
}

#[test]
fn worlds_that_fit_a_view_are_told_alike() {
    let mut rng = Rng::new(2);
    for seed in 0..100 {
        let mut state = Hanamikoji::new(Rules::FAIR, seed);
        for _ in 0..seed % 20 {
            if state.turn().is_none() {
                break;
            }
            let mv = state.random_move(&mut Vec::new(), &mut rng);
            state.apply(mv);
        }
        let Some(seat) = state.turn() else { continue };
        let told = |state: &Hanamikoji| {
            let mut inputs = Inputs::default();
            view(&state.view(seat), &mut inputs);
            inputs
        };
        let world = Hanamikoji::sample(&state.view(seat), &mut rng);
        assert_eq!(told(&state), told(&world));
    }
}
