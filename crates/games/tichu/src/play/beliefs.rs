//! Worlds by the moves so far. A world that fits the view is drawn more often if the policy net would have played, passed
//! and called in it as the others did. Knows views and the net.

use karuta_engine::worlds::{ChainedWorlds, Chains, Likelihood};
use karuta_engine::{Decision, Rng, Seat};

use crate::cards::Cards;
use crate::moves::{Move, What};
use crate::play::calls;
use crate::play::network::{NetPolicy, shipped};
use crate::rules::{By, Quirks, WishRule};
use crate::{Call, Phase, Tichu};

const CHAINS: Chains = Chains { count: 2, steps: 240, settling: 60, trust: 1.0 };

/// The least probability of a move: other players differ from the net, and a world must not be ruled out by a play that
/// the net would seldom make.
const DOUBT: f32 = 0.02;

/// Worlds by the likelihood of the round so far. Forty plays and passes tell so much that of worlds dealt at random hardly
/// one in a thousand is likely, so they are looked for along chains.
pub fn likely() -> ChainedWorlds<Tichu, Likely> {
    let net = NetPolicy::new(shipped());
    ChainedWorlds::new(Likely { net, from: 0, buf: Vec::with_capacity(64) }, CHAINS)
}

/// The likelihood of the plays of a round, were they made by the net.
pub struct Likely {
    net: NetPolicy,
    /// The first move of this round in the history of the decision.
    from: usize,
    buf: Vec<Move>,
}

impl Likely {
    /// The logarithm of the likelihood of what the others did in this round. Every move makes it smaller, so a sum that is
    /// not above `least` is returned as it is.
    fn explains(&mut self, world: &Tichu, me: Seat, round: &[(Seat, Move)], least: f32) -> f32 {
        let mut state = world.at_first_play();
        let mut sum = 0.0;
        for seat in (0..4).filter(|&seat| seat != me) {
            if world.calls[seat] != Call::None {
                sum += libm::logf(calls::first_out(state.hands[seat]).max(DOUBT));
            }
        }
        for &(seat, mv) in round {
            if sum <= least {
                break;
            }
            // A decision not to bomb is not observed.
            while state.phase == Phase::Window && mv.by() != Some(usize::from(state.asked)) {
                state.hold();
            }
            if state.phase == Phase::Over || state.seat() != seat || !state.could(mv) {
                break;
            }
            if seat != me && matches!(mv.what(), What::Play(_) | What::Pass) {
                sum += libm::logf(self.net.chance(&state, mv, &mut self.buf).max(DOUBT));
            }
            karuta_engine::Game::apply(&mut state, mv);
        }
        sum
    }
}

impl Tichu {
    /// This round as it was when the first card was about to be played. A random wish is not remembered,
    /// so it is left out.
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

    /// True if the seat to move holds the cards for a move. The suits may differ from those of the round itself,
    /// which matters to straight flushes only.
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

/// The first move of this round in a history, found by the number of cards played in the round.
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
        self.log_above(decision, world, f64::NEG_INFINITY)
    }

    fn log_above(&mut self, decision: &Decision<'_, Tichu>, world: &Tichu, least: f64) -> Option<f64> {
        let round = &decision.history[self.from..];
        Some(f64::from(self.explains(world, decision.seat, round, least as f32)))
    }

    /// Two cards of other hands change places; those that this seat knows stay where they are.
    fn neighbour(&self, decision: &Decision<'_, Tichu>, world: &Tichu, rng: &mut Rng) -> Option<Tichu> {
        let view = decision.view;
        let known = view.known();
        // Three other seats: the one that is left out says which two.
        let out = rng.index(3) + 1;
        let [one, other] = [1 + out % 3, 1 + (out + 1) % 3].map(|way| (decision.seat + way) % 4);
        let mut hands = world.hands;
        let card = |seat: Seat, rng: &mut Rng| {
            let free = hands[seat] - known[seat];
            let nth = rng.index(free.len().max(1) as usize);
            free.iter().nth(nth).map(Cards::one)
        };
        let (mine, theirs) = (card(one, rng)?, card(other, rng)?);
        hands[one] = (hands[one] - mine) | theirs;
        hands[other] = (hands[other] - theirs) | mine;
        Some(view.complete(hands, rng))
    }

    fn redraw(&self, world: &mut Tichu, rng: &mut Rng) {
        world.chance.0 = rng.bits();
    }
}

#[cfg(test)]
mod tests;
