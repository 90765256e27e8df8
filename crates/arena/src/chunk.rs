//! Parts of a run that are played apart: chunks, which interleave, and ranges of deals. Knows numbers only. A deal
//! group belongs to the same part whatever else is played, so no part has to know of the others.

use std::fmt;
use std::str::FromStr;

/// A part of the deal groups: every `of`-th, beginning with `number`, counted from one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// Its number, from one on.
    pub number: u64,
    /// The number of all chunks.
    pub of: u64,
}

impl FromStr for Chunk {
    type Err = String;

    fn from_str(text: &str) -> Result<Chunk, String> {
        let parts =
            text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        match parts {
            Some((number, of)) if (1..=of).contains(&number) && of <= 1_000_000 => Ok(Chunk { number, of }),
            _ => Err("a chunk is written i/n with i from 1 to n, such as 2/5".to_string()),
        }
    }
}

impl fmt::Display for Chunk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl Chunk {
    /// The one of so many chunks that the group of this deal in this contest, out of so many, belongs to.
    ///
    /// Contests change places from deal to deal: with a fixed order, as many chunks as contests would put all groups of
    /// the slowest agents into one chunk.
    pub fn with(contest: usize, index: u64, contests: usize, of: u64) -> Chunk {
        let (contest, contests) = (contest as u64, contests.max(1) as u64);
        let place = index.wrapping_mul(contests).wrapping_add((contest + index % contests) % contests);
        Chunk { number: place % of + 1, of }
    }

    /// True if the group of this deal in this contest, out of so many, belongs to it.
    pub fn has(self, contest: usize, index: u64, contests: usize) -> bool {
        Chunk::with(contest, index, contests, self.of) == self
    }
}

/// The part of a match or a tournament that one process plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Portion {
    /// Every n-th group.
    Chunk(Chunk),
    /// All groups from one deal to another, both included: what a test needs that looks at deals in order.
    Deals(u64, u64),
}

impl FromStr for Portion {
    type Err = String;

    fn from_str(text: &str) -> Result<Portion, String> {
        if let Ok(chunk) = text.parse() {
            return Ok(Portion::Chunk(chunk));
        }
        let range =
            text.split_once('-').and_then(|(first, last)| Some((first.parse().ok()?, last.parse().ok()?)));
        match range {
            Some((first, last)) if first <= last => Ok(Portion::Deals(first, last)),
            _ => Err("a chunk is written i/n with i from 1 to n, such as 2/5, or as the first and last deal, such as \
                      100-199"
                .to_string()),
        }
    }
}

impl fmt::Display for Portion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Portion::Chunk(chunk) => chunk.fmt(f),
            Portion::Deals(first, last) => write!(f, "{first}-{last}"),
        }
    }
}

impl Portion {
    /// True if the group of this deal in this contest, out of so many, belongs to it.
    pub fn has(self, contest: usize, index: u64, contests: usize) -> bool {
        match self {
            Portion::Chunk(chunk) => chunk.has(contest, index, contests),
            Portion::Deals(first, last) => (first..=last).contains(&index),
        }
    }
}

#[cfg(test)]
mod tests;
