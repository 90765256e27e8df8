//! The lab's report on the page: the papers' numbers beside ours, from a folder of results. The report is made by
//! its own crate; here it gets an address.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::SystemTime;

use axum::extract::{Query, State};
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse as _, Response};
use karuta_arena::lab::experiment::builtin;
use karuta_arena::lab::results;
use karuta_report::lab::{self as report, Item};
use maud::html;
use serde::Deserialize;

use crate::server::Trouble;
use crate::server_state::ServerState;
use crate::words;

/// The report has its style inside and no script, so its policy allows the one and not the other.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

/// The newest change among the files of a folder, and their number: a report is made again when either changes.
type Stamp = (Option<SystemTime>, usize);

/// Reports that were made, by what was asked for: everything takes seconds, and many may ask.
pub type Made = Mutex<HashMap<String, (Stamp, Arc<str>)>>;

fn stamp(folder: &Path) -> Stamp {
    let (mut newest, mut files) = (None, 0);
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let Ok(about) = entry.metadata() else { continue };
            if about.is_dir() {
                folders.push(entry.path());
            } else {
                (newest, files) = (newest.max(about.modified().ok()), files + 1);
            }
        }
    }
    (newest, files)
}

/// The report, made anew only where results have changed.
fn kept(server: &ServerState, folder: &Path, item: &str) -> Result<Arc<str>, String> {
    let reports = || server.reports.lock().unwrap_or_else(|broken| broken.into_inner());
    let now = stamp(folder);
    if let Some((_, html)) = reports().get(item).filter(|(then, _)| *then == now) {
        return Ok(Arc::clone(html));
    }
    let html: Arc<str> = made(folder, item)?.into();
    reports().insert(item.to_string(), (now, Arc::clone(&html)));
    Ok(html)
}

/// The part of the report that is asked for.
#[derive(Deserialize)]
pub struct Asked {
    item: Option<String>,
}

/// The report; files that are no results of today's experiments are named above it and hide nothing else.
fn made(folder: &Path, item: &str) -> Result<String, String> {
    let (mut items, mut refused) = (Vec::new(), Vec::new());
    for experiment in builtin::select(item).map_err(|error| error.to_string())? {
        match results::load(folder, &experiment) {
            // Freshness of results is found by playing, which nobody should wait for here.
            Ok(findings) => items.push(Item { experiment, findings, freshness: None }),
            Err(error) => refused.push(error.to_string()),
        }
    }
    if items.is_empty() && !refused.is_empty() {
        return Err(refused.join("; "));
    }
    let shell = &words::now().shell;
    // The report is a document of its own; the way back is added to it.
    let above = html! {
        p .back { a href="/watch" { "\u{2190} " (shell.watch) } }
        @if !refused.is_empty() { ul .refused { @for line in &refused { li { (line) } } } }
    };
    Ok(report::page(&items).replacen("<main>", &format!("<main>{}", above.into_string()), 1))
}

/// The report of an experiment, a paper, or everything.
pub async fn page(
    State(server): State<Arc<ServerState>>,
    Query(asked): Query<Asked>,
) -> Result<Response, Trouble> {
    let none = || Trouble(StatusCode::NOT_FOUND, words::now().trouble.no_results.into());
    let folder = server.results.clone().ok_or_else(none)?;
    let item = asked.item.unwrap_or_else(|| "all".into());
    let made =
        tokio::task::spawn_blocking(move || kept(&server, &folder, &item)).await.map_err(|_| none())?;
    let html = made.map_err(|why| Trouble(StatusCode::NOT_FOUND, why))?;
    Ok(([(header::CONTENT_SECURITY_POLICY, POLICY)], Html(html.to_string())).into_response())
}
