//! `memory=`: how much memory a search may take, and what the machine has. Knows where Linux says so; elsewhere a
//! fixed amount is taken.

use karuta_playable::error::InputError;
use karuta_playable::spec::{Args, Param};

pub(super) const MEMORY: Param = Param {
    name: "memory",
    default: "auto",
    help: "megabytes a tree may take before it stops growing, 1 to 1048576; auto: 1536, or a quarter of what the \
           machine has if that is less",
};

/// The bytes that a tree takes where nobody says otherwise and the machine has them. The same everywhere, so that
/// a search that does not need more is the same everywhere.
const USUAL: u64 = 1536 << 20;

/// The bytes under `memory`.
pub(super) fn read(args: &Args<'_>) -> Result<usize, InputError> {
    let bytes = match args.text("memory") {
        "auto" => USUAL.min(of_machine() / 4),
        _ => args.number("memory", 1..=1 << 20)? << 20,
    };
    Ok(usize::try_from(bytes).unwrap_or(usize::MAX))
}

/// Refuses a `count` of things under `key` that take so many bytes each, if the machine has not got the memory.
pub(super) fn check(args: &Args<'_>, key: &'static str, count: u64, each: usize) -> Result<(), InputError> {
    // Half is left to everything else.
    let most = (of_machine() / 2 / each as u64).max(1);
    if count > most {
        return Err(args.bad(
            key,
            args.text(key),
            &format!("at most {most}: this machine has no memory for more"),
        ));
    }
    Ok(())
}

/// The bytes that the machine has, or that this process may take of them.
pub(super) fn of_machine() -> u64 {
    let read = |path: &str| std::fs::read_to_string(path).unwrap_or_default();
    let all = kilobytes(&read("/proc/meminfo"), "MemTotal:").unwrap_or(u64::MAX);
    let allowed = limit(&read("/proc/self/limits"), "Max address space").unwrap_or(u64::MAX);
    // A machine that says nothing is taken to have eight gigabytes.
    match all.min(allowed) {
        u64::MAX => 8 << 30,
        known => known,
    }
}

/// The number of kilobytes after a name, as bytes.
fn kilobytes(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse::<u64>().ok().map(|kilobytes| kilobytes << 10)
}

/// The first number after a name; `None` where there is no limit.
fn limit(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse().ok()
}
