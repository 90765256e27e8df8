//! Worlds that explain what was played: of worlds that fit, those are drawn more often in which the others
//! would have played, passed and called as they did, were they to play like the learned policy. Knows
//! views and the policy.

use karuta_engine::worlds::{Likelihood, LikelyWorlds, Weighting};
use karuta_engine::{Decision, Rng, Seat};

use crate::cards::Cards;
use crate::moves::{Move, What};
use crate::play::calls;
use crate::play::softmax::{self as policy, Softmax};
use crate::rules::{By, Quirks, WishRule};
use crate::{Call, Phase, Tichu};

/// The policy is not quite believed: others are not the policy, and a world should not be ruled out by a play
/// that it would seldom make.
const WEIGHTING: Weighting = Weighting { candidates: 128, trust: 0.35, diversity: 0.0 };

/// The least chance a move is given, for the same reason.
const DOUBT: f32 = 0.02;

/// Worlds by how well they explain the round so far.
pub fn likely() -> LikelyWorlds<Tichu, Likely> {
    let policy = Softmax::new(policy::learned());
    LikelyWorlds::new(Likely { policy, from: 0, buf: Vec::with_capacity(64) }, WEIGHTING)
}

/// The likelihood of the plays of a round, were they made by the policy.
pub struct Likely {
    policy: Softmax,
    /// The first move of this round in the history of the decision.
    from: usize,
    buf: Vec<Move>,
}

impl Likely {
    /// The logarithm of the likelihood of what the others did in this round.
    fn explains(&mut self, world: &Tichu, me: Seat, round: &[(Seat, Move)]) -> f32 {
        let mut state = world.at_first_play();
        let mut sum = 0.0;
        for seat in (0..4).filter(|&seat| seat != me) {
            if world.calls[seat] != Call::None {
                sum += libm::logf(calls::first_out(state.hands[seat]).max(DOUBT));
            }
        }
        for &(seat, mv) in round {
            // Bombs that were kept are nobody's news.
            while state.phase == Phase::Window && mv.by() != Some(usize::from(state.asked)) {
                state.hold();
            }
            if state.phase == Phase::Over || state.seat() != seat || !state.could(mv) {
                break;
            }
            if seat != me && matches!(mv.what(), What::Play(_) | What::Pass) {
                sum += libm::logf(self.policy.chance(&state, mv, &mut self.buf).max(DOUBT));
            }
            karuta_engine::Game::apply(&mut state, mv);
        }
        sum
    }
}

impl Tichu {
    /// This round as it was when the first card was about to be played. A wish by lot is not remembered,
    /// so there it is left out.
    fn at_first_play(&self) -> Tichu {
        let mut state = Tichu::empty(self.rules, self.chance);
        for seat in 0..4 {
            state.hands[seat] = self.hands[seat] | self.played[seat];
            if self.calls[seat] == Call::Grand {
                state.calls[seat] = Call::Grand;
            }
        }
        state.rules.calls = false;
        state.rules.target = 0;
        if self.rules.wish_by == By::Lot {
            state.rules.wish = WishRule::None;
        }
        let first = state.hands.iter().position(|hand| hand.contains(Cards::MAH)).unwrap_or(0) as u8;
        (state.turn, state.owner) = (first, first);
        state
    }

    /// Whether the seat to move has what it takes for a move. Suits may have gone another way than in the
    /// round itself, which matters to straight flushes only.
    fn could(&self, mv: Move) -> bool {
        match (mv.what(), self.phase) {
            (What::Play(kind), Phase::Play | Phase::Window) => {
                let hand = self.hands[self.seat()];
                hand.contains(mv.cards(kind, hand, self.rules.quirks.has(Quirks::STARTS)))
            }
            (What::Pass, Phase::Play) => self.top.is_some(),
            (What::Wish, Phase::Wish) | (What::Gift, Phase::Gift) | (What::Hold, Phase::Window) => true,
            (What::Tichu, Phase::Play | Phase::Window) => true,
            _ => false,
        }
    }
}

/// The first move of this round in a history, by how many cards the round has seen.
fn start_of_round(played: u32, history: &[(Seat, Move)]) -> usize {
    let mut left = played;
    let mut from = history.len();
    while left > 0 && from > 0 {
        from -= 1;
        let mv = history[from].1;
        left = left.saturating_sub(mv.kind().map_or(0, |kind| u32::from(mv.size(kind))));
    }
    from
}

impl Likelihood<Tichu> for Likely {
    fn begin(&mut self, decision: &Decision<'_, Tichu>) -> bool {
        let open = decision.view.open();
        let is_early = matches!(open.phase, Phase::Grand | Phase::Give | Phase::Over);
        let played = open.played.iter().map(|cards| cards.len()).sum();
        self.from = start_of_round(played, decision.history);
        !decision.view.sees_all() && !is_early
    }

    fn log(&mut self, decision: &Decision<'_, Tichu>, world: &Tichu) -> Option<f64> {
        Some(f64::from(self.explains(world, decision.seat, &decision.history[self.from..])))
    }

    fn redraw(&self, world: &mut Tichu, rng: &mut Rng) {
        world.chance.0 = rng.bits();
    }
}

#[cfg(test)]
mod tests;
