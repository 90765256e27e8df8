//! Trains the value net of Onitama on games of alpha-beta search against itself:
//!
//!     cargo run --release -p karuta-onitama --example fit_values -- 5 fitted 60000 2000 1 five.bin
//!
//! The words are the board's size, the evaluation that plays the games (`fitted` is hand-made, `net` the net there
//! is already), games, nodes a move, seed and the file to write. Every game depends on its number and the seed
//! alone, so the same program writes the same file.

use std::process::ExitCode;

use karuta_engine::search::alphabeta::{AlphaBeta, Config, Limit};
use karuta_engine::{Budget, Stop};
use karuta_onitama::learning::values::{Example, Fit, play};
use karuta_onitama::play::evaluation::fitted;
use karuta_onitama::play::knowledge::knowledge;

/// Passes over the examples.
const EPOCHS: u64 = 8;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [board, evaluation, games, nodes, seed, out] = &words[..] else {
        return refuse("six words are needed");
    };
    let numbers = [board, games, nodes, seed].map(|word| word.parse::<u64>());
    let [Ok(board @ (5 | 7)), Ok(games @ 20..), Ok(nodes @ 1..), Ok(seed)] = numbers else {
        return refuse("a number is missing or out of range");
    };
    let is_net = evaluation == "net";
    if !is_net && evaluation != "fitted" {
        return refuse("there is no such evaluation");
    }
    let plan = Plan { is_net, games, nodes, seed };
    let mut examples = if board == 5 { examples::<5>(&plan) } else { examples::<7>(&plan) };
    // Whole games are held out: positions of one game are alike.
    let held_out = examples.split_off(examples.len() - examples.len() / 20);
    let mut learning: Vec<Example> = examples.into_iter().flatten().collect();
    let held_out: Vec<Example> = held_out.into_iter().flatten().collect();
    let mut fit = Fit::new(board as usize, seed, 0.5);
    for epoch in 0..EPOCHS {
        let rate = 0.05 * (1.0 - epoch as f32 / EPOCHS as f32).max(0.03);
        fit.epoch(&mut learning, rate);
        println!("pass {} of {EPOCHS}: loss {:.4} on games held out", epoch + 1, fit.loss(&held_out));
    }
    match std::fs::write(out, fit.to_bytes()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("fit_values: cannot write {out}: {error}");
            ExitCode::from(2)
        }
    }
}

fn refuse(why: &str) -> ExitCode {
    eprintln!(
        "fit_values: {why}: give BOARD (5 or 7), GAMES (20 or more), NODES, SEED and the file to write"
    );
    ExitCode::from(2)
}

/// The games to learn from.
struct Plan {
    is_net: bool,
    games: u64,
    nodes: u64,
    seed: u64,
}

fn examples<const N: usize>(plan: &Plan) -> Vec<Vec<Example>> {
    let mut knowledge = knowledge::<N>();
    if !plan.is_net {
        knowledge.evaluate = fitted::<N>;
    }
    let config = Config::new(Limit::Budget(Budget::Iterations(plan.nodes)));
    let mut agent = AlphaBeta::new(knowledge, Config { table_bytes: 1 << 20, ..config });
    (0..plan.games)
        .map(|game| {
            if game % 1000 == 0 {
                println!("game {game} of {}", plan.games);
            }
            agent.forget();
            play(|state| agent.search(state, &Stop::never()), plan.seed, game)
        })
        .collect()
}
