//! The map in ARCHITECTURE.md, made of the tree itself: every crate and every folder of modules, each with the
//! first sentence of its own documentation.

use std::fs;
use std::path::{Path, PathBuf};

use crate::source::{relative, root};

const BEGIN: &str = "<!-- map: generated -->\n";
const END: &str = "<!-- end of map -->\n";

/// The variable that rewrites the map.
const REWRITE: &str = "KARUTA_REWRITE_MAP";

/// The folders of all crates, each before those inside it.
fn crates(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).expect("the workspace can be read");
    let mut folders: Vec<PathBuf> = entries
        .map(|entry| entry.expect("the workspace can be read").path())
        .filter(|path| path.is_dir())
        .collect();
    folders.sort();
    for path in folders {
        if path.join("Cargo.toml").is_file() {
            found.push(path.clone());
        }
        if !["src", "target", "tests", "examples"].iter().any(|name| path.ends_with(name)) {
            crates(&path, found);
        }
    }
}

/// The first sentence of the documentation a file opens with.
fn first_sentence(text: &str) -> Option<String> {
    let lines = text.lines().take_while(|line| line.starts_with("//!"));
    let lines: Vec<&str> = lines.map(|line| line.trim_start_matches("//!").trim()).collect();
    let opening = lines.split(|line| line.is_empty()).next()?.join(" ");
    let end = opening.find(". ").map_or(opening.len(), |at| at + 1);
    let sentence = opening[..end].trim().to_string();
    (!sentence.is_empty()).then_some(sentence)
}

/// The documentation of a crate or of the module that owns a folder.
fn documentation(folder: &Path) -> Option<String> {
    let inside = ["src/lib.rs", "src/main.rs", "mod.rs"].map(|name| folder.join(name));
    let files = inside.into_iter().chain([folder.with_extension("rs")]);
    files.filter_map(|path| fs::read_to_string(path).ok()).find_map(|text| first_sentence(&text))
}

/// The folders of modules in a crate, except those that hold nothing but tests or data.
fn module_folders(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder.join("src")) else { return Vec::new() };
    let paths = entries.map(|entry| entry.expect("the workspace can be read").path());
    let holds_modules = |path: &PathBuf| {
        let files = fs::read_dir(path).into_iter().flatten().filter_map(Result::ok);
        let mut names = files.map(|entry| entry.file_name().to_string_lossy().into_owned());
        names.any(|name| name.ends_with(".rs") && name != "tests.rs")
    };
    let mut found: Vec<PathBuf> =
        paths.filter(|path| path.is_dir() && !path.ends_with("tests") && holds_modules(path)).collect();
    found.sort();
    found
}

fn map() -> String {
    let mut folders = Vec::new();
    crates(&root().join("crates"), &mut folders);
    let mut lines = Vec::new();
    for folder in folders {
        let sentence = documentation(&folder).unwrap_or_else(|| panic!("{} says nothing", folder.display()));
        lines.push(format!("- `{}`: {sentence}", relative(&folder)));
        // The folders of games are the same in all of them, and are described once.
        if relative(&folder).starts_with("crates/games/") {
            continue;
        }
        for inner in module_folders(&folder) {
            let sentence =
                documentation(&inner).unwrap_or_else(|| panic!("{} says nothing", inner.display()));
            lines.push(format!("  - `{}/`: {sentence}", relative(&inner)));
        }
    }
    lines.join("\n") + "\n"
}

#[test]
fn the_map_is_that_of_the_tree() {
    let path = root().join("ARCHITECTURE.md");
    let page = fs::read_to_string(&path).expect("the page is there");
    let (before, rest) = page.split_once(BEGIN).expect("the page has a map");
    let (drawn, after) = rest.split_once(END).expect("the map ends");
    let map = map();
    if drawn == map {
        return;
    }
    if std::env::var_os(REWRITE).is_some() {
        fs::write(&path, format!("{before}{BEGIN}{map}{END}{after}")).expect("the page can be written");
        return;
    }
    let differs = |line: &&str| !drawn.lines().any(|drawn| drawn == *line);
    let new: Vec<&str> = map.lines().filter(differs).collect();
    panic!(
        "the map in ARCHITECTURE.md is stale; refresh it: {REWRITE}=1 cargo test -p karuta-cli --test house map\n{}",
        new.join("\n")
    );
}

#[test]
fn sentences_end_where_they_end() {
    assert_eq!(
        first_sentence("//! One `a.b` thing,\n//! and more. Then\n"),
        Some("One `a.b` thing, and more.".into())
    );
    assert_eq!(first_sentence("//! A title\n//!\n//! Text.\n"), Some("A title".into()));
    assert_eq!(first_sentence("use x;\n"), None);
}
