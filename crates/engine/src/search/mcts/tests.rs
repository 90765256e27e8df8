//! The search on games whose values a reader can see.

use super::*;
use crate::agent::{Basis, Bound};
use crate::bandit::Bandit;
use crate::playout::{ByPolicy, Leaves, Uniform};
use crate::referee::Referee;
use crate::toys::{Kuhn, Tree as Toy, Wager};
use crate::worlds::Fresh;

pub(super) fn config(iterations: u64) -> Config {
    Config::new(Budget::Iterations(iterations))
}

pub(super) fn search<G: Game>(config: Config) -> Mcts<G> {
    Mcts::new(config, plain())
}

pub(super) fn plain<G: Game>() -> Parts<G> {
    Parts::new(Leaves::new(Box::new(ByPolicy::new(Uniform)), u32::MAX, None), Box::new(Fresh))
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
        ("(0(1(00))1)", Verdict::Win(1)),
        ("((01)(1(10)))", Verdict::Win(3)),
        ("((01)(0=))", Verdict::Loss(2)),
        ("((0=)(=1))", Verdict::Draw),
    ] {
        let state = Toy::parse(text);
        let config = Config { solver: true, ..config(100_000) };
        let choice = choose(&mut search(config), &state, &[], 1);
        assert_eq!(choice.ranked[0].verdict, Some(verdict), "{text}");
        assert!(choice.effort.iterations < 1_000, "{text} took {:?}", choice.effort);
    }
}

#[test]
fn rave_searches_find_the_win_too() {
    let state = Toy::parse(FORCED);
    for schedule in [Schedule::Linear { bias: 100.0 }, Schedule::MinMse { bias: 0.2 }] {
        let select = Select::Rave { bandit: Bandit::Ucb1 { c: 0.5 }, schedule };
        let config = Config { select, ..config(4_000) };
        assert_eq!(choose(&mut search(config), &state, &[], 3).mv, 5, "{schedule:?}");
    }
}

#[test]
fn minimax_values_see_through_the_average() {
    // Most answers to the second move win, but the one that matters does not; few visits go there.
    let state = Toy::parse("(=(1111111110))");
    let config = Config { minimax: 0.9, ..config(60) };
    assert_eq!(choose(&mut search(config), &state, &[], 1).mv, 1);
}

#[test]
fn a_kept_tree_knows_what_it_knew() {
    let mut state = Toy::parse("(((01)(10))((10)(01)))");
    let mut agent = search(Config { reuse: true, ..config(400) });
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
    let advised = |trust: f64| {
        let mut agent = search(config(1_000));
        agent.parts.advice = Some(Advice { advisor: Box::new(Fan(1)), trust });
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
    let mut agent = search(Config { solver: true, ..config(1_000) });
    agent.parts.advice = Some(Advice { advisor: Box::new(Fan(1)), trust: 1e9 });
    let choice = choose(&mut agent, &state, &[], 3);
    assert_eq!(choice.ranked[0].verdict, Some(Verdict::Win(2)));
}
