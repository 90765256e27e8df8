//! The work in the chunks of a plan: deals, what of them is missing, and the CPU time they take.

use std::path::PathBuf;
use std::time::Duration;

use cpu_time::ProcessTime;
use karuta_agents::contest::Contest;
use karuta_arena::chunk::{Chunk, Portion};
use karuta_engine::{Deadline, Stop};

use super::held::Held;

/// One chunk of a plan.
pub struct Piece {
    /// Its deals.
    pub portion: Portion,
    /// The command that plays it.
    pub words: Vec<String>,
    /// The record it writes.
    pub file: PathBuf,
}

/// The size of a chunk. Deals of all contests are added up.
#[derive(Clone, Copy)]
pub struct Extent {
    /// Its deals.
    pub deals: u64,
    /// Those that no record holds yet.
    pub missing: u64,
    /// The CPU-minutes that those take, if that is known.
    pub minutes: Option<f64>,
    /// True if its record is there and cannot be read.
    pub is_damaged: bool,
}

/// The deals of a run, and what they cost.
pub struct Work {
    /// Deals of each contest.
    deals: Vec<u64>,
    /// CPU-seconds of a deal of each contest, if they are known.
    seconds: Option<Vec<f64>>,
}

impl Work {
    /// Deals that take so many CPU-seconds together.
    pub fn known(deals: Vec<u64>, seconds: f64) -> Work {
        let each = seconds / deals.iter().sum::<u64>().max(1) as f64;
        Work { seconds: Some(vec![each; deals.len()]), deals }
    }

    /// Plays deals until the time is over. What a deal of a contest costs is the mean of those finished.
    pub fn probed(contests: &[&dyn Contest], deals: Vec<u64>, seconds: u64) -> Work {
        let limit = Duration::from_secs(seconds);
        let stop = Stop::never().before(Deadline::after(10 * limit));
        let began = ProcessTime::now();
        let mut spent = vec![(Duration::ZERO, 0u32); contests.len()];
        'probe: for index in 0..deals.iter().copied().max().unwrap_or(0) {
            for (at, contest) in contests.iter().enumerate().filter(|&(at, _)| index < deals[at]) {
                let before = ProcessTime::now();
                if contest.play_group(index, &stop).is_none() || stop.is_due() {
                    break 'probe;
                }
                spent[at] = (spent[at].0 + before.elapsed(), spent[at].1 + 1);
            }
            if began.elapsed() >= limit {
                break;
            }
        }
        let mean = |(&(spent, played), &deals): (&(Duration, u32), &u64)| match (played, deals) {
            (0, 0) => Some(0.0),
            (0, _) => None,
            (_, _) => Some(spent.as_secs_f64() / f64::from(played)),
        };
        Work { seconds: spent.iter().zip(&deals).map(mean).collect(), deals }
    }

    /// The size of every chunk.
    pub fn extents(&self, pieces: &[Piece], held: &Held) -> Vec<Extent> {
        let minutes = self.seconds.is_some().then_some(0.0);
        let begun =
            held.damaged.iter().map(|&is_damaged| Extent { deals: 0, missing: 0, minutes, is_damaged });
        let mut found: Vec<Extent> = begun.collect();
        // One look at every deal: a look at all of them for every chunk would take too long for many chunks.
        for (contest, &deals) in self.deals.iter().enumerate() {
            for index in 0..deals {
                let Some(at) = place(pieces, contest, index, self.deals.len()) else { continue };
                let extent = &mut found[at];
                extent.deals += 1;
                if !held.has(at, contest, index) {
                    extent.missing += 1;
                    let each = self.seconds.as_ref().map(|seconds| seconds[contest] / 60.0);
                    extent.minutes = extent.minutes.zip(each).map(|(sum, each)| sum + each);
                }
            }
        }
        found
    }
}

/// The chunk that a deal of a contest belongs to.
fn place(pieces: &[Piece], contest: usize, index: u64, contests: usize) -> Option<usize> {
    match pieces.first()?.portion {
        Portion::Chunk(Chunk { of, .. }) => {
            Some((Chunk::with(contest, index, contests, of).number - 1) as usize)
        }
        Portion::Deals(..) => {
            let is_before = |piece: &Piece| matches!(piece.portion, Portion::Deals(_, last) if last < index);
            Some(pieces.partition_point(is_before)).filter(|&at| at < pieces.len())
        }
    }
}
