//! `karuta plan`: a run divided into chunks, one command a line, for any scheduler.

mod held;
mod work;

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use karuta_agents::contest::Contest;
use karuta_arena::chunk::{Chunk, Portion};
use karuta_records::record::Plan;
use serde_json::{Value, json};

use self::held::Held;
use self::work::{Extent, Piece, Work};
use super::lab::Run;
use super::matches::Match;
use super::series::{self, SeriesArgs};
use super::tournament::Tournament;
use super::whole;
use crate::out;

/// Divide a match, a tournament or an experiment into chunks.
///
/// Prints one command a line, with the CPU-minutes it should take. The chunks may be played anywhere, in any order and
/// more than once; karuta merge (lab merge) joins them. What is finished already is said and costs nothing. The chunks
/// of a tournament with --sprt are ranges of deals, which the test looks at in order.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  karuta plan match onitama5 mcts alphabeta --deals 1000 --chunks 50\n  karuta plan lab \
                  onitama/table-5-2 --size full --chunks 200"
)]
pub struct PlanArgs {
    #[command(subcommand)]
    what: What,
    /// The number of chunks; at most one for each deal of each pairing.
    #[arg(long, global = true, value_name = "N", default_value_t = 10, value_parser = whole(1..=1_000_000))]
    chunks: u64,
    /// CPU-seconds to measure deals for; the first deal is played to its end if it takes less than ten times that.
    #[arg(long, global = true, value_name = "S", default_value_t = 5, value_parser = whole(1..=3600))]
    probe: u64,
    /// The folder of the chunks' files; those of an experiment lie in its folder of results.
    #[arg(long, global = true, value_name = "DIR")]
    folder: Option<PathBuf>,
}

#[derive(Subcommand)]
enum What {
    Match(Match),
    Tournament(Tournament),
    /// Run an experiment in chunks.
    Lab(Run),
}

/// Measures and prints.
pub fn run(args: &PlanArgs) -> anyhow::Result<()> {
    match &args.what {
        What::Match(of) => {
            let (game, contest) = of.open()?;
            args.series(&game, &[contest.as_ref()], &of.series, None)
        }
        What::Tournament(of) => {
            let (game, contests) = of.open()?;
            let contests: Vec<&dyn Contest> = contests.iter().map(AsRef::as_ref).collect();
            args.series(&game, &contests, &of.series, of.test(contests.len())?)
        }
        What::Lab(of) => args.lab(of),
    }
}

impl PlanArgs {
    /// The plan of a match or a tournament; one with a test consists of ranges of deals.
    fn series(
        &self,
        game: &str,
        contests: &[&dyn Contest],
        args: &SeriesArgs,
        test: Option<String>,
    ) -> anyhow::Result<()> {
        anyhow::ensure!(args.chunk.is_none(), "plan divides the run itself: leave out --chunk");
        let plans: Vec<Plan> =
            contests.iter().map(|contest| series::identified(game, *contest, args.seed)).collect();
        let deals = vec![args.deals; contests.len()];
        let most = if test.is_some() { args.deals } else { deals.iter().sum() };
        let of = self.chunks.min(most);
        let words = words(std::env::args().skip(1), &["--chunks", "--probe", "--folder", "--out", "--sprt"]);
        let folder = self.folder.as_deref().unwrap_or(Path::new(""));
        let pieces = (1..=of).map(|number| {
            let portion = match test {
                None => Portion::Chunk(Chunk { number, of }),
                Some(_) => range(args.deals, number, of),
            };
            let file = folder.join(format!("chunk-{number}-of-{of}.db"));
            let own =
                ["--chunk", &portion.to_string(), "--out", &file.display().to_string()].map(String::from);
            Piece { portion, words: [on_one_core(&words), own.to_vec()].concat(), file }
        });
        let pieces: Vec<Piece> = pieces.collect();
        let out = args.out.clone().unwrap_or_else(|| PathBuf::from("all.db"));
        let held = Held::look(&out, &pieces, &plans)?;
        let mut merge = vec!["karuta".to_string(), "merge".to_string()];
        merge.extend(pieces.iter().map(|piece| piece.file.display().to_string()));
        merge.extend(["--out".to_string(), out.display().to_string()]);
        merge.extend(match test {
            None => ["--deals".to_string(), args.deals.to_string()],
            Some(test) => ["--sprt".to_string(), test],
        });
        let work = Work::probed(contests, deals, self.probe);
        print(&work.extents(&pieces, &held), &pieces, &merge, args.json)
    }

    fn lab(&self, run: &Run) -> anyhow::Result<()> {
        if let Some(folder) = &self.folder {
            anyhow::bail!(
                "the chunks of an experiment lie in its folder of results: expected --out DIR instead of --folder {}",
                folder.display()
            );
        }
        let divided = run.divided()?;
        let parts = &divided.program.parts;
        let deals: Vec<u64> = parts.iter().map(|part| part.deals).collect();
        let of = self.chunks.min(deals.iter().sum());
        let mut words = words(std::env::args().skip(1), &["--chunks", "--probe", "--folder"]);
        words.insert(2, "run".to_string());
        let pieces = (1..=of).map(|number| {
            let chunk = Chunk { number, of };
            let own = ["--chunk".to_string(), chunk.to_string()];
            let words = [on_one_core(&words), own.to_vec()].concat();
            Piece { portion: Portion::Chunk(chunk), words, file: divided.file(chunk) }
        });
        let pieces: Vec<Piece> = pieces.collect();
        let plans: Vec<Plan> = parts.iter().map(|part| part.identified()).collect();
        let held = Held::look(&divided.record(), &pieces, &plans)?;
        let contests: Vec<&dyn Contest> = parts.iter().map(|part| part.contest.as_ref()).collect();
        let work = match divided.minutes {
            Some(minutes) => Work::known(deals, 60.0 * minutes),
            None => Work::probed(&contests, deals, self.probe),
        };
        print(&work.extents(&pieces, &held), &pieces, &run.merge_words()?, run.json)
    }
}

/// The i-th of n ranges of deals.
fn range(deals: u64, number: u64, of: u64) -> Portion {
    let start = |number: u64| (u128::from(deals) * u128::from(number) / u128::from(of)) as u64;
    Portion::Deals(start(number - 1), start(number) - 1)
}

/// The words of the command that is divided: what was typed, without what is ours and these options.
fn words(typed: impl Iterator<Item = String>, left_out: &[&str]) -> Vec<String> {
    let mut words = vec!["karuta".to_string()];
    let mut typed = typed.skip_while(|word| word != "plan").skip(1);
    while let Some(word) = typed.next() {
        match (left_out.contains(&word.split('=').next().unwrap_or("")), word.contains('=')) {
            (true, true) => {}
            (true, false) => drop(typed.next()),
            (false, _) if word == "--json" => {}
            (false, _) => words.push(word),
        }
    }
    words
}

/// Words with one thread, which is what a scheduler gives to a task unless told otherwise.
fn on_one_core(words: &[String]) -> Vec<String> {
    let mut words = words.to_vec();
    if !words.iter().any(|word| word.split('=').next() == Some("--threads")) {
        words.extend(["--threads".to_string(), "1".to_string()]);
    }
    words
}

fn print(extents: &[Extent], pieces: &[Piece], merge: &[String], is_json: bool) -> anyhow::Result<()> {
    if is_json {
        let chunks = pieces.iter().zip(extents).map(|(piece, extent)| {
            json!({
                "chunk": piece.portion.to_string(), "command": piece.words, "file": piece.file.display().to_string(),
                "deals": extent.deals, "missing": extent.missing, "is_damaged": extent.is_damaged,
                "cpu_minutes": extent.minutes,
            })
        });
        let chunks: Vec<Value> = chunks.collect();
        let deals: u64 = extents.iter().map(|extent| extent.deals).sum();
        let found = json!({ "deals": deals, "chunks": chunks, "merge": merge });
        return Ok(out::line(found.to_string())?);
    }
    for (piece, extent) in pieces.iter().zip(extents) {
        let cost = match (extent.missing, extent.minutes) {
            (0, _) => "finished".to_string(),
            (_, Some(minutes)) => format!("{minutes:.2} CPU-minutes"),
            (_, None) => "CPU-minutes unknown".to_string(),
        };
        let damage = if extent.is_damaged { "; its file is damaged and must be removed first" } else { "" };
        out::line(format!("{}  # {cost}{damage}", shell(&piece.words)))?;
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
