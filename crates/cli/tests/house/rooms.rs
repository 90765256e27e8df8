//! Dependencies between the crates, as cargo itself reads the manifests, against the arrows of ARCHITECTURE.md.

use std::process::Command;

use serde_json::Value;

use crate::source::root;

/// Every room with how high it stands. Arrows point down: a room knows only what stands below it.
const HEIGHTS: &[(&str, u32)] = &[
    ("engine", 0),
    ("playable", 1),
    ("records", 2),
    ("learn", 2),
    ("onitama", 2),
    ("hanamikoji", 2),
    ("daihinmin", 2),
    ("tichu", 2),
    ("agents", 3),
    ("onitama-agents", 4),
    ("hanamikoji-agents", 4),
    ("daihinmin-agents", 4),
    ("tichu-agents", 4),
    ("arena", 5),
    ("report", 6),
    ("net", 6),
    ("py", 7),
    ("web", 7),
    ("cli", 8),
    ("xtask", 9),
];

/// Crates only the terminal uses.
const OF_THE_TERMINAL: &[&str] = &["anyhow", "clap", "ctrlc", "indicatif", "rustyline", "terminal_size"];

/// Faults in the dependencies of `packages`, as `cargo metadata` lists them.
fn findings(packages: &[Value]) -> Vec<String> {
    let mut found = Vec::new();
    for package in packages {
        let name = text(package, "name");
        let Some((room, height)) = place(name) else {
            found.push(format!("{name} is no room of the design"));
            continue;
        };
        for dependency in package["dependencies"].as_array().into_iter().flatten() {
            let other = text(dependency, "name");
            match place(other) {
                Some((_, below)) if below < height => {}
                // Tests may look at rooms beside and above: what ships does not.
                Some(_) if dependency["kind"] == "dev" => {}
                Some((other, _)) => found.push(format!("{room} must not know {other}")),
                None if room != "cli" && OF_THE_TERMINAL.contains(&other) => {
                    found.push(format!("{room} must not use {other}: it belongs to cli"));
                }
                None => {}
            }
        }
    }
    found
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().expect("cargo writes names")
}

/// The room a package is; packages of others are none.
fn place(package: &str) -> Option<(&str, u32)> {
    let room = package.strip_prefix("karuta-")?;
    HEIGHTS.iter().find(|(name, _)| *name == room).copied()
}

fn packages() -> Vec<Value> {
    let mut metadata = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    metadata.args(["metadata", "--no-deps", "--format-version", "1"]).current_dir(root());
    let output = metadata.output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo writes JSON");
    metadata["packages"].as_array().expect("a workspace has packages").clone()
}

#[test]
fn arrows_point_down() {
    let packages = packages();
    assert!(packages.len() >= 4, "only {} packages were found", packages.len());
    assert_eq!(findings(&packages), Vec::<String>::new());
}

#[test]
fn arrows_that_point_up_are_caught() {
    let package = |name: &str, knows: &[&str]| {
        let dependencies: Vec<Value> = knows.iter().map(|name| serde_json::json!({"name": name})).collect();
        serde_json::json!({"name": name, "dependencies": dependencies})
    };
    for (name, knows, says) in [
        ("karuta-engine", "karuta-tichu", "engine must not know tichu"),
        ("karuta-tichu", "karuta-arena", "tichu must not know arena"),
        ("karuta-net", "karuta-web", "net must not know web"),
        ("karuta-arena", "clap", "arena must not use clap: it belongs to cli"),
        ("karuta-attic", "libm", "karuta-attic is no room of the design"),
    ] {
        assert_eq!(findings(&[package(name, &[knows])]), [says]);
    }
    assert_eq!(findings(&[package("karuta-tichu", &["karuta-engine", "libm"])]), Vec::<String>::new());
}
