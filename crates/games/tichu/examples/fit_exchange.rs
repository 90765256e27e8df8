//! Learns the weights by which cards are given away before a round (`play::exchange`), by playing against itself: the
//! policy gradient, where a deal is played several times with other gifts and each round is compared with the mean of
//! the others. Knows features of gifts and points of rounds; the plays are those of the policy `learned`.
//!
//! ```sh
//! cargo run --release -p karuta-tichu --example fit_exchange -- learn FILE DEALS RATE SEED
//! cargo run --release -p karuta-tichu --example fit_exchange -- compare FILE FILE DEALS SEED
//! ```
//!
//! `learn` goes on from FILE if there is one, and begins with a rule of thumb otherwise. `compare` gives each team of a
//! deal either file in turn; the interval is that of deals. In place of a file, `shipped` stands for the weights of the
//! program, `plain` for the same without the convention of left and right, `thumb` for the rule of thumb.

use karuta_engine::playout::Policy as _;
use karuta_engine::{Game as _, Rng};
use karuta_playable::weights;
use karuta_tichu::moves::Move;
use karuta_tichu::play::exchange::{self, BLOCKS, COUNT, ORDER, choose, giver};
use karuta_tichu::play::softmax::{Softmax, learned};
use karuta_tichu::rules::Rules;
use karuta_tichu::{Phase, Tichu};

/// Times a deal is played.
const ROUNDS: usize = 8;

/// Deals between two changes of the weights.
const BATCH: u64 = 128;

/// Batches between two reports.
const REPORT: u64 = 200;

/// The moments of the gradient are remembered for so many batches.
const MOMENTS: (f32, f32) = (0.9, 0.999);

/// A deal before the exchange.
fn dealt(seed: u64) -> Tichu {
    let mut policy = Softmax::greedy(learned());
    let (mut buf, mut rng) = (Vec::new(), Rng::for_path(seed, &[0]));
    let mut state = Tichu::new(Rules::OFFICIAL, seed);
    while state.phase() == Phase::Grand {
        let mv = policy.pick(&state, &mut buf, &mut rng);
        state.apply(mv);
    }
    state
}

/// Plays a round on after the exchange; the points of seats 0 and 2 above those of the others.
fn played(mut state: Tichu, policy: &mut Softmax, buf: &mut Vec<Move>, rng: &mut Rng) -> f32 {
    while state.turn().is_some() {
        let mv = policy.pick(&state, buf, rng);
        state.apply(mv);
    }
    let [one, other] = state.scores();
    (one - other) as f32
}

/// Gives the cards of the seat to move.
fn give(state: &mut Tichu, gifts: [u8; 3]) {
    for (way, card) in gifts.into_iter().enumerate() {
        state.apply(Move::give(card, way + 1));
    }
}

/// A rule of thumb: the partner gets the best card that can be spared, opponents what is in the way.
fn rule_of_thumb() -> Vec<f32> {
    let mut weights = vec![0.0; COUNT];
    let mut at = 0;
    for &(name, rows, columns) in BLOCKS {
        for row in 0..rows {
            let way = row / (rows / 3);
            for column in 0..columns {
                let rank = column as f32;
                weights[at] = match (name, way, column) {
                    ("gift", 1, 0 | 1) => -1.5,
                    ("gift", 1, 15 | 16) => -6.0,
                    ("gift", 1, _) => 0.35 * rank,
                    ("gift", _, 0 | 1) => -1.0,
                    ("gift", _, 15 | 16) => -18.0,
                    ("gift", _, 14) => -14.0,
                    ("gift", _, _) => -0.24 * rank,
                    ("loss", 1, _) => -0.6 * rank,
                    ("loss", _, _) => -0.4 * rank,
                    ("held", _, _) if row % 4 == 3 => -4.0,
                    _ => 0.0,
                };
                at += 1;
            }
        }
    }
    weights
}

/// A choice of a round: the features of every card, one after the other, and the chances.
#[derive(Default)]
struct Steps {
    features: Vec<u16>,
    ends: Vec<usize>,
    chances: Vec<f32>,
    /// The team, the first card listed, the number of cards and the one chosen.
    made: Vec<(usize, usize, usize, usize)>,
}

impl Steps {
    /// Draws the gifts of the seat to move and remembers how.
    fn draw(&mut self, state: &Tichu, weights: &[f32], rng: &mut Rng) -> [u8; 3] {
        let seat = state.turn().expect("somebody gives");
        let giver = giver(state);
        let hand: Vec<u8> = state.hand(seat).iter().collect();
        let mut chosen = [u8::MAX; 3];
        for way in ORDER {
            let other = Some(chosen[2 - way]).filter(|&card| way != 1 && card != u8::MAX);
            let from = self.chances.len();
            let cards: Vec<u8> = hand.iter().copied().filter(|card| !chosen.contains(card)).collect();
            for &card in &cards {
                let mut sum = 0.0;
                giver.features(way, card, other, |feature| {
                    sum += weights[feature];
                    self.features.push(feature as u16);
                });
                self.ends.push(self.features.len());
                self.chances.push(sum);
            }
            let chances = &mut self.chances[from..];
            let most = chances.iter().copied().fold(f32::NEG_INFINITY, f32::max);
            chances.iter_mut().for_each(|chance| *chance = (*chance - most).exp());
            let sum: f32 = chances.iter().sum();
            let at = weights::pick(chances, sum, false, rng);
            chances.iter_mut().for_each(|chance| *chance /= sum);
            self.made.push((seat % 2, from, cards.len(), at));
            chosen[way] = cards[at];
        }
        chosen
    }

    /// Adds what the choices of a round teach, given the advantage of team 0.
    fn learn(&self, advantage: f32, gradient: &mut [f32]) {
        for &(team, from, count, chosen) in &self.made {
            let advantage = if team == 0 { advantage } else { -advantage };
            for at in 0..count {
                let share = advantage * (f32::from(u8::from(at == chosen)) - self.chances[from + at]);
                let first = if from + at == 0 { 0 } else { self.ends[from + at - 1] };
                for &feature in &self.features[first..self.ends[from + at]] {
                    gradient[usize::from(feature)] += share;
                }
            }
        }
    }
}

fn learn(path: &str, deals: u64, rate: f32, seed: u64) -> Result<(), String> {
    let mut weights = if std::path::Path::new(path).exists() { read(path)? } else { rule_of_thumb() };
    let begun = weights.clone();
    let (mut first, mut second) = (vec![0.0f32; COUNT], vec![0.0f32; COUNT]);
    let mut policy = Softmax::greedy(learned());
    let mut buf = Vec::new();
    for batch in 0..deals / BATCH {
        let mut gradient = vec![0.0f32; COUNT];
        for nth in 0..BATCH {
            let mut rng = Rng::for_path(seed, &[batch, nth]);
            let start = dealt(rng.bits());
            let mut rounds: Vec<(Steps, f32)> = Vec::with_capacity(ROUNDS);
            for _ in 0..ROUNDS {
                let mut state = start;
                let mut steps = Steps::default();
                while state.phase() == Phase::Give {
                    let gifts = steps.draw(&state, &weights, &mut rng);
                    give(&mut state, gifts);
                }
                let points = played(state, &mut policy, &mut buf, &mut rng);
                rounds.push((steps, points / 100.0));
            }
            let sum: f32 = rounds.iter().map(|(_, points)| points).sum();
            for (steps, points) in &rounds {
                let others = (sum - points) / (ROUNDS - 1) as f32;
                steps.learn(points - others, &mut gradient);
            }
        }
        let done = batch as f32 / (deals / BATCH) as f32;
        let rate = rate * (1.0 - 0.9 * done);
        for at in 0..COUNT {
            let gradient = gradient[at] / (BATCH as usize * ROUNDS) as f32;
            first[at] = MOMENTS.0 * first[at] + (1.0 - MOMENTS.0) * gradient;
            second[at] = MOMENTS.1 * second[at] + (1.0 - MOMENTS.1) * gradient * gradient;
            if second[at] > 0.0 {
                weights[at] += rate * first[at] / (second[at].sqrt() + 1e-4);
            }
        }
        if (batch + 1) % REPORT == 0 {
            save(path, &weights)?;
            let (mean, half) = compare(&weights, &begun, 1500, 99);
            println!(
                "{} deals: {mean:+.1} ± {half:.1} points a round against the beginning",
                (batch + 1) * BATCH
            );
        }
    }
    save(path, &weights)
}

/// The points a round by which one file's gifts are better than the other's, with half the width of the interval.
fn compare(one: &[f32], other: &[f32], deals: u64, seed: u64) -> (f64, f64) {
    let mut policy = Softmax::greedy(learned());
    let mut buf = Vec::new();
    let (mut sum, mut squares) = (0.0, 0.0);
    for deal in 0..deals {
        let mut rng = Rng::for_path(seed, &[deal]);
        let start = dealt(rng.bits());
        let mut both = 0.0;
        for first in [0, 1] {
            let mut state = start;
            while state.phase() == Phase::Give {
                let seat = state.turn().expect("somebody gives");
                let weights = if seat % 2 == first { one } else { other };
                let gifts = choose(&giver(&state), weights);
                give(&mut state, gifts);
            }
            let points = played(state, &mut policy, &mut buf, &mut rng);
            both += f64::from(if first == 0 { points } else { -points }) / 2.0;
        }
        sum += both;
        squares += both * both;
    }
    let n = deals as f64;
    let mean = sum / n;
    (mean, 1.96 * ((squares / n - mean * mean) / (n - 1.0)).sqrt())
}

fn read(path: &str) -> Result<Vec<f32>, String> {
    let text = match path {
        "shipped" => return Ok(exchange::shipped().to_vec()),
        "plain" => return Ok(exchange::without_convention().to_vec()),
        "thumb" => return Ok(rule_of_thumb()),
        path => std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?,
    };
    weights::read(BLOCKS, &text).map_err(|error| format!("{path}: {error}"))
}

fn save(path: &str, values: &[f32]) -> Result<(), String> {
    let beside = format!("{path}.new");
    let written = std::fs::write(&beside, weights::write(BLOCKS, values));
    written.and_then(|()| std::fs::rename(&beside, path)).map_err(|error| format!("{path}: {error}"))
}

fn main() -> Result<(), String> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |text: &String| text.parse::<f64>().map_err(|_| format!("{text}: not a number"));
    match &args[..] {
        [what, path, deals, rate, seed] if what == "learn" => {
            learn(path, number(deals)? as u64, number(rate)? as f32, number(seed)? as u64)
        }
        [what, one, other, deals, seed] if what == "compare" => {
            let (mean, half) =
                compare(&read(one)?, &read(other)?, number(deals)? as u64, number(seed)? as u64);
            println!("{one} against {other}: {mean:+.1} ± {half:.1} points a round, {deals} deals");
            Ok(())
        }
        _ => Err(String::from("learn FILE DEALS RATE SEED, or compare FILE FILE DEALS SEED")),
    }
}
