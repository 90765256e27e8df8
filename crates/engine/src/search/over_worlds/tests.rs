//! Tests of `over_worlds`.

use super::*;
use crate::objective::Objective;
use crate::playout::{ByPolicy, Leaves, Uniform};
use crate::referee::Referee;
use crate::search::flat::{Config, Flat, Spread, Tie};
use crate::toys::{Kuhn, KuhnView, Wager};
use crate::worlds::Fresh;

/// Says what it is told to for each world it is shown.
struct Parrot {
    /// The means of passing and betting, world by world.
    says: Vec<[f64; 2]>,
}

impl Agent<Kuhn> for Parrot {
    fn choose(&mut self, _: &Decision<'_, Kuhn>, _: &mut Rng) -> Choice<Wager> {
        let [pass, bet] = self.says.remove(0);
        let ranked = |mv, mean| Ranked { visits: 7, mean, ..Ranked::unknown(mv) };
        let mv = if bet > pass { Wager::Bet } else { Wager::Pass };
        let ranked = vec![ranked(Wager::Bet, bet), ranked(Wager::Pass, pass)];
        Choice { mv, ..Choice::first_of(ranked, Effort::iterations(7)) }
    }
}

fn merge(merge: Merge, says: &[[f64; 2]]) -> Choice<Wager> {
    let parrot = Box::new(Parrot { says: says.to_vec() });
    let mut agent = OverWorlds::new(says.len(), merge, parrot, Box::new(Fresh), Kuhn::view);
    let mut referee = Referee::new(Kuhn::with_cards([1, 2]));
    agent.choose(&referee.decision().expect("a game that is on"), &mut Rng::new(1))
}

#[test]
fn means_and_votes_may_disagree() {
    // Betting is a little better in two worlds and a disaster in the third.
    let says = [[0.5, 0.6], [0.5, 0.6], [0.5, 0.0]];
    let (mean, votes) = (merge(Merge::Mean, &says), merge(Merge::Votes, &says));
    assert_eq!((mean.mv, votes.mv), (Wager::Pass, Wager::Bet));
    assert_eq!((mean.ranked[0].mean, mean.ranked[0].interval), (0.5, (0.5, 0.5)));
    assert!((mean.ranked[1].mean - 0.4).abs() < 1e-12);
    assert!(mean.ranked[1].interval.0 < 0.1 && mean.ranked[1].interval.1 > 0.7);
    assert_eq!((votes.ranked[0].visits, votes.ranked[1].visits, votes.effort.iterations), (2, 1, 21));
    assert_eq!(merge(Merge::Visits, &says).ranked[0].visits, 21);
}

/// Shows the card of the other seat, which is all that worlds differ in.
fn open(state: &Kuhn, _: Seat) -> KuhnView {
    state.view(1)
}

#[test]
fn each_world_is_shown_to_the_agent() {
    struct Notes(std::sync::Arc<std::sync::Mutex<Vec<KuhnView>>>);
    impl Agent<Kuhn> for Notes {
        fn choose(&mut self, decision: &Decision<'_, Kuhn>, _: &mut Rng) -> Choice<Wager> {
            self.0.lock().expect("one thread").push(*decision.view);
            Choice::unranked(Wager::Pass, decision.legal, Basis::Policy)
        }
    }
    let seen = std::sync::Arc::default();
    let notes = Box::new(Notes(std::sync::Arc::clone(&seen)));
    let mut agent = OverWorlds::new(40, Merge::Mean, notes, Box::new(Fresh), open);
    let mut referee = Referee::new(Kuhn::with_cards([1, 2]));
    agent.choose(&referee.decision().expect("a game that is on"), &mut Rng::new(1));
    let seen = seen.lock().expect("one thread");
    assert_eq!(seen.len(), 40);
    for other in [0, 2] {
        let world = Kuhn::with_cards([1, other]);
        assert!(seen.iter().filter(|&&view| view == world.view(1)).count() > 8, "{seen:?}");
    }
}

#[test]
fn a_real_agent_plays_through_it() {
    let config =
        Config { objective: Objective::Own, spread: Spread::Each(20), tie: Tie::First, shared: false };
    let leaves = Leaves::new(Box::new(ByPolicy::new(Uniform)), u32::MAX, None);
    let flat = Flat::<Kuhn>::new(config, leaves, Box::new(Fresh));
    let mut agent = OverWorlds::new(20, Merge::Mean, Box::new(flat), Box::new(Fresh), Kuhn::view);
    let mut referee = Referee::new(Kuhn::with_cards([1, 2]));
    referee.play(Wager::Bet);
    let choice = agent.choose(&referee.decision().expect("a game that is on"), &mut Rng::new(1));
    assert_eq!((choice.mv, choice.ranked[0].mean), (Wager::Bet, 1.0));
    assert_eq!(choice.effort, Effort::iterations(800));
}
