//! `karuta analyze`: what an agent thinks of a position.

use std::time::Instant;

use clap::Args;
use karuta_agents::table::{Opinion, Thought};
use karuta_arena::registry;
use karuta_engine::{Basis, Bound, Effort, MoveVerdict, Note};
use karuta_playable::playable::Purpose;
use karuta_playable::spec::Spec;
use serde_json::{Map, Value, json};

use super::TableArgs;
use crate::text::{fitted, percent, seconds, thousands, wrapped};
use crate::{interrupt, out, screen};

/// Show what an agent would play in a position, and why.
///
/// The agent searches as it does in a game. With --all it searches every move in full, which takes longer and
/// makes their values comparable.
#[derive(Args)]
#[command(after_help = "Examples:\n  karuta analyze onitama5 --position \
                        '1121100000000000000033433 ox,boar,horse,elephant,crab 0' --agent alphabeta:depth=8\n  \
                        karuta analyze hanamikoji --seed 7 --all")]
pub struct Analyze {
    /// The game, with options if any.
    game: String,
    #[command(flatten)]
    start: TableArgs,
    /// The agent that is asked [default: the game's default opponent].
    #[arg(long, value_name = "SPEC")]
    agent: Option<String>,
    /// Search every move in full and rank them all.
    #[arg(long)]
    all: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Moves shown where not all are asked for.
const SHOWN: usize = 5;

/// Asks and prints.
pub fn run(args: &Analyze) -> anyhow::Result<()> {
    let game = registry::open(&args.game, Purpose::Analysis)?;
    let mut table = args.start.table(game.as_ref())?;
    let spec = match &args.agent {
        Some(spec) => spec.as_str(),
        None => registry::find(&Spec::parse(&args.game)?.name)?.opponent,
    };
    let agent = table.add_agent(spec, args.all)?;
    let began = Instant::now();
    let Some(thought) = table.ask_until(agent, &interrupt::stop()) else {
        anyhow::bail!("{} is over: there is no move to rank", table.position());
    };
    let time = began.elapsed().as_secs_f64();
    if args.json {
        let moves: Vec<Value> = thought.ranked.iter().map(opinion_json).collect();
        let found = json!({
            "game": game.spec(), "position": table.position(), "turn": table.turn(),
            "agent": table.agent_spec(agent), "best": thought.mv, "line": thought.line,
            "basis": basis(thought.basis), "effort": effort_json(thought.effort), "moves": moves,
            "depth": depth(&thought), "seconds": time,
            "notes": thought.notes.iter().filter_map(|&known| note(known)).collect::<Vec<_>>(),
        });
        return Ok(out::line(found.to_string())?);
    }
    if let Some(seat) = table.turn() {
        out::line(table.render(seat, screen::ink()))?;
    }
    let title = format!(
        "{} plays {} {}, in {}",
        table.agent_spec(agent),
        thought.mv,
        grounds(&thought),
        seconds(time)
    );
    out::line(wrapped(&title, screen::width()))?;
    if thought.basis == Basis::Search {
        out::line(format!(
            "\n{}",
            explanation(&thought, if args.all { usize::MAX } else { SHOWN }, Moves::Text)
        ))?;
    }
    if thought.line.len() > 1 {
        out::line(wrapped(&format!("\nexpected: {}", thought.line.join(", ")), screen::width()))?;
    }
    Ok(())
}

/// The plies that were searched, where the search has such a number.
fn depth(thought: &Thought) -> Option<u32> {
    thought.notes.iter().find_map(|&known| match known {
        Note::Depth(plies) => Some(plies),
        Note::TreeFull | Note::Fault(_) => None,
    })
}

/// Grounds of the choice, as a phrase that follows the name of the agent.
fn grounds(thought: &Thought) -> String {
    match thought.basis {
        Basis::Search => {
            let counts =
                thought.effort.counts().map(|(name, count)| format!("{} {name}", thousands(count as i64)));
            let depth = depth(thought).map(|plies| format!("{plies} plies"));
            format!("after {}", depth.into_iter().chain(counts).collect::<Vec<_>>().join(", "))
        }
        Basis::Rule => String::from("by rule, without a search"),
        Basis::Policy => String::from("by its policy, without a search"),
        Basis::Forced => String::from("without a search: there is one legal move"),
    }
}

/// The form in which moves are shown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Moves {
    /// As other commands read them.
    Text,
    /// As people say them.
    Words,
}

/// An agent's thought as text, at most `limit` moves of it, with remarks.
pub fn explanation(thought: &Thought, limit: usize, moves: Moves) -> String {
    let best = if moves == Moves::Words { &thought.words } else { &thought.mv };
    let mut lines = match thought.basis {
        Basis::Search => vec![ranking(thought, limit, moves)],
        // Numbers about moves that nobody compared would be made up.
        Basis::Rule | Basis::Policy | Basis::Forced => vec![format!("{best} ({})", grounds(thought))],
    };
    lines.extend(thought.notes.iter().filter_map(|&known| Some(format!("note: {}", note(known)?))));
    lines.join("\n")
}

fn note(note: Note) -> Option<&'static str> {
    match note {
        Note::TreeFull => Some("the tree reached its limit of memory and stopped growing (memory= sets it)"),
        Note::Fault(_) => Some("the program was wrong; this is a move at random in its place"),
        Note::Depth(_) => None,
    }
}

fn basis(basis: Basis) -> &'static str {
    match basis {
        Basis::Search => "search",
        Basis::Rule => "rule",
        Basis::Policy => "policy",
        Basis::Forced => "forced",
    }
}

fn effort_json(effort: Effort) -> Value {
    effort.counts().map(|(name, count)| (name.to_string(), json!(count))).collect::<Map<_, _>>().into()
}

/// The moves as a table, best first, at most `limit` of them. Intervals belong to samples: a depth-first search
/// has none, and counts nodes.
fn ranking(thought: &Thought, limit: usize, moves: Moves) -> String {
    let is_sampled = thought.effort.nodes == 0;
    let has_verdict = thought.ranked.iter().any(|opinion| opinion.verdict.is_some());
    let mut head = vec!["move", if is_sampled { "visits" } else { "nodes" }, "value"];
    head.extend(is_sampled.then_some("95 % interval"));
    head.extend(has_verdict.then_some("verdict"));
    let rows: Vec<Vec<String>> = thought
        .ranked
        .iter()
        .take(limit)
        .map(|opinion| {
            let mv = if moves == Moves::Words { &opinion.words } else { &opinion.mv };
            let mut row = vec![mv.clone(), thousands(opinion.visits as i64), value(opinion)];
            let (low, high) = opinion.interval;
            row.extend(is_sampled.then(|| format!("{} to {}", percent(low), percent(high))));
            row.extend(has_verdict.then(|| opinion.verdict.map_or(String::new(), verdict)));
            row
        })
        .collect();
    fitted(&head, &rows, screen::width())
}

/// The expected payoff of a move, or what bounds it.
fn value(opinion: &Opinion) -> String {
    match opinion.bound {
        None => percent(opinion.mean),
        Some(Bound::AtMost) => format!("at most {}", percent(opinion.mean)),
        Some(Bound::AtLeast) => format!("at least {}", percent(opinion.mean)),
    }
}

fn verdict(verdict: MoveVerdict) -> String {
    match verdict {
        MoveVerdict::Win(plies) => format!("wins in {plies}"),
        MoveVerdict::Loss(plies) => format!("loses in {plies}"),
        MoveVerdict::Draw => String::from("draw"),
        MoveVerdict::Score(points) => format!("{points:+}"),
    }
}

fn opinion_json(opinion: &Opinion) -> Value {
    let (kind, number) = match opinion.verdict {
        None => (Value::Null, Value::Null),
        Some(MoveVerdict::Win(plies)) => (json!("win"), json!(plies)),
        Some(MoveVerdict::Loss(plies)) => (json!("loss"), json!(plies)),
        Some(MoveVerdict::Draw) => (json!("draw"), Value::Null),
        Some(MoveVerdict::Score(points)) => (json!("score"), json!(points)),
    };
    let bound = match opinion.bound {
        None => Value::Null,
        Some(Bound::AtMost) => json!("at most"),
        Some(Bound::AtLeast) => json!("at least"),
    };
    json!({
        "move": opinion.mv, "visits": opinion.visits, "mean": opinion.mean, "bound": bound,
        "ci95": [opinion.interval.0, opinion.interval.1], "verdict": kind, "value": number,
    })
}
