//! Moves that need no search: those that are known to be right, and those that are made by rule. Which
//! they are is the games' business.

use crate::agent::{Admits, Agent, Basis, Choice, Decision, Ranked};
use crate::game::Game;
use crate::rng::Rng;

/// Something that knows some moves to be right.
pub trait Sure<G: Game>: Send {
    /// A move that nothing can improve on, if it is known. `world` fits what the seat knows; the answer
    /// must not depend on anything in it that the seat does not know.
    fn find(&mut self, decision: &Decision<'_, G>, world: &G) -> Option<G::Move>;
}

/// Changes a view, and the legal moves with it.
pub type Change<G> = fn(&mut <G as Game>::View, &mut Vec<<G as Game>::Move>);

/// An agent with rules in front of it.
pub struct RulesFirst<G: Game> {
    /// The rules that decide, in the order in which they are asked.
    pub deciding: Vec<Box<dyn Sure<G>>>,
    /// What is taken out of the view before the agent is shown it, because rules decide it. A change may take
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
mod tests {
    use std::sync::Arc;

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

    fn behind(deciding: Vec<Box<dyn Sure<Tree>>>, agent: Box<dyn Agent<Tree>>) -> RulesFirst<Tree> {
        RulesFirst { deciding, changes: Vec::new(), narrowing: Vec::new(), agent }
    }

    fn uniform() -> Box<dyn Agent<Tree>> {
        Box::new(PolicyAgent::new(Uniform))
    }

    #[test]
    fn what_is_known_is_played_and_the_first_rule_is_asked_first() {
        let mut referee = Referee::new(Tree::parse("(011)"));
        let moves = referee.legal().to_vec();
        let decision = referee.decision().expect("a game that is on");
        let always = |known: &[Option<u16>], mv: u16| {
            let rules = known.iter().map(|&known| Box::new(Knows(known)) as Box<dyn Sure<Tree>>).collect();
            let mut agent = behind(rules, uniform());
            (0..50).all(|seed| agent.choose(&decision, &mut Rng::new(seed)).mv == mv)
        };
        assert!(always(&[Some(moves[1])], moves[1]));
        assert!(always(&[None, Some(moves[2]), Some(moves[1])], moves[2]));
        assert!(!always(&[None], moves[1]));
    }

    #[test]
    fn what_is_taken_from_a_view_is_not_chosen_but_explained() {
        let mut referee = Referee::new(Tree::parse("(011)"));
        let moves = referee.legal().to_vec();
        let decision = referee.decision().expect("a game that is on");
        let change: Change<Tree> = |view, legal| {
            *view = Tree::parse("(01)");
            legal.truncate(2);
        };
        let mut agent = RulesFirst { changes: vec![change], ..behind(Vec::new(), uniform()) };
        for seed in 0..50 {
            let choice = agent.choose(&decision, &mut Rng::new(seed));
            assert_ne!(choice.mv, moves[2]);
            assert_eq!(choice.ranked.len(), 3);
        }
    }

    /// An agent that does not ask which moves are left to it, as a tree does not.
    struct Deaf(u16);

    impl Agent<Tree> for Deaf {
        fn choose(&mut self, decision: &Decision<'_, Tree>, _: &mut Rng) -> Choice<u16> {
            Choice::unranked(self.0, decision.legal, Basis::Search)
        }
    }

    #[test]
    fn what_is_left_out_is_never_played() {
        let mut referee = Referee::new(Tree::parse("(011)"));
        let moves = referee.legal().to_vec();
        let decision = referee.decision().expect("a game that is on");
        let last = moves[2];
        let all: Admits<Tree> = Arc::new(|_, _| false);
        let but_last: Admits<Tree> = Arc::new(move |_, mv| mv != last);
        let mut bound =
            RulesFirst { narrowing: vec![Arc::clone(&but_last)], ..behind(Vec::new(), Box::new(Deaf(last))) };
        let choice = bound.choose(&decision, &mut Rng::new(1));
        assert!(choice.mv != last && choice.ranked.len() == 3 && choice.ranked[2].mv == last);
        let mut free =
            RulesFirst { narrowing: vec![but_last, all], ..behind(Vec::new(), Box::new(Deaf(last))) };
        assert_eq!(
            free.choose(&decision, &mut Rng::new(1)).mv,
            last,
            "rules that leave nothing do not count"
        );
    }
}
