//! Tests of `cfr`, on games whose values are known.

use std::hash::{Hash, Hasher};

use super::*;
use crate::chances::Chances;
use crate::game::Seat;
use crate::referee::Referee;
use crate::toys::{Kuhn, Leduc, Wager};
use crate::worlds::Listing;

fn number(thing: &impl Hash) -> u64 {
    let mut hasher = std::hash::DefaultHasher::new();
    thing.hash(&mut hasher);
    hasher.finish()
}

fn solved<G: Game>(worlds: &[(G, f64)], known: fn(&G, Seat) -> u64, iterations: u64) -> Solution {
    let payoff = |state: &G| state.turn().is_none().then(|| state.payoff()[0]);
    let rules = Rules { chances: Chances::NONE, known, payoff: &payoff, most: 100_000 };
    solve(worlds, &rules, iterations).expect("a small tree")
}

/// Kuhn 1950: the first seat loses an eighteenth of the ante on average.
#[test]
fn kuhn_poker_has_its_value() {
    let deals: Vec<(Kuhn, f64)> = (0..3)
        .flat_map(|one| (0..3).filter(move |&other| other != one).map(move |other| [one, other]))
        .map(|cards| (Kuhn::with_cards(cards), 1.0))
        .collect();
    let found = solved(&deals, |state, seat| number(&state.view(seat)), 2000);
    assert!((found.payoff - (0.5 - 1.0 / 18.0 / 4.0)).abs() < 1e-4 && found.gap < 1e-3, "{found:?}");
}

/// The value of Leduc poker to the first seat is -0.0856 (as OpenSpiel has it).
#[test]
fn leduc_poker_has_its_value() {
    let found = solved(&Leduc::deals(), |state, seat| number(&state.view(seat)), 400);
    let value = (found.payoff - 0.5) * 2.0 * Leduc::STAKE;
    assert!((value + 0.0856).abs() < 0.005 && found.gap < 0.002, "{value} {found:?}");
}

#[test]
fn a_strategy_that_is_never_improved_can_be_exploited() {
    let found = solved(&Leduc::deals(), |state, seat| number(&state.view(seat)), 0);
    assert!(found.gap > 0.1, "{found:?}");
}

struct Nobody;

impl<G: Game> Agent<G> for Nobody {
    fn choose(&mut self, decision: &Decision<'_, G>, _: &mut Rng) -> Choice<G::Move> {
        panic!("asked with {} moves", decision.legal.len());
    }
}

fn kuhn(iterations: u64) -> Cfr<Kuhn> {
    Cfr::new(endings(), iterations, Box::new(Nobody))
}

/// All of Kuhn poker as an ending.
fn endings() -> Endings<Kuhn> {
    let worlds = |view: &<Kuhn as Game>::View, limit: usize, out: &mut Vec<(Kuhn, f64)>| {
        let found = Kuhn::worlds(view);
        let fits = found.len() <= limit;
        out.extend(found.into_iter().filter(|_| fits));
        fits
    };
    Endings {
        limits: Limits { plies: 3, worlds: 100, nodes: 10_000 },
        listing: Listing { worlds, alike: |_, _| false, chances: Chances::NONE },
        identity: Identity { known: |state, seat| number(&state.view(seat)), whole: |state| number(state) },
        likelihood: None,
        left: |_| 1,
        rounds: None,
    }
}

/// After a bet the lowest card folds and the highest calls.
#[test]
fn answers_to_a_bet_are_those_of_the_equilibrium() {
    let calls = |card: u8| {
        let other = if card == 0 { 1 } else { 0 };
        let mut referee = Referee::new(Kuhn::with_cards([other, card]));
        referee.play(Wager::Bet);
        let decision = referee.decision().expect("an answer");
        let mut called = 0;
        for seed in 0..60 {
            let choice = kuhn(300).choose(&decision, &mut Rng::new(seed));
            assert_eq!(choice.ranked.len(), 2);
            assert_eq!(choice.ranked[0].mv, choice.mv);
            called += u32::from(choice.mv == Wager::Bet);
        }
        called
    };
    assert_eq!((calls(0), calls(2)), (0, 60));
}

/// The other seat does not know what one holds: its answers depend on cards that one has not got.
#[test]
fn worlds_of_both_seats_are_found() {
    let mut referee = Referee::new(Kuhn::with_cards([1, 0]));
    let decision = referee.decision().expect("a decision");
    let mut all = endings();
    let found = joint::worlds(&all, decision.view, 0).expect("few worlds");
    assert_eq!(found.len(), 6, "all deals");
    assert!(found.iter().all(|(_, weight)| (weight - found[0].1).abs() < 1e-12), "equally likely");
    all.limits.worlds = 5;
    assert!(joint::worlds(&all, decision.view, 0).is_none(), "more than the limit");
}

/// OpenSpiel 1.6: in Kuhn poker best responses to players that choose with equal chances gain 11/12 of a chip together.
#[test]
fn a_player_at_random_is_exposed_as_much_as_known() {
    let mut referee = Referee::new(Kuhn::with_cards([1, 0]));
    let decision = referee.decision().expect("a decision");
    let mut even = |_: Seat, _: &_, _: &[Wager], weights: &mut [f64]| weights.fill(1.0);
    let found = exposure(&endings(), decision.view, 0, 1000, &mut even).expect("a small tree");
    assert!((found.gain(0) + found.gain(1) - 11.0 / 12.0 / 4.0).abs() < 1e-9, "{found:?}");
    assert_eq!(found.asked, 12, "two situations for each card and seat");
    assert!((found.equilibrium.0 - (0.5 - 1.0 / 18.0 / 4.0)).abs() < 1e-3 && found.equilibrium.1 < 2e-3);
}

#[test]
fn a_player_of_the_equilibrium_is_not_exposed() {
    let mut referee = Referee::new(Kuhn::with_cards([1, 0]));
    let decision = referee.decision().expect("a decision");
    // The first seat checks everything and calls with the king and a third of queens; the second bets the king and a
    // third of jacks, and calls with the king and a third of queens (Kuhn 1950).
    let mut solved = |seat: Seat, view: &<Kuhn as Game>::View, legal: &[Wager], weights: &mut [f64]| {
        let bets = match (view.card, view.line.contains(&Some(Wager::Bet)), seat) {
            (_, false, 0) => 0.0,
            (0, false, _) => 1.0 / 3.0,
            (1, true, _) => 1.0 / 3.0,
            (2, _, _) => 1.0,
            _ => 0.0,
        };
        for (weight, &mv) in weights.iter_mut().zip(legal) {
            *weight = if mv == Wager::Bet { bets } else { 1.0 - bets };
        }
    };
    let found = exposure(&endings(), decision.view, 0, 1, &mut solved).expect("a small tree");
    assert!(found.gain(0).abs() < 1e-9 && found.gain(1).abs() < 1e-9, "{found:?}");
    assert!((found.payoff - (0.5 - 1.0 / 18.0 / 4.0)).abs() < 1e-9);
}

#[test]
fn the_laws_hold_for_leduc() {
    crate::conform::check(Leduc::deal, 100, 1);
}

#[test]
fn trees_that_are_too_large_are_left_to_others() {
    let payoff = |state: &Leduc| state.turn().is_none().then(|| state.payoff()[0]);
    let known = |state: &Leduc, seat: Seat| number(&state.view(seat));
    let rules = Rules { chances: Chances::NONE, known, payoff: &payoff, most: 50 };
    assert!(Tree::new(&Leduc::deals(), &rules).is_none());
}
