//! Moves that need no search: those that are known to be right, and those that are made by rule. The
//! games say which they are.

use crate::agent::{Admits, Agent, Basis, Choice, Decision, Ended, Ranked};
use crate::game::Game;
use crate::rng::Rng;

/// Something that knows some moves to be right.
pub trait DecisionRule<G: Game>: Send {
    /// A move that nothing can improve on, if it is known. `world` fits what the seat knows; the answer
    /// must not depend on anything in it that the seat does not know.
    fn find(&mut self, decision: &Decision<'_, G>, world: &G) -> Option<G::Move>;
}

/// Changes a view, and the legal moves with it.
pub type Change<G> = fn(&mut <G as Game>::View, &mut Vec<<G as Game>::Move>);

/// An agent with rules in front of it.
pub struct RulesFirst<G: Game> {
    /// The rules that decide, in the order in which they are asked.
    pub deciding: Vec<Box<dyn DecisionRule<G>>>,
    /// Changes of the view before the agent is shown it, for decisions that rules make. A change may take
    /// legal moves away but must leave one, and add none.
    pub changes: Vec<Change<G>>,
    /// The moves that are left to the agent. What they admit must not depend on anything the seat does not know.
    pub narrowing: Vec<Admits<G>>,
    /// The agent that decides everything else.
    pub agent: Box<dyn Agent<G>>,
}

impl<G: Game> Agent<G> for RulesFirst<G> {
    fn choose(&mut self, decision: &Decision<'_, G>, rng: &mut Rng) -> Choice<G::Move> {
        // One world for all rules: they may not depend on more of it than the seat knows.
        let world = G::sample(decision.view, rng);
        if let Some(mv) = self.deciding.iter_mut().find_map(|rule| rule.find(decision, &world)) {
            return Choice::unranked(mv, decision.legal, Basis::Rule);
        }
        if self.changes.is_empty() && self.narrowing.is_empty() {
            return self.agent.choose(decision, rng);
        }
        let (mut view, mut legal) = (decision.view.clone(), decision.legal.to_vec());
        for change in &self.changes {
            change(&mut view, &mut legal);
        }
        let admitted = |mv: G::Move| self.narrowing.iter().all(|admits| admits(&world, mv));
        // Rules that each leave a move may together leave none, and then none of them counts.
        if legal.iter().any(|&mv| admitted(mv)) {
            legal.retain(|&mv| admitted(mv));
        }
        let choice = self.agent.choose(&Decision { view: &view, legal: &legal, ..*decision }, rng);
        among(choice, &legal, decision.legal)
    }

    fn begin(&mut self, deal: u64) {
        self.agent.begin(deal);
    }

    fn over(&mut self, ended: &Ended<'_, G>) {
        self.agent.over(ended);
    }
}

/// A choice among the moves that rules leave. A tree takes its moves from worlds and may prefer another one;
/// then the best of those left is played.
fn among<M: Copy + PartialEq>(mut choice: Choice<M>, left: &[M], legal: &[M]) -> Choice<M> {
    choice.ranked.retain(|ranked| left.contains(&ranked.mv));
    if !left.contains(&choice.mv) {
        choice.mv = choice.ranked.first().map_or(left[0], |ranked| ranked.mv);
        choice.line.clear();
    }
    let taken = legal.iter().filter(|mv| !left.contains(mv));
    choice.ranked.extend(taken.map(|&mv| Ranked::unknown(mv)));
    choice
}

#[cfg(test)]
mod tests;
