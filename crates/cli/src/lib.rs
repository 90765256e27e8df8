//! `karuta`: the terminal. Arguments in, tables and text out, exit codes. Everything it knows about
//! games and agents it asks of the arena.
//!
//! It is a library so that a program with a game of its own gets all commands: see [`run`] and the example
//! `add_a_game`.

mod commands;
mod failure;
mod interrupt;
mod out;
mod output;
mod progress;
mod screen;
mod text;

use std::process::ExitCode;

use clap::Parser;

use commands::Command;

/// Monte Carlo game-playing agents for card-driven games.
///
/// Without a command: an exhibition, in which a few agents of every game play for up to a minute.
#[derive(Parser)]
#[command(name = "karuta", version, arg_required_else_help = false)]
#[command(
    after_help = "Examples:\n  karuta play onitama5\n  karuta match onitama5 alphabeta thesis-mcts:iters=5000 \
                        --deals 20\n  karuta agents --game onitama7"
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

/// Runs the command of this process's arguments with the games of this project.
///
/// A program with games of its own names them first with [`karuta_arena::registry::install`].
pub fn run() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return failure::usage(&error),
    };
    failure::exit(commands::run(cli.command))
}

#[cfg(test)]
mod tests;
