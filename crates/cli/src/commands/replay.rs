//! `karuta replay`: a deal and a list of moves, each checked.

use anyhow::Context as _;
use clap::Args;
use karuta_agents::any::{AnyGame, Start};
use karuta_agents::table::Table;
use karuta_arena::registry;
use karuta_engine::Seat;
use karuta_playable::playable::Purpose;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::out;

/// Check every move of a game that is written in a file.
///
/// The file is JSON with start (a position) or seed, and moves, as play saves it and export prints it; or text: the
/// position, or the word seed and a number, on the first line and a move on each other line. A move may say who makes
/// it: [2, "S5"] in JSON, 2: S5 or North: S5 in text. Questions that nobody else hears of, such as for a bomb out of
/// turn, need no line: a seat that was not asked there has kept its bomb.
#[derive(Args)]
#[command(after_help = "Example:\n  karuta replay tichu evening.json")]
pub struct Replay {
    /// The game, with options if any.
    game: String,
    /// The file, or - for standard input.
    file: String,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// A game as others write it; what else they say of it is ignored.
#[derive(Deserialize)]
struct Written {
    start: Option<String>,
    seed: Option<u64>,
    moves: Vec<WrittenMove>,
}

/// A move, with the seat that made it if that is said.
#[derive(Deserialize)]
#[serde(untagged)]
enum WrittenMove {
    Text(String),
    Of(Vec<Value>),
}

impl WrittenMove {
    /// The seat and the move, names of seats before a colon understood.
    fn read<'a>(&'a self, table: &dyn Table) -> anyhow::Result<(Option<Seat>, &'a str)> {
        match self {
            WrittenMove::Of(parts) => {
                let seat = parts.first().and_then(Value::as_u64).and_then(|seat| Seat::try_from(seat).ok());
                let both = seat.zip(parts.get(1).and_then(Value::as_str));
                let (seat, text) = both.context("expected a text, or a seat and a text")?;
                Ok((Some(seat), text))
            }
            WrittenMove::Text(text) => {
                let seat_of = |name: &str| {
                    let named = |&seat: &Seat| table.seat_name(seat).eq_ignore_ascii_case(name);
                    name.parse().ok().or_else(|| (0..table.seats()).find(named))
                };
                let named = text.split_once(": ").and_then(|(name, mv)| Some((seat_of(name.trim())?, mv)));
                Ok(named.map_or((None, text.as_str()), |(seat, mv)| (Some(seat), mv)))
            }
        }
    }
}

impl Written {
    fn read(text: &str) -> anyhow::Result<Written> {
        if text.trim_start().starts_with('{') {
            return serde_json::from_str(text).context("expected JSON with start or seed, and moves");
        }
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let first = lines.next().context("the file is empty: expected a position, or seed and a number")?;
        let seed = first.strip_prefix("seed ").and_then(|seed| seed.trim().parse().ok());
        let start = seed.is_none().then(|| first.to_string());
        Ok(Written { start, seed, moves: lines.map(|line| WrittenMove::Text(line.to_string())).collect() })
    }
}

/// Plays the moves and prints where they lead.
pub fn run(args: &Replay) -> anyhow::Result<()> {
    let game = registry::open(&args.game, Purpose::Match)?;
    let text = super::read_text(&args.file)?;
    let written = Written::read(&text).with_context(|| format!("{} is no game", args.file))?;
    let start = match (written.start, written.seed) {
        (Some(text), seed) => Start::Position { text, seed: seed.unwrap_or(1) },
        (None, Some(seed)) => Start::Seed(seed),
        (None, None) => anyhow::bail!("{} names no start: expected start or seed", args.file),
    };
    let mut table = game.table(&start)?;
    for (ply, mv) in written.moves.iter().enumerate() {
        make(table.as_mut(), mv).with_context(|| format!("{}, move {}", args.file, ply + 1))?;
    }
    print(args, game.as_ref(), table.as_ref())
}

/// Makes a move. Questions that others do not hear of are answered in the negative until it fits.
fn make(table: &mut dyn Table, mv: &WrittenMove) -> anyhow::Result<()> {
    const DECLINED: &str = "hold";
    let (seat, text) = mv.read(table)?;
    loop {
        let turn = table.turn().context("the game is over before it")?;
        let made = match seat.filter(|&seat| seat != turn) {
            Some(seat) => Err(anyhow::anyhow!(
                "it is the turn of {}, not of {}",
                table.seat_name(turn),
                if seat < table.seats() { table.seat_name(seat) } else { format!("seat {seat}") }
            )),
            None => table.play(text).map_err(anyhow::Error::from),
        };
        let Err(error) = made else { return Ok(()) };
        let is_unheard = table.seat((turn + 1) % table.seats()).turn() != Some(turn);
        if !is_unheard || table.play(DECLINED).is_err() {
            return Err(error);
        }
    }
}

fn print(args: &Replay, game: &dyn AnyGame, table: &dyn Table) -> anyhow::Result<()> {
    let history = table.history();
    if args.json {
        let found = json!({
            "game": game.spec(), "start": table.start(), "position": table.position(), "turn": table.turn(),
            "moves": history, "payoffs": table.payoffs(),
        });
        return Ok(out::line(found.to_string())?);
    }
    for (ply, (seat, mv)) in (1..).zip(&history) {
        out::line(format!("{ply:>4}  {:<6} {mv}", table.seat_name(*seat)))?;
    }
    match table.payoffs() {
        Some(payoffs) => {
            let texts: Vec<String> = payoffs.iter().map(|payoff| format!("{payoff}")).collect();
            out::line(format!(
                "{} moves are legal; the game is over, payoffs {}",
                history.len(),
                texts.join(" ")
            ))?;
        }
        None => {
            out::line(format!("{} moves are legal; the position is {}", history.len(), table.position()))?
        }
    }
    Ok(())
}
