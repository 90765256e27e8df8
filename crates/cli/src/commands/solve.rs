//! `karuta solve`: exact endgame tables.

use clap::Args;

/// Solve endings exactly.
#[derive(Args)]
pub struct Solve {}

pub fn run(_: &Solve) -> anyhow::Result<()> {
    Ok(())
}
