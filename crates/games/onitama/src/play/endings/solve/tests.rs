//! Tests of `solve`.

use super::super::tests::cards;
use super::*;

#[test]
fn one_byte_would_not_hold_every_set() {
    let index = Index::<5>::for_cards(cards("eel turtle frog steer horse")).expect("five different cards");
    let mut longest = 0;
    let solved = solve(&index, &mut |progress| {
        longest = progress.plies;
        ControlFlow::Continue(())
    });
    assert!(solved.is_some());
    assert_eq!(longest, 271);
}
