//! Chance: the hidden seed of a position, and the deals, lots and exchanges that follow from it.

use crate::cards::Cards;
use crate::moves::Move;
use crate::rules::Exchange;
use crate::{NOBODY, Phase, Tichu};

/// The seed from which all coming deals and lots follow: the state of splitmix64. Views hide it, and a
/// sampled world gets a new one, so nothing can be learned from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Chance(pub u64);

impl Chance {
    /// Sixty-four random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}

/// Cards to draw from.
pub struct Deck {
    cards: [u8; 64],
    left: usize,
}

impl Deck {
    /// These cards.
    pub fn of(pool: Cards) -> Deck {
        let mut deck = Deck { cards: [0; 64], left: 0 };
        for card in pool.iter() {
            deck.cards[deck.left] = card;
            deck.left += 1;
        }
        deck
    }

    /// One of the cards left, all equally likely. There must be one.
    #[inline]
    pub fn draw(&mut self, bits: u64) -> u8 {
        let at = ((u128::from(bits) * self.left as u128) >> 64) as usize;
        self.left -= 1;
        self.cards.swap(at, self.left);
        self.cards[self.left]
    }

    /// So many cards.
    #[inline]
    pub fn hand(&mut self, count: u32, mut bits: impl FnMut() -> u64) -> Cards {
        (0..count).fold(Cards::NONE, |hand, _| hand | Cards::one(self.draw(bits())))
    }
}

/// Cards a seat holds before the Grand Tichu is asked about.
pub const FIRST: u32 = 8;

/// Cards a seat is dealt.
pub const DEALT: u32 = 14;

impl Tichu {
    /// Deals the next round.
    pub(crate) fn open_round(&mut self) {
        self.hands = [Cards::NONE; 4];
        self.played = [Cards::NONE; 4];
        self.given = [[NOBODY; 3]; 4];
        self.top = None;
        self.top_cards = Cards::NONE;
        self.trick = 0;
        self.won = [0; 4];
        self.calls = [crate::Call::None; 4];
        self.out = [NOBODY; 4];
        self.finished = 0;
        self.wish = 0;
        self.owner = 0;
        self.asked = 0;
        self.turn = 0;
        if self.rules.calls {
            self.deal_up_to(FIRST);
            self.phase = Phase::Grand;
        } else {
            self.complete_deal();
        }
    }

    /// Deals the cards that nobody has yet until every hand has `size`.
    fn deal_up_to(&mut self, size: u32) {
        let dealt = self.hands.iter().fold(Cards::NONE, |all, &hand| all | hand);
        let mut deck = Deck::of(Cards::ALL - dealt);
        let chance = &mut self.chance;
        for hand in &mut self.hands {
            *hand |= deck.hand(size - hand.len(), || chance.bits());
        }
    }

    /// Deals what is left and exchanges, or asks for the exchange.
    pub(crate) fn complete_deal(&mut self) {
        for seat in 0..4 {
            self.hands[seat] |= std::mem::replace(&mut self.played[seat], Cards::NONE);
        }
        self.deal_up_to(DEALT);
        self.turn = 0;
        match self.rules.exchange {
            Exchange::Chosen => self.phase = Phase::Give,
            Exchange::ByLot => {
                for seat in 0..4 {
                    let mut deck = Deck::of(self.hands[seat]);
                    for way in 0..3 {
                        self.given[seat][way] = deck.draw(self.chance.bits());
                    }
                }
                self.exchange();
            }
            Exchange::None => self.begin_play(),
        }
    }

    /// A card is chosen for the exchange; the last one of all makes it happen.
    pub(crate) fn give(&mut self, mv: Move) {
        let seat = self.seat();
        self.given[seat][mv.way() - 1] = mv.card().unwrap_or(NOBODY);
        if mv.way() == 3 {
            if seat == 3 {
                self.exchange();
            } else {
                self.turn += 1;
            }
        }
    }

    /// All given cards change hands.
    fn exchange(&mut self) {
        for seat in 0..4 {
            for way in 1..=3 {
                self.hands[seat] -= Cards::one(self.given[seat][way - 1]);
            }
        }
        for seat in 0..4 {
            for way in 1..=3 {
                self.hands[(seat + way) % 4] |= Cards::one(self.given[seat][way - 1]);
            }
        }
        self.begin_play();
    }

    /// Whoever has the Mah Jong leads.
    fn begin_play(&mut self) {
        self.turn = self.hands.iter().position(|hand| hand.contains(Cards::MAH)).unwrap_or(0) as u8;
        self.owner = self.turn;
        self.phase = Phase::Play;
    }
}

#[cfg(test)]
mod tests;
