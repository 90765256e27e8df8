//! Play by weighted features: the chance of a play is a softmax over what it looks like. Knows where
//! weights come from; what they weigh is said in `features`.

use std::sync::OnceLock;

use karuta_engine::playout::{Playout, Policy, Trace};
use karuta_engine::{Decision, Game, Rng};

use crate::cards::Cards;
use crate::moves::{Kind, Move};
use crate::play::endings::{Ending, Endings};
use crate::play::features::{BLOCKS, COUNT, Offers, PositionFeatures, choices};
use crate::play::habits::Habits;
use crate::play::mate::{Mates, SeatKnowledge};
use crate::play::policies::SampleClient;
use crate::{Daihinmin, Phase};
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
enum Turn {
    /// There is one thing to do.
    Only(Move),
    /// The plays are listed, their odds known, those of passing last if it is allowed.
    Choice { sum: f32 },
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

    /// Computes the odds of the choices of the seat to move; features are computed only if there is a choice.
    #[inline]
    fn weigh(&mut self, state: &Daihinmin, buf: &mut Vec<Move>) -> Turn {
        let (hand, field) = (state.hands[usize::from(state.turn)], state.field());
        if field.top.kind() == Kind::Single {
            let (naturals, joker) = field.singles(hand);
            if naturals.is_empty() && !joker {
                return Turn::Only(Move::PASS);
            }
        }
        let may_pass = choices(hand, field, buf);
        match (buf.len(), may_pass) {
            (0, _) => return Turn::Only(Move::PASS),
            (1, false) => return Turn::Only(buf[0]),
            _ => {}
        }
        let glance = PositionFeatures::of(state);
        self.odds.clear();
        let mut sum = 0.0;
        let mut offers = Offers::default();
        for &mv in buf.iter() {
            let mut odds = 1.0;
            glance.play(mv, &mut offers, |feature| odds *= self.factors[feature]);
            sum += odds;
            self.odds.push(odds);
        }
        if may_pass {
            let mut odds = 1.0;
            glance.pass(&offers, |feature| odds *= self.factors[feature]);
            sum += odds;
            self.odds.push(odds);
            buf.push(Move::PASS);
        }
        Turn::Choice { sum }
    }

    /// Probability that the seat to move makes this move, which may be one the policy never makes.
    pub fn chance(&mut self, state: &Daihinmin, mv: Move, buf: &mut Vec<Move>) -> f32 {
        match self.weigh(state, buf) {
            Turn::Only(only) if only == mv => 1.0,
            Turn::Only(_) => 0.0,
            Turn::Choice { sum } => match buf.iter().position(|&other| other == mv) {
                Some(at) => self.odds[at] / sum,
                None => 0.0,
            },
        }
    }
}

impl Policy<Daihinmin> for Softmax {
    #[inline]
    fn pick(&mut self, state: &Daihinmin, buf: &mut Vec<Move>, rng: &mut Rng) -> Move {
        if let Some(size) = state.gift_size() {
            return Move::give(gift(state.hands[usize::from(state.turn)], size));
        }
        match self.weigh(state, buf) {
            Turn::Only(mv) => mv,
            Turn::Choice { sum } => buf[weights::pick(&self.odds, sum, self.greedy, rng)],
        }
    }
}

/// Cards to give in the exchange: the weakest cards that are alone in their rank, are no eight, make no sequence and
/// do not begin the game; or else the weakest.
pub fn gift(hand: Cards, size: u32) -> Cards {
    let natural = (hand & Cards::NATURAL).0;
    let three = natural & natural >> 4 & natural >> 8;
    let in_runs = Cards(three | three << 4 | three << 8);
    let mut given = Cards::NONE;
    for column in 1..14 {
        let rank = hand & Cards::column(column);
        let is_loose = rank.len() == 1
            && !rank.meets(in_runs | Cards::DIAMOND_3)
            && column != crate::cards::EIGHT
            && column < 10
            // With the joker about, the spade 3 is a trump.
            && !rank.meets(Cards::SPADE_3);
        if is_loose && given.len() < size {
            given |= rank;
        }
    }
    given | hand.without(given).weakest(size - given.len())
}

/// Limits of the searches inside a playout: nodes of an ending, nodes of a mate, cards of a mate.
const ENDING_NODES: u32 = 150;
const MATE_NODES: u32 = 12;
const MATE_CARDS: u32 = 6;

/// Playouts by a policy whose seats carry out mates they have and in which the ending of two is
/// played right.
pub struct Informed<P> {
    policy: P,
    endings: Endings,
    mates: Mates,
    /// True if mates are looked for where a seat answers too, and not only where it leads.
    answers: bool,
    /// Habits of the others, where they are learned.
    habits: Option<Habits>,
    /// The seats that play like the sample client, one bit each.
    sample_clients: u8,
    buf: Vec<Move>,
}

impl<P: Policy<Daihinmin>> Informed<P> {
    /// Playouts by a policy.
    pub fn new(policy: P) -> Informed<P> {
        let (endings, mates) = (Endings::new(12), Mates::default());
        let buf = Vec::with_capacity(64);
        Informed { policy, endings, mates, answers: false, habits: None, sample_clients: 0, buf }
    }

    /// The same; seats that played like the sample client in the games before go on doing so.
    pub fn with_habits(self) -> Informed<P> {
        Informed { habits: Some(Habits::default()), ..self }
    }

    /// The same, looking for mates at every turn.
    pub fn at_every_turn(self) -> Informed<P> {
        Informed { answers: true, ..self }
    }

    /// Ends a game of two if it can be seen through; says whether it did.
    #[inline]
    fn sees_through(&mut self, state: &mut Daihinmin) -> bool {
        if state.active.count_ones() != 2 || state.phase != Phase::Play {
            return false;
        }
        if state.active & self.sample_clients != 0 {
            return false;
        }
        let Some(ending) = self.endings.value(state, ENDING_NODES) else { return false };
        let me = usize::from(state.turn);
        let other = (state.active & !(1 << me)).trailing_zeros() as usize;
        state.conclude(match ending {
            Ending::Won => Some(me),
            Ending::Lost => Some(other),
            Ending::Lot => None,
        });
        true
    }

    #[inline]
    fn step(&mut self, state: &Daihinmin, rng: &mut Rng) -> Move {
        if self.sample_clients >> state.turn & 1 == 1 {
            return SampleClient.pick(state, &mut self.buf, rng);
        }
        let looks = state.phase == Phase::Play && (self.answers || state.field.is_empty());
        if looks
            && state.hands[usize::from(state.turn)].len() <= MATE_CARDS
            && let Some(mv) = self.mates.find(&SeatKnowledge::of(state), MATE_NODES)
        {
            return mv;
        }
        self.policy.pick(state, &mut self.buf, rng)
    }

    fn play_on(
        &mut self,
        state: &mut Daihinmin,
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
            let mv = self.step(state, rng);
            note(seat, mv);
            state.apply(mv);
        }
        plies
    }
}

impl<P: Policy<Daihinmin>> Playout<Daihinmin> for Informed<P> {
    fn begin(&mut self, decision: &Decision<'_, Daihinmin>, _: &Daihinmin) {
        if let Some(habits) = &mut self.habits {
            self.sample_clients = habits.clients_beside(decision);
        }
    }

    fn run(&mut self, state: &mut Daihinmin, limit: u32, rng: &mut Rng) -> u32 {
        self.play_on(state, limit, rng, |_, _| {})
    }

    fn run_traced(
        &mut self,
        state: &mut Daihinmin,
        limit: u32,
        trace: &mut Trace<Move>,
        rng: &mut Rng,
    ) -> u32 {
        self.play_on(state, limit, rng, |seat, mv| trace.push((seat, mv)))
    }
}

#[cfg(test)]
mod tests;
