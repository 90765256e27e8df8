//! Tests of `taken`.

use super::*;
use crate::Hanamikoji;
use crate::moves::Move;
use crate::rules::Rules;
use karuta_engine::Game;

/// Worlds of an agent that forgets contradict what was seen, and are still worlds: everybody in them
/// sees something and can draw others that fit it.
#[test]
fn forgotten_cards_do_no_harm() {
    let mut rng = Rng::new(6);
    for (rules, seed) in
        [Rules::HASSAN, Rules::FAIR].into_iter().flat_map(|rules| (0..100).map(move |s| (rules, s)))
    {
        let mut state = Hanamikoji::new(rules, seed);
        while let Some(seat) = state.turn() {
            let view = state.view(seat);
            let world = view.fill(Known::default(), &mut rng);
            for other in 0..2 {
                let view = world.view(other);
                assert_eq!(Hanamikoji::sample(&view, &mut rng).removed().len(), 1);
            }
            state = world;
            let mv = state.random_move(&mut Vec::new(), &mut rng);
            state.apply(mv);
        }
    }
}

/// A card the other seat took is in its hand while it has played nothing since.
#[test]
fn a_taken_card_is_where_it_was_put() {
    let mut rng = Rng::new(5);
    for seed in 0..20 {
        let mut state = Hanamikoji::new(Rules::HASSAN, seed);
        let gift: Cards = state.hand(0).iter().take(3).collect();
        state.apply(Move::play(Action::Gift, gift));
        let taken = Cards::one(gift.lowest());
        state.apply(Move::take(taken));
        for _ in 0..50 {
            assert!(Hanamikoji::sample(&state.view(0), &mut rng).hand(1).contains(taken));
        }
        let mut secret = 0;
        state.apply(Move::play(Action::Secret, Cards::one(state.hand(1).lowest())));
        for _ in 0..50 {
            let world = Hanamikoji::sample(&state.view(0), &mut rng);
            assert!((world.hand(1) + world.aside(1).secret()).contains(taken));
            secret += u32::from(!world.hand(1).contains(taken));
        }
        assert!(secret < 25, "one card of eight is seldom the secret: {secret} of 50");
    }
}
