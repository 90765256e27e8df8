//! Tests of `rules_first`.

use std::sync::Arc;

use super::*;
use crate::playout::{PolicyAgent, Uniform};
use crate::referee::Referee;
use crate::toys::Tree;

struct Knows(Option<u16>);

impl DecisionRule<Tree> for Knows {
    fn find(&mut self, _: &Decision<'_, Tree>, _: &Tree) -> Option<u16> {
        self.0
    }
}

fn behind(deciding: Vec<Box<dyn DecisionRule<Tree>>>, agent: Box<dyn Agent<Tree>>) -> RulesFirst<Tree> {
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
        let rules =
            known.iter().map(|&known| Box::new(Knows(known)) as Box<dyn DecisionRule<Tree>>).collect();
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
    let mut free = RulesFirst { narrowing: vec![but_last, all], ..behind(Vec::new(), Box::new(Deaf(last))) };
    assert_eq!(free.choose(&decision, &mut Rng::new(1)).mv, last, "rules that leave nothing do not count");
}
