//! Worlds that explain what was played: of worlds that fit, those are drawn more often in which the
//! others would have played as they did, were they to play like the learned policy. Knows views and the
//! policy.

use karuta_engine::worlds::{Likelihood, LikelyWorlds, Weighting};
use karuta_engine::{Decision, Rng, Seat};

use crate::cards::Cards;
use crate::field::Field;
use crate::moves::{Kind, Move};
use crate::play::habits::Habits;
use crate::play::policies::SampleClient;
use crate::play::remainder::{Remainder, Weights};
use crate::play::softmax::{self as policy, Softmax};
use crate::view::View;
use crate::{Daihinmin, Phase, SEATS};

/// The policy is not quite believed: others are not the policy, and a world should not be ruled out by one play
/// that it would seldom make. It is believed less where otherwise few worlds would count: a search that knows few
/// worlds learns to play against these.
const WEIGHTING: Weighting = Weighting { candidates: 256, trust: 0.3, diversity: 0.7 };

/// The same for worlds in which gifts go by the policy.
pub const PLAUSIBLE: Weighting = Weighting { candidates: 512, trust: 0.5, diversity: 0.0 };

/// The least chance a play is given, for the same reason.
const DOUBT: f32 = 0.02;

/// Worlds by how well they explain the game so far.
pub fn likely() -> LikelyWorlds<Daihinmin, Likely> {
    by(Model::Plays(Softmax::new(policy::learned())), WEIGHTING)
}

/// The same by the policy that looks at the hand that remains, by which gifts are drawn too.
pub fn plausible(weights: Weights, weighting: Weighting) -> LikelyWorlds<Daihinmin, Likely> {
    by(Model::Gifts(Remainder::new(weights)), weighting)
}

/// The same; seats that played the games before like the sample client are thought to have done so in this one.
pub fn adaptive(weights: Weights, weighting: Weighting) -> LikelyWorlds<Daihinmin, Likely> {
    let likely =
        Likely { habits: Some(Habits::default()), ..Likely::by(Model::Gifts(Remainder::new(weights))) };
    LikelyWorlds::new(likely, weighting)
}

fn by(model: Model, weighting: Weighting) -> LikelyWorlds<Daihinmin, Likely> {
    LikelyWorlds::new(Likely::by(model), weighting)
}

/// The policy that the others are thought to follow.
enum Model {
    /// In plays only.
    Plays(Softmax),
    /// In plays and in the exchange.
    Gifts(Remainder),
}

impl Model {
    fn chance(&mut self, state: &Daihinmin, mv: Move, buf: &mut Vec<Move>) -> f32 {
        match self {
            Model::Plays(policy) => policy.chance(state, mv, buf),
            Model::Gifts(policy) => policy.chance(state, mv, buf),
        }
    }
}

/// The likelihood of the plays of a game, were they made by the policy.
pub struct Likely {
    model: Model,
    /// The first move of this game in the history of the decision.
    from: usize,
    /// Habits of the others, where they are learned.
    habits: Option<Habits>,
    /// The seats that play like the sample client, one bit each.
    sample_clients: u8,
    buf: Vec<Move>,
}

impl Likely {
    fn by(model: Model) -> Likely {
        Likely { model, from: 0, habits: None, sample_clients: 0, buf: Vec::with_capacity(64) }
    }

    /// The chance of a play by the policy that its seat is thought to follow.
    fn chance(&mut self, state: &Daihinmin, seat: Seat, mv: Move) -> f32 {
        if self.sample_clients >> seat & 1 == 0 {
            return self.model.chance(state, mv, &mut self.buf);
        }
        f32::from(u8::from(SampleClient.would_play(state, mv)))
    }

    /// The logarithm of the likelihood of the gifts of sample clients, who give their weakest cards.
    fn explains_gifts(&self, world: &Daihinmin) -> f32 {
        if self.sample_clients == 0 || !world.titled || !world.rules.exchange {
            return 0.0;
        }
        let is_odd = |pair: &usize| {
            let (rich, _) = world.pair(*pair);
            let gift = world.gifts[*pair];
            self.sample_clients >> rich & 1 == 1 && gift != world.rich_hand(*pair).weakest(gift.len())
        };
        (0..2).filter(is_odd).count() as f32 * libm::logf(DOUBT)
    }

    /// The logarithm of the likelihood of what the others did in this game.
    fn explains(&mut self, world: &Daihinmin, me: Seat, game: &[(Seat, Move)]) -> Option<f32> {
        let mut state = world.at_first_play();
        let mut sum = self.explains_gifts(world);
        for &(seat, mv) in game {
            if state.phase != Phase::Play || usize::from(state.turn) != seat || !state.allows(mv) {
                return None;
            }
            if seat != me {
                sum += libm::logf(self.chance(&state, seat, mv).max(DOUBT));
            }
            state.make(mv);
        }
        Some(sum)
    }
}

impl Daihinmin {
    /// Draws the gift of a pair anew among those that this world could have had, by the odds of a policy.
    fn redraw_gift(&mut self, pair: usize, policy: &mut Remainder, buf: &mut Vec<Move>, rng: &mut Rng) {
        let gift = self.gifts[pair];
        let (fixed, free) = self.gift_bounds(pair);
        let (odds, _) = policy.gift_odds(self.rich_hand(pair), gift.len(), buf);
        let fits = |mv: &Move| mv.cards().contains(fixed) && free.contains(mv.cards().without(fixed));
        let sum: f32 = buf.iter().zip(odds).filter(|(mv, _)| fits(mv)).map(|(_, odds)| odds).sum();
        let mut left = rng.unit() as f32 * sum;
        let mut drawn = gift;
        for (mv, odds) in buf.iter().zip(odds).filter(|(mv, _)| fits(mv)) {
            drawn = mv.cards();
            left -= odds;
            if left < 0.0 {
                break;
            }
        }
        self.change_gift(pair, fixed, drawn);
    }

    /// Lets the rich seat of a pair have given its weakest cards, if it can have.
    fn give_weakest(&mut self, pair: usize) {
        let (fixed, free) = self.gift_bounds(pair);
        let drawn = self.rich_hand(pair).weakest(self.gifts[pair].len());
        if drawn.contains(fixed) && free.contains(drawn.without(fixed)) {
            self.change_gift(pair, fixed, drawn);
        }
    }

    /// The cards a rich seat chose its gift from.
    fn rich_hand(&self, pair: usize) -> Cards {
        let (rich, _) = self.pair(pair);
        self.hands[rich] | self.played[rich] | self.gifts[pair]
    }

    /// The cards that were certainly given, and those that may have been: cards that have been played, and the card that
    /// began the game, are where they were.
    fn gift_bounds(&self, pair: usize) -> (Cards, Cards) {
        let ((rich, poor), gift) = (self.pair(pair), self.gifts[pair]);
        let fixed = gift & (self.played[poor] | Cards::DIAMOND_3);
        (fixed, (self.hands[rich] | gift).without(fixed | Cards::DIAMOND_3))
    }

    fn change_gift(&mut self, pair: usize, fixed: Cards, drawn: Cards) {
        let ((rich, poor), taken_back) = (self.pair(pair), self.gifts[pair].without(fixed));
        self.hands[poor] = self.hands[poor].without(taken_back) | drawn.without(fixed);
        self.hands[rich] = (self.hands[rich] | taken_back).without(drawn);
        self.gifts[pair] = drawn;
    }

    /// This game as it was when the first card was about to be played.
    fn at_first_play(&self) -> Daihinmin {
        let mut state = *self;
        for seat in 0..SEATS {
            state.hands[seat] |= state.played[seat];
        }
        state.played = [Cards::NONE; SEATS];
        state.field = Field::default();
        (state.active, state.passed, state.passes, state.done) = (0b1_1111, 0, 0, 0);
        state.finished = [0; SEATS];
        (state.turn, state.last) = (state.first, state.first);
        state
    }
}

/// The first move of the game being played, in the history of a match: its moves are those in which its cards
/// were played, and passes before them. `None` if the history does not tell.
fn start_of_game(view: &View, history: &[(Seat, Move)]) -> Option<usize> {
    let mut left: Cards = (0..SEATS).map(|seat| view.open().played(seat)).collect();
    let mut from = history.len();
    while from > 0 {
        let mv = history[from - 1].1;
        let is_here = match mv.kind() {
            Kind::Pass => true,
            Kind::Single | Kind::Group | Kind::Sequence => left.contains(mv.cards()) && !left.is_empty(),
            Kind::Give | Kind::GiveUnseen => false,
        };
        if !is_here {
            break;
        }
        left = left.without(mv.cards());
        from -= 1;
    }
    left.is_empty().then_some(from)
}

impl Likelihood<Daihinmin> for Likely {
    fn begin(&mut self, decision: &Decision<'_, Daihinmin>) -> bool {
        let view = decision.view;
        if view.sees_all() || view.open().phase() != Phase::Play {
            return false;
        }
        if let Some(habits) = &mut self.habits {
            self.sample_clients = habits.clients_beside(decision);
        }
        let from = start_of_game(view, decision.history);
        self.from = from.unwrap_or(0);
        from.is_some()
    }

    /// Sample clients leave nothing to chance, so few worlds explain them; and they answer quickly.
    fn breadth(&self) -> usize {
        if self.sample_clients == 0 { 1 } else { 4 }
    }

    /// Uniform worlds have gifts drawn at random, and so too many strong cards in poor hands.
    fn improve(&mut self, decision: &Decision<'_, Daihinmin>, world: &mut Daihinmin, rng: &mut Rng) {
        let Model::Gifts(policy) = &mut self.model else { return };
        if !world.titled || !world.rules.exchange || world.phase != Phase::Play || decision.view.sees_all() {
            return;
        }
        for pair in 0..2 {
            let (rich, poor) = world.pair(pair);
            if decision.seat == rich || decision.seat == poor {
                continue;
            }
            if self.sample_clients >> rich & 1 == 1 {
                world.give_weakest(pair);
            } else {
                world.redraw_gift(pair, policy, &mut self.buf, rng);
            }
        }
    }

    fn log(&mut self, decision: &Decision<'_, Daihinmin>, world: &Daihinmin) -> Option<f64> {
        self.explains(world, decision.seat, &decision.history[self.from..]).map(f64::from)
    }
}

#[cfg(test)]
mod tests;
