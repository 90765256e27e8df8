//! Plays with the very cards that somebody names.

use karuta_engine::{Game, Rng};
use karuta_playable::playable::Playable;

use crate::Tichu;
use crate::cards::{Cards, parse_card};
use crate::rules::Rules;
use crate::tests::rules::ending;

const QUIET: Rules = Rules { calls: false, ..Rules::OFFICIAL };

fn cards(names: &str) -> Cards {
    names.split(' ').map(|name| parse_card(name).expect("a card")).collect()
}

/// The cards that leave the hand when seat 0 plays what is written, and the play as it is written down.
fn played(hand: &str, text: &str) -> Result<(Cards, String), String> {
    let state = ending([hand, "R2", "B2", "S2"], "turn=0", QUIET);
    let mv = state.parse_move(text).map_err(|error| error.to_string())?;
    let mut next = state;
    next.apply(mv);
    let back = state.parse_move(&state.move_text(mv)).expect("what was written");
    assert_eq!(back, mv, "{text} is read back");
    assert_eq!(state.observe(mv, 1), Some(mv.unnamed()));
    Ok((state.hand(0) - next.hand(0), state.move_text(mv)))
}

#[test]
fn the_named_card_is_played() {
    let hand = "S5,B5,S6,S7,S8,S9,G2";
    assert_eq!(played(hand, "S5"), Ok((cards("S5"), "S5".into())));
    assert_eq!(played(hand, "B5"), Ok((cards("B5"), "5".into())));
    assert_eq!(played(hand, "5"), Ok((cards("B5"), "5".into())));
    assert!(played(hand, "R5").expect_err("not held").contains("R5 is not in the hand"));
}

#[test]
fn straights_pairs_and_full_houses_take_what_is_named() {
    let hand = "S5,B5,R5,S6,B6,S7,B7,S8,B8,S9,B9,Pho";
    assert_eq!(played(hand, "S5 B6 S7 B8 S9"), Ok((cards("S5 B6 S7 B8 S9"), "S5 B6 S7 B8 S9".into())));
    let (flush, _) = played(hand, "S5 S6 S7 S8 S9").expect("a bomb");
    assert_eq!(flush, cards("S5 S6 S7 S8 S9"));
    assert_eq!(played(hand, "S5 R5").map(|(cards, _)| cards), Ok(cards("R5 S5")));
    assert_eq!(played(hand, "S6 S6").ok(), None, "no card is there twice");
    let (house, _) = played(hand, "S5 B5 R5 S6 Pho").expect("a full house");
    assert_eq!(house, cards("S5 B5 R5 S6 Pho"));
    let (phoenix, text) = played(hand, "B5 S6 B7 Pho S9").expect("a straight");
    assert_eq!((phoenix, text.as_str()), (cards("B5 S6 B7 Pho S9"), "B5 S6 B7 Pho S9"));
}

/// Any cards of the ranks of a play that are held can be named, and are what is played.
#[test]
fn whatever_is_named_is_what_leaves_the_hand() {
    let (mut rng, mut named) = (Rng::new(2), 0);
    for seed in 0..40 {
        let mut state = Tichu::new(Rules::OFFICIAL, seed);
        while let Some(seat) = state.turn() {
            let mut moves = Vec::new();
            state.moves(&mut moves);
            let mv = moves[rng.index(moves.len())];
            let hand = state.hand(seat);
            let words: Vec<String> = mv.kind().map_or(Vec::new(), |_| {
                let mut left: Vec<u8> = hand.iter().collect();
                rng.shuffle(&mut left);
                mv.to_string()
                    .split(' ')
                    .filter(|&word| word != "bomb")
                    .map(|word| {
                        let at = left
                            .iter()
                            .position(|&card| crate::cards::card_name(card).get(1..) == Some(word));
                        at.map_or(word.to_string(), |at| crate::cards::card_name(left.remove(at)))
                    })
                    .collect()
            });
            let text = words.join(" ");
            if mv.by().is_none()
                && let Ok(chosen) = state.parse_move(&text)
                && chosen.kind() == mv.kind()
            {
                let mut next = state;
                next.apply(chosen);
                if state.played(seat).len() < next.played(seat).len() {
                    let wanted: Cards = words.iter().filter_map(|word| parse_card(word)).collect();
                    assert_eq!(next.played(seat) - state.played(seat), wanted, "{text} from {hand}");
                    named += 1;
                }
            }
            state.apply(mv);
        }
    }
    assert!(named > 500, "{named}");
}
