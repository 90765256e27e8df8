//! Logs played again by the rules: the same turns, the same exchange, the same places and points.

use karuta_daihinmin::moves::Move;
use karuta_daihinmin::rules::Rules;
use karuta_daihinmin::{DEADLOCK, Daihinmin};
use karuta_engine::Game as _;
use karuta_net::uecda::log::{self, GameLog};
use karuta_net::uecda::plays::{hand_of, play_of};

use crate::guests::Said;

/// Checks everything a server said about a match against the rules.
#[track_caller]
pub fn check(said: &Said) {
    let names = said.outcome.names.clone();
    let lines = said.games.iter().enumerate().map(|(at, game)| game.lines(at as u32));
    let text = log::head(&names) + &lines.collect::<String>();
    let games = log::read(&text).expect("a log");
    assert_eq!(games, said.games, "what is written is read");
    assert_eq!(games.len() as u32, said.outcome.games);
    let mut points = [0; 5];
    let mut last: Option<&GameLog> = None;
    for (at, game) in games.iter().enumerate() {
        let refused = replay(game);
        assert!(refused <= said.outcome.refused.iter().sum(), "more was refused than was said");
        match (at % 5, last) {
            (0, _) | (_, None) => assert_eq!(game.titles, None, "game {at} has no titles"),
            (_, Some(last)) => {
                let titles = game.titles.expect("titles");
                assert_eq!(last.result.map(|player| titles[player]), [0, 1, 2, 3, 4]);
            }
        }
        if let Some(last) = last.filter(|_| at % 3 != 0) {
            assert_eq!(game.seats, last.seats, "places change every third game only");
        }
        for (place, &player) in game.result.iter().enumerate() {
            points[player] += 5 - place as u32;
        }
        assert_eq!(game.points, points);
        last = Some(game);
    }
    assert_eq!(said.outcome.points, points);
}

/// Plays a game again; how many submissions were refused.
#[track_caller]
fn replay(game: &GameLog) -> u32 {
    let order = game.titles.map(|titles| {
        let mut order = [0; 5];
        for (player, &title) in titles.iter().enumerate() {
            order[title] = player;
        }
        order
    });
    let dealt = game.dealt.map(|hand| hand_of(&hand));
    let mut state = Daihinmin::dealt(Rules::OFFICIAL, game.seats, order, dealt);
    match order {
        None => assert!(game.given.is_empty()),
        Some(order) => {
            let given = |at: usize| (game.given[at].from, game.given[at].to, hand_of(&game.given[at].cards));
            assert_eq!(given(0), (order[4], order[0], state.tribute(0)));
            assert_eq!(given(1), (order[3], order[1], state.tribute(1)));
            for at in 2..4 {
                let (from, _, cards) = given(at);
                assert_eq!(state.turn(), Some(from));
                assert!(state.allows(Move::give(cards)), "{cards}");
                state.apply(Move::give(cards));
            }
        }
    }
    let mut refused = 0;
    for (player, cards) in &game.plays {
        assert_eq!(state.turn(), Some(*player));
        let laid = log::read_cards(cards);
        let mv = laid.as_ref().and_then(play_of).filter(|&mv| state.allows(mv));
        refused += u32::from(mv.is_none());
        state.apply(mv.unwrap_or(Move::PASS));
    }
    assert_eq!(state.turn(), None, "the game is over");
    if state.passes() < DEADLOCK {
        assert_eq!(state.finished().collect::<Vec<_>>(), game.result);
    }
    refused
}
