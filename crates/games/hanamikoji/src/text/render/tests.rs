//! Tests of `render`.

use super::*;
use crate::rules::Rules;
use crate::text::position::parse_position;
use karuta_engine::Game;

#[test]
fn a_table_is_drawn_as_a_seat_sees_it() {
    let text = "round=2 first=0 markers=0120000 hands=3445,012456 plays=C1124>14,G355>? removed=0";
    let state = parse_position(Rules::FAIR, text).expect("a position");
    assert_eq!(render(&state.view(0), Ink::Plain), TABLE);
    let peeked = render(&View::peek(&state, 0), Ink::Plain);
    assert!(peeked.contains("purple red yellow orange green pink; left"), "{peeked}");
}

const TABLE: &str = "\
Round 2 of 3, turn 2 of 8

             purple   red    yellow   blue   orange  green    pink
charm          2       2       2       3       3       4       5
other side
favours        -      you    other     -       -       -       -
you                    #       #

Other side  6 cards; left: secret, trade-off, competition
            gift: blue green green
You         4 cards; left: secret, trade-off, gift
            competition: red red yellow orange (taken: red orange)
            5 cards in the deck

┌──────┬──────┬──────┬──────┐
│ blue │orange│orange│green │
│  3   │  3   │  3   │  4   │
└──────┴──────┴──────┴──────┘
You take from the gift: blue green green
";
