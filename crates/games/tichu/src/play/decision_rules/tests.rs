//! Tests of `decision_rules`.

use super::*;
use crate::Call;
use crate::rules::Rules;
use karuta_engine::{Referee, Rng};

/// A seat must not learn from the world it happens to be shown.
#[test]
fn every_world_gives_the_same_answer() {
    let mut rng = Rng::new(2);
    let mut buf = Vec::new();
    for part in rules().into_iter().filter(|part| part.name != "random-exchange") {
        let Rule::Decide { make, .. } = part.rule else { panic!("{} decides", part.name) };
        let mut rule = make();
        let mut found = 0;
        for seed in 0..40 {
            let mut state = Tichu::new(Rules::OFFICIAL, seed);
            while let Some(seat) = state.turn() {
                let view = state.view(seat);
                let mut referee = Referee::new(state);
                let decision = referee.decision().expect("a game that is on");
                let truth = rule.find(&decision, &state);
                for _ in 0..2 {
                    let world = Tichu::sample(&view, &mut rng);
                    assert_eq!(rule.find(&decision, &world), truth, "{}", part.name);
                }
                found += u32::from(truth.is_some());
                let mv = truth.unwrap_or_else(|| state.random_move(&mut buf, &mut rng));
                let mut legal = Vec::new();
                state.moves(&mut legal);
                assert!(legal.contains(&mv), "{mv} by {}", part.name);
                state.apply(mv);
            }
        }
        assert!(found > 20, "{}: {found}", part.name);
    }
}

#[test]
fn lots_fall_everywhere() {
    let state = {
        let mut state = Tichu::new(Rules::OFFICIAL, 3);
        (0..4).for_each(|_| state.apply(Move::NO_CALL));
        state
    };
    let view = state.view(0);
    let mut referee = Referee::new(state);
    let decision = referee.decision().expect("a game that is on");
    let mut rng = Rng::new(1);
    let mut given: Vec<Option<Move>> =
        (0..400).map(|_| RandomExchange.find(&decision, &Tichu::sample(&view, &mut rng))).collect();
    given.sort();
    given.dedup();
    assert_eq!(given.len(), 14);
}

#[test]
fn what_is_left_without_calls_is_what_the_changed_view_allows() {
    let mut rng = Rng::new(9);
    let mut taken = 0;
    for seed in 0..40 {
        let mut state = Tichu::new(Rules::OFFICIAL, seed);
        while let Some(seat) = state.turn() {
            let (mut view, mut legal, mut due) = (state.view(seat), Vec::new(), Vec::new());
            state.moves(&mut legal);
            let before = legal.len();
            without_calls(&mut view, &mut legal);
            Tichu::sample(&view, &mut rng).moves(&mut due);
            assert_eq!(legal, due);
            taken += before - legal.len();
            state.apply(state.random_move(&mut Vec::new(), &mut rng));
        }
    }
    assert!(taken > 100, "{taken}");
}

#[test]
fn calls_that_were_made_stand() {
    let mut state = Tichu::new(Rules::OFFICIAL, 1);
    state.apply(Move::GRAND);
    (0..3).for_each(|_| state.apply(Move::NO_CALL));
    let mut view = state.view(1);
    without_calls(&mut view, &mut Vec::new());
    let world = Tichu::sample(&view, &mut Rng::new(1));
    assert!(!world.rules.calls);
    assert_eq!(world.calls[0], Call::Grand);
}
