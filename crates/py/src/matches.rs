//! Matches between specs and Python callables, over the same deals and seatings as `karuta match`.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use karuta_agents::any::stream;
use karuta_agents::any_agent::AnyAgent;
use karuta_engine::{Rng, Stop};
use karuta_records::stats::score_interval;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors;
use crate::game::Game;
use crate::state::State;

/// The games of one deal: who sat where, and what each seat got.
type Group = Vec<(Vec<usize>, Vec<f64>)>;

/// Plays deals between contestants, which are specs or callables, and returns the scores with their intervals.
#[pyfunction]
#[pyo3(signature = (game, contestants, deals, seed, threads))]
pub fn play_match<'py>(
    py: Python<'py>,
    game: &Bound<'py, Game>,
    contestants: Vec<Bound<'py, PyAny>>,
    deals: u64,
    seed: u64,
    threads: usize,
) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let specs: Vec<Option<String>> = contestants.iter().map(|one| one.extract().ok()).collect();
    let any = &game.get().any;
    let names: Vec<String> = match specs.iter().cloned().collect::<Option<Vec<String>>>() {
        Some(specs) => {
            let contest = any.contest(&specs, seed).map_err(errors::spec)?;
            let groups = by_specs(py, contest.as_ref(), deals, threads.max(1))?;
            return lines(py, &contest.specs(), any.teams(), &groups);
        }
        None => contestants.iter().zip(&specs).map(|(one, spec)| name(one, spec.as_deref())).collect(),
    };
    if ![any.seats(), any.teams()].contains(&contestants.len()) {
        let (seats, teams) = (any.seats(), any.teams());
        let given = contestants.len();
        return Err(errors::spec(format!("{given} contestants were given: {teams} or {seats} would do")));
    }
    let mut groups = BTreeMap::new();
    for index in 0..deals {
        groups.insert(index, with_callables(game, &contestants, &specs, seed, index)?);
    }
    lines(py, &names, any.teams(), &groups)
}

fn name(contestant: &Bound<'_, PyAny>, spec: Option<&str>) -> String {
    let named = || contestant.getattr("__name__").and_then(|name| name.extract::<String>());
    spec.map(String::from).or_else(|| named().ok()).unwrap_or_else(|| String::from("callable"))
}

fn by_specs(
    py: Python<'_>,
    contest: &dyn karuta_agents::contest::Contest,
    deals: u64,
    threads: usize,
) -> PyResult<BTreeMap<u64, Group>> {
    let (stop, next, groups) = (Stop::new(), AtomicU64::new(0), Mutex::new(BTreeMap::new()));
    let worker = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= deals {
                return;
            }
            let Some(group) = contest.play_group(index, &stop) else { return };
            let games = group.games.into_iter().map(|game| (game.seating, game.payoffs)).collect();
            groups.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).insert(index, games);
        }
    };
    let interrupted = py.detach(|| {
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
            let mut interrupted = None;
            while workers.iter().any(|worker| !worker.is_finished()) {
                std::thread::sleep(std::time::Duration::from_millis(5));
                if interrupted.is_none() {
                    interrupted = Python::attach(|py| py.check_signals()).err();
                    if interrupted.is_some() {
                        stop.raise();
                    }
                }
            }
            interrupted
        })
    });
    match interrupted {
        Some(interrupted) => Err(interrupted),
        None => Ok(groups.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner())),
    }
}

/// One deal with contestants of which some are callables. They are called with the state, which is that of
/// the table: it is theirs to look at only through their own seat.
fn with_callables(
    game: &Bound<'_, Game>,
    contestants: &[Bound<'_, PyAny>],
    specs: &[Option<String>],
    seed: u64,
    index: u64,
) -> PyResult<Group> {
    let (py, any) = (game.py(), &game.get().any);
    let mut group = Group::new();
    for rotation in 0..contestants.len() {
        let seating: Vec<usize> =
            (0..any.seats()).map(|seat| (seat + rotation) % contestants.len()).collect();
        let mut agents: Vec<Option<Box<dyn AnyAgent>>> = Vec::new();
        for (seat, &who) in seating.iter().enumerate() {
            let luck = [stream::AGENT, index, rotation as u64, seat as u64];
            let make = |spec: &String| any.agent(spec, false, Rng::for_path(seed, &luck));
            agents.push(specs[who].as_ref().map(make).transpose().map_err(errors::spec)?);
        }
        let dealt = any.dealt_state(seed, index).map_err(errors::mv)?;
        let state = Bound::new(py, State::new(game.clone().unbind(), dealt))?;
        loop {
            let Some(turn) = state.borrow().any.turn() else { break };
            let action = match &mut agents[turn] {
                Some(agent) => {
                    let asked = state.borrow().any.copy();
                    py.detach(|| agent.choose(asked.as_ref(), &Stop::never(), None)).map_err(errors::mv)?.id
                }
                None => {
                    let seat = py.import("karuta")?.getattr("SeatView")?.call1((&state, turn))?;
                    contestants[seating[turn]].call1((seat,))?.extract()?
                }
            };
            state.borrow_mut().any.apply_id(action).map_err(errors::mv)?;
        }
        let payoffs = state.borrow().any.payoffs().unwrap_or_default();
        group.push((seating, payoffs));
        py.check_signals()?;
    }
    Ok(group)
}

fn lines<'py>(
    py: Python<'py>,
    names: &[String],
    teams: usize,
    groups: &BTreeMap<u64, Group>,
) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let line = |who: usize| {
        let results: Vec<Vec<(f64, f64)>> = groups
            .values()
            .map(|group| group.iter().map(|game| result(game, teams, who)).collect())
            .collect();
        let mean =
            |games: &Vec<(f64, f64)>| games.iter().map(|game| game.0).sum::<f64>() / games.len() as f64;
        let scores: Vec<f64> = results.iter().map(mean).collect();
        let count =
            |keep: fn(&(f64, f64)) -> bool| results.iter().flatten().filter(|game| keep(game)).count();
        let dict = PyDict::new(py);
        dict.set_item("name", &names[who])?;
        let estimate = score_interval(&scores);
        dict.set_item("score", estimate.map(|estimate| estimate.mean))?;
        dict.set_item("interval", estimate.map(|estimate| (estimate.interval.low, estimate.interval.high)))?;
        dict.set_item("wins", count(|(own, rival)| own > rival))?;
        dict.set_item("draws", count(|(own, rival)| own == rival))?;
        dict.set_item("losses", count(|(own, rival)| own < rival))?;
        dict.set_item("scores", scores)?;
        Ok(dict)
    };
    (0..names.len()).map(line).collect()
}

/// The mean payoff of a contestant in a game, and the best of its rivals'.
fn result(game: &(Vec<usize>, Vec<f64>), teams: usize, who: usize) -> (f64, f64) {
    let (seating, payoffs) = game;
    let own: Vec<usize> = (0..seating.len()).filter(|&seat| seating[seat] == who).collect();
    let mean = own.iter().map(|&seat| payoffs[seat]).sum::<f64>() / own.len() as f64;
    let is_rival = |seat: &usize| own.iter().all(|mine| mine % teams != seat % teams);
    let rivals = (0..seating.len()).filter(is_rival).map(|seat| payoffs[seat]);
    (mean, rivals.fold(f64::NEG_INFINITY, f64::max))
}
