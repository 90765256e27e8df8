//! Fits the worth of calls (`play::calls`): plays rounds twice from the moment of a call, with the call and without it,
//! and fits the chance of being first out and the points that a call is worth beside its stake. Knows strengths of hands
//! and points of rounds; plays and gifts are those of the policy `learned`.
//!
//! ```sh
//! cargo run --release -p karuta-tichu --example fit_calls -- tichu ROUNDS SEED
//! cargo run --release -p karuta-tichu --example fit_calls -- grand ROUNDS SEED
//! ```

use karuta_engine::playout::Policy as _;
use karuta_engine::{Game as _, Rng};
use karuta_tichu::moves::{Move, What};
use karuta_tichu::play::calls::{STRENGTHS, first_out, strengths_of};
use karuta_tichu::play::softmax::{Softmax, learned};
use karuta_tichu::rules::Rules;
use karuta_tichu::{Phase, Tichu};

/// Hands below this chance, as it was last fitted, are not tried: nobody would call with them.
const LEAST: f32 = 0.15;

/// Passes over the examples.
const EPOCHS: usize = 40;

/// A call that was tried: the strengths of the hand, whether it was first out, and the points that the call changed.
struct Trial {
    strengths: [f32; STRENGTHS],
    is_first: bool,
    change: f32,
    /// The difference of points with the call, its stake left out.
    difference: f32,
}

impl Trial {
    fn of(strengths: [f32; STRENGTHS], is_first: bool, stake: f32, with: f32, without: f32) -> Trial {
        let won = if is_first { stake } else { -stake };
        Trial { strengths, is_first, change: with - without, difference: with - won }
    }
}

struct Player {
    policy: Softmax,
    buf: Vec<Move>,
    rng: Rng,
}

impl Player {
    fn pick(&mut self, state: &Tichu) -> Move {
        self.policy.pick(state, &mut self.buf, &mut self.rng)
    }

    /// Plays to the end; the points of a seat's team above the others', and whether the seat was first out.
    fn finish(&mut self, mut state: Tichu, seat: usize) -> (f32, bool) {
        while state.turn().is_some() {
            let mv = self.pick(&state);
            state.apply(mv);
        }
        let scores = state.scores();
        ((scores[seat % 2] - scores[1 - seat % 2]) as f32, state.finished().next() == Some(seat))
    }
}

/// Calls of Tichu at the moment at which a seat plays its first card.
fn try_tichu(player: &mut Player, trials: &mut Vec<Trial>) {
    // Nobody calls by rule, so that every trial is one call among seats that have called nothing.
    let rules = Rules { calls: false, ..Rules::OFFICIAL };
    let mut state = Tichu::new(rules, player.rng.bits());
    let mut is_tried = [false; 4];
    while let Some(seat) = state.turn() {
        let mv = player.pick(&state);
        let is_first_card =
            state.phase() == Phase::Play && matches!(mv.what(), What::Play(_)) && !is_tried[seat];
        if is_first_card {
            is_tried[seat] = true;
            if first_out(state.hand(seat)) >= LEAST {
                let strengths = strengths_of(&state);
                let mut called = state;
                called.apply(Move::TICHU);
                let (with, is_first) = player.finish(called, seat);
                let (without, _) = player.finish(state, seat);
                trials.push(Trial::of(strengths, is_first, 100.0, with, without));
            }
        }
        state.apply(mv);
        if is_tried == [true; 4] {
            return;
        }
    }
}

/// A call of Grand Tichu by one seat.
fn try_grand(player: &mut Player, trials: &mut Vec<Trial>) {
    let state = Tichu::new(Rules::OFFICIAL, player.rng.bits());
    let seat = player.rng.index(4);
    let asked = |caller: Option<usize>| {
        let mut state = state;
        while state.phase() == Phase::Grand {
            let is_caller = state.turn() == caller;
            state.apply(if is_caller { Move::GRAND } else { Move::NO_CALL });
        }
        state
    };
    let mut before = state;
    while before.turn() != Some(seat) {
        before.apply(Move::NO_CALL);
    }
    let strengths = strengths_of(&before);
    // A hand without a high card is not tried.
    if strengths[3..8].iter().sum::<f32>() < 2.0 {
        return;
    }
    let (with, is_first) = player.finish(asked(Some(seat)), seat);
    let (without, _) = player.finish(asked(None), seat);
    trials.push(Trial::of(strengths, is_first, 200.0, with, without));
}

fn chance(weights: &[f32; STRENGTHS], trial: &Trial) -> f32 {
    let sum: f32 = weights.iter().zip(&trial.strengths).map(|(weight, strength)| weight * strength).sum();
    1.0 / (1.0 + (-sum).exp())
}

/// Logistic regression by stochastic gradients; the mean of the weights of the last half.
fn fit(trials: &[Trial], rng: &mut Rng) -> [f32; STRENGTHS] {
    let mut weights = [0.0; STRENGTHS];
    let (mut mean, mut count) = ([0.0f64; STRENGTHS], 0.0);
    for epoch in 0..EPOCHS {
        let rate = 0.02 / (1.0 + epoch as f32);
        for _ in 0..trials.len() {
            let trial = &trials[rng.index(trials.len())];
            let error = f32::from(u8::from(trial.is_first)) - chance(&weights, trial);
            for (weight, strength) in weights.iter_mut().zip(&trial.strengths) {
                *weight += rate * error * strength;
            }
        }
        if epoch >= EPOCHS / 2 {
            count += 1.0;
            mean.iter_mut().zip(weights).for_each(|(mean, weight)| *mean += f64::from(weight));
        }
    }
    mean.map(|sum| (sum / count) as f32)
}

/// The straight line through what is not the stake, by the chance.
fn line(points: &[(f64, f64)]) -> [f64; 2] {
    let n = points.len() as f64;
    let mean = |value: &dyn Fn(&(f64, f64)) -> f64| points.iter().map(value).sum::<f64>() / n;
    let (x, y) = (mean(&|p| p.0), mean(&|p| p.1));
    let slope = mean(&|p| (p.0 - x) * (p.1 - y)) / mean(&|p| (p.0 - x) * (p.0 - x));
    [y - slope * x, slope]
}

fn main() -> Result<(), String> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |text: &String| text.parse::<u64>().map_err(|_| format!("{text}: not a whole number"));
    let [what, rounds, seed] = &args[..] else { return Err(String::from("tichu|grand ROUNDS SEED")) };
    let stake = match what.as_str() {
        "tichu" => 100.0,
        "grand" => 200.0,
        other => return Err(format!("{other}: tichu or grand")),
    };
    let (rounds, seed) = (number(rounds)?, number(seed)?);
    let mut trials = Vec::new();
    for round in 0..rounds {
        let rng = Rng::for_path(seed, &[round]);
        let mut player = Player { policy: Softmax::greedy(learned()), buf: Vec::new(), rng };
        if stake == 100.0 {
            try_tichu(&mut player, &mut trials);
        } else {
            try_grand(&mut player, &mut trials);
        }
    }
    let weights = fit(&trials, &mut Rng::for_path(seed, &[rounds, 1]));
    println!("{} trials", trials.len());
    println!("weights {weights:.3?}");
    let rest: Vec<(f64, f64)> = trials
        .iter()
        .map(|trial| {
            let won = if trial.is_first { stake } else { -stake };
            (f64::from(chance(&weights, trial)), f64::from(trial.change) - won)
        })
        .collect();
    let [constant, slope] = line(&rest);
    println!("beside the stake {constant:.1} {slope:.1}");
    for is_first in [true, false] {
        let some: Vec<f64> = trials
            .iter()
            .filter(|t| t.is_first == is_first && chance(&weights, t) > 0.4)
            .map(|t| f64::from(t.difference))
            .collect();
        let mean = some.iter().sum::<f64>() / some.len() as f64;
        let spread = (some.iter().map(|d| (d - mean) * (d - mean)).sum::<f64>() / some.len() as f64).sqrt();
        println!("first out: {is_first}, points without the stake {mean:.0}, spread {spread:.0}");
    }
    println!("chance   trials  first out  worth  change measured");
    for step in 0..10 {
        let low = step as f32 / 10.0;
        let within: Vec<&Trial> =
            trials.iter().filter(|t| (low..low + 0.1).contains(&chance(&weights, t))).collect();
        let n = within.len().max(1) as f64;
        let firsts = within.iter().filter(|t| t.is_first).count() as f64 / n;
        let change = within.iter().map(|t| f64::from(t.change)).sum::<f64>() / n;
        let worth = within
            .iter()
            .map(|t| {
                let chance = f64::from(chance(&weights, t));
                stake * (2.0 * chance - 1.0) + constant + slope * chance
            })
            .sum::<f64>()
            / n;
        println!("{low:.1}  {:8} {firsts:8.3} {worth:8.1} {change:8.1}", within.len());
    }
    Ok(())
}
