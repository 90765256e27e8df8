//! Positions put together by somebody who is only told what a seat may know, as a client of a server
//! is. Cards nobody has shown lie anywhere in such a position; a view hides them again, so the view of
//! the seat that was told is the true one.

use karuta_engine::Seat;

use crate::cards::Cards;
use crate::deal::TRIBUTE;
use crate::field::Field;
use crate::rules::Rules;
use crate::{Daihinmin, Phase, SEATS};

/// What a seat is told when it has to choose in the exchange, or when play begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Told {
    /// The rules.
    pub rules: Rules,
    /// The seat at each place.
    pub seating: [Seat; SEATS],
    /// The seats from daifugo to daihinmin; `None` in a game without titles.
    pub order: Option<[Seat; SEATS]>,
    /// Who is told.
    pub seat: Seat,
    /// What it holds.
    pub hand: Cards,
    /// How many cards everybody holds.
    pub counts: [u32; SEATS],
    /// What this seat paid as tribute.
    pub tribute: Cards,
    /// What its pair's rich seat gave, once it is known.
    pub gift: Cards,
    /// What happens next.
    pub phase: Phase,
    /// Who is to move.
    pub turn: Seat,
}

/// What is told once play goes on otherwise than by the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Correction {
    /// Who is told.
    pub seat: Seat,
    /// What it holds.
    pub hand: Cards,
    /// How many cards everybody holds.
    pub counts: [u32; SEATS],
    /// Who is to move.
    pub turn: Seat,
    /// The table.
    pub field: Field,
}

impl Daihinmin {
    /// A game dealt from a seed with everybody in his place, and with titles if there is an order from
    /// daifugo to daihinmin.
    pub fn seated(
        rules: Rules,
        seating: [Seat; SEATS],
        order: Option<[Seat; SEATS]>,
        seed: u64,
    ) -> Daihinmin {
        let mut state = Daihinmin::placed(Rules { reseat: 0, ..rules }, seating, order, seed);
        state.open_game(order.is_some());
        state.rules = rules;
        state
    }

    /// A game in which everybody was dealt this hand; tribute is paid already.
    pub fn dealt(
        rules: Rules,
        seating: [Seat; SEATS],
        order: Option<[Seat; SEATS]>,
        hands: [Cards; SEATS],
    ) -> Daihinmin {
        let mut state = Daihinmin::placed(rules, seating, order, 0);
        state.hands = hands;
        state.titled = order.is_some();
        if state.titled && rules.exchange {
            state.pay_tribute();
        } else {
            state.begin_play();
        }
        state
    }

    /// The position that was told; `None` if it cannot be one.
    pub fn told(told: &Told) -> Option<Daihinmin> {
        let mut state = Daihinmin::placed(told.rules, told.seating, told.order, 0);
        state.titled = told.order.is_some();
        state.hands = spread(told.seat, told.hand, told.counts, Cards::NONE)?;
        for pair in 0..TRIBUTE.len() {
            let (rich, poor) = state.pair(pair);
            if state.titled && (told.seat == rich || told.seat == poor) {
                state.tribute[pair] = told.tribute;
                state.gifts[pair] = told.gift;
            }
        }
        state.phase = told.phase;
        state.turn = told.turn as u8;
        if told.phase == Phase::Play {
            state.first = state.turn;
            state.last = state.turn;
        }
        Some(state)
    }

    /// Moves hidden cards so that a seat holds these, whoever held them; `false` if they cannot be there
    /// because `by`, who is told, holds some himself or they have been played.
    pub fn reveal(&mut self, seat: Seat, cards: Cards, by: Seat) -> bool {
        if seat == by || cards.len() > self.hands[seat].len() {
            return self.hands[seat].contains(cards);
        }
        let missing = cards.without(self.hands[seat]);
        let hidden = (0..SEATS).filter(|&other| other != seat && other != by);
        if !hidden.map(|other| self.hands[other]).collect::<Cards>().contains(missing) {
            return false;
        }
        for card in missing.iter() {
            let spare = Cards::bit(self.hands[seat].without(cards).lowest());
            for other in (0..SEATS).filter(|&other| other != seat) {
                if self.hands[other].contains(card) {
                    self.hands[other] = self.hands[other].without(card) | spare;
                }
            }
            self.hands[seat] = self.hands[seat].without(spare) | card;
        }
        true
    }

    /// Takes what a seat is told for true although the rules say otherwise; `false` if it cannot be.
    /// `laid` was played by `player` in a way that the rules do not know.
    pub fn correct(&mut self, player: Seat, laid: Cards, told: &Correction) -> bool {
        let mut state = *self;
        state.played[player] |= laid;
        let played: Cards = state.played.into_iter().collect();
        let Some(hands) = spread(told.seat, told.hand, told.counts, played) else {
            return false;
        };
        state.hands = hands;
        for &seat in &state.seating {
            if hands[usize::from(seat)].is_empty() && state.is_in(usize::from(seat)) {
                state.finished[usize::from(state.done)] = seat;
                state.done += 1;
                state.active &= !(1 << seat);
            }
        }
        state.phase = Phase::Play;
        state.field = told.field;
        state.turn = told.turn as u8;
        state.passed = if told.field.is_empty() { 0 } else { state.passed & !(1 << told.turn) };
        state.last = if told.field.is_empty() { state.turn } else { state.last };
        if !state.is_in(told.turn) {
            return false;
        }
        *self = state;
        true
    }

    /// A game before its cards are dealt, with everybody in his place.
    fn placed(rules: Rules, seating: [Seat; SEATS], order: Option<[Seat; SEATS]>, seed: u64) -> Daihinmin {
        let mut state = Daihinmin::blank(rules, seed);
        state.seating = seating.map(|seat| seat as u8);
        state.order = order.map_or(state.order, |order| order.map(|seat| seat as u8));
        state.know_neighbours();
        state
    }
}

/// Hands of the right sizes: the known one, and the cards nobody has shown anyhow.
fn spread(seat: Seat, hand: Cards, counts: [u32; SEATS], played: Cards) -> Option<[Cards; SEATS]> {
    let mut left = Cards::ALL.without(hand | played);
    let fits = counts[seat] == hand.len()
        && !hand.meets(played)
        && u64::from(left.len()) + u64::from(hand.len()) == counts.iter().map(|&n| u64::from(n)).sum();
    if !fits {
        return None;
    }
    let mut hands = [Cards::NONE; SEATS];
    for (other, &count) in counts.iter().enumerate() {
        hands[other] = if other == seat { hand } else { left.iter().take(count as usize).collect() };
        left = left.without(hands[other]);
    }
    Some(hands)
}

#[cfg(test)]
mod tests {
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
}
