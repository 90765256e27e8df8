//! The axes of the search one by one, each on a toy or on numbers where a reader sees what is due.

use std::sync::Arc;

use super::select::Descent;
use super::tests::{choose, config, plain, search};
use super::tree::{Keeps, Tree as Nodes};
use super::*;
use crate::evaluation::Outlook;
use crate::playout::Playout;
use crate::toys::{Kuhn, Pennies, Penny, Tree as Toy, Wager};

/// Children of a root with (visits, sum, available), the root visited 100 times.
fn nodes(children: &[(u32, f64, u32)]) -> (Nodes<usize>, Vec<NodeId>) {
    let mut tree = Nodes::new(Keeps { availability: true, ..Keeps::default() });
    tree.reset(0);
    tree.node_mut(ROOT).visits = 100;
    tree.expand(ROOT, &(0..children.len()).collect::<Vec<_>>());
    let ids: Vec<NodeId> = tree.children(ROOT).collect();
    for (&id, &(visits, sum, available)) in ids.iter().zip(children) {
        tree.node_mut(id).visits = visits;
        tree.node_mut(id).sum = sum;
        (0..available).for_each(|_| tree.offer(id));
    }
    (tree, ids)
}

fn descent(change: fn(&mut Config)) -> Descent {
    let mut config = config(1);
    change(&mut config);
    Descent::of(&config)
}

#[test]
fn rare_moves_are_not_taken_for_neglected_ones() {
    // The second was tried every time it could be; by its parent's visits it looks neglected.
    let (tree, ids) = nodes(&[(60, 36.0, 100), (5, 2.0, 5), (35, 21.0, 100)]);
    let rng = &mut Rng::new(1);
    let pick =
        |counts| Descent { counts, ..descent(|_| ()) }.pick_available(&tree, ROOT, &ids, &mut rng.clone());
    assert_eq!((pick(Counts::Available), pick(Counts::Parent)), (2, 1));
    let descent = descent(|_| ());
    let due = |n: f64| 0.4 + 0.5 * (2.0 * n.ln() / 5.0).sqrt();
    assert!((descent.bound(0.4, 5, descent.compared(5, 100)) - due(5.0)).abs() < 1e-12);
    let parent = Descent { counts: Counts::Parent, ..descent };
    assert!((parent.bound(0.4, 5, parent.compared(5, 100)) - due(100.0)).abs() < 1e-12);
}

#[test]
fn equals_are_taken_by_lot_if_asked() {
    let (tree, ids) = nodes(&[(9, 0.0, 9), (0, 0.0, 0), (0, 0.0, 0), (0, 0.0, 0)]);
    let mut rng = Rng::new(1);
    let first = descent(|_| ());
    let lot = descent(|config| config.ties = Ties::Lot);
    let mut taken = [0; 4];
    for _ in 0..3_000 {
        assert_eq!(first.pick_available(&tree, ROOT, &ids, &mut rng), 1);
        taken[lot.pick_available(&tree, ROOT, &ids, &mut rng)] += 1;
        assert!(lot.pick(&tree, ROOT, &mut rng) > ids[0], "open games draw lots too");
    }
    assert_eq!(taken[0], 0);
    assert!(taken[1..].iter().all(|&count: &u32| (900..1_100).contains(&count)), "{taken:?}");
}

#[test]
fn urgency_lets_good_children_wait_for_nobody() {
    let (tree, ids) = nodes(&[(9, 8.0, 9), (0, 0.0, 0)]);
    let rng = &mut Rng::new(1);
    assert_eq!(descent(|_| ()).pick_available(&tree, ROOT, &ids, rng), 1);
    assert_eq!(descent(|config| config.urgency = 0.5).pick_available(&tree, ROOT, &ids, rng), 0);
}

#[test]
fn groups_as_coded_make_little_of_large_groups() {
    // The group of the first two has the better moves, but its larger total is divided by all its visits.
    let (tree, ids) = nodes(&[(10, 8.0, 50), (10, 7.0, 50), (10, 5.0, 50)]);
    let descent = descent(|config| config.select = config.select.greedy());
    assert_eq!(descent.pick_grouped(&tree, ROOT, &ids, &[0, 0, 1]), 2);
    assert_eq!(descent.pick_grouped(&tree, ROOT, &ids, &[0, 1, 2]), 0);
    // Sums below the floor count as the floor.
    let (tree, ids) = nodes(&[(10, -400.0, 50), (10, -250.0, 50)]);
    assert_eq!(descent.pick_grouped(&tree, ROOT, &ids, &[0, 1]), 0);
}

/// Rewards far from 0 to 1.
struct Points;
impl Outlook<Toy> for Points {
    fn payoffs(&self, state: &Toy) -> Scores {
        let payoff = state.payoff();
        let mut scores = Scores::default();
        (0..2).for_each(|seat| scores[seat] = 100.0 * payoff[seat] - 150.0);
        scores
    }
}

#[test]
fn rewards_may_be_any_numbers() {
    let state = Toy::parse("(01=)");
    for choice in [Final::Visits, Final::Mean, Final::Bound] {
        // Two iterations leave a move untried, which must not be taken for a better one than -150.
        for (iterations, best) in [(2, 2), (300, 2)] {
            let config = Config { choice, range: (-150.0, -50.0), ..config(iterations) };
            let mut parts = plain();
            parts.leaves.outlook = Some(Arc::new(Points));
            let said = choose(&mut Mcts::new(config, parts), &state, &[], 1);
            assert_eq!(said.mv, best, "{choice:?}");
            assert_eq!(said.ranked[0].mean, 1.0);
        }
    }
}

#[test]
fn a_finishing_move_is_played_whatever_was_found() {
    let state = Toy::parse("(1=0)");
    for choice in [Final::Visits, Final::Mean, Final::Bound] {
        let config = Config { choice, ..config(200) };
        let parts = Parts { finishing: Some(|_, mv| mv == 3), ..plain() };
        assert_eq!(choose(&mut search(config), &state, &[], 1).mv, 1);
        assert_eq!(choose(&mut Mcts::new(config, parts), &state, &[], 1).mv, 3);
    }
}

/// A playout that must not be asked.
struct Never;
impl<G: Game> Playout<G> for Never {
    fn run(&mut self, _: &mut G, _: u32, _: &mut Rng) -> u32 {
        panic!("a playout was asked for")
    }
    fn run_traced(&mut self, _: &mut G, _: u32, _: &mut Trace<G::Move>, _: &mut Rng) -> u32 {
        panic!("a playout was asked for")
    }
}

fn without_playouts<G: Game>(change: impl Fn(&mut Config, &mut Parts<G>)) -> Mcts<G> {
    let mut config = Config { playouts: false, ..config(500) };
    let mut parts = Parts::new(Leaves::new(Box::new(Never), u32::MAX, None), Box::new(crate::worlds::Fresh));
    change(&mut config, &mut parts);
    Mcts::new(config, parts)
}

#[test]
fn trees_without_playouts_reach_the_end() {
    let state = Toy::parse("(=(1110)(1(1(1(10)))))");
    assert_eq!(choose(&mut without_playouts(|_, _| ()), &state, &[], 1).mv, 8);
    let mut kuhn = Kuhn::with_cards([1, 2]);
    kuhn.apply(Wager::Bet);
    let history = [(0, Wager::Bet)];
    assert_eq!(choose(&mut without_playouts(|_, _| ()), &kuhn, &history, 1).mv, Wager::Bet);
    let observers = &mut without_playouts(|config, _| config.observers = true);
    assert_eq!(choose(observers, &kuhn, &history, 1).mv, Wager::Bet);
    let graph = &mut without_playouts(|_, parts| parts.identity = Some(BY_LINE));
    assert_eq!(choose(graph, &kuhn, &history, 1).mv, Wager::Bet);
}

/// Nodes told apart by the moves made.
const BY_LINE: Identity<Kuhn> =
    Identity { begin: |_, _| (1, 1), step: |line, _, mv, _, _| (2 * line + mv as u64, 2 * line + mv as u64) };

/// Nodes told apart by how many moves were made.
const BY_LENGTH: Identity<Kuhn> =
    Identity { begin: |_, _| (0, 0), step: |made, _, _, _, _| (made + 1, made + 1) };

/// One node for everything.
const ALL_ONE: Identity<Kuhn> = Identity { begin: |_, _| (0, 0), step: |_, _, _, _, _| (0, 0) };

#[test]
fn lines_with_one_key_meet_in_one_node_and_count_once() {
    let state = Kuhn::with_cards([1, 2]);
    let visits = |identity: Identity<Kuhn>| {
        let parts = Parts { identity: Some(identity), ..plain() };
        let mut agent = Mcts::new(Config { ties: Ties::Lot, ..config(400) }, parts);
        let choice = choose(&mut agent, &state, &[], 1);
        (choice.ranked.iter().map(|ranked| ranked.visits).collect::<Vec<_>>(), agent.nodes())
    };
    let (line, nodes) = visits(BY_LINE);
    assert_eq!((line.iter().sum::<u64>(), nodes), (400, 9), "four lines end after two or three moves");
    assert_eq!(visits(BY_LENGTH), (vec![400, 400], 4), "both moves lead to the node of one move");
    assert_eq!(visits(ALL_ONE), (vec![400, 400], 1), "a line through a node twice counts once");
}

#[test]
fn a_graph_of_lines_plays_as_the_tree_does() {
    for (card, best) in [(2, Wager::Bet), (0, Wager::Pass)] {
        let mut state = Kuhn::with_cards([1, card]);
        state.apply(Wager::Bet);
        let parts = Parts { identity: Some(BY_LINE), ..plain() };
        assert_eq!(choose(&mut Mcts::new(config(2_000), parts), &state, &[(0, Wager::Bet)], 1).mv, best);
    }
}

fn grouped(group: GroupOf<Wager>) -> Mcts<Kuhn> {
    let parts = Parts { group: Some(group), ..plain() };
    Mcts::new(Config { groups: Grouping::Layer, ..config(700) }, parts)
}

#[test]
fn a_layer_of_one_group_changes_nothing() {
    let state = Kuhn::with_cards([1, 0]);
    let visits = |agent: &mut Mcts<Kuhn>| {
        let choice = choose(agent, &state, &[], 3);
        (choice.ranked.iter().map(|ranked| (ranked.mv, ranked.visits)).collect::<Vec<_>>(), choice.line)
    };
    let plain = visits(&mut search(config(700)));
    assert_eq!(visits(&mut grouped(|_| 0)), plain);
    // Each move its own group: the layer chooses, and its moves have no say.
    assert_eq!(visits(&mut grouped(|mv| mv as u8)), plain);
}

#[test]
fn every_shape_explains_moves_it_never_tried() {
    let state = Kuhn::with_cards([1, 0]);
    let explained = |change: fn(&mut Config, &mut Parts<Kuhn>)| {
        let (mut config, mut parts) = (config(1), plain());
        change(&mut config, &mut parts);
        choose(&mut Mcts::new(config, parts), &state, &[], 3).ranked.len()
    };
    assert_eq!(explained(|_, _| ()), 2);
    assert_eq!(explained(|config, _| config.observers = true), 2);
    assert_eq!(explained(|_, parts| parts.identity = Some(BY_LINE)), 2);
    assert_eq!(
        explained(|config, parts| {
            config.groups = Grouping::Layer;
            parts.group = Some(|mv| mv as u8);
        }),
        2
    );
}

#[test]
fn only_a_tree_of_its_own_keeps_a_secret_from_a_seat() {
    let hides = |observers: bool| {
        let choice = choose(&mut search(Config { observers, ..config(4_000) }), &Pennies::START, &[], 1);
        (choice.mv != Penny::Decline, choice.ranked[0].mean)
    };
    let (hides_alone, _) = hides(false);
    assert!(!hides_alone, "in one tree the guess depends on the coin");
    let (hides_among_all, worth) = hides(true);
    assert!(hides_among_all && (worth - 0.5).abs() < 0.06, "{worth}");
}

#[test]
fn where_all_moves_are_seen_trees_for_all_are_as_good_as_one() {
    let visits = |observers: bool| {
        let config = Config { observers, ..config(600) };
        let choice = choose(&mut search(config), &Kuhn::with_cards([1, 2]), &[], 9);
        choice.ranked.iter().map(|ranked| (ranked.mv, ranked.visits)).collect::<Vec<_>>()
    };
    assert_eq!(visits(false), visits(true));
}

#[test]
fn a_kept_tree_of_a_hidden_game_knows_what_it_knew() {
    let history = [(0, Wager::Pass), (1, Wager::Bet)];
    let start = Kuhn::with_cards([1, 2]);
    let mut later = start;
    history.iter().for_each(|&(_, mv)| later.apply(mv));
    let twice = |mut agent: Mcts<Kuhn>| {
        choose(&mut agent, &start, &[], 1);
        let second = choose(&mut agent, &later, &history, 2);
        second.ranked.iter().map(|ranked| (ranked.mv, ranked.visits)).collect::<Vec<_>>()
    };
    let kept = || search(Config { reuse: true, ..config(400) });
    let visits = twice(kept());
    assert!(visits.iter().map(|&(_, visits)| visits).sum::<u64>() > 450, "{visits:?}");
    assert_eq!(visits, twice(kept()), "the same seeds give the same tree");
    let layered = |mv: Wager| mv as u8;
    let parts = Parts { group: Some(layered as GroupOf<Wager>), ..plain() };
    let visits = twice(Mcts::new(Config { reuse: true, groups: Grouping::Layer, ..config(400) }, parts));
    assert!(visits.iter().map(|&(_, visits)| visits).sum::<u64>() > 450, "{visits:?}");
}
