//! The version as `karuta --version` prints it: that of the package, and in release builds the commit where git knows
//! it. Builds for tests do without, since every commit would compile the program anew.

use std::process::Command;

fn main() {
    let version = std::env::var("CARGO_PKG_VERSION").unwrap_or_default();
    let is_release = std::env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let commit = if is_release { commit() } else { None };
    let version = commit.map_or(version.clone(), |commit| format!("{version} ({commit})"));
    println!("cargo:rustc-env=KARUTA_VERSION={version}");
    println!("cargo:rerun-if-changed=build.rs");
    // The log of HEAD grows with every commit and checkout.
    if let Some(log) = is_release.then(|| git(&["rev-parse", "--git-path", "logs/HEAD"])).flatten() {
        println!("cargo:rerun-if-changed={log}");
    }
}

/// The commit, marked where files differ from it; `None` outside a repository or without git.
fn commit() -> Option<String> {
    let commit = git(&["rev-parse", "--short=10", "HEAD"])?;
    let is_changed =
        git(&["status", "--porcelain", "--untracked-files=no"]).is_some_and(|files| !files.is_empty());
    Some(if is_changed { format!("{commit}, changed") } else { commit })
}

fn git(args: &[&str]) -> Option<String> {
    let said = Command::new("git").args(args).output().ok().filter(|said| said.status.success())?;
    Some(String::from_utf8(said.stdout).ok()?.trim().to_string())
}
