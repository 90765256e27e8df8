//! The axes of the search one by one, each on a toy or on numbers where a reader sees what is due.

use std::sync::Arc;

use super::select::{ParentCount, Ties};
use super::shape::graph::Picks;
use super::tests::{choose, config, plain, search, search_in};
use super::tree::{Keeps, ROOT, Tree as Nodes};
use super::*;
use crate::evaluation::ValueFn;
use crate::playout::Playout;
use crate::search::papers::pestalozzi::GroupTotals;
use crate::toys::{Kuhn, Pennies, Penny, Tree as Toy, Wager};

/// Children of a root with (visits, sum, available), the root visited 100 times.
fn nodes(children: &[(u32, f64, u32)]) -> (Nodes<usize>, Vec<NodeId>) {
    let mut tree = Nodes::new(Keeps { availability: true, ..Keeps::default() }, 0);
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

const RULE: Rule = Rule {
    bandit: Bandit::Ucb1 { c: 0.5 },
    counts: ParentCount::Available,
    ties: Ties::First,
    range: (0.0, 1.0),
};

#[test]
fn rare_moves_are_not_taken_for_neglected_ones() {
    // The second was tried every time it could be; by its parent's visits it looks neglected.
    let (tree, ids) = nodes(&[(60, 36.0, 100), (5, 2.0, 5), (35, 21.0, 100)]);
    let rng = &mut Rng::new(1);
    let pick = |counts| Rule { counts, ..RULE }.pick_available(&tree, ROOT, &ids, &mut rng.clone());
    assert_eq!((pick(ParentCount::Available), pick(ParentCount::Parent)), (2, 1));
    let due = |n: f64| 0.4 + 0.5 * (2.0 * n.ln() / 5.0).sqrt();
    assert!((RULE.bound(0.4, 5, RULE.compared(5, 100)) - due(5.0)).abs() < 1e-12);
    let parent = Rule { counts: ParentCount::Parent, ..RULE };
    assert!((parent.bound(0.4, 5, parent.compared(5, 100)) - due(100.0)).abs() < 1e-12);
}

#[test]
fn equals_are_taken_at_random_if_asked() {
    let (tree, ids) = nodes(&[(9, 0.0, 9), (0, 0.0, 0), (0, 0.0, 0), (0, 0.0, 0)]);
    let mut rng = Rng::new(1);
    let random = Rule { ties: Ties::Random, ..RULE };
    let mut taken = [0; 4];
    for _ in 0..3_000 {
        assert_eq!(RULE.pick_available(&tree, ROOT, &ids, &mut rng), 1);
        taken[random.pick_available(&tree, ROOT, &ids, &mut rng)] += 1;
        assert!(random.pick(&tree, ROOT, &mut rng) > ids[0], "open games take any too");
    }
    assert_eq!(taken[0], 0);
    assert!(taken[1..].iter().all(|&count: &u32| (900..1_100).contains(&count)), "{taken:?}");
}

#[test]
fn totals_of_groups_make_little_of_large_groups() {
    // The group of the first two has the better moves, but its larger total is divided by all its visits.
    let (tree, ids) = nodes(&[(10, 8.0, 50), (10, 7.0, 50), (10, 5.0, 50)]);
    let rule = RULE.greedy();
    let pick = |tree: &Nodes<usize>, ids: &[NodeId], group: GroupOf<usize>| {
        let moves: Vec<usize> = (0..ids.len()).collect();
        GroupTotals { group }.pick(&rule, tree, ROOT, &moves, ids)
    };
    assert_eq!(pick(&tree, &ids, |mv| u8::from(mv == 2)), 2);
    assert_eq!(pick(&tree, &ids, |mv| mv as u8), 0);
    // Sums below the floor count as the floor.
    let (tree, ids) = nodes(&[(10, -400.0, 50), (10, -250.0, 50)]);
    assert_eq!(pick(&tree, &ids, |mv| mv as u8), 0);
}

/// Rewards far from 0 to 1.
struct Points;
impl ValueFn<Toy> for Points {
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
            let rule = Rule { range: (-150.0, -50.0), ..config(1).rule };
            let config = Config { choice, rule, ..config(iterations) };
            let mut parts = plain();
            parts.leaves.value_fn = Some(Arc::new(Points));
            let said = choose(&mut Mcts::new(config, parts), &state, &[], 1);
            assert_eq!(said.mv, best, "{choice:?}");
            assert_eq!(said.ranked[0].mean, 1.0);
        }
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

fn without_playouts<G: Game>(shape: Box<dyn Shape<G>>) -> Mcts<G> {
    let leaves = Leaves::new(Box::new(Never), u32::MAX, None);
    let config = Config { playouts: false, ..config(500) };
    Mcts::new(config, Components { shape, ..Components::new(leaves, Box::new(crate::worlds::Fresh)) })
}

fn hidden<G: Game>() -> Hidden<G> {
    Hidden::witness().expect("a hidden game")
}

fn observers() -> Box<dyn Shape<Kuhn>> {
    Box::new(Observers::new(hidden(), MEMORY))
}

fn graph(identity: Identity<Kuhn>) -> Box<dyn Shape<Kuhn>> {
    Box::new(Graph::new(hidden(), identity, MEMORY))
}

fn layers(group: GroupOf<Wager>, reuse: bool) -> Box<dyn Shape<Kuhn>> {
    Box::new(Layers::new(hidden(), group, reuse, MEMORY))
}

fn shaped<G: Game>(config: Config, shape: Box<dyn Shape<G>>) -> Mcts<G> {
    Mcts::new(config, Components { shape, ..plain() })
}

#[test]
fn trees_without_playouts_reach_the_end() {
    let state = Toy::parse("(=(1110)(1(1(1(10)))))");
    let moves = Box::new(Moves::new(MEMORY));
    assert_eq!(choose(&mut without_playouts(moves), &state, &[], 1).mv, 8);
    let mut kuhn = Kuhn::with_cards([1, 2]);
    kuhn.apply(Wager::Bet);
    let history = [(0, Wager::Bet)];
    for shape in [Box::new(Moves::new(MEMORY)), observers(), graph(BY_LINE)] {
        assert_eq!(choose(&mut without_playouts(shape), &kuhn, &history, 1).mv, Wager::Bet);
    }
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
        let rule = Rule { ties: Ties::Random, ..RULE };
        let mut agent = shaped(Config { rule, ..config(400) }, graph(identity));
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
        let mut agent = shaped(config(2_000), graph(BY_LINE));
        assert_eq!(choose(&mut agent, &state, &[(0, Wager::Bet)], 1).mv, best);
    }
}

fn grouped(group: GroupOf<Wager>) -> Mcts<Kuhn> {
    shaped(config(700), layers(group, false))
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
    let shapes: [Box<dyn Shape<Kuhn>>; 4] =
        [Box::new(Moves::new(MEMORY)), observers(), graph(BY_LINE), layers(|mv| mv as u8, false)];
    for shape in shapes {
        assert_eq!(choose(&mut shaped(config(1), shape), &state, &[], 3).ranked.len(), 2);
    }
}

#[test]
fn only_a_tree_of_its_own_keeps_a_secret_from_a_seat() {
    let hides = |all: bool| {
        let shape: Box<dyn Shape<Pennies>> = match all {
            true => Box::new(Observers::new(hidden(), MEMORY)),
            false => Box::new(Moves::new(MEMORY)),
        };
        let choice = choose(&mut shaped(config(4_000), shape), &Pennies::START, &[], 1);
        (choice.mv != Penny::Decline, choice.ranked[0].mean)
    };
    let (hides_alone, _) = hides(false);
    assert!(!hides_alone, "in one tree the guess depends on the coin");
    let (hides_among_all, worth) = hides(true);
    assert!(hides_among_all && (worth - 0.5).abs() < 0.06, "{worth}");
}

#[test]
fn where_all_moves_are_seen_trees_for_all_are_as_good_as_one() {
    let visits = |shape: Box<dyn Shape<Kuhn>>| {
        let choice = choose(&mut shaped(config(600), shape), &Kuhn::with_cards([1, 2]), &[], 9);
        choice.ranked.iter().map(|ranked| (ranked.mv, ranked.visits)).collect::<Vec<_>>()
    };
    assert_eq!(visits(Box::new(Moves::new(MEMORY))), visits(observers()));
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
    let kept = || search_in(config(400), |tree| tree.reusing(true));
    let visits = twice(kept());
    assert!(visits.iter().map(|&(_, visits)| visits).sum::<u64>() > 450, "{visits:?}");
    assert_eq!(visits, twice(kept()), "the same seeds give the same tree");
    let visits = twice(shaped(config(400), layers(|mv| mv as u8, true)));
    assert!(visits.iter().map(|&(_, visits)| visits).sum::<u64>() > 450, "{visits:?}");
}
