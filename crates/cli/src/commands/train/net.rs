//! Nets in training at the terminal: progress, files that survive a kill, the learning curve.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow, bail};
use karuta_agents::train::nets::{LEARNERS, NetTrainConfig, Point};
use karuta_arena::registry;
use karuta_playable::playable::Purpose;
use serde_json::json;

use super::{Train, curve};
use crate::failure::Interrupted;
use crate::output::Force;
use crate::progress::Progress;
use crate::{interrupt, out};

/// The time between two checkpoints beside those at evaluations, so that a kill costs little.
const KEEP: Duration = Duration::from_secs(30);

/// The learner asked for by spec or file, if any.
pub(super) fn learner(args: &Train) -> anyhow::Result<Option<String>> {
    let Some(path) = &args.config else {
        return Ok(args.learner.clone());
    };
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut lines = text.lines().map(|line| line.split('#').next().unwrap_or("").trim());
    let mut lines = lines.by_ref().filter(|line| !line.is_empty());
    let name = lines.next().ok_or_else(|| {
        anyhow!("{} names no learner: expected one such as dmc, then key=value lines", path.display())
    })?;
    let options: Vec<&str> = lines.collect();
    let joint = if options.is_empty() {
        ""
    } else if name.contains(':') {
        ","
    } else {
        ":"
    };
    Ok(Some(format!("{name}{joint}{}", options.join(","))))
}

/// Trains, examines and writes.
pub(super) fn run(args: &Train, learner: &str) -> anyhow::Result<()> {
    if learner == "help" {
        return help();
    }
    let game = registry::open(&args.game, Purpose::Match)?;
    let files = Files::beside(&args.out);
    let kept = match (args.resume, files.checkpoint.exists()) {
        (true, true) => Some(read(&files.checkpoint)?),
        (true, false) => bail!("cannot resume: there is no {}", files.checkpoint.display()),
        (false, true) if !args.force.force => bail!(
            "{} is there from an earlier training: --resume goes on with it, --force begins anew, or name another \
             file",
            files.checkpoint.display()
        ),
        (false, true | false) => None,
    };
    let config = NetTrainConfig {
        learner: learner.to_string(),
        seed: args.seed,
        opponent: args.opponent.clone(),
        deals: args.deals,
        threads: args.threads as usize,
        commit: commit(),
    };
    let mut training = game.net_training(&config, kept.as_deref()).map_err(|error| match &kept {
        Some(_) => anyhow!("cannot resume from {}: {error}", files.checkpoint.display()),
        None => anyhow!("{error}"),
    })?;
    // A training that goes on replaces its own net.
    Force { force: args.force.force || kept.is_some() }.check(&args.out)?;
    let every = args.every.unwrap_or(args.steps.div_ceil(50)).max(1);
    let mut points = if kept.is_some() { earlier(&files.lines, training.steps())? } else { Vec::new() };
    let stop = interrupt::flag();
    let mut progress = Progress::new(training.unit(), training.steps(), args.steps);
    let mut written = Instant::now();
    while training.steps() < args.steps && !stop.load(Ordering::Relaxed) {
        let before = training.steps();
        training.advance();
        let now = training.steps();
        progress.reach(now.min(args.steps));
        let is_due = before / every != now / every || now >= args.steps;
        if is_due {
            let point = training.examine();
            if !args.json {
                out::line(point_text(&point))?;
            }
            points.push(point);
        }
        if is_due || written.elapsed() >= KEEP {
            files.keep(training.as_ref(), &points)?;
            written = Instant::now();
        }
    }
    progress.finish();
    files.keep(training.as_ref(), &points)?;
    let (done, unit) = (training.steps(), training.unit());
    if args.json {
        let last = points.last();
        let found = json!({
            "game": game.spec(), "learner": training.learner(), "opponent": training.opponent(),
            unit: done, "last": last,
        });
        out::line(found.to_string())?;
    } else {
        out::line(format!("{done} {unit}, net in {}", args.out.display()))?;
    }
    if done < args.steps { Err(Interrupted.into()) } else { Ok(()) }
}

fn help() -> anyhow::Result<()> {
    for (name, about, params) in LEARNERS {
        out::line(format!("{name}: {about}"))?;
        for param in *params {
            out::line(format!("  {:<10} {:<12} {}", param.name, param.default, param.help))?;
        }
    }
    Ok(())
}

fn point_text(point: &Point) -> String {
    let points = point.points.map_or(String::new(), |points| format!(", points {points:.3}"));
    format!(
        "{:>10}  loss {:.5}  value {:.4}  reward {:.4}  against the opponent: payoff {:.4}, wins {:.3}{points}",
        point.steps, point.loss, point.value, point.reward, point.payoff, point.wins
    )
}

/// The files of a training.
struct Files {
    net: PathBuf,
    checkpoint: PathBuf,
    lines: PathBuf,
    figure: PathBuf,
}

impl Files {
    fn beside(net: &Path) -> Files {
        let with = |ending: &str| {
            let mut name = net.as_os_str().to_owned();
            name.push(ending);
            PathBuf::from(name)
        };
        Files {
            net: net.to_path_buf(),
            checkpoint: with(".checkpoint"),
            lines: with(".jsonl"),
            figure: with(".svg"),
        }
    }

    /// The checkpoint comes last: what it goes on from has then been written.
    fn keep(
        &self,
        training: &dyn karuta_agents::train::nets::NetTraining,
        points: &[Point],
    ) -> anyhow::Result<()> {
        let mut lines = String::new();
        for point in points {
            lines.push_str(&serde_json::to_string(point)?);
            lines.push('\n');
        }
        replace(&self.lines, lines.as_bytes())?;
        replace(&self.figure, curve::svg(training.learner(), training.unit(), points).as_bytes())?;
        replace(&self.net, &training.net())?;
        replace(&self.checkpoint, &training.checkpoint())
    }
}

/// Puts a whole file in the place of another, so that there always is a whole one.
fn replace(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    let part = PathBuf::from(name);
    let write = || -> std::io::Result<()> {
        let mut file = fs::File::create(&part)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&part, path)
    };
    write().with_context(|| format!("cannot write {}", path.display()))
}

fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}

/// The points of a curve up to the checkpoint; later ones will come again.
fn earlier(path: &Path, steps: u64) -> anyhow::Result<Vec<Point>> {
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut points = Vec::new();
    for line in text.lines() {
        let point: Point =
            serde_json::from_str(line).with_context(|| format!("{} is no learning curve", path.display()))?;
        if point.steps <= steps {
            points.push(point);
        }
    }
    Ok(points)
}

/// The commit of the sources, where there are any.
fn commit() -> String {
    let asked = Command::new("git").args(["describe", "--always", "--dirty", "--abbrev=12"]).output();
    match asked {
        Ok(output) if output.status.success() => String::from_utf8_lossy(&output.stdout).trim().to_string(),
        Ok(_) | Err(_) => String::from("unknown"),
    }
}
