//! Tests of `habits`.

use super::*;
use karuta_engine::playout::Policy;
use karuta_engine::{Referee, Rng};

/// The history of a match as a seat observes it, if these seats are sample clients and the others follow the policy.
fn history(clients: u8, games: u16, by: Seat, seed: u64) -> Vec<(Seat, Move)> {
    let rules = Rules { games, ..Rules::OFFICIAL };
    let mut referee = Referee::new(Daihinmin::new(rules, seed));
    let (mut policy, mut buf) = (Remainder::new(remainder::shipped()), Vec::new());
    let mut rng = Rng::new(seed);
    while let Some(seat) = referee.turn() {
        let state = referee.state();
        let mv = match clients >> seat & 1 {
            1 => SampleClient.pick(state, &mut buf, &mut rng),
            _ => policy.pick(state, &mut buf, &mut rng),
        };
        referee.play(mv);
    }
    referee.history(by).to_vec()
}

#[test]
fn sample_clients_are_found_within_a_few_games() {
    for clients in [0b00000, 0b11110, 0b01010, 0b00100] {
        for seed in 0..5 {
            let mut habits = Habits::default();
            habits.learn(&history(clients, 6, 0, seed));
            assert_eq!(habits.sample_clients(), clients, "match {seed}");
        }
    }
}

#[test]
fn every_game_that_is_over_is_read() {
    let history = history(0b11110, 8, 0, 3);
    let (mut games, mut from) = (0, 0);
    while let Some(end) = end_of_game(&history[from..]) {
        let game = &history[from..from + end];
        let first = game.iter().position(|(_, mv)| !is_gift(*mv)).expect("a play");
        assert!(first_position(&game[first..]).is_some(), "game {games}");
        (games, from) = (games + 1, from + end);
    }
    assert_eq!(games, 7, "the last one is not followed by another");
}

#[test]
fn it_does_not_matter_when_and_by_whom_they_were_asked_before() {
    let (one, other) = (history(0b01010, 5, 0, 1), history(0b10100, 5, 0, 2));
    let (mut whole, mut parts) = (Habits::default(), Habits::default());
    whole.learn(&one);
    parts.learn(&other);
    for end in (0..=one.len()).step_by(7).chain([one.len()]) {
        parts.learn(&one[..end]);
    }
    assert_eq!(parts.odds, whole.odds);
    assert_eq!(parts.from, whole.from);
}
