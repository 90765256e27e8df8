//! Tests of `features`.

use super::*;
use crate::Phase;
use crate::rules::Rules;
use karuta_engine::{Game, Rng};

#[test]
fn features_stay_in_their_groups_and_are_met() {
    let mut rng = Rng::new(2);
    let mut met = vec![0u32; COUNT];
    let mut moves = Vec::new();
    for seed in 0..4_000 {
        let mut state = Tichu::new(Rules::OFFICIAL, seed);
        while state.turn().is_some() {
            if state.phase == Phase::Play {
                let glance = PositionFeatures::of(&state);
                let may_pass = choices(&state, &mut moves);
                let mut offer = Offer::default();
                for &mv in &moves {
                    let kind = mv.kind().expect("a play");
                    let mut seen = Vec::new();
                    glance.play(mv, kind, &mut offer, |feature| {
                        assert!(feature < PASS && !seen.contains(&feature), "{mv}");
                        seen.push(feature);
                        met[feature] += 1;
                    });
                    // One of every group at most: the groups of two features differ.
                    seen.iter_mut().for_each(|feature| *feature = group(*feature));
                    seen.dedup();
                    assert!(seen.is_sorted_by(|a, b| a < b), "{mv}: {seen:?}");
                }
                if may_pass && !moves.is_empty() {
                    glance.pass(&offer, |feature| {
                        assert!((PASS..COUNT).contains(&feature));
                        met[feature] += 1;
                    });
                }
            }
            let mv = state.random_move(&mut moves, &mut rng);
            state.apply(mv);
        }
    }
    // Many combinations cannot come up (a pair has no rank 0); a good part must.
    let ever = met.iter().filter(|&&count| count > 0).count();
    assert!(ever > COUNT / 2, "{ever} of {COUNT} ever met");
}

/// The number of the group of a feature.
fn group(feature: usize) -> usize {
    let mut sum = 0;
    let past = |&&(_, rows, columns): &&(&str, usize, usize)| {
        sum += rows * columns;
        sum <= feature
    };
    BLOCKS.iter().take_while(past).count()
}

#[test]
fn hands_are_sized_up() {
    let cards = |text: &str| -> Cards {
        text.split(' ').map(|name| crate::cards::parse_card(name).expect("a card")).collect()
    };
    assert_eq!(plays_left(cards("S2 S3 B4 G5 R6")), 1);
    assert_eq!(plays_left(cards("S2 B2 G2 R6 S6")), 1);
    assert_eq!(plays_left(cards("S2 B5 G9 Dra")), 4);
    assert_eq!(plays_left(cards("S2 Pho")), 1);
    assert_eq!(plays_left(cards("Pho")), 1);
    assert_eq!(highest(cards("SK BK GK SA Pho")), [15, 14, 13]);
    assert_eq!(highest(cards("SK BK GK SA")), [14, 13, 13]);
}
