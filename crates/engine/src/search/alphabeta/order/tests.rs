//! Tests of `order`.

use super::*;
use crate::toys::Tree;

fn order_of(order: &Order<Tree>) -> Vec<u16> {
    let mut moves = vec![1, 2, 3, 4];
    let mut scores = vec![0; 4];
    order.score(&Tree::parse("(1)"), 0, 3, &moves, &mut scores);
    for at in 0..moves.len() {
        pick(&mut moves[at..], &mut scores[at..]);
    }
    moves
}

#[test]
fn urgent_moves_lead_then_killers_then_history() {
    let start = Tree::parse("(1)");
    let mut order = Order::new(|_, _, out| out.fill(0), 8);
    assert_eq!(order_of(&order), [1, 2, 3, 4]);
    order.learn(&start, 0, 5, 2, 3);
    assert_eq!(order_of(&order)[0], 3, "history reaches other plies");
    order.learn(&start, 0, 3, 2, 2);
    assert_eq!(order_of(&order)[..2], [2, 3], "killers belong to their ply");
    order.urgency = |_, moves, out| out[0] = i32::from(moves[0] == 1);
    assert_eq!(order_of(&order)[..2], [1, 2]);
    order.clear();
    assert_eq!(order_of(&order), [1, 2, 3, 4]);
}

#[test]
fn history_stays_within_its_limit() {
    let mut order = Order::<Tree>::new(|_, _, out| out.fill(0), 1);
    for _ in 0..10_000 {
        order.learn(&Tree::parse("(1)"), 1, 0, 90, 2);
    }
    assert!(order.history.as_flattened().iter().all(|luck| (0..=MOST).contains(&i32::from(*luck))));
}
