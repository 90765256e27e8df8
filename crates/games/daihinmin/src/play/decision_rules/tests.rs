//! Tests of `decision_rules`.

use super::*;
use crate::rules::Rules;
use karuta_engine::{Game, Referee, Rng};

/// A seat must not learn from the world it happens to be shown.
#[test]
fn every_world_gives_the_same_answer() {
    let mut certain = Certain::default();
    let mut rng = Rng::new(2);
    let (mut found, mut buf) = (0, Vec::new());
    for seed in 0..40 {
        let mut state = Daihinmin::new(Rules::OFFICIAL, seed);
        while let Some(seat) = state.turn() {
            let view = state.view(seat);
            let mut referee = Referee::new(state);
            let decision = referee.decision().expect("a game that is on");
            let truth = certain.find(&decision, &state);
            for _ in 0..2 {
                let world = Daihinmin::sample(&view, &mut rng);
                assert_eq!(certain.find(&decision, &world), truth);
            }
            found += u32::from(truth.is_some());
            let mv = truth.unwrap_or_else(|| state.random_move(&mut buf, &mut rng));
            state.apply(mv);
        }
    }
    assert!(found > 200, "{found}");
}
