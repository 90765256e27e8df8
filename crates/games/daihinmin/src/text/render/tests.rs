//! Tests of `render`.

use super::*;
use crate::SEATS;
use crate::rules::Rules;
use karuta_engine::Rng;

/// Nothing drawn for a seat depends on what it cannot see.
#[test]
fn worlds_that_look_alike_are_drawn_alike() {
    let mut rng = Rng::new(1);
    let mut state = Daihinmin::titled(Rules { games: 2, ..Rules::OFFICIAL }, [3, 4, 0, 1, 2], 1);
    while state.turn().is_some() {
        for seat in 0..SEATS {
            let view = state.view(seat);
            let text = render(&view, Ink::Plain);
            assert_eq!(text, render(&Daihinmin::sample(&view, &mut rng).view(seat), Ink::Plain));
            assert!(text.contains(" You ") && !text.contains(&format!("Player {seat}")), "{text}");
        }
        let mv = state.random_move(&mut Vec::new(), &mut rng);
        state.apply(mv);
    }
}

#[test]
fn a_table_is_drawn() {
    let mut state = Daihinmin::titled(Rules::OFFICIAL, [0, 1, 2, 3, 4], 7);
    state.apply(state.forced_gift().expect("the exchange is on"));
    let text = render(&state.view(0), Ink::Plain);
    assert!(text.contains("you gave "), "{text}");
    assert!(!text.contains("you got "), "the daifugo is not told what was tribute: {text}");
    assert!(render(&state.view(4), Ink::Plain).contains("you got "));
    assert!(!render(&state.view(2), Ink::Plain).contains("you gave "));
}
