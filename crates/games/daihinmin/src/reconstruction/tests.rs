//! Tests of `reconstruction`.

use super::*;
use karuta_engine::{Game as _, Rng};

const PLACES: [Seat; SEATS] = [3, 0, 4, 2, 1];
const TITLES: [Seat; SEATS] = [1, 4, 0, 2, 3];

/// A game in which the exchange is over.
fn playing(seed: u64) -> Daihinmin {
    let mut state = Daihinmin::seated(Rules::OFFICIAL, PLACES, Some(TITLES), seed);
    let (mut buf, mut rng) = (Vec::new(), Rng::new(seed));
    while state.gift_size().is_some() {
        state.apply(state.random_move(&mut buf, &mut rng));
    }
    state
}

fn told(state: &Daihinmin, seat: Seat) -> Told {
    let pair = match state.title(seat) {
        Some(0 | 4) => Some(0),
        Some(1 | 3) => Some(1),
        Some(_) | None => None,
    };
    let is_poor = state.title(seat).is_some_and(|title| title > 2);
    Told {
        rules: Rules::OFFICIAL,
        seating: state.seating(),
        order: Some(TITLES),
        seat,
        hand: state.hand(seat),
        counts: std::array::from_fn(|other| state.hand(other).len()),
        tribute: pair.filter(|_| is_poor).map_or(Cards::NONE, |pair| state.tribute(pair)),
        gift: pair.map_or(Cards::NONE, |pair| state.gift(pair)),
        phase: state.phase(),
        turn: state.turn().expect("not over"),
    }
}

#[test]
fn everybody_sits_where_he_is_put() {
    let state = Daihinmin::seated(Rules::OFFICIAL, PLACES, Some(TITLES), 1);
    assert_eq!(state.seating(), PLACES);
    assert_eq!(TITLES.map(|seat| state.title(seat)), [0, 1, 2, 3, 4].map(Some));
    // The daifugo and the two after him are dealt eleven; he holds two cards of tribute by now.
    assert_eq!([1, 3, 0, 4, 2].map(|seat| state.hand(seat).len()), [13, 9, 11, 11, 9]);
    assert_eq!(Daihinmin::seated(Rules::OFFICIAL, PLACES, None, 1).title(0), None);
}

#[test]
fn the_view_of_what_was_told_is_the_true_one() {
    for seed in 0..50 {
        let state = playing(seed);
        for seat in 0..SEATS {
            let world = Daihinmin::told(&told(&state, seat)).expect("it can be");
            assert_eq!(world.view(seat), state.view(seat));
        }
    }
}

#[test]
fn what_cannot_be_is_refused() {
    let state = playing(1);
    let good = told(&state, 0);
    let short = Told { hand: good.hand.without(good.hand.strongest(1)), ..good };
    assert_eq!(Daihinmin::told(&short), None);
    let mut crowded = good;
    crowded.counts[1] += 1;
    assert_eq!(Daihinmin::told(&crowded), None);
}

#[test]
fn cards_that_are_shown_are_where_they_are_shown() {
    let state = playing(2);
    let mut world = Daihinmin::told(&told(&state, 0)).expect("it can be");
    for seat in 1..SEATS {
        assert!(world.reveal(seat, state.hand(seat), 0));
        assert_eq!(world.hand(seat), state.hand(seat));
        assert_eq!(world.view(0), state.view(0));
    }
    assert!(!world.reveal(1, state.hand(0), 0), "one's own cards are nowhere else");
    assert!(world.reveal(0, state.hand(0), 0));
}

#[test]
fn a_deal_can_be_given() {
    let state = Daihinmin::seated(Rules::OFFICIAL, PLACES, None, 5);
    let hands = std::array::from_fn(|seat| state.hand(seat));
    let again = Daihinmin::dealt(Rules::OFFICIAL, PLACES, None, hands);
    assert!((0..SEATS).all(|seat| again.view(seat) == state.view(seat)));
}
