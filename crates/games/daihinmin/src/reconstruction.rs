//! Positions put together by somebody who is only told what a seat may know, as a client of a server
//! is. Cards nobody has shown lie anywhere in such a position; a view hides them again, so the view of
//! the seat that was told is the true one.

use karuta_engine::Seat;

use crate::cards::Cards;
use crate::deal::TRIBUTE;
use crate::field::Field;
use crate::rules::Rules;
use crate::{Daihinmin, Phase, SEATS};

/// Facts that the server sends to a seat when it has to choose in the exchange, or when play begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Told {
    /// The rules.
    pub rules: Rules,
    /// The seat at each place.
    pub seating: [Seat; SEATS],
    /// The seats from daifugo to daihinmin; `None` in a game without titles.
    pub order: Option<[Seat; SEATS]>,
    /// The seat they are sent to.
    pub seat: Seat,
    /// The value in it.
    pub hand: Cards,
    /// The number of cards of each seat.
    pub counts: [u32; SEATS],
    /// The cards this seat paid as tribute.
    pub tribute: Cards,
    /// The cards the rich seat of its pair gave, once they are known.
    pub gift: Cards,
    /// The next step.
    pub phase: Phase,
    /// The seat to move.
    pub turn: Seat,
}

/// Facts that the server sends once play goes on otherwise than by the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Correction {
    /// The seat they are sent to.
    pub seat: Seat,
    /// The value in it.
    pub hand: Cards,
    /// The number of cards of each seat.
    pub counts: [u32; SEATS],
    /// The seat to move.
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
mod tests;
