//! The deal: five cards, and the seat that starts.

use karuta_engine::{Rng, Seat};

use crate::cards::{COUNT, Card, Stamp};
use crate::state::{Onitama, colour_of_first};

/// Options: the cards that are dealt, the seat that starts, and the move limit after which a game is a draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    pub(crate) cards: Cards,
    pub(crate) starts: Starts,
    /// The ply at which the game is a draw; 0 for never.
    pub cap: u16,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Cards {
    Pool(Vec<Card>),
    Exactly([Card; 5]),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Starts {
    Stamp,
    Seat(Seat),
    Lot,
}

/// A deal.
pub fn deal<const N: usize>(options: &Options, rng: &mut Rng) -> Onitama<N> {
    let (cards, turn) = cards_and_starter(options, N, rng);
    Onitama::opening(cards, turn, options.cap)
}

/// Every opening: all sets of five cards and the 30 ways to hold each. Seat 0 moves first, since the board looks the
/// same from both sides.
pub fn openings<const N: usize>(options: &Options) -> Vec<(String, Onitama<N>)> {
    let pool = match &options.cards {
        Cards::Exactly(five) => five.as_slice(),
        Cards::Pool(pool) => pool.as_slice(),
    };
    let mut found = Vec::new();
    for five in (0u32..1 << pool.len()).filter(|set| set.count_ones() == 5) {
        let mut held = pool.iter().enumerate().filter(|(at, _)| five >> at & 1 == 1).map(|(_, &card)| card);
        let cards = [(); 5].map(|()| held.next().expect("five are in the set"));
        let name = cards.map(|card| card.face().name).join(",");
        let pairs = || (0..5).flat_map(|one| (one + 1..5).map(move |other| [one, other]));
        for first in pairs() {
            for second in pairs().filter(|pair| pair.iter().all(|at| !first.contains(at))) {
                let side = (0..5).find(|at| !first.contains(at) && !second.contains(at));
                let order = [first[0], first[1], second[0], second[1], side.expect("the fifth")];
                found.push((name.clone(), Onitama::opening(order.map(|at| cards[at]), 0, 0)));
            }
        }
    }
    found
}

/// The cards of a deal on a board of side `n`, and the seat that starts.
pub(crate) fn cards_and_starter(options: &Options, n: usize, rng: &mut Rng) -> ([Card; 5], Seat) {
    let cards = match &options.cards {
        Cards::Exactly(five) => *five,
        Cards::Pool(pool) => {
            // Only the five that are dealt are drawn, from a copy that needs no memory of its own.
            let mut left = [pool[0]; COUNT];
            left[..pool.len()].copy_from_slice(pool);
            for dealt in 0..5 {
                left.swap(dealt, dealt + rng.index(pool.len() - dealt));
            }
            [left[0], left[1], left[2], left[3], left[4]]
        }
    };
    // Drawn whether needed or not, so that the cards of a deal do not depend on who starts.
    let lot = rng.index(2);
    let turn = match (options.starts, cards[4].face().stamp) {
        (Starts::Seat(seat), _) => seat,
        (Starts::Stamp, Some(colour @ (Stamp::Blue | Stamp::Red))) => {
            usize::from(colour != colour_of_first(n))
        }
        (Starts::Stamp, None) | (Starts::Lot, _) => lot,
    };
    (cards, turn)
}
