//! A match as JSON.

use karuta_agents::any::AnyGame;
use karuta_records::summary::{Line, Summary};
use serde_json::{Map, Value, json};

/// The object that `--json` prints. Times are the only part that differs between two runs.
pub fn as_json(game: &dyn AnyGame, seed: u64, summary: &Summary) -> Value {
    let contestants: Vec<Value> = summary.contestants.iter().map(line_json).collect();
    json!({
        "game": game.spec(),
        "seed": seed,
        "deals": summary.groups,
        "games": summary.games,
        "plies": summary.plies,
        "plies_ci95": summary.plies_interval.map(|interval| [interval.low, interval.high]),
        "contestants": contestants,
    })
}

fn line_json(line: &Line) -> Value {
    let mut measures = Map::new();
    for measured in &line.measures {
        let name = measured.measure.name.to_string();
        if measured.measure.is_total {
            measures.insert(name, json!(measured.total));
            continue;
        }
        let mean = (measured.count > 0).then(|| measured.total / measured.count as f64);
        measures
            .insert(format!("{name}_ci95"), json!(measured.mean.map(|m| [m.interval.low, m.interval.high])));
        measures.insert(name, json!(mean));
    }
    let per_move = |name: &str| line.counts_per_move().find(|(own, _)| *own == name).map_or(0.0, |(_, n)| n);
    json!({
        "spec": line.spec,
        "score": line.score.map(|score| score.mean),
        "score_ci95": line.score.map(|score| [score.interval.low, score.interval.high]),
        "wins": line.wins,
        "draws": line.draws,
        "losses": line.losses,
        "measures": measures,
        "iterations_per_move": per_move("iterations"),
        "nodes_per_move": per_move("nodes"),
        "evaluations_per_move": per_move("evaluations"),
        "time_per_move": line.seconds_per_move(),
        "faults": line.effort.faults,
    })
}
