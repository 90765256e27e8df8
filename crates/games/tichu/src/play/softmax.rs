//! Play by weighted features: the chance of a play is a softmax over what it looks like. Calls, exchange,
//! wish and gift are made by rule. Knows where weights come from; what they weigh is said in `features`.

use std::sync::OnceLock;

use karuta_engine::playout::{Playout, Policy, Trace};
use karuta_engine::{Game, Rng};

use crate::moves::{Move, What};
use crate::play::endings::Endings;
use crate::play::features::{BLOCKS, COUNT, Offer, PositionFeatures, choices};
use crate::play::{calls, exchange};
use crate::plays;
use crate::{Phase, Tichu};
use karuta_playable::weights;

/// Exponentials of weights, so that the odds of a play are a product.
pub type Factors = [f32; COUNT];

/// The factors of the hand-written weights.
pub fn light() -> &'static Factors {
    static LIGHT: OnceLock<Factors> = OnceLock::new();
    LIGHT.get_or_init(|| weights::factors(BLOCKS, include_str!("weights/light.txt")))
}

/// The factors of the weights learned by playing against oneself.
pub fn learned() -> &'static Factors {
    static LEARNED: OnceLock<Factors> = OnceLock::new();
    LEARNED.get_or_init(|| weights::factors(BLOCKS, include_str!("weights/learned.txt")))
}

/// A softmax policy with room to work in.
pub struct Softmax {
    factors: &'static Factors,
    odds: Vec<f32>,
    /// True if it plays what is likeliest instead of drawing.
    greedy: bool,
}

/// Choices of a policy on a turn.
pub(crate) enum Turn {
    /// There is one thing to do: everything that is no play of cards is done by rule.
    Only(Move),
    /// The plays are listed; `pass` is what it means to make none of them, if that is allowed.
    Choice { pass: Option<Move> },
}

/// Choices of the seat to move; plays are listed in `buf`.
#[inline]
pub(crate) fn turn(state: &Tichu, buf: &mut Vec<Move>) -> Turn {
    let seat = state.seat();
    let pass = match state.phase {
        Phase::Play if state.top.is_none() && calls::calls_tichu(state) => return Turn::Only(Move::TICHU),
        Phase::Play => choices(state, buf).then_some(Move::PASS),
        Phase::Window => {
            buf.clear();
            if let Some(top) = state.top {
                plays::bombs(state.hands[seat], top, &state.rules, buf);
                buf.iter_mut().for_each(|bomb| *bomb = bomb.out_of_turn(seat));
            }
            Some(Move::hold(seat))
        }
        Phase::Grand if calls::calls_grand(state) => return Turn::Only(Move::GRAND),
        Phase::Grand => return Turn::Only(Move::NO_CALL),
        Phase::Give => return Turn::Only(exchange::next_gift(state, exchange::shipped())),
        Phase::Wish => return Turn::Only(Move::wish(exchange::wish(state))),
        Phase::Gift | Phase::Over => return Turn::Only(Move::gift(exchange::gift(state))),
    };
    match (buf.len(), pass) {
        (0, Some(pass)) => Turn::Only(pass),
        (1, None) => Turn::Only(buf[0]),
        _ => Turn::Choice { pass },
    }
}

/// The move of a seat that chose this one: it calls Tichu with its first card; one that passes keeps the right to call.
#[inline]
pub(crate) fn made(state: &Tichu, mv: Move) -> Move {
    if matches!(mv.what(), What::Play(_)) && calls::calls_tichu(state) { Move::TICHU } else { mv }
}

impl Softmax {
    /// A policy of these factors.
    pub fn new(factors: &'static Factors) -> Softmax {
        Softmax { factors, odds: Vec::with_capacity(64), greedy: false }
    }

    /// The same policy playing what is likeliest.
    pub fn greedy(factors: &'static Factors) -> Softmax {
        Softmax { greedy: true, ..Softmax::new(factors) }
    }
}

impl Softmax {
    /// The odds of the listed plays, then those of passing if that is a choice; their sum.
    #[inline]
    fn weigh(&mut self, state: &Tichu, pass: Option<Move>, buf: &mut Vec<Move>) -> f32 {
        let glance = PositionFeatures::of(state);
        self.odds.clear();
        let mut sum = 0.0;
        let mut offer = Offer::default();
        for &mv in buf.iter() {
            let Some(kind) = mv.kind() else { continue };
            let mut odds = 1.0;
            glance.play(mv, kind, &mut offer, |feature| odds *= self.factors[feature]);
            sum += odds;
            self.odds.push(odds);
        }
        if let Some(pass) = pass {
            let mut odds = 1.0;
            glance.pass(&offer, |feature| odds *= self.factors[feature]);
            sum += odds;
            self.odds.push(odds);
            buf.push(pass);
        }
        sum
    }

    /// Probability that the seat to move makes this move, which may be one the policy never makes.
    pub fn chance(&mut self, state: &Tichu, mv: Move, buf: &mut Vec<Move>) -> f32 {
        match turn(state, buf) {
            Turn::Only(only) => f32::from(u8::from(only == mv)),
            Turn::Choice { pass } => {
                let sum = self.weigh(state, pass, buf);
                buf.iter().position(|&other| other == mv).map_or(0.0, |at| self.odds[at] / sum)
            }
        }
    }
}

impl Policy<Tichu> for Softmax {
    #[inline]
    fn pick(&mut self, state: &Tichu, buf: &mut Vec<Move>, rng: &mut Rng) -> Move {
        let sum = match turn(state, buf) {
            Turn::Only(mv) => return mv,
            Turn::Choice { pass } => self.weigh(state, pass, buf),
        };
        made(state, buf[weights::pick(&self.odds, sum, self.greedy, rng)])
    }
}

/// Limits of an ending searched inside a playout: its nodes, and its cards.
const ENDING_NODES: u32 = 60;
const ENDING_CARDS: u32 = 6;

/// Playouts by a policy in which endings of two that are soon seen through are played right.
pub struct Informed<P> {
    policy: P,
    endings: Endings,
    buf: Vec<Move>,
}

impl<P: Policy<Tichu>> Informed<P> {
    /// Playouts by a policy.
    pub fn new(policy: P) -> Informed<P> {
        Informed { policy, endings: Endings::new(12), buf: Vec::with_capacity(64) }
    }

    /// Ends a round of two if it can be seen through; says whether it did.
    #[inline]
    fn sees_through(&mut self, state: &mut Tichu) -> bool {
        if state.finished < 2 || state.hands.iter().map(|hand| hand.len()).sum::<u32>() > ENDING_CARDS {
            return false;
        }
        let Some(points) = self.endings.value(state, ENDING_NODES) else { return false };
        state.conclude(points);
        true
    }

    fn play_on(
        &mut self,
        state: &mut Tichu,
        limit: u32,
        rng: &mut Rng,
        mut note: impl FnMut(usize, Move),
    ) -> u32 {
        let mut plies = 0;
        while plies < limit
            && let Some(seat) = state.turn()
        {
            plies += 1;
            if self.sees_through(state) {
                continue;
            }
            let mv = self.policy.pick(state, &mut self.buf, rng);
            note(seat, mv);
            state.apply(mv);
        }
        plies
    }
}

impl<P: Policy<Tichu>> Playout<Tichu> for Informed<P> {
    fn run(&mut self, state: &mut Tichu, limit: u32, rng: &mut Rng) -> u32 {
        self.play_on(state, limit, rng, |_, _| {})
    }

    fn run_traced(&mut self, state: &mut Tichu, limit: u32, trace: &mut Trace<Move>, rng: &mut Rng) -> u32 {
        self.play_on(state, limit, rng, |seat, mv| trace.push((seat, mv)))
    }
}

#[cfg(test)]
mod tests;
