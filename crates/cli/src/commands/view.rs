//! `karuta view`: what a seat knows, as data.

use clap::Args;
use karuta_agents::view_data::ViewData;
use karuta_arena::registry;
use karuta_playable::playable::Purpose;

use super::{StartArgs, whole};
use crate::out;

/// Print what a seat sees of a deal or position, as JSON.
///
/// The commands analyze and moves read it with --view.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  karuta view hanamikoji --seed 7 --seat 1\n  karuta view tichu --seat 0 > view.json"
)]
pub struct View {
    /// The game, with options if any.
    game: String,
    #[command(flatten)]
    start: StartArgs,
    /// The seat [default: the one whose turn it is].
    #[arg(long, value_name = "N", value_parser = whole(0..=99), allow_negative_numbers = true)]
    seat: Option<u64>,
}

/// Prints the view.
pub fn run(args: &View) -> anyhow::Result<()> {
    let game = registry::open(&args.game, Purpose::Analysis)?;
    let table = game.table(&args.start.start())?;
    let seat = args.seat.map_or(table.turn().unwrap_or(0), |seat| seat as usize);
    if seat >= table.seats() {
        anyhow::bail!("there is no seat {seat} in {}: expected 0 to {}", game.spec(), table.seats() - 1);
    }
    let data = ViewData::of(game.spec(), table.seat(seat).as_ref());
    out::line(data.to_text())?;
    Ok(())
}
