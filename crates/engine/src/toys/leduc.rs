//! Leduc poker (Southey and others 2005): six cards of three ranks, a private card each, a round of bets, an open card,
//! another round. A game with known values whose second half depends on what the first has told.

use crate::game::{Game, Scores, Seat};
use crate::rng::Rng;

/// A position: two private cards and the one that will lie open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Leduc {
    /// The ranks of the cards of seat 0, of seat 1 and of the table, 0 lowest.
    cards: [u8; 3],
    bets: Bets,
}

/// Everything that both seats see, the open card left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Bets {
    paid: [u8; 2],
    raises: u8,
    /// Moves of this round.
    made: u8,
    second_round: bool,
    turn: u8,
    /// All moves so far, two bits each.
    line: u32,
    folded: bool,
    over: bool,
}

/// The moves of [`Leduc`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stake {
    /// Give up; only where the other has raised.
    Fold,
    /// Pay as much as the other, or check.
    Call,
    /// Pay more: 2 in the first round and 4 in the second, twice a round.
    Raise,
}

/// The view of a seat of [`Leduc`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LeducView {
    seat: Seat,
    card: u8,
    open: Option<u8>,
    bets: Bets,
}

impl Leduc {
    /// The most that a seat can lose.
    pub const STAKE: f64 = 13.0;

    const START: Bets = Bets {
        paid: [1; 2],
        raises: 0,
        made: 0,
        second_round: false,
        turn: 0,
        line: 0,
        folded: false,
        over: false,
    };

    /// A deal drawn from `rng`.
    pub fn deal(rng: &mut Rng) -> Leduc {
        let mut deck = [0, 0, 1, 1, 2, 2];
        rng.shuffle(&mut deck);
        Leduc { cards: [deck[0], deck[1], deck[2]], bets: Self::START }
    }

    /// Every deal with its probability.
    pub fn deals() -> Vec<(Leduc, f64)> {
        fitting([None; 3]).map(|(cards, share)| (Leduc { cards, bets: Self::START }, share)).collect()
    }

    /// Every position that a seat cannot exclude, with its probability.
    pub fn worlds(view: &LeducView) -> Vec<(Leduc, f64)> {
        let mut known = [None, None, view.open];
        known[view.seat] = Some(view.card);
        fitting(known).map(|(cards, share)| (Leduc { cards, bets: view.bets }, share)).collect()
    }

    fn end_round(&mut self) {
        let bets = &mut self.bets;
        if bets.second_round {
            bets.over = true;
        }
        (bets.second_round, bets.raises, bets.made, bets.turn) = (true, 0, 0, 0);
    }
}

/// Ranks of three cards that agree with those known, each with its probability.
fn fitting(known: [Option<u8>; 3]) -> impl Iterator<Item = ([u8; 3], f64)> {
    let all = (0..27u8).map(|code| [code / 9, code / 3 % 3, code % 3]);
    let fits =
        move |cards: &[u8; 3]| known.iter().zip(cards).all(|(known, card)| known.is_none_or(|k| k == *card));
    // Two cards of each rank: the first can be had in two ways, the second in one.
    let ways = |cards: &[u8; 3]| {
        let of = |rank| cards.iter().filter(|&&card| card == rank).count();
        [0, 1, 2].map(|rank| [1.0, 2.0, 2.0, 0.0][of(rank)]).iter().product::<f64>()
    };
    let total: f64 = all.clone().filter(fits).map(|cards| ways(&cards)).sum();
    let shares = all.filter(fits).map(move |cards| (cards, ways(&cards) / total));
    shares.filter(|&(_, share)| share > 0.0)
}

impl Game for Leduc {
    type Move = Stake;
    type View = LeducView;
    const SEATS: usize = 2;
    const HIDDEN: bool = true;

    fn turn(&self) -> Option<Seat> {
        (!self.bets.over).then_some(usize::from(self.bets.turn))
    }

    fn moves(&self, out: &mut Vec<Stake>) {
        if self.bets.over {
            return;
        }
        if self.bets.paid[0] != self.bets.paid[1] {
            out.push(Stake::Fold);
        }
        out.push(Stake::Call);
        if self.bets.raises < 2 {
            out.push(Stake::Raise);
        }
    }

    fn apply(&mut self, mv: Stake) {
        let bets = &mut self.bets;
        let (own, other) = (usize::from(bets.turn), 1 - usize::from(bets.turn));
        bets.line = bets.line << 2 | (mv as u32 + 1);
        match mv {
            Stake::Fold => (bets.folded, bets.over) = (true, true),
            Stake::Call => {
                bets.paid[own] = bets.paid[other];
                if bets.made > 0 {
                    return self.end_round();
                }
            }
            Stake::Raise => {
                bets.paid[own] = bets.paid[other] + if bets.second_round { 4 } else { 2 };
                bets.raises += 1;
            }
        }
        if !bets.over {
            bets.made += 1;
            bets.turn = other as u8;
        }
    }

    fn payoff(&self) -> Scores {
        let Leduc { cards: [first, second, open], bets } = *self;
        let won_by_first = if bets.folded {
            // Whoever gave up was to move.
            if bets.turn == 0 { -f64::from(bets.paid[0]) } else { f64::from(bets.paid[1]) }
        } else {
            let strength = |card: u8| card + if card == open { 10 } else { 0 };
            match strength(first).cmp(&strength(second)) {
                std::cmp::Ordering::Greater => f64::from(bets.paid[1]),
                std::cmp::Ordering::Equal => 0.0,
                std::cmp::Ordering::Less => -f64::from(bets.paid[0]),
            }
        };
        Scores::two(0.5 + won_by_first / (2.0 * Self::STAKE))
    }

    fn view(&self, seat: Seat) -> LeducView {
        let open = self.bets.second_round.then_some(self.cards[2]);
        LeducView { seat, card: self.cards[seat], open, bets: self.bets }
    }

    fn sample(view: &LeducView, rng: &mut Rng) -> Leduc {
        let worlds = Leduc::worlds(view);
        let mut left = rng.unit();
        let found = worlds.iter().find(|(_, share)| {
            left -= share;
            left < 0.0
        });
        found.or(worlds.last()).expect("a view fits a world").0
    }
}
