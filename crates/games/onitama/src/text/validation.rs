//! Checks that a setting is a position that a game can go on from. For positions that come from outside.

use crate::{Onitama, Setting};

/// Refuses settings that are impossible or already won, with the reason.
pub(super) fn check_setting<const N: usize>(setting: &Setting) -> Result<(), &'static str> {
    let Setting { pieces, masters, turn, .. } = *setting;
    if masters[turn] == 0 || pieces.iter().any(|&own| own.count_ones() > N as u32) {
        return Err("each seat has a master and at most as many pieces as files");
    }
    if masters[1 - turn] == 0 {
        return Err("the seat to move has already captured the other master");
    }
    if masters[turn] == Onitama::<N>::TEMPLES[1 - turn] {
        return Err("the seat to move has already reached the other temple");
    }
    Ok(())
}
