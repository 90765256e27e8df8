//! `karuta play`: a person against agents, in any terminal or over a pipe.

mod pace;
mod saved;
mod session;
mod words;

use std::path::PathBuf;

use clap::Args;
use karuta_agents::any::Start;
use karuta_arena::registry;
use karuta_playable::level::Level;
use karuta_playable::spec::Spec;

use super::{SEEDS, whole};
use crate::screen::Lines;
use session::{Opening, Session};

/// Play against an agent.
///
/// The official rules are played where none are named. Moves are typed as text; help says how.
#[derive(Args)]
#[command(after_help = "Examples:\n  karuta play onitama5\n  karuta play tichu --level easy\n  \
                        karuta play hanamikoji:rules=thesis --seat 1 --against mcts:time=1s\n  \
                        karuta play --load evening.json")]
pub struct Play {
    /// The game, with options if any.
    #[arg(required_unless_present = "load")]
    game: Option<String>,
    /// Your seat.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole(0..=99))]
    seat: u64,
    /// Strength of the opponents: beginner, easy, medium, hard, best.
    #[arg(long, value_name = "LEVEL", conflicts_with = "against")]
    level: Option<String>,
    /// The opponent, as karuta agents lists them [default: the game's strongest at a second a move].
    #[arg(long, value_name = "SPEC")]
    against: Option<String>,
    /// The seed of the deal and of the agent [default: a new one each time].
    #[arg(long, value_name = "S", value_parser = whole(SEEDS))]
    seed: Option<u64>,
    /// Start from this position.
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
    /// Go on with a saved game.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "seat", "against", "level", "seed", "position"])]
    load: Option<PathBuf>,
}

/// Plays a game.
pub fn run(args: &Play) -> anyhow::Result<()> {
    let mut session = match &args.load {
        Some(path) => Session::load(path)?,
        None => open(args)?,
    };
    session.play(&mut Lines::new())
}

fn open(args: &Play) -> anyhow::Result<Session> {
    let asked = Spec::parse(args.game.as_deref().unwrap_or_default())?;
    let entry = registry::find(&asked.name)?;
    let level = args.level.as_deref().map(Level::parse).transpose()?;
    let against = match (level, &args.against) {
        (Some(level), _) => entry.level(level),
        (None, Some(spec)) => spec.as_str(),
        (None, None) => entry.opponent,
    };
    let seed = match args.seed {
        Some(seed) => seed,
        None => fresh_seed()?,
    };
    let start = match &args.position {
        Some(text) => Start::Position { text: text.clone(), seed },
        None => Start::Seed(seed),
    };
    let name = entry.for_people(&asked).to_string();
    Session::open(&Opening { name: &name, seat: args.seat as usize, against, level, seed, start })
}

/// A seed nobody chose or can guess, from the operating system.
fn fresh_seed() -> anyhow::Result<u64> {
    let seed = getrandom::u64();
    seed.map_err(|error| anyhow::anyhow!("the system gives no random numbers ({error}): name a --seed"))
}
