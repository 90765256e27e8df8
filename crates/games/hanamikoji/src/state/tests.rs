//! Tests of `state`.

use super::*;
use crate::rules::{DealBy, DealOrder, Priority, Tiebreak};
use karuta_engine::conform;

#[test]
fn positions_are_small() {
    assert_eq!(size_of::<Hanamikoji>(), 88);
    assert_eq!(size_of::<Move>(), 8);
}

#[test]
fn every_set_of_rules_keeps_the_laws() {
    let competition = Rules { rounds: 3, ..Rules::OFFICIAL };
    let odd = Rules {
        deal_by: DealBy::Suit,
        deal_order: DealOrder::Block,
        priority: Priority::Markers,
        tiebreak: Tiebreak::Draw,
        removed_in_pool: false,
        rounds: 1,
        starts: 1,
        ..Rules::OFFICIAL
    };
    let shuffled = Rules { deal_order: DealOrder::RemovedFirst, ..Rules::HASSAN };
    let sets = [Rules::HASSAN, Rules::FAIR, Rules::OFFICIAL, competition, odd, shuffled];
    for (index, rules) in (0..).zip(sets) {
        conform::check(|rng| Hanamikoji::new(rules, rng.bits()), 60, index);
    }
}

/// Plays on at random until something is true of the position.
fn play_until(mut state: Hanamikoji, rng: &mut Rng, stop: impl Fn(&Hanamikoji) -> bool) -> Hanamikoji {
    while !stop(&state) {
        let mv = state.random_move(&mut Vec::new(), rng);
        state.apply(mv);
    }
    state
}

#[test]
fn a_view_hides_what_a_seat_cannot_know() {
    let mut rng = Rng::new(1);
    for rules in [Rules::HASSAN, Rules::FAIR, Rules::OFFICIAL] {
        for seed in 0..50 {
            let start = Hanamikoji::new(rules, seed);
            let state = play_until(start, &mut rng, |state| state.turns() == (seed % 7) as u8);
            // Two truths with one view: everything hidden is drawn anew, and the views stay equal.
            let worlds: Vec<Hanamikoji> =
                (0..20).map(|_| Hanamikoji::sample(&state.view(0), &mut rng)).collect();
            let hidden = |state: &Hanamikoji| (state.hands[1], state.aside[1], state.deck);
            assert!(worlds.iter().any(|world| hidden(world) != hidden(&state)));
            assert!(worlds.iter().all(|world| world.chance != state.chance));
            let kept = worlds.iter().all(|world| world.removed() == state.removed());
            assert_eq!(kept, !rules.removed_in_pool, "the thesis' agents know the removed card");
        }
    }
}

#[test]
fn a_peek_hides_only_the_draws() {
    let mut rng = Rng::new(2);
    let state = play_until(Hanamikoji::new(Rules::FAIR, 5), &mut rng, |state| state.turns() == 2);
    let view = View::peek(&state, 0);
    let world = Hanamikoji::sample(&view, &mut rng);
    assert_eq!(Hanamikoji { chance: state.chance, ..world }, state);
    assert_ne!(world.chance, state.chance);
    assert_eq!(View::peek(&world, 0), view);
}

#[test]
fn hidden_plays_have_no_face_for_the_other() {
    let state = Hanamikoji::new(Rules::HASSAN, 1);
    let mut moves = Vec::new();
    state.moves(&mut moves);
    for mv in moves {
        let hides = mv.action().is_some_and(|action| !action.is_offer());
        assert_eq!(state.observe(mv, 0), Some(mv));
        assert_eq!(state.observe(mv, 1) == Some(mv), !hides);
    }
}

#[test]
fn rounds_follow_with_the_other_seat_starting() {
    let mut rng = Rng::new(3);
    let start = Hanamikoji::at_round(Rules::HASSAN, 2, Markers::from_index(1), 7);
    assert!(start.is_round_start());
    assert_eq!((start.round(), start.actor(), start.markers().index()), (2, 1, 1));
    let state = play_until(start, &mut rng, |state| state.turn().is_none() || state.round() == 3);
    assert!(state.turn().is_none() || state.actor() == 0);
}
