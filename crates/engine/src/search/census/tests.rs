//! Tests of `census`.

use super::*;
use crate::agent::Basis;
use crate::chances::Chances;
use crate::referee::Referee;
use crate::toys::{Kuhn, KuhnView, Wager};

/// The other card is one of two; the higher one is listed with three quarters.
fn worlds(view: &KuhnView, limit: usize, out: &mut Vec<(Kuhn, f64)>) -> bool {
    let mut rng = Rng::new(1);
    let mut found: Vec<Kuhn> = Vec::new();
    while found.len() < 2 {
        let world = Kuhn::sample(view, &mut rng);
        if !found.contains(&world) {
            found.push(world);
        }
    }
    // Passing twice shows who is higher.
    let strength = |world: &Kuhn| {
        let mut end = *world;
        while end.turn().is_some() {
            end.apply(Wager::Bet);
        }
        end.payoff()[0]
    };
    found.sort_by(|a, b| strength(a).total_cmp(&strength(b)));
    if limit >= 2 {
        out.extend(found.into_iter().zip([0.75, 0.25]));
    }
    limit >= 2
}

struct Passes;
impl Agent<Kuhn> for Passes {
    fn choose(&mut self, decision: &Decision<'_, Kuhn>, _: &mut Rng) -> Choice<Wager> {
        Choice::unranked(Wager::Pass, decision.legal, Basis::Policy)
    }
}

fn ask(state: Kuhn, config: Config, likelihood: Option<fn(&KuhnView, &Kuhn) -> f64>) -> Choice<Wager> {
    let listing = Listing { worlds, alike: |_, _| false, chances: Chances::NONE };
    let left = |_: &KuhnView| 2;
    let parts = Components { listing, likelihood, left, rounds: None, fallback: Box::new(Passes) };
    let mut referee = Referee::new(state);
    Census::new(config, parts).choose(&referee.decision().expect("a decision"), &mut Rng::new(1))
}

const ALL: Config = Config { limit: 2, plies: 2, nodes: 100 };

fn mean(choice: &Choice<Wager>, mv: Wager) -> f64 {
    choice.ranked.iter().find(|ranked| ranked.mv == mv).expect("every move").mean
}

/// With the middle card seat 0 meets a higher or a lower one and both see it. A higher one: a bet is
/// called and loses two, a pass is bet against and folded, which loses one. A lower one: a bet is
/// folded to, a pass is passed; both win one.
#[test]
fn values_are_means_of_open_play() {
    let choice = ask(Kuhn::with_cards([1, 0]), ALL, None);
    let (lost, lost_two, won) = (0.25, 0.0, 0.75);
    assert_eq!(mean(&choice, Wager::Bet), 0.75 * lost_two + 0.25 * won);
    assert_eq!(mean(&choice, Wager::Pass), 0.75 * lost + 0.25 * won);
    assert_eq!((choice.mv, choice.ranked[0].visits), (Wager::Pass, 2));
}

#[test]
fn likelihoods_change_the_weights() {
    let only_lower: fn(&KuhnView, &Kuhn) -> f64 = |_, world| f64::from(world == &Kuhn::with_cards([1, 0]));
    let choice = ask(Kuhn::with_cards([1, 2]), ALL, Some(only_lower));
    assert_eq!([Wager::Bet, Wager::Pass].map(|mv| mean(&choice, mv)), [0.75, 0.75]);
    assert_eq!(choice.mv, Wager::Pass, "of equal moves the first");
    // Beliefs that allow nothing, or are no numbers, are left out of it.
    let nonsense: [fn(&KuhnView, &Kuhn) -> f64; 4] =
        [|_, _| 0.0, |_, _| f64::NAN, |_, _| f64::INFINITY, |_, _| -1.0];
    for nonsense in nonsense {
        let choice = ask(Kuhn::with_cards([1, 2]), ALL, Some(nonsense));
        assert_eq!(mean(&choice, Wager::Pass), mean(&ask(Kuhn::with_cards([1, 2]), ALL, None), Wager::Pass));
    }
}

#[test]
fn far_from_the_end_another_is_asked() {
    let mut state = Kuhn::with_cards([1, 0]);
    state.apply(Wager::Bet);
    // With the lowest card both worlds lose more by calling, with the highest less.
    assert_eq!(ask(state, ALL, None).mv, Wager::Pass);
    let mut state = Kuhn::with_cards([0, 2]);
    state.apply(Wager::Bet);
    assert_eq!((ask(state, ALL, None).mv, ask(state, ALL, None).ranked[0].mean), (Wager::Bet, 1.0));
    for config in [Config { limit: 1, ..ALL }, Config { plies: 1, ..ALL }, Config { nodes: 1, ..ALL }] {
        let choice = ask(state, config, None);
        assert_eq!((choice.mv, choice.ranked[0].visits), (Wager::Pass, 0));
    }
}
