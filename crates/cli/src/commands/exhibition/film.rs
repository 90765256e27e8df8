//! One game shown move by move: drawn over and over in a terminal, as a list of moves elsewhere. The table is
//! shown as the first seat sees it, so that hidden cards stay hidden.

use std::thread;
use std::time::{Duration, Instant};

use karuta_agents::any::Start;
use karuta_agents::entry::Entry;
use karuta_agents::table::{AgentId, Table, Thought};
use karuta_engine::{Basis, Seat, Stop};
use karuta_playable::ink::Ink;

use crate::text::{percent, thousands, wrapped};
use crate::{out, screen};

/// The deal that is shown, the same every time.
const SEED: u64 = 7;

/// The seat whose view is shown.
const LOOKER: Seat = 0;

/// The shortest and the longest time a move stands still.
const STILL: (Duration, Duration) = (Duration::from_millis(120), Duration::from_millis(900));

/// Part of the time for thinking; the rest is for looking.
const THINKING: f64 = 0.5;

/// A move with the table after it.
struct Frame {
    mover: String,
    words: String,
    news: Vec<String>,
    thought: Option<String>,
    /// The value of the move to the agent that made it.
    value: Option<f64>,
    table: String,
}

/// Shows a game in about so much time.
pub fn show(entry: &Entry, time: Duration, stop: &Stop) -> anyhow::Result<()> {
    let ink = screen::ink();
    let game = super::open(entry)?;
    let mut table = game.table(&Start::Seed(SEED))?;
    let agents: Vec<AgentId> = (0..table.seats())
        .map(|seat| table.add_agent(entry.exhibition[seat % game.teams() % 2], false))
        .collect::<Result<_, _>>()?;
    let names: Vec<String> =
        agents.iter().take(game.teams().min(2)).map(|&id| table.agent_spec(id).to_string()).collect();
    let title = format!("{}: {} (you) against {}", ink.bold(&game.title()), names[0], names[names.len() - 1]);
    let first = table.render(LOOKER, ink);
    let began = Instant::now();
    let mut frames = Vec::new();
    while let Some(turn) = table.turn() {
        if stop.is_raised() {
            return Ok(());
        }
        // A slow machine shows the beginning of a game rather than nothing.
        if began.elapsed() > time.mul_f64(THINKING) {
            break;
        }
        let Some(thought) = table.ask_until(agents[turn], stop) else { break };
        table.play(&thought.mv)?;
        frames.extend(frame(table.as_ref(), turn, &thought, ink));
    }
    let left = time.saturating_sub(began.elapsed());
    let ending = table.ending(LOOKER);
    if screen::is_terminal() {
        animate(&title, &first, &frames, left, stop)?
    } else {
        list(&title, &first, &frames)?
    }
    let end = if ending.is_empty() { vec![String::from("The game goes on from here.")] } else { ending };
    out::line(wrapped(&end.join(" "), super::width()))?;
    Ok(out::line("")?)
}

/// The last move, if the looker saw it.
fn frame(table: &dyn Table, mover: Seat, thought: &Thought, ink: Ink) -> Option<Frame> {
    let words = table.last_words(LOOKER, ink)?;
    let name = if mover == LOOKER { String::from("You") } else { table.seat_name(mover) };
    // Thoughts of the other seats are not shown: they would tell what they hold.
    let own = (mover == LOOKER && thought.basis == Basis::Search).then_some(thought);
    Some(Frame {
        mover: name,
        words,
        news: table.news(LOOKER, ink),
        thought: own.and_then(opinion),
        value: own.and_then(|thought| Some(thought.ranked.first()?.mean)),
        table: table.render(LOOKER, ink),
    })
}

/// The agent's opinion of its move.
fn opinion(thought: &Thought) -> Option<String> {
    let best = thought.ranked.first()?;
    let effort: Vec<String> =
        thought.effort.counts().map(|(name, count)| format!("{} {name}", thousands(count as i64))).collect();
    let line = if thought.line.len() > 1 {
        format!("; it expects {}", thought.line_words.join(", "))
    } else {
        String::new()
    };
    Some(format!("worth {} after {}{line}", percent(best.mean), effort.join(" and ")))
}

/// A picture of the film: the moves since the last one, and the table after them.
struct Picture<'a> {
    told: Vec<String>,
    frame: &'a Frame,
}

/// The pictures of a game. Passes that change nothing stand with the move that follows them, so that there is more
/// time to look at what matters.
fn pictures(frames: &[Frame]) -> Vec<Picture<'_>> {
    let (mut pictures, mut passing) = (Vec::new(), Vec::new());
    for (number, frame) in (1..).zip(frames) {
        if frame.words == PASS {
            passing.push(frame.mover.as_str());
        }
        if frame.words == PASS && frame.news.is_empty() {
            continue;
        }
        let passed = passes(&mut passing).map(|text| format!("{}.", capitalised(&text)));
        let made = (frame.words != PASS).then(|| format!("{number}. {}: {}", frame.mover, frame.words));
        let told = passed.into_iter().chain(made).chain(frame.news.iter().cloned()).collect();
        pictures.push(Picture { told, frame });
    }
    pictures
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// Draws picture after picture over the whole screen.
fn animate(title: &str, first: &str, frames: &[Frame], time: Duration, stop: &Stop) -> std::io::Result<()> {
    let pictures = pictures(frames);
    let still = (time / (pictures.len() as u32).max(1)).clamp(STILL.0, STILL.1);
    let until = Instant::now() + time;
    // Pictures for which there is no time are left out, but never the last one.
    let in_time = |at: usize| at + 1 == pictures.len() || Instant::now() < until;
    let title = wrapped(title, super::width());
    let mut thought = String::new();
    out::text(format!("{CLEAR}{title}\n\n{first}"))?;
    for (at, Picture { told, frame }) in pictures.iter().enumerate() {
        if stop.is_raised() || !in_time(at) {
            continue;
        }
        thread::sleep(still);
        if let Some(new) = &frame.thought {
            thought.clone_from(new);
        }
        let opinion =
            if thought.is_empty() { String::new() } else { format!("Your agent's move was {thought}") };
        let told = wrapped(&[told.as_slice(), &[opinion]].concat().join("\n"), super::width());
        out::text(format!("{CLEAR}{title}\n\n{}\n{told}\n", frame.table))?;
    }
    thread::sleep(STILL.1);
    Ok(())
}

/// The whole screen is cleared and written from its top.
const CLEAR: &str = "\u{1b}[2J\u{1b}[H";

/// The table at the beginning and at the end, and the moves between.
fn list(title: &str, first: &str, frames: &[Frame]) -> std::io::Result<()> {
    out::line(wrapped(title, super::width()))?;
    out::line(format!("\n{first}"))?;
    if frames.iter().any(|frame| frame.value.is_some()) {
        out::line(wrapped(
            "The moves; in brackets, how much your agent expects of its own:\n",
            super::width(),
        ))?;
    }
    let (mut told, mut passing): (Vec<String>, Vec<&str>) = (Vec::new(), Vec::new());
    for (number, frame) in (1..).zip(frames) {
        if frame.words == PASS {
            passing.push(&frame.mover);
        } else {
            told.extend(passes(&mut passing));
            let value = frame.value.map_or(String::new(), |value| format!(" [{:.0} %]", 100.0 * value));
            told.push(format!("{number}. {}: {}{value}", frame.mover, frame.words));
        }
        if !frame.news.is_empty() {
            told.extend(passes(&mut passing));
            out::line(wrapped(&told.join("; "), super::width()))?;
            told.clear();
            let news: Vec<String> = frame.news.iter().map(|news| format!("    {news}")).collect();
            out::line(wrapped(&news.join("\n"), super::width()))?;
        }
    }
    told.extend(passes(&mut passing));
    out::line(wrapped(&told.join("; "), super::width()))?;
    out::line(format!("\n{}", frames.last().map_or("", |frame| frame.table.as_str())))
}

/// The words of a move that says nothing but itself.
const PASS: &str = "pass";

/// Those who passed one after the other, in one phrase.
fn passes(passing: &mut Vec<&str>) -> Option<String> {
    let names = std::mem::take(passing);
    match names.as_slice() {
        [] => None,
        ["You"] => Some(String::from("you pass")),
        [one] => Some(format!("{one} passes")),
        [some @ .., last] => Some(format!("{} and {last} pass", some.join(", ")).replace("You", "you")),
    }
}
