//! Tests of `determinization`.

use super::*;
use crate::rules::Rules;
use karuta_engine::{Game, Referee};

#[test]
fn worlds_fit_what_is_known() {
    let mut rng = Rng::new(3);
    let mut samplers: [Box<dyn Determinizer<Tichu>>; 2] =
        [Box::new(Single(PriorTable::Shipped)), Box::new(Combination(PriorTable::Shipped))];
    for seed in 0..150 {
        let rules = [Rules::OFFICIAL, Rules::PESTALOZZI][(seed % 2) as usize];
        let mut state = Tichu::new(rules, seed);
        // Early decisions, the calls and the exchange among them, as well as late ones.
        for _ in 0..rng.below(if seed % 3 == 0 { 16 } else { 110 }) {
            let mut next = state;
            next.apply(state.random_move(&mut Vec::new(), &mut rng));
            if next.turn().is_none() {
                break;
            }
            state = next;
        }
        let Some(seat) = state.turn() else { continue };
        let view = state.view(seat);
        let mut referee = Referee::new(state);
        let decision = referee.decision().expect("a game that is on");
        for sampler in &mut samplers {
            for _ in 0..5 {
                let world = sampler.world(&decision, &mut rng);
                assert_eq!(world.view(seat), view);
                for other in 0..4 {
                    let due = Tichu::sample(&view, &mut rng).hand(other).len();
                    assert_eq!(world.hand(other).len(), due, "seat {other} of {seed}");
                }
            }
        }
    }
}

/// A table in which hands of seven hold aces and longer ones do not.
#[test]
fn tables_are_believed() {
    let mut rows = vec![String::from("7,Single,1,14,0.9"), String::from("7,Single,1,2,0.1")];
    rows.extend((1..=14).filter(|&length| length != 7).map(|length| format!("{length},Single,1,2,1")));
    let table = PriorTable::Read(Arc::new(Priors::parse(&rows.join("\n")).expect("a table")));
    let mut state = Tichu::new(Rules { exchange: crate::rules::Exchange::None, ..Rules::PESTALOZZI }, 2);
    state.turn = 0;
    // Seat 2 has played seven cards, none of them an ace.
    let aces = Cards(0xF << 56);
    let played: Cards = (state.hands[2] - aces).iter().take(7).collect();
    state.hands[2] -= played;
    state.played[2] = played;
    let view = state.view(0);
    let unseen = (view.unseen() & aces).len();
    assert!(unseen > 0);
    let mut referee = Referee::new(state);
    let decision = referee.decision().expect("a game that is on");
    let mut rng = Rng::new(4);
    let mut both: [Box<dyn Determinizer<Tichu>>; 2] =
        [Box::new(Single(table.clone())), Box::new(Combination(table))];
    for sampler in &mut both {
        let held: u32 = (0..100).map(|_| (sampler.world(&decision, &mut rng).hands[2] & aces).len()).sum();
        assert!(held > 95 * unseen, "{held} of {}", 100 * unseen);
    }
}
