//! Markers, and who has won: what a round leaves behind. Knows nothing of cards in play.

use karuta_engine::Seat;

use crate::cards::{CHARM, Cards, SUITS};
use crate::rules::{Priority, Rules, Tiebreak};

/// Owners of the geishas' markers: a bit per suit and seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Markers([u8; 2]);

/// The number of arrangements of markers: 3^7.
pub const ARRANGEMENTS: usize = 2187;

/// Ways in which a game is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Decided {
    /// Four markers at the end of a round.
    Markers,
    /// Eleven charm at the end of a round.
    Charm,
    /// More markers or more charm after the last round.
    Lead,
    /// The tie-breaker: the highest charm held by one seat alone.
    Tier,
    /// Nothing did: a draw.
    Nothing,
}

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The winner; `None` for a draw.
    pub winner: Option<Seat>,
    /// By what.
    pub by: Decided,
}

/// Markers and charm of every set of suits.
const WORTH: [(u8, u8); 128] = {
    let mut worth = [(0, 0); 128];
    let mut set = 0;
    while set < 128 {
        let mut suit = 0;
        while suit < SUITS {
            if set >> suit & 1 == 1 {
                worth[set].0 += 1;
                worth[set].1 += CHARM[suit];
            }
            suit += 1;
        }
        set += 1;
    }
    worth
};

/// The sum of 3^suit over every set of suits.
const TERNARY: [u16; 128] = {
    let mut sums = [0; 128];
    let mut set = 0;
    while set < 128 {
        let (mut suit, mut power) = (0, 1);
        while suit < SUITS {
            if set >> suit & 1 == 1 {
                sums[set] += power;
            }
            power *= 3;
            suit += 1;
        }
        set += 1;
    }
    sums
};

/// The suits of equal charm, highest charm first.
const TIERS: [u8; 4] = [1 << 6, 1 << 5, 0b1_1000, 0b111];

impl Markers {
    /// The arrangement with this [`Markers::index`], which is below [`ARRANGEMENTS`].
    pub fn from_index(index: usize) -> Markers {
        let mut markers = Markers::default();
        let mut rest = index;
        for suit in 0..SUITS {
            if let Some(seat) = (rest % 3).checked_sub(1) {
                markers.0[seat] |= 1 << suit;
            }
            rest /= 3;
        }
        markers
    }

    /// The number of this arrangement: the sum of m * 3^suit, where m is 0 for an unclaimed marker, 1
    /// for seat 0 and 2 for seat 1.
    #[inline]
    pub fn index(self) -> usize {
        let [first, second] = self.0.map(|set| usize::from(TERNARY[usize::from(set)]));
        first + 2 * second
    }

    /// The holder of the marker of a suit.
    pub fn owner(self, suit: usize) -> Option<Seat> {
        (0..2).find(|&seat| self.0[seat] >> suit & 1 == 1)
    }

    /// The same markers with the seats exchanged.
    pub fn swapped(self) -> Markers {
        Markers([self.0[1], self.0[0]])
    }

    /// The number of markers of a seat.
    #[inline]
    pub fn count(self, seat: Seat) -> u8 {
        WORTH[usize::from(self.0[seat])].0
    }

    /// The charm of a seat's markers.
    #[inline]
    pub fn charm(self, seat: Seat) -> u8 {
        WORTH[usize::from(self.0[seat])].1
    }

    /// Gives each marker to whoever scored more cards of its suit. A tie leaves it where it is.
    #[inline]
    pub fn score(&mut self, piles: [Cards; 2]) {
        let won = [piles[0].beats(piles[1]), piles[1].beats(piles[0])];
        self.0 = [self.0[0] & !won[1] | won[0], self.0[1] & !won[0] | won[1]];
    }

    /// True if somebody has four markers or eleven charm.
    pub fn is_decisive(self) -> bool {
        (0..2).any(|seat| self.count(seat) >= 4 || self.charm(seat) >= 11)
    }

    /// The result of the game, if these markers at the end of a round end it.
    #[inline]
    pub fn outcome(self, rules: &Rules, is_last: bool) -> Option<Outcome> {
        let worth = self.0.map(|set| WORTH[usize::from(set)]);
        // Seven markers and 21 charm cannot both hold four or eleven twice.
        let four = (0..2).find(|&seat| worth[seat].0 >= 4);
        let eleven = (0..2).find(|&seat| worth[seat].1 >= 11);
        let (by_four, by_eleven) = (four.map(|s| (s, Decided::Markers)), eleven.map(|s| (s, Decided::Charm)));
        let first = match rules.priority {
            Priority::Markers => by_four.or(by_eleven),
            Priority::Charm => by_eleven.or(by_four),
        };
        match first {
            Some((seat, by)) => Some(Outcome { winner: Some(seat), by }),
            None => is_last.then(|| self.break_tie(rules.tiebreak)),
        }
    }

    fn break_tie(self, rule: Tiebreak) -> Outcome {
        let more = |worth: fn(Markers, Seat) -> u8| match worth(self, 0).cmp(&worth(self, 1)) {
            std::cmp::Ordering::Greater => Some(0),
            std::cmp::Ordering::Less => Some(1),
            std::cmp::Ordering::Equal => None,
        };
        let lead = match rule {
            Tiebreak::MarkersCharmTier => more(Markers::count).or_else(|| more(Markers::charm)),
            Tiebreak::CharmTier | Tiebreak::Charm => more(Markers::charm),
            Tiebreak::Draw => None,
        };
        let tier = match rule {
            Tiebreak::MarkersCharmTier | Tiebreak::CharmTier => self.highest_tier(),
            Tiebreak::Charm | Tiebreak::Draw => None,
        };
        match (lead, tier) {
            (Some(_), _) => Outcome { winner: lead, by: Decided::Lead },
            (None, Some(_)) => Outcome { winner: tier, by: Decided::Tier },
            (None, None) => Outcome { winner: None, by: Decided::Nothing },
        }
    }

    /// The seat that alone holds markers of the highest charm of which only one seat holds any.
    fn highest_tier(self) -> Option<Seat> {
        let [first, second] = self.0;
        let tier = TIERS.into_iter().find(|tier| (first & tier != 0) != (second & tier != 0))?;
        Some(usize::from(first & tier == 0))
    }
}

#[cfg(test)]
mod tests;
