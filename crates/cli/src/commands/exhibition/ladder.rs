//! A narrow table of strength: the agents of a game's exhibition, each against the next.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use karuta_agents::entry::Entry;
use karuta_engine::Stop;
use karuta_records::stats::Estimate;
use karuta_records::summary::summarize;

use crate::commands::series::{self, SeriesArgs};
use crate::out;
use crate::screen::Wide;
use crate::text::{fitted, percent};

/// The most deals of one pairing; quick agents are done early.
const DEALS: u64 = 50;

/// An interval wider than this says nothing and is left out.
const WIDEST: f64 = 0.5;

/// Measures and prints.
pub fn show(entry: &Entry, time: Duration, stop: &Stop) -> anyhow::Result<()> {
    let game = super::open(entry)?;
    let wide = Wide::default();
    let args = SeriesArgs { deals: DEALS, seed: 1, threads: None, wide, json: false, out: None, chunk: None };
    let began = Instant::now();
    let pairs: Vec<&[&str]> = entry.exhibition.windows(2).collect();
    let mut rows = Vec::new();
    for (at, pair) in pairs.iter().enumerate() {
        let share = time.saturating_sub(began.elapsed()) / (pairs.len() - at) as u32;
        // One agent meets the other at all other sides, so that its score is its own.
        let agents: Vec<String> = (0..game.teams()).map(|side| pair[side.min(1)].to_string()).collect();
        let contest = game.contest(&agents, args.seed)?;
        let started = Instant::now();
        let out_of_time = |_: usize, _: &BTreeMap<_, _>| started.elapsed() >= share;
        let series = series::play(game.spec(), vec![contest], &args, stop, out_of_time)?;
        let specs = series.contests[0].specs();
        let summary = summarize(&specs, game.teams(), game.measures(), series.groups[0].values());
        let score = summary.contestants.iter().find(|line| line.spec == specs[0]).and_then(|line| line.score);
        rows.push(row(&specs[0], score, summary.groups));
    }
    let last = entry.exhibition.last().map_or("", |spec| spec);
    rows.push([last, "", "", ""].map(String::from).to_vec());
    out::line(format!("{}\n{}\n", game.title(), fitted(&HEAD, &rows, super::width())))?;
    Ok(())
}

const HEAD: [&str; 4] = ["agent", "score", "95 % interval", "deals"];

fn row(spec: &str, score: Option<Estimate>, deals: usize) -> Vec<String> {
    let interval = score.map(|score| score.interval).filter(|range| range.high - range.low <= WIDEST);
    vec![
        spec.to_string(),
        score.map_or(String::from("-"), |score| percent(score.mean)),
        interval.map_or(String::new(), |range| format!("{} to {}", percent(range.low), percent(range.high))),
        deals.to_string(),
    ]
}
