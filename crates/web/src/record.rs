//! A running match or tournament: its record is read as it stands, and becomes a page and games to replay. Reads
//! the record only; must not write to it.

use std::path::Path as FilePath;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use karuta_playable::spec::Spec;
use karuta_records::record::{GameRecord, Plan, RecordError, Store};
use karuta_records::stats::ratings::{Pairing, Rating, ratings};
use karuta_records::stats::{Estimate, score_interval};
use karuta_records::summary::group_score;
use maud::Markup;
use serde::Deserialize;

use crate::game::{Beginning, Play};
use crate::games::{self, GameCard};
use crate::pages;
use crate::server::Trouble;
use crate::server_state::ServerState;
use crate::words::{self, filled};

/// The number of games of a contest that are offered to be replayed, the newest.
const OFFERED: usize = 12;

/// The time for which a reading counts as new: many may look at one record, which may be long.
const FRESH: Duration = Duration::from_secs(2);

/// A record as it stands.
pub struct Standing {
    /// The contests, in the order of the record.
    pub contests: Vec<Contest>,
    /// The ratings of everybody who met others in contests of two, strongest first; empty for a single match.
    pub ratings: Vec<(String, Rating)>,
    /// The ratings after so many deals of each contest, in the order of `ratings`.
    pub history: Vec<(usize, Vec<Rating>)>,
}

/// A contest of a record.
pub struct Contest {
    /// The plan in the record: game, contestants, seed.
    pub plan: Plan,
    /// The score of every contestant in every deal, contestants first.
    pub scores: Vec<Vec<f64>>,
    /// The newest games: deal, seating, who sat where, plies.
    pub games: Vec<(u64, usize, Vec<usize>, u32)>,
}

impl Contest {
    /// The score of a contestant after so many deals.
    pub fn score(&self, who: usize, deals: usize) -> Option<Estimate> {
        score_interval(&self.scores[who][..deals.min(self.deals())])
    }

    /// The deals that are finished.
    pub fn deals(&self) -> usize {
        self.scores.first().map_or(0, Vec::len)
    }
}

/// The last reading of a record.
pub type Read = Mutex<Option<(Instant, Arc<Standing>)>>;

fn failed(error: RecordError) -> Trouble {
    Trouble(StatusCode::SERVICE_UNAVAILABLE, filled(words::now().trouble.bad_record, &[&error.to_string()]))
}

fn none() -> Trouble {
    Trouble(StatusCode::NOT_FOUND, words::now().trouble.no_record.into())
}

fn read(path: &FilePath) -> Result<Standing, RecordError> {
    let reader = Store::read(path)?;
    let new = |plan: &Plan| Contest {
        plan: plan.clone(),
        scores: vec![Vec::new(); plan.contestants.len()],
        games: Vec::new(),
    };
    let mut contests: Vec<Contest> = reader.plans().iter().map(new).collect();
    reader.each_group(|plan, group| {
        let Some(contest) = contests.iter_mut().find(|contest| contest.plan == *plan) else {
            return Ok::<_, RecordError>(());
        };
        for (who, scores) in contest.scores.iter_mut().enumerate() {
            scores.push(group_score(&group, who));
        }
        for (rotation, game) in group.games.iter().enumerate() {
            contest.games.push((group.index, rotation, game.seating.clone(), game.plies));
        }
        let surplus = contest.games.len().saturating_sub(OFFERED);
        contest.games.drain(..surplus);
        Ok(())
    })?;
    let (ratings, history) = rated(&contests);
    Ok(Standing { contests, ratings, history })
}

/// The most and fewest points at which ratings are told over time, and the deals that may be rated in all: each
/// point is a bootstrap of its own, and nobody should wait for them.
const POINTS: (usize, usize) = (3, 12);
const RATED_DEALS: usize = 40_000;

/// The ratings of a tournament, now and after fewer deals.
fn rated(contests: &[Contest]) -> (Vec<(String, Rating)>, Vec<(usize, Vec<Rating>)>) {
    let is_pairs = contests.len() > 1 && contests.iter().all(|contest| contest.plan.contestants.len() == 2);
    if !is_pairs {
        return (Vec::new(), Vec::new());
    }
    let mut names: Vec<String> =
        contests.iter().flat_map(|contest| contest.plan.contestants.iter().cloned()).collect();
    names.sort();
    names.dedup();
    let place = |name: &String| names.binary_search(name).unwrap_or(0);
    let after = |deals: usize| {
        let pairing = |contest: &Contest| {
            let [a, b] = [0, 1].map(|who| place(&contest.plan.contestants[who]));
            Pairing { a, b, groups: contest.scores[0][..deals.min(contest.deals())].to_vec() }
        };
        let pairings: Vec<Pairing> = contests.iter().map(pairing).collect();
        ratings(names.len(), &pairings, contests[0].plan.seed)
    };
    let most = contests.iter().map(Contest::deals).max().unwrap_or(0);
    let rated = after(most);
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by(|&one, &other| rated[other].elo.total_cmp(&rated[one].elo));
    let all: usize = contests.iter().map(Contest::deals).sum();
    let points = (RATED_DEALS / all.max(1)).clamp(POINTS.0, POINTS.1).min(most);
    let history = (1..=points).map(|point| (most * point).div_ceil(points)).map(|deals| {
        let then = if deals == most { rated.clone() } else { after(deals) };
        (deals, order.iter().map(|&who| then[who]).collect())
    });
    let history = history.collect();
    (order.iter().map(|&who| (names[who].clone(), rated[who])).collect(), history)
}

/// The record as a page.
pub async fn page(State(server): State<Arc<ServerState>>) -> Result<Markup, Trouble> {
    let path = server.record.clone().ok_or_else(none)?;
    let kept = server.read.lock().unwrap_or_else(|broken| broken.into_inner()).clone();
    let standing = match kept.filter(|(when, _)| when.elapsed() < FRESH) {
        Some((_, standing)) => standing,
        None => {
            let standing = tokio::task::spawn_blocking(move || read(&path)).await;
            let standing = Arc::new(standing.map_err(|_| none())?.map_err(failed)?);
            *server.read.lock().unwrap_or_else(|broken| broken.into_inner()) =
                Some((Instant::now(), Arc::clone(&standing)));
            standing
        }
    };
    let name = server.record.as_deref().and_then(FilePath::file_name).unwrap_or_default().to_string_lossy();
    Ok(pages::record(&name, &standing))
}

/// The position of a game that is asked for.
#[derive(Deserialize)]
pub struct Place {
    ply: Option<usize>,
}

/// A game of the record.
pub async fn game(
    State(server): State<Arc<ServerState>>,
    Path((contest, deal, rotation)): Path<(usize, u64, usize)>,
    Query(place): Query<Place>,
) -> Result<Markup, Trouble> {
    let path = server.record.clone().ok_or_else(none)?;
    let found = tokio::task::spawn_blocking(move || find(&path, contest, deal, rotation)).await;
    let (plan, game) = found
        .map_err(|_| none())?
        .map_err(failed)?
        .ok_or_else(|| Trouble(StatusCode::NOT_FOUND, words::now().trouble.no_recorded_game.into()))?;
    let (card, play) = replay(&plan, &game)
        .ok_or_else(|| Trouble(StatusCode::NOT_FOUND, words::now().trouble.no_skin.into()))?;
    let ply = place.ply.unwrap_or(0).min(game.moves.len());
    let names: Vec<String> = game.seating.iter().map(|&who| plan.contestants[who].clone()).collect();
    let link = format!("/record/{contest}/{deal}/{rotation}");
    Ok(pages::recorded(&pages::Recorded {
        card,
        play: play.as_ref(),
        game: &game,
        names: &names,
        link: &link,
        ply,
    }))
}

fn find(
    path: &FilePath,
    contest: usize,
    deal: u64,
    rotation: usize,
) -> Result<Option<(Plan, GameRecord)>, RecordError> {
    let reader = Store::read(path)?;
    let wanted = reader.plans().get(contest).cloned();
    let mut found = None;
    reader.each_group(|plan, group| {
        if wanted.as_ref() == Some(plan) && group.index == deal {
            found = group.games.get(rotation).map(|game| (plan.clone(), game.clone()));
        }
        Ok::<_, RecordError>(())
    })?;
    Ok(found)
}

/// The game move by move, if the page has a skin for it.
fn replay(plan: &Plan, game: &GameRecord) -> Option<(&'static GameCard, Box<dyn Play>)> {
    let spec = Spec::parse(&plan.game).ok()?;
    let card = games::named(&spec.name)?;
    let mut play = (card.open)(&plan.game, Beginning::Position(&game.start)).ok()?;
    for mv in &game.moves {
        play.make(mv).ok()?;
    }
    Some((card, play))
}
