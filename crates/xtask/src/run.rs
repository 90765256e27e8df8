//! The commands that check the project, one after the other.

use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::python;

/// Every test of the project.
pub fn tests() -> Result<(), String> {
    let mut rust = cargo();
    rust.args(["test", "--workspace"]);
    loudly(rust)?;
    python::tests()
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
