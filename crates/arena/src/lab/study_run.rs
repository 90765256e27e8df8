//! Running a study: its pieces are computed on threads, each finished one is written at once, the whole
//! put in order at the end. Knows files and threads, not what is studied.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use karuta_agents::runner::NoThread;
use karuta_engine::Stop;

use super::Asked;

/// The reason a study could not run.
#[derive(Debug)]
pub enum StudyError {
    /// A file could not be read or written.
    File(PathBuf, io::Error),
    /// A thread could not be started.
    Threads(NoThread),
    /// The notes of a run under way belong to another study.
    Foreign {
        /// The file with the finished pieces.
        path: PathBuf,
        /// The study they belong to.
        theirs: String,
    },
}

impl fmt::Display for StudyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StudyError::Threads(error) => error.fmt(f),
            StudyError::File(path, error) => write!(f, "cannot use {}: {error}", path.display()),
            StudyError::Foreign { path, theirs } => write!(
                f,
                "{} holds notes of {theirs:?}; finish that study, remove the file or name another",
                path.display()
            ),
        }
    }
}

impl std::error::Error for StudyError {}

/// Works through a study and writes its table to `out`; pieces noted beside it by an earlier run are
/// not done again. `told` hears how many are done. `None` if `stop` was raised before the end: then
/// everything finished is noted.
pub fn work(
    asked: &Asked,
    out: &Path,
    threads: usize,
    stop: &Stop,
    mut told: impl FnMut(usize),
) -> Result<Option<Vec<String>>, StudyError> {
    let path = PathBuf::from(format!("{}.notes", out.display()));
    let mut notes = Notes::open(&path, &asked.spec, asked.work.pieces())?;
    let missing: Vec<usize> = (0..asked.work.pieces()).filter(|at| !notes.done.contains_key(at)).collect();
    told(notes.done.len());
    let next = AtomicUsize::new(0);
    let all = stop.child();
    let failure = std::thread::scope(|scope| {
        // A worker waits until its piece is noted, so that little is lost when the run ends.
        let (results, inbox) = mpsc::sync_channel(0);
        let asked_for = threads.clamp(1, missing.len().max(1));
        for started in 0..asked_for {
            let (results, next, missing, stop) = (results.clone(), &next, &missing, &all);
            let work = move || {
                while !stop.is_raised()
                    && let Some(&at) = missing.get(next.fetch_add(1, Ordering::Relaxed))
                    && results.send((at, asked.work.piece(at))).is_ok()
                {}
            };
            if let Err(error) = std::thread::Builder::new().spawn_scoped(scope, work) {
                all.raise();
                return Some(StudyError::Threads(NoThread { asked: asked_for, started, error }));
            }
        }
        drop(results);
        for (at, line) in inbox {
            if let Err(error) = notes.add(at, line) {
                // Whoever is at work finishes the piece in hand and finds nobody to tell.
                return Some(StudyError::File(path.clone(), error));
            }
            told(notes.done.len());
        }
        None
    });
    if let Some(error) = failure {
        return Err(error);
    }
    if notes.done.len() < asked.work.pieces() {
        return Ok(None);
    }
    let lines = asked.work.rows(notes.done.into_values().collect());
    let text = format!("# {}\n{}\n{}\n", asked.spec, asked.work.heading(), lines.join("\n"));
    fs::write(out, text).map_err(|error| StudyError::File(out.to_path_buf(), error))?;
    fs::remove_file(&path).map_err(|error| StudyError::File(path, error))?;
    Ok(Some(lines))
}

/// The pieces finished so far, in memory and in a file.
struct Notes {
    file: File,
    done: BTreeMap<usize, String>,
}

impl Notes {
    fn open(path: &Path, spec: &str, pieces: usize) -> Result<Notes, StudyError> {
        let failed = |error| StudyError::File(path.to_path_buf(), error);
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(failed(error)),
        };
        let mut done = BTreeMap::new();
        // A line without its end was being written when the run died.
        let whole = text.rfind('\n').map_or("", |end| &text[..end]);
        let mut lines = whole.lines();
        if let Some(first) = lines.next() {
            let theirs = first.strip_prefix("# ").unwrap_or(first);
            if theirs != spec {
                return Err(StudyError::Foreign { path: path.to_path_buf(), theirs: theirs.to_string() });
            }
            for line in lines {
                if let Some((at, line)) = line.split_once('\t')
                    && let Ok(at) = at.parse()
                    && at < pieces
                {
                    done.insert(at, line.to_string());
                }
            }
        }
        let mut file =
            OpenOptions::new().create(true).write(true).truncate(true).open(path).map_err(failed)?;
        let mut kept = format!("# {spec}\n");
        for (at, line) in &done {
            kept.push_str(&format!("{at}\t{line}\n"));
        }
        file.write_all(kept.as_bytes()).map_err(failed)?;
        Ok(Notes { file, done })
    }

    fn add(&mut self, at: usize, line: String) -> io::Result<()> {
        self.file.write_all(format!("{at}\t{line}\n").as_bytes())?;
        self.done.insert(at, line);
        Ok(())
    }
}

#[cfg(test)]
mod tests;
