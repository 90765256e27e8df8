//! Moments do not depend on how long a search took, unless it took longer than any before.

use std::time::Duration;

use super::{Moments, due};

const fn ms(n: u64) -> Duration {
    Duration::from_millis(n)
}

#[test]
fn an_answer_comes_at_the_same_time_whatever_the_search_took() {
    let moments = Moments::default();
    let moment = moments.of("tichu", 3, 1);
    for took in [0, 1, 40, 200, 349, 350] {
        moments.took("tichu", 3, ms(took), 1);
        assert_eq!(due(moments.of("tichu", 3, 1), ms(took)), moment);
    }
}

#[test]
fn a_moment_grows_once_and_then_holds_searches_again() {
    let moments = Moments::default();
    moments.took("daihinmin", 5, ms(4000), 1);
    let grown = moments.of("daihinmin", 5, 1);
    assert_eq!(grown, ms(5050));
    for took in [0, 4000, 5000] {
        moments.took("daihinmin", 5, ms(took), 1);
        assert_eq!(due(moments.of("daihinmin", 5, 1), ms(took)), grown);
    }
    assert_eq!(moments.of("daihinmin", 4, 1), ms(700), "other levels keep theirs");
    assert_eq!(moments.of("tichu", 5, 1), ms(1500), "so do other games");
}

#[test]
fn whoever_waits_in_line_waits_whole_moments() {
    assert_eq!(due(ms(100), ms(0)), ms(100));
    assert_eq!(due(ms(100), ms(101)), ms(200));
    assert_eq!(due(ms(100), ms(730)), ms(800));
    assert_eq!(due(Duration::ZERO, ms(3)), ms(3));
}
