//! Tests of `remainder`.

use super::*;
use crate::rules::Rules;
use crate::text::notation::parse_cards;
use karuta_engine::Game as _;

fn cards(text: &str) -> Cards {
    parse_cards(text).expect("cards")
}

/// The names and places of the features of a move, without those of the play itself.
#[derive(Default)]
struct Noted(Vec<Vec<usize>>, Vec<usize>);

impl Sink for Noted {
    fn take(&mut self, feature: usize) {
        assert!(feature < COUNT, "{feature}");
        self.1.push(feature);
    }

    fn end(&mut self) {
        self.0.push(std::mem::take(&mut self.1));
    }
}

fn named(features: &[usize], name: &str) -> Vec<usize> {
    let from = start(name);
    let (_, rows, columns) = BLOCKS.iter().find(|block| block.0 == name).expect("a group");
    features.iter().filter(|&&at| (from..from + rows * columns).contains(&at)).map(|at| at - from).collect()
}

#[test]
fn what_is_kept_is_counted_by_rank() {
    let hand = cards("S3,H4,D4,S8,SK,H2,JO");
    let mut features = Vec::new();
    Sight::giving(hand).give(cards("S3"), |feature| features.push(feature));
    // Six cards are left: ranks 4 (two), 8, K, 2 and the joker.
    let row = |count: usize| ((2 * 3 + 1) * 4 + count - 1) * 13;
    assert_eq!(named(&features, "kept"), [row(2) + 1, row(1) + 5, row(1) + 10, row(1) + 12]);
    assert_eq!(named(&features, "needs"), [3 * 12 + 4]);
    assert_eq!(named(&features, "given"), [1, 5, 10, 12, 13]);
    // Fours and the king can be beaten; the eight, the two and the joker cannot: the joker is not out.
    assert_eq!(named(&features, "balance"), [(5 * 8 + 2) * 6 + 3]);
}

#[test]
fn sequences_save_plays() {
    let saved = |hand: &str, reversed: bool| {
        let mut found = Vec::new();
        let saved = runs(cards(hand), reversed, |length, low| found.push((length, low)));
        (saved, found)
    };
    assert_eq!(saved("S4,S5,S6,HK", false), (2, vec![(3, 1)]));
    assert_eq!(saved("S4,S5,S6,HK", true), (2, vec![(3, 9)]));
    assert_eq!(saved("S4,S5,S6,S7,D5,D6", false), (1, vec![(4, 1)]), "fives and sixes are needed either way");
    assert_eq!(saved("S4,S5,D6,HK", false), (0, vec![]));
    assert_eq!(saved("SQ,SK,SA,S2", false), (3, vec![(4, 9)]));
}

#[test]
fn ranks_are_told_by_their_strength_of_the_moment() {
    assert_eq!(counts(cards("S3,H3,D2"), false), 2 | 1 << 48);
    assert_eq!(counts(cards("S3,H3,D2"), true), 1 | 2 << 48);
    assert_eq!(enough(cards("S3,H3,D2,JO"), false), [1 | 1 << 48 | 1 << 52, 1 | 1 << 48, 1, 0]);
}

#[test]
fn every_feature_has_a_weight_and_moves_are_legal() {
    let mut policy = Remainder::new(shipped());
    let (mut rng, mut buf) = (Rng::new(3), Vec::new());
    for seed in 0..60 {
        let mut state = Daihinmin::titled(Rules::OFFICIAL, [2, 0, 3, 1, 4], seed);
        while state.turn().is_some() {
            let mut noted = Noted::default();
            let only = weigh(&state, &mut buf, &mut noted);
            assert_eq!(noted.0.len(), if only.is_some() { 0 } else { buf.len() });
            let chances: f32 = buf.clone().iter().map(|&mv| policy.chance(&state, mv, &mut Vec::new())).sum();
            assert!(only.is_some() || (chances - 1.0).abs() < 1e-4, "{chances}");
            let mv = policy.pick(&state, &mut buf, &mut rng);
            assert!(state.allows(mv), "{mv}");
            // Chance plays along, so that revolutions and locks come up.
            let mv = if rng.below(4) == 0 { state.random_move(&mut buf, &mut rng) } else { mv };
            state.apply(mv);
        }
    }
}

#[test]
fn what_is_hidden_does_not_count() {
    let mut rng = Rng::new(8);
    let mut buf = Vec::new();
    for seed in 0..40 {
        let mut state = Daihinmin::titled(Rules::OFFICIAL, [4, 3, 2, 1, 0], seed);
        for _ in 0..rng.below(40) {
            let Some(seat) = state.turn() else { break };
            let (mut here, mut there) = (Noted::default(), Noted::default());
            weigh(&state, &mut buf, &mut here);
            let world = Daihinmin::sample(&state.view(seat), &mut rng);
            weigh(&world, &mut buf, &mut there);
            assert_eq!(here.0, there.0, "{state:?}");
            let mv = state.random_move(&mut buf, &mut rng);
            state.apply(mv);
        }
    }
}

#[test]
fn powers_are_those_of_two() {
    for units in [0, 1, 100, UNIT - 1, UNIT, 3 * UNIT + 17, 40 * UNIT] {
        let exact = libm::exp2f(-(units as f32) / UNIT as f32);
        let found = power(units, powers());
        assert!((found / exact - 1.0).abs() < 2e-3, "{units}: {found} {exact}");
    }
    assert_eq!(power(200 * UNIT, powers()), 0.0);
}
