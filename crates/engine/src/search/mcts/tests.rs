//! The search on games whose values a reader can see.

use super::rave::{AmafRule, Rave};
use super::tree::{Keeps, Node, ROOT};
use super::*;
use crate::agent::{Basis, Bound, MoveVerdict};
use crate::playout::{ByPolicy, Uniform};
use crate::referee::Referee;
use crate::search::papers::schulz::LinearRave;
use crate::toys::{Kuhn, Tree as Toy, Wager};
use crate::worlds::Fresh;

pub(super) fn config(iterations: u64) -> Config {
    Config::new(Budget::Iterations(iterations))
}

pub(super) fn search<G: Game>(config: Config) -> Mcts<G> {
    Mcts::new(config, plain())
}

pub(super) fn plain<G: Game>() -> Components<G> {
    Components::new(Leaves::new(Box::new(ByPolicy::new(Uniform)), u32::MAX, None), Box::new(Fresh))
}

/// A search in a tree of moves that `change` has changed.
pub(super) fn search_in<G: Game>(config: Config, change: impl FnOnce(Moves<G>) -> Moves<G>) -> Mcts<G> {
    Mcts::new(config, Components { shape: Box::new(change(Moves::new(MEMORY))), ..plain() })
}

fn proofs(solver: bool, minimax: f64) -> Option<Proofs<Toy>> {
    let mut proofs = Proofs::new()?;
    (proofs.solver, proofs.minimax) = (solver, minimax);
    Some(proofs)
}

/// A search that proves.
fn solver(iterations: u64) -> Mcts<Toy> {
    search_in(config(iterations), |tree| tree.with_proofs(proofs(true, 0.0)))
}

pub(super) fn choose<G: Game>(
    agent: &mut dyn Agent<G>,
    state: &G,
    history: &[(Seat, G::Move)],
    seed: u64,
) -> Choice<G::Move> {
    let mut referee = Referee::new(*state);
    let decision = referee.decision().expect("a game that is on");
    agent.choose(&Decision { history, ..decision }, &mut Rng::new(seed))
}

/// Seat 0 chooses between a draw, a trap that wins at random but loses to good play, and a win that
/// needs one good answer.
const TRAP: &str = "(=((11)(110))((0(01))(1(10))))";

/// The second child wins by force.
const FORCED: &str = "((01)((0(11))(1(01))(11))(0=))";

#[test]
fn the_tree_sees_through_a_trap() {
    let state = Toy::parse("(=(1110)(1(1(1(10)))))");
    let choice = choose(&mut search(config(3_000)), &state, &[], 1);
    assert_eq!(choice.ranked.len(), 3);
    assert_eq!(choice.ranked.iter().map(|r| r.visits).sum::<u64>(), 3_000);
    assert_eq!(choice.mv, 8, "the child whose answers all win");
}

#[test]
fn every_choice_is_explained_and_repeatable() {
    let state = Toy::parse(TRAP);
    for choice in [Final::Visits, Final::Mean, Final::Bound] {
        let config = Config { choice, ..config(500) };
        let first = choose(&mut search(config), &state, &[], 7);
        let again = choose(&mut search(config), &state, &[], 7);
        assert_eq!(first.mv, again.mv);
        assert_eq!(first.line, again.line);
        assert_eq!(first.line[0], first.mv);
        for ranked in &first.ranked {
            assert!(ranked.interval.0 <= ranked.mean && ranked.mean <= ranked.interval.1, "{ranked:?}");
        }
    }
}

#[test]
fn proofs_are_exact_and_end_the_search() {
    for (text, verdict) in [
        ("(0(1(00))1)", MoveVerdict::Win(1)),
        ("((01)(1(10)))", MoveVerdict::Win(3)),
        ("((01)(0=))", MoveVerdict::Loss(2)),
        ("((0=)(=1))", MoveVerdict::Draw),
    ] {
        let state = Toy::parse(text);
        let choice = choose(&mut solver(100_000), &state, &[], 1);
        assert_eq!(choice.ranked[0].verdict, Some(verdict), "{text}");
        assert!(choice.effort.iterations < 1_000, "{text} took {:?}", choice.effort);
    }
}

#[test]
fn rave_searches_find_the_win_too() {
    let state = Toy::parse(FORCED);
    let rules: [Box<dyn AmafRule<u16>>; 2] = [
        Box::new(LinearRave { bias: 100.0, early: f64::INFINITY, rewrite: None }),
        Box::new(Rave { bias: 0.2 }),
    ];
    for rule in rules {
        let mut agent = search_in(config(4_000), |tree| tree.with_amaf(Some(rule)));
        assert_eq!(choose(&mut agent, &state, &[], 3).mv, 5);
    }
}

#[test]
fn minimax_values_see_through_the_average() {
    // Most answers to the second move win, but the one that matters does not; few visits go there.
    let state = Toy::parse("(=(1111111110))");
    let mut agent = search_in(config(60), |tree| tree.with_proofs(proofs(false, 0.9)));
    assert_eq!(choose(&mut agent, &state, &[], 1).mv, 1);
}

#[test]
fn a_kept_tree_knows_what_it_knew() {
    let mut state = Toy::parse("(((01)(10))((10)(01)))");
    let mut agent = search_in(config(400), |tree| tree.reusing(true));
    let first = choose(&mut agent, &state, &[], 1);
    // Both seats follow the line it expects, so the tree below is a large part of what it had.
    let history: Vec<(Seat, u16)> = first.line[..2].iter().copied().enumerate().collect();
    for &(_, mv) in &history {
        state.apply(mv);
    }
    let second = choose(&mut agent, &state, &history, 2);
    let visits: u64 = second.ranked.iter().map(|ranked| ranked.visits).sum();
    assert!(visits > 400, "{visits} visits include those of the first decision");
}

#[test]
fn merged_searches_add_up() {
    let state = Toy::parse(TRAP);
    let mut referee = Referee::new(state);
    let decision = referee.decision().expect("a game that is on");
    let mut sum = search(config(300)).search(&decision, &mut Rng::new(1));
    sum.merge(search(config(200)).search(&decision, &mut Rng::new(2)));
    assert_eq!(sum.effort, Effort::iterations(500));
    assert_eq!(sum.moves.iter().map(|mv| mv.visits).sum::<u64>(), 500);
}

#[test]
fn hidden_cards_are_averaged_over() {
    // With the lowest card a bet is only ever called by the highest; with the highest card calling
    // always wins. ISMCTS must call there and fold the lowest.
    for (card, best) in [(2, Wager::Bet), (0, Wager::Pass)] {
        let mut state = Kuhn::with_cards([1, card]);
        state.apply(Wager::Bet);
        assert_eq!(choose(&mut search(config(2_000)), &state, &[(0, Wager::Bet)], 1).mv, best);
    }
}

#[test]
fn two_truths_with_one_view_get_one_answer() {
    let choices: Vec<Wager> = [[1, 0], [1, 2]]
        .map(|cards| choose(&mut search(config(300)), &Kuhn::with_cards(cards), &[], 5).mv)
        .to_vec();
    assert_eq!(choices[0], choices[1]);
}

/// Thinks well of one move and knows the others by a bound only, as a depth-first search does.
struct Fan(u16);

impl Agent<Toy> for Fan {
    fn choose(&mut self, decision: &Decision<'_, Toy>, _: &mut Rng) -> Choice<u16> {
        let mut choice = Choice::unranked(self.0, decision.legal, Basis::Search);
        for ranked in &mut choice.ranked[1..] {
            ranked.bound = Some(Bound::AtMost);
        }
        choice.effort = Effort::nodes(40);
        choice
    }
}

#[test]
fn advice_counts_until_the_tree_knows_better() {
    let state = Toy::parse("(=(1110)(1(1(1(10)))))");
    let advised = |visits: f64| {
        let advice = Advice { advisor: Box::new(Fan(1)), visits };
        let mut agent = search_in(config(1_000), |tree| tree.advised(Some(advice)));
        choose(&mut agent, &state, &[], 3)
    };
    assert_eq!(advised(1.0).mv, 8, "a hint is overruled");
    assert_eq!(advised(1e6).mv, 1, "and an order is obeyed");
    let effort = Effort::iterations(1_000) + Effort::nodes(40);
    assert_eq!(advised(1e6).effort, effort, "what the advisor took is counted");
}

#[test]
fn proofs_overrule_any_advice() {
    let state = Toy::parse("((01)(11))");
    let advice = Advice { advisor: Box::new(Fan(1)), visits: 1e9 };
    let mut agent =
        search_in(config(1_000), |tree| tree.advised(Some(advice)).with_proofs(proofs(true, 0.0)));
    let choice = choose(&mut agent, &state, &[], 3);
    assert_eq!(choice.ranked[0].verdict, Some(MoveVerdict::Win(2)));
}

#[test]
fn proofs_and_hidden_shapes_are_for_games_that_allow_them() {
    assert!(Proofs::<Toy>::new().is_some() && Proofs::<Kuhn>::new().is_none());
    assert!(Hidden::<Toy>::witness().is_none() && Hidden::<Kuhn>::witness().is_some());
}

#[test]
fn nodes_are_small() {
    assert_eq!(size_of::<Node<[u8; 3]>>(), 24);
    assert_eq!(size_of::<Node<u32>>(), 24);
}

/// A tree of numbers that keeps everything, with a root.
fn numbers() -> Tree<u32> {
    let mut tree = Tree::new(Keeps { availability: true, amaf: true, minimax: true, priors: true }, 0);
    tree.reset(0);
    tree
}

#[test]
fn new_moves_join_old_children() {
    let mut tree = numbers();
    tree.expand(ROOT, &[1, 2]);
    let two = tree.child_by(ROOT, 2).expect("a child");
    tree.node_mut(two).visits = 7;
    tree.expand(ROOT, &[2, 3]);
    assert_eq!(tree.child_nodes(ROOT).iter().map(|node| node.mv).collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!(tree.node(tree.child_by(ROOT, 2).expect("a child")).visits, 7);
}

#[test]
fn a_subtree_keeps_what_is_below_it() {
    let mut tree = numbers();
    tree.expand(ROOT, &[1, 2]);
    let two = tree.child_by(ROOT, 2).expect("a child");
    tree.expand(two, &[3, 4]);
    let four = tree.child_by(two, 4).expect("a child");
    tree.expand(four, &[5]);
    tree.node_mut(four).visits = 9;
    let below = tree.subtree(two).expect("memory for four nodes");
    assert_eq!(below.len(), 4);
    let four = below.child_by(ROOT, 4).expect("a child");
    assert_eq!(below.node(four).visits, 9);
    assert!(below.child_by(four, 5).is_some());
}

#[test]
fn a_tree_stops_at_its_limit_and_says_so() {
    let mut tree = numbers();
    let moves: Vec<u32> = (0..100).collect();
    let mut node = ROOT;
    while tree.make_room(moves.len()) {
        tree.expand(node, &moves);
        node += 1;
    }
    let len = tree.len();
    assert!(tree.is_full() && (16_000..=16_384).contains(&len), "{len}");
    assert!(!tree.make_room(moves.len()));
    tree.reset(0);
    assert!(!tree.is_full() && tree.make_room(1_000), "a new tree has room again");
}

#[test]
fn a_search_goes_on_in_a_full_tree() {
    use crate::toys::ConnectFour;
    let full = |iterations: u64| {
        let parts = Components { shape: Box::new(Moves::new(0)), ..plain() };
        let mut agent = Mcts::new(config(iterations), parts);
        let choice = choose(&mut agent, &ConnectFour::START, &[], 1);
        (choice.effort.iterations, choice.notes.clone(), agent.nodes())
    };
    let (spent, notes, nodes) = full(20_000);
    assert_eq!((spent, &notes[..]), (20_000, &[Note::TreeFull][..]));
    assert!(nodes <= 1 << 14);
    assert_eq!(full(1_000).1, []);
}
