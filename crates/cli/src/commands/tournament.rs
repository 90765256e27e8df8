//! `karuta tournament`: everybody against everybody, with ratings; or one pair until it is decided.

use std::collections::BTreeMap;

use clap::Args;
use karuta_agents::any::AnyGame;
use karuta_agents::contest::Contest;
use karuta_arena::registry;
use karuta_arena::round_robin::{check_game, check_names, pairs};
use karuta_playable::ink::counted;
use karuta_playable::playable::Purpose;
use karuta_records::record::GroupRecord;
use karuta_records::stats::sprt::{Hypothesis, Sprt, SprtState};
use karuta_records::summary::group_score;
use karuta_report::tournament::Outcome;

use super::series::{self, Played, SeriesArgs};
use crate::failure::Interrupted;
use crate::text::{fitted, percent, wrapped};
use crate::{interrupt, out};

/// Play a round robin of duplicate deals and rate the agents.
///
/// With --sprt, two agents play until the test decides between two Elo differences.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  karuta tournament onitama5 random priority heuristic mcts --deals 50\n  \
                        karuta tournament onitama5 mcts:c=0.5 mcts:c=0.3 --sprt elo0=0,elo1=30 --deals 5000"
)]
pub struct Tournament {
    /// The game, with options if any.
    game: String,
    /// The agents; two or more, each a different one.
    #[arg(required = true, num_args = 2..)]
    agents: Vec<String>,
    #[command(flatten)]
    pub series: SeriesArgs,
    /// Stop when the first agent is shown to be elo1 stronger than the second, or no more than elo0.
    #[arg(long, value_name = "elo0=A,elo1=B", value_parser = parse_sprt, conflicts_with = "chunk")]
    sprt: Option<Sprt>,
}

impl Tournament {
    /// The spec of the game, and the contests of all pairs.
    pub fn open(&self) -> anyhow::Result<(String, Vec<Box<dyn Contest>>)> {
        let game = registry::open(&self.game, Purpose::Match)?;
        let contests = contests(game.as_ref(), &self.agents, self.series.seed)?;
        check_names(&names(self.agents.len(), &pairs(self.agents.len()), &contests))?;
        Ok((game.spec().to_string(), contests))
    }

    /// The words of its test between two agents, if there is one.
    pub fn test(&self, contests: usize) -> anyhow::Result<Option<String>> {
        if self.sprt.is_some() && contests != 1 {
            anyhow::bail!("--sprt decides between two agents, but {} were given", self.agents.len());
        }
        Ok(self.sprt.map(|sprt| format!("elo0={},elo1={}", sprt.elo0, sprt.elo1)))
    }
}

fn contests(game: &dyn AnyGame, agents: &[String], seed: u64) -> anyhow::Result<Vec<Box<dyn Contest>>> {
    check_game(game)?;
    let contest = |(a, b): (usize, usize)| game.contest(&[agents[a].clone(), agents[b].clone()], seed);
    let contests = pairs(agents.len()).into_iter().map(contest).collect::<Result<_, _>>()?;
    Ok(contests)
}

/// Reads a test.
pub fn parse_sprt(text: &str) -> Result<Sprt, String> {
    let expected =
        || format!("{text:?} is no test: expected elo0=A,elo1=B with A below B, such as elo0=0,elo1=20");
    let (mut elo0, mut elo1) = (None, None);
    for part in text.split(',') {
        let (key, value) = part.split_once('=').ok_or_else(expected)?;
        let value =
            value.trim().parse::<f64>().ok().filter(|elo| elo.abs() <= 2000.0).ok_or_else(expected)?;
        match key.trim() {
            "elo0" => elo0 = Some(value),
            "elo1" => elo1 = Some(value),
            _ => return Err(expected()),
        }
    }
    match (elo0, elo1) {
        (Some(low), Some(high)) if low < high => Ok(Sprt::between(low, high)),
        _ => Err(expected()),
    }
}

/// Plays and prints.
pub fn run(args: &Tournament) -> anyhow::Result<()> {
    let game = registry::open(&args.game, Purpose::Match)?;
    let pairs = pairs(args.agents.len());
    let contests = contests(game.as_ref(), &args.agents, args.series.seed)?;
    let names = names(args.agents.len(), &pairs, &contests);
    check_names(&names)?;
    args.test(pairs.len())?;
    let stop = interrupt::stop();
    let decided = |_: usize, groups: &BTreeMap<u64, GroupRecord>| {
        args.sprt.is_some_and(|sprt| sprt.first_decision(&prefix(groups)).is_some())
    };
    let mut series = series::play(game.spec(), contests, &args.series, &stop, decided)?;
    if series::tell_chunk(&args.series, &series)? {
        return Ok(());
    }
    let test = args.sprt.map(|sprt| conclude(sprt, &mut series));
    let outcome = Outcome::new(&names, &pairs, &series.groups, args.series.seed);
    if args.series.json {
        out::line(outcome.as_json(game.as_ref(), args.series.seed, test.as_ref()).to_string())?;
    } else {
        print(&outcome, game.as_ref(), &args.series)?;
        super::engine::tell_chance()?;
        if let Some(test) = &test {
            out::line(wrapped(&format!("\n{}", describe(test, &names)), args.series.wide.width()))?;
        }
    }
    if series.interrupted {
        out::note(series::resume_hint(args.series.out.as_ref()));
        return Err(Interrupted.into());
    }
    Ok(())
}

/// The canonical name of every agent.
fn names(agents: usize, pairs: &[(usize, usize)], contests: &[Box<dyn Contest>]) -> Vec<String> {
    let mut names = vec![String::new(); agents];
    for (&(a, b), contest) in pairs.iter().zip(contests) {
        let specs = contest.specs();
        names[a].clone_from(&specs[0]);
        names[b].clone_from(&specs[1]);
    }
    names
}

/// The scores of the first agent in deals 0, 1, 2, .. as far as they are all there. A test looks at
/// deals in this order, whatever order they were finished in.
fn prefix(groups: &BTreeMap<u64, GroupRecord>) -> Vec<f64> {
    let in_order = (0..).zip(groups).take_while(|(at, (index, _))| at == *index);
    in_order.map(|(_, (_, group))| group_score(group, 0)).collect()
}

/// The verdict of the test; deals after its decision are left out of every other figure.
fn conclude(sprt: Sprt, series: &mut Played) -> (SprtState, usize) {
    let (state, deals) = test(sprt, &series.groups[0]);
    series.groups[0].retain(|&index, _| index < deals as u64);
    (state, deals)
}

/// State of the test after the deals that are complete from the first on, and their number.
pub fn test(sprt: Sprt, groups: &BTreeMap<u64, GroupRecord>) -> (SprtState, usize) {
    let scores = prefix(groups);
    match sprt.first_decision(&scores) {
        Some((deals, state)) => (state, deals),
        None => (sprt.decide(&scores), scores.len()),
    }
}

/// The verdict of a test in a sentence.
pub fn describe((state, deals): &(SprtState, usize), names: &[String]) -> String {
    let verdict = match state.verdict {
        Some(Hypothesis::H1) => format!("{} is stronger by elo1 or more", names[0]),
        Some(Hypothesis::H0) => format!("{} is not stronger than elo0", names[0]),
        None => String::from("undecided: more deals are needed"),
    };
    format!(
        "SPRT after {}: {verdict} (log likelihood ratio {:.2}, bounds {:.2} and {:.2})",
        counted(*deals, "deal"),
        state.llr,
        state.lower,
        state.upper
    )
}

/// The table of a tournament.
fn print(outcome: &Outcome<'_>, game: &dyn AnyGame, args: &SeriesArgs) -> anyhow::Result<()> {
    let deals = outcome.groups.iter().map(BTreeMap::len).max().unwrap_or(0);
    out::line(format!("{}: {} a pairing, seed {}\n", game.spec(), counted(deals, "deal"), args.seed))?;
    let order = outcome.order();
    let mut head = vec![String::from("agent"), String::from("Elo"), String::from("95 % interval")];
    head.extend((1..=order.len()).map(|rank| format!("vs {rank}")));
    let rows: Vec<Vec<String>> = order
        .iter()
        .enumerate()
        .map(|(rank, &agent)| {
            let rating = &outcome.ratings[agent];
            let interval = match rating.interval {
                Some(interval) => format!("{:+.0} to {:+.0}", interval.low, interval.high),
                None => String::from("-"),
            };
            let mut row = vec![
                format!("{}. {}", rank + 1, outcome.names[agent]),
                format!("{:+.0}", rating.elo),
                interval,
            ];
            row.extend(
                order.iter().map(|&other| outcome.score(agent, other).map_or(String::from("-"), percent)),
            );
            row
        })
        .collect();
    let head: Vec<&str> = head.iter().map(String::as_str).collect();
    out::line(fitted(&head, &rows, args.wide.width()))?;
    Ok(())
}
