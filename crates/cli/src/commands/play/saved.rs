//! Games as they are saved and loaded again. Knows the file, not how a game is played.

use std::fs::OpenOptions;
use std::io::{self, Write as _};
use std::path::Path;

use anyhow::Context as _;
use serde::{Deserialize, Serialize};

/// A game as it is saved.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Saved {
    pub game: String,
    pub seat: usize,
    pub against: String,
    pub seed: u64,
    pub start: String,
    pub moves: Vec<String>,
}

impl Saved {
    /// Reads a file that [`Saved::write`] wrote.
    pub fn read(path: &Path) -> anyhow::Result<Saved> {
        let text = std::fs::read_to_string(path)
            .with_context(|| format!("cannot read {}, expected a file written by save", path.display()))?;
        let saved: Saved = serde_json::from_str(&text).with_context(|| {
            format!("{} is no saved game: expected a file written by save", path.display())
        })?;
        // A file of somebody else must not start programs here.
        if saved.against.contains("exec") {
            anyhow::bail!("{} names a program to start: a saved game starts none", path.display());
        }
        Ok(saved)
    }

    /// Writes the game to a file; one that is there already is kept unless `force` is set.
    pub fn write(&self, path: &str, force: bool) -> anyhow::Result<()> {
        let mut options = OpenOptions::new();
        let options = options.write(true);
        let options = if force { options.create(true).truncate(true) } else { options.create_new(true) };
        let mut file = match options.open(path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                anyhow::bail!("there is a file {path:?} already: choose another name, or save --force {path}")
            }
            opened => opened.with_context(|| format!("cannot write {path:?}"))?,
        };
        let text = serde_json::to_string_pretty(self)? + "\n";
        file.write_all(text.as_bytes()).with_context(|| format!("cannot write {path:?}"))
    }
}
