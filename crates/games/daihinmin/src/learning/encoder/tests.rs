//! Tests of `encoder`.

use super::*;
use crate::rules::Rules;
use karuta_engine::{Game, Rng};
use karuta_playable::encoding::Inputs;

#[test]
fn inputs_stay_in_their_range_and_fit_every_world() {
    let mut rng = Rng::new(1);
    let mut moves = Vec::new();
    let encoder = CANDIDATES.part;
    for seed in 0..200 {
        let mut state = match seed % 2 {
            0 => Daihinmin::new(Rules::OFFICIAL, seed),
            _ => Daihinmin::titled(Rules::OFFICIAL, [3, 1, 4, 0, 2], seed),
        };
        while let Some(seat) = state.turn() {
            moves.clear();
            state.moves(&mut moves);
            let seen = state.view(seat);
            let (mut inputs, mut rows) = (Inputs::default(), Rows::default());
            view(&seen, &mut inputs);
            encode(&seen, &moves, &mut rows);
            assert!(inputs.0.iter().all(|&(at, _)| usize::from(at) < encoder.view_inputs()));
            assert!(rows.inputs.0.iter().all(|&(at, _)| usize::from(at) < MOVE));
            assert_eq!(rows.len(), moves.len());
            // The features are those that a policy sees in any world that fits.
            let world = Daihinmin::sample(&seen, &mut rng);
            if world.phase() == Phase::Play {
                assert_eq!(SeatKnowledge::seen(&seen), SeatKnowledge::of(&world));
            }
            let mv = state.random_move(&mut Vec::new(), &mut rng);
            state.apply(mv);
        }
    }
}

#[test]
fn strength_turns_with_the_order() {
    assert_eq!(by_strength(Cards::SPADE_3 | Cards::JOKER, false), 1 << 3 | 1 << 56);
    assert_eq!(by_strength(Cards::SPADE_3 | Cards::JOKER, true), 1 << 51 | 1 << 56);
    assert_eq!(by_strength(Cards::cell(13, 0), true), 1);
}
