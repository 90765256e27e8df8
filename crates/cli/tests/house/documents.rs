//! Documents that repeat what the program knows, compared with what it says.

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

use crate::source::root;

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

/// What is wrong with a command, if anything.
fn fault(command: &str, subcommands: &BTreeMap<String, String>) -> Option<String> {
    let name = command.split_whitespace().next().unwrap_or("");
    if ["help", "--help", "--version"].contains(&name) {
        return None;
    }
    let Some(help) = subcommands.get(name) else {
        return Some(format!("{command:?}: there is no command {name:?}"));
    };
    // What follows a pipe, a redirection or a remark is no longer ours.
    let own = command.split(['|', '>', '#', '\'', '"']).next().unwrap_or("");
    let flags = own.split_whitespace().filter(|word| word.starts_with("--"));
    let mut unknown = flags.map(|flag| flag.split('=').next().unwrap_or(flag));
    unknown.find(|flag| !help.contains(flag)).map(|flag| format!("{command:?}: {name} has no option {flag}"))
}

#[test]
fn commands_in_the_readme_exist() {
    let path = root().join("README.md");
    let page = fs::read_to_string(path).expect("there is a README.md at the root of the workspace");
    let commands = commands(&page);
    assert!(!commands.is_empty(), "README.md shows no command");
    let subcommands = subcommands();
    let faults: Vec<String> = commands.iter().filter_map(|command| fault(command, &subcommands)).collect();
    assert!(faults.is_empty(), "README.md is wrong:\n{}", faults.join("\n"));
}

#[test]
fn wrong_commands_are_caught() {
    let page = "karuta out of a block\n```sh\n$ karuta play onitama5 --seat 1 | less --raw\n\
                cargo run --release -- perfect onitama5\nkaruta perft onitama5 \\\n  --deep 5\n\
                karuta games\n```\nkaruta again\n";
    let commands = commands(page);
    assert_eq!(commands.len(), 4, "{commands:?}");
    let subcommands = subcommands();
    assert!(subcommands.len() >= 11, "{:?}", subcommands.keys());
    let faults: Vec<String> = commands.iter().filter_map(|command| fault(command, &subcommands)).collect();
    assert_eq!(faults.len(), 2, "{faults:?}");
    assert!(faults[0].contains("\"perfect\"") && faults[1].contains("--deep"), "{faults:?}");
}
