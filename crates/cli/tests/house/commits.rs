//! Commits say which behaviour they keep or change: those that touch the engine or a game end with the
//! signature that `karuta bench --signature` prints.

use std::process::Command;

use crate::source::root;

/// The last commit to which the rule did not apply.
const SINCE: &str = "47a37c0";

/// Output of git, or nothing if it cannot be asked: a source archive has no history.
fn git(args: &[&str]) -> Option<String> {
    let output = Command::new("git").args(args).current_dir(root()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The subjects of commits without a signature, from lines of hash, trailer and subject with tabs between.
fn unsigned(log: &str) -> Vec<&str> {
    let is_signed = |line: &&str| {
        let trailer = line.split('\t').nth(1).unwrap_or("").trim();
        !trailer.is_empty() && trailer.bytes().all(|byte| byte.is_ascii_digit())
    };
    log.lines().filter(|line| !line.is_empty() && !is_signed(line)).collect()
}

#[test]
fn commits_that_touch_searches_carry_a_signature() {
    // A shallow clone does not know the commit, and has nothing to check.
    if git(&["merge-base", "--is-ancestor", SINCE, "HEAD"]).is_none() {
        return;
    }
    let format = "--format=%h%x09%(trailers:key=Bench,valueonly,separator=%x2C)%x09%s";
    let range = format!("{SINCE}..HEAD");
    let log = git(&["log", "--no-merges", format, &range, "--", "crates/engine", "crates/games"]);
    let log = log.expect("git knows the commit");
    let unsigned = unsigned(&log);
    assert!(unsigned.is_empty(), "commits lack a line \"Bench: N\":\n{}", unsigned.join("\n"));
}

#[test]
fn commits_without_a_signature_are_caught() {
    let log = "aaa\t12345\tengine: one\nbbb\t\tgames: two\nccc\tsoon\tgames: three\n";
    assert_eq!(unsigned(log), ["bbb\t\tgames: two", "ccc\tsoon\tgames: three"]);
}
