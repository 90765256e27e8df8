//! `karuta match`: agents against each other over duplicate deals.

use clap::Args;
use karuta_agents::any::AnyGame;
use karuta_agents::contest::Contest;
use karuta_arena::registry;
use karuta_playable::playable::Purpose;
use karuta_records::record::Effort;
use karuta_records::summary::{Line, Measured, Summary, summarize};
use karuta_report::matches;

use super::series::{self, SeriesArgs};
use crate::failure::Interrupted;
use crate::text::{percent, rounded, seconds, table};
use crate::{interrupt, out};

/// Play agents against each other over duplicate deals.
///
/// Each deal is replayed with the agents rotated through the seats; the interval is 95 % over deals.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  karuta match onitama5 alphabeta:time=50ms thesis-mcts:time=500ms --deals 100\n  \
                        karuta match onitama7 thesis-mcts:iters=5000 thesis-rave:iters=5000 --out rave.db"
)]
pub struct Match {
    /// The game, with options if any.
    game: String,
    /// The agents, one per seat, or one per team where there are partners.
    #[arg(required = true, num_args = 1..)]
    agents: Vec<String>,
    #[command(flatten)]
    pub series: SeriesArgs,
}

impl Match {
    /// The contest.
    pub fn contest(&self) -> anyhow::Result<Box<dyn Contest>> {
        let game = registry::open(&self.game, Purpose::Match)?;
        Ok(game.contest(&self.agents, self.series.seed)?)
    }
}

/// Plays and prints.
pub fn run(args: &Match) -> anyhow::Result<()> {
    let game = registry::open(&args.game, Purpose::Match)?;
    let contest = game.contest(&args.agents, args.series.seed)?;
    let stop = interrupt::stop();
    let series = series::play(game.spec(), vec![contest], &args.series, &stop, |_, _| false)?;
    if series::tell_chunk(&args.series, &series)? {
        return Ok(());
    }
    let specs = series.contests[0].specs();
    let summary = summarize(&specs, game.teams(), game.measures(), series.groups[0].values());
    if args.series.json {
        out::line(matches::as_json(game.as_ref(), args.series.seed, &summary).to_string())?;
    } else {
        print(game.as_ref(), args.series.seed, &summary)?;
    }
    if series.interrupted {
        out::note(series::resume_hint(args.series.out.as_ref()));
        return Err(Interrupted.into());
    }
    Ok(())
}

/// The table of a match.
pub fn print(game: &dyn AnyGame, seed: u64, summary: &Summary) -> anyhow::Result<()> {
    out::line(format!("{}: {} deals, {} games, seed {seed}\n", game.spec(), summary.groups, summary.games))?;
    let mut head = vec!["agent", "score", "95 % interval", "wins", "draws", "losses"];
    let shown: Vec<usize> = (0..game.measures().len())
        .filter(|&at| summary.contestants.iter().any(|line| line.measures[at].total != 0.0))
        .collect();
    let names: Vec<String> = shown.iter().map(|&at| game.measures()[at].name.replace('_', " ")).collect();
    head.extend(names.iter().map(String::as_str));
    let counted = counted(summary);
    let per_move: Vec<String> = counted.iter().map(|name| format!("{name}/move")).collect();
    head.push("time/move");
    head.extend(per_move.iter().map(String::as_str));
    let rows: Vec<Vec<String>> = summary.contestants.iter().map(|line| row(line, &shown, &counted)).collect();
    out::line(table(&head, &rows))?;
    if let Some(plies) = summary.plies {
        let interval = summary
            .plies_interval
            .map_or(String::new(), |interval| format!(" ({:.1} to {:.1})", interval.low, interval.high));
        out::line(format!("\nplies per game {plies:.1}{interval}"))?;
    }
    Ok(())
}

/// What any of the agents counts, in a fixed order.
fn counted(summary: &Summary) -> Vec<&'static str> {
    let mut all = Effort::default();
    summary.contestants.iter().for_each(|line| all += line.effort);
    all.counts().map(|(name, _)| name).collect()
}

fn row(line: &Line, shown: &[usize], counted: &[&str]) -> Vec<String> {
    let (score, interval) = match line.score {
        Some(score) => (
            percent(score.mean),
            format!("{} to {}", percent(score.interval.low), percent(score.interval.high)),
        ),
        None => (String::from("-"), String::from("-")),
    };
    let mut cells = vec![
        line.spec.clone(),
        score,
        interval,
        line.wins.to_string(),
        line.draws.to_string(),
        line.losses.to_string(),
    ];
    cells.extend(shown.iter().map(|&at| cell(&line.measures[at])));
    cells.push(seconds(line.seconds_per_move()));
    for name in counted {
        let count = line.counts_per_move().find(|(own, _)| own == name);
        cells.push(count.map_or(String::from("-"), |(_, count)| rounded(count)));
    }
    cells
}

fn cell(measured: &Measured) -> String {
    if measured.measure.is_total {
        format!("{}", measured.total)
    } else if measured.count > 0 {
        format!("{:.2}", measured.total / measured.count as f64)
    } else {
        String::from("-")
    }
}
