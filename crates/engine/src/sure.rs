//! Moves that need no search: those that are known to be right, and those that are made by rule. Which
//! they are is the games' business.

use crate::agent::{Agent, Basis, Choice, Decision, Ranked};
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
            Some(mv) => Choice::unranked(mv, decision.legal, Basis::Rule),
            None => self.agent.choose(decision, rng),
        }
    }
}

/// Changes a view, and the legal moves with it.
pub type Change<G> = fn(&mut <G as Game>::View, &mut Vec<<G as Game>::Move>);

/// An agent that is shown a changed view, such as one without what others decide for it.
pub struct Shown<G: Game> {
    /// What is done to the view and to its legal moves. It may take moves away but must leave one, and add
    /// none.
    pub change: Change<G>,
    /// Who is asked.
    pub agent: Box<dyn Agent<G>>,
}

impl<G: Game> Agent<G> for Shown<G> {
    fn choose(&mut self, decision: &Decision<'_, G>, rng: &mut Rng) -> Choice<G::Move> {
        G::sample(decision.view, rng);
        let (mut view, mut legal) = (decision.view.clone(), decision.legal.to_vec());
        (self.change)(&mut view, &mut legal);
        let mut choice = self.agent.choose(&Decision { view: &view, legal: &legal, ..*decision }, rng);
        let taken = decision.legal.iter().filter(|mv| !legal.contains(mv));
        choice.ranked.extend(taken.map(|&mv| Ranked::unknown(mv)));
        choice
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playout::{PolicyAgent, Uniform};
    use crate::referee::Referee;
    use crate::toys::Tree;

    struct Knows(Option<u16>);

    impl Sure<Tree> for Knows {
        fn find(&mut self, _: &Decision<'_, Tree>, _: &Tree) -> Option<u16> {
            self.0
        }
    }

    #[test]
    fn what_is_known_is_played() {
        let mut referee = Referee::new(Tree::parse("(011)"));
        let moves = referee.legal().to_vec();
        let decision = referee.decision().expect("a game that is on");
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
        let mut referee = Referee::new(Tree::parse("(011)"));
        let moves = referee.legal().to_vec();
        let decision = referee.decision().expect("a game that is on");
        let agent = Box::new(PolicyAgent::new(Uniform));
        let change: Change<Tree> = |view, legal| {
            *view = Tree::parse("(01)");
            legal.truncate(2);
        };
        let mut shown = Shown { change, agent };
        for seed in 0..50 {
            let choice = shown.choose(&decision, &mut Rng::new(seed));
            assert_ne!(choice.mv, moves[2]);
            assert_eq!(choice.ranked.len(), 3);
        }
    }
}
