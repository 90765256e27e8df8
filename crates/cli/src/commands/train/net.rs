//! Nets in training at the terminal: progress, files that survive a kill, the learning curve.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context as _, anyhow, bail};
use karuta_agents::train::nets::{LEARNERS, NetTrainConfig, NetTraining, Point};
use karuta_arena::chunk::Chunk;
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
    let game = registry::open(&args.game, Purpose::Match)?;
    let files = Files::beside(args.out());
    let is_divided = args.chunk.is_some() || args.chunks.is_some();
    let kept = match (args.resume || is_divided, files.checkpoint.exists()) {
        (true, false) if is_divided => None,
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
    if let Some(chunk) = args.chunk {
        return play_chunk(args, training.as_ref(), chunk);
    }
    // A training that goes on replaces its own net.
    Force { force: args.force.force || kept.is_some() }.check(args.out())?;
    let every = args.every.unwrap_or(args.steps.div_ceil(50)).max(1);
    let mut points = if kept.is_some() { earlier(&files.lines, training.steps())? } else { Vec::new() };
    let stop = interrupt::flag();
    let mut progress = Progress::new(training.unit(), training.steps(), args.steps);
    let mut written = Instant::now();
    while training.steps() < args.steps && !stop.load(Ordering::Relaxed) {
        let before = training.steps();
        match args.chunks {
            None => training.advance(),
            Some(of) => learn_chunks(args, training.as_mut(), of)?,
        }
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
        if args.chunks.is_some() {
            break;
        }
    }
    progress.finish();
    files.keep(training.as_ref(), &points)?;
    if let Some(of) = args.chunks {
        return forget_chunks(args, training.as_ref(), of);
    }
    let (done, unit) = (training.steps(), training.unit());
    if args.json {
        let last = points.last();
        let found = json!({
            "game": game.spec(), "learner": training.learner(), "opponent": training.opponent(),
            unit: done, "last": last,
        });
        out::line(found.to_string())?;
    } else {
        out::line(format!("{done} {unit}, net in {}", args.out().display()))?;
    }
    if done < args.steps { Err(Interrupted.into()) } else { Ok(()) }
}

/// The file of a part of the round that begins after so many games.
fn chunk_file(args: &Train, games: u64, chunk: Chunk) -> PathBuf {
    let mut name = args.out().as_os_str().to_owned();
    name.push(format!(".games-{games}.chunk-{}-of-{}", chunk.number, chunk.of));
    PathBuf::from(name)
}

/// Plays a part of the games that are due.
fn play_chunk(args: &Train, training: &dyn NetTraining, chunk: Chunk) -> anyhow::Result<()> {
    if training.steps() >= args.steps {
        return tell(args, training, &format!("all {} games are played", training.steps()), true);
    }
    let path = chunk_file(args, training.steps(), chunk);
    // A scheduler may have started the same chunk twice, on two machines even.
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_nanos());
    let ending = format!(".part-{}-{now}", std::process::id());
    replace_by(&path, &ending, &training.play_chunk(chunk.number, chunk.of)?)?;
    let said =
        format!("{} holds chunk {chunk}; --chunks {} learns from all of them", path.display(), chunk.of);
    tell(args, training, &said, false)
}

/// Learns from the games of all chunks of a round.
fn learn_chunks(args: &Train, training: &mut dyn NetTraining, of: u64) -> anyhow::Result<()> {
    let paths = (1..=of).map(|number| chunk_file(args, training.steps(), Chunk { number, of }));
    let chunk = |path: PathBuf| Ok((path.display().to_string(), read(&path)?));
    Ok(training.learn_chunks(&paths.map(chunk).collect::<anyhow::Result<Vec<_>>>()?)?)
}

/// Removes the chunks of earlier rounds, which the checkpoint has outlived, and says what is done.
fn forget_chunks(args: &Train, training: &dyn NetTraining, of: u64) -> anyhow::Result<()> {
    let name = args.out().file_name().unwrap_or_default().to_string_lossy().into_owned();
    let folder = args.out().parent().filter(|folder| !folder.as_os_str().is_empty());
    for entry in fs::read_dir(folder.unwrap_or(Path::new(".")))?.flatten() {
        let file = entry.file_name().to_string_lossy().into_owned();
        let round = file.strip_prefix(&name).and_then(|rest| rest.strip_prefix(".games-"));
        let games = round.and_then(|rest| rest.split_once(".chunk-")?.0.parse::<u64>().ok());
        if games.is_some_and(|games| games < training.steps()) {
            fs::remove_file(entry.path())?;
        }
    }
    let (done, out) = (training.steps(), args.out().display());
    let is_done = done >= args.steps;
    let next = if is_done { String::new() } else { format!("; now --chunk 1/{of} and so on") };
    tell(args, training, &format!("{done} games, net in {out}{next}"), is_done)
}

fn tell(args: &Train, training: &dyn NetTraining, text: &str, is_done: bool) -> anyhow::Result<()> {
    Ok(out::line(match args.json {
        true => json!({ "games": training.steps(), "is_done": is_done }).to_string(),
        false => text.to_string(),
    })?)
}

pub(super) fn help() -> anyhow::Result<()> {
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
    fn keep(&self, training: &dyn NetTraining, points: &[Point]) -> anyhow::Result<()> {
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
    replace_by(path, ".part", bytes)
}

/// The same by way of a file with this ending.
fn replace_by(path: &Path, ending: &str, bytes: &[u8]) -> anyhow::Result<()> {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
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
