//! Tests of this crate.

use super::*;

use commands::exhibition::NEXT;

/// The commands that help and exhibition tell people to try.
fn examples() -> Vec<String> {
    let cli = Cli::command();
    let nested = cli.get_subcommands().flat_map(clap::Command::get_subcommands);
    let pages = cli.get_subcommands().chain(nested).chain([&cli]);
    let pages = pages.filter_map(|page| page.get_after_help());
    let mut found: Vec<String> = NEXT.iter().map(|(command, _)| (*command).to_string()).collect();
    for page in pages {
        let page = page.to_string();
        found.extend(page.lines().map(str::trim).filter(|line| line.starts_with("karuta")).map(String::from));
    }
    found
}

/// The words of a command as a shell would split them, up to a redirection.
fn words(command: &str) -> Vec<String> {
    let own = command.split(" > ").next().unwrap_or(command);
    let mut words = Vec::new();
    for (at, piece) in own.split('\'').enumerate() {
        if at % 2 == 1 {
            words.push(piece.to_string());
        } else {
            words.extend(piece.split_whitespace().map(String::from));
        }
    }
    words
}

#[test]
fn the_parser_is_sound() {
    command().debug_assert();
}

#[test]
fn what_people_are_told_to_try_can_be_tried() {
    let examples = examples();
    assert!(examples.len() >= 15, "{examples:?}");
    for example in examples {
        match Cli::try_parse_from(words(&example)) {
            // Help is an answer, though the parser calls it an error.
            Err(error) if error.use_stderr() => panic!("{example}: {error}"),
            _ => {}
        }
    }
}

#[test]
fn every_command_shows_an_example() {
    let cli = Cli::command();
    let nested = cli.get_subcommands().flat_map(clap::Command::get_subcommands);
    for command in cli.get_subcommands().chain(nested) {
        assert!(command.get_after_help().is_some(), "{} has none", command.get_name());
        assert!(command.get_about().is_some(), "{} does not say what it does", command.get_name());
    }
}
