//! The rules of bandits, on numbers and on arms whose payoffs are known.

use karuta_engine::bandit::{Arm, Bandit};
use karuta_engine::objective::Objective;
use karuta_engine::playout::{ByPolicy, Leaves, Playout, Policy, Trace, Uniform};
use karuta_engine::search::flat::{self, Flat, Spread, Tie};
use karuta_engine::search::mcts::{self, MEMORY, Mcts, Moves, ParentCount, Rule, Ties};
use karuta_engine::search::priors::Priors;
use karuta_engine::toys::{ConnectFour, Kuhn, Tree, Wager};
use karuta_engine::worlds::Fresh;
use karuta_engine::{Agent, Budget, Choice, Game, Referee, Rng};

#[test]
fn ucb1_is_auers_rule() {
    let bound = Bandit::Ucb1 { c: 1.0 }.prepare(100).bound(0.5, 10);
    assert!((bound - (0.5 + (2.0 * 100f64.ln() / 10.0).sqrt())).abs() < 1e-12);
}

#[test]
fn tuned_is_narrower_for_sure_arms() {
    let rule = Bandit::Tuned { c: 1.0 }.prepare(10_000);
    assert!(rule.bound(0.99, 5_000) - 0.99 < rule.bound(0.5, 5_000) - 0.5);
}

#[test]
fn tuned_is_narrower_where_payoffs_vary_little() {
    let rule = Bandit::Tuned { c: 1.0 }.prepare(10_000);
    assert_eq!(rule.bound_of(0.5, 0.25, 5_000), rule.bound(0.5, 5_000));
    assert!(rule.bound_of(0.5, 0.05, 5_000) < rule.bound(0.5, 5_000));
    let plain = Bandit::Ucb1 { c: 1.0 }.prepare(100);
    assert_eq!(plain.bound_of(0.5, 0.0, 10), plain.bound(0.5, 10));
}

#[test]
fn greedy_means_the_mean() {
    for bandit in
        [Bandit::Ucb1 { c: 0.3 }, Bandit::Tuned { c: 1.0 }, Bandit::Puct { c: 2.0 }, Bandit::Thompson]
    {
        assert_eq!(bandit.greedy().prepare(50).bound(0.25, 3), 0.25);
    }
}

#[test]
fn puct_is_alphazeros_rule() {
    let value = |arm: Arm| Bandit::Puct { c: 1.5 }.prepare(100).value(arm, &mut Rng::new(1));
    let tried = value(Arm { mean: 0.6, visits: 4, prior: 0.2 });
    assert!((tried - (0.6 + 1.5 * 0.2 * 10.0 / 5.0)).abs() < 1e-12);
    let untried = value(Arm { mean: f64::NAN, visits: 0, prior: 0.2 });
    assert!((untried - (0.5 + 1.5 * 0.2 * 10.0)).abs() < 1e-12);
}

/// The visits of arms that pay 1 with these probabilities, after so many tries.
fn visits(bandit: Bandit, chances: &[f64], tries: u32, seed: u64) -> Vec<u32> {
    let mut rng = Rng::new(seed);
    let prior = 1.0 / chances.len() as f64;
    let mut sums = vec![(0u32, 0.0); chances.len()];
    for tried in 0..tries {
        let arms = sums.iter().map(|&(visits, sum)| Arm { mean: sum / f64::from(visits), visits, prior });
        let at = bandit.prepare(tried).best(arms.collect::<Vec<_>>().into_iter(), &mut rng);
        sums[at].0 += 1;
        sums[at].1 += f64::from(u8::from(rng.unit() < chances[at]));
    }
    sums.into_iter().map(|(visits, _)| visits).collect()
}

const CHANCES: [f64; 5] = [0.3, 0.5, 0.7, 0.4, 0.2];

#[test]
fn puct_with_uniform_priors_explores_all_arms() {
    let visits = visits(Bandit::Puct { c: 1.0 }, &CHANCES, 2_000, 1);
    assert!(visits.iter().all(|&n| n > 0), "{visits:?}");
    assert!(visits[2] > 1_000, "{visits:?}");
}

#[test]
fn thompson_sampling_finds_the_best_of_known_arms() {
    for seed in 1..=5 {
        let visits = visits(Bandit::Thompson, &CHANCES, 3_000, seed);
        assert!(visits[2] > 2_000, "seed {seed}: {visits:?}");
    }
    assert_eq!(visits(Bandit::Thompson, &CHANCES, 500, 9), visits(Bandit::Thompson, &CHANCES, 500, 9));
}

#[test]
fn draws_of_thompson_sampling_follow_the_posterior() {
    // After 7 wins in 10 tries the posterior is Beta(8, 4): mean 2/3, variance 8*4/(12^2*13).
    let (rule, mut rng) = (Bandit::Thompson.prepare(10), Rng::new(1));
    let n = 20_000;
    let draws: Vec<f64> =
        (0..n).map(|_| rule.value(Arm { mean: 0.7, visits: 10, prior: 1.0 }, &mut rng)).collect();
    let mean = draws.iter().sum::<f64>() / f64::from(n);
    let variance = draws.iter().map(|draw| (draw - mean).powi(2)).sum::<f64>() / f64::from(n);
    assert!((mean - 2.0 / 3.0).abs() < 0.005, "{mean}");
    assert!((variance - 32.0 / 1872.0).abs() < 0.001, "{variance}");
}

fn leaves<G: Game>() -> Leaves<G> {
    Leaves::new(Box::new(ByPolicy::new(Uniform)), u32::MAX, None)
}

fn choose<G: Game>(agent: &mut dyn Agent<G>, state: G, seed: u64) -> Choice<G::Move> {
    agent.choose(&Referee::new(state).decision().expect("a game that is on"), &mut Rng::new(seed))
}

fn flat<G: Game>(bandit: Bandit, priors: Priors<G>) -> Flat<G> {
    let spread = Spread::By(bandit, Budget::Iterations(600));
    let config = flat::Config { objective: Objective::Own, spread, tie: Tie::First, shared: false };
    Flat::new(config, leaves(), Box::new(Fresh)).with_priors(priors)
}

fn tree<G: Game>(bandit: Bandit, priors: Priors<G>) -> Mcts<G> {
    let rule = Rule { bandit, counts: ParentCount::Available, ties: Ties::First, range: (0.0, 1.0) };
    let config = mcts::Config { rule, ..mcts::Config::new(Budget::Iterations(600)) };
    let shape = Box::new(Moves::new(MEMORY).with_priors(priors));
    Mcts::new(config, mcts::Components { shape, ..mcts::Components::new(leaves(), Box::new(Fresh)) })
}

#[test]
fn every_rule_finds_the_good_move_in_flat_search_and_in_trees() {
    let toy = Tree::parse("((01)(11)(00))");
    let mut call = Kuhn::with_cards([1, 2]);
    call.apply(Wager::Bet);
    for bandit in
        [Bandit::Ucb1 { c: 0.5 }, Bandit::Tuned { c: 1.0 }, Bandit::Puct { c: 1.0 }, Bandit::Thompson]
    {
        assert_eq!(choose(&mut flat(bandit, Priors::Uniform), toy, 1).mv, 5, "{bandit:?}");
        assert_eq!(choose(&mut tree(bandit, Priors::Uniform), toy, 1).mv, 5, "{bandit:?}");
        assert_eq!(choose(&mut flat(bandit, Priors::Uniform), call, 1).mv, Wager::Bet, "{bandit:?}");
        assert_eq!(choose(&mut tree(bandit, Priors::Uniform), call, 1).mv, Wager::Bet, "{bandit:?}");
        let visits = |seed: u64| {
            let choice = choose(&mut tree(bandit, Priors::Uniform), ConnectFour::START, seed);
            choice.ranked.iter().map(|ranked| (ranked.mv, ranked.visits)).collect::<Vec<_>>()
        };
        assert_eq!(visits(3), visits(3), "{bandit:?}: the same seed gives the same choice");
    }
}

/// Always plays the same column.
struct Column(u8);

impl Playout<ConnectFour> for Column {
    fn run(&mut self, state: &mut ConnectFour, _: u32, _: &mut Rng) -> u32 {
        state.apply(self.0);
        1
    }

    fn run_traced(&mut self, state: &mut ConnectFour, _: u32, trace: &mut Trace<u8>, _: &mut Rng) -> u32 {
        trace.extend(state.turn().map(|seat| (seat, self.0)));
        state.apply(self.0);
        1
    }
}

#[test]
fn a_policy_says_where_puct_looks_first() {
    let priors = || Priors::Policy(Box::new(Column(5)));
    let bandit = Bandit::Puct { c: 20.0 };
    let most =
        |choice: Choice<u8>| choice.ranked.iter().max_by_key(|ranked| ranked.visits).map(|ranked| ranked.mv);
    assert_eq!(most(choose(&mut flat(bandit, priors()), ConnectFour::START, 1)), Some(5));
    assert_eq!(most(choose(&mut tree(bandit, priors()), ConnectFour::START, 1)), Some(5));
}

/// Passes with the lowest card and bets with the others.
struct ByItsCard;

impl Policy<Kuhn> for ByItsCard {
    fn pick(&mut self, state: &Kuhn, _: &mut Vec<Wager>, _: &mut Rng) -> Wager {
        let seat = state.turn().expect("a game that is on");
        if state.view(seat).card > 0 { Wager::Bet } else { Wager::Pass }
    }
}

#[test]
fn priors_of_other_seats_are_those_of_the_cards_they_hold() {
    // The middle card bets. A lower card folds and a higher one calls: 1 won or 2 lost, each in half the worlds. With
    // the priors of one world for all, both would fold, or both would call.
    for seed in 1..=6 {
        let priors = Priors::Policy(Box::new(ByPolicy::new(ByItsCard)));
        let mut search = tree(Bandit::Puct { c: 100.0 }, priors);
        let choice = choose(&mut search, Kuhn::with_cards([1, 2]), seed);
        let bet = choice.ranked.iter().find(|ranked| ranked.mv == Wager::Bet).expect("a legal move");
        let expected = 0.5 + (1.0 - 2.0) / 2.0 / 4.0;
        let mean = bet.mean;
        assert!((mean - expected).abs() < 0.05, "seed {seed}: {mean}");
    }
}
