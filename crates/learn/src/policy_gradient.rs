//! Learning a policy net by playing against itself: the policy gradient. Knows inputs of moves and points of games;
//! reads and writes no files.
//!
//! A deal is played several times by the policy as it is, and each game is compared with the mean of the others, so
//! that the luck of the deal does not count. After a batch of deals the weights move along the mean of (advantage) x
//! (slope of the log-probability of the moves made), with Adam's steps.

use karuta_engine::{Game, MAX_SEATS, Rng};
use karuta_playable::parts::{Lesson, Weighing};
use karuta_playable::policy_net::{HIDDEN, WORST, Weights, odds, score_of_outcomes};
use karuta_playable::weights::pick;

/// Times a deal is played.
pub const REPEATS: usize = 8;

/// Parts of a batch: threads may share them, and the sum does not depend on who plays which.
pub const PARTS: u64 = 8;

/// Deals of a part.
const DEALS: u64 = 8;

/// Games of a batch.
pub const BATCH: u64 = PARTS * DEALS * REPEATS as u64;

/// Adam's memory of slopes and of their squares.
const MEMORY: (f32, f32) = (0.9, 0.999);

/// The slope below which Adam's steps grow smaller.
const SMALL: f32 = 1e-3;

/// Shares of a slope that are left out. Most moves of a learned policy are so unlikely that adding up their slopes would
/// take half the time and change nothing.
const NEGLIGIBLE: f32 = 1e-4;

/// Streams of the seed.
const START: u64 = 31;
const DEAL: u64 = 32;
const MET: u64 = 33;

/// A net in training.
pub struct Fit<G: Game> {
    /// The weights as they are.
    pub weights: Weights,
    lesson: Lesson<G>,
    means: Weights,
    squares: Weights,
    batches: u64,
    seed: u64,
}

impl<G: Game> Fit<G> {
    /// A net that plays by the weights of inputs in `linear` at first; its units know nothing yet.
    pub fn new(lesson: Lesson<G>, linear: &[f32], seed: u64) -> Fit<G> {
        let mut weights = Weights::zero(lesson.inputs);
        weights.linear[..linear.len()].copy_from_slice(linear);
        let mut rng = Rng::for_path(seed, &[START]);
        // A sum of even draws is nearly normal, and the same on every machine.
        let mut draw = || (0..4).map(|_| rng.unit() as f32 - 0.5).sum::<f32>() * 0.15;
        weights.rows.iter_mut().flatten().for_each(|number| *number = draw());
        Fit::from(lesson, weights, seed)
    }

    /// A net that goes on from other weights.
    pub fn from(lesson: Lesson<G>, weights: Weights, seed: u64) -> Fit<G> {
        let zero = || Weights::zero(lesson.inputs);
        Fit { weights, means: zero(), squares: zero(), batches: 0, seed, lesson }
    }

    /// Plays a part of the next batch: the slopes of its games, added up.
    pub fn play(&self, part: u64) -> Weights {
        let mut slopes = Weights::zero(self.lesson.inputs);
        let mut room = Weighing::default();
        for deal in 0..DEALS {
            let mut rng = Rng::for_path(self.seed, &[DEAL, self.batches, part, deal]);
            let start = (self.lesson.deal)(&mut rng);
            let games: Vec<(Steps, [f32; MAX_SEATS])> = (0..REPEATS)
                .map(|_| {
                    let (mut state, mut steps) = (start, Steps::default());
                    while state.turn().is_some() {
                        let mv = steps.choose(&state, &self.lesson, &self.weights, &mut room, &mut rng);
                        state.apply(mv);
                    }
                    (steps, (self.lesson.points)(&state))
                })
                .collect();
            let mut sums = [0.0; MAX_SEATS];
            for (_, points) in &games {
                sums.iter_mut().zip(points).for_each(|(sum, points)| *sum += points);
            }
            for (steps, points) in &games {
                let others = |seat: usize| (sums[seat] - points[seat]) / (REPEATS - 1) as f32;
                let advantages = std::array::from_fn(|seat| points[seat] - others(seat));
                steps.add_slopes(&advantages, &self.weights, &mut slopes);
            }
        }
        slopes
    }

    /// The number of times each input came up in so many deals, played once each.
    pub fn met(&self, deals: u64) -> Vec<u32> {
        let mut met = vec![0; self.lesson.inputs];
        let mut room = Weighing::default();
        for deal in 0..deals {
            let mut rng = Rng::for_path(self.seed, &[MET, deal]);
            let (mut state, mut steps) = ((self.lesson.deal)(&mut rng), Steps::default());
            while state.turn().is_some() {
                let mv = steps.choose(&state, &self.lesson, &self.weights, &mut room, &mut rng);
                state.apply(mv);
            }
            steps.inputs.iter().chain(&steps.shared).for_each(|&input| met[usize::from(input)] += 1);
        }
        met
    }

    /// Moves the weights by the slopes of all parts of a batch.
    pub fn step(&mut self, parts: &[Weights], rate: f32) {
        self.batches += 1;
        let mut slopes = Weights::zero(self.lesson.inputs);
        for part in parts {
            slopes.numbers_mut().zip(part.numbers()).for_each(|(sum, slope)| *sum += slope);
        }
        let known = 1.0 - libm::powf(MEMORY.1, self.batches.min(100_000) as f32);
        let memory = self.means.numbers_mut().zip(self.squares.numbers_mut());
        for ((weight, slope), (mean, square)) in self.weights.numbers_mut().zip(slopes.numbers()).zip(memory)
        {
            let slope = slope / BATCH as f32;
            *mean = MEMORY.0 * *mean + (1.0 - MEMORY.0) * slope;
            *square = MEMORY.1 * *square + (1.0 - MEMORY.1) * slope * slope;
            *weight += rate * *mean / ((*square / known).sqrt() + SMALL);
        }
    }
}

/// The choices of a game: inputs of every outcome of every move one after the other, the units they led to and the
/// scores, and the chances of the moves.
#[derive(Default)]
struct Steps {
    inputs: Vec<u16>,
    ends: Vec<usize>,
    units: Vec<[f32; HIDDEN]>,
    scores: Vec<f32>,
    /// The end of the outcomes of every move.
    outcomes: Vec<usize>,
    chances: Vec<f32>,
    shared: Vec<u16>,
    made: Vec<Made>,
}

/// A choice that was made.
struct Made {
    seat: usize,
    /// The first move listed, the number of moves, the one that was chosen.
    first: usize,
    count: usize,
    chosen: usize,
    /// The inputs that the moves share.
    shared: (usize, usize),
}

impl Steps {
    /// Draws a move and remembers how.
    fn choose<G: Game>(
        &mut self,
        state: &G,
        lesson: &Lesson<G>,
        net: &Weights,
        room: &mut Weighing<G::Move>,
        rng: &mut Rng,
    ) -> G::Move {
        room.shared.clear();
        room.outcomes.clear();
        if let Some(mv) = (lesson.weigh)(state, room) {
            return mv;
        }
        let (first, from) = (self.chances.len(), self.shared.len());
        let mut begun = net.bias;
        for &input in &room.shared {
            add(&mut begun, &net.rows[usize::from(input)]);
        }
        self.shared.extend_from_slice(&room.shared);
        let mut start = 0;
        for &end in &room.ends {
            self.inputs.extend_from_slice(&room.features[start..end]);
            self.score(net, &begun);
            start = end;
        }
        for at in 0..room.moves.len() {
            let from = self.outcomes.last().copied().unwrap_or(0);
            let to = from + room.outcomes.get(at).copied().unwrap_or(1);
            self.outcomes.push(to);
            self.chances.push(score_of_outcomes(&self.scores[from..to]));
        }
        let chances = &mut self.chances[first..];
        let sum = odds(chances);
        let chosen = pick(chances, sum, false, rng);
        chances.iter_mut().for_each(|chance| *chance /= sum);
        let (seat, count) = (state.turn().unwrap_or(0), room.moves.len());
        self.made.push(Made { seat, first, count, chosen, shared: (from, self.shared.len()) });
        (lesson.made)(state, room.moves[chosen])
    }

    /// The outcomes of a listed move.
    fn outcomes(&self, at: usize) -> std::ops::Range<usize> {
        (if at == 0 { 0 } else { self.outcomes[at - 1] })..self.outcomes[at]
    }

    /// The inputs of a listed outcome.
    fn inputs(&self, at: usize) -> &[u16] {
        let from = if at == 0 { 0 } else { self.ends[at - 1] };
        &self.inputs[from..self.ends[at]]
    }

    /// Notes units and score of the outcome whose inputs were listed last.
    fn score(&mut self, net: &Weights, begun: &[f32; HIDDEN]) {
        self.ends.push(self.inputs.len());
        let (mut units, mut score) = (*begun, 0.0);
        for &input in self.inputs(self.ends.len() - 1) {
            score += net.linear[usize::from(input)];
            add(&mut units, &net.rows[usize::from(input)]);
        }
        for (unit, weight) in units.iter_mut().zip(&net.out) {
            *unit = unit.max(0.0);
            score += *unit * weight;
        }
        self.units.push(units);
        self.scores.push(score);
    }

    /// Adds the slopes of the choices of a game, given the advantage of each seat.
    fn add_slopes(&self, advantages: &[f32; MAX_SEATS], net: &Weights, slopes: &mut Weights) {
        for made in &self.made {
            let mut all = [0.0; HIDDEN];
            for at in made.first..made.first + made.count {
                let is_chosen = f32::from(u8::from(at == made.first + made.chosen));
                let share = advantages[made.seat] * (is_chosen - self.chances[at]);
                if share.abs() < NEGLIGIBLE {
                    continue;
                }
                let outcomes = self.outcomes(at);
                let scores = &self.scores[outcomes.clone()];
                let worst = (0..scores.len()).min_by(|&a, &b| scores[a].total_cmp(&scores[b]));
                for outcome in outcomes.clone() {
                    let is_worst = worst == Some(outcome - outcomes.start);
                    let part = (1.0 - WORST) / scores.len() as f32 + if is_worst { WORST } else { 0.0 };
                    self.add_slopes_of(outcome, share * part, net, slopes, &mut all);
                }
            }
            add(&mut slopes.bias, &all);
            for &input in &self.shared[made.shared.0..made.shared.1] {
                add(&mut slopes.rows[usize::from(input)], &all);
            }
        }
    }

    /// Adds the slopes of an outcome's score, `share` times; those of the units also to `all`.
    #[inline]
    fn add_slopes_of(
        &self,
        outcome: usize,
        share: f32,
        net: &Weights,
        slopes: &mut Weights,
        all: &mut [f32; HIDDEN],
    ) {
        let mut back = [0.0; HIDDEN];
        for (unit, &value) in self.units[outcome].iter().enumerate() {
            slopes.out[unit] += share * value;
            back[unit] = if value > 0.0 { share * net.out[unit] } else { 0.0 };
        }
        add(all, &back);
        for &input in self.inputs(outcome) {
            slopes.linear[usize::from(input)] += share;
            add(&mut slopes.rows[usize::from(input)], &back);
        }
    }
}

#[inline]
fn add(sum: &mut [f32; HIDDEN], row: &[f32; HIDDEN]) {
    sum.iter_mut().zip(row).for_each(|(sum, number)| *sum += number);
}

#[cfg(test)]
mod tests;
