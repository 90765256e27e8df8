//! Tests of the Python package: an environment of its own under `target/`, the package built into it, pytest.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread::JoinHandle;

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

/// The environment with the package in it, in the making.
pub struct Preparation(JoinHandle<Result<(), String>>);

/// Begins to make the environment and to build the package, because downloads need no core. Cargo's lock makes the
/// package wait until the tests of the crates are compiled.
pub fn prepare() -> Preparation {
    Preparation(std::thread::spawn(build))
}

impl Preparation {
    /// Runs the tests of the package once it is there.
    pub fn tests(self) -> Result<(), String> {
        self.0.join().map_err(|_| "the Python package could not be built".to_string())??;
        let mut test = Command::new(program(&environment(), "python"));
        test.args(["-m", "pytest", "--quiet", "-p", "no:cacheprovider"]).current_dir(package());
        loudly(test)
    }
}

fn environment() -> PathBuf {
    root().join("target/python")
}

fn package() -> PathBuf {
    root().join("crates/py")
}

fn build() -> Result<(), String> {
    let folder = environment();
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
    let mut build = Command::new(program(&folder, "maturin"));
    build.args(["build", "--quiet", "--profile", "dev", "--out"]).arg(&wheels).current_dir(package());
    quietly(build)?;
    let mut add = Command::new(program(&folder, "python"));
    add.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
    add.args(["--force-reinstall", "--no-deps"]).args(wheel(&wheels)?);
    quietly(add)
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
