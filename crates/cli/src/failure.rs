//! Exit codes, and errors of one line each.

use std::io;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{Command, CommandFactory as _};

use karuta_agents::protocol::faults;

use crate::Cli;

/// The exit code of bad input.
const BAD_INPUT: u8 = 2;
/// The exit code of a run in which an engine of others was wrong.
const FAULTS: u8 = 3;
/// The exit code of a run ended by Ctrl-C, as shells have it.
const INTERRUPTED: u8 = 130;

/// A run that was interrupted after saying what it had to say.
#[derive(Debug)]
pub struct Interrupted;

impl std::fmt::Display for Interrupted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("interrupted")
    }
}

impl std::error::Error for Interrupted {}

/// The exit code for the result of a command; errors are printed.
pub fn exit(result: anyhow::Result<()>) -> ExitCode {
    let is_forgiven = report_faults();
    let Err(error) = result else {
        return if is_forgiven { ExitCode::SUCCESS } else { ExitCode::from(FAULTS) };
    };
    if error.is::<Interrupted>() {
        return ExitCode::from(INTERRUPTED);
    }
    // Whoever closes the pipe has read enough: `karuta moves onitama5 | head -1`.
    let broken_pipe =
        error.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe);
    if broken_pipe {
        return ExitCode::SUCCESS;
    }
    complain(&format!("{error:#}"));
    ExitCode::from(BAD_INPUT)
}

/// Prints what engines of others did wrong in this run; says whether all of it is forgiven.
fn report_faults() -> bool {
    let all = faults::all();
    for (engine, counts) in &all {
        let forgiven = if counts.forgiven { " (forgiven)" } else { "" };
        complain(&format!("faults of {engine}: {}{forgiven}", counts.faults));
    }
    all.iter().all(|(_, counts)| counts.forgiven)
}

/// The exit code for arguments that do not parse; help and version go to standard output.
pub fn usage(error: &clap::Error) -> ExitCode {
    let is_help = matches!(
        error.kind(),
        ErrorKind::DisplayHelp
            | ErrorKind::DisplayVersion
            | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
    );
    if is_help {
        // A closed pipe is no error here either.
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    complain(&one_line(error));
    ExitCode::from(BAD_INPUT)
}

/// The parser explains itself in paragraphs; an error of ours is one line that says what would do.
fn one_line(error: &clap::Error) -> String {
    let full = error.render().to_string();
    // An option that is not there is rarely meant as a value, which is all the parser can think of.
    let is_idle = |line: &str| line.starts_with("For more") || line.starts_with("tip: to pass");
    let lines = full.lines().map(str::trim).filter(|line| !line.is_empty() && !is_idle(line));
    let mut message =
        lines.collect::<Vec<_>>().join("; ").replace(":; ", ": ").replace("; Usage:", "; usage:");
    if error.kind() == ErrorKind::InvalidSubcommand {
        let (wrong, usage) = message.split_once("; usage:").unwrap_or((&message, ""));
        // The usage names the command whose own commands are meant: `karuta lab <COMMAND>`.
        let cli = Cli::command();
        let meant = usage
            .split_whitespace()
            .skip(1)
            .map_while(|word| Some(word).filter(|w| !w.starts_with(['<', '['])));
        let command = meant.fold(&cli, |command, name| command.find_subcommand(name).unwrap_or(command));
        let names: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
        message = format!("{wrong}; there are: {}", names.join(", "));
    }
    message.strip_prefix("error: ").unwrap_or(&message).to_string()
}

fn complain(message: &str) {
    use io::Write as _;
    let line = shortened(&message.replace(['\n', '\r'], " "));
    // Nothing can be done if even that fails.
    let _ = writeln!(io::stderr(), "karuta: {line}");
}

/// The most characters of what was given that a message repeats.
const QUOTED: usize = 200;

/// The most characters of a message.
const LONGEST: usize = 280;

/// A message that can be read at a glance: what was given is repeated in part, and a long list ends early.
fn shortened(message: &str) -> String {
    let mut out = String::new();
    for (at, piece) in message.split('"').enumerate() {
        if at > 0 {
            out.push('"');
        }
        let is_quoted = at % 2 == 1;
        let words: Vec<String> = piece.split(' ').map(|word| cut(word, QUOTED)).collect();
        out += &if is_quoted { cut(piece, QUOTED) } else { words.join(" ") };
    }
    if out.chars().count() <= LONGEST {
        return out;
    }
    // Advice stands last, after a semicolon: it is kept, and what comes before it is cut.
    let (found, advice) = match out.rsplit_once("; ") {
        Some((found, advice)) if advice.chars().count() <= LONGEST / 2 => (found, format!("; {advice}")),
        _ => (out.as_str(), String::new()),
    };
    let kept: String = found.chars().take(LONGEST - advice.chars().count()).collect();
    let end = kept.rfind([' ', ',']).unwrap_or(kept.len());
    format!("{} ..{advice}", kept[..end].trim_end_matches([' ', ',']))
}

fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_string();
    }
    format!("{}..", text.chars().take(most).collect::<String>())
}

#[cfg(test)]
mod tests;
