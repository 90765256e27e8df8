//! Tests of `expectiminimax`.

use super::*;
use crate::playout::{ByPolicy, Uniform};
use crate::referee::Referee;
use crate::search::flat::{self, Flat, Spread};
use crate::toys::{Kuhn, Tree};
use crate::worlds::Fresh;

/// Seat 0 moves, then a lot falls: the children of every other layer are equally likely.
const LOTS: Chances<Tree> = Chances {
    make: Tree::apply,
    outcomes: |state, out| {
        let mut children = Vec::new();
        if state.turn() == Some(1) {
            state.moves(&mut children);
        }
        let weight = 1.0 / children.len() as f64;
        out.extend(children.into_iter().map(|child| {
            let mut next = *state;
            next.apply(child);
            (next, weight)
        }));
    },
    stops: |_| false,
    go_on: |_| {},
};

fn parts<G: Game>(chances: Chances<G>) -> Components<G> {
    Components {
        chances,
        leaves: Leaves::new(Box::new(ByPolicy::new(Uniform)), u32::MAX, None),
        worlds: Box::new(Fresh),
        look: G::view,
        admits: None,
    }
}

fn config(depth: u32) -> Config {
    Config { depth, each: 40, tie: Tie::First }
}

fn ask<G: Game>(agent: &mut dyn Agent<G>, state: &G) -> Choice<G::Move> {
    agent.choose(&Referee::new(*state).decision().expect("a game that is on"), &mut Rng::new(1))
}

fn search(text: &'static str, chances: Chances<Tree>, depth: u32) -> Choice<u16> {
    ask(&mut Expectiminimax::new(config(depth), parts(chances)), &Tree::parse(text))
}

#[test]
fn lots_are_averaged_and_moves_are_chosen() {
    // Two lots of a half and three quarters; a third lot leads to a choice between a loss and a win.
    let choice = search("((10)(1=)((01)(01)0))", LOTS, 4);
    let values: Vec<_> = choice.ranked.iter().map(|ranked| (ranked.mv, ranked.mean)).collect();
    assert_eq!(values[0], (5, 0.75));
    assert!((values[1].1 - 2.0 / 3.0).abs() < 1e-12, "{values:?}");
    assert_eq!(values[2], (1, 0.5));
}

#[test]
fn nobody_draws_and_it_is_minimax() {
    let choice = search("((10)(1(=0))(==))", Chances::NONE, 9);
    let values: Vec<_> = choice.ranked.iter().map(|ranked| (ranked.mv, ranked.mean)).collect();
    assert_eq!(values, [(5, 0.5), (12, 0.5), (1, 0.0)]);
}

#[test]
fn nodes_are_counted_with_the_root() {
    let text = "((10)(1=)((01)(01)0))";
    // The root, three moves, seven outcomes, four moves below them; one layer has no outcomes.
    for (depth, nodes) in [(1, 4), (2, 11), (3, 15), (4, 15)] {
        assert_eq!(count(&Tree::parse(text), LOTS, depth), nodes, "{depth}");
        assert_eq!(search(text, LOTS, depth).effort.nodes, nodes, "{depth}");
    }
    let choice = search(text, LOTS, 4);
    assert_eq!(choice.ranked.iter().map(|ranked| ranked.visits).sum::<u64>() + 1, choice.effort.nodes);
}

#[test]
fn a_tree_stops_where_the_game_says() {
    let stops = Chances { stops: |_| true, ..LOTS };
    assert_eq!(count(&Tree::parse("((10)(1=)((01)(01)0))"), stops, 4), 11);
}

#[test]
fn one_layer_is_flat() {
    for seed in 0..20 {
        let state = Kuhn::deal(&mut Rng::new(seed));
        let spread = flat::Config {
            objective: crate::objective::Objective::Own,
            spread: Spread::Each(40),
            tie: Tie::First,
            shared: false,
        };
        let leaves = Leaves::new(Box::new(ByPolicy::new(Uniform)), u32::MAX, None);
        let mut flat = Flat::<Kuhn>::new(spread, leaves, Box::new(Fresh));
        let (due, found) =
            (ask(&mut flat, &state), ask(&mut Expectiminimax::new(config(1), parts(Chances::NONE)), &state));
        assert_eq!(found.mv, due.mv);
        assert_eq!(found.ranked[0].mean, due.ranked[0].mean);
    }
}

#[test]
fn an_agent_that_binds_itself_explains_every_move() {
    let parts =
        Components { admits: Some(std::sync::Arc::new(|_: &Tree, mv: u16| mv != 2)), ..parts(Chances::NONE) };
    let choice = ask(&mut Expectiminimax::new(config(2), parts), &Tree::parse("(01=)"));
    assert_eq!((choice.mv, choice.ranked.len(), choice.ranked[2].mv), (3, 3, 2));
}
