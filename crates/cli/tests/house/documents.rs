//! Documents that repeat what the program knows, compared with what it says.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use karuta_arena::registry;
use karuta_playable::playable::Purpose;

use crate::source::{line_of, relative, root, walk};

fn karuta(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_karuta")).args(args).output().expect("karuta runs");
    assert!(output.status.success(), "karuta {args:?} failed");
    String::from_utf8(output.stdout).expect("karuta prints UTF-8")
}

#[test]
fn the_page_of_agents_is_fresh() {
    let page = fs::read_to_string(root().join("docs/agents.md")).unwrap_or_default();
    assert!(
        page == karuta(&["agents", "--markdown"]),
        "docs/agents.md is stale; refresh it: cargo run --release -- agents --markdown > docs/agents.md"
    );
}

/// The commands in `page`: what follows `karuta` or `cargo run --release --` on the lines of code blocks.
fn commands(page: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut in_code = false;
    // A line that ends in a backslash goes on with the next.
    for line in page.replace("\\\n", " ").lines() {
        if line.trim_start().starts_with("```") {
            in_code = !in_code;
            continue;
        }
        let line = line.trim().trim_start_matches("$ ");
        let starts = ["karuta ", "cargo run --release -- "];
        if in_code && let Some(command) = starts.iter().find_map(|start| line.strip_prefix(start)) {
            found.push(command.trim().to_string());
        }
    }
    found
}

/// The subcommands by name, each with its help.
fn subcommands() -> BTreeMap<String, String> {
    let help = karuta(&["help"]);
    let list = help.split("Commands:").nth(1).expect("help lists the commands");
    let names = list.lines().skip(1).take_while(|line| !line.trim().is_empty());
    let names = names.filter_map(|line| line.split_whitespace().next());
    names.filter(|&name| name != "help").map(|name| (name.to_string(), karuta(&[name, "--help"]))).collect()
}

/// The help of a command that is one of several under a name, such as `uecda serve`.
fn nested_help(command: &str, help: &str) -> Option<String> {
    let list = help.split("Commands:").nth(1)?;
    let mut words = command.split_whitespace();
    let (name, nested) = (words.next()?, words.next()?);
    let is_one = list.lines().any(|line| line.split_whitespace().next() == Some(nested));
    is_one.then(|| karuta(&[name, nested, "--help"]))
}

/// The fault of a command, if there is one.
fn fault(command: &str, subcommands: &BTreeMap<String, String>) -> Option<String> {
    let name = command.split_whitespace().next().unwrap_or("");
    if ["help", "--help", "--version"].contains(&name) {
        return None;
    }
    let Some(help) = subcommands.get(name) else {
        return Some(format!("{command:?}: there is no command {name:?}"));
    };
    let nested = nested_help(command, help);
    let help = nested.as_ref().unwrap_or(help);
    // Words after a pipe, a redirection or a remark are not arguments of the program.
    let own = command.split(['|', '>', '#', '\'', '"']).next().unwrap_or("");
    let flags = own.split_whitespace().filter(|word| word.starts_with("--"));
    let mut unknown = flags.map(|flag| flag.split('=').next().unwrap_or(flag));
    if let Some(flag) = unknown.find(|flag| !help.contains(flag)) {
        return Some(format!("{command:?}: {name} has no option {flag}"));
    }
    let mut plain = own.split_whitespace().skip(1).take_while(|word| !word.starts_with("--"));
    match name {
        "match" | "tournament" => unseated(plain.next()?, plain).map(|error| format!("{command:?}: {error}")),
        _ => None,
    }
}

/// The reason why one of the agents cannot play `game`, if there is one.
fn unseated<'a>(game: &str, agents: impl Iterator<Item = &'a str>) -> Option<String> {
    let game = match registry::open(game, Purpose::Match) {
        Ok(game) => game,
        Err(error) => return Some(error.to_string()),
    };
    // A table of endings is a file that only the reader of the page has.
    let mut agents = agents.filter(|agent| !agent.contains("endgame="));
    agents.find_map(|agent| {
        let all_seats = vec![agent.to_string(); game.seats()];
        game.contest(&all_seats, 1).err().map(|error| error.to_string())
    })
}

#[test]
fn commands_in_pages_exist() {
    let subcommands = subcommands();
    for name in ["README.md", "docs/uecda.md"] {
        let page = fs::read_to_string(root().join(name)).expect("the page is there");
        let commands = commands(&page);
        assert!(!commands.is_empty(), "{name} shows no command");
        let faults: Vec<String> =
            commands.iter().filter_map(|command| fault(command, &subcommands)).collect();
        assert!(faults.is_empty(), "{name} is wrong:\n{}", faults.join("\n"));
    }
}

#[test]
fn wrong_commands_are_caught() {
    let page = "karuta out of a block\n```sh\n$ karuta play onitama5 --seat 1 | less --raw\n\
                cargo run --release -- perfect onitama5\nkaruta perft onitama5 \\\n  --deep 5\n\
                karuta games\nkaruta match onitama5 mtcs random --deals 5\nkaruta uecda join --games 3\n\
                karuta uecda serve --games 3\n```\nkaruta again\n";
    let commands = commands(page);
    assert_eq!(commands.len(), 7, "{commands:?}");
    let subcommands = subcommands();
    assert!(subcommands.len() >= 11, "{:?}", subcommands.keys());
    let faults: Vec<String> = commands.iter().filter_map(|command| fault(command, &subcommands)).collect();
    assert_eq!(faults.len(), 4, "{faults:?}");
    assert!(faults[0].contains("\"perfect\"") && faults[1].contains("--deep"), "{faults:?}");
    assert!(faults[2].contains("no agent \"mtcs\"") && faults[3].contains("--games"), "{faults:?}");
}

#[test]
fn the_machine_checks_what_the_readme_says() {
    const TEST: &str = "cargo xtask test";
    for page in ["README.md", ".ci/run"] {
        let text = fs::read_to_string(root().join(page)).expect("it is there");
        assert!(text.lines().any(|line| line.starts_with(TEST)), "{page} does not say {TEST}");
    }
}

/// Unfinished places of a page, and links that lead nowhere from its folder.
fn gaps(page: &str, folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for mark in ["@@", concat!("TO", "DO"), concat!("FIX", "ME"), concat!("TB", "D")] {
        found.extend(page.find(mark).map(|at| format!("{}: {mark} is a gap", line_of(page, at))));
    }
    for (at, _) in page.match_indices("](") {
        let target = page[at + 2..].split(')').next().unwrap_or("");
        let path = target.split('#').next().unwrap_or("");
        if !path.is_empty() && !path.contains("://") && !folder.join(path).exists() {
            found.push(format!("{}: there is no {path}", line_of(page, at)));
        }
    }
    found
}

#[test]
fn documents_have_no_gaps() {
    let mut paths = Vec::new();
    walk(&root(), &mut paths);
    let mut found = Vec::new();
    for path in paths.iter().filter(|path| path.extension().is_some_and(|extension| extension == "md")) {
        let page = fs::read_to_string(path).expect("documents are UTF-8");
        let folder = path.parent().expect("a file lies in a folder");
        found.extend(gaps(&page, folder).into_iter().map(|gap| format!("{}:{gap}", relative(path))));
    }
    assert!(found.is_empty(), "documents are unfinished:\n{}", found.join("\n"));
    let page = "see [a](no/such.md)\n[b](https://example.org/x) [c](#here)\n@@TABLE@@";
    assert_eq!(gaps(page, &root()), ["3: @@ is a gap", "1: there is no no/such.md"]);
}
