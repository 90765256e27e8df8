//! Every search on a budget that would take for ever, with a stop that is raised before it begins or while
//! it goes on: it answers with a legal move, and explains every one. A search that did not ask would hang.

use std::sync::Arc;
use std::sync::Mutex;
use std::time::Duration;

use karuta_engine::bandit::Bandit;
use karuta_engine::chances::Chances;
use karuta_engine::evaluation::Knowledge;
use karuta_engine::objective::Objective;
use karuta_engine::playout::{ByAgent, ByPolicy, Leaves, Playout, Policy, Uniform};
use karuta_engine::rules_first::RulesFirst;
use karuta_engine::search::alphabeta::{self, AlphaBeta, Limit};
use karuta_engine::search::census::{self, Census};
use karuta_engine::search::expectiminimax::{self, Expectiminimax};
use karuta_engine::search::flat::{self, Flat, Spread, Tie};
use karuta_engine::search::mcts::{self, Mcts};
use karuta_engine::search::minimax::Minimax;
use karuta_engine::search::over_worlds::{Merge, OverWorlds};
use karuta_engine::search::papers::by_plies::{ByPlies, Plies};
use karuta_engine::search::split::Split;
use karuta_engine::toys::Heap;
use karuta_engine::worlds::{Fresh, Listing};
use karuta_engine::{Agent, Basis, Budget, Choice, Game, Progress, Referee, Rng, Stop};

/// A heap of which no search sees the end.
fn start() -> Heap {
    Heap::new(100, false)
}

const FOR_EVER: Budget = Budget::Iterations(u64::MAX);

const KNOWLEDGE: Knowledge<Heap> = Knowledge {
    evaluate: |state, _| i32::from(state.left()) * 7 % 5 - 2,
    scale: 1.0,
    key: Heap::key,
    urgency: |_, _, out| out.fill(0),
    noisy: |_, _| {},
    winning: |_| None,
};

type Named = (&'static str, Box<dyn Agent<Heap>>);

/// Plays at random and raises the stop at its last step.
struct Steps {
    left: u64,
    stop: Stop,
}

impl Policy<Heap> for Steps {
    fn pick(&mut self, state: &Heap, buf: &mut Vec<u8>, rng: &mut Rng) -> u8 {
        self.left = self.left.saturating_sub(1);
        if self.left == 0 {
            self.stop.raise();
        }
        state.random_move(buf, rng)
    }
}

fn leaves(playout: Box<dyn Playout<Heap>>) -> Leaves<Heap> {
    Leaves::new(playout, u32::MAX, None)
}

fn random() -> Leaves<Heap> {
    leaves(Box::new(ByPolicy::new(Uniform)))
}

fn flat(spread: Spread, leaves: Leaves<Heap>) -> Box<dyn Agent<Heap>> {
    let config = flat::Config { objective: Objective::Own, spread, tie: Tie::First, shared: false };
    Box::new(Flat::new(config, leaves, Box::new(Fresh)))
}

fn tree(leaves: Leaves<Heap>) -> Box<dyn Agent<Heap>> {
    Box::new(Mcts::new(mcts::Config::new(FOR_EVER), mcts::Components::new(leaves, Box::new(Fresh))))
}

fn expectiminimax(leaves: Leaves<Heap>) -> Box<dyn Agent<Heap>> {
    let config = expectiminimax::Config { depth: 60, each: 20, tie: Tie::First };
    let parts = expectiminimax::Components {
        chances: Chances::NONE,
        leaves,
        worlds: Box::new(Fresh),
        look: Heap::view,
        admits: None,
    };
    Box::new(Expectiminimax::new(config, parts))
}

fn census() -> Box<dyn Agent<Heap>> {
    let worlds: fn(&Heap, usize, &mut Vec<(Heap, f64)>) -> bool = |view, _, out| {
        out.push((*view, 1.0));
        true
    };
    let parts = census::Components {
        listing: Listing { worlds, alike: |_, _| false, chances: Chances::NONE },
        likelihood: None,
        left: |_| 1,
        rounds: None,
        fallback: flat(Spread::Each(u64::MAX), random()),
    };
    Box::new(Census::new(census::Config { limit: 10, plies: 10, nodes: u64::MAX }, parts))
}

/// Searches that play out.
fn on_leaves(leaves: impl Fn() -> Leaves<Heap>) -> Vec<Named> {
    vec![
        ("flat each", flat(Spread::Each(u64::MAX), leaves())),
        ("flat evenly", flat(Spread::Evenly(FOR_EVER), leaves())),
        ("flat by a bandit", flat(Spread::By(Bandit::Ucb1 { c: 0.5 }, FOR_EVER), leaves())),
        ("mcts", tree(leaves())),
        ("expectiminimax", expectiminimax(leaves())),
    ]
}

/// Searches that look at positions.
fn by_depth() -> Vec<Named> {
    let plies = ByPlies { points: |_, _| 0, plies: |_, _| 1, order: |_, _| 0 };
    let deep = |limit| alphabeta::Config { table_bytes: 1, ..alphabeta::Config::new(limit) };
    let nested = leaves(Box::new(ByAgent::new(Box::new(Minimax::new(KNOWLEDGE, 100, false)))));
    vec![
        ("minimax", Box::new(Minimax::new(KNOWLEDGE, 100, false))),
        ("alphabeta by depth", Box::new(AlphaBeta::new(KNOWLEDGE, deep(Limit::Depth(100))))),
        ("alphabeta by nodes", Box::new(AlphaBeta::new(KNOWLEDGE, deep(Limit::Budget(FOR_EVER))))),
        ("plies", Box::new(Plies::new(plies, 100))),
        ("census", census()),
        ("flat on nested agents", flat(Spread::Evenly(FOR_EVER), nested)),
    ]
}

/// Agents that ask other agents.
fn wrapped() -> Vec<Named> {
    let inner = || -> Box<dyn Agent<Heap>> { Box::new(Minimax::new(KNOWLEDGE, 100, false)) };
    let over_worlds = OverWorlds::new(usize::MAX, Merge::Mean, inner(), Box::new(Fresh), Heap::view);
    let rules_first = RulesFirst {
        deciding: Vec::new(),
        changes: vec![|_, _| {}],
        narrowing: vec![Arc::new(|_: &Heap, _| true)],
        agent: inner(),
    };
    vec![
        ("over worlds", Box::new(over_worlds)),
        ("split", Box::new(Split { stage: |_| 1, at: 0, early: inner(), late: inner() })),
        ("rules first", Box::new(rules_first)),
    ]
}

fn check(name: &str, choice: &Choice<u8>) {
    assert_eq!(choice.ranked[0].mv, choice.mv, "{name}");
    let mut moves: Vec<u8> = choice.ranked.iter().map(|ranked| ranked.mv).collect();
    moves.sort_unstable();
    assert_eq!(moves, [1, 2, 3], "{name} explains every move");
    assert_eq!(choice.basis, Basis::Search, "{name}");
}

#[test]
fn a_stop_that_is_raised_already_is_answered_at_once() {
    let stop = Stop::new();
    stop.raise();
    for (name, mut agent) in on_leaves(random).into_iter().chain(by_depth()).chain(wrapped()) {
        let mut referee = Referee::new(start());
        let decision = referee.decision().expect("a game that is on").until(&stop);
        let choice = agent.choose(&decision, &mut Rng::new(1));
        check(name, &choice);
        let effort = choice.effort.budgeted();
        assert!((1..5_000).contains(&effort), "{name} went on for {effort}");
    }
}

#[test]
fn a_stop_ends_a_search_that_goes_on() {
    for at in 0..5 {
        let stop = Stop::new();
        let steps = || leaves(Box::new(ByPolicy::new(Steps { left: 100_000, stop: stop.clone() })));
        let (name, mut agent) = on_leaves(steps).swap_remove(at);
        let mut referee = Referee::new(start());
        let decision = referee.decision().expect("a game that is on").until(&stop);
        let choice = agent.choose(&decision, &mut Rng::new(1));
        check(name, &choice);
        assert!(choice.ranked[0].visits > 50, "{name} plays a move it has tried: {choice:?}");
    }
}

/// A progress sink that ends the search at its third report.
struct Listener {
    heard: Mutex<Vec<Choice<u8>>>,
    stop: Stop,
}

impl Progress<u8> for Listener {
    fn every(&self) -> Duration {
        Duration::ZERO
    }

    fn report(&self, so_far: &Choice<u8>, spent: f64) {
        assert!((0.0..1.0).contains(&spent), "{spent}");
        let mut heard = self.heard.lock().expect("nobody panics with it");
        heard.push(so_far.clone());
        if heard.len() == 3 {
            self.stop.raise();
        }
    }
}

#[test]
fn a_search_tells_how_it_gets_on_and_a_listener_may_end_it() {
    // Expectiminimax compares nothing before it has seen all of a tree.
    for (name, mut agent) in on_leaves(random).into_iter().filter(|&(name, _)| name != "expectiminimax") {
        let listener = Listener { heard: Mutex::default(), stop: Stop::new() };
        let mut referee = Referee::new(start());
        let decision = referee.decision().expect("a game that is on").until(&listener.stop);
        let choice = agent.choose(&decision.with_progress(Some(&listener)), &mut Rng::new(1));
        check(name, &choice);
        let heard = listener.heard.into_inner().expect("nobody panics with it");
        assert_eq!(heard.len(), 3, "{name}");
        assert_eq!(heard[2].effort, choice.effort, "{name} has told all that it knew at the end");
        assert_eq!(heard[2].mv, choice.mv, "{name}");
    }
}
