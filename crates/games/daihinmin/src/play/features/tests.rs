//! Tests of `features`.

use super::*;
use crate::Phase;
use crate::rules::Rules;
use karuta_engine::{Game, Rng};

#[test]
fn features_stay_in_their_groups_and_are_all_met() {
    let mut rng = Rng::new(2);
    let mut met = vec![0u32; COUNT];
    let mut moves = Vec::new();
    for _ in 0..20_000 {
        let mut state = Daihinmin::new(Rules::OFFICIAL, rng.bits());
        while state.phase == Phase::Play {
            let glance = PositionFeatures::of(&state);
            let may_pass = choices(state.hand(usize::from(state.turn)), state.field(), &mut moves);
            let mut offers = Offers::default();
            for &mv in &moves {
                let mut last = None;
                glance.play(mv, &mut offers, |feature| {
                    assert!(feature < PASS && last.replace(feature) != Some(feature), "{mv}");
                    met[feature] += 1;
                });
            }
            if may_pass && !moves.is_empty() {
                glance.pass(&offers, |feature| {
                    assert!((PASS..COUNT).contains(&feature));
                    met[feature] += 1;
                });
            }
            let mv = state.random_move(&mut moves, &mut rng);
            state.apply(mv);
        }
    }
    // Some combinations cannot come up (a lone joker has one strength); most must.
    let never = met.iter().filter(|&&count| count == 0).count();
    assert!(never < COUNT / 3, "{never} of {COUNT} never met");
}
