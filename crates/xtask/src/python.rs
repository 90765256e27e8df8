//! Tests of the Python package: an environment of its own under `target/`, the package built into it, pytest.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::run::{loudly, quietly, root};

/// Packages of others that the tests use, each with the oldest version that will do.
const PACKAGES: &[&str] = &[
    "maturin>=1.9,<2",
    "pytest>=8",
    "numpy>=1.26",
    "gymnasium>=1.0",
    "pettingzoo>=1.25",
    "open_spiel>=1.6",
    "mypy>=1.15",
    "polars>=1.0",
    "pandas>=2.2",
    "matplotlib>=3.9",
    "ray>=2.40",
];

/// Builds the package and runs its tests.
pub fn tests() -> Result<(), String> {
    let folder = root().join("target/python");
    let package = root().join("crates/py");
    if !program(&folder, "python").exists() {
        let mut make = Command::new("python3");
        make.args(["-m", "venv"]).arg(&folder);
        quietly(make)?;
    }
    let mut install = Command::new(program(&folder, "python"));
    install.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]).args(PACKAGES);
    quietly(install)?;
    let wheels = folder.join("wheels");
    // Wheels of earlier builds would be installed beside the new one.
    let _ = std::fs::remove_dir_all(&wheels);
    // The profile of the tests: everything but the binding itself is compiled already.
    let mut build = Command::new(program(&folder, "maturin"));
    build.args(["build", "--quiet", "--profile", "dev", "--out"]).arg(&wheels).current_dir(&package);
    loudly(build)?;
    let mut add = Command::new(program(&folder, "python"));
    add.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
    add.args(["--force-reinstall", "--no-deps"]).args(wheel(&wheels)?);
    quietly(add)?;
    let mut test = Command::new(program(&folder, "python"));
    test.args(["-m", "pytest", "--quiet", "-p", "no:cacheprovider"]).current_dir(&package);
    loudly(test)
}

/// A program of the environment.
fn program(folder: &Path, name: &str) -> PathBuf {
    let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_path_buf());
    folder.join("bin").join(name)
}

/// The wheels in a folder; there should be one.
fn wheel(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = std::fs::read_dir(folder).map_err(|error| format!("no wheel was built: {error}"))?;
    Ok(entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect())
}
