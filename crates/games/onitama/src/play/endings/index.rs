//! Numbers for the positions of an ending: the squares of at most four pieces and the arrangement of
//! five cards as one number, and which positions lead to which. Knows nothing of values.
//!
//! The seat to move is always seat 0 here. A position with seat 1 to move is the same ending with the
//! board turned by half and the sides exchanged, so half the table would be a copy.

use super::EndgameError;
use crate::cards::{COUNT, Card};
use crate::{Onitama, Setting};

/// Ways to hand out five cards: one lies at the side, two of the other four are the mover's.
const ARRANGEMENTS: usize = 30;

/// The numbering of one set of five cards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Index<const N: usize> {
    cards: [Card; 5],
    arrangements: [Arrangement; ARRANGEMENTS],
    /// The set of one member that each card is, as bits; empty for cards of other sets.
    bits: [u8; COUNT],
    /// The arrangement by the mover's cards and the side card, both as bits.
    by_bits: [[u8; 32]; 32],
}

/// Holders of the cards: the mover, the other seat, the side of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Arrangement {
    own: [Card; 2],
    other: [Card; 2],
    side: Card,
    /// The arrangements from which the other seat's last move may have led here: it used the card that
    /// lies at the side now, and took one of the two it holds.
    before: [u8; 2],
}

/// Squares of the pieces of an ending, seat 0 to move.
///
/// A student on the square of its own master stands for no student. That needs no extra digit in the
/// number, and the pieces of a seat are the union of its two squares either way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    masters: [u8; 2],
    students: [u8; 2],
}

impl<const N: usize> Index<N> {
    const SQUARES: usize = N * N;

    /// Places of one arrangement.
    const PLACES: usize = Self::SQUARES.pow(4);

    /// Numbers in use or not; about a fifth of them name no position.
    pub const LEN: usize = ARRANGEMENTS * Self::PLACES;

    /// The numbering for these cards, in any order. They must be different.
    pub fn for_cards(mut cards: [Card; 5]) -> Result<Index<N>, EndgameError> {
        cards.sort_unstable();
        match cards.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(EndgameError::RepeatedCard(pair[0])),
            None => Ok(Self::for_different(cards)),
        }
    }

    fn for_different(cards: [Card; 5]) -> Index<N> {
        let mut bits = [0; COUNT];
        for (slot, card) in cards.iter().enumerate() {
            bits[usize::from(card.0)] = 1 << slot;
        }
        let hands: Vec<(u8, u8)> = (0..5)
            .map(|slot| 1 << slot)
            .flat_map(|side: u8| {
                let fits = move |own: &u8| own.count_ones() == 2 && own & side == 0;
                (0..32).filter(fits).map(move |own| (own, side))
            })
            .collect();
        let mut by_bits = [[0; 32]; 32];
        for (number, &(own, side)) in (0..).zip(&hands) {
            by_bits[usize::from(own)][usize::from(side)] = number;
        }
        let members = |set: u8| (0..5).filter(move |slot| set >> slot & 1 == 1).map(|slot| cards[slot]);
        let pair = |set: u8| {
            let mut members = members(set);
            [(); 2].map(|()| members.next().expect("a hand has two cards"))
        };
        let arrange = |number: usize| {
            let (own, side) = hands[number];
            let other = 31 ^ own ^ side;
            let low = other & other.wrapping_neg();
            let before = [low, other ^ low].map(|taken| {
                let held = other ^ taken | side;
                by_bits[usize::from(held)][usize::from(taken)]
            });
            Arrangement {
                own: pair(own),
                other: pair(other),
                side: cards[side.trailing_zeros() as usize],
                before,
            }
        };
        Index { cards, arrangements: std::array::from_fn(arrange), bits, by_bits }
    }

    /// The five cards.
    pub fn cards(&self) -> [Card; 5] {
        self.cards
    }

    #[inline(always)]
    fn join(place: Place, arrangement: usize) -> usize {
        let digits = [place.masters[0], place.masters[1], place.students[0], place.students[1]];
        digits.iter().fold(arrangement, |number, &digit| number * Self::SQUARES + usize::from(digit))
    }

    #[inline(always)]
    fn split(number: usize) -> (Place, usize) {
        // The places of one arrangement fit 32 bits, whose divisions are cheaper.
        let (mut rest, arrangement) = ((number % Self::PLACES) as u32, number / Self::PLACES);
        let mut digit = || {
            let low = rest % Self::SQUARES as u32;
            rest /= Self::SQUARES as u32;
            low as u8
        };
        let [other, own] = [digit(), digit()];
        let [theirs, ours] = [digit(), digit()];
        (Place { masters: [ours, theirs], students: [own, other] }, arrangement)
    }

    /// True if the number names a position.
    pub fn is_position(number: usize) -> bool {
        Self::split(number).0.is_open::<N>()
    }

    /// The position with this number; `None` where the number names none.
    pub fn position(&self, number: usize) -> Option<Onitama<N>> {
        let (place, arrangement) = Self::split(number);
        let Arrangement { own, other, side, .. } = self.arrangements[arrangement];
        place.is_open::<N>().then(|| {
            Onitama::from_setting(Setting {
                pieces: [place.pieces(0), place.pieces(1)],
                masters: place.masters.map(|square| 1 << square),
                hands: [own, other],
                side,
                turn: 0,
                cap: 0,
            })
        })
    }

    /// The number of a position; `None` if it has other cards or more pieces, or is over.
    pub fn locate(&self, state: &Onitama<N>) -> Option<usize> {
        let Setting { pieces, masters, hands, side, turn, .. } = state.setting();
        let is_ending = |seat: usize| {
            masters[seat].count_ones() == 1
                && masters[seat] & pieces[seat] != 0
                && pieces[seat].count_ones() <= 2
        };
        let bits = |card: Card| usize::from(self.bits[usize::from(card.0)]);
        let [own, other] = [turn, 1 - turn].map(|seat| bits(hands[seat][0]) | bits(hands[seat][1]));
        let side = bits(side);
        if !is_ending(0) || !is_ending(1) || own | other | side != 31 {
            return None;
        }
        let square = |set: u64| set.trailing_zeros() as u8;
        let student = |seat: usize| match pieces[seat] ^ masters[seat] {
            0 => square(masters[seat]),
            other => square(other),
        };
        let place =
            Place { masters: [square(masters[0]), square(masters[1])], students: [student(0), student(1)] };
        let place = if turn == 0 { place } else { place.turned::<N>() };
        place.is_open::<N>().then(|| Self::join(place, usize::from(self.by_bits[own][side])))
    }

    /// Calls `found` with the number of every position from which a move leads to this one, once for
    /// each move. Positions that could have won instead are among them.
    #[inline(always)]
    pub fn each_predecessor(&self, number: usize, mut found: impl FnMut(usize)) {
        let (place, arrangement) = Self::split(number);
        let Arrangement { side: card, before, .. } = self.arrangements[arrangement];
        let before = before.map(usize::from);
        // Whoever moved last is seat 0 from here on, as it was to move in the positions looked for.
        let place = place.turned::<N>();
        let free = Onitama::<N>::BOARD & !place.pieces(0) & !place.pieces(1);

        let mut carried = |earlier: Place, to: u8| {
            for arrangement in before {
                found(Self::join(earlier, arrangement));
                // A seat without a student may just have lost it, to the piece now on its square.
                if place.is_bare(1) {
                    let students = [earlier.students[0], to];
                    found(Self::join(Place { students, ..earlier }, arrangement));
                }
            }
        };
        let [to, theirs] = place.masters;
        each_square(Onitama::<N>::reach(card, 1, to.into()) & free & !Onitama::<N>::TEMPLES[1], |from| {
            let student = if place.is_bare(0) { from } else { place.students[0] };
            carried(Place { masters: [from, theirs], students: [student, place.students[1]] }, to);
        });
        if !place.is_bare(0) {
            let to = place.students[0];
            each_square(Onitama::<N>::reach(card, 1, to.into()) & free, |from| {
                carried(Place { students: [from, place.students[1]], ..place }, to);
            });
        }
        for arrangement in before {
            if self.is_stuck(place, arrangement) {
                found(Self::join(place, arrangement));
            }
        }
    }

    /// True if the mover cannot move a piece and must exchange a card.
    #[inline(always)]
    fn is_stuck(&self, place: Place, arrangement: usize) -> bool {
        let open = !place.pieces(0);
        self.arrangements[arrangement].own.iter().all(|&card| {
            let reach = |square: u8| Onitama::<N>::reach(card, 0, square.into());
            (reach(place.masters[0]) | reach(place.students[0])) & open == 0
        })
    }
}

impl Place {
    /// All pieces of a seat.
    #[inline(always)]
    fn pieces(self, seat: usize) -> u64 {
        1 << self.masters[seat] | 1 << self.students[seat]
    }

    /// True if a seat has only its master.
    #[inline(always)]
    fn is_bare(self, seat: usize) -> bool {
        self.masters[seat] == self.students[seat]
    }

    /// The same pieces as the other seat sees them.
    #[inline(always)]
    fn turned<const N: usize>(self) -> Place {
        let last = (N * N - 1) as u8;
        Place {
            masters: [last - self.masters[1], last - self.masters[0]],
            students: [last - self.students[1], last - self.students[0]],
        }
    }

    /// True if no two pieces share a square and no master stands on the other temple, where the game
    /// would be over.
    fn is_open<const N: usize>(self) -> bool {
        let [own, other] = self.masters;
        self.pieces(0) & self.pieces(1) == 0
            && 1 << own != Onitama::<N>::TEMPLES[1]
            && 1 << other != Onitama::<N>::TEMPLES[0]
    }
}

#[inline(always)]
fn each_square(mut set: u64, mut found: impl FnMut(u8)) {
    while set != 0 {
        found(set.trailing_zeros() as u8);
        set &= set - 1;
    }
}

#[cfg(test)]
mod tests;
