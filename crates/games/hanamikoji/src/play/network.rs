//! The policy nets of Hanamikoji, one for each way to exchange cards: a policy that plays by a small net which was
//! taught by self-play. Knows the inputs of `inputs`.

use std::sync::LazyLock;

use karuta_engine::Rng;
use karuta_engine::playout::Policy;
use karuta_playable::policy_net::{Network, Units, odds, score_of_outcomes};
use karuta_playable::weights;

use crate::Hanamikoji;
use crate::cards::{Cards, SUITS, Suit};
use crate::moves::Move;
use crate::play::inputs::{COUNT, Change, Inputs, OUTCOMES, Outcome, Totals};
use crate::rules::Style;

/// A net for each style of rules.
#[derive(Clone, Copy)]
pub struct Nets {
    /// For the thesis' rules.
    pub hassan: &'static Network,
    /// For the official rules.
    pub official: &'static Network,
}

impl Nets {
    /// The nets that come with the program.
    pub fn shipped() -> Nets {
        static HASSAN: LazyLock<Network> =
            LazyLock::new(|| Network::read_trimmed(COUNT, include_bytes!("network/hassan.bin")));
        static OFFICIAL: LazyLock<Network> =
            LazyLock::new(|| Network::read_trimmed(COUNT, include_bytes!("network/official.bin")));
        Nets { hassan: &HASSAN, official: &OFFICIAL }
    }

    /// The same net whatever the rules.
    pub fn same(net: &'static Network) -> Nets {
        Nets { hassan: net, official: net }
    }

    #[inline]
    fn of(self, style: Style) -> &'static Network {
        match style {
            Style::Hassan => self.hassan,
            Style::Official => self.official,
        }
    }
}

/// A policy that asks the net for the rules at the table, with room to work in.
pub struct NetPolicy {
    nets: Nets,
    odds: Vec<f32>,
    suits: Suits,
    /// True if it plays what is likeliest instead of drawing.
    greedy: bool,
}

impl NetPolicy {
    /// The policy of the nets.
    pub fn new(nets: Nets) -> NetPolicy {
        NetPolicy { nets, odds: Vec::with_capacity(256), suits: Suits::new(nets.official), greedy: false }
    }

    /// The same policy playing what is likeliest.
    pub fn greedy(nets: Nets) -> NetPolicy {
        NetPolicy { greedy: true, ..NetPolicy::new(nets) }
    }

    /// The odds of the listed moves; their sum. Not a part of its callers, of which there are several.
    #[inline(never)]
    fn weigh(&mut self, state: &Hanamikoji, moves: &[Move]) -> f32 {
        let inputs = Inputs::of(state);
        let mut begun = self.nets.of(state.rules.style).begin();
        inputs.shared(|input| begun.add(input));
        self.odds.clear();
        let mut action = None;
        for &mv in moves {
            // Moves are listed action by action.
            if mv.action() != action || self.odds.is_empty() {
                action = mv.action();
                self.suits.begin(&inputs, mv, &begun);
            }
            let mut base = self.suits.base;
            inputs.play(mv, |input| base.add(input));
            let (mut scores, mut count) = ([0.0; OUTCOMES], 0);
            inputs.each_outcome(mv, |outcome| {
                scores[count] = self.suits.score(&inputs, base, outcome);
                count += 1;
            });
            self.odds.push(score_of_outcomes(&scores[..count]));
        }
        odds(&mut self.odds)
    }
}

impl NetPolicy {
    /// The probability of one of the listed moves; none if it is not among them.
    pub fn probability(&mut self, state: &Hanamikoji, moves: &[Move], mv: Move) -> f64 {
        let sum = self.weigh(state, moves);
        let at = moves.iter().position(|&other| other == mv);
        at.map_or(0.0, |at| f64::from(self.odds[at] / sum))
    }
}

impl Policy<Hanamikoji> for NetPolicy {
    #[inline]
    fn pick(&mut self, state: &Hanamikoji, buf: &mut Vec<Move>, rng: &mut Rng) -> Move {
        buf.clear();
        state.list_moves(buf);
        if let [only] = buf[..] {
            return only;
        }
        let sum = self.weigh(state, buf);
        buf[weights::pick(&self.odds, sum, self.greedy, rng)]
    }

    fn probabilities(&mut self, state: &Hanamikoji, moves: &[Move], out: &mut Vec<f64>) -> bool {
        let sum = self.weigh(state, moves);
        out.extend(self.odds.iter().map(|odds| f64::from(odds / sum)));
        true
    }
}

/// Changes of a suit by one move: up to four cards, of which up to two are scored by the other.
const CHANGES: usize = 5 * 3;

/// The sums of all suits as they are, and what each change of one adds to that. A change is worked out when a move
/// first makes it.
struct Suits {
    base: Units<'static>,
    totals: Totals,
    left: usize,
    known: [u16; SUITS],
    units: [[Units<'static>; CHANGES]; SUITS],
    changes: [[Totals; CHANGES]; SUITS],
}

impl Suits {
    fn new(net: &'static Network) -> Suits {
        Suits {
            base: net.nothing(),
            totals: Totals::default(),
            left: 0,
            known: [0; SUITS],
            units: [[net.nothing(); CHANGES]; SUITS],
            changes: [[Totals::default(); CHANGES]; SUITS],
        }
    }

    /// Begins with the moves that take the same action as this one.
    #[inline]
    fn begin(&mut self, inputs: &Inputs<'_>, mv: Move, begun: &Units<'static>) {
        self.base = *begun;
        self.totals = Totals::default();
        self.left = inputs.left_after(mv);
        self.known = [0; SUITS];
        for suit in 0..SUITS as Suit {
            let totals = inputs.suit(suit, Change::default(), self.left, |input| self.base.add(input));
            self.totals = self.totals.plus(totals);
        }
    }

    /// The score of an outcome, `base` being the sum of everything but the changes and the totals.
    #[inline]
    fn score(&mut self, inputs: &Inputs<'_>, base: Units<'static>, outcome: Outcome) -> f32 {
        let (mut units, mut totals) = (base, self.totals);
        let mut suits = outcome.suits();
        while !suits.is_empty() {
            let suit = suits.lowest();
            suits -= Cards::one(suit);
            let change = outcome.of(suit);
            let (at, kind) = (usize::from(suit), kind(change));
            if self.known[at] >> kind & 1 == 0 {
                self.learn(inputs, suit, change);
            }
            units.plus(&self.units[at][kind]);
            totals = totals.plus(self.changes[at][kind]);
        }
        inputs.totals(totals, |input| units.add(input));
        units.quick_score()
    }

    /// Works out what a change adds.
    fn learn(&mut self, inputs: &Inputs<'_>, suit: Suit, change: Change) {
        let (at, kind) = (usize::from(suit), kind(change));
        let mut units = self.base.nothing();
        let before = inputs.suit(suit, Change::default(), self.left, |input| units.remove(input));
        let after = inputs.suit(suit, change, self.left, |input| units.add(input));
        self.units[at][kind] = units;
        self.changes[at][kind] = after.minus(before);
        self.known[at] |= 1 << kind;
    }
}

/// The number of a change; discards are told from other cards by the action.
#[inline]
fn kind(change: Change) -> usize {
    usize::from(change.mine + change.theirs + change.out) * 3 + usize::from(change.theirs)
}

#[cfg(test)]
mod tests;
