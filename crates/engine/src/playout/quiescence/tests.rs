//! Tests of `quiescence`.

use super::*;
use crate::toys::Tree;

fn knowledge() -> Knowledge<Tree> {
    Knowledge { scale: 100.0, ..Tree::KNOWLEDGE }
}

#[test]
fn the_line_is_the_one_good_play_takes() {
    // Seat 0 can win if it looks three plies ahead: the second branch, whatever the answer.
    let mut state = Tree::parse("((01)((1(00))(10))(0=))");
    let plies = QuiescencePlayout::new(knowledge(), 4).run(&mut state, 0, &mut Rng::new(1));
    assert_eq!(state.payoff()[0], 1.0);
    assert_eq!(plies, 3);
}

#[test]
fn without_depth_a_quiet_position_stays() {
    let mut state = Tree::parse("((01)(10))");
    assert_eq!(QuiescencePlayout::new(knowledge(), 0).run(&mut state, 0, &mut Rng::new(1)), 0);
    assert!(state.turn().is_some());
}
