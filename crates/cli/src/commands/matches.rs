//! `karuta match`: agents against each other over duplicate deals.

use clap::Args;
use karuta_agents::any::AnyGame;
use karuta_agents::contest::Contest;
use karuta_arena::registry;
use karuta_playable::ink;
use karuta_playable::playable::Purpose;
use karuta_records::record::Effort;
use karuta_records::stats::Estimate;
use karuta_records::summary::{Line, Measured, Summary, summarize};
use karuta_report::matches;

use super::series::{self, SeriesArgs};
use crate::failure::Interrupted;
use crate::screen::Wide;
use crate::text::{fitted, percent, rounded, seconds};
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
    /// The spec of the game, and the contest.
    pub fn open(&self) -> anyhow::Result<(String, Box<dyn Contest>)> {
        let game = registry::open(&self.game, Purpose::Match)?;
        Ok((game.spec().to_string(), game.contest(&self.agents, self.series.seed)?))
    }
}

/// Plays and prints.
pub fn run(args: &Match) -> anyhow::Result<()> {
    let game = registry::open(&args.game, Purpose::Match)?;
    let mut contest = game.contest(&args.agents, args.series.seed)?;
    contest.reveal_deals();
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
        print(game.as_ref(), args.series.seed, &summary, args.series.wide)?;
        super::engine::tell_chance()?;
    }
    if series.interrupted {
        out::note(series::resume_hint(args.series.out.as_ref()));
        return Err(Interrupted.into());
    }
    Ok(())
}

/// The table of a match. What matters most comes first, since a narrow terminal leaves out the rest.
pub fn print(game: &dyn AnyGame, seed: u64, summary: &Summary, wide: Wide) -> anyhow::Result<()> {
    let (deals, games) = (ink::counted(summary.groups, "deal"), ink::counted(summary.games, "game"));
    out::line(format!("{}: {deals}, {games}, seed {seed}\n", game.spec()))?;
    let columns = columns(game, summary);
    let head: Vec<&str> = columns.iter().map(|(title, _)| title.as_str()).collect();
    let rows: Vec<Vec<String>> =
        summary.contestants.iter().map(|line| columns.iter().map(|(_, cell)| cell(line)).collect()).collect();
    out::line(fitted(&head, &rows, wide.width()))?;
    if let Some(plies) = summary.plies {
        let interval = summary.plies_interval.filter(|interval| interval.low > 0.0);
        let interval = interval
            .map_or(String::new(), |interval| format!(" ({:.1} to {:.1})", interval.low, interval.high));
        out::line(format!("\nplies per game {plies:.1}{interval}"))?;
    }
    Ok(())
}

/// A column: its title, and what it says of a contestant.
type Column = (String, Box<dyn Fn(&Line) -> String>);

fn columns(game: &dyn AnyGame, summary: &Summary) -> Vec<Column> {
    let mut columns: Vec<Column> = vec![(String::from("agent"), Box::new(|line| line.spec.clone()))];
    let mut add = |title: &str, cell: Box<dyn Fn(&Line) -> String>| columns.push((title.to_string(), cell));
    // With more than two sides places count, and the points for them say more than wins.
    let by_points = game.teams() > 2 && game.measures().first().is_some_and(|measure| !measure.is_total);
    if by_points {
        add(&title(game, 0), Box::new(|line| cell(&line.measures[0])));
        add("95 % interval", Box::new(|line| between(line.measures[0].mean, |x| format!("{x:.2}"))));
    }
    add("score", Box::new(|line| line.score.map_or(String::from("-"), |score| percent(score.mean))));
    if summary.contestants.iter().any(|line| !line.effort.faults.is_none()) {
        add("faults", Box::new(|line| line.effort.faults.total().to_string()));
    }
    if by_points {
        add("wins", Box::new(|line| line.wins.to_string()));
    }
    add(
        if by_points { "95 % of score" } else { "95 % interval" },
        Box::new(|line| between(line.score, percent)),
    );
    if !by_points {
        add("wins", Box::new(|line| line.wins.to_string()));
        if summary.contestants.iter().any(|line| line.draws > 0) {
            add("draws", Box::new(|line| line.draws.to_string()));
        }
        add("losses", Box::new(|line| line.losses.to_string()));
    }
    // An agent that was never asked took no time, and none is said.
    let time = |line: &Line| match line.effort.decisions {
        0 => String::from("-"),
        _ => seconds(line.seconds_per_move()),
    };
    add("time/move", Box::new(time));
    for name in counted(summary) {
        let count = move |line: &Line| line.counts_per_move().find(|(own, _)| *own == name);
        let cell = move |line: &Line| count(line).map_or(String::from("-"), |(_, count)| rounded(count));
        add(&format!("{name}/move"), Box::new(cell));
    }
    let is_shown = |at: &usize| summary.contestants.iter().any(|line| line.measures[*at].total != 0.0);
    for at in (usize::from(by_points)..game.measures().len()).filter(is_shown) {
        add(&title(game, at), Box::new(move |line| cell(&line.measures[at])));
    }
    columns
}

fn title(game: &dyn AnyGame, at: usize) -> String {
    game.measures()[at].name.replace('_', " ")
}

/// An interval, or a dash where there is none.
fn between(estimate: Option<Estimate>, show: impl Fn(f64) -> String) -> String {
    estimate.map_or(String::from("-"), |estimate| {
        format!("{} to {}", show(estimate.interval.low), show(estimate.interval.high))
    })
}

/// Kinds of effort that any of the agents counts, in a fixed order.
fn counted(summary: &Summary) -> Vec<&'static str> {
    let mut all = Effort::default();
    summary.contestants.iter().for_each(|line| all += line.effort);
    all.counts().map(|(name, _)| name).collect()
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
