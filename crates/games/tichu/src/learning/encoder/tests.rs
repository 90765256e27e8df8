//! Tests of `encoder`.

use super::*;
use crate::cards::parse_card;
use crate::rules::Rules;
use karuta_engine::{Game, Rng};
use karuta_playable::encoding::Inputs;

#[test]
fn inputs_stay_in_their_range_and_fit_every_world() {
    let mut rng = Rng::new(1);
    let mut moves = Vec::new();
    for seed in 0..150 {
        let rules = [Rules::OFFICIAL, Rules::PESTALOZZI, Rules::PESTALOZZI_CODE][seed as usize % 3];
        let mut state = Tichu::new(rules, seed);
        while let Some(seat) = state.turn() {
            moves.clear();
            state.moves(&mut moves);
            let tell = |state: &Tichu| {
                let (mut inputs, mut rows) = (Inputs::default(), Rows::default());
                view(&state.view(seat), &mut inputs);
                encode(&state.view(seat), &moves, &mut rows);
                (inputs, rows)
            };
            let (inputs, rows) = tell(&state);
            let views = CANDIDATES.part.view_inputs();
            assert!(inputs.0.iter().all(|&(at, _)| usize::from(at) < views));
            assert!(rows.inputs.0.iter().all(|&(at, _)| usize::from(at) < MOVE));
            assert_eq!(rows.len(), moves.len());
            let world = Tichu::sample(&state.view(seat), &mut rng);
            assert_eq!(tell(&world), (inputs, rows));
            let mv = moves[rng.index(moves.len())];
            state.apply(mv);
        }
    }
}

#[test]
fn what_stands_against_unseen_cards() {
    let unseen: Cards = ["SQ", "BQ", "S9", "B9", "G9"].iter().filter_map(|name| parse_card(name)).collect();
    let single = |rank: u8| Combo::new(Kind::Single, 0, 2 * rank);
    assert!(stands(single(12), unseen) && !stands(single(11), unseen));
    assert!(!stands(single(12), unseen | Cards::PHOENIX));
    assert!(stands(Combo::new(Kind::Single, 0, Combo::DRAGON), unseen | Cards::PHOENIX));
    assert!(stands(Combo::new(Kind::Pair, 0, 12), unseen) && !stands(Combo::new(Kind::Pair, 0, 11), unseen));
    assert!(stands(Combo::new(Kind::Triple, 0, 9), unseen));
    assert!(!stands(Combo::new(Kind::Triple, 0, 9), unseen | Cards::PHOENIX));
}
