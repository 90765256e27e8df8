//! Tests of `beliefs`.

use super::*;
use crate::rules::Rules;
use karuta_engine::Game;
use karuta_engine::Referee;
use karuta_engine::playout::Policy;
use karuta_engine::worlds::Determinizer;

/// Plays some of a round by the policy, with what each seat has seen.
fn part_of_a_round(rules: Rules, seed: u64, rng: &mut Rng) -> (Tichu, Vec<Vec<(Seat, Move)>>) {
    let mut policy = NetPolicy::new(shipped());
    let mut state = Tichu::new(rules, seed);
    let mut seen = vec![Vec::new(); 4];
    let mut buf = Vec::new();
    for _ in 0..20 + rng.below(40) {
        let Some(seat) = state.turn() else { break };
        let mv = policy.pick(&state, &mut buf, rng);
        for (by, seen) in seen.iter_mut().enumerate() {
            seen.extend(state.observe(mv, by).map(|mv| (seat, mv)));
        }
        let mut next = state;
        next.apply(mv);
        if next.turn().is_none() || next.round != state.round {
            break;
        }
        state = next;
    }
    (state, seen)
}

#[test]
fn worlds_fit_and_the_truth_is_likelier_than_most() {
    let mut rng = Rng::new(8);
    let mut likely = likely();
    let (mut better, mut asked) = (0.0, 0.0);
    for seed in 0..120 {
        let rules = [Rules::OFFICIAL, Rules::PESTALOZZI][(seed % 2) as usize];
        let (state, seen) = part_of_a_round(rules, seed, &mut rng);
        let Some(seat) = state.turn() else { continue };
        let view = state.view(seat);
        let mut referee = Referee::new(state);
        let decision = Decision { history: &seen[seat], ..referee.decision().expect("a game that is on") };
        likely.begin(&decision, &mut rng);
        for _ in 0..10 {
            assert_eq!(likely.world(&decision, &mut rng).view(seat), view);
        }
        if likely.found() == 0 {
            continue;
        }
        let mut log =
            |world: &Tichu| likely.likelihood().log(&decision, world).expect("a round that is followed");
        let truth = log(&state);
        let others: Vec<Tichu> = (0..40).map(|_| view.sample(&mut rng)).collect();
        for other in others {
            let other = log(&other);
            better += if truth > other {
                1.0
            } else if truth == other {
                0.5
            } else {
                0.0
            };
            asked += 1.0;
        }
    }
    let share = better / asked;
    assert!(asked > 2_000.0 && share > 0.6, "{share} of {asked}");
}

#[test]
fn a_world_that_is_not_likely_enough_is_left_early_and_no_other() {
    let mut rng = Rng::new(9);
    let mut likely = likely();
    let (mut left, mut kept) = (0, 0);
    for seed in 0..60 {
        let (state, seen) = part_of_a_round(Rules::OFFICIAL, seed, &mut rng);
        let Some(seat) = state.turn() else { continue };
        let mut referee = Referee::new(state);
        let decision = Decision { history: &seen[seat], ..referee.decision().expect("a game that is on") };
        likely.begin(&decision, &mut rng);
        if likely.found() == 0 {
            continue;
        }
        for _ in 0..10 {
            let world = state.view(seat).sample(&mut rng);
            let whole = likely.likelihood().log(&decision, &world).expect("a round that is followed");
            let least = whole + 4.0 * rng.unit() - 2.0;
            let found = likely.likelihood().log_above(&decision, &world, least).expect("the same round");
            if whole > least {
                assert_eq!(found, whole);
                kept += 1;
            } else {
                assert!(found <= least, "{found} for {whole}, {least}");
                left += 1;
            }
        }
    }
    assert!(left > 100 && kept > 100, "{left}, {kept}");
}
