//! Tests of `by_plies`.

use super::*;
use crate::referee::Referee;
use crate::toys::Tree;

const TOY: ByPlies<Tree> = ByPlies {
    points: |state, seat| if state.turn().is_none() { (2.0 * state.payoff()[seat]) as i32 } else { 1 },
    plies: |_, _| 1,
    order: |_, mv| -i32::from(mv),
};

fn values(game: ByPlies<Tree>, text: &'static str, depth: u32) -> (u16, Vec<i32>) {
    let state = Tree::parse(text);
    let mut referee = Referee::new(state);
    let decision = referee.decision().expect("a game that is on");
    let choice = Plies::new(game, depth).choose(&decision, &mut Rng::new(1));
    let points = choice.ranked.iter().map(|ranked| match ranked.verdict {
        Some(MoveVerdict::Score(points)) => points,
        _ => panic!("every move has points"),
    });
    (choice.mv, points.collect())
}

#[test]
fn alternating_plies_are_minimax_where_seats_alternate() {
    // The first move lets the other seat win, the second leads to a draw, the third wins in three.
    assert_eq!(values(TOY, "((10)(1=)((01)(10)))", 9), (9, vec![2, 1, 0]));
    assert_eq!(values(TOY, "((10)(1=)((01)(10)))", 2), (5, vec![1, 1, 0]), "beyond the horizon all is even");
}

#[test]
fn a_move_of_two_plies_turns_the_sides_round() {
    // Counted as two plies, the answers are taken for one's own.
    assert_eq!(values(TOY, "((10)=)", 9), (5, vec![1, 0]));
    assert_eq!(values(ByPlies { plies: |_, _| 2, ..TOY }, "((10)=)", 9), (1, vec![2, 1]));
}

#[test]
fn the_order_decides_between_equals() {
    assert_eq!(values(TOY, "(===)", 9).0, 1);
    assert_eq!(values(ByPlies { order: |_, mv| i32::from(mv), ..TOY }, "(===)", 9).0, 3);
}
