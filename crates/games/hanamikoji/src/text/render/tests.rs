//! Tests of `render`.

use super::*;
use crate::rules::Rules;
use crate::text::position::parse_position;
use karuta_engine::Game;

#[test]
fn a_table_is_drawn_as_a_seat_sees_it() {
    let text = "round=2 first=0 markers=0120000 hands=3445,012456 plays=C1124>14,G355>? removed=0";
    let state = parse_position(Rules::FAIR, text).expect("a position");
    assert_eq!(render(&state.view(0)), TABLE);
    assert!(render(&View::peek(&state, 0)).contains("hand 0 1 2 4 5 6"));
}

const TABLE: &str = "\
Round 2 of 3, turn 2 of 8

geisha     0  1  2  3  4  5  6
charm      2  2  2  3  3  4  5
marker     .  1  2  .  .  .  .
Player 2   .  .  .  .  .  .  .
Player 1   .  1  1  .  .  .  .

Player 2  hand 6 cards; markers 1, charm 2
          played gift 3 5 5; left secret, trade, compete
Player 1  hand 3 4 4 5; markers 1, charm 2
          played compete 1 1 2 4 (taken 1 4); left secret, trade, gift
deck 5 cards, removed ?
Player 1 to take from the gift of Player 2: 3 5 5
";
