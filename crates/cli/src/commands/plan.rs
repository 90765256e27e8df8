//! `karuta plan`: a run divided into chunks, one command a line, for any scheduler.

use clap::{Args, Subcommand};
use cpu_time::ProcessTime;
use karuta_agents::contest::Contest;
use karuta_engine::{Deadline, Stop};
use serde_json::{Value, json};

use super::lab::Run;
use super::matches::Match;
use super::tournament::Tournament;
use super::whole;
use crate::out;

/// Divide a match, a tournament or an experiment into chunks.
///
/// Prints one command a line, with the CPU-minutes it should take.
/// The chunks may be played anywhere, in any order and more than once; karuta merge (lab merge) joins them.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  karuta plan match onitama5 mcts alphabeta --deals 1000 --chunks 50\n  karuta plan lab \
                  onitama/table-5-2 --size full --chunks 200"
)]
pub struct PlanArgs {
    #[command(subcommand)]
    what: What,
    /// The number of chunks; at most one for each deal.
    #[arg(long, global = true, value_name = "N", default_value_t = 10, value_parser = whole(1..=1_000_000))]
    chunks: u64,
    /// CPU-seconds to measure deals for; the first deal is played to its end if it takes less than ten times that.
    #[arg(long, global = true, value_name = "S", default_value_t = 5, value_parser = whole(1..=3600))]
    probe: u64,
}

#[derive(Subcommand)]
enum What {
    Match(Match),
    Tournament(Tournament),
    /// Run experiments in chunks.
    Lab(Run),
}

/// What is known about the work.
struct Work {
    /// Deals of all chunks together.
    deals: u64,
    /// CPU-seconds of a deal, all its contests added up, if a deal was finished.
    seconds: Option<f64>,
    is_json: bool,
}

/// Measures and prints.
pub fn run(args: &PlanArgs) -> anyhow::Result<()> {
    let work = match &args.what {
        What::Match(args_of) => {
            let contests = vec![args_of.contest()?];
            Work::probed(&contests, args_of.series.deals, args.probe, args_of.series.json)
        }
        What::Tournament(args_of) => {
            Work::probed(&args_of.contests()?, args_of.series.deals, args.probe, args_of.series.json)
        }
        What::Lab(args_of) => {
            let (deals, minutes) = args_of.extent()?;
            let seconds = minutes.map(|minutes| 60.0 * minutes / deals.max(1) as f64);
            Work { deals, seconds, is_json: args_of.json }
        }
    };
    let is_lab = matches!(args.what, What::Lab(_));
    let words = words(std::env::args().skip(1), is_lab);
    // A deal is never divided, so further chunks would be empty.
    let of = args.chunks.min(work.deals);
    let chunks = (1..=of).map(|number| chunk_words(&words, number, of, is_lab));
    let chunks: Vec<Vec<String>> = chunks.collect();
    let merge = match &args.what {
        What::Lab(run) => run.merge_words()?,
        What::Match(_) | What::Tournament(_) => merge_words(of, work.deals),
    };
    print(&work, &chunks, &merge)
}

impl Work {
    /// Plays deals until the time is over. What a deal costs is the mean of those finished.
    fn probed(contests: &[Box<dyn Contest>], deals: u64, seconds: u64, is_json: bool) -> Work {
        let limit = std::time::Duration::from_secs(seconds);
        let stop = Stop::never().before(Deadline::after(10 * limit));
        let (began, mut played) = (ProcessTime::now(), 0u32);
        let mut spent = None;
        for index in 0..deals {
            if contests.iter().any(|contest| contest.play_group(index, &stop).is_none() || stop.is_due()) {
                break;
            }
            played += 1;
            spent = Some(began.elapsed().as_secs_f64() / f64::from(played));
            if began.elapsed() >= limit {
                break;
            }
        }
        Work { deals, seconds: spent, is_json }
    }

    /// The CPU-minutes of a chunk.
    fn minutes(&self, number: u64, of: u64) -> Option<f64> {
        let deals = (self.deals + of - number) / of;
        Some(self.seconds? * deals as f64 / 60.0)
    }
}

/// The words of the command that is divided: what was typed, without what is ours.
fn words(typed: impl Iterator<Item = String>, is_lab: bool) -> Vec<String> {
    let mut words = Vec::new();
    let mut typed = typed.skip_while(|word| word != "plan").skip(1);
    while let Some(word) = typed.next() {
        let key = word.split('=').next().unwrap_or("");
        let has_value = ["--chunks", "--probe"].contains(&key) || (!is_lab && key == "--out");
        match (has_value, word.contains('=')) {
            (true, true) => {}
            (true, false) => drop(typed.next()),
            (false, _) if word == "--json" => {}
            (false, _) => words.push(word),
        }
        if is_lab && words.len() == 1 && words[0] == "lab" {
            words.push("run".to_string());
        }
    }
    words.insert(0, "karuta".to_string());
    words
}

fn file(number: u64, of: u64) -> String {
    format!("chunk-{number}-of-{of}.db")
}

fn chunk_words(words: &[String], number: u64, of: u64, is_lab: bool) -> Vec<String> {
    let mut words = words.to_vec();
    // A scheduler gives one core to a task unless told otherwise.
    if !words.iter().any(|word| word.starts_with("--threads")) {
        words.extend(["--threads".to_string(), "1".to_string()]);
    }
    words.extend(["--chunk".to_string(), format!("{number}/{of}")]);
    if !is_lab {
        words.extend(["--out".to_string(), file(number, of)]);
    }
    words
}

fn merge_words(of: u64, deals: u64) -> Vec<String> {
    let mut merge = vec!["karuta".to_string(), "merge".to_string()];
    merge.extend((1..=of).map(|number| file(number, of)));
    merge.extend(["--out".to_string(), "all.db".to_string(), "--deals".to_string(), deals.to_string()]);
    merge
}

fn print(work: &Work, chunks: &[Vec<String>], merge: &[String]) -> anyhow::Result<()> {
    let of = chunks.len() as u64;
    if work.is_json {
        let chunks = (1..).zip(chunks).map(|(number, words)| {
            json!({ "chunk": format!("{number}/{of}"), "command": words, "cpu_minutes": work.minutes(number, of) })
        });
        let chunks: Vec<Value> = chunks.collect();
        let found = json!({ "deals": work.deals, "chunks": chunks, "merge": merge });
        return Ok(out::line(found.to_string())?);
    }
    for (number, words) in (1..).zip(chunks) {
        let cost = work.minutes(number, of);
        let cost =
            cost.map_or("CPU-minutes unknown".to_string(), |minutes| format!("{minutes:.2} CPU-minutes"));
        out::line(format!("{}  # {cost}", shell(words)))?;
    }
    out::note(format!("then: {}", shell(merge)));
    Ok(())
}

/// Words as a shell reads them.
fn shell(words: &[String]) -> String {
    let plain = |word: &str| word.chars().all(|c| c.is_ascii_alphanumeric() || "_-./:=,+@%".contains(c));
    let quoted = words.iter().map(|word| match plain(word) && !word.is_empty() {
        true => word.clone(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    });
    quoted.collect::<Vec<_>>().join(" ")
}
