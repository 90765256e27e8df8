//! Flat Monte Carlo: every move of the seat to move is played out many times, and nothing is remembered
//! below it. A bandit may spread the playouts over the moves. Knows no tree.

use crate::agent::{Agent, Basis, Choice, Decision, Effort, Ranked};
use crate::bandit::{self, Bandit};
use crate::budget::{Budget, Meter};
use crate::game::Game;
use crate::objective::Objective;
use crate::playout::Leaves;
use crate::rng::Rng;
use crate::search::priors::{self, Priors};
use crate::worlds::Determinizer;

/// The way playouts are spread over the moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Spread {
    /// So many for every move.
    Each(u64),
    /// A budget for all moves, in turn.
    Evenly(Budget),
    /// A budget for all moves, where a bandit points.
    By(Bandit, Budget),
}

/// Rules for choosing among equally good moves.
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
    /// The objective.
    pub objective: Objective,
    /// The way playouts are spread.
    pub spread: Spread,
    /// The rule for choosing among equals.
    pub tie: Tie,
    /// True if the n-th tries of all moves are made in the same world. What a world does to all moves
    /// alike then no longer blurs how they compare.
    pub shared: bool,
}

/// Worlds that are kept for all moves; tries beyond have their own.
const KEPT: usize = 1 << 14;

/// An opinion that counts beside playouts: what playouts get wrong, more of them do not get right, and somebody who
/// errs in other ways does. It may count less the more playouts a move has had.
pub struct Advice<G: Game> {
    /// The one who is asked about every decision.
    pub advisor: Box<dyn Agent<G>>,
    /// The weight, beside the mean of the playouts, of how far a move is above the average in its opinion.
    pub weight: f64,
    /// The visits after which that weight is halved; `None` where it stays.
    pub visits: Option<f64>,
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

/// The statistics of one move.
#[derive(Clone, Copy, Debug)]
struct Arm<M> {
    mv: M,
    visits: u32,
    sum: f64,
    squares: f64,
    /// The payoffs of the target.
    target: f64,
    /// The amount that advice adds to the mean of a move that was never tried.
    bonus: f64,
    /// The visits after which half of that is left.
    fades: Option<f64>,
    /// The prior; those of all moves add up to 1.
    prior: f64,
}

impl<M> Arm<M> {
    fn new(mv: M) -> Arm<M> {
        Arm { mv, visits: 0, sum: 0.0, squares: 0.0, target: 0.0, bonus: 0.0, fades: None, prior: 0.0 }
    }

    fn mean(&self) -> f64 {
        if self.visits == 0 { 0.5 } else { self.sum / f64::from(self.visits) }
    }

    /// The estimated value of the move.
    fn worth(&self) -> f64 {
        let left = self.fades.map_or(1.0, |visits| visits / (visits + f64::from(self.visits)));
        self.mean() + self.bonus * left
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
            arm.fades = advice.visits;
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
        let target = scores[self.config.objective.target::<G>(decision.seat)];
        let worth = self.config.objective.worth(scores[decision.seat], target);
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
    /// Reports progress. Ties are not broken at random here: the draw would change the search.
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
    if !matches!(config.objective, Objective::LowerOfTwo(_)) || among.len() < 2 {
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
mod tests;
