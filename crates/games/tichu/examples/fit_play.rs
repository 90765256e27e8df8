//! Learns the policy net of Tichu (`play::network`) by playing against itself:
//!
//! ```sh
//! cargo run --release -p karuta-tichu --example fit_play -- learn FILE BATCHES RATE SEED
//! cargo run --release -p karuta-tichu --example fit_play -- compare FILE DEALS SEED
//! ```
//!
//! A batch is 512 rounds, and the rate falls to a twentieth. FILE is the net as the program reads it, FILE.whole the
//! same before its numbers are rounded; `learn` goes on from FILE.whole if it is there, and begins with the policy
//! `learned` otherwise. `compare` gives either team of a deal to the net in turn, the other to `learned`; the interval
//! is that of deals.

use std::path::Path;

use karuta_engine::playout::Policy;
use karuta_engine::{Game as _, Rng};
use karuta_playable::policy_net::fit::{BATCH, Fit, PARTS};
use karuta_playable::policy_net::{Network, Weights};
use karuta_playable::weights;
use karuta_tichu::Tichu;
use karuta_tichu::learning::play::{deal, lesson};
use karuta_tichu::play::features::BLOCKS;
use karuta_tichu::play::features::inputs::COUNT;
use karuta_tichu::play::network::NetPolicy;
use karuta_tichu::play::softmax::{Softmax, learned};

/// The weights that learning begins with.
const START: &str = include_str!("../src/play/weights/learned.txt");

/// Batches between two reports.
const REPORT: u64 = 500;

/// Threads that play.
const THREADS: usize = 2;

fn learn(path: &str, batches: u64, rate: f32, seed: u64) -> Result<(), String> {
    let whole = format!("{path}.whole");
    let mut fit = if Path::new(&whole).exists() {
        Fit::from(lesson(), read_whole(&whole)?, seed)
    } else {
        Fit::new(lesson(), &weights::read(BLOCKS, START).map_err(|error| error.to_string())?, seed)
    };
    for batch in 0..batches {
        advance(&mut fit, rate * (1.0 - 0.95 * batch as f32 / batches as f32));
        if (batch + 1) % REPORT == 0 || batch + 1 == batches {
            save(path, &fit.weights)?;
            let (mean, half) = compare(&fit.weights.rounded(), 3000, 99);
            println!("{} rounds: {mean:+.1} ± {half:.1} points a round", (batch + 1) * BATCH);
        }
    }
    Ok(())
}

/// Plays a batch on all threads and moves the weights.
fn advance(fit: &mut Fit<Tichu>, rate: f32) {
    let share = |first: usize| {
        let fit = &*fit;
        (first as u64..PARTS).step_by(THREADS).map(|part| fit.play(part)).collect::<Vec<Weights>>()
    };
    let mut shares: Vec<_> = std::thread::scope(|scope| {
        let others: Vec<_> = (1..THREADS).map(|first| scope.spawn(move || share(first))).collect();
        let own = share(0);
        let others = others.into_iter().map(|other| other.join().expect("a part is played"));
        std::iter::once(own).chain(others).map(Vec::into_iter).collect()
    });
    let parts: Vec<Weights> = (0..PARTS as usize).filter_map(|part| shares[part % THREADS].next()).collect();
    fit.step(&parts, rate);
}

/// The points a round by which a net is better than `learned`, with half the width of the interval.
fn compare(file: &[u8], deals: u64, seed: u64) -> (f64, f64) {
    let net: &'static Network = Box::leak(Box::new(Network::read(COUNT, file)));
    let (mut by_net, mut by_weights) = (NetPolicy::greedy(net), Softmax::greedy(learned()));
    let mut buf = Vec::new();
    let (mut sum, mut squares) = (0.0, 0.0);
    for index in 0..deals {
        let mut rng = Rng::for_path(seed, &[index]);
        let start = deal(&mut rng);
        let mut both = 0.0;
        for team in [0, 1] {
            let mut state: Tichu = start;
            while let Some(seat) = state.turn() {
                let mv = if seat % 2 == team {
                    by_net.pick(&state, &mut buf, &mut rng)
                } else {
                    by_weights.pick(&state, &mut buf, &mut rng)
                };
                state.apply(mv);
            }
            let scores = state.scores();
            both += f64::from(scores[team] - scores[1 - team]) / 2.0;
        }
        sum += both;
        squares += both * both;
    }
    let n = deals as f64;
    let mean = sum / n;
    (mean, 1.96 * ((squares / n - mean * mean) / (n - 1.0)).sqrt())
}

fn read_whole(path: &str) -> Result<Weights, String> {
    let bytes = std::fs::read(path).map_err(|error| format!("{path}: {error}"))?;
    Weights::from_whole(COUNT, &bytes).ok_or_else(|| format!("{path}: not the length of a net"))
}

/// Writes both files, whole at every moment.
fn save(path: &str, weights: &Weights) -> Result<(), String> {
    for (path, bytes) in [(path.to_string(), weights.rounded()), (format!("{path}.whole"), weights.whole())] {
        let beside = format!("{path}.new");
        let written = std::fs::write(&beside, bytes).and_then(|()| std::fs::rename(&beside, &path));
        written.map_err(|error| format!("{path}: {error}"))?;
    }
    Ok(())
}

fn main() -> Result<(), String> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |text: &String| text.parse::<f64>().map_err(|_| format!("{text}: not a number"));
    match &args[..] {
        [what, path, batches, rate, seed] if what == "learn" => {
            learn(path, number(batches)? as u64, number(rate)? as f32, number(seed)? as u64)
        }
        [what, path, deals, seed] if what == "compare" => {
            let bytes = std::fs::read(path).map_err(|error| format!("{path}: {error}"))?;
            let (mean, half) = compare(&bytes, number(deals)? as u64, number(seed)? as u64);
            println!("{path} against learned: {mean:+.1} ± {half:.1} points a round, {deals} deals");
            Ok(())
        }
        _ => Err(String::from("learn FILE BATCHES RATE SEED, or compare FILE DEALS SEED")),
    }
}
