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

use clap::{CommandFactory as _, FromArgMatches as _, Parser};

use commands::Command;

/// Monte Carlo game-playing agents for card-driven games.
///
/// Without a command: an exhibition, in which a few agents of every game play for up to a minute.
#[derive(Parser)]
#[command(name = "karuta", version = env!("KARUTA_VERSION"), arg_required_else_help = false)]
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
    karuta_records::record::name_build(env!("KARUTA_VERSION"));
    let cli = match command().try_get_matches().and_then(|given| Cli::from_arg_matches(&given)) {
        Ok(cli) => cli,
        Err(error) => return failure::usage(&error),
    };
    failure::exit(commands::run(cli.command))
}

/// The command line. A value below zero is a value, which our own checks refuse in their words, and not an option
/// that nobody knows.
fn command() -> clap::Command {
    fn with_negative(command: clap::Command) -> clap::Command {
        let takes_value = |arg: &clap::Arg| !arg.is_positional() && arg.get_action().takes_values();
        let command = command.mut_args(|arg| match takes_value(&arg) {
            true => arg.allow_negative_numbers(true),
            false => arg,
        });
        command.mut_subcommands(with_negative)
    }
    with_negative(Cli::command())
}

#[cfg(test)]
mod tests;
