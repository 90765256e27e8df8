//! Files that commands write: none replaces another unasked, and long work does not end in a file that cannot be
//! written. Knows paths; the commands say what goes into the files.

use std::fs::{self, File};
use std::path::Path;

use anyhow::{Context as _, bail};
use clap::Args;

/// The leave to replace files.
#[derive(Args, Clone, Copy)]
pub struct Force {
    /// Replace files that are there already.
    #[arg(long)]
    pub force: bool,
}

impl Force {
    /// An error if `path` cannot be written, or is there already and may not be replaced. What it holds is left
    /// alone until then, and a file that was not there is not left behind.
    pub fn check(self, path: &Path) -> anyhow::Result<()> {
        let is_new = !path.exists();
        if !is_new && !self.force && path.is_file() {
            bail!("{} is there already: name another file, or replace it with --force", path.display());
        }
        File::options()
            .append(true)
            .create(true)
            .open(path)
            .with_context(|| format!("cannot write {}, name another file", path.display()))?;
        if is_new {
            fs::remove_file(path)?;
        }
        Ok(())
    }
}

/// Writes a file that was checked before.
pub fn write(path: &Path, content: impl AsRef<[u8]>) -> anyhow::Result<()> {
    fs::write(path, content).with_context(|| format!("cannot write {}", path.display()))
}
