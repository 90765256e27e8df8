//! `karuta serve` as a process with a real browser in front of it: ended with `kill -9` in the middle of a game, and
//! showing the record of a tournament that runs beside it and the lab's report. The page itself is tested in its
//! own crate.
#![cfg(target_os = "linux")]

#[allow(dead_code)]
#[path = "../cli/child.rs"]
mod child;
#[allow(dead_code)]
#[path = "../../../web/tests/browser/chromium.rs"]
mod chromium;

use child::{Folder, Running, command};
use chromium::{Chromium, Tab};
use serde_json::json;

/// Starts a server and waits until it listens; returns its address too.
fn serve(store: &str, port: &str) -> (Running, String) {
    listening(Running::start(command(&["serve", "--port", port, "--haste", "10", "--store", store]), ""))
}

/// Waits until a server listens; returns its address too.
fn listening(mut server: Running) -> (Running, String) {
    let find = |out: &str| Some(out.split_once("http://")?.1.split_once('/')?.0.to_string());
    assert!(server.until(|server| find(&server.out()).is_some()), "{}", server.err());
    let address = find(&server.out()).expect("it was there");
    (server, address)
}

/// Waits for the person's turn, types the first move that is offered and waits until it is noticed. Returns the
/// number of moves noticed then.
async fn move_once(tab: &Tab) -> i64 {
    tab.until("probe.state().moves.length > 0 && !probe.state().paused").await;
    let state = tab.eval("probe.state()").await;
    tab.eval("document.getElementById('typed-move').focus()").await;
    tab.call("Input.insertText", json!({ "text": state["moves"][0]["text"] })).await;
    tab.key("Enter").await;
    let version = state["version"].as_i64().expect("a number");
    tab.until(&format!("probe.state().version > {version}")).await;
    tab.eval("probe.state().version").await.as_i64().expect("a number")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_in_a_browser_survives_kill_9() {
    let folder = Folder::new();
    let store = folder.file("games.db");
    let (mut server, address) = serve(&store, "0");
    let port = address.rsplit_once(':').expect("a port").1.to_string();
    let browser = Chromium::start().await;
    let tab = browser.tab().await;
    tab.open(&format!("http://{address}/")).await;
    let form = "document.querySelector('li.hanamikoji form')";
    tab.eval(&format!("{form}.elements.level.value = '3'")).await;
    tab.eval(&format!("{form}.querySelector('button[value=agents]').click()")).await;
    tab.until("document.querySelector('main[data-version]')").await;
    let told = "[...document.querySelectorAll('#log li')].map((line) => line.textContent).join('|')";
    for _ in 0..3 {
        // The other side begins to think as soon as the move is made, and is killed over it.
        let noticed = move_once(&tab).await;
        let before = tab.text(told).await;
        server.kill();
        tab.until("document.getElementById('status').classList.contains('away')").await;
        (server, _) = serve(&store, &port);
        tab.until("!document.getElementById('status').classList.contains('away')").await;
        tab.until(&format!("probe.state().version >= {noticed}")).await;
        let after = tab.text(told).await;
        assert!(after.starts_with(&before), "{before} became {after}");
    }
    // The game goes on as if nothing had been.
    move_once(&tab).await;
    server.kill();
}

/// The deals of the first contest of the record, as the page has them.
const DEALS: &str = "Number(document.querySelector('[aria-labelledby=h-contest-0] .head .soft').textContent.match(/\\d+/)[0])";

#[tokio::test(flavor = "multi_thread")]
async fn a_running_tournament_is_watched_and_its_games_are_replayed() {
    let folder = Folder::new();
    let record = folder.file("cup.db");
    // More deals than it can finish while it is looked at.
    let cup = ["tournament", "hanamikoji", "random", "mcts:iters=5", "mcts:iters=20"];
    let more = ["--deals", "1000000", "--threads", "1", "--out", &record];
    let cup = Running::start(command(&[&cup[..], &more[..]].concat()), "");
    // The file is there before it says what is played.
    while !command(&["export", &record]).output().expect("it starts").status.success() {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    let shown = ["serve", "--port", "0", "--forget", "--record", &record];
    let (server, address) = listening(Running::start(command(&shown), ""));
    let browser = Chromium::start().await;
    let tab = browser.tab().await;
    tab.open(&format!("http://{address}/watch")).await;
    tab.eval("document.querySelector('a[href=\"/record\"]').click()").await;
    // The page asks again by itself until every pair has met often enough to be rated over time.
    let rated = "document.querySelectorAll('.rated .linep').length === 3";
    tab.until(&format!("location.pathname === '/record' && {rated}")).await;
    let intervals = "[...document.querySelectorAll('[aria-labelledby=h-ratings] tbody tr')].every((row) => / to /.test(row.cells[2].textContent))";
    tab.until(intervals).await;
    tab.until("document.querySelectorAll('[aria-labelledby=h-contest-0] .scores tbody tr').length === 2")
        .await;
    tab.until("document.querySelector('[aria-labelledby=h-contest-0] .curve .linep')").await;
    // It grows while it is looked at, and a list that was opened stays open.
    tab.eval("document.querySelector('[aria-labelledby=h-contest-0] details').open = true").await;
    let before = tab.eval(DEALS).await.as_i64().expect("a number");
    tab.until(&format!("{DEALS} > {before}")).await;
    tab.until("document.querySelector('[aria-labelledby=h-contest-0] details').open").await;
    // A game is replayed to its end, whose result is told.
    tab.eval("document.querySelector('a[href^=\"/record/0/\"]').click()").await;
    tab.until("document.querySelector('main.study .mat') && document.getElementById('next')").await;
    tab.eval("document.getElementById('next').click()").await;
    tab.until("location.search === '?ply=1'").await;
    tab.eval("document.getElementById('last').click()").await;
    tab.until("location.search !== '?ply=1' && document.querySelector('.status')?.textContent.includes('%')")
        .await;
    assert_eq!(tab.eval("document.querySelectorAll('main input:not(:disabled)').length").await, 0);
    server.kill();
    cup.kill();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_report_of_the_lab_is_read_on_the_page() {
    let results = concat!(env!("CARGO_MANIFEST_DIR"), "/../../results");
    let shown = ["serve", "--port", "0", "--forget", "--results", results];
    let (server, address) = listening(Running::start(command(&shown), ""));
    let browser = Chromium::start().await;
    let tab = browser.tab().await;
    tab.open(&format!("http://{address}/watch")).await;
    tab.eval("document.querySelector('a[href=\"/lab\"]').click()").await;
    tab.until("location.pathname === '/lab' && document.querySelectorAll('table').length > 20").await;
    tab.until("document.querySelector('.back a')").await;
    tab.open(&format!("http://{address}/lab?item=onitama/table-5-5")).await;
    tab.until("document.querySelectorAll('table').length > 0 && document.body.innerText.includes('5.5')")
        .await;
    tab.eval("document.querySelector('.back a').click()").await;
    tab.until("location.pathname === '/watch'").await;
    // An experiment that is not there is said in a sentence.
    tab.open(&format!("http://{address}/lab?item=onitama/table-99")).await;
    tab.until("document.querySelector('main .lead')?.textContent.includes('table-99')").await;
    server.kill();
}
