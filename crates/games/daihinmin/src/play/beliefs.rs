//! Worlds that explain what was played: of worlds that fit, those are drawn more often in which the
//! others would have played as they did, were they to play like the learned policy. Knows views and the
//! policy.

use karuta_engine::worlds::{Determinizer, Weighed};
use karuta_engine::{Decision, Rng, Seat};

use crate::cards::Cards;
use crate::field::Field;
use crate::moves::{Kind, Move};
use crate::play::softmax::{self as policy, Softmax};
use crate::view::View;
use crate::{Daihinmin, Phase, SEATS};

/// Worlds drawn for a decision.
const CANDIDATES: usize = 256;

/// How far the policy is believed at most: the exponent of its chances. Others are not the policy, and a
/// world should not be ruled out by one play that it would seldom make.
const TRUST: f32 = 0.3;

/// It is believed less where otherwise a smaller share of the worlds than this would count: a search that
/// knows few worlds learns to play against these.
const DIVERSITY: f32 = 0.7;

/// The least chance a play is given, for the same reason.
const DOUBT: f32 = 0.02;

/// Draws worlds by how well they explain the game so far.
pub struct Likely {
    policy: Softmax,
    worlds: Weighed<Daihinmin>,
    buf: Vec<Move>,
}

impl Default for Likely {
    fn default() -> Self {
        Likely {
            policy: Softmax::new(policy::learned()),
            worlds: Weighed::with_capacity(CANDIDATES),
            buf: Vec::with_capacity(64),
        }
    }
}

impl Likely {
    /// How well a world explains what the others did in this game, as a logarithm.
    fn explains(&mut self, world: &Daihinmin, me: Seat, game: &[(Seat, Move)]) -> Option<f32> {
        let mut state = world.at_first_play();
        let mut sum = 0.0;
        for &(seat, mv) in game {
            if state.phase != Phase::Play || usize::from(state.turn) != seat || !state.allows(mv) {
                return None;
            }
            if seat != me {
                sum += libm::logf(self.policy.chance(&state, mv, &mut self.buf).max(DOUBT));
            }
            state.make(mv);
        }
        Some(sum)
    }
}

impl Daihinmin {
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

/// The moves of the game being played, of all moves of the match: those in which its cards were played,
/// and passes before them. `None` if the history does not tell.
fn this_game<'a>(view: &View, history: &'a [(Seat, Move)]) -> Option<&'a [(Seat, Move)]> {
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
    left.is_empty().then_some(&history[from..])
}

impl Determinizer<Daihinmin> for Likely {
    fn begin(&mut self, decision: &Decision<'_, Daihinmin>, rng: &mut Rng) {
        self.worlds.clear();
        let view = decision.view;
        if view.sees_all() || view.open().phase() != Phase::Play {
            return;
        }
        let Some(game) = this_game(view, decision.history) else { return };
        for _ in 0..CANDIDATES {
            let world = view.sample(rng);
            let Some(log) = self.explains(&world, decision.seat, game) else {
                self.worlds.clear();
                return;
            };
            self.worlds.push(world, log);
        }
        self.worlds.settle(TRUST, DIVERSITY);
    }

    fn world(&mut self, decision: &Decision<'_, Daihinmin>, rng: &mut Rng) -> Daihinmin {
        self.worlds.draw(rng).unwrap_or_else(|| decision.view.sample(rng))
    }
}

#[cfg(test)]
mod tests;
