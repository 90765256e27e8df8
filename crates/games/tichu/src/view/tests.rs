//! Secrets that views keep, and worlds drawn uniformly.

use std::collections::HashMap;

use super::*;
use crate::tests::rules::ending;
use karuta_engine::worlds::Whose;
use karuta_engine::{Game, Rng, conform};

#[test]
fn every_set_of_rules_keeps_the_laws() {
    use crate::rules::{Bombs, Exchange, Gift, Phoenix, WishRule};
    let odd = Rules {
        exchange: Exchange::None,
        bombs: Bombs::OutOfTurn,
        phoenix: Phoenix::High,
        gift: Gift::Right,
        wish: WishRule::Strict,
        wish_optional: false,
        ..Rules::PESTALOZZI
    };
    let sets = [
        (Rules::OFFICIAL, 40),
        (Rules::PESTALOZZI, 40),
        (Rules::PESTALOZZI_CODE, 40),
        (odd, 40),
        (Rules { target: 200, rounds: 4, ..Rules::OFFICIAL }, 8),
        (Rules { target: 500, ..Rules::PESTALOZZI }, 4),
    ];
    for (index, (rules, games)) in (0..).zip(sets) {
        conform::check(|rng| Tichu::new(rules, rng.bits()), games, index);
    }
}

#[test]
fn a_view_hides_what_a_seat_cannot_know() {
    let mut rng = Rng::new(1);
    for seed in 0..60 {
        let rules = [Rules::OFFICIAL, Rules::PESTALOZZI][(seed % 2) as usize];
        let mut state = Tichu::new(rules, seed);
        for _ in 0..seed {
            let mv = state.random_move(&mut Vec::new(), &mut rng);
            let mut next = state;
            next.apply(mv);
            if next.turn().is_none() {
                break;
            }
            state = next;
        }
        for seat in 0..4 {
            let view = state.view(seat);
            assert_eq!(view.open.chance, Chance(0));
            let worlds: Vec<Tichu> = (0..20).map(|_| Tichu::sample(&view, &mut rng)).collect();
            assert!(
                worlds
                    .iter()
                    .all(|world| world.chance != state.chance && world.hands[seat] == state.hands[seat])
            );
            if view.unseen().len() > 6 {
                assert!(worlds.iter().any(|world| world.hands != state.hands));
            }
        }
    }
}

#[test]
fn a_peek_hides_only_the_seed() {
    let mut rng = Rng::new(2);
    let state = Tichu::new(Rules::PESTALOZZI, 5);
    let view = View::peek(&state, 1);
    let world = Tichu::sample(&view, &mut rng);
    assert_eq!(Tichu { chance: state.chance, ..world }, state);
    assert_ne!(world.chance, state.chance);
    assert_eq!(View::peek(&world, 1), view);
}

#[test]
fn given_cards_are_where_they_were_put() {
    let mut rng = Rng::new(3);
    let state = Tichu::new(Rules::PESTALOZZI, 9);
    for _ in 0..50 {
        let world = Tichu::sample(&state.view(2), &mut rng);
        for way in 1..=3 {
            let card = Cards::one(state.given[2][way - 1]);
            assert!(world.hands[(2 + way) % 4].contains(card));
        }
        assert_eq!(world.view(2).received(), state.view(2).received());
        assert!(world.view(2).received().iter().all(Option::is_some));
    }
}

fn hands_drawn(state: &Tichu, seat: Seat, draws: u32) -> HashMap<[Cards; 4], u32> {
    let mut rng = Rng::new(7);
    let view = state.view(seat);
    let mut seen = HashMap::new();
    for _ in 0..draws {
        *seen.entry(Tichu::sample(&view, &mut rng).hands).or_insert(0) += 1;
    }
    seen
}

fn assert_even(seen: &HashMap<[Cards; 4], u32>, worlds: usize, draws: u32) {
    assert_eq!(seen.len(), worlds);
    let share = f64::from(draws) / worlds as f64;
    for (hands, &count) in seen {
        assert!((f64::from(count) - share).abs() < 6.0 * share.sqrt(), "{hands:?}: {count}, not {share}");
    }
}

#[test]
fn worlds_of_small_endings_are_even() {
    // Five unseen cards in hands of two, two and one: 30 worlds.
    let state = ending(["S2,S3", "B4,B5", "G6,G7", "RA"], "turn=0", Rules::PESTALOZZI);
    assert_even(&hands_drawn(&state, 0, 30_000), 30, 30_000);
}

#[test]
fn worlds_of_a_window_are_even_among_those_with_a_bomb() {
    // Seat 1 is asked: it has four twos or four threes, or both. Seats 2 and 3 hold two cards each.
    let hands = ["S9,SA", "R2,B2,G2,S2,R5", "R3,B3", "G3,S3"];
    let more = "phase=window turn=3 owner=2 asked=1 table=single:9";
    let state = ending(hands, more, Rules { calls: false, ..Rules::OFFICIAL });
    // The fifth card of seat 1 is one of the five others (R5 and threes) for four twos, and one of the
    // twos or R5 for four threes: ten hands, each with the four cards left split in six ways.
    assert_even(&hands_drawn(&state, 0, 60_000), 60, 60_000);
    // Seat 1 knows its bomb and nothing else: any split of four cards and its own view is its hand.
    let own = hands_drawn(&state, 1, 10_000);
    assert!(own.keys().all(|hands| hands[1] == state.hands[1]));
    assert_eq!(own.len(), 90, "six unseen cards in hands of two, two and two");
}

#[test]
fn a_bomb_that_is_kept_leaves_no_trace() {
    let hands = ["S9,SA", "R2,B2,G2,S2,R5", "R3,B3", "G3,S3"];
    let more = "phase=window turn=3 owner=2 asked=1 table=single:9";
    let rules = Rules { calls: false, ..Rules::OFFICIAL };
    let mut state = ending(hands, more, rules);
    let hold = crate::moves::Move::hold(1);
    assert_eq!([0, 1, 3].map(|by| state.observe(hold, by)), [None, Some(hold), None]);
    state.apply(hold);
    assert_eq!((state.phase, state.turn()), (Phase::Play, Some(3)));
    // Seat 3 sees what it would see had there been no bomb to keep.
    let hands = ["S9,SA", "R2,B2,G2,R3,R5", "S2,B3", "G3,S3"];
    let other = ending(hands, "phase=play turn=3 owner=2 table=single:9", rules);
    assert_eq!(blank(state.view(3)), blank(other.view(3)));
}

/// The view without what the two endings have played differently.
fn blank(mut view: View) -> View {
    view.open.played = [Cards::NONE; 4];
    view
}

/// The number of cards of each other seat that are where they really are, over worlds drawn with a partial reveal to seat 0.
fn seen_by_halves(state: &Tichu, fraction: f64, whose: Whose) -> [f64; 3] {
    const WORLDS: u32 = 2_000;
    let view = View::peek(state, 0);
    let mut rng = Rng::new(3);
    let mut right = [0.0; 3];
    for _ in 0..WORLDS {
        let world = view.glimpse(fraction, whose, &mut rng);
        assert_eq!(world.hands[0], state.hands[0]);
        for (seat, right) in (1..4).zip(&mut right) {
            assert_eq!(world.hands[seat].len(), state.hands[seat].len());
            *right += f64::from((world.hands[seat] & state.hands[seat]).len());
        }
    }
    right.map(|right| right / f64::from(WORLDS) / 14.0)
}

#[test]
fn glimpses_are_right_as_often_as_they_should() {
    use crate::rules::Exchange;
    let state = Tichu::new(Rules { exchange: Exchange::None, ..Rules::PESTALOZZI }, 1);
    // A card that is not seen is dealt to one of three.
    let [honest, all] = [0.0, 1.0].map(|fraction| seen_by_halves(&state, fraction, Whose::Everyone));
    assert!(honest.iter().all(|right| (right - 1.0 / 3.0).abs() < 0.01), "{honest:?}");
    assert_eq!(all, [1.0; 3]);
    let some = seen_by_halves(&state, 0.6, Whose::Everyone);
    assert!(some.iter().all(|right| (right - 0.6 - 0.4 / 3.0).abs() < 0.02), "{some:?}");
    // The partner's cards are what is left.
    assert_eq!(seen_by_halves(&state, 1.0, Whose::Enemies), [1.0; 3]);
    // Four tenths of two hands and all of the partner's are dealt anew: 25.2 cards on average.
    let [right, partner, left] = seen_by_halves(&state, 0.6, Whose::Enemies);
    let (enemy, friend) = (0.6 + 0.4 * 5.6 / 25.2, 14.0 / 25.2);
    let is_close = |share: f64, due: f64| (share - due).abs() < 0.02;
    assert!(is_close(right, enemy) && is_close(left, enemy), "{right} {left}");
    assert!(is_close(partner, friend), "{partner}");
}
