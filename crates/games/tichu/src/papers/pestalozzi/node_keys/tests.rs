//! Tests of `node_keys`.

use super::*;
use crate::rules::Rules;
use crate::text::position::parse_position;
use karuta_engine::Game;

fn named(name: &str) -> Identity<Tichu> {
    identities().into_iter().find(|named| named.name == name).expect(name).part
}

/// The key after some moves, as seat 0 sees it.
fn key(name: &str, state: &Tichu, line: &str) -> u64 {
    let identity = named(name);
    let (mut number, mut key) = (identity.begin)(state, 0);
    let mut state = *state;
    for text in line.split(", ").filter(|text| !text.is_empty()) {
        let mv = karuta_playable::playable::Playable::parse_move(&state, text).expect(text);
        let before = state;
        state.apply(mv);
        (number, key) = (identity.step)(number, &before, mv, &state, 0);
    }
    key
}

fn start() -> Tichu {
    let hands = "hands=S2,S5,S7,S8/B3,B6,B9,BT/G4,G6,GK,GA/R3,R5,RJ,RQ";
    let played = "played=B2,S3,S4,B4,B5,S6,B7,B8,S9,ST/G2,G3,R4,G5,R6,G7,G8,G9,SJ,BJ/\
                  R2,R7,R8,R9,GT,RT,GJ,SQ,BQ,GQ/SK,BK,RK,SA,BA,RA,Mah,Dog,Pho,Dra";
    let rules = Rules::PESTALOZZI;
    parse_position(rules, &format!("{hands} {played} turn=0")).expect("a position")
}

#[test]
fn episodes_forget_all_but_the_trick() {
    let state = start();
    let same = |name: &str, one: &str, other: &str| key(name, &state, one) == key(name, &state, other);
    // A lead of the same seat after other tricks.
    let [by_king, by_ace] = ["2, 3, K, pass, pass, pass", "2, 3, A, pass, pass, pass"];
    for name in ["episode", "trick"] {
        assert!(same(name, by_king, by_ace), "{name}");
        assert!(same(name, &format!("{by_king}, 4, 5"), &format!("{by_ace}, 4, 5")), "{name}");
        assert!(!same(name, by_king, "2, pass, pass, pass"), "{name}: another seat leads");
    }
    assert!(!same("information", by_king, by_ace), "cards have gone");
    // Another way to the same combination in a trick of the same length.
    assert!(!same("episode", "2, 3, 6, J", "2, 6, K, pass"));
    assert!(!same("episode", "2, 3, 4, J", "2, 3, 6, J"));
    assert!(same("trick", "2, 3, 4, J", "2, 3, 6, J"));
    assert!(same("information", "2, 3, 4, J", "2, 3, 6, J"), "other cards of the same number");
    assert!(!same("information", "2, 3, 4, J", "5, 6, K, pass"));
    // One's own cards are part of what one knows.
    assert!(!same("information", "2, 3, 6, pass", "5, 6, K, pass"));
    assert!(!same("trick", "2, 3, 4, 5", "2, 3, 4, J"), "another height");
    assert!(!same("trick", "2, 3", "2, pass"), "another owner");
}

#[test]
fn a_root_that_leads_is_met_again() {
    let state = start();
    for name in ["episode", "trick"] {
        assert_eq!(
            key(name, &state, ""),
            key(name, &state, "8, 9, pass, pass, pass, 3, pass, pass, 7, pass, pass, pass")
        );
    }
    assert_ne!(key("information", &state, ""), key("information", &state, "8, pass, pass, pass"));
}
