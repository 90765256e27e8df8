//! `cargo xtask`: the automation of this repository. Knows how to install what the tests need and which
//! commands check the whole project; must not know anything about games.
//!
//! It uses the standard library alone, because it is compiled before anything else is checked.

mod install;
mod python;
mod run;

use std::process::ExitCode;

const HELP: &str = "\
Automation for this repository.

Usage: cargo xtask <COMMAND>

Commands:
  test     Install what the tests need and is missing, then run all of them
  install  Only install what the tests need and is missing
  help     Print this text

The tests need a Chromium browser, and Python 3.10 or later. On Debian and its
relatives, as root, they are installed with apt-get; elsewhere the missing programs are named. A
missing program is a failure. Python packages go into an environment under target/.";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["test"] => install::all().and_then(|()| run::tests()),
        ["install"] => install::all(),
        [] | ["help" | "--help" | "-h"] => {
            println!("{HELP}");
            return ExitCode::SUCCESS;
        }
        [word, ..] => {
            let given: String = word.chars().take(200).collect();
            eprintln!("xtask: there is no command {given:?} of this form; test, install or help would do");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("xtask: {problem}");
            ExitCode::FAILURE
        }
    }
}
