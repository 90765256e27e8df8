//! Running a study and showing its digest.

use std::path::Path;

use karuta_arena::lab::{self, Asked, Digest};
use serde_json::{Value, json};

use crate::failure::Interrupted;
use crate::output::Force;
use crate::progress::Progress;
use crate::screen::Wide;
use crate::text::folded;
use crate::{interrupt, out};

/// Runs the study written in `spec`, and writes its table to `file`.
pub fn run(
    spec: &str,
    file: &Path,
    force: Force,
    threads: u64,
    as_json: bool,
    wide: Wide,
) -> anyhow::Result<()> {
    let asked = lab::open(spec)?;
    force.check(file)?;
    let total = asked.work.pieces() as u64;
    let stop = interrupt::stop();
    let mut progress: Option<Progress> = None;
    let result = lab::work(&asked, file, threads as usize, &stop, |done| match &mut progress {
        None => progress = Some(Progress::new("pieces", done as u64, total)),
        Some(progress) => progress.reach(done as u64),
    });
    if let Some(progress) = progress {
        progress.finish();
    }
    let Some(lines) = result? else {
        out::note("stopped; everything finished is kept: run the same command again to go on");
        return Err(Interrupted.into());
    };
    show(file, as_json, &asked, &lines, wide.width())
}

fn show(file: &Path, as_json: bool, asked: &Asked, lines: &[String], width: usize) -> anyhow::Result<()> {
    let digests = asked.work.digest(lines);
    if as_json {
        let tables: Vec<Value> =
            digests.iter().map(|d| json!({ "title": d.title, "head": d.head, "rows": d.rows })).collect();
        let found = json!({
            "study": asked.spec, "lines": lines.len(), "out": file.display().to_string(), "tables": tables,
        });
        return Ok(out::line(found.to_string())?);
    }
    out::line(format!("{}: {} lines in {}", asked.spec, lines.len(), file.display()))?;
    for Digest { title, head, rows } in digests {
        let head: Vec<&str> = head.iter().map(String::as_str).collect();
        out::line(format!("\n{title}\n{}", folded(&head, &rows, width)))?;
    }
    Ok(())
}
