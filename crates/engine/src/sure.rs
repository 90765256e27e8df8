//! Moves that need no search: those that are known to be right, and those that are made by rule. Which
//! they are is the games' business.

use crate::agent::{Agent, Choice, Decision, Ranked};
use crate::game::Game;
use crate::rng::Rng;

/// Something that knows some moves to be right.
pub trait Sure<G: Game>: Send {
    /// A move that nothing can improve on, if it is known. `world` fits what the seat knows; the answer
    /// must not depend on anything in it that the seat does not know.
    fn find(&mut self, decision: &Decision<'_, G>, world: &G) -> Option<G::Move>;
}

/// An agent that searches only where nothing is known.
pub struct SureFirst<G: Game> {
    /// What is known.
    pub sure: Box<dyn Sure<G>>,
    /// Who is asked otherwise.
    pub agent: Box<dyn Agent<G>>,
}

impl<G: Game> Agent<G> for SureFirst<G> {
    fn choose(&mut self, decision: &Decision<'_, G>, rng: &mut Rng) -> Choice<G::Move> {
        let world = G::sample(decision.view, rng);
        match self.sure.find(decision, &world) {
            Some(mv) => {
                let mut legal = Vec::new();
                world.moves(&mut legal);
                Choice::blind(mv, &legal)
            }
            None => self.agent.choose(decision, rng),
        }
    }
}

/// An agent that is shown a changed view, such as one without what others decide for it.
pub struct Shown<G: Game> {
    /// What is done to the view. It may take moves away but must leave one, and add none.
    pub change: fn(&mut G::View),
    /// Who is asked.
    pub agent: Box<dyn Agent<G>>,
}

impl<G: Game> Agent<G> for Shown<G> {
    fn choose(&mut self, decision: &Decision<'_, G>, rng: &mut Rng) -> Choice<G::Move> {
        let mut legal = Vec::new();
        G::sample(decision.view, rng).moves(&mut legal);
        let mut view = decision.view.clone();
        (self.change)(&mut view);
        let mut choice = self.agent.choose(&Decision { view: &view, ..*decision }, rng);
        legal.retain(|&mv| choice.ranked.iter().all(|ranked| ranked.mv != mv));
        choice.ranked.extend(legal.into_iter().map(Ranked::unknown));
        choice
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playout::{PolicyAgent, Uniform};
    use crate::toys::Tree;

    struct Knows(Option<u16>);

    impl Sure<Tree> for Knows {
        fn find(&mut self, _: &Decision<'_, Tree>, _: &Tree) -> Option<u16> {
            self.0
        }
    }

    #[test]
    fn what_is_known_is_played() {
        let state = Tree::parse("(011)");
        let decision = Decision { seat: 0, view: &state, history: &[] };
        let mut moves = Vec::new();
        state.moves(&mut moves);
        let mut met = Vec::new();
        for known in [Some(moves[1]), None] {
            let agent = Box::new(PolicyAgent::new(Uniform));
            let mut agent = SureFirst { sure: Box::new(Knows(known)), agent };
            met.push((0..50).all(|seed| agent.choose(&decision, &mut Rng::new(seed)).mv == moves[1]));
        }
        assert_eq!(met, [true, false]);
    }

    #[test]
    fn what_is_taken_from_a_view_is_not_chosen_but_explained() {
        let state = Tree::parse("(011)");
        let decision = Decision::<Tree> { seat: 0, view: &state, history: &[] };
        let agent = Box::new(PolicyAgent::new(Uniform));
        let mut shown = Shown { change: |view: &mut Tree| *view = Tree::parse("(01)"), agent };
        let mut moves = Vec::new();
        state.moves(&mut moves);
        for seed in 0..50 {
            let choice = shown.choose(&decision, &mut Rng::new(seed));
            assert_ne!(choice.mv, moves[2]);
            assert_eq!(choice.ranked.len(), 3);
        }
    }
}
