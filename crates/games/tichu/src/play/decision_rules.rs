//! Decisions that are made by rule in front of a search: calls, exchange, the ending of two. Knows what
//! the seat knows.

use karuta_engine::playout::Policy as _;
use karuta_engine::rules_first::DecisionRule;
use karuta_engine::{Decision, Game, Rng};

use crate::deal::Chance;
use crate::moves::{Move, What};
use crate::papers::pestalozzi::search::goes_out;
use crate::play::endings::Endings;
use crate::play::softmax::{self, Softmax};
use crate::play::{calls, exchange};
use crate::view::View;
use crate::{Phase, Tichu};
use karuta_playable::parts::{Rule, RulePart};

/// The rules by name.
pub(crate) fn rules() -> Vec<RulePart<Tichu>> {
    let rule = |name, about, help, make| {
        let rule = Rule::Decide { make, change: None };
        RulePart { name, help, about, rule }
    };
    // A search behind rules about calls neither calls nor expects calls; those made stand.
    let about_calls = |name, help, make| {
        let rule = Rule::Decide { make, change: Some(without_calls) };
        RulePart { name, help, about: "calls", rule }
    };
    vec![
        about_calls(
            "calls",
            "Grand Tichu and Tichu where they are worth points; Tichu with the first card, not before a pass",
            || Box::new(Calls { policy: Softmax::greedy(softmax::learned()), buf: Vec::with_capacity(64) }),
        ),
        about_calls("no-calls", "nothing is ever called", || Box::new(NoCalls)),
        rule(
            "exchange",
            "the exchange",
            "cards are given away by learned weights, left and right apart, as a convention of both partners",
            || Box::new(Exchange(exchange::shipped())),
        ),
        rule(
            "exchange-without-convention",
            "the exchange",
            "the same with a partner who does not know the convention: left and right are treated alike",
            || Box::new(Exchange(exchange::without_convention())),
        ),
        rule("random-exchange", "the exchange", "cards are given away at random", || {
            Box::new(RandomExchange)
        }),
        rule("endings", "endings", "the ending of two is played right", || {
            Box::new(CertainEndings(Endings::new(14)))
        }),
        rule(
            "go-out",
            "going out",
            "a play of one's last cards is made whatever else there is, as Pestalozzi's program does",
            || Box::new(GoOut),
        ),
    ]
}

/// Takes calls out of a view.
fn without_calls(view: &mut View, legal: &mut Vec<Move>) {
    view.forbid_calls();
    legal.retain(|&mv| mv != Move::TICHU);
}

struct GoOut;

impl DecisionRule<Tichu> for GoOut {
    fn find(&mut self, decision: &Decision<'_, Tichu>, world: &Tichu) -> Option<Move> {
        decision.legal.iter().copied().find(|&mv| goes_out(world, mv))
    }
}

/// Calls by their worth; Tichu with the first card that the policy would play.
struct Calls {
    policy: Softmax,
    buf: Vec<Move>,
}

impl DecisionRule<Tichu> for Calls {
    fn find(&mut self, _: &Decision<'_, Tichu>, world: &Tichu) -> Option<Move> {
        match world.phase {
            Phase::Grand if calls::calls_grand(world) => Some(Move::GRAND),
            Phase::Grand => Some(Move::NO_CALL),
            Phase::Play if calls::calls_tichu(world) => {
                // Nothing is drawn: the policy plays what is likeliest.
                let mv = self.policy.pick(world, &mut self.buf, &mut Rng::new(0));
                (mv == Move::TICHU).then_some(mv)
            }
            _ => None,
        }
    }
}

struct NoCalls;

impl DecisionRule<Tichu> for NoCalls {
    fn find(&mut self, _: &Decision<'_, Tichu>, world: &Tichu) -> Option<Move> {
        (world.phase == Phase::Grand).then_some(Move::NO_CALL)
    }
}

/// The exchange by weights.
struct Exchange(&'static [f32]);

impl DecisionRule<Tichu> for Exchange {
    fn find(&mut self, _: &Decision<'_, Tichu>, world: &Tichu) -> Option<Move> {
        (world.phase == Phase::Give).then(|| exchange::next_gift(world, self.0))
    }
}

struct RandomExchange;

impl DecisionRule<Tichu> for RandomExchange {
    /// The seed of a sampled world is as good a lot as any.
    fn find(&mut self, _: &Decision<'_, Tichu>, world: &Tichu) -> Option<Move> {
        if world.phase != Phase::Give {
            return None;
        }
        let mut gifts = Vec::new();
        world.moves(&mut gifts);
        gifts.retain(|mv| mv.what() == What::Give);
        let lot = Chance(world.chance.0).bits();
        gifts.get(((u128::from(lot) * gifts.len() as u128) >> 64) as usize).copied()
    }
}

/// The nodes a decision may search.
const ENDING_NODES: u32 = 300_000;

struct CertainEndings(Endings);

impl DecisionRule<Tichu> for CertainEndings {
    /// With two seats left each of them knows the other's hand by counting, so every world gives the same
    /// answer. A seat that has just gone out and has yet to wish or give does not know who holds what.
    fn find(&mut self, decision: &Decision<'_, Tichu>, world: &Tichu) -> Option<Move> {
        if world.hand(decision.seat).is_empty() {
            return None;
        }
        self.0.best(world, ENDING_NODES)
    }
}

#[cfg(test)]
mod tests;
