//! Cards that a seat has laid down in a round: those it offered, those taken of them, those it hid, and the order of
//! its actions. Several small counts share the byte of a suit, so a seat's round fits into three words and both seats
//! remember all of it.

use crate::cards::Cards;
use crate::moves::Action;

/// The lowest `count` bits of every suit.
const fn bits(count: u32) -> u64 {
    0x0001_0101_0101_0101 * ((1 << count) - 1)
}

/// Cards that a seat offered in a round, and those the other seat took of them.
///
/// In the byte of a suit: two bits of cards offered as a gift, one bit taken of them, three bits of
/// cards offered in a competition, two bits taken of those.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Offers(u64);

const TAKEN_GIFT: u32 = 2;
const COMPETE: u32 = 3;
const TAKEN_COMPETE: u32 = 6;

impl Offers {
    /// All of it as one number.
    pub(crate) fn packed(self) -> u64 {
        self.0
    }

    #[inline]
    fn field(self, shift: u32, width: u32) -> Cards {
        Cards::from_bytes(self.0 >> shift & bits(width))
    }

    /// The cards offered with `action`.
    #[inline]
    pub fn offered(self, action: Action) -> Cards {
        match action {
            Action::Gift => self.field(0, 2),
            Action::Compete => self.field(COMPETE, 3),
            Action::Secret | Action::Trade => Cards::NONE,
        }
    }

    /// The cards the other seat took from that offer.
    #[inline]
    pub fn taken_of(self, action: Action) -> Cards {
        match action {
            Action::Gift => self.field(TAKEN_GIFT, 1),
            Action::Compete => self.field(TAKEN_COMPETE, 2),
            Action::Secret | Action::Trade => Cards::NONE,
        }
    }

    /// All cards offered.
    #[inline]
    pub fn all(self) -> Cards {
        self.field(0, 2) + self.field(COMPETE, 3)
    }

    /// All cards taken by the other seat.
    #[inline]
    pub fn taken(self) -> Cards {
        self.field(TAKEN_GIFT, 1) + self.field(TAKEN_COMPETE, 2)
    }

    /// The cards that were not taken, or not yet.
    #[inline]
    pub fn left(self) -> Cards {
        self.all() - self.taken()
    }

    #[inline]
    pub(crate) fn offer(&mut self, action: Action, cards: Cards) {
        self.0 += cards.bytes() << if action == Action::Gift { 0 } else { COMPETE };
    }

    #[inline]
    pub(crate) fn take(&mut self, action: Action, cards: Cards) {
        self.0 += cards.bytes() << if action == Action::Gift { TAKEN_GIFT } else { TAKEN_COMPETE };
    }
}

/// Cards that a seat laid down unseen, and the pairs of a competition that is not answered yet. In the byte of a
/// suit: one bit for the secret, two for discards, two for the first pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Aside(u64);

const DISCARDS: u32 = 1;
const PAIR: u32 = 3;

impl Aside {
    /// All of it as one number.
    pub(crate) fn packed(self) -> u64 {
        self.0
    }

    /// This secret and these discards.
    #[inline]
    pub(crate) fn new(secret: Cards, discards: Cards) -> Aside {
        Aside(secret.bytes() + (discards.bytes() << DISCARDS))
    }

    /// The secret card, if there is one.
    #[inline]
    pub fn secret(self) -> Cards {
        Cards::from_bytes(self.0 & bits(1))
    }

    /// The cards traded off.
    #[inline]
    pub fn discards(self) -> Cards {
        Cards::from_bytes(self.0 >> DISCARDS & bits(2))
    }

    /// Secret and discards.
    #[inline]
    pub fn cards(self) -> Cards {
        self.secret() + self.discards()
    }

    /// The first pair of a competition under the official rules that waits for its answer.
    #[inline]
    pub fn first_pair(self) -> Cards {
        Cards::from_bytes(self.0 >> PAIR & bits(2))
    }

    #[inline]
    pub(crate) fn hide(&mut self, action: Action, cards: Cards) {
        self.0 += cards.bytes() << if action == Action::Secret { 0 } else { DISCARDS };
    }

    #[inline]
    pub(crate) fn set_pair(&mut self, pair: Cards) {
        self.0 = self.0 & bits(PAIR) | pair.bytes() << PAIR;
    }

    /// Only the pair, which lies open.
    pub(crate) fn open(self) -> Aside {
        Aside(self.0 & !bits(PAIR))
    }
}

/// The actions a seat has taken in a round, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Plays {
    /// Two bits per action, the first lowest.
    order: u8,
    used: u8,
}

impl Plays {
    /// Notes an action as the seat's `index`th of the round.
    #[inline]
    pub(crate) fn push(&mut self, index: u8, action: Action) {
        debug_assert!(!self.has_used(action), "{action:?} is used up");
        self.order |= (action as u8) << (2 * index);
        self.used |= 1 << action as u8;
    }

    /// The seat's `index`th action.
    #[inline]
    pub fn nth(self, index: u8) -> Action {
        Action::ALL[usize::from(self.order >> (2 * index) & 3)]
    }

    /// The number of actions it has taken.
    pub fn count(self) -> u8 {
        self.used.count_ones() as u8
    }

    /// True if it has taken this one.
    #[inline]
    pub fn has_used(self, action: Action) -> bool {
        self.used >> action as u8 & 1 == 1
    }

    /// The actions it still has, one bit each.
    #[inline]
    pub(crate) fn unused(self) -> u8 {
        !self.used & 0xF
    }

    /// The actions taken so far, oldest first.
    pub fn iter(self) -> impl Iterator<Item = Action> {
        (0..self.count()).map(move |index| self.nth(index))
    }
}

#[cfg(test)]
mod tests;
