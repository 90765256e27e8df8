//! Tests of `referee`.

use super::*;
use crate::toys::{Kuhn, Pennies, Penny, Wager};

#[test]
fn every_seat_is_told_what_it_observes() {
    let mut referee = Referee::new(Pennies::START);
    referee.play(Penny::Heads);
    assert_eq!(referee.history(0), [(0, Penny::Heads)]);
    assert_eq!(referee.history(1), [(0, Penny::FaceDown)]);
    let decision = referee.decision().expect("a guess is due");
    assert_eq!((decision.seat, decision.history), (1, &[(0, Penny::FaceDown)][..]));
    assert_eq!(*decision.view, Pennies::sample(decision.view, &mut crate::Rng::new(1)).view(1));
}

#[test]
fn one_seat_may_remember_what_came_before() {
    let seen = [(0, Penny::FaceDown)];
    let referee = Referee::remembering(Pennies::START, 1, &seen);
    assert_eq!(referee.history(1), seen);
    assert!(referee.history(0).is_empty());
}

#[test]
fn what_is_not_legal_does_not_happen() {
    let mut referee = Referee::new(Pennies::START);
    assert_eq!(referee.try_play(Penny::FaceDown), Err(Illegal));
    assert!(referee.history(0).is_empty() && referee.turn() == Some(0));
    assert_eq!(referee.try_play(Penny::Decline), Ok(()));
    assert_eq!(referee.try_play(Penny::Heads), Err(Illegal), "the game is over");
    assert!(referee.legal().is_empty() && referee.decision().is_none());
}

#[test]
fn a_cheat_is_shown_more_and_another_game_starts_clean() {
    let mut referee = Referee::new(Kuhn::with_cards([0, 2]));
    let open = referee.decision_showing(|state, _| state.view(1)).map(|decision| *decision.view);
    assert_eq!(open, Some(Kuhn::with_cards([1, 2]).view(1)));
    referee.play(Wager::Bet);
    referee.restart(Kuhn::with_cards([1, 0]));
    let decision = referee.decision().expect("a new game");
    assert_eq!((decision.seat, decision.history.len(), decision.legal.len()), (0, 0, 2));
}
