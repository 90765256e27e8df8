//! A checksum of games: what two runs have in common if they played the same moves. Knows records; knows no
//! times, which differ from run to run.

use super::plan::Program;
use super::results::plan_text;
use crate::series::Groups;

/// The checksum of all games of a program: FNV-1a of 64 bits over plans, deals and moves. Empty if an agent has a
/// budget in time, since its games are others each run.
pub(super) fn games(program: &Program, groups: &Groups) -> String {
    let mut hash = 0xCBF2_9CE4_8422_2325;
    for (part, groups) in program.parts.iter().zip(groups) {
        if part.plan.contestants.iter().any(|agent| agent.contains("time=")) {
            return String::new();
        }
        fnv(&mut hash, &plan_text(&part.plan));
        for (index, group) in groups.range(..part.deals) {
            fnv(&mut hash, &index.to_string());
            for game in &group.games {
                fnv(&mut hash, &game.start);
                game.moves.iter().for_each(|mv| fnv(&mut hash, mv));
            }
        }
    }
    format!("{hash:016x}")
}

fn fnv(hash: &mut u64, text: &str) {
    // The byte after the text keeps "ab", "c" and "a", "bc" apart.
    for &byte in text.as_bytes().iter().chain(&[0xFF]) {
        *hash = (*hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
    }
}
