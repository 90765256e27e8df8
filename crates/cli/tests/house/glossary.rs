//! The glossary: what it names in code is there.

use std::fs;

use crate::source::{root, sources, words};

/// The rows of all tables of a page, as cells.
fn rows(page: &str) -> Vec<Vec<String>> {
    let lines = page.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| ---"));
    lines
        .map(|line| line.trim_matches('|').split(" | ").map(|cell| cell.trim().to_string()).collect())
        .collect()
}

/// The words between backticks.
fn quoted(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

#[test]
fn the_glossary_names_what_is_there() {
    let page = fs::read_to_string(root().join("docs/glossary.md")).expect("the page is there");
    let rows = rows(&page);
    assert!(rows.len() > 30, "only {} rows were found", rows.len());
    let code: String = sources().into_iter().map(|source| source.uncommented).collect();
    let mut missing = Vec::new();
    for row in rows.iter().filter(|row| row.first().is_some_and(|word| word != "word")) {
        assert_eq!(row.len(), 3, "{row:?} should have a word, the literature's and a place");
        if !quoted(&row[2]).any(|name| name.contains('/')) {
            missing.push(format!("{}: no file is named", row[0]));
        }
        for name in quoted(&row[2]) {
            // A command line is looked up by its command, `Game::sample` as `sample`, `mcts:advice=` as `advice`.
            let last = name.trim_start_matches("karuta ").split(' ').next().unwrap_or(name);
            let last = last.rsplit(':').next().unwrap_or(last).trim_end_matches('=');
            let is_there = match name.contains('/') {
                true => root().join(name).exists(),
                false => words(&code, last).next().is_some(),
            };
            if !is_there {
                missing.push(format!("{}: {name}", row[0]));
            }
        }
    }
    assert!(missing.is_empty(), "docs/glossary.md names what is not there:\n{}", missing.join("\n"));
}
