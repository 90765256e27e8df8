//! Tests of `beliefs`.

use super::*;
use crate::rules::Rules;
use karuta_engine::Game;
use karuta_engine::Referee;
use karuta_engine::playout::Policy;
use karuta_engine::worlds::Determinizer;

#[test]
fn likely_worlds_fit_and_know_more() {
    let (hits, even) = right_cards(likely(), WEIGHTING.candidates, 25);
    assert!(f64::from(hits) > 1.005 * f64::from(even), "{hits} right cards against {even}");
}

#[test]
fn plausible_worlds_fit_and_know_more_still() {
    let weighting = Weighting { candidates: 128, ..PLAUSIBLE };
    let (hits, even) = right_cards(plausible(crate::play::remainder::shipped(), weighting), 128, 12);
    assert!(f64::from(hits) > 1.015 * f64::from(even), "{hits} right cards against {even}");
}

#[test]
fn worlds_of_known_sample_clients_are_better_still() {
    let shipped = crate::play::remainder::shipped;
    let weighting = Weighting { candidates: 128, ..PLAUSIBLE };
    let (mut known, mut unknown) = (adaptive(shipped(), weighting), plausible(shipped(), weighting));
    let (mut policy, mut buf) = (Remainder::new(shipped()), Vec::new());
    let mut rng = Rng::new(12);
    let mut hits = [0u32; 2];
    for seed in 0..6 {
        let mut referee = Referee::new(Daihinmin::new(Rules { games: 9, ..Rules::OFFICIAL }, seed));
        while let Some(seat) = referee.turn() {
            let state = *referee.state();
            let games: u16 = state.tally[0].iter().sum();
            if seat == 0 && games >= 5 && state.phase() == Phase::Play {
                let decision = referee.decision().expect("a game that is on");
                for (worlds, hits) in [&mut known, &mut unknown].into_iter().zip(&mut hits) {
                    worlds.begin(&decision, &mut rng);
                    for _ in 0..40 {
                        let world = worlds.world(&decision, &mut rng);
                        assert_eq!(world.view(0), *decision.view);
                        *hits += (1..SEATS).map(|s| (world.hand(s) & state.hand(s)).len()).sum::<u32>();
                    }
                }
            }
            let mv = if seat == 0 {
                policy.pick(&state, &mut buf, &mut rng)
            } else {
                SampleClient.pick(&state, &mut buf, &mut rng)
            };
            referee.play(mv);
        }
    }
    assert!(f64::from(hits[0]) > 1.05 * f64::from(hits[1]), "{hits:?}");
}

/// Plays matches by the policy and asks for worlds on the way: the cards they place right, and those that uniform
/// worlds do.
fn right_cards(mut likely: LikelyWorlds<Daihinmin, Likely>, candidates: usize, matches: u64) -> (u32, u32) {
    let mut rng = Rng::new(11);
    let mut policy = Softmax::new(policy::learned());
    let mut buf = Vec::new();
    let (mut hits, mut even) = (0u32, 0u32);
    for seed in 0..matches {
        let mut state = Daihinmin::new(Rules { games: 2, ..Rules::OFFICIAL }, seed);
        let mut history: Vec<(Seat, Move)> = Vec::new();
        while let Some(seat) = state.turn() {
            if state.phase() == Phase::Play && rng.below(3) == 0 {
                let view = state.view(seat);
                let mut referee = Referee::new(state);
                let decision =
                    Decision { history: &history, ..referee.decision().expect("a game that is on") };
                likely.begin(&decision, &mut rng);
                assert_eq!(likely.candidates(), candidates, "the game is found in the history");
                let shared = |world: &Daihinmin| -> u32 {
                    (0..SEATS).filter(|&s| s != seat).map(|s| (world.hand(s) & state.hand(s)).len()).sum()
                };
                for _ in 0..40 {
                    let world = likely.world(&decision, &mut rng);
                    assert_eq!(world.view(seat), view);
                    hits += shared(&world);
                    even += shared(&view.sample(&mut rng));
                }
            }
            let mv = policy.pick(&state, &mut buf, &mut rng);
            history.push((seat, mv));
            state.apply(mv);
        }
    }
    (hits, even)
}
