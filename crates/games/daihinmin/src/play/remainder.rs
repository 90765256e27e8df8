//! Features of a move by the hand it leaves: what is kept, what that still needs, and how what is played goes with what
//! is kept and with what is out. Knows hands, table and which cards are out, as the seat to move does; nothing of how
//! features are weighed.
//!
//! Every feature is either there or not. Ranks are told by their strength of the moment, 0 to 12, and 13 for the joker.

use std::sync::{Arc, OnceLock};

use karuta_engine::Rng;
use karuta_engine::playout::Policy;

use crate::cards::{Cards, FIRST_ROW};
use crate::moves::{Kind, Move};
use crate::play::features::{self, Offers, PositionFeatures, choices, class, strength};
use crate::play::mate::SeatKnowledge;
use crate::view::View;
use crate::{Daihinmin, SEATS};
use karuta_playable::weights::{self, Blocks};

/// Groups of features beside those of [`features::BLOCKS`], which come first: name, rows, columns.
const OWN_BLOCKS: &Blocks = &[
    // A rank kept, by how many: playing, passing, giving, each by cards left.
    ("kept", 36, 13),
    // A sequence kept, by its length and weakest card.
    ("run", 3, 13),
    // Plays needed to empty the hand: leading, following, passing, giving.
    ("needs", 4, 12),
    // The same by the fewest cards somebody holds: leading, following, passing.
    ("race", 24, 5),
    // Plays that can be beaten, and those that cannot: leading, following (each keeping the lead or not), passing,
    // giving.
    ("balance", 48, 6),
    // The mean strength of what is kept: playing, passing, giving, each by cards left.
    ("mean", 9, 13),
    // The joker kept, by cards left: playing, passing, giving.
    ("joker-kept", 3, 12),
    // The spade 3 kept while the joker is out: playing, passing, giving, each by cards left.
    ("spade-kept", 3, 3),
    // Eights kept: playing, passing, giving, each by cards left.
    ("eights", 9, 5),
    // A card played and a card kept: leading, following (or what is passed on), each by kind.
    ("with-kept", 168, 14),
    // A card played and a card that is out, likewise.
    ("with-out", 168, 14),
    // A card given and a card kept.
    ("given", 14, 14),
    // The diamond 3 and the spade 3 kept in the exchange, by plays that can be beaten.
    ("begins", 2, 8),
    // Ranks out that beat it, by kind: leading, following, passing.
    ("above", 24, 14),
    // Cards of the next seat that may answer, by size: leading, following, passing.
    ("next", 15, 3),
    // Cards of the seat whose play is on the table: following, passing, by those that may still answer.
    ("owner", 10, 5),
    // Under a lock: following, passing, by strength.
    ("locked", 2, 13),
    // Locks the suits, by strength.
    ("lock", 1, 13),
    // Seats that are out: leading, following, passing.
    ("stage", 3, 4),
    // Others that may still answer: following, by strength.
    ("rivals", 5, 13),
];

/// All groups of features.
pub const BLOCKS: &Blocks = &{
    let mut all = [("", 0, 0); features::BLOCKS.len() + OWN_BLOCKS.len()];
    let mut at = 0;
    while at < all.len() {
        all[at] = if at < features::BLOCKS.len() {
            features::BLOCKS[at]
        } else {
            OWN_BLOCKS[at - features::BLOCKS.len()]
        };
        at += 1;
    }
    all
};

/// The number of features.
pub const COUNT: usize = weights::count(BLOCKS);

const fn start(name: &str) -> usize {
    weights::start(BLOCKS, name)
}

const KEPT: usize = start("kept");
const RUN: usize = start("run");
const NEEDS: usize = start("needs");
const RACE: usize = start("race");
const BALANCE: usize = start("balance");
const MEAN: usize = start("mean");
const JOKER_KEPT: usize = start("joker-kept");
const SPADE_KEPT: usize = start("spade-kept");
const EIGHTS: usize = start("eights");
const WITH_KEPT: usize = start("with-kept");
const WITH_OUT: usize = start("with-out");
const GIVEN: usize = start("given");
const BEGINS: usize = start("begins");
const ABOVE: usize = start("above");
const NEXT: usize = start("next");
const OWNER: usize = start("owner");
const LOCKED: usize = start("locked");
const LOCK: usize = start("lock");
const STAGE: usize = start("stage");
const RIVALS: usize = start("rivals");

/// The lowest bit of each of the 13 strengths.
const ONES: u64 = FIRST_ROW >> 8;

/// The strength that stands for the joker.
const JOKER: usize = 13;

/// Acts with a hand, as far as what is kept of it counts differently.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Act {
    Lead { holds: bool },
    Follow { holds: bool },
    Pass,
    Give,
}

impl Act {
    /// Playing, passing, giving.
    fn of_three(self) -> usize {
        match self {
            Act::Lead { .. } | Act::Follow { .. } => 0,
            Act::Pass => 1,
            Act::Give => 2,
        }
    }

    /// Leading, following, passing, giving.
    fn of_four(self) -> usize {
        match self {
            Act::Lead { .. } => 0,
            Act::Follow { .. } => 1,
            Act::Pass => 2,
            Act::Give => 3,
        }
    }

    fn of_six(self) -> usize {
        match self {
            Act::Lead { holds } => usize::from(holds),
            Act::Follow { holds } => 2 + usize::from(holds),
            Act::Pass => 4,
            Act::Give => 5,
        }
    }
}

/// The features that all moves of a position share.
#[derive(Clone, Copy, Debug)]
pub struct Sight {
    base: Option<PositionFeatures>,
    known: SeatKnowledge,
    /// For groups of one to four: the strengths of which so many are out, the joker helping, four bits apart.
    enough: [u64; 4],
    /// Cards of the next seat that may answer, in steps.
    next: usize,
    /// Cards of the seat whose play is on the table, in steps.
    owner: usize,
    rivals: usize,
    /// Seats that are out.
    done: usize,
}

impl Sight {
    /// The sight of the seat to move, in a game being played.
    #[inline]
    pub fn of(state: &Daihinmin) -> Sight {
        let counts = state.hands.map(|hand| hand.len());
        Sight::with(SeatKnowledge::of(state), counts, state)
    }

    /// The same from a view.
    pub fn seen(view: &View) -> Sight {
        let mut counts = [0; SEATS];
        for (seat, count) in counts.iter_mut().enumerate() {
            *count = view.count(seat);
        }
        Sight::with(SeatKnowledge::seen(view), counts, view.open())
    }

    /// The sight of a rich seat that has to give.
    pub fn giving(hand: Cards) -> Sight {
        let out = Cards::ALL.without(hand);
        let known = SeatKnowledge {
            hand,
            out,
            most: 11,
            fewest: 10,
            field: crate::field::Field::default(),
            alone: false,
        };
        Sight { base: None, known, enough: enough(out, false), next: 4, owner: 4, rivals: 4, done: 0 }
    }

    #[inline]
    fn with(known: SeatKnowledge, counts: [u32; SEATS], state: &Daihinmin) -> Sight {
        let me = usize::from(state.turn);
        let able = state.active & !state.passed & !(1 << me);
        let mut next = 0;
        if able != 0 {
            let mut seat = state.after[me];
            while able >> seat & 1 == 0 {
                seat = state.after[usize::from(seat)];
            }
            next = counts[usize::from(seat)];
        }
        Sight {
            base: Some(PositionFeatures::with(known, state)),
            known,
            enough: enough(known.out, known.field.reversed),
            next: steps(next),
            owner: steps(counts[usize::from(state.last)]),
            rivals: able.count_ones() as usize,
            done: usize::from(state.done).min(3),
        }
    }

    /// Calls `take` with every feature of a play, which is noted in `offers`.
    #[inline]
    pub fn play(&self, mv: Move, offers: &mut Offers, mut take: impl FnMut(usize)) {
        let Some(base) = &self.base else { return };
        let holds = base.play(mv, offers, &mut take);
        let SeatKnowledge { hand, field, .. } = self.known;
        let leads = field.is_empty();
        let act = if leads { Act::Lead { holds } } else { Act::Follow { holds } };
        let strength = strength(mv, field.reversed);
        let kind = kind(mv);
        let played = if mv.is_joker() { JOKER } else { strength };
        let row = (usize::from(!leads) * 4 + kind) * 14 + played;
        self.rest(hand.without(mv.cards()), act, WITH_KEPT + row * 14, &mut take);
        self.others_out(WITH_OUT + row * 14, &mut take);
        self.over(usize::from(!leads), mv, played, &mut take);
        let size = (mv.len() as usize).min(3) - 1;
        take(NEXT + (usize::from(!leads) * 5 + self.next) * 3 + size);
        take(STAGE + usize::from(!leads) * 4 + self.done);
        if leads {
            return;
        }
        take(OWNER + self.rivals.min(4) * 5 + self.owner);
        take(RIVALS + self.rivals.min(4) * 13 + strength);
        if field.locked {
            take(LOCKED + strength);
        } else if !mv.is_joker() && mv.suits() == field.top.suits() {
            take(LOCK + strength);
        }
    }

    /// Calls `take` with every feature of passing though there are these offers.
    #[inline]
    pub fn pass(&self, offers: &Offers, mut take: impl FnMut(usize)) {
        let Some(base) = &self.base else { return };
        base.pass(offers, &mut take);
        let SeatKnowledge { hand, field, .. } = self.known;
        let top = field.top;
        let strength = strength(top, field.reversed);
        let lies = if top.is_joker() { JOKER } else { strength };
        let row = (8 + kind(top)) * 14 + lies;
        self.rest(hand, Act::Pass, WITH_KEPT + row * 14, &mut take);
        self.others_out(WITH_OUT + row * 14, &mut take);
        self.over(2, top, lies, &mut take);
        let size = (top.len() as usize).clamp(1, 3) - 1;
        take(NEXT + (2 * 5 + self.next) * 3 + size);
        take(STAGE + 2 * 4 + self.done);
        take(OWNER + (5 + self.rivals.min(4)) * 5 + self.owner);
        if field.locked {
            take(LOCKED + 13 + strength);
        }
    }

    /// Calls `take` with every feature of giving cards away.
    pub fn give(&self, cards: Cards, mut take: impl FnMut(usize)) {
        let kept = self.known.hand.without(cards);
        let beaten = self.rest(kept, Act::Give, usize::MAX, &mut take);
        for card in cards.iter() {
            let given = if card == Cards::JOKER { JOKER } else { card.lowest() as usize / 4 - 1 };
            each_rank(kept, false, |kept, _| take(GIVEN + given * 14 + kept));
        }
        if kept.meets(Cards::DIAMOND_3) {
            take(BEGINS + beaten);
        }
        if kept.meets(Cards::SPADE_3) {
            take(BEGINS + 8 + beaten);
        }
    }

    /// The features of a hand that remains; `pairs` is where those of a card played and a card kept begin, if
    /// anywhere. Returns the number of plays it needs that can be beaten.
    #[inline]
    fn rest(&self, rest: Cards, act: Act, pairs: usize, take: &mut impl FnMut(usize)) -> usize {
        let reversed = self.known.field.reversed;
        let left = rest.len();
        let size = bucket(left);
        let has_joker = rest.meets(Cards::JOKER);
        let three = act.of_three();
        let kept = KEPT + (three * 3 + size) * 4 * 13;
        let eight = if reversed { 7 } else { 5 };
        let (mut needs, mut beaten, mut safe, mut sum) = (0, 0, usize::from(has_joker), 0);
        each_rank(rest & Cards::NATURAL, reversed, |rank, count| {
            take(kept + (count - 1) * 13 + rank);
            if pairs != usize::MAX {
                take(pairs + rank);
            }
            needs += 1;
            sum += rank * count;
            if rank == eight || self.enough[count - 1] >> (4 * rank + 4) == 0 {
                safe += 1;
            } else {
                beaten += 1;
            }
        });
        let saved = runs(rest, reversed, |length, low| take(RUN + (length.min(5) - 3) * 13 + low));
        needs -= saved.min(needs);
        beaten -= saved.min(beaten);
        if has_joker {
            if pairs != usize::MAX {
                take(pairs + JOKER);
            }
            take(JOKER_KEPT + three * 12 + (left as usize).min(11));
            needs = needs.max(1);
        }
        take(NEEDS + act.of_four() * 12 + needs.min(11));
        if act != Act::Give {
            take(
                RACE + (act.of_four() * 8 + needs.min(7)) * 5 + (self.known.fewest as usize).clamp(1, 5) - 1,
            );
        }
        take(BALANCE + (act.of_six() * 8 + beaten.min(7)) * 6 + safe.min(5));
        let naturals = left as usize - usize::from(has_joker);
        if let Some(mean) = sum.checked_div(naturals) {
            take(MEAN + (three * 3 + size) * 13 + mean);
        }
        if rest.meets(Cards::SPADE_3) && self.known.out.meets(Cards::JOKER) {
            take(SPADE_KEPT + three * 3 + size);
        }
        take(EIGHTS + (three * 3 + size) * 5 + (rest & Cards::column(crate::cards::EIGHT)).len() as usize);
        beaten.min(7)
    }

    /// The ranks that are out.
    #[inline]
    fn others_out(&self, pairs: usize, take: &mut impl FnMut(usize)) {
        let mut left = self.enough[0];
        while left != 0 {
            take(pairs + left.trailing_zeros() as usize / 4);
            left &= left - 1;
        }
    }

    /// The number of ranks that are out and beat a play.
    #[inline]
    fn over(&self, act: usize, mv: Move, strength: usize, take: &mut impl FnMut(usize)) {
        let size = if mv.kind() == Kind::Group { (mv.len() as usize).min(4) } else { 1 };
        let above = (self.enough[size - 1] >> (4 * strength + 4)).count_ones() as usize;
        take(ABOVE + (act * 8 + class(mv)) * 14 + above.min(13));
    }
}

/// The strengths of which at least one, two, three, four are out, where a joker counts for any.
#[inline]
fn enough(out: Cards, reversed: bool) -> [u64; 4] {
    let counts = counts(out, reversed);
    let at_least = |least: u64| (counts + (8 - least) * ONES) >> 3 & ONES;
    if out.meets(Cards::JOKER) {
        [at_least(1) | 1 << (4 * JOKER), at_least(1), at_least(2), at_least(3)]
    } else {
        [at_least(1), at_least(2), at_least(3), at_least(4)]
    }
}

/// The number of cards of each strength, four bits apart.
#[inline]
fn counts(cards: Cards, reversed: bool) -> u64 {
    let cards = (cards.0 & Cards::NATURAL.0) >> 4;
    let pairs = cards - ((cards >> 1) & 0x5555_5555_5555_5555);
    let counts = (pairs & 0x3333_3333_3333_3333) + ((pairs >> 2) & 0x3333_3333_3333_3333);
    if !reversed {
        return counts;
    }
    let bytes = counts.swap_bytes();
    ((bytes & 0x0F0F_0F0F_0F0F_0F0F) << 4 | (bytes >> 4) & 0x0F0F_0F0F_0F0F_0F0F) >> 12
}

/// Calls `take` with every strength there is and how many there are of it.
#[inline]
fn each_rank(cards: Cards, reversed: bool, mut take: impl FnMut(usize, usize)) {
    let mut left = counts(cards, reversed);
    while left != 0 {
        let rank = left.trailing_zeros() as usize / 4;
        let count = (left >> (4 * rank)) as usize & 0xF;
        left &= !(0xF << (4 * rank));
        take(rank, count);
    }
    if cards.meets(Cards::JOKER) {
        take(JOKER, 1);
    }
}

/// Calls `take` with the length and the weakest strength of every longest sequence of natural cards; says how many
/// plays they save against playing rank by rank, as far as they do not share cards.
#[inline]
fn runs(hand: Cards, reversed: bool, mut take: impl FnMut(usize, usize)) -> usize {
    let natural = (hand & Cards::NATURAL).0;
    let three = natural & natural >> 4 & natural >> 8;
    if three == 0 {
        return 0;
    }
    let ones = counts(hand, false);
    let mut saved = 0;
    let mut starts = three & !(three << 4);
    while starts != 0 {
        let low = starts.trailing_zeros();
        starts &= starts - 1;
        let (mut length, mut alone) = (0, 0usize);
        while natural >> (low + 4 * length) & 1 == 1 {
            alone += usize::from((ones >> ((low - 4 + 4 * length) / 4 * 4)) & 0xF == 1);
            length += 1;
        }
        let column = (low / 4) as usize;
        take(length as usize, if reversed { 14 - column - length as usize } else { column - 1 });
        saved += alone.saturating_sub(1);
    }
    saved
}

#[inline]
fn bucket(left: u32) -> usize {
    match left {
        0..=3 => 0,
        4..=6 => 1,
        _ => 2,
    }
}

/// Hand sizes in five steps.
#[inline]
fn steps(cards: u32) -> usize {
    match cards {
        0 | 1 => 0,
        2 => 1,
        3 => 2,
        4 | 5 => 3,
        _ => 4,
    }
}

/// Single, two of a rank, more of a rank, sequence.
#[inline]
fn kind(mv: Move) -> usize {
    match mv.kind() {
        Kind::Group => (mv.len() as usize).min(3) - 1,
        Kind::Sequence => 3,
        Kind::Pass | Kind::Single | Kind::Give | Kind::GiveUnseen => 0,
    }
}

/// Takes the features of moves, one move after the other.
pub trait Sink {
    /// A feature of the move at hand.
    fn take(&mut self, feature: usize);

    /// The move at hand has no more features.
    fn end(&mut self);
}

/// Lists the moves that a policy chooses from and tells `sink` their features; a move that goes without saying is
/// returned instead.
#[inline]
pub fn weigh(state: &Daihinmin, moves: &mut Vec<Move>, sink: &mut impl Sink) -> Option<Move> {
    let (hand, field) = (state.hands[usize::from(state.turn)], state.field());
    if let Some(size) = state.gift_size() {
        weigh_gifts(hand, size, moves, sink);
        return None;
    }
    if field.top.kind() == Kind::Single {
        let (naturals, joker) = field.singles(hand);
        if naturals.is_empty() && !joker {
            return Some(Move::PASS);
        }
    }
    let may_pass = choices(hand, field, moves);
    match (moves.len(), may_pass) {
        (0, _) => return Some(Move::PASS),
        (1, false) => return Some(moves[0]),
        _ => {}
    }
    let sight = Sight::of(state);
    let mut offers = Offers::default();
    for &mv in moves.iter() {
        sight.play(mv, &mut offers, |feature| sink.take(feature));
        sink.end();
    }
    if may_pass {
        sight.pass(&offers, |feature| sink.take(feature));
        sink.end();
        moves.push(Move::PASS);
    }
    None
}

/// Lists the gifts of so many cards of a hand and tells `sink` their features.
fn weigh_gifts(hand: Cards, size: u32, moves: &mut Vec<Move>, sink: &mut impl Sink) {
    moves.clear();
    Daihinmin::gift_moves(hand, size, moves);
    let sight = Sight::giving(hand);
    for mv in moves.iter() {
        sight.give(mv.cards(), |feature| sink.take(feature));
        sink.end();
    }
}

/// Weights in a form that is quick to add up: whole numbers of `UNIT`s, in which an integer power of two is exact.
pub type Weights = Arc<[i32; COUNT]>;

/// The parts into which a factor of two is divided.
const UNIT: i32 = 1 << 12;

/// The fraction of a factor of two that the table of powers tells apart.
const POWERS: usize = 1 << 8;

/// Weights, one for every feature, in the form that policies use.
pub fn prepare(weights: &[f32]) -> Weights {
    let mut prepared = [0; COUNT];
    for (to, weight) in prepared.iter_mut().zip(weights) {
        *to = (weight.clamp(-12.0, 12.0) * std::f32::consts::LOG2_E * UNIT as f32).round() as i32;
    }
    Arc::new(prepared)
}

/// The weights that come with the program.
pub fn shipped() -> Weights {
    static SHIPPED: OnceLock<Weights> = OnceLock::new();
    let read =
        || weights::read(BLOCKS, include_str!("weights/remainder.txt")).expect("shipped weights can be read");
    Arc::clone(SHIPPED.get_or_init(|| prepare(&read())))
}

/// Two to the power of minus so many units, which must not be negative.
#[inline]
fn power(units: i32, powers: &[f32; POWERS]) -> f32 {
    let whole = (units / UNIT) as u32;
    if whole > 100 {
        return 0.0;
    }
    powers[(units % UNIT) as usize * POWERS / UNIT as usize] * f32::from_bits((127 - whole) << 23)
}

/// The powers of two from 0 down to -1.
fn powers() -> &'static [f32; POWERS] {
    static TABLE: OnceLock<[f32; POWERS]> = OnceLock::new();
    TABLE.get_or_init(|| std::array::from_fn(|at| libm::exp2f(-(at as f32 + 0.5) / POWERS as f32)))
}

/// A softmax policy over these features, with room to work in.
pub struct Remainder {
    sums: Sums,
    odds: Vec<f32>,
    /// True if it plays what is likeliest instead of drawing.
    greedy: bool,
}

/// The sums of the weights of moves.
struct Sums {
    weights: Weights,
    sum: i32,
    all: Vec<i32>,
}

impl Sink for Sums {
    #[inline]
    fn take(&mut self, feature: usize) {
        self.sum += self.weights[feature];
    }

    #[inline]
    fn end(&mut self) {
        self.all.push(self.sum);
        self.sum = 0;
    }
}

impl Remainder {
    /// A policy of these weights.
    pub fn new(weights: Weights) -> Remainder {
        let sums = Sums { weights, sum: 0, all: Vec::with_capacity(64) };
        Remainder { sums, odds: Vec::with_capacity(64), greedy: false }
    }

    /// The same policy playing what is likeliest.
    pub fn greedy(weights: Weights) -> Remainder {
        Remainder { greedy: true, ..Remainder::new(weights) }
    }

    /// The odds of the moves listed in `buf`, with their sum; or the one thing to do.
    #[inline]
    pub fn odds(&mut self, state: &Daihinmin, buf: &mut Vec<Move>) -> Result<(&[f32], f32), Move> {
        self.sums.all.clear();
        match weigh(state, buf, &mut self.sums) {
            Some(only) => Err(only),
            None => Ok(self.of_sums()),
        }
    }

    /// The odds of the gifts of so many cards of a hand, which are listed in `buf`, with their sum.
    pub fn gift_odds(&mut self, hand: Cards, size: u32, buf: &mut Vec<Move>) -> (&[f32], f32) {
        self.sums.all.clear();
        weigh_gifts(hand, size, buf, &mut self.sums);
        self.of_sums()
    }

    /// The odds that the sums make, and what they add up to.
    #[inline]
    fn of_sums(&mut self) -> (&[f32], f32) {
        let (all, powers) = (&self.sums.all, powers());
        let most = all.iter().copied().max().unwrap_or(0);
        self.odds.clear();
        self.odds.extend(all.iter().map(|&units| power(most - units, powers)));
        let sum = self.odds.iter().sum();
        (&self.odds, sum)
    }

    /// The chance that the seat to move makes this move, which may be one the policy never makes.
    pub fn chance(&mut self, state: &Daihinmin, mv: Move, buf: &mut Vec<Move>) -> f32 {
        match self.odds(state, buf) {
            Err(only) => f32::from(u8::from(only == mv)),
            Ok((odds, sum)) => buf.iter().position(|&other| other == mv).map_or(0.0, |at| odds[at] / sum),
        }
    }
}

impl Policy<Daihinmin> for Remainder {
    #[inline]
    fn pick(&mut self, state: &Daihinmin, buf: &mut Vec<Move>, rng: &mut Rng) -> Move {
        let greedy = self.greedy;
        match self.odds(state, buf) {
            Err(only) => only,
            Ok((odds, sum)) => buf[weights::pick(odds, sum, greedy, rng)],
        }
    }
}

#[cfg(test)]
mod tests;
