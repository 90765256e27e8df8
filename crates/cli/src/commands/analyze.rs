//! `karuta analyze`: what an agent thinks of a position.

use clap::Args;
use karuta_agents::table::{Opinion, Thought};
use karuta_arena::registry;
use karuta_engine::Verdict;
use karuta_playable::playable::Purpose;
use karuta_playable::spec::Spec;
use serde_json::{Value, json};

use super::StartArgs;
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
    start: StartArgs,
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
    let mut table = game.table(&args.start.start())?;
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
            "playouts": thought.playouts, "moves": moves,
        });
        return Ok(out::line(found.to_string())?);
    }
    if let Some(seat) = table.turn() {
        out::line(table.render(seat))?;
    }
    out::line(format!(
        "{} after {} playouts:\n",
        table.agent_spec(agent),
        thousands(thought.playouts as i64)
    ))?;
    out::line(ranking(&thought, usize::MAX))?;
    out::line(format!("\nbest line: {}", thought.line.join(", ")))?;
    Ok(())
}

/// The moves as a table, best first, at most `limit` of them.
pub fn ranking(thought: &Thought, limit: usize) -> String {
    let rows: Vec<Vec<String>> = thought
        .ranked
        .iter()
        .take(limit)
        .map(|opinion| {
            vec![
                opinion.mv.clone(),
                thousands(opinion.visits as i64),
                percent(opinion.mean),
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
    json!({
        "move": opinion.mv, "visits": opinion.visits, "mean": opinion.mean,
        "ci95": [opinion.interval.0, opinion.interval.1], "verdict": kind, "value": number,
    })
}
