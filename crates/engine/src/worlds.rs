//! Where the worlds of a search come from. What is *possible* a game says in `sample`; what is
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
        for _ in 0..self.size {
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

/// Worlds of one decision, drawn as often as they are likely.
pub struct Weighed<G> {
    worlds: Vec<G>,
    /// How likely each is as a logarithm, and once settled the running sums of their weights.
    sums: Vec<f32>,
}

impl<G: Copy> Weighed<G> {
    /// Room for so many worlds.
    pub fn with_capacity(worlds: usize) -> Self {
        Weighed { worlds: Vec::with_capacity(worlds), sums: Vec::with_capacity(worlds) }
    }

    /// Forgets all worlds.
    pub fn clear(&mut self) {
        self.worlds.clear();
        self.sums.clear();
    }

    /// Adds a world by the logarithm of its likelihood.
    pub fn push(&mut self, world: G, log: f32) {
        self.worlds.push(world);
        self.sums.push(log);
    }

    /// How many worlds there are.
    pub fn len(&self) -> usize {
        self.worlds.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.worlds.is_empty()
    }

    /// Turns likelihoods into weights by raising them to `trust`, or to as much less as lets at least the
    /// share `diversity` of the worlds count.
    pub fn settle(&mut self, mut trust: f32, diversity: f32) {
        let most = self.sums.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        loop {
            let weight = |log: f32| libm::expf(trust * (log - most));
            let (sum, squares) = self.sums.iter().fold((0.0, 0.0), |(sum, squares), &log| {
                let weight = weight(log);
                (sum + weight, squares + weight * weight)
            });
            // Kish's effective number of equally weighted ones.
            if diversity == 0.0 || sum * sum / squares >= diversity * self.sums.len() as f32 {
                let mut sum = 0.0;
                for log in &mut self.sums {
                    sum += weight(*log);
                    *log = sum;
                }
                return;
            }
            trust *= 0.7;
        }
    }

    /// One of the worlds by weight, if there are any and they are settled.
    pub fn draw(&self, rng: &mut Rng) -> Option<G> {
        let &total = self.sums.last()?;
        let drawn = rng.unit() as f32 * total;
        let at = self.sums.partition_point(|&sum| sum <= drawn);
        Some(self.worlds[at.min(self.worlds.len() - 1)])
    }
}

/// Whose cards a cheating agent gets to see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// Those of all other seats.
    Everyone,
    /// Those of all but its partners.
    Enemies,
}

/// Draws a world from a view that hides nothing: every hidden card of the seats named stays where it is with
/// the probability given, and the others are dealt anew.
pub type Glimpse<G> = fn(&<G as Game>::View, f64, Whose, &mut Rng) -> G;

/// The worlds of an agent that cheats by halves.
pub struct Glimpses<G: Game> {
    /// How a world is drawn.
    pub draw: Glimpse<G>,
    /// How likely a card is seen.
    pub fraction: f64,
    /// Whose cards may be.
    pub whose: Whose,
}

impl<G: Game> Determinizer<G> for Glimpses<G> {
    fn world(&mut self, decision: &Decision<'_, G>, rng: &mut Rng) -> G {
        (self.draw)(decision.view, self.fraction, self.whose, rng)
    }
}

/// How a game lists the worlds that fit a view, and how they are played on with all cards open.
pub struct Listing<G: Game> {
    /// Appends every world that fits, each once, with its probability among what [`Game::sample`] draws,
    /// and returns true; or appends nothing and returns false where there are more than the limit. The
    /// chance inside these worlds means nothing.
    pub worlds: fn(&G::View, usize, &mut Vec<(G, f64)>) -> bool,
    /// Whether two worlds differ only in what no longer matters, so that all that may follow is the same
    /// and worth the same. Worlds that are alike are listed side by side, as far as that is easy.
    pub alike: fn(&G, &G) -> bool,
    /// How their draws are listed.
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
    /// Where worlds come from.
    pub source: Box<dyn Determinizer<G>>,
    /// What is done to each.
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
mod tests {
    use super::*;

    #[test]
    fn few_worlds_never_count_for_all() {
        const ALL: usize = 256;
        let mut worlds = Weighed::with_capacity(ALL);
        for at in 0..ALL {
            worlds.push(at, if at == 7 { 0.0 } else { -40.0 - at as f32 });
        }
        worlds.settle(0.3, 0.7);
        let total = worlds.sums[ALL - 1];
        let first = (worlds.sums[7] - worlds.sums[6]) / total;
        assert!(first > 1.5 / ALL as f32 && first < 0.2, "{first}");
        assert!(worlds.sums.windows(2).all(|pair| pair[0] < pair[1]));
    }
}
