//! `karuta train`: weights of a policy, learned by playing against itself; with `--learner`, nets.

mod curve;
mod net;

use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr as _;
use std::sync::atomic::Ordering;

use anyhow::{Context as _, bail};
use clap::Args;
use karuta_agents::train::TrainConfig;
use karuta_arena::chunk::Chunk;
use karuta_arena::registry::{self, GAMES};
use karuta_playable::playable::Purpose;
use karuta_playable::spec::Spec;
use serde_json::json;

use super::{SEEDS, whole};
use crate::failure::Interrupted;
use crate::output::{self, Force};
use crate::progress::Progress;
use crate::{interrupt, out};

/// Learn the weights of a policy, or with --learner a net, by self-play.
#[derive(Args)]
#[command(
    after_help = "Interrupted, what was learned so far is written; --from FILE goes on from there, and with \
                  --learner --resume goes on to the same result, even after a kill. A net's training also \
                  writes FILE.jsonl and FILE.svg, its learning curve, and FILE.checkpoint.\n\nExamples:\n  \
                  karuta train daihinmin --steps 100000 --out weights.txt\n  \
                  karuta train hanamikoji --learner dmc:hidden=128+64 --steps 100000 --out net.safetensors\n\n\
                  In chunks, a round of games at a time: run --chunk 1/2 and --chunk 2/2 anywhere, then --chunks \
                  2 where FILE is, until it says that all games are done."
)]
pub struct Train {
    /// The game.
    game: String,
    /// Games to learn from; decisions for a learner that counts those.
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = whole(1..=1_000_000_000_000))]
    steps: u64,
    /// The seed of deals and draws.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(SEEDS))]
    seed: u64,
    /// The size of steps.
    #[arg(long, value_name = "X", default_value_t = 0.1, value_parser = rate, conflicts_with = "learner")]
    rate: f64,
    /// Begin with the weights of this file instead of the game's.
    #[arg(long, value_name = "FILE", conflicts_with = "learner")]
    from: Option<PathBuf>,
    /// Train a net: the learner with its options; `--learner help` lists them.
    #[arg(long, value_name = "SPEC")]
    learner: Option<String>,
    /// The same from a file: the name of the learner, then an option key=value on each line.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["learner", "rate", "from"])]
    config: Option<PathBuf>,
    /// Go on with a net's training where it was interrupted.
    #[arg(long)]
    resume: bool,
    /// Whom a net is examined against while it learns [default: the game's first policy].
    #[arg(long, value_name = "SPEC")]
    opponent: Option<String>,
    /// Deals of an examination, each played from every side.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = whole(1..=1_000_000))]
    deals: u64,
    /// Steps between examinations [default: a fiftieth of all].
    #[arg(long, value_name = "N", value_parser = whole(1..=1_000_000_000_000))]
    every: Option<u64>,
    /// Threads that play; what is learned does not depend on it.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(1..=64))]
    threads: u64,
    /// Play only the i-th of n parts of the games a net learns from next, for --chunks.
    #[arg(long, value_name = "i/n", value_parser = Chunk::from_str, conflicts_with_all = ["resume", "chunks"])]
    chunk: Option<Chunk>,
    /// Learn one round from the games of n chunks, all of which must be there.
    #[arg(long, value_name = "N", value_parser = whole(1..=100_000), conflicts_with = "resume")]
    chunks: Option<u64>,
    /// File for the weights or the net.
    #[arg(long, value_name = "FILE", required_unless_present = "learner")]
    out: Option<PathBuf>,
    #[command(flatten)]
    force: Force,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl Train {
    /// The file for what is learned. Without one nothing begins but the list of learners.
    fn out(&self) -> &Path {
        self.out.as_deref().unwrap_or(Path::new(""))
    }
}

fn rate(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(rate) if (1e-6..=10.0).contains(&rate) => Ok(rate),
        _ => Err(String::from("expected a number from 0.000001 to 10")),
    }
}

/// Games between two looks at the flag that stops us.
const SLICE: u64 = 640;

/// Trains and writes.
pub fn run(args: &Train) -> anyhow::Result<()> {
    let learner = net::learner(args)?;
    if learner.as_deref() == Some("help") {
        return net::help();
    }
    if args.out.is_none() {
        bail!("name the file for the net with --out FILE");
    }
    if let Some(learner) = learner {
        return net::run(args, &learner);
    }
    let out = args.out();
    let is_divided = args.chunk.is_some() || args.chunks.is_some();
    if args.resume || args.opponent.is_some() || args.every.is_some() || is_divided {
        bail!(
            "--resume, --opponent, --every, --chunk and --chunks are for nets: name a --learner, such as dmc"
        );
    }
    let game = registry::open(&args.game, Purpose::Match)?;
    let name = Spec::parse(&args.game)?.name;
    if !GAMES.learners().contains(&name.as_str()) {
        let others = GAMES.learners().join(", ");
        bail!("{name} has no policy that learns; there is one for {others}");
    }
    let from = match &args.from {
        Some(path) => {
            Some(fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?)
        }
        None => None,
    };
    let config = TrainConfig { seed: args.seed, rate: args.rate };
    let mut training = game.training(config, from.as_deref())?;
    args.force.check(out)?;
    let stop = interrupt::flag();
    let mut progress = Progress::new("games", 0, args.steps);
    let mut done = 0;
    while done < args.steps && !stop.load(Ordering::Relaxed) {
        done += training.learn(SLICE.min(args.steps - done));
        progress.reach(done.min(args.steps));
    }
    progress.finish();
    let text = format!("{}\n{}", heading(args, game.spec(), done), training.weights());
    output::write(out, text)?;
    if args.json {
        let found = json!({ "game": game.spec(), "games": done, "bits_per_choice": training.entropy() });
        out::line(found.to_string())?;
    } else {
        out::line(format!(
            "{done} games, {:.3} bits per choice, weights in {}",
            training.entropy(),
            out.display()
        ))?;
    }
    if done < args.steps { Err(Interrupted.into()) } else { Ok(()) }
}

/// The command that makes the same weights.
fn heading(args: &Train, game: &str, done: u64) -> String {
    let from = args.from.as_ref().map_or(String::new(), |path| format!(" --from {}", path.display()));
    format!(
        "# Learned by self-play: karuta train {game} --steps {done} --seed {} --rate {}{from} --out FILE",
        args.seed, args.rate
    )
}
