//! Flat Monte Carlo: every move of the seat to move is played out many times, and nothing is remembered
//! below it. A bandit may spread the playouts over the moves. Knows no tree.

use crate::agent::{Agent, Basis, Choice, Decision, Effort, Ranked};
use crate::aim::Aim;
use crate::bandit::{self, Bandit};
use crate::budget::{Budget, Meter};
use crate::game::Game;
use crate::playout::Leaves;
use crate::rng::Rng;
use crate::search::priors::{self, Priors};
use crate::worlds::Determinizer;

/// How playouts are spread over the moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Spread {
    /// So many for every move.
    Each(u64),
    /// A budget for all moves, in turn.
    Evenly(Budget),
    /// A budget for all moves, where a bandit points.
    By(Bandit, Budget),
}

/// Which of equally good moves is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tie {
    /// The first in the game's order.
    First,
    /// The last in the game's order.
    Last,
    /// Any, at random.
    Random,
}

impl Tie {
    /// One of the places where equals stand, which are in the game's order.
    pub(super) fn pick(self, equals: &[usize], rng: &mut Rng) -> usize {
        match self {
            Tie::First => equals[0],
            Tie::Last => equals[equals.len() - 1],
            Tie::Random => equals[rng.index(equals.len())],
        }
    }
}

/// Everything about the search that is a number or a switch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Config {
    /// Whose payoff it is after.
    pub aim: Aim,
    /// How playouts are spread.
    pub spread: Spread,
    /// Which of equals is played.
    pub tie: Tie,
    /// Whether the n-th tries of all moves are made in the same world. What a world does to all moves
    /// alike then no longer blurs how they compare.
    pub shared: bool,
}

/// Worlds that are kept for all moves; tries beyond have their own.
const KEPT: usize = 1 << 14;

/// An opinion that counts beside playouts however many there are: what playouts get wrong, more of them do
/// not get right, and somebody who errs in other ways does.
pub struct Advice<G: Game> {
    /// The one who is asked about every decision.
    pub advisor: Box<dyn Agent<G>>,
    /// The weight, beside the mean of the playouts, of how far a move is above the average in its opinion.
    pub weight: f64,
}

/// The search.
pub struct Flat<G: Game> {
    config: Config,
    leaves: Leaves<G>,
    worlds: Box<dyn Determinizer<G>>,
    advice: Option<Advice<G>>,
    priors: Priors<G>,
    /// The worlds of this decision, where moves share them.
    kept: Vec<G>,
}

/// What is known about one move.
#[derive(Clone, Copy, Debug)]
struct Arm<M> {
    mv: M,
    visits: u32,
    sum: f64,
    squares: f64,
    /// The payoffs of the target.
    target: f64,
    /// What advice adds to the mean.
    bonus: f64,
    /// How promising it looked before any try, all moves together 1.
    prior: f64,
}

impl<M> Arm<M> {
    fn new(mv: M) -> Arm<M> {
        Arm { mv, visits: 0, sum: 0.0, squares: 0.0, target: 0.0, bonus: 0.0, prior: 0.0 }
    }

    fn mean(&self) -> f64 {
        if self.visits == 0 { 0.5 } else { self.sum / f64::from(self.visits) }
    }

    /// What the move is thought to be worth.
    fn worth(&self) -> f64 {
        self.mean() + self.bonus
    }

    fn variance(&self) -> f64 {
        let mean = self.mean();
        (self.squares / f64::from(self.visits.max(1)) - mean * mean).max(0.0)
    }
}

impl<G: Game> Flat<G> {
    /// A search from parts.
    pub fn new(config: Config, leaves: Leaves<G>, worlds: Box<dyn Determinizer<G>>) -> Self {
        Flat { config, leaves, worlds, advice: None, priors: Priors::Uniform, kept: Vec::new() }
    }

    /// The same search, in which somebody else's opinion counts too.
    pub fn advised(mut self, advice: Option<Advice<G>>) -> Self {
        self.advice = advice;
        self
    }

    /// The same search with priors, which only some bandits read.
    pub fn with_priors(mut self, priors: Priors<G>) -> Self {
        self.priors = priors;
        self
    }

    /// Asks the advisor, if there is one, and says what that took. Its opinion is a bonus, or the priors where
    /// these come from it.
    fn consult(&mut self, arms: &mut [Arm<G::Move>], decision: &Decision<'_, G>, rng: &mut Rng) -> Effort {
        let Some(advice) = &mut self.advice else {
            return Effort::NONE;
        };
        let choice = advice.advisor.choose(&decision.with_progress(None), rng);
        let opinions: Vec<f64> = arms.iter().map(|arm| choice.opinion(arm.mv)).collect();
        if matches!(self.priors, Priors::Advice) {
            for (arm, prior) in arms.iter_mut().zip(priors::of_opinions(&opinions)) {
                arm.prior = prior;
            }
            return choice.effort;
        }
        let mean = opinions.iter().sum::<f64>() / arms.len() as f64;
        for (arm, opinion) in arms.iter_mut().zip(opinions) {
            arm.bonus = advice.weight * (opinion - mean);
        }
        choice.effort
    }

    /// Gives the arms of a rule that reads them their priors.
    fn set_priors(&mut self, arms: &mut [Arm<G::Move>], state: &G, rng: &mut Rng) {
        if matches!(self.config.spread, Spread::By(Bandit::Puct { .. }, _)) {
            let (moves, mut out): (Vec<G::Move>, Vec<f64>) =
                (arms.iter().map(|arm| arm.mv).collect(), Vec::new());
            self.priors.of(state, &moves, &mut out, rng);
            arms.iter_mut().zip(out).for_each(|(arm, prior)| arm.prior = prior);
        }
    }

    fn try_arm(&mut self, arm: &mut Arm<G::Move>, decision: &Decision<'_, G>, rng: &mut Rng) {
        let mut state = self.world(arm.visits as usize, decision, rng);
        let learns = self.leaves.playout.learns();
        if learns {
            self.leaves.playout.watch(&state, decision.seat, arm.mv);
        }
        state.apply(arm.mv);
        let scores = self.leaves.value(&mut state, rng);
        if learns {
            self.leaves.playout.learn(&Vec::new(), &scores);
        }
        let target = scores[self.config.aim.target::<G>(decision.seat)];
        let worth = self.config.aim.worth(scores[decision.seat], target);
        arm.visits += 1;
        arm.sum += worth;
        arm.squares += worth * worth;
        arm.target += target;
    }

    /// The world for the n-th try of a move.
    fn world(&mut self, nth: usize, decision: &Decision<'_, G>, rng: &mut Rng) -> G {
        if !self.config.shared || nth >= KEPT {
            return self.worlds.world(decision, rng);
        }
        if nth == self.kept.len() {
            self.kept.push(self.worlds.world(decision, rng));
        }
        self.kept[nth]
    }

    fn spend(&mut self, arms: &mut [Arm<G::Move>], decision: &Decision<'_, G>, rng: &mut Rng) {
        match self.config.spread {
            Spread::Each(n) => {
                let all = Budget::Iterations(n.saturating_mul(arms.len() as u64));
                let mut meter = all.start(decision.stop).reporting(decision.reports());
                for at in 0..arms.len() {
                    for _ in 0..n {
                        if !meter.more() {
                            return;
                        }
                        self.try_arm(&mut arms[at], decision, rng);
                        self.report(arms, decision, &mut meter);
                    }
                }
            }
            Spread::Evenly(budget) => {
                let mut meter = budget.start(decision.stop).reporting(decision.reports());
                for at in (0..arms.len()).cycle() {
                    if !meter.more() {
                        break;
                    }
                    self.try_arm(&mut arms[at], decision, rng);
                    self.report(arms, decision, &mut meter);
                }
            }
            Spread::By(bandit, budget) => {
                let mut meter = budget.start(decision.stop).reporting(decision.reports());
                let mut tried = 0;
                while meter.more() {
                    let at = best_arm(arms, bandit, tried, rng);
                    self.try_arm(&mut arms[at], decision, rng);
                    self.report(arms, decision, &mut meter);
                    tried += 1;
                }
            }
        }
    }
}

impl<G: Game> Flat<G> {
    /// Tells whoever wants to know what is known so far. Ties are not drawn for: that would change the search.
    fn report(&self, arms: &[Arm<G::Move>], decision: &Decision<'_, G>, meter: &mut Meter) {
        if meter.is_report_due() {
            let chosen = choose(arms, &Config { tie: Tie::First, ..self.config }, &mut Rng::new(0));
            decision.report(&explain(arms, chosen), meter.fraction());
        }
    }
}

/// The arm a bandit would pull: by upper bounds an untried one first, else the highest.
fn best_arm<M>(arms: &[Arm<M>], bandit: Bandit, tried: u32, rng: &mut Rng) -> usize {
    if !bandit.is_bound() {
        let seen = |arm: &Arm<M>| bandit::Arm { mean: arm.worth(), visits: arm.visits, prior: arm.prior };
        return bandit.prepare(tried).best(arms.iter().map(seen), rng);
    }
    if let Some(untried) = arms.iter().position(|arm| arm.visits == 0) {
        return untried;
    }
    let rule = bandit.prepare(tried);
    let mut best = (0, f64::NEG_INFINITY);
    for (at, arm) in arms.iter().enumerate() {
        let bound = rule.bound_of(arm.worth(), arm.variance(), arm.visits);
        if bound > best.1 {
            best = (at, bound);
        }
    }
    best.0
}

/// The arm to play. A bandit's arm of choice is the one it tried most.
fn choose<M>(arms: &[Arm<M>], config: &Config, rng: &mut Rng) -> usize {
    let worth = |arm: &Arm<M>| match config.spread {
        Spread::By(..) => f64::from(arm.visits),
        Spread::Each(_) | Spread::Evenly(_) => arm.worth(),
    };
    let pick = |among: &[usize], rng: &mut Rng| {
        let best = among.iter().map(|&at| worth(&arms[at])).fold(f64::NEG_INFINITY, f64::max);
        let equals: Vec<usize> = among.iter().copied().filter(|&at| worth(&arms[at]) == best).collect();
        config.tie.pick(&equals, rng)
    };
    // A search that was stopped has not got round to all of them, and of the others it knows nothing.
    let mut among: Vec<usize> = (0..arms.len()).filter(|&at| arms[at].visits > 0).collect();
    if among.is_empty() {
        among = (0..arms.len()).collect();
    }
    let first = pick(&among, rng);
    if !matches!(config.aim, Aim::LowerOfTwo(_)) || among.len() < 2 {
        return first;
    }
    among.retain(|&at| at != first);
    let second = pick(&among, rng);
    let harm = |at: usize| arms[at].target / f64::from(arms[at].visits.max(1));
    if harm(second) < harm(first) { second } else { first }
}

impl<G: Game> Agent<G> for Flat<G> {
    fn choose(&mut self, decision: &Decision<'_, G>, rng: &mut Rng) -> Choice<G::Move> {
        let any = G::sample(decision.view, rng);
        self.leaves.begin(decision, &any);
        let mut arms: Vec<Arm<G::Move>> = decision.legal.iter().copied().map(Arm::new).collect();
        let mut asked = Effort::NONE;
        // A move without alternative needs no thought, and no worlds to think about.
        if arms.len() > 1 {
            self.worlds.begin(decision, rng);
            self.kept.clear();
            self.set_priors(&mut arms, &any, rng);
            asked = self.consult(&mut arms, decision, rng);
            self.spend(&mut arms, decision, rng);
        }
        let chosen = choose(&arms, &self.config, rng);
        let mut choice = explain(&arms, chosen);
        choice.effort += asked;
        choice
    }
}

fn explain<M: Copy + PartialEq>(arms: &[Arm<M>], chosen: usize) -> Choice<M> {
    let mut order: Vec<usize> = (0..arms.len()).collect();
    // The chosen move first, the others by what they are thought to be worth.
    order.sort_by(|&a, &b| {
        (b == chosen).cmp(&(a == chosen)).then(arms[b].worth().total_cmp(&arms[a].worth()))
    });
    let ranked = order.iter().map(|&at| {
        let arm = &arms[at];
        let (mean, n) = (arm.mean(), f64::from(arm.visits));
        Ranked {
            mv: arm.mv,
            visits: u64::from(arm.visits),
            mean,
            bound: None,
            interval: if arm.visits == 0 { (0.0, 1.0) } else { crate::agent::wilson(mean, n) },
            verdict: None,
        }
    });
    let tried = arms.iter().map(|arm| u64::from(arm.visits)).sum();
    let basis = if tried == 0 { Basis::Forced } else { Basis::Search };
    Choice { basis, ..Choice::first_of(ranked.collect(), Effort::iterations(tried)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playout::{ByPolicy, Uniform};
    use crate::referee::Referee;
    use crate::toys::{Kuhn, Tree, Wager};
    use crate::worlds::Fresh;

    fn flat<G: Game>(spread: Spread, tie: Tie) -> Flat<G> {
        let leaves = Leaves::new(Box::new(ByPolicy::new(Uniform)), u32::MAX, None);
        Flat::new(Config { aim: Aim::Own, spread, tie, shared: false }, leaves, Box::new(Fresh))
    }

    fn choice<G: Game>(mut agent: Flat<G>, state: &G) -> Choice<G::Move> {
        agent.choose(&Referee::new(*state).decision().expect("a game that is on"), &mut Rng::new(1))
    }

    #[test]
    fn playouts_are_spread_as_asked() {
        let state = Tree::parse("((01)(11)(00))");
        let each = choice(flat(Spread::Each(20), Tie::First), &state);
        assert!(each.ranked.iter().all(|ranked| ranked.visits == 20));
        let evenly = choice(flat(Spread::Evenly(Budget::Iterations(31)), Tie::First), &state);
        assert_eq!(evenly.effort, Effort::iterations(31));
        let ucb = Spread::By(Bandit::Ucb1 { c: 0.5 }, Budget::Iterations(300));
        let bandit = choice(flat(ucb, Tie::First), &state);
        assert_eq!(bandit.mv, 5);
        assert!(bandit.ranked[0].visits > 200, "{:?}", bandit.ranked);
    }

    /// Thinks one move certain and the others lost.
    struct Fan(u16);

    impl Agent<Tree> for Fan {
        fn choose(&mut self, decision: &Decision<'_, Tree>, _: &mut Rng) -> Choice<u16> {
            let mut choice = Choice::unranked(self.0, decision.legal, Basis::Search);
            for ranked in &mut choice.ranked {
                ranked.mean = if ranked.mv == self.0 { 0.9 } else { 0.1 };
            }
            Choice { effort: Effort::nodes(7), ..choice }
        }
    }

    #[test]
    fn advice_counts_beside_playouts() {
        // Playouts find the first move worth 0.5 and the second 0.75.
        let state = Tree::parse("((01)((11)(01)))");
        let advised = |mv: u16, weight: f64, spread: Spread| {
            let advice = Advice { advisor: Box::new(Fan(mv)), weight };
            choice(flat(spread, Tie::First).advised(Some(advice)), &state)
        };
        let mut legal = Vec::new();
        state.moves(&mut legal);
        for spread in [Spread::Each(400), Spread::By(Bandit::Ucb1 { c: 0.5 }, Budget::Iterations(800))] {
            assert_eq!(choice(flat(spread, Tie::First), &state).mv, legal[1]);
            assert_eq!(advised(legal[0], 1.0, spread).mv, legal[0], "0.5 + 0.4 against 0.75 - 0.4");
            assert_eq!(advised(legal[0], 0.1, spread).mv, legal[1], "0.5 + 0.04 against 0.75 - 0.04");
            assert_eq!(advised(legal[0], 1.0, spread).effort, Effort::iterations(800) + Effort::nodes(7));
        }
    }

    #[test]
    fn ties_go_where_they_are_told() {
        let state = Tree::parse("(11)");
        assert_eq!(choice(flat(Spread::Each(3), Tie::First), &state).mv, 1);
        assert_eq!(choice(flat(Spread::Each(3), Tie::Last), &state).mv, 2);
    }

    #[test]
    fn aims_choose_as_the_papers_example() {
        // Own and target's value of five plays, as ranks the paper's table counts from 1 to 5.
        let table = [(4.1, 3.2), (3.4, 1.5), (1.5, 1.2), (2.4, 3.5), (2.8, 3.0)];
        let chosen = |aim: Aim| {
            let arms: Vec<Arm<usize>> = (0..5)
                .map(|mv| {
                    let (own, target) = ((table[mv].0 - 1.0) / 4.0, (table[mv].1 - 1.0) / 4.0);
                    Arm { visits: 1, sum: aim.worth(own, target), target, ..Arm::new(mv) }
                })
                .collect();
            choose(
                &arms,
                &Config { aim, spread: Spread::Each(1), tie: Tie::First, shared: false },
                &mut Rng::new(1),
            )
        };
        assert_eq!(chosen(Aim::Own), 0);
        // The paper's table has these two the other way round; its experiments do not.
        assert_eq!(chosen(Aim::Lower(1)), 2);
        assert_eq!(chosen(Aim::Raise(1)), 3);
        assert_eq!(chosen(Aim::LowerOfTwo(1)), 1);
        assert_eq!(chosen(Aim::Lead(1)), 1);
        assert_eq!(Aim::Lower(2).target::<Kuhn>(1), 1);
    }

    /// Draws the same two worlds in turn, and counts.
    struct InTurn(Vec<Kuhn>, std::sync::Arc<std::sync::atomic::AtomicUsize>);

    impl Determinizer<Kuhn> for InTurn {
        fn world(&mut self, _: &Decision<'_, Kuhn>, _: &mut Rng) -> Kuhn {
            let drawn = self.1.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            self.0[drawn % self.0.len()]
        }
    }

    #[test]
    fn shared_worlds_are_drawn_once_for_all_moves() {
        let first = Kuhn::with_cards([1, 2]);
        let worlds = vec![first, Kuhn::with_cards([1, 0])];
        let drawn = |shared: bool| {
            let count = std::sync::Arc::new(std::sync::atomic::AtomicUsize::new(0));
            let leaves = Leaves::new(Box::new(ByPolicy::new(Uniform)), u32::MAX, None);
            let spread = Spread::Evenly(Budget::Iterations(40));
            let config = Config { aim: Aim::Own, spread, tie: Tie::First, shared };
            let source = Box::new(InTurn(worlds.clone(), std::sync::Arc::clone(&count)));
            let mut agent = Flat::new(config, leaves, source);
            let mut referee = Referee::new(first);
            let decision = referee.decision().expect("a game that is on");
            let choice = agent.choose(&decision, &mut Rng::new(1));
            (count.load(std::sync::atomic::Ordering::Relaxed), choice)
        };
        // Each in a world of its own, passing always meets the higher card and betting the lower one.
        let (own, choice) = drawn(false);
        assert_eq!((own, choice.mv), (40, Wager::Bet));
        let (shared, choice) = drawn(true);
        assert_eq!(shared, 20);
        assert!(choice.ranked.iter().all(|ranked| ranked.visits == 20));
        let gap = choice.ranked[0].mean - choice.ranked[1].mean;
        assert!(gap.abs() < 0.4, "{choice:?}");
    }

    #[test]
    fn the_highest_card_calls() {
        let mut state = Kuhn::with_cards([1, 2]);
        state.apply(Wager::Bet);
        assert_eq!(choice(flat(Spread::Each(50), Tie::Random), &state).mv, Wager::Bet);
    }
}
