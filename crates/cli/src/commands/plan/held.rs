//! The deals of a plan that are there already: in the record that gets all of them, and in the files of its chunks.

use std::collections::BTreeSet;
use std::path::Path;

use karuta_records::record::{Plan, Problem, RecordError, Store, refuse_others};

use super::work::Piece;

/// The deals of a file, each with the place of its contest.
type Deals = BTreeSet<(usize, u64)>;

/// The finished deals that were found on disk.
pub struct Held {
    whole: Deals,
    chunks: Vec<Deals>,
    /// True for chunks whose file is there and cannot be read.
    pub damaged: Vec<bool>,
}

impl Held {
    /// Looks at the record that gets everything and at the files of chunks. Files of other plans are refused by name.
    pub fn look(whole: &Path, pieces: &[Piece], plans: &[Plan]) -> Result<Held, RecordError> {
        let whole = read(whole, plans)?;
        let (mut chunks, mut damaged) = (Vec::new(), Vec::new());
        for piece in pieces {
            let found = match read(&piece.file, plans) {
                Err(RecordError { problem: Problem::Damaged(_) | Problem::NotARecord(_), .. }) => None,
                other => Some(other?),
            };
            damaged.push(found.is_none());
            chunks.push(found.unwrap_or_default());
        }
        Ok(Held { whole, chunks, damaged })
    }

    /// True if a deal of a contest is there, in the file of its chunk or with all others.
    pub fn has(&self, chunk: usize, contest: usize, index: u64) -> bool {
        [&self.whole, &self.chunks[chunk]].iter().any(|deals| deals.contains(&(contest, index)))
    }
}

/// The deals in a file; none where there is no file.
fn read(path: &Path, plans: &[Plan]) -> Result<Deals, RecordError> {
    let mut deals = Deals::new();
    if path.metadata().map_or(true, |file| file.is_file() && file.len() == 0) {
        return Ok(deals);
    }
    let reader = Store::read(path)?;
    refuse_others(path, reader.plans(), plans)?;
    reader.each_group(|plan, group| {
        deals.extend(plans.iter().position(|known| known == plan).map(|at| (at, group.index)));
        Ok::<_, RecordError>(())
    })?;
    Ok(deals)
}
