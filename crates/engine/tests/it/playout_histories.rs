//! Agents inside playouts are asked with the history that their seat would have.

use std::sync::{Arc, Mutex};

use karuta_engine::playout::{ByAgent, Leaves};
use karuta_engine::search::expectiminimax::{self, Expectiminimax};
use karuta_engine::search::flat::{self, Flat, Spread, Tie};
use karuta_engine::search::mcts::{self, Mcts};
use karuta_engine::toys::{Pennies, Penny};
use karuta_engine::worlds::Fresh;
use karuta_engine::{Agent, Basis, Budget, Choice, Decision, Game, Referee, Rng, Seat};

type Told = Arc<Mutex<Vec<(Seat, Vec<(Seat, Penny)>)>>>;

/// Plays the first move, and notes what it was told.
struct Listener(Told);

impl Agent<Pennies> for Listener {
    fn choose(&mut self, decision: &Decision<'_, Pennies>, _: &mut Rng) -> Choice<Penny> {
        self.0.lock().expect("one thread").push((decision.seat, decision.history.to_vec()));
        Choice::unranked(decision.legal[0], decision.legal, Basis::Policy)
    }
}

/// Histories given to the agents in the playouts of a search at the start of matching pennies.
fn told(search: impl FnOnce(Leaves<Pennies>) -> Box<dyn Agent<Pennies>>) -> Vec<(Seat, Vec<(Seat, Penny)>)> {
    let told = Told::default();
    let playout = Box::new(ByAgent::new(Box::new(Listener(Arc::clone(&told)))));
    let mut agent = search(Leaves::new(playout, u32::MAX, None));
    let mut referee = Referee::new(Pennies::START);
    agent.choose(&referee.decision().expect("the start"), &mut Rng::new(1));
    let told = told.lock().expect("one thread").clone();
    assert!(!told.is_empty());
    told
}

/// Seat 1 has noticed a coin and not which.
fn is_right((seat, history): &(Seat, Vec<(Seat, Penny)>)) -> bool {
    *seat == 1 && history[..] == [(0, Penny::FaceDown)]
}

#[test]
fn in_flat_search() {
    let config = flat::Config {
        objective: karuta_engine::objective::Objective::Own,
        spread: Spread::Each(5),
        tie: Tie::First,
        shared: false,
    };
    let told = told(|leaves| Box::new(Flat::new(config, leaves, Box::new(Fresh))));
    assert!(told.iter().all(is_right), "{told:?}");
}

#[test]
fn in_trees() {
    let config = mcts::Config::new(Budget::Iterations(60));
    let told = told(|leaves| Box::new(Mcts::new(config, mcts::Components::new(leaves, Box::new(Fresh)))));
    assert!(told.iter().all(is_right), "{told:?}");
}

#[test]
fn in_expectiminimax() {
    let config = expectiminimax::Config { depth: 1, each: 3, tie: Tie::First };
    let told = told(|leaves| {
        let parts = expectiminimax::Components {
            chances: karuta_engine::chances::Chances::NONE,
            leaves,
            worlds: Box::new(Fresh),
            look: Pennies::view,
            admits: None,
        };
        Box::new(Expectiminimax::new(config, parts))
    });
    assert!(told.iter().all(is_right), "{told:?}");
}
