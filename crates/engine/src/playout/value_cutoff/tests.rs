//! Tests of `value_cutoff`.

use super::*;
use crate::playout::{ByPolicy, Leaves, Uniform};
use crate::referee::Referee;
use crate::toys::Tree;

/// Thinks every position three quarters won for whoever moves.
struct Hopeful;

impl PositionValue<Tree> for Hopeful {
    fn value_of(&mut self, _: &Tree) -> f64 {
        0.75
    }
}

#[test]
fn it_stops_when_the_searcher_moves_again_and_ends_are_ends() {
    let value = |text: &'static str, moves: &[u8], turns: u32| {
        let judge = Box::new(Hopeful);
        let steps = Box::new(ByPolicy::new(Uniform));
        let mut leaves = Leaves::new(Box::new(ValueCutoff::new(steps, judge, turns, 2)), u32::MAX, None);
        let mut state = Tree::parse(text);
        leaves.begin(&Referee::new(state).decision().expect("a game that is on"), &state);
        for &mv in moves {
            let mut legal = Vec::new();
            state.moves(&mut legal);
            state.apply(legal[usize::from(mv)]);
        }
        leaves.value(&mut state, &mut Rng::new(1))[0]
    };
    // Seat 0 moves, seat 1 answers, and seat 0 would move again.
    assert_eq!(value("(((00)(00))0)", &[0], 1), 0.75);
    assert_eq!(value("(((00)(00))0)", &[0], 2), 0.0, "its next turn is the last");
    assert_eq!(value("(((00)(00))0)", &[1], 1), 0.0, "the game is over at once");
}
