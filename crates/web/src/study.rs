//! The analysis of finished games: judges every decision in the background and keeps the opinions.

use std::collections::HashSet;
use std::sync::{Arc, LazyLock, Mutex};

use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use karuta_engine::Stop;
use maud::Markup;
use serde::Deserialize;
use serde_json::json;

use crate::game::Play;
use crate::games::GameCard;
use crate::judged::Judged;
use crate::pages::{self, Study};
use crate::server::Trouble;
use crate::server_state::{ServerError, ServerState};
use crate::store::{Occupant, TableRow};
use crate::token;
use crate::words;

/// The games that are being judged.
static UNDER_WAY: LazyLock<Mutex<HashSet<String>>> = LazyLock::new(Mutex::default);

/// The part of a game that is asked for.
#[derive(Deserialize)]
pub struct Place {
    seat: Option<usize>,
    ply: Option<usize>,
}

/// A finished game; one that is on is nobody's to look at.
fn finished(server: &ServerState, id: &str) -> Result<(TableRow, &'static GameCard, Box<dyn Play>), Trouble> {
    if !token::is_well_formed(id) {
        return Err(ServerError::Unknown.into());
    }
    let (row, card, play) = server.replay(id)?;
    if row.ended.is_none() && play.turn().is_some() {
        return Err(Trouble(StatusCode::FORBIDDEN, words::now().trouble.not_over.into()));
    }
    Ok((row, card, play))
}

/// The analysis of a game.
pub async fn study(
    State(server): State<Arc<ServerState>>,
    Path(id): Path<String>,
    Query(place): Query<Place>,
) -> Result<Markup, Trouble> {
    let (row, card, play) = finished(&server, &id)?;
    let kept = server.store.judged(&id).map_err(ServerError::Store)?;
    let judged: Vec<(usize, Judged)> =
        kept.iter().filter_map(|(ply, text)| Some((*ply, serde_json::from_str(text).ok()?))).collect();
    let plies = play.history().len();
    if judged.len() < plies {
        judge(&server, &id, card, play.copy(plies), row.seed);
    }
    let person = row.seats.iter().position(|seat| seat.occupant == Occupant::Person);
    let seat = place.seat.or(person).unwrap_or(0).min(card.seats - 1);
    let ply = place.ply.unwrap_or(0).min(plies);
    Ok(pages::study(&Study { row: &row, card, play: play.as_ref(), judged: &judged, seat, ply }))
}

/// Judges what is not judged yet, unless that is under way.
fn judge(server: &Arc<ServerState>, id: &str, card: &'static GameCard, play: Box<dyn Play>, seed: u64) {
    let under_way = |id: &str, begins: bool| {
        let mut all = UNDER_WAY.lock().unwrap_or_else(|broken| broken.into_inner());
        if begins { all.insert(id.to_string()) } else { all.remove(id) }
    };
    if !under_way(id, true) {
        return;
    }
    let (server, id) = (Arc::clone(server), id.to_string());
    tokio::spawn(async move {
        let known: HashSet<usize> =
            server.store.judged(&id).unwrap_or_default().into_iter().map(|(ply, _)| ply).collect();
        for (ply, (seat, _)) in play.history().iter().enumerate().filter(|(ply, _)| !known.contains(ply)) {
            let Ok(question) = play.copy(ply).question(*seat, card.judge, true, seed) else { break };
            let Some(thought) = server.think(question, Stop::new()).await else { break };
            let Ok(text) = serde_json::to_string(&Judged::of(&thought)) else { break };
            if server.store.add_judged(&id, ply, &text).is_err() {
                break;
            }
        }
        under_way(&id, false);
    });
}

/// A game as the file that `karuta play --load` reads.
pub async fn file(
    State(server): State<Arc<ServerState>>,
    Path(id): Path<String>,
    Query(place): Query<Place>,
) -> Result<Response, Trouble> {
    let (row, card, play) = finished(&server, &id)?;
    let level = row.seats.iter().find_map(|seat| match seat.occupant {
        Occupant::Agent(level) => Some(level),
        Occupant::Person | Occupant::Free => None,
    });
    let moves: Vec<String> = play.history().into_iter().map(|(_, mv)| mv).collect();
    let saved = json!({
        "game": row.spec, "seat": place.seat.unwrap_or(0).min(card.seats - 1),
        "against": card.agent(level.unwrap_or(5)), "seed": row.seed, "start": row.start, "moves": moves,
    });
    let text = serde_json::to_string_pretty(&saved).unwrap_or_default() + "\n";
    Ok(([(header::CONTENT_TYPE, "application/json")], text).into_response())
}
