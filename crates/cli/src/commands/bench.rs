//! `karuta bench`: speed per CPU-second of one thread, and the signature of a commit.

use clap::Args;
use cpu_time::ThreadTime;
use karuta_agents::bench::{self, Workload, signature};
use karuta_arena::registry::{self, GAMES};
use karuta_playable::error::{ErrorKind, InputError};
use karuta_playable::playable::Purpose;
use serde_json::json;

use crate::out;
use crate::screen::Wide;
use crate::text::{fitted, rounded};

/// Measure playouts, search and move generation per CPU-second of one thread.
#[derive(Args)]
#[command(after_help = "Examples:\n  karuta bench onitama7\n  karuta bench --signature")]
pub struct Bench {
    /// The game, with options if any, or connect-four [default: every game].
    ///
    /// Connect four is searched by other programs too and is measured to be compared with them; it cannot be
    /// played here.
    game: Option<String>,
    /// CPU-seconds for each figure.
    #[arg(long, value_name = "N", default_value_t = 2.0)]
    seconds: f64,
    #[command(flatten)]
    wide: Wide,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    /// Print a number that changes when what agents do changes; for commit messages.
    #[arg(long, conflicts_with_all = ["json", "game"])]
    signature: bool,
}

/// Measures and prints.
pub fn run(args: &Bench) -> anyhow::Result<()> {
    if !(args.seconds > 0.0 && args.seconds <= 3600.0) {
        anyhow::bail!("--seconds {} is out of range: expected more than 0 and at most 3600", args.seconds);
    }
    if args.signature {
        return Ok(out::line(total_signature()?.to_string())?);
    }
    let mut figures =
        Figures { seconds: args.seconds, is_quiet: args.json, rows: Vec::new(), json: Vec::new() };
    let specs: Vec<String> = match args.game.as_deref() {
        Some(CONNECT_FOUR) => Vec::new(),
        Some(game) => vec![game.to_string()],
        None => GAMES.games().iter().map(|game| game.name.to_string()).collect(),
    };
    for spec in specs {
        let game = registry::open(&spec, Purpose::Analysis).map_err(|error| refused(&spec, error))?;
        game.workloads().into_iter().for_each(|workload| figures.add(game.spec(), workload));
    }
    if args.game.as_deref().is_none_or(|game| game == CONNECT_FOUR) {
        figures.add(CONNECT_FOUR, bench::connect_four());
    }
    if args.json {
        out::line(json!({"cpu_seconds_each": args.seconds, "figures": figures.json}).to_string())?;
    } else {
        let head = ["game", "workload", "per CPU-second", "unit", "from"];
        out::line(fitted(&head, &figures.rows, args.wide.width()))?;
    }
    Ok(())
}

/// The workload that is no game of the registry.
const CONNECT_FOUR: &str = "connect-four";

/// The error about a game that cannot be measured; connect four is among those that can.
fn refused(spec: &str, error: InputError) -> InputError {
    match error.kind() {
        ErrorKind::Unknown | ErrorKind::Misspelt if !spec.contains(':') => {
            let names = GAMES.games().iter().map(|game| game.name);
            InputError::unknown("game", spec, names.chain([CONNECT_FOUR]))
        }
        _ => error,
    }
}

/// Figures measured so far.
struct Figures {
    /// CPU-seconds for each.
    seconds: f64,
    /// True if figures are shown only at the end.
    is_quiet: bool,
    rows: Vec<Vec<String>>,
    json: Vec<serde_json::Value>,
}

impl Figures {
    fn add(&mut self, game: &str, mut workload: Workload) {
        let rate = measure(&mut workload, self.seconds);
        let Workload { name, unit, from, .. } = workload;
        if !self.is_quiet {
            out::note(format!("{game} {name}: {} {unit}", rounded(rate)));
        }
        self.json.push(json!({
            "game": game, "workload": name, "from": from, "unit": unit, "per_cpu_second": rate,
        }));
        self.rows.push(vec![game.to_string(), name, rounded(rate), unit.to_string(), from]);
    }
}

/// Units per CPU-second. The first slice only warms up.
fn measure(workload: &mut Workload, seconds: f64) -> f64 {
    (workload.run)();
    let began = ThreadTime::now();
    let mut units = 0;
    loop {
        units += (workload.run)();
        let spent = began.elapsed().as_secs_f64();
        if spent >= seconds {
            return units as f64 / spent;
        }
    }
}

/// The sum over fixed, seeded games between fixed agents of every game.
fn total_signature() -> anyhow::Result<u64> {
    const GROUPS: u64 = 2;
    let mut sum = 0u64;
    for entry in GAMES.games() {
        let game = registry::open(entry.name, Purpose::Match)?;
        for pair in entry.signature_agents {
            let agents: Vec<String> =
                (0..entry.teams).map(|seat| pair[seat % pair.len()].to_string()).collect();
            let contest = game.contest(&agents, 1)?;
            sum = sum.wrapping_add(signature(contest.as_ref(), GROUPS));
        }
    }
    Ok(sum)
}
