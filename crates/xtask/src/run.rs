//! The commands that check the project, one after the other.

use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::python;

/// Every test of the project: format, lints and documents, tests of the crates, tests of the page in a browser, tests
/// of the Python package.
pub fn tests() -> Result<(), String> {
    tools()?;
    let environment = python::environment();
    let mut compile = cargo();
    compile.args(["test", "--workspace", "--no-run", "--quiet"]);
    // Whatever fails, the other half is waited for, so that nothing goes on after the end.
    let compiled = loudly(compile);
    environment.made()?;
    compiled?;
    let python = python::tests();
    let rust = crates();
    let python = python.end();
    rust.and(python)
}

/// Tests of the crates and of the page.
fn crates() -> Result<(), String> {
    let mut rust = cargo();
    rust.args(["test", "--workspace"]);
    loudly(rust)?;
    // Not among the others, so that `cargo test --workspace` needs no browser. Naming the package instead of the
    // workspace would choose other features and compile everything again.
    let mut browser = cargo();
    browser.args(["test", "--workspace", "--test", "browser"]);
    loudly(browser)
}

/// Format, lints and documents, by the tools that come with Rust. Warnings count as errors.
fn tools() -> Result<(), String> {
    for (subcommand, component) in [("fmt", "rustfmt"), ("clippy", "clippy")] {
        let mut version = cargo();
        version.args([subcommand, "--version"]);
        quietly(version)
            .map_err(|problem| format!("{problem}; rustup component add {component} would do"))?;
    }
    let mut format = cargo();
    format.args(["fmt", "--all", "--check"]);
    loudly(format).map_err(|problem| format!("{problem}; cargo fmt --all mends it"))?;
    let mut lints = cargo();
    lints.args(["clippy", "--quiet", "--workspace", "--all-targets", "--", "-D", "warnings"]);
    loudly(lints)?;
    let mut documents = cargo();
    documents.args(["doc", "--quiet", "--workspace", "--no-deps"]).env("RUSTDOCFLAGS", "-D warnings");
    loudly(documents)
}

/// The cargo that started this program, at the root of the workspace.
fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo")));
    command.current_dir(root());
    // Variables that describe this program's own package would mislead the packages under test.
    for (name, _) in std::env::vars_os() {
        let is_own = ["CARGO_PKG_", "CARGO_MANIFEST", "CARGO_BIN_", "CARGO_CRATE_", "CARGO_PRIMARY_"]
            .iter()
            .any(|prefix| name.to_string_lossy().starts_with(prefix));
        if is_own {
            command.env_remove(&name);
        }
    }
    command
}

pub fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// Runs a command and shows what it prints.
pub fn loudly(mut command: Command) -> Result<(), String> {
    println!("xtask: {}", written(&command));
    let status = command.status().map_err(|error| format!("{}: {error}", written(&command)))?;
    match status.success() {
        true => Ok(()),
        false => Err(format!("{} failed ({status})", written(&command))),
    }
}

/// Runs a command and shows what it printed only if it fails.
pub fn quietly(mut command: Command) -> Result<(), String> {
    let output = command.stdin(Stdio::null()).output();
    let output = output.map_err(|error| format!("{}: {error}", written(&command)))?;
    if output.status.success() {
        return Ok(());
    }
    eprint!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    Err(format!("{} failed ({})", written(&command), output.status))
}

fn written(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_name().unwrap_or(command.get_program());
    let words = std::iter::once(program).chain(command.get_args());
    words.map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
}
