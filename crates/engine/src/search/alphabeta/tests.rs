//! Tests of `alphabeta`.

use super::*;
use crate::agent::{Bound, MoveVerdict};
use crate::search::minimax::Minimax;
use crate::toys::{Heap, Tree};

fn exact(depth: u32) -> Config {
    Config { table_bytes: 1, ..Config::new(Limit::Depth(depth)) }
}

fn solve(text: &'static str, depth: u32) -> Choice<u16> {
    AlphaBeta::new(Tree::KNOWLEDGE, exact(depth)).search(&Tree::parse(text), &Stop::never())
}

fn verdict(text: &'static str, depth: u32) -> MoveVerdict {
    solve(text, depth).ranked[0].verdict.expect("every move has one")
}

#[test]
fn values_of_trees_a_reader_can_see() {
    assert_eq!(verdict("(01)", 1), MoveVerdict::Win(1));
    assert_eq!(verdict("(0=)", 1), MoveVerdict::Draw);
    assert_eq!(verdict("(0(1=))", 2), MoveVerdict::Score(0));
    assert_eq!(verdict("((01)(01))", 2), MoveVerdict::Loss(2));
    assert_eq!(verdict("((01)(1(=1)))", 3), MoveVerdict::Win(3));
    assert_eq!(verdict("((01)(1(=1)))", 2), MoveVerdict::Score(0), "the win lies beyond the horizon");
}

#[test]
fn searches_that_share_a_table_find_the_same_values() {
    for text in ["(01)", "(0(1=))", "((01)(01))", "((01)(1(=1)))", "(((1))1)", "((0)((0)))"] {
        let alone = solve(text, 5).ranked[0].verdict;
        for mut search in AlphaBeta::sharing(Tree::KNOWLEDGE, exact(5), 3) {
            let found = search.search(&Tree::parse(text), &Stop::never());
            assert_eq!(found.ranked[0].verdict, alone, "{text}");
        }
    }
}

#[test]
fn short_wins_and_long_losses_are_preferred() {
    let choice = solve("(((1))1)", 5);
    assert_eq!((choice.mv, choice.ranked[0].verdict), (6, Some(MoveVerdict::Win(1))));
    let choice = solve("((0)((0)))", 5);
    assert_eq!((choice.mv, choice.ranked[0].verdict), (4, Some(MoveVerdict::Loss(3))));
    assert_eq!(choice.line, [4, 5, 6]);
    assert_eq!(choice.ranked[1].verdict, Some(MoveVerdict::Loss(2)));
}

#[test]
fn certainty_and_doubt_show_in_the_payoff() {
    let won = solve("(01)", 1);
    assert_eq!((won.ranked[0].mean, won.ranked[0].interval), (1.0, (1.0, 1.0)));
    let open = solve("((=)(=))", 1);
    assert_eq!((open.ranked[0].mean, open.ranked[0].interval), (0.5, (0.0, 1.0)));
    assert_eq!((open.ranked[1].mean, open.ranked[1].interval), (0.5, (0.0, 0.5)));
    assert_eq!((open.ranked[0].bound, open.ranked[1].bound), (None, Some(Bound::AtMost)));
}

#[test]
fn a_proven_win_ends_the_search() {
    let far = "(1(((((((0=)(=0))((1=)0))((01)=))=)1)0))";
    assert_eq!(solve(far, 1).effort, solve(far, 50).effort);
}

#[test]
fn one_legal_move_needs_no_budget() {
    let text = "(((01)(=1)(0(1=))))";
    let limit = Limit::Budget(Budget::Iterations(1_000));
    let choice =
        AlphaBeta::new(Tree::KNOWLEDGE, Config::new(limit)).search(&Tree::parse(text), &Stop::never());
    assert_eq!((choice.mv, choice.ranked.len(), choice.effort.nodes), (1, 1, 1));
    assert_eq!(verdict(text, 4), MoveVerdict::Score(0), "a depth is a promise");
}

#[test]
fn the_smallest_budget_completes_a_ply() {
    let config = Config::new(Limit::Budget(Budget::Iterations(1)));
    let choice = AlphaBeta::new(Tree::KNOWLEDGE, config).search(&Tree::parse("(000=01)"), &Stop::never());
    assert_eq!((choice.mv, choice.ranked.len()), (6, 6));
}

struct Rumour;

impl Oracle<Tree> for Rumour {
    fn probe(&self, state: &Tree) -> Option<MoveVerdict> {
        match state.key() {
            2 => Some(MoveVerdict::Win(7)),
            5 => Some(MoveVerdict::Draw),
            _ => None,
        }
    }
}

#[test]
fn an_oracle_is_believed() {
    let tree = Tree::parse("((1)(0))");
    let choice =
        AlphaBeta::new(Tree::KNOWLEDGE, exact(3)).with_oracle(Arc::new(Rumour)).search(&tree, &Stop::never());
    let verdicts: Vec<_> = choice.ranked.iter().map(|ranked| (ranked.mv, ranked.verdict)).collect();
    assert_eq!(verdicts, [(4, Some(MoveVerdict::Draw)), (1, Some(MoveVerdict::Loss(8)))]);
}

/// A random tree of at most `depth` plies.
fn grow(depth: u32, rng: &mut Rng) -> String {
    if depth == 0 || rng.below(5) == 0 {
        return ["0", "1", "="][rng.index(3)].to_string();
    }
    let children: String = (0..=rng.below(3)).map(|_| grow(depth - 1, rng)).collect();
    format!("({children})")
}

#[test]
fn random_trees_have_the_value_of_minimax() {
    let mut rng = Rng::new(5);
    for _ in 0..300 {
        let text: &'static str = format!("({}{})", grow(7, &mut rng), grow(7, &mut rng)).leak();
        for depth in 1..=8 {
            let truth = Minimax::new(Tree::KNOWLEDGE, depth, true).search(&Tree::parse(text), &Stop::never());
            assert_eq!(Some(verdict(text, depth)), truth.ranked[0].verdict, "{text} at depth {depth}");
        }
    }
}

#[test]
fn a_seat_may_move_twice_in_a_row() {
    let knowledge: Knowledge<Heap> = Knowledge {
        evaluate: |state, seat| (i32::from(state.left()) * 7 % 5 - 2) * (1 - 2 * seat as i32),
        scale: 1.0,
        key: Heap::key,
        urgency: |_, moves, out| (0..moves.len()).for_each(|at| out[at] = i32::from(moves[at] == 3)),
        noisy: |state, out| out.extend((state.left() >= 3).then_some(3)),
        winning: |state| (state.left() <= 3).then_some(state.left()),
    };
    for (left, depth) in (1..=20).flat_map(|left| (1..=9).map(move |depth| (left, depth))) {
        let heap = Heap::new(left, true).with_turn(left % 2);
        for quiescence in [false, true] {
            let truth = Minimax::new(knowledge, depth, quiescence).search(&heap, &Stop::never());
            let config = Config { quiescence, ..exact(depth) };
            let found = AlphaBeta::new(knowledge, config).search(&heap, &Stop::never());
            assert_eq!(found.ranked[0].verdict, truth.ranked[0].verdict, "{heap:?} at depth {depth}");
        }
    }
}
