//! Sources of worlds for a search. A game says in `sample` what is *possible*; what is
//! *likely* is said by a [`Determinizer`].

use crate::agent::Decision;
use crate::chances::Chances;
use crate::game::Game;
use crate::rng::Rng;

/// Draws worlds that fit what a seat knows.
pub trait Determinizer<G: Game>: Send {
    /// Called once per decision, before the first world.
    fn begin(&mut self, decision: &Decision<'_, G>, rng: &mut Rng) {
        let _ = (decision, rng);
    }

    /// The world of the next iteration.
    fn world(&mut self, decision: &Decision<'_, G>, rng: &mut Rng) -> G;
}

/// A fresh world each time, every one that fits equally likely.
#[derive(Clone, Copy, Debug, Default)]
pub struct Fresh;

impl<G: Game> Determinizer<G> for Fresh {
    fn world(&mut self, decision: &Decision<'_, G>, rng: &mut Rng) -> G {
        G::sample(decision.view, rng)
    }
}

/// A fixed number of worlds per decision, drawn by another determinizer and used in turn.
pub struct Pool<G: Game> {
    source: Box<dyn Determinizer<G>>,
    size: usize,
    worlds: Vec<G>,
    next: usize,
}

impl<G: Game> Pool<G> {
    /// `size` worlds from `source` for each decision.
    pub fn new(size: usize, source: Box<dyn Determinizer<G>>) -> Self {
        Pool { source, size: size.max(1), worlds: Vec::new(), next: 0 }
    }
}

impl<G: Game> Determinizer<G> for Pool<G> {
    fn begin(&mut self, decision: &Decision<'_, G>, rng: &mut Rng) {
        self.source.begin(decision, rng);
        self.worlds.clear();
        // Fewer worlds are better than none where the machine has no memory for all.
        let mut size = self.size;
        while size > 1 && self.worlds.try_reserve_exact(size).is_err() {
            size /= 2;
        }
        for _ in 0..size {
            self.worlds.push(self.source.world(decision, rng));
        }
        self.next = 0;
    }

    fn world(&mut self, _: &Decision<'_, G>, _: &mut Rng) -> G {
        let world = self.worlds[self.next];
        self.next = (self.next + 1) % self.worlds.len();
        world
    }
}

/// The likelihood of worlds, by what the other seats did. The games say how it is computed.
pub trait Likelihood<G: Game>: Send {
    /// Called once per decision. False where what was done tells nothing: worlds are then drawn unweighted.
    fn begin(&mut self, decision: &Decision<'_, G>) -> bool;

    /// The logarithm of the likelihood of a world, up to a constant of the decision; `None` where what was done
    /// cannot be followed in it, and then no world of the decision is weighted.
    fn log(&mut self, decision: &Decision<'_, G>, world: &G) -> Option<f64>;

    /// The same where only a value above `least` is of use: any value that is not above it stands for all of them, so that
    /// unlikely worlds need not be followed to the end.
    fn log_above(&mut self, decision: &Decision<'_, G>, world: &G, least: f64) -> Option<f64> {
        let _ = least;
        self.log(decision, world)
    }

    /// The candidates of a decision for each of the usual number: more where nearly all explain nothing.
    fn breadth(&self) -> usize {
        1
    }

    /// Changes a world that was drawn by what is possible into one that is more likely, before it is weighted: where
    /// nearly all worlds are unlikely, weights alone would leave few.
    fn improve(&mut self, decision: &Decision<'_, G>, world: &mut G, rng: &mut Rng) {
        let _ = (decision, world, rng);
    }

    /// A world that differs from this one a little and fits as well, drawn so that the way back is as likely; `None` where
    /// there is none.
    fn neighbour(&self, decision: &Decision<'_, G>, world: &G, rng: &mut Rng) -> Option<G> {
        let _ = (decision, world, rng);
        None
    }

    /// Draws anew what chance still has to bring, so that a world that comes up twice goes on in different ways.
    fn redraw(&self, world: &mut G, rng: &mut Rng) {
        let _ = (world, rng);
    }
}

/// The way worlds are weighted by their likelihood.
#[derive(Clone, Copy, Debug)]
pub struct Weighting {
    /// Worlds drawn for a decision, among which the likely ones come up more often.
    pub candidates: usize,
    /// The exponent of likelihoods: less than 1 where the model of the others is not quite believed.
    pub trust: f64,
    /// The share of the candidates that must count at least; the exponent is lowered until they do.
    pub diversity: f64,
}

/// Worlds drawn by likelihood: sampling by importance with resampling.
pub struct LikelyWorlds<G: Game, L> {
    likelihood: L,
    weighting: Weighting,
    worlds: Vec<G>,
    /// The logarithms of likelihoods, and once weighted the running sums of weights.
    sums: Vec<f64>,
}

impl<G: Game, L: Likelihood<G>> LikelyWorlds<G, L> {
    /// Worlds by this likelihood.
    pub fn new(likelihood: L, weighting: Weighting) -> Self {
        let room = weighting.candidates;
        LikelyWorlds {
            likelihood,
            weighting,
            worlds: Vec::with_capacity(room),
            sums: Vec::with_capacity(room),
        }
    }

    /// The number of weighted worlds of this decision, 0 where worlds are drawn unweighted.
    pub fn candidates(&self) -> usize {
        self.worlds.len()
    }
}

/// Turns logarithms of likelihoods into running sums of weights, by raising likelihoods to `trust`, or to as much
/// less as lets at least the share `diversity` of them count.
fn weigh(logs: &mut [f64], mut trust: f64, diversity: f64) {
    let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    loop {
        let weight = |log: f64| libm::exp(trust * (log - most));
        let (sum, squares) = logs.iter().fold((0.0, 0.0), |(sum, squares), &log| {
            let weight = weight(log);
            (sum + weight, squares + weight * weight)
        });
        // Kish's effective number of equally weighted ones.
        if diversity == 0.0 || sum * sum / squares >= diversity * logs.len() as f64 {
            let mut sum = 0.0;
            for log in logs {
                sum += weight(*log);
                *log = sum;
            }
            return;
        }
        trust *= 0.7;
    }
}

impl<G: Game, L: Likelihood<G>> Determinizer<G> for LikelyWorlds<G, L> {
    fn begin(&mut self, decision: &Decision<'_, G>, rng: &mut Rng) {
        self.worlds.clear();
        self.sums.clear();
        if !self.likelihood.begin(decision) {
            return;
        }
        for _ in 0..self.weighting.candidates * self.likelihood.breadth() {
            let mut world = G::sample(decision.view, rng);
            self.likelihood.improve(decision, &mut world, rng);
            let Some(log) = self.likelihood.log(decision, &world) else {
                self.worlds.clear();
                return;
            };
            self.worlds.push(world);
            self.sums.push(log);
        }
        weigh(&mut self.sums, self.weighting.trust, self.weighting.diversity);
    }

    fn world(&mut self, decision: &Decision<'_, G>, rng: &mut Rng) -> G {
        let (Some(last), Some(&total)) = (self.worlds.len().checked_sub(1), self.sums.last()) else {
            let mut world = G::sample(decision.view, rng);
            self.likelihood.improve(decision, &mut world, rng);
            return world;
        };
        let drawn = rng.unit() * total;
        let at = self.sums.partition_point(|&sum| sum <= drawn);
        let mut world = self.worlds[at.min(last)];
        self.likelihood.redraw(&mut world, rng);
        world
    }
}

/// The way chains of worlds are walked.
#[derive(Clone, Copy, Debug)]
pub struct Chains {
    /// Chains, each begun with a world of its own.
    pub count: usize,
    /// Steps of a chain.
    pub steps: usize,
    /// Steps before the first world of a chain counts.
    pub settling: usize,
    /// The exponent of likelihoods: less than 1 where the model of the others is not quite believed.
    pub trust: f64,
}

/// Worlds drawn by likelihood along chains of small changes (Metropolis and others 1953): where a round tells so much
/// that nearly every world dealt at random is unlikely, they find the likely ones and importance weights do not.
pub struct ChainedWorlds<G: Game, L> {
    likelihood: L,
    chains: Chains,
    worlds: Vec<G>,
}

impl<G: Game, L: Likelihood<G>> ChainedWorlds<G, L> {
    /// Worlds by this likelihood.
    pub fn new(likelihood: L, chains: Chains) -> Self {
        let room = chains.count * chains.steps.saturating_sub(chains.settling);
        ChainedWorlds { likelihood, chains, worlds: Vec::with_capacity(room) }
    }

    /// The likelihood.
    pub fn likelihood(&mut self) -> &mut L {
        &mut self.likelihood
    }

    /// The number of worlds of this decision that were found likely, 0 where worlds are drawn unweighted.
    pub fn found(&self) -> usize {
        self.worlds.len()
    }

    /// Walks a chain; `None` if what was done cannot be followed.
    fn walk(&mut self, decision: &Decision<'_, G>, rng: &mut Rng) -> Option<()> {
        let mut world = G::sample(decision.view, rng);
        let mut log = self.likelihood.log(decision, &world)?;
        for step in 0..self.chains.steps {
            if let Some(next) = self.likelihood.neighbour(decision, &world, rng) {
                // The step is taken with the ratio of likelihoods, to the power of the trust, as its probability.
                let least = log + libm::log(rng.unit()) / self.chains.trust;
                let then = self.likelihood.log_above(decision, &next, least)?;
                if then > least {
                    (world, log) = (next, then);
                }
            }
            if step >= self.chains.settling {
                self.worlds.push(world);
            }
        }
        Some(())
    }
}

impl<G: Game, L: Likelihood<G>> Determinizer<G> for ChainedWorlds<G, L> {
    fn begin(&mut self, decision: &Decision<'_, G>, rng: &mut Rng) {
        self.worlds.clear();
        if !self.likelihood.begin(decision) {
            return;
        }
        for _ in 0..self.chains.count {
            if self.walk(decision, rng).is_none() {
                self.worlds.clear();
                return;
            }
        }
    }

    fn world(&mut self, decision: &Decision<'_, G>, rng: &mut Rng) -> G {
        if self.worlds.is_empty() {
            return G::sample(decision.view, rng);
        }
        let mut world = self.worlds[rng.index(self.worlds.len())];
        self.likelihood.redraw(&mut world, rng);
        world
    }
}

/// The seats whose cards a cheating agent sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// Those of all other seats.
    Everyone,
    /// Those of all but its partners.
    Enemies,
}

/// Draws a world from a view that hides nothing: every hidden card of the seats named stays where it is with
/// the probability given, and the others are dealt anew.
pub type PartialReveal<G> = fn(&<G as Game>::View, f64, Whose, &mut Rng) -> G;

/// The worlds of an agent that cheats by halves.
pub struct PartiallyRevealed<G: Game> {
    /// The way a world is drawn.
    pub draw: PartialReveal<G>,
    /// The probability that a card is seen.
    pub fraction: f64,
    /// The seats whose cards may be seen.
    pub whose: Whose,
}

impl<G: Game> Determinizer<G> for PartiallyRevealed<G> {
    fn world(&mut self, decision: &Decision<'_, G>, rng: &mut Rng) -> G {
        (self.draw)(decision.view, self.fraction, self.whose, rng)
    }
}

/// A game's list of the worlds that fit a view, and the way they are played on with all cards open.
pub struct Listing<G: Game> {
    /// Appends every world that fits, each once, with its probability among what [`Game::sample`] draws,
    /// and returns true; or appends nothing and returns false where there are more than the limit. The
    /// chance inside these worlds means nothing.
    pub worlds: fn(&G::View, usize, &mut Vec<(G, f64)>) -> bool,
    /// True if two worlds differ only in what no longer matters, so that all that may follow is the same
    /// and worth the same. Worlds that are alike are listed side by side, as far as that is easy.
    pub alike: fn(&G, &G) -> bool,
    /// The list of their draws.
    pub chances: Chances<G>,
}

// Function pointers copy whatever the game; derived impls would bound every use.
impl<G: Game> Clone for Listing<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Listing<G> {}

/// Worlds of another determinizer, each changed in the same way, such as cut down to what a search wants
/// to look at.
pub struct Changed<G: Game> {
    /// The source of worlds.
    pub source: Box<dyn Determinizer<G>>,
    /// The change made to each.
    pub change: fn(&mut G),
}

impl<G: Game> Determinizer<G> for Changed<G> {
    fn begin(&mut self, decision: &Decision<'_, G>, rng: &mut Rng) {
        self.source.begin(decision, rng);
    }

    fn world(&mut self, decision: &Decision<'_, G>, rng: &mut Rng) -> G {
        let mut world = self.source.world(decision, rng);
        (self.change)(&mut world);
        world
    }
}

#[cfg(test)]
mod tests;
