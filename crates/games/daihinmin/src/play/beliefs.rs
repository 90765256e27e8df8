//! Worlds that explain what was played: of worlds that fit, those are drawn more often in which the
//! others would have played as they did, were they to play like the learned policy. Knows views and the
//! policy.

use karuta_engine::worlds::{Likelihood, LikelyWorlds, Weighting};
use karuta_engine::{Decision, Seat};

use crate::cards::Cards;
use crate::field::Field;
use crate::moves::{Kind, Move};
use crate::play::softmax::{self as policy, Softmax};
use crate::view::View;
use crate::{Daihinmin, Phase, SEATS};

/// The policy is not quite believed: others are not the policy, and a world should not be ruled out by one play
/// that it would seldom make. It is believed less where otherwise few worlds would count: a search that knows few
/// worlds learns to play against these.
const WEIGHTING: Weighting = Weighting { candidates: 256, trust: 0.3, diversity: 0.7 };

/// The least chance a play is given, for the same reason.
const DOUBT: f32 = 0.02;

/// Worlds by how well they explain the game so far.
pub fn likely() -> LikelyWorlds<Daihinmin, Likely> {
    let policy = Softmax::new(policy::learned());
    LikelyWorlds::new(Likely { policy, from: 0, buf: Vec::with_capacity(64) }, WEIGHTING)
}

/// The likelihood of the plays of a game, were they made by the policy.
pub struct Likely {
    policy: Softmax,
    /// The first move of this game in the history of the decision.
    from: usize,
    buf: Vec<Move>,
}

impl Likely {
    /// The logarithm of the likelihood of what the others did in this game.
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
        let from = start_of_game(view, decision.history);
        self.from = from.unwrap_or(0);
        from.is_some()
    }

    fn log(&mut self, decision: &Decision<'_, Daihinmin>, world: &Daihinmin) -> Option<f64> {
        self.explains(world, decision.seat, &decision.history[self.from..]).map(f64::from)
    }
}

#[cfg(test)]
mod tests;
