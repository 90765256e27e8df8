//! Format, lints and documents, by the tools that come with Rust. Warnings count as errors.

use std::ffi::OsString;
use std::process::{Command, Output};

use crate::source::root;

/// Another cargo in the workspace. It builds where the outer one does: nothing here changes flags that
/// dependencies are built with, so both keep what the other has built, and the outer one holds no lock
/// while its tests run.
fn cargo() -> Command {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
    let mut command = Command::new(cargo);
    command.current_dir(root());
    // Variables that the outer cargo sets for its test would tell the inner one something wrong.
    for (name, _) in std::env::vars_os() {
        let name = name.to_string_lossy().into_owned();
        let is_about_the_crate = [
            "CARGO_PKG_",
            "CARGO_MANIFEST",
            "CARGO_BIN_",
            "CARGO_CRATE_",
            "CARGO_PRIMARY_",
            "CARGO_TARGET_TMPDIR",
        ]
        .iter()
        .any(|prefix| name.starts_with(prefix));
        if is_about_the_crate {
            command.env_remove(&name);
        }
    }
    command
}

fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// Fails with advice if the toolchain lacks a component.
fn demand(subcommand: &str, component: &str) {
    let output = cargo().args([subcommand, "--version"]).output().expect("cargo runs");
    assert!(
        output.status.success(),
        "cargo {subcommand} is missing: rustup component add {component} would do\n{}",
        said(&output)
    );
}

/// Runs `cargo` with `args`, which must go well.
fn succeed(mut cargo: Command, args: &[&str], advice: &str) {
    let output = cargo.args(args).output().expect("cargo runs");
    assert!(output.status.success(), "cargo {} failed; {advice}\n{}", args.join(" "), said(&output));
}

/// One test and not three: two of them at once would only wait for each other, and for the cores.
#[test]
fn form_lints_and_documents_are_clean() {
    demand("fmt", "rustfmt");
    demand("clippy", "clippy");
    succeed(cargo(), &["fmt", "--all", "--check"], "cargo fmt --all mends it");
    let lints = ["clippy", "--quiet", "--workspace", "--all-targets", "--", "-D", "warnings"];
    succeed(cargo(), &lints, "what it found:");
    let mut documents = cargo();
    documents.env("RUSTDOCFLAGS", "-D warnings");
    succeed(documents, &["doc", "--quiet", "--workspace", "--no-deps"], "what it found:");
}
