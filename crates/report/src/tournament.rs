//! A tournament: who scored what against whom, ratings, and the verdict of a sequential test, as numbers
//! and as JSON.

use std::collections::BTreeMap;

use karuta_agents::any::AnyGame;
use karuta_records::record::GroupRecord;
use karuta_records::stats::ratings::{Pairing, Rating, ratings};
use karuta_records::stats::sprt::{Hypothesis, SprtState};
use karuta_records::stats::{Estimate, score_interval};
use karuta_records::summary::{group_score, summarize};
use serde_json::{Value, json};

use crate::matches;

/// A round robin of two-sided contests.
pub struct Outcome<'a> {
    /// The canonical spec of every agent.
    pub names: &'a [String],
    /// The agents of every pairing.
    pub pairs: &'a [(usize, usize)],
    /// The finished groups of every pairing.
    pub groups: &'a [BTreeMap<u64, GroupRecord>],
    /// The first agent's score in each pairing.
    pub scores: Vec<Option<Estimate>>,
    /// The rating of every agent.
    pub ratings: Vec<Rating>,
}

impl<'a> Outcome<'a> {
    /// The scores and ratings that follow from finished groups; `seed` draws the bootstrap of intervals.
    pub fn new(
        names: &'a [String],
        pairs: &'a [(usize, usize)],
        groups: &'a [BTreeMap<u64, GroupRecord>],
        seed: u64,
    ) -> Self {
        let scored: Vec<Vec<f64>> = groups
            .iter()
            .map(|groups| groups.values().map(|group| group_score(group, 0)).collect())
            .collect();
        let scores = scored.iter().map(|scored| score_interval(scored)).collect();
        let pairings: Vec<Pairing> =
            pairs.iter().zip(scored).map(|(&(a, b), groups)| Pairing { a, b, groups }).collect();
        Outcome { names, pairs, groups, scores, ratings: ratings(names.len(), &pairings, seed) }
    }

    /// Agents from strongest to weakest.
    pub fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.names.len()).collect();
        order.sort_by(|&a, &b| self.ratings[b].elo.total_cmp(&self.ratings[a].elo));
        order
    }

    /// The score of `a` against `b`.
    pub fn score(&self, a: usize, b: usize) -> Option<f64> {
        let at = self.pairs.iter().position(|&pair| pair == (a.min(b), a.max(b)))?;
        let score = self.scores[at]?.mean;
        Some(if a < b { score } else { 1.0 - score })
    }

    /// The object that `--json` prints.
    pub fn as_json(&self, game: &dyn AnyGame, seed: u64, test: Option<&(SprtState, usize)>) -> Value {
        let agents: Vec<Value> = (0..self.names.len())
            .map(|agent| {
                let rating = &self.ratings[agent];
                json!({
                    "spec": self.names[agent],
                    "elo": rating.elo,
                    "elo_ci95": rating.interval.map(|interval| [interval.low, interval.high]),
                })
            })
            .collect();
        let pairings: Vec<Value> = self
            .pairs
            .iter()
            .zip(self.groups)
            .map(|(&(a, b), groups)| {
                let specs = [self.names[a].clone(), self.names[b].clone()];
                let summary = summarize(&specs, game.teams(), game.measures(), groups.values());
                matches::as_json(game, seed, &summary)
            })
            .collect();
        json!({
            "game": game.spec(),
            "seed": seed,
            "agents": agents,
            "pairings": pairings,
            "sprt": test.map(|(state, deals)| json!({
                "deals": deals,
                "llr": state.llr,
                "bounds": [state.lower, state.upper],
                "verdict": match state.verdict {
                    Some(Hypothesis::H0) => "H0",
                    Some(Hypothesis::H1) => "H1",
                    None => "undecided",
                },
            })),
        })
    }
}
