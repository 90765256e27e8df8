//! `karuta analyze`: what an agent thinks of a position.

use clap::Args;
use karuta_agents::table::{Opinion, Thought};
use karuta_arena::registry;
use karuta_engine::{Basis, Bound, Effort, Note, Verdict};
use karuta_playable::playable::Purpose;
use karuta_playable::spec::Spec;
use serde_json::{Map, Value, json};

use super::TableArgs;
use crate::out;
use crate::text::{percent, table, thousands};

/// Rank every legal move of a position.
#[derive(Args)]
#[command(after_help = "Example:\n  karuta analyze onitama5 --position \
                        '1121100000000000000033433 ox,boar,horse,elephant,crab 0' --agent alphabeta:depth=8")]
pub struct Analyze {
    /// The game, with options if any.
    game: String,
    #[command(flatten)]
    start: TableArgs,
    /// The agent that is asked [default: the game's default opponent].
    #[arg(long, value_name = "SPEC")]
    agent: Option<String>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Asks and prints.
pub fn run(args: &Analyze) -> anyhow::Result<()> {
    let game = registry::open(&args.game, Purpose::Analysis)?;
    let mut table = args.start.table(game.as_ref())?;
    let spec = match &args.agent {
        Some(spec) => spec.as_str(),
        None => registry::find(&Spec::parse(&args.game)?.name)?.opponent,
    };
    let agent = table.add_agent(spec, true)?;
    let Some(thought) = table.ask(agent) else {
        anyhow::bail!("{} is over: there is no move to rank", table.position());
    };
    if args.json {
        let moves: Vec<Value> = thought.ranked.iter().map(opinion_json).collect();
        let found = json!({
            "game": game.spec(), "position": table.position(), "turn": table.turn(),
            "agent": table.agent_spec(agent), "best": thought.mv, "line": thought.line,
            "basis": basis(thought.basis), "effort": effort_json(thought.effort), "moves": moves,
            "notes": thought.notes.iter().map(|&known| note(known)).collect::<Vec<_>>(),
        });
        return Ok(out::line(found.to_string())?);
    }
    if let Some(seat) = table.turn() {
        out::line(table.render(seat))?;
    }
    out::line(format!("{} {}:\n", table.agent_spec(agent), grounds(&thought)))?;
    out::line(explanation(&thought, usize::MAX))?;
    out::line(format!("\nbest line: {}", thought.line.join(", ")))?;
    Ok(())
}

/// What the choice rests on, as a phrase that follows the name of the agent.
fn grounds(thought: &Thought) -> String {
    match thought.basis {
        Basis::Search => {
            let counts =
                thought.effort.counts().map(|(name, count)| format!("{} {name}", thousands(count as i64)));
            format!("after {}", counts.collect::<Vec<_>>().join(" and "))
        }
        Basis::Rule => String::from("by rule, without a search"),
        Basis::Policy => String::from("by its policy, without a search"),
        Basis::Forced => String::from("without a search: there is one legal move"),
    }
}

/// What an agent thinks, at most `limit` moves of it, with what else should be known.
pub fn explanation(thought: &Thought, limit: usize) -> String {
    let mut lines = match thought.basis {
        Basis::Search => vec![ranking(thought, limit)],
        // Numbers about moves that nobody compared would be made up.
        Basis::Rule | Basis::Policy | Basis::Forced => vec![format!("{} ({})", thought.mv, grounds(thought))],
    };
    lines.extend(thought.notes.iter().map(|&known| format!("note: {}", note(known))));
    lines.join("\n")
}

fn note(note: Note) -> &'static str {
    match note {
        Note::TreeFull => "the tree reached its limit of memory and stopped growing (memory= sets it)",
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

/// The moves as a table, best first, at most `limit` of them.
fn ranking(thought: &Thought, limit: usize) -> String {
    let rows: Vec<Vec<String>> = thought
        .ranked
        .iter()
        .take(limit)
        .map(|opinion| {
            vec![
                opinion.mv.clone(),
                thousands(opinion.visits as i64),
                match opinion.bound {
                    None => percent(opinion.mean),
                    Some(Bound::AtMost) => format!("at most {}", percent(opinion.mean)),
                    Some(Bound::AtLeast) => format!("at least {}", percent(opinion.mean)),
                },
                format!("{} to {}", percent(opinion.interval.0), percent(opinion.interval.1)),
                opinion.verdict.map_or(String::new(), verdict),
            ]
        })
        .collect();
    table(&["move", "visits", "mean", "95 % interval", "verdict"], &rows)
}

fn verdict(verdict: Verdict) -> String {
    match verdict {
        Verdict::Win(plies) => format!("wins in {plies}"),
        Verdict::Loss(plies) => format!("loses in {plies}"),
        Verdict::Draw => String::from("draw"),
        Verdict::Score(points) => format!("{points:+}"),
    }
}

fn opinion_json(opinion: &Opinion) -> Value {
    let (kind, number) = match opinion.verdict {
        None => (Value::Null, Value::Null),
        Some(Verdict::Win(plies)) => (json!("win"), json!(plies)),
        Some(Verdict::Loss(plies)) => (json!("loss"), json!(plies)),
        Some(Verdict::Draw) => (json!("draw"), Value::Null),
        Some(Verdict::Score(points)) => (json!("score"), json!(points)),
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
