//! Inputs of the policy nets: what the table looks like to a seat after its move, suit by suit. Knows what the seat to
//! move knows; nothing of the nets.
//!
//! An offer has an outcome for each answer, so that its score can be that of the answer which is worst for the seat. By
//! the thesis' rules cards taken from an offer go to the hand, so a seat also knows some cards that the other holds.

use karuta_playable::weights::{self, Blocks};

use crate::Hanamikoji;
use crate::cards::{CHARM, Cards, SUITS, Suit};
use crate::moves::{Action, Move, each_choice};
use crate::rules::Style;

/// Charms that differ: 2, 3, 4, 5.
const CHARMS: usize = 4;

/// Standings of a suit; see [`standing`].
const STANDINGS: usize = 9;

/// Groups of inputs: name, rows, columns.
pub const BLOCKS: &Blocks = &[
    // Each suit by charm and standing, then the cards in hand, then the unseen ones.
    ("suit", CHARMS * STANDINGS, 6 * 6),
    // Each suit by charm and standing, then the cards in hand up to three, then the seat's actions left.
    ("plan", CHARMS * STANDINGS, 4 * 16),
    // Each suit by charm and standing, then the unseen cards up to three, then the other's actions left in classes.
    ("threat", CHARMS * STANDINGS, 4 * 12),
    // The seat's actions left, then the other's.
    ("actions", 16, 16),
    // The pattern of equal cards, then the actions taken before.
    ("shape", SHAPES, 4),
    // Charm and markers of the seat if the round ended here, then turns left in classes.
    ("own", 12 * 5, 4),
    // The same of the other seat.
    ("others", 12 * 5, 4),
    // The turn, then playing or answering.
    ("turn", 8, 2),
    // Charm of the markers as they lie, the seat's and the other's.
    ("charm", 11, 11),
    // Their numbers.
    ("markers", 4, 4),
    // By the thesis' rules, each suit by charm and standing, then the cards that the other took and has not offered, up
    // to three, then the cards in hand up to three.
    ("held", CHARMS * STANDINGS, 4 * 4),
];

/// The number of inputs.
pub const COUNT: usize = weights::count(BLOCKS);

/// Patterns of equal cards in a play.
const SHAPES: usize = 12;

/// Most outcomes of a move: two cards taken of four different ones.
pub const OUTCOMES: usize = 6;

const SUIT: usize = weights::start(BLOCKS, "suit");
const PLAN: usize = weights::start(BLOCKS, "plan");
const THREAT: usize = weights::start(BLOCKS, "threat");
const ACTIONS: usize = weights::start(BLOCKS, "actions");
const SHAPE: usize = weights::start(BLOCKS, "shape");
const OWN: usize = weights::start(BLOCKS, "own");
const OTHERS: usize = weights::start(BLOCKS, "others");
const TURN: usize = weights::start(BLOCKS, "turn");
const CHARM_HELD: usize = weights::start(BLOCKS, "charm");
const MARKERS: usize = weights::start(BLOCKS, "markers");
const HELD: usize = weights::start(BLOCKS, "held");

/// The class of charm of each suit.
const CLASS: [usize; SUITS] = [0, 0, 0, 1, 1, 2, 3];

/// The other's actions left in classes: secret or not, trade or not, number of offers.
const THREATS: [usize; 16] = {
    let mut classes = [0; 16];
    let mut set = 0;
    while set < 16 {
        classes[set] = (set & 3) + 4 * ((set >> 2 & 1) + (set >> 3 & 1));
        set += 1;
    }
    classes
};

/// Cards of a move by where they end, as far as the seat sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Cards that the seat gets: to be scored, or taken to its hand by the thesis' rules.
    pub mine: Cards,
    /// The same of the other.
    pub theirs: Cards,
    /// Cards that nobody scores.
    pub out: Cards,
}

/// The same for one suit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Change {
    /// Cards that the seat gets.
    pub mine: u8,
    /// Cards that the other gets.
    pub theirs: u8,
    /// Cards that nobody scores.
    pub out: u8,
}

/// Charm and markers of both seats, added up suit by suit: a byte each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Totals(u32);

impl Totals {
    /// The totals with those of one more suit.
    #[inline]
    pub fn plus(self, other: Totals) -> Totals {
        Totals(self.0.wrapping_add(other.0))
    }

    /// The totals without those of a suit.
    #[inline]
    pub fn minus(self, other: Totals) -> Totals {
        Totals(self.0.wrapping_sub(other.0))
    }
}

/// Everything that the inputs of a position are made from.
pub struct Inputs<'a> {
    state: &'a Hanamikoji,
    mine: Cards,
    theirs: Cards,
    hand: Cards,
    out: Cards,
    /// Cards that the other took from offers, and those it has offered since; none where they are scored at once.
    taken: [Cards; 2],
    /// True if taken cards go to the hand, which is scored at the end.
    by_hands: bool,
    /// Twice the cards that a marker counts for its owner where cards are equal, a half.
    ties: [i8; SUITS],
    /// The seat's actions left before the move, and the other's.
    left: [usize; 2],
    /// Plays that answer an offer take no card from the hand.
    is_answer: bool,
    /// Turns left after this one, in classes.
    stage: usize,
}

impl<'a> Inputs<'a> {
    /// Inputs of what the seat to move sees, of which there must be one.
    #[inline]
    pub fn of(state: &'a Hanamikoji) -> Inputs<'a> {
        let actor = state.actor();
        let is_answer = state.pending().is_some();
        let me = if is_answer { 1 - actor } else { actor };
        let other = 1 - me;
        let markers = state.markers;
        let by_hands = state.rules.style == Style::Hassan;
        let seen = if state.rules.removed_in_pool { Cards::NONE } else { state.removed() };
        Inputs {
            state,
            mine: state.pile(me) + state.aside[me].secret(),
            theirs: state.pile(other),
            hand: state.hands[me],
            out: state.aside[me].discards() + seen,
            taken: match by_hands {
                true => [state.offers[me].taken(), state.offers[other].all()],
                false => [Cards::NONE; 2],
            },
            by_hands,
            ties: std::array::from_fn(|suit| match markers.owner(suit) {
                None => 0,
                Some(seat) => 1 - 2 * i8::from(seat == other),
            }),
            left: [me, other].map(|seat| usize::from(state.plays[seat].unused())),
            is_answer,
            stage: match 7u8.saturating_sub(state.turn) {
                0 => 0,
                1 => 1,
                2..=3 => 2,
                _ => 3,
            },
        }
    }

    /// The seat's actions left once it has made a move.
    #[inline]
    pub fn left_after(&self, mv: Move) -> usize {
        mv.action().map_or(self.left[0], |action| self.left[0] & !(1 << action as usize))
    }

    /// Calls `take` with every input that all moves of the position share.
    #[inline]
    pub fn shared(&self, mut take: impl FnMut(usize)) {
        let state = self.state;
        let me = if self.is_answer { 1 - state.actor() } else { state.actor() };
        take(TURN + usize::from(state.turn.min(7)) * 2 + usize::from(self.is_answer));
        let held = |seat| usize::from(state.markers.charm(seat)).min(10);
        take(CHARM_HELD + held(me) * 11 + held(1 - me));
        let count = |seat| usize::from(state.markers.count(seat)).min(3);
        take(MARKERS + count(me) * 4 + count(1 - me));
    }

    /// Calls `take` with every input of the outcomes of a move, besides those of suits and totals.
    #[inline]
    pub fn play(&self, mv: Move, mut take: impl FnMut(usize)) {
        if mv.action().is_some() {
            take(SHAPE + shape(mv) * 4 + (4 - self.left[0].count_ones().clamp(1, 4)) as usize);
        }
        take(ACTIONS + self.left_after(mv) * 16 + self.left[1]);
    }

    /// Calls `take` with the inputs of a suit after a change, and of what the seat may still do; returns what the suit
    /// adds to the totals.
    #[inline]
    pub fn suit(&self, suit: Suit, change: Change, left: usize, mut take: impl FnMut(usize)) -> Totals {
        let at = usize::from(suit);
        let Change { mine: gets, theirs: gives, out } = change;
        let (mut mine, mut theirs) = (self.mine.of(suit), self.theirs.of(suit));
        let (mut hand, out) = (self.hand.of(suit), self.out.of(suit) + out);
        let mut held = self.taken[0].of(suit).saturating_sub(self.taken[1].of(suit));
        match (self.is_answer, self.by_hands) {
            (true, true) => (hand, theirs) = (hand + gets, theirs + gives),
            (true, false) => (mine, theirs) = (mine + gets, theirs + gives),
            (false, true) => (mine, held) = (mine + gets, held + gives),
            (false, false) => (mine, theirs) = (mine + gets, theirs + gives),
        }
        if !self.is_answer {
            hand -= gets + gives + change.out;
        }
        // The thesis' sampler makes worlds in which a seat remembers the impossible, so this could be below 0.
        let unseen = CHARM[at].saturating_sub(mine + theirs + held + hand + out);
        let lead = 2 * (mine as i8 - theirs as i8) + self.ties[at];
        let row = CLASS[at] * STANDINGS + (lead.clamp(-4, 4) + 4) as usize;
        // Hands are scored if taken cards go there.
        let lead = lead + if self.by_hands { 2 * (hand as i8 - held as i8) } else { 0 };
        let (hand, unseen) = (usize::from(hand.min(5)), usize::from(unseen.min(5)));
        if self.by_hands {
            take(HELD + (row * 4 + usize::from(held.min(3))) * 4 + hand.min(3));
        }
        take(SUIT + row * 36 + hand * 6 + unseen);
        take(PLAN + (row * 4 + hand.min(3)) * 16 + left);
        take(THREAT + (row * 4 + unseen.min(3)) * 12 + THREATS[self.left[1]]);
        let worth = u32::from(CHARM[at]) + (1 << 8);
        Totals(match lead {
            0 => 0,
            1.. => worth,
            _ => worth << 16,
        })
    }

    /// Calls `take` with the inputs of charm and markers as they would be if the round ended here.
    #[inline]
    pub fn totals(&self, totals: Totals, mut take: impl FnMut(usize)) {
        let [charm, markers, other_charm, other_markers] = totals.0.to_le_bytes().map(usize::from);
        take(OWN + (charm.min(11) * 5 + markers.min(4)) * 4 + self.stage);
        take(OTHERS + (other_charm.min(11) * 5 + other_markers.min(4)) * 4 + self.stage);
    }

    /// Calls `take` with every input of an outcome of a move, suit by suit: the long way that learners go.
    pub fn outcome(&self, mv: Move, outcome: Outcome, mut take: impl FnMut(usize)) {
        let left = self.left_after(mv);
        self.play(mv, &mut take);
        let mut totals = Totals::default();
        for suit in 0..SUITS as Suit {
            totals = totals.plus(self.suit(suit, outcome.of(suit), left, &mut take));
        }
        self.totals(totals, take);
    }

    /// Calls `found` with every outcome of a move: one for each answer to an offer.
    #[inline]
    pub fn each_outcome(&self, mv: Move, mut found: impl FnMut(Outcome)) {
        let cards = mv.cards();
        let none = Cards::NONE;
        match mv.action() {
            None => {
                let offer = self.state.pending().map_or(none, |(_, offer)| offer);
                found(Outcome { mine: cards, theirs: offer - cards, out: none });
            }
            Some(Action::Secret) => found(Outcome { mine: cards, theirs: none, out: none }),
            Some(Action::Trade) => found(Outcome { mine: none, theirs: none, out: cards }),
            Some(Action::Gift) => each_choice(cards, 1, &mut |taken| {
                found(Outcome { mine: cards - taken, theirs: taken, out: none });
            }),
            Some(Action::Compete) if self.by_hands => each_choice(cards, 2, &mut |taken| {
                found(Outcome { mine: cards - taken, theirs: taken, out: none });
            }),
            Some(Action::Compete) => {
                let (one, other) = mv.pairs();
                found(Outcome { mine: one, theirs: other, out: none });
                if one != other {
                    found(Outcome { mine: other, theirs: one, out: none });
                }
            }
        }
    }
}

impl Outcome {
    /// The change of one suit.
    #[inline]
    pub fn of(&self, suit: Suit) -> Change {
        Change { mine: self.mine.of(suit), theirs: self.theirs.of(suit), out: self.out.of(suit) }
    }

    /// One card of each suit that changes.
    #[inline]
    pub fn suits(&self) -> Cards {
        (self.mine + self.theirs + self.out).suits()
    }
}

/// The pattern of equal cards in a play.
#[inline]
fn shape(mv: Move) -> usize {
    let suits = |cards: Cards| cards.suits().len() as usize;
    let all = mv.cards();
    match mv.action() {
        None | Some(Action::Secret) => 0,
        Some(Action::Trade) => suits(all),
        Some(Action::Gift) => 2 + suits(all),
        Some(Action::Compete) => {
            let (one, other) = mv.pairs();
            if other.is_empty() {
                return 5 + suits(all);
            }
            match (suits(one) + suits(other), suits(all)) {
                _ if one == other => 6,
                (2, _) => 7,
                (3, 2) => 8,
                (3, _) => 9,
                (_, 3) => 10,
                _ => 11,
            }
        }
    }
}

#[cfg(test)]
mod tests;
