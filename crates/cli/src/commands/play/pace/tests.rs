//! Moves are shown at the same time whatever they took, unless that was longer than any before.

use std::time::Duration;

use super::{Pace, STEP};

const fn ms(n: u64) -> Duration {
    Duration::from_millis(n)
}

#[test]
fn the_time_of_a_move_does_not_say_what_it_took() {
    let mut pace = Pace::new();
    for took in [0, 1, 7, 19, 20] {
        assert_eq!(pace.due(ms(took)), STEP);
    }
}

#[test]
fn a_long_search_makes_room_for_the_next() {
    let mut pace = Pace::new();
    let grown = pace.due(ms(1000));
    assert_eq!(grown, ms(1260));
    for took in [0, 500, 1000, 1260] {
        assert_eq!(pace.due(ms(took)), grown);
    }
}
