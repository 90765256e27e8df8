//! Zones and facts as people write them: short forms say the same, contradictions are named in one line.

use super::{Datum, Knowledge};

fn known() -> Knowledge {
    let mut known = Knowledge::default();
    let hands = vec![Datum::cards(["S5", "B7"], 0), Datum::cards(["Dog"], 2), Datum::cards::<&str>([], 3)];
    known.zones.add("hand", Datum::List(hands));
    known.facts.add("turn", 0);
    known.facts.add("lock", Datum::Yes(false));
    known.facts.add("plays", Datum::list(["compete red blue / green pink > red blue"]));
    known
}

fn given(zone: Datum) -> Knowledge {
    let mut given = Knowledge::default();
    given.zones.add("hand", zone);
    given
}

fn error(given: &Knowledge) -> String {
    known().check(given, 0).expect_err("a contradiction").to_string()
}

#[test]
fn short_forms_say_the_same() {
    let cards = |names: &[&str]| Datum::list(names.iter().copied());
    let dog = cards(&["dog", "?", "?"]);
    for hand in [
        cards(&["B7", "S5"]),
        Datum::List(vec![cards(&["s5", "b7"]), dog.clone(), Datum::Number(3)]),
        Datum::List(vec![cards(&["S5", "B7"]), Datum::Nothing, Datum::Nothing]),
    ] {
        assert_eq!(known().check(&given(hand.clone()), 0), Ok(()), "{hand}");
    }
    let mut play = Knowledge::default();
    play.facts.add("plays", Datum::list(["compete pink green / blue red > blue red"]));
    assert_eq!(known().check(&play, 0), Ok(()));
}

#[test]
fn contradictions_are_named() {
    for hand in [
        Datum::list(["S5"]),
        Datum::list(["S5", "S5"]),
        Datum::list(["S5", "?"]),
        Datum::List(vec![Datum::Nothing, Datum::Number(3), Datum::Nothing]),
        Datum::List(vec![Datum::Nothing, Datum::Nothing, Datum::Number(4)]),
        Datum::List(vec![Datum::Nothing]),
        Datum::Number(2),
        Datum::Yes(true),
    ] {
        let line = error(&given(hand.clone()));
        assert!(line.starts_with("zone hand is ") && line.contains("follows"), "{hand}: {line}");
    }
    let mut turn = Knowledge::default();
    turn.facts.add("turn", 2);
    assert_eq!(error(&turn), "fact turn is 2: from the rest of the view follows 0");
    let mut slip = Knowledge::default();
    slip.facts.add("trun", 0);
    assert!(error(&slip).starts_with("no fact \"trun\"; did you mean turn?"), "{}", error(&slip));
    let mut other = Knowledge::default();
    other.facts.add("plays", Datum::list(["compete red green / blue pink > red green"]));
    assert!(error(&other).starts_with("fact plays is "));
}

#[test]
fn values_of_another_kind_are_refused() {
    let mut strange = Knowledge::default();
    strange.facts.add("turn", "first");
    strange.facts.add("lock", 1);
    strange.facts.add("plays", Datum::List(vec![Datum::Yes(true)]));
    strange.zones.add("hand", Datum::Number(-1));
    strange.zones.add("deck", Datum::Number(1_000_000_000));
    let refused = |line: String, word: &str| assert!(line.contains(word), "{line}");
    refused(strange.number("turn").expect_err("a word").to_string(), "a whole number");
    refused(strange.yes("lock").expect_err("a number").to_string(), "true or false");
    refused(strange.items("plays", 4).expect_err("no word").to_string(), "words or numbers");
    refused(strange.lists("plays", 2).expect_err("one").to_string(), "2 lists");
    refused(strange.cards_by_seat("hand", 3, 0).expect_err("a number").to_string(), "for each seat");
    refused(strange.cards("hand").expect_err("negative").to_string(), "number of those");
    refused(strange.cards("deck").expect_err("too many").to_string(), "number of those");
    assert_eq!(strange.number("other"), Ok(None));
}
