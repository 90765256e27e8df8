//! Play by rule: the sample client that comes with the official server, and chance that does not pass.

use karuta_engine::playout::Policy;
use karuta_engine::{Game, Rng};

use crate::cards::Cards;
use crate::field::Field;
use crate::moves::{Kind, Move, span};
use crate::{Daihinmin, Phase};

/// The sample client, "default": leads the longest sequence, the largest set or the weakest card, follows
/// with the weakest that breaks nothing up, and never passes if that finds a play. It does not know that
/// the spade 3 beats the joker. The client misspells one play in two thousand, such as five threes, and
/// so passes; here they are played.
#[derive(Clone, Copy, Debug, Default)]
pub struct SampleClient;

impl SampleClient {
    /// True if the client would play these cards; it leaves nothing to chance.
    pub fn would_play(self, state: &Daihinmin, mv: Move) -> bool {
        self.choice(state).cards() == mv.cards()
    }

    #[inline]
    fn choice(self, state: &Daihinmin) -> Move {
        let hand = state.hand(usize::from(state.turn));
        if let Some(size) = state.gift_size() {
            return Move::give(hand.weakest(size));
        }
        let field = state.field();
        match field.top.kind() {
            Kind::Pass | Kind::Give | Kind::GiveUnseen => lead(hand, field.reversed),
            Kind::Single => follow_single(hand, field),
            Kind::Group => follow_group(hand, field),
            Kind::Sequence => follow_sequence(hand, field),
        }
    }
}

impl Policy<Daihinmin> for SampleClient {
    #[inline]
    fn pick(&mut self, state: &Daihinmin, _: &mut Vec<Move>, _: &mut Rng) -> Move {
        self.choice(state)
    }
}

/// Any play by chance; passes only where nothing can be played.
#[derive(Clone, Copy, Debug, Default)]
pub struct Eager;

impl Policy<Daihinmin> for Eager {
    #[inline]
    fn pick(&mut self, state: &Daihinmin, buf: &mut Vec<Move>, rng: &mut Rng) -> Move {
        if state.phase() != Phase::Play {
            return state.random_move(buf, rng);
        }
        buf.clear();
        state.field().canonical(state.hand(usize::from(state.turn)), buf);
        if buf.is_empty() { Move::PASS } else { buf[rng.index(buf.len())] }
    }
}

fn lead(hand: Cards, reversed: bool) -> Move {
    if let Some(sequence) = longest_sequence(hand, reversed) {
        return sequence;
    }
    if let Some(set) = largest_set(hand, reversed) {
        return set;
    }
    let naturals = hand & Cards::NATURAL;
    if naturals.is_empty() { Move::JOKER } else { Move::single(weakest(naturals, reversed)) }
}

/// The longest, of these the one that starts weakest, then spades before hearts.
fn longest_sequence(hand: Cards, reversed: bool) -> Option<Move> {
    let mut runs = Runs::of(hand);
    let mut found = None;
    while runs.any() != 0 {
        if runs.count >= 3 {
            let start = weakest(Cards(runs.any()), reversed);
            found = Some(sequence(hand, start, runs.count));
        }
        runs.grow();
    }
    found
}

/// The sequence of so many cells from a start; the joker fills what the hand does not have.
fn sequence(hand: Cards, start: Cards, count: u32) -> Move {
    let cells = span(start.lowest(), count);
    let missing = cells.without(hand);
    let play = Move::sequence(cells & hand);
    if missing.is_empty() { play } else { play.with_joker_at(missing) }
}

/// The set with most cards, of these the weakest. A joker joins any.
fn largest_set(hand: Cards, reversed: bool) -> Option<Move> {
    let has_joker = hand.meets(Cards::JOKER);
    let naturals = hand & Cards::NATURAL;
    let mut best: Option<(u32, u32)> = None;
    for nth in 1..14 {
        let column = if reversed { 14 - nth } else { nth };
        let count = naturals.rows_of(column).count_ones();
        if count > 0 && best.is_none_or(|(most, _)| count > most) {
            best = Some((count, column));
        }
    }
    let (count, column) = best?;
    let cards = naturals & Cards::column(column);
    match (count, has_joker) {
        (1, false) => None,
        (_, false) => Some(Move::group(cards)),
        (4, true) => Some(Move::five(cards)),
        (_, true) => {
            Some(Move::group(cards).with_joker_at(weakest(Cards::column(column).without(cards), false)))
        }
    }
}

fn follow_single(hand: Cards, field: &Field) -> Move {
    if field.top.is_joker() {
        return Move::PASS;
    }
    let naturals = (hand & Cards::NATURAL).0;
    let three = naturals & naturals >> 4 & naturals >> 8;
    let in_sequence = Cards(three | three << 4 | three << 8);
    let loose = (1..14)
        .map(Cards::column)
        .map(|rank| hand & rank)
        .filter(|cards| cards.len() == 1)
        .collect::<Cards>()
        .without(in_sequence);
    let able = loose & field.stronger();
    if !able.is_empty() {
        Move::single(weakest(able, field.reversed))
    } else if hand.meets(Cards::JOKER) {
        Move::JOKER
    } else {
        Move::PASS
    }
}

fn follow_group(hand: Cards, field: &Field) -> Move {
    let count = field.top.len();
    let able = hand & field.stronger();
    let rank_of = |size: u32| {
        let ranks = (1..14).map(|nth| if field.reversed { 14 - nth } else { nth });
        ranks.map(Cards::column).find(|&rank| (able & rank).len() == size)
    };
    if let Some(rank) = rank_of(count) {
        return Move::group(able & rank);
    }
    // A group of two needs one card beside the joker, never none.
    if count < 5
        && hand.meets(Cards::JOKER)
        && let Some(rank) = rank_of(count - 1)
    {
        let suits = if field.locked { Cards::rows(field.top.suits() & 0xF) } else { Cards::CELLS };
        let cell = weakest((rank & suits).without(able), false);
        return Move::group(able & rank).with_joker_at(cell);
    }
    Move::PASS
}

fn follow_sequence(hand: Cards, field: &Field) -> Move {
    let (low, count) = (field.top.column(), field.top.len());
    let beyond = if field.reversed {
        Cards::NATURAL.below(4 * low)
    } else {
        Cards::NATURAL.without(Cards::CELLS.below(4 * (low + count).min(15)))
    };
    let suits = if field.locked { Cards::rows(field.top.suits()) } else { Cards::CELLS };
    let able = hand & beyond & suits;
    let plain = Runs::of(able).exactly(count);
    if !plain.is_empty() {
        return sequence(able, weakest(plain, field.reversed), count);
    }
    if hand.meets(Cards::JOKER) {
        // The joker may begin the run, but not beside the stronger ranks.
        let starts = if field.reversed {
            Cards::CELLS.below(4 * (low + 1).saturating_sub(count))
        } else {
            Cards::CELLS.without(Cards::CELLS.below(4 * (low + count).min(15)))
        };
        let joined = Runs::of(able | Cards::JOKER).exactly(count) & starts;
        if !joined.is_empty() {
            return sequence(able, weakest(joined, field.reversed), count);
        }
    }
    Move::PASS
}

/// The weakest cell: by rank, equal ranks spade first.
#[inline]
fn weakest(cells: Cards, reversed: bool) -> Cards {
    let column = if reversed { cells.highest() / 4 } else { cells.lowest() / 4 };
    Cards::bit((cells & Cards::column(column)).highest())
}

/// First cells of runs in one suit, for growing lengths: held throughout or, with a joker, with one gap.
struct Runs {
    held: u64,
    has_joker: bool,
    count: u32,
    whole: u64,
    gapped: u64,
}

impl Runs {
    fn of(hand: Cards) -> Runs {
        let held = (hand & Cards::NATURAL).0;
        let has_joker = hand.meets(Cards::JOKER);
        let gapped = if has_joker { Cards::CELLS.0 & !held } else { 0 };
        Runs { held, has_joker, count: 1, whole: held, gapped }
    }

    /// With a joker a run is never left whole: the gap can always be at its end.
    #[inline]
    fn any(&self) -> u64 {
        if self.has_joker { self.gapped } else { self.whole }
    }

    #[inline]
    fn grow(&mut self) {
        let shift = 4 * self.count;
        let next = if shift < 60 { self.held >> shift } else { 0 };
        let open = if shift < 60 { (Cards::CELLS.0 & !self.held) >> shift } else { 0 };
        self.gapped = self.gapped & next | if self.has_joker { self.whole & open } else { 0 };
        self.whole &= next;
        self.count += 1;
    }

    /// First cells of runs of exactly `count` cells.
    fn exactly(mut self, count: u32) -> Cards {
        while self.count < count {
            self.grow();
        }
        let long = self.any();
        self.grow();
        Cards(long & !self.any())
    }
}

#[cfg(test)]
mod tests;
