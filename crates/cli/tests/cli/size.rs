//! The size of the program: every net is in it at most once, and what a computer loads of it stays small.

use std::fs;

use karuta_agents::nets;
use karuta_learn::shipped::{BESIDE, SHIPPED};

use crate::child::{Folder, command, karuta};

fn program() -> Vec<u8> {
    fs::read(env!("CARGO_BIN_EXE_karuta")).expect("it was built")
}

/// The number of times that the beginning of a net is in the program: its header, which says how it was trained, and
/// the first parameters.
fn copies(program: &[u8], net: &[u8]) -> usize {
    let begin = &net[..1024];
    let starts = program.iter().enumerate().filter(|&(_, byte)| *byte == begin[0]);
    starts.filter(|&(at, _)| program[at..].starts_with(begin)).count()
}

#[test]
fn a_net_is_in_the_program_once_or_beside_it() {
    let program = program();
    for (name, bytes) in SHIPPED {
        assert_eq!(copies(&program, bytes), 1, "{name}");
    }
    for (name, _) in BESIDE {
        let bytes = nets::read(name).expect("it comes with the source");
        assert_eq!(copies(&program, &bytes), 0, "{name}");
    }
}

/// The bytes of an ELF file that are loaded to run it: without symbols and what debuggers read, which makes
/// this build as large as it is. A release is smaller still, for it drops what nothing calls.
#[cfg(all(target_os = "linux", target_pointer_width = "64", target_endian = "little"))]
fn loaded(elf: &[u8]) -> u64 {
    let number = |at: usize, bytes: usize| {
        elf[at..at + bytes].iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
    };
    // The table of segments: its place, the size of an entry and their count (System V ABI, chapters 4 and 5).
    let (table, size, count) = (number(32, 8) as usize, number(54, 2) as usize, number(56, 2) as usize);
    const LOAD: u64 = 1;
    let segments = (0..count).map(|at| table + at * size).filter(|&at| number(at, 4) == LOAD);
    segments.map(|at| number(at + 32, 8)).sum()
}

#[cfg(all(target_os = "linux", target_pointer_width = "64", target_endian = "little"))]
#[test]
fn the_program_is_small() {
    let loaded = loaded(&program());
    let most = if cfg!(debug_assertions) { 38_000_000 } else { 20_000_000 };
    assert!((5_000_000..most).contains(&loaded), "{loaded} bytes are loaded");
}

#[test]
fn a_net_beside_the_program_is_found_and_must_be_the_right_one() {
    let shown = karuta(&["net", "tichu-17-separate"]).fine();
    assert!(shown.contains("report-17"), "{shown}");
    let folder = Folder::new();
    fs::write(folder.file("tichu-17-separate.safetensors"), "another").expect("the folder is writable");
    let mut asked = command(&["net", "tichu-17-separate"]);
    asked.env("KARUTA_NETS", folder.file(""));
    let refusal = crate::child::Running::start(asked, "").ended().refusal();
    assert!(refusal.contains("is not the net that comes with the project"), "{refusal}");
}

/// A program that was copied alone says what it misses.
#[test]
fn a_net_that_is_not_there_is_named() {
    let folder = Folder::new();
    let elsewhere = std::env::temp_dir().join(format!("karuta-alone-{}", std::process::id()));
    fs::create_dir_all(&elsewhere).expect("the folder for temporary files is writable");
    let program = elsewhere.join("karuta");
    fs::copy(env!("CARGO_BIN_EXE_karuta"), &program).expect("there is room");
    let mut asked = std::process::Command::new(&program);
    asked.args(["net", "tichu-17-separate"]).current_dir(folder.file("")).env_remove("KARUTA_NETS");
    let ended = crate::child::Running::start(asked, "").ended();
    fs::remove_dir_all(&elsewhere).expect("it is ours");
    let refusal = ended.refusal();
    assert!(refusal.contains("nets/tichu-17-separate.safetensors"), "{refusal}");
    assert!(refusal.contains("KARUTA_NETS"), "{refusal}");
}
