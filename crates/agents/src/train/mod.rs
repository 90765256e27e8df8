//! Learning the weights of a policy by playing against oneself: the policy gradient with a baseline
//! (REINFORCE, Williams 1992). Knows features and payoffs, no game in particular; reads and writes no
//! files.
//!
//! All seats play the policy as it is. After a batch of games every weight is moved along the mean of
//! (payoff - baseline) x (feature of the move made - its expectation), scaled by how large that has been
//! so far (AdaGrad), so that rare features learn as well as common ones. The baseline is the mean payoff
//! of seats that began in the same situation.

pub mod nets;

use karuta_engine::{Rng, Seat};
use karuta_playable::error::InputError;
use karuta_playable::parts::{Learnable, Parts, Weighing};
use karuta_playable::playable::Playable;

/// Games between two changes of the weights.
const BATCH: u64 = 64;

/// The seed's stream of deals and draws.
const STREAM: u64 = 5;

/// A policy being trained, whatever its game.
pub trait Training {
    /// Plays about `games` more games; says how many there were. Weights change after whole batches.
    fn learn(&mut self, games: u64) -> u64;

    /// The weights as they are, as text.
    fn weights(&self) -> String;

    /// The entropy of the policy's recent choices, in bits per choice: it falls as the policy makes up its
    /// mind.
    fn entropy(&self) -> f64;
}

/// The configuration of a training.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrainConfig {
    /// The seed of deals and draws.
    pub seed: u64,
    /// The size of steps.
    pub rate: f64,
}

/// A policy in training.
pub struct Learner<G: Playable> {
    learnable: Learnable<G>,
    /// Any deal by the rules of the table.
    table: G,
    config: TrainConfig,
    weights: Vec<f64>,
    /// Squares of past gradients, added up.
    squares: Vec<f64>,
    gradient: Vec<f64>,
    /// Payoffs added up and counted, by situation.
    baseline: Vec<(f64, f64)>,
    games: u64,
    entropy: (f64, f64),
    weighing: Weighing<G::Move>,
    chances: Vec<f64>,
    /// The features that each choice of a game moves, by seat, with their shares.
    steps: [Vec<(u16, f64)>; karuta_engine::MAX_SEATS],
}

impl<G: Playable> Learner<G> {
    /// Training from weights written as text, or from those the game begins with.
    pub fn new(
        parts: &Parts<G>,
        options: &G::Options,
        config: TrainConfig,
        from: Option<&str>,
    ) -> Result<Learner<G>, InputError> {
        let Some(learnable) = parts.learning.policy else {
            return Err(InputError::new(format!("{} has no policy that learns", G::NAME)));
        };
        let weights: Vec<f64> =
            (learnable.read)(from.unwrap_or(learnable.start))?.into_iter().map(f64::from).collect();
        Ok(Learner {
            squares: vec![0.0; weights.len()],
            gradient: vec![0.0; weights.len()],
            baseline: vec![(0.5, 1.0); learnable.situations],
            games: 0,
            entropy: (0.0, 0.0),
            weighing: Weighing::default(),
            chances: Vec::new(),
            steps: Default::default(),
            learnable,
            table: G::deal(options, &mut Rng::new(config.seed)),
            config,
            weights,
        })
    }

    fn play_game(&mut self) {
        let mut rng = Rng::for_path(self.config.seed, &[STREAM, self.games]);
        let mut state = (self.learnable.deal)(&self.table, &mut rng);
        for steps in &mut self.steps {
            steps.clear();
        }
        let mut situations = [None; karuta_engine::MAX_SEATS];
        while let Some(seat) = state.turn() {
            let mv = match (self.learnable.weigh)(&state, &mut self.weighing) {
                Some(mv) => mv,
                None => {
                    situations[seat].get_or_insert_with(|| (self.learnable.situation)(&state, seat));
                    self.choose(seat, &mut rng)
                }
            };
            state.apply(mv);
        }
        let payoffs = state.payoff();
        for (seat, situation) in situations.iter().enumerate().take(G::SEATS) {
            let Some(situation) = *situation else { continue };
            let (sum, count) = &mut self.baseline[situation];
            let advantage = payoffs[seat] - *sum / *count;
            *sum += payoffs[seat];
            *count += 1.0;
            for &(feature, share) in &self.steps[seat] {
                self.gradient[usize::from(feature)] += advantage * share;
            }
        }
        self.games += 1;
    }

    /// Draws a move of the weighing and notes what it moves.
    fn choose(&mut self, seat: Seat, rng: &mut Rng) -> G::Move {
        let Weighing { moves, features, ends, .. } = &self.weighing;
        self.chances.clear();
        let mut from = 0;
        for &to in ends {
            let score: f64 =
                features[from..to].iter().map(|&feature| self.weights[usize::from(feature)]).sum();
            self.chances.push(score);
            from = to;
        }
        let most = self.chances.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let mut sum = 0.0;
        for chance in &mut self.chances {
            *chance = libm::exp(*chance - most);
            sum += *chance;
        }
        let mut left = rng.unit() * sum;
        let mut chosen = moves.len() - 1;
        for (at, chance) in self.chances.iter_mut().enumerate() {
            if left >= 0.0 {
                left -= *chance;
                if left < 0.0 {
                    chosen = at;
                }
            }
            *chance /= sum;
        }
        let mut from = 0;
        for (at, &to) in ends.iter().enumerate() {
            let share = f64::from(u8::from(at == chosen)) - self.chances[at];
            self.steps[seat].extend(features[from..to].iter().map(|&feature| (feature, share)));
            from = to;
        }
        let bits: f64 = self.chances.iter().filter(|&&p| p > 0.0).map(|&p| -p * libm::log2(p)).sum();
        self.entropy = (0.999 * self.entropy.0 + bits, 0.999 * self.entropy.1 + 1.0);
        moves[chosen]
    }

    fn move_weights(&mut self) {
        let count = (BATCH as usize * G::SEATS) as f64;
        for at in 0..self.weights.len() {
            let gradient = self.gradient[at] / count;
            self.gradient[at] = 0.0;
            self.squares[at] += gradient * gradient;
            if self.squares[at] > 0.0 {
                self.weights[at] += self.config.rate * gradient / self.squares[at].sqrt();
            }
        }
    }
}

impl<G: Playable> Training for Learner<G> {
    fn learn(&mut self, games: u64) -> u64 {
        let batches = games.div_ceil(BATCH).max(1);
        for _ in 0..batches {
            for _ in 0..BATCH {
                self.play_game();
            }
            self.move_weights();
        }
        batches * BATCH
    }

    fn weights(&self) -> String {
        let weights: Vec<f32> = self.weights.iter().map(|&weight| weight as f32).collect();
        (self.learnable.write)(&weights)
    }

    fn entropy(&self) -> f64 {
        self.entropy.0 / self.entropy.1.max(1.0)
    }
}
