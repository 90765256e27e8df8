//! Tests of `calls`.

use super::*;
use crate::cards::parse_card;
use crate::moves::Move;
use crate::play::softmax::{Softmax, learned};
use crate::rules::Rules;
use karuta_engine::playout::Policy as _;
use karuta_engine::{Game as _, Rng};

fn cards(text: &str) -> Cards {
    text.split(' ').map(|name| parse_card(name).expect("a card")).collect()
}

#[test]
fn better_hands_lose_fewer_tricks() {
    let weak = cards("Dog S2 B3 G4 R6 S7 B8 GT RJ SQ B2 G6 RT SJ");
    let fair = cards("S2 B2 G5 R5 S8 B8 GJ RJ SQ BK GK RA S3 B3");
    let strong = cards("S2 B3 G4 R5 S6 B6 GK RK SA BA GA Pho Dra Mah");
    assert!(burden(weak) > burden(fair) + 1.0, "{} {}", burden(weak), burden(fair));
    assert!(burden(fair) > burden(strong) + 1.0, "{} {}", burden(fair), burden(strong));
    assert!(first_out(weak) < first_out(fair) && first_out(fair) < first_out(strong));
}

#[test]
fn sets_are_kept_together() {
    let straight = burden(cards("S2 B3 G4 R5 S6 B7"));
    assert!(straight < burden(cards("S2 B3 G4 R5 S7 B8")) - 3.0);
    assert!(burden(cards("S2 B2 S3 B3")) < burden(cards("S2 B2 S4 B4")));
    assert!(burden(cards("S9 B9 G9 R3 S3")) < burden(cards("S9 B9 G9")) + 0.1);
    assert!(burden(cards("S9 B9 G9 R9")) < burden(cards("S9 B9 G9")) - 1.0);
}

fn asked(hand: &str, rules: Rules, scores: [i32; 2]) -> Tichu {
    let mut state = Tichu::new(rules, 1);
    state.hands[0] = cards(hand);
    state.scores = scores;
    state
}

#[test]
fn only_strong_eights_call_grand() {
    let calls = |hand: &str| calls_grand(&asked(hand, Rules::OFFICIAL, [0, 0]));
    assert!(calls("Dra Pho SA BA GA SK BK GQ"));
    assert!(!calls("Dog S2 S4 B6 G8 R9 SJ BQ"));
    assert!(!calls("Dra S2 S4 B6 G8 R9 SJ BQ"));
}

#[test]
fn the_score_of_a_match_decides_what_is_risked() {
    // A hand that is first out half of the time when Grand Tichu is called, which is not enough.
    let hand = "Dra SA BJ S2 S4 B6 G8 R9";
    let to_1000 = Rules { target: 1000, ..Rules::OFFICIAL };
    let worth = |scores| worth(&asked(hand, to_1000, scores));
    assert!(worth([0, 0]) < 0.0);
    // Opponents who are about to win make it worth the risk.
    assert!(worth([850, 960]) > 0.0, "{}", worth([850, 960]));
    // Far ahead there is nothing to win.
    assert!(worth([960, 300]) < 0.0, "{}", worth([960, 300]));
}

#[test]
fn tichu_is_called_with_the_first_card_and_not_before_a_pass() {
    let mut rng = Rng::new(3);
    let mut policy = Softmax::greedy(learned());
    let mut buf = Vec::new();
    let mut calls = 0;
    for seed in 0..300 {
        let mut state = Tichu::new(Rules::OFFICIAL, seed);
        while let Some(seat) = state.turn() {
            let mv = policy.pick(&state, &mut buf, &mut rng);
            state.apply(mv);
            if mv == Move::TICHU {
                calls += 1;
                assert_eq!(state.turn(), Some(seat));
                let next = policy.pick(&state, &mut buf, &mut rng);
                // The call changes what the policy thinks of passing, but seldom its mind.
                assert!(next != Move::PASS || state.top.is_some(), "{seed}");
            }
        }
    }
    assert!((100..400).contains(&calls), "{calls} calls in 300 rounds");
}
