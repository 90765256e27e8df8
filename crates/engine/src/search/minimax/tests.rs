//! Tests of `minimax`.

use super::*;
use crate::agent::MoveVerdict;
use crate::toys::Tree;

#[test]
fn every_move_gets_its_value_and_every_position_is_counted() {
    let choice =
        Minimax::new(Tree::KNOWLEDGE, 3, false).search(&Tree::parse("((1=)(0(=1))((0)=))"), &Stop::never());
    let verdicts: Vec<_> = choice.ranked.iter().map(|ranked| (ranked.mv, ranked.verdict)).collect();
    let expected = [(1, MoveVerdict::Score(0)), (12, MoveVerdict::Loss(3)), (5, MoveVerdict::Loss(2))];
    assert_eq!(verdicts, expected.map(|(mv, verdict)| (mv, Some(verdict))));
    assert_eq!(choice.line, [1, 3]);
    assert_eq!(choice.effort, Effort::nodes(12));
}

#[test]
fn the_shortest_win_is_preferred() {
    let choice = Minimax::new(Tree::KNOWLEDGE, 9, false).search(&Tree::parse("(((1))(1))"), &Stop::never());
    assert_eq!((choice.mv, choice.ranked[0].verdict), (6, Some(MoveVerdict::Win(2))));
}
