//! Deals of others: all 56 cards are entered before the Grand calls.

use karuta_engine::Game;
use karuta_playable::playable::Playable;

use crate::Tichu;
use crate::cards::{Cards, parse_card};
use crate::rules::Rules;

const FIRST: &str =
    "B2,S2,S5,G7,R8,GJ,SQ,RA/R3,B5,B6,G9,ST,RQ,SA,Dra/Dog,G3,R4,S4,G5,S7,BT,BQ/Mah,S6,G8,B9,RT,RJ,BK,GK";
const COMING: &str = "G2,R2,B3,S3,B4,G4/R5,G6,R6,B7,R7,B8/S8,R9,S9,GT,BJ,SJ/GQ,RK,SK,BA,GA,Pho";

fn entered(coming: &str) -> Result<Tichu, String> {
    let text = format!("phase=grand hands={FIRST} coming={coming}");
    Tichu::parse_position(&Rules::OFFICIAL, &text).map_err(|error| error.to_string())
}

fn cards(names: &str) -> Cards {
    names.split(',').map(|name| parse_card(name).expect("a card")).collect()
}

#[test]
fn a_deal_that_was_entered_whole_is_dealt() {
    let mut state = entered(COMING).expect("a deal");
    for seat in 0..4 {
        assert_eq!((state.turn(), state.hand(seat).len()), (Some(seat), 8));
        let call = if seat == 2 { "grand tichu" } else { "no call" };
        state.apply(state.parse_move(call).expect("a call"));
    }
    for (seat, (first, coming)) in FIRST.split('/').zip(COMING.split('/')).enumerate() {
        assert_eq!(state.hand(seat), cards(first) | cards(coming), "seat {seat}");
        assert!(state.played(seat).is_empty());
    }
    let text = state.position();
    assert_eq!(Tichu::parse_position(&Rules::OFFICIAL, &text), Ok(state));
}

#[test]
fn the_cards_to_come_are_kept_and_told_to_nobody() {
    let (first, second) = COMING.split_once('/').expect("four seats");
    let (second, rest) = second.split_once('/').expect("four seats");
    let (one, other) =
        (entered(COMING).expect("a deal"), entered(&format!("{second}/{first}/{rest}")).expect("one"));
    assert_ne!(one, other);
    for state in [one, other] {
        assert_eq!(Tichu::parse_position(&Rules::OFFICIAL, &state.position()), Ok(state));
    }
    for seat in 0..4 {
        assert_eq!(one.view(seat), other.view(seat), "seat {seat}");
    }
}

#[test]
fn deals_that_cannot_be_are_refused() {
    let refused = |coming: &str| entered(coming).expect_err("no deal");
    assert!(refused("-/-/-/G2,R2,B3,S3,B4,G4").contains("seat 0 has 0 cards coming: expected 6"));
    assert!(refused(&COMING.replace("Pho", "B2")).contains("B2 is in two places"));
    assert!(refused(&COMING.replace(",Pho", "")).contains("seat 3 has 5 cards coming"));
    assert!(refused("G2/R5").contains("names 2 seats"));
    let late = format!("phase=give hands={FIRST} coming={COMING}");
    let error = Tichu::parse_position(&Rules::OFFICIAL, &late).expect_err("no deal").to_string();
    assert!(error.contains("phase=grand"), "{error}");
    let played = format!("phase=grand hands={FIRST} played={COMING}");
    let error = Tichu::parse_position(&Rules::OFFICIAL, &played).expect_err("no deal").to_string();
    assert!(error.contains("before the Grand calls"), "{error}");
}
