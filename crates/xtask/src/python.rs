//! Tests of the Python package: an environment of its own under `target/`, the package built into it, pytest.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread::JoinHandle;

use crate::run::{quietly, root};

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

/// The environment, in the making.
pub struct Environment(JoinHandle<Result<(), String>>);

/// The tests of the package, under way.
pub struct Tests(JoinHandle<Result<Output, String>>);

/// Begins to make the environment, beside whatever is compiled meanwhile: downloads need no core.
pub fn environment() -> Environment {
    Environment(std::thread::spawn(install))
}

impl Environment {
    /// Waits until it is there.
    pub fn made(self) -> Result<(), String> {
        self.0.join().map_err(|_| "the Python environment could not be made".to_string())?
    }
}

/// Begins to build the package and to test it, beside other tests: the tests on a cluster mostly wait. The environment
/// and the program must be there.
pub fn tests() -> Tests {
    Tests(std::thread::spawn(|| {
        build()?;
        let mut test = Command::new(program("python"));
        test.args(["-m", "pytest", "--quiet", "-p", "no:cacheprovider"]).current_dir(package());
        test.stdin(Stdio::null()).output().map_err(|error| format!("pytest: {error}"))
    }))
}

impl Tests {
    /// Waits for the end and shows what the tests said.
    pub fn end(self) -> Result<(), String> {
        let output = self.0.join().map_err(|_| "the Python package could not be tested".to_string())??;
        println!("xtask: pytest");
        print!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        match output.status.success() {
            true => Ok(()),
            false => Err(format!("pytest failed ({})", output.status)),
        }
    }
}

fn folder() -> PathBuf {
    root().join("target/python")
}

fn package() -> PathBuf {
    root().join("crates/py")
}

fn install() -> Result<(), String> {
    if !program("python").exists() {
        let mut make = Command::new("python3");
        make.args(["-m", "venv"]).arg(folder());
        quietly(make)?;
    }
    let mut install = Command::new(program("python"));
    install.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]).args(PACKAGES);
    quietly(install)
}

fn build() -> Result<(), String> {
    let wheels = folder().join("wheels");
    // Wheels of earlier builds would be installed beside the new one.
    let _ = std::fs::remove_dir_all(&wheels);
    let mut build = Command::new(program("maturin"));
    build.args(["build", "--quiet", "--profile", "dev", "--out"]).arg(&wheels).current_dir(package());
    quietly(build)?;
    let mut add = Command::new(program("python"));
    add.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
    add.args(["--force-reinstall", "--no-deps"]).args(wheel(&wheels)?);
    quietly(add)
}

/// A program of the environment.
fn program(name: &str) -> PathBuf {
    let folder = folder();
    std::path::absolute(&folder).unwrap_or(folder).join("bin").join(name)
}

/// The wheels in a folder; there should be one.
fn wheel(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = std::fs::read_dir(folder).map_err(|error| format!("no wheel was built: {error}"))?;
    Ok(entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect())
}
