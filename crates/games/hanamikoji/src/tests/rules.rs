//! Rounds played by hand, as tests.

use karuta_engine::Game;

use crate::Hanamikoji;
use crate::deal::Chance;
use crate::rules::Rules;
use crate::scoring::{Decided, Outcome};
use crate::text::notation::parse_move;
use crate::text::position::parse_position;

/// Makes the moves of a text, each checked for legality, one per line.
fn replay(state: &mut Hanamikoji, lines: &str) {
    for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let mv = parse_move(state, line).expect("a legal move");
        state.apply(mv);
    }
}

/// The example of the thesis (Fig. 2). Its caption names the first card drawn as suit 4, but the deck
/// shows a 3; it leaves out the second seat's gift, which follows from the cards before and after,
/// and the last turns, of which these are one way to end as shown.
#[test]
fn the_example_of_the_thesis() {
    let text = "hands=1124445,0235556 deck=336666 removed=0";
    let start = parse_position(Rules::HASSAN, text).expect("a position");
    let mut state = (0..)
        .map(|seed| {
            let mut state = Hanamikoji { chance: Chance(seed), ..start };
            replay(&mut state, "compete 1 1 2 4 \n take 1 4 \n gift 3 5 5 \n take 5");
            state
        })
        .find(|state| state.deck().of(3) == 0)
        .expect("both threes are drawn first by some seed");
    assert_eq!(state.pile(0).to_string(), "12");
    assert_eq!(state.hand(0).to_string(), "34455");
    replay(&mut state, "trade 4 5");
    assert_eq!(state.hand(0).to_string(), "3456");
    assert_eq!(state.hand(1).to_string(), "0123456");
    assert_eq!(state.pile(1).to_string(), "35");
    assert_eq!(state.deck().to_string(), "666");
    replay(&mut state, "trade 1 2 \n gift 3 4 6 \n take 4 \n compete 0 3 5 6 \n take 5 6");
    replay(&mut state, "secret 5 \n secret 4");
    let owners: Vec<usize> =
        (0..7).map(|suit| state.markers().owner(suit).map_or(0, |seat| seat + 1)).collect();
    assert_eq!(owners, [2, 1, 1, 2, 2, 1, 1]);
    assert_eq!((state.markers().count(0), state.markers().charm(0)), (4, 13));
    assert_eq!(state.outcome(), Some(Outcome { winner: Some(0), by: Decided::Markers }));
    assert_eq!(state.payoff()[0], 1.0);
}

#[test]
fn an_official_round_by_hand() {
    let text = "hands=0001122,334455 removed=6";
    assert!(parse_position(Rules::OFFICIAL, text).is_err(), "three cards of suit 0");
    let text = "hands=0011223,334455 removed=6";
    let mut state = parse_position(Rules::OFFICIAL, text).expect("a position");
    replay(&mut state, "compete 0 0 / 1 1 \n take 0 0");
    assert_eq!((state.pile(0).to_string(), state.pile(1).to_string()), ("11".into(), "00".into()));
    assert_eq!(state.hand(0).to_string(), "223");
    assert_eq!((state.hand(1).len(), state.actor()), (7, 1), "a card is drawn before a turn");
    replay(&mut state, "gift 3 3 4 \n take 4");
    assert_eq!((state.pile(0).to_string(), state.pile(1).to_string()), ("114".into(), "0033".into()));
    replay(&mut state, "secret 2 \n secret 5");
    replay(&mut state, "trade 2 3");
    assert_eq!(state.aside(0).discards().to_string(), "23");
}
