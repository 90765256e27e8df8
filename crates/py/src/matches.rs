//! Matches and tournaments between specs and Python callables, over the deals and seatings of `karuta match` and
//! `karuta tournament`, with the same records.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use karuta_agents::contest::Contest;
use karuta_arena::round_robin;
use karuta_arena::series::{Groups, Part, Series};
use karuta_engine::Stop;
use karuta_records::record::Plan;
use karuta_records::stats::Estimate;
use karuta_records::summary::{Line, group_score, summarize};
use karuta_report::tournament::Outcome;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arguments::Whole;
use crate::errors;
use crate::game::Game;
use crate::mixed::{Contestant, Mixed};
use crate::waiting::interruptible;

/// The options of all series.
pub struct Asked {
    deals: Whole,
    seed: Whole,
    threads: Whole,
    record: Option<PathBuf>,
    progress: Option<Py<PyAny>>,
}

// Derived, it would hide our exceptions behind Python's own.
impl<'py> FromPyObject<'_, 'py> for Asked {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Asked> {
        Ok(Asked {
            deals: given.get_item("deals")?.extract()?,
            seed: given.get_item("seed")?.extract()?,
            threads: given.get_item("threads")?.extract()?,
            record: given.get_item("record")?.extract()?,
            progress: given.get_item("progress")?.extract()?,
        })
    }
}

/// Plays deals between contestants and returns a line for each with its score and interval.
#[pyfunction]
pub fn play_match<'py>(
    py: Python<'py>,
    game: &Bound<'py, Game>,
    contestants: Vec<Bound<'py, PyAny>>,
    asked: Asked,
) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let contestants = contestants.iter().map(Contestant::new).collect::<PyResult<Vec<_>>>()?;
    let any = &game.get().any;
    let failed = Arc::default();
    let contest = contest(game, contestants, &asked, &failed)?;
    let specs = contest.specs();
    let groups = play(py, game, &[contest], &asked, &failed)?;
    let summary = summarize(&specs, any.teams(), any.measures(), groups[0].values());
    let line = |(who, line): (usize, &Line)| {
        let scores: Vec<f64> = groups[0].values().map(|group| group_score(group, who)).collect();
        let dict = PyDict::new(py);
        dict.set_item("name", &line.spec)?;
        dict.set_item("score", line.score.map(|estimate| estimate.mean))?;
        dict.set_item("interval", line.score.map(interval))?;
        dict.set_item("wins", line.wins)?;
        dict.set_item("draws", line.draws)?;
        dict.set_item("losses", line.losses)?;
        dict.set_item("scores", scores)?;
        dict.set_item("seconds_per_move", line.seconds_per_move())?;
        let measures = PyDict::new(py);
        for measured in &line.measures {
            measures.set_item(measured.measure.name, measured.mean.map(|estimate| estimate.mean))?;
        }
        dict.set_item("measures", measures)?;
        Ok(dict)
    };
    summary.contestants.iter().enumerate().map(line).collect()
}

/// Plays everybody against everybody and returns ratings and the scores of all pairs.
#[pyfunction]
pub fn play_tournament<'py>(
    py: Python<'py>,
    game: &Bound<'py, Game>,
    contestants: Vec<Bound<'py, PyAny>>,
    asked: Asked,
) -> PyResult<Bound<'py, PyDict>> {
    let contestants = contestants.iter().map(Contestant::new).collect::<PyResult<Vec<_>>>()?;
    round_robin::check_game(game.get().any.as_ref()).map_err(errors::spec)?;
    if contestants.len() < 2 {
        return Err(errors::spec(format!(
            "{} contestants were given: 2 or more would do",
            contestants.len()
        )));
    }
    let pairs = round_robin::pairs(contestants.len());
    let failed = Arc::default();
    let pair = |&(a, b): &(usize, usize)| {
        contest(game, vec![contestants[a].again(py), contestants[b].again(py)], &asked, &failed)
    };
    let contests = pairs.iter().map(pair).collect::<PyResult<Vec<_>>>()?;
    let mut names = vec![String::new(); contestants.len()];
    for (&(a, b), contest) in pairs.iter().zip(&contests) {
        let specs = contest.specs();
        names[a].clone_from(&specs[0]);
        names[b].clone_from(&specs[1]);
    }
    round_robin::check_names(&names).map_err(errors::spec)?;
    let groups = play(py, game, &contests, &asked, &failed)?;
    let outcome = py.detach(|| Outcome::new(&names, &pairs, &groups, asked.seed.0));
    let dict = PyDict::new(py);
    dict.set_item("names", &names)?;
    let elos: Vec<f64> = outcome.ratings.iter().map(|rating| rating.elo).collect();
    let intervals: Vec<Option<(f64, f64)>> = outcome
        .ratings
        .iter()
        .map(|rating| rating.interval.map(|interval| (interval.low, interval.high)))
        .collect();
    dict.set_item("elos", elos)?;
    dict.set_item("intervals", intervals)?;
    let scores: Vec<(usize, usize, Option<f64>, Option<(f64, f64)>)> = pairs
        .iter()
        .zip(&outcome.scores)
        .map(|(&(a, b), score)| (a, b, score.map(|score| score.mean), score.map(interval)))
        .collect();
    dict.set_item("pairs", scores)?;
    Ok(dict)
}

fn interval(estimate: Estimate) -> (f64, f64) {
    (estimate.interval.low, estimate.interval.high)
}

/// A contest as the command line holds it, or one with callables.
fn contest(
    game: &Bound<'_, Game>,
    contestants: Vec<Contestant>,
    asked: &Asked,
    failed: &Arc<Mutex<Option<PyErr>>>,
) -> PyResult<Box<dyn Contest>> {
    let specs: Option<Vec<String>> =
        contestants.iter().map(|contestant| contestant.spec().map(String::from)).collect();
    match specs {
        Some(specs) => game.get().any.contest(&specs, asked.seed.0).map_err(errors::spec),
        None if asked.record.is_some() => Err(errors::other(
            "a record keeps who played, which nobody can say of a callable: leave record out, or give specs",
        )),
        None => Ok(Box::new(Mixed::new(game, contestants, asked.seed.0, failed)?)),
    }
}

fn play(
    py: Python<'_>,
    game: &Bound<'_, Game>,
    contests: &[Box<dyn Contest>],
    asked: &Asked,
    failed: &Arc<Mutex<Option<PyErr>>>,
) -> PyResult<Groups> {
    for (name, number, most) in [("deals", asked.deals.0, 100_000_000), ("threads", asked.threads.0, 1024)] {
        if !(1..=most).contains(&number) {
            return Err(errors::other(format!("{name}={number}: 1 to {most} would do")));
        }
    }
    let spec = game.get().any.spec();
    let part = |contest: &dyn Contest| Plan {
        game: spec.to_string(),
        contestants: contest.specs(),
        seed: asked.seed.0,
        agents: if asked.record.is_some() { contest.identities() } else { Vec::new() },
    };
    let plans: Vec<Plan> = py.detach(|| contests.iter().map(|contest| part(contest.as_ref())).collect());
    let parts = plans
        .into_iter()
        .zip(contests)
        .map(|(plan, contest)| Part { plan, contest: contest.as_ref(), deals: asked.deals.0 })
        .collect();
    let series =
        Series { parts, record: asked.record.clone(), chunk: None, threads: asked.threads.0 as usize };
    let stop = Stop::new();
    let played = interruptible(py, "the match", &stop, || {
        let told = |progress: karuta_arena::series::Progress| {
            let Some(callback) = &asked.progress else { return };
            let called = Python::attach(|py| callback.call1(py, (progress.done, progress.total)).map(drop));
            if let Err(error) = called {
                failed.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).get_or_insert(error);
                stop.raise();
            }
        };
        series.play(&stop, told, |_, _| false)
    })?;
    if let Some(error) = failed.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).take() {
        return Err(error);
    }
    let mut groups = played.map_err(errors::other)?;
    // A longer run of the same plan may be in the record; this one is about its first deals.
    groups.iter_mut().for_each(|groups| groups.retain(|&index, _| index < asked.deals.0));
    Ok(groups)
}
