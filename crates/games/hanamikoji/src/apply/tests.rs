//! Tests of `apply`.

use super::*;
use crate::play::policies::HassanRandom;
use crate::rules::Rules;
use crate::scoring::Markers;
use karuta_engine::Game;

#[test]
fn a_finished_round_is_where_the_next_one_starts() {
    for rules in [Rules::HASSAN, Rules::OFFICIAL] {
        for seed in 0..50 {
            let start = Hanamikoji::at_round(rules, 2, Markers::from_index(5), seed);
            let (mut stopped, mut played) = (start, start);
            stopped.finish_round(&mut HassanRandom, &mut Vec::new(), &mut Rng::new(seed));
            let mut rng = Rng::new(seed);
            while played.round() == 2 && played.turn().is_some() {
                let mv = HassanRandom.pick(&played, &mut Vec::new(), &mut rng);
                played.apply(mv);
            }
            assert_eq!(stopped.markers(), played.markers());
            if stopped.phase() == Phase::Scored {
                stopped.next_round();
            }
            assert_eq!(stopped, played);
        }
    }
}

/// Searches that list draws come to the same as the seed that makes them.
#[test]
fn a_drawn_card_can_be_chosen() {
    let start = Hanamikoji::new(Rules::FAIR, 4);
    let mut moves = Vec::new();
    start.moves(&mut moves);
    let mut state = start;
    state.make(moves[0]);
    assert_eq!((state.phase(), state.turn()), (Phase::Draw, None));
    for (card, _) in state.draws() {
        let mut next = state;
        next.draw(card);
        assert_eq!(next.hand(0), state.hand(0) + card);
        assert_eq!((next.turn(), next.deck() + card), (Some(1), state.deck()));
    }
}
