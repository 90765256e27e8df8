//! Worlds that explain what was played: of worlds that fit, those are drawn more often in which the others
//! would have played, passed and called as they did, were they to play like the learned policy. Knows
//! views and the policy.

use karuta_engine::worlds::{Determinizer, Weighed};
use karuta_engine::{Decision, Rng, Seat};

use crate::cards::Cards;
use crate::moves::{Move, What};
use crate::play::calls;
use crate::play::softmax::{self as policy, Softmax};
use crate::rules::{By, Quirks, WishRule};
use crate::{Call, Phase, Tichu};

/// Worlds drawn for a decision.
const CANDIDATES: usize = 128;

/// How far the policy is believed: the exponent of its chances. Others are not the policy, and a world
/// should not be ruled out by a play that it would seldom make.
const TRUST: f32 = 0.35;

/// The least chance a move is given, for the same reason.
const DOUBT: f32 = 0.02;

/// Draws worlds by how well they explain the round so far.
pub struct Likely {
    policy: Softmax,
    worlds: Weighed<Tichu>,
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
    /// How well a world explains what the others did in this round, as a logarithm.
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

/// The moves since the first play of this round, by how many cards it has seen.
fn this_round(played: u32, history: &[(Seat, Move)]) -> &[(Seat, Move)] {
    let mut left = played;
    let mut from = history.len();
    while left > 0 && from > 0 {
        from -= 1;
        let mv = history[from].1;
        left = left.saturating_sub(mv.kind().map_or(0, |kind| u32::from(mv.size(kind))));
    }
    &history[from..]
}

impl Determinizer<Tichu> for Likely {
    fn begin(&mut self, decision: &Decision<'_, Tichu>, rng: &mut Rng) {
        self.worlds.clear();
        let view = decision.view;
        let is_early = matches!(view.open().phase, Phase::Grand | Phase::Give | Phase::Over);
        if view.sees_all() || is_early {
            return;
        }
        let played = view.open().played.iter().map(|cards| cards.len()).sum();
        let round = this_round(played, decision.history);
        for _ in 0..CANDIDATES {
            let world = view.sample(rng);
            let log = self.explains(&world, decision.seat, round);
            self.worlds.push(world, log);
        }
        self.worlds.settle(TRUST, 0.0);
    }

    fn world(&mut self, decision: &Decision<'_, Tichu>, rng: &mut Rng) -> Tichu {
        let Some(mut world) = self.worlds.draw(rng) else { return decision.view.sample(rng) };
        world.chance.0 = rng.bits();
        world
    }
}

#[cfg(test)]
mod tests;
