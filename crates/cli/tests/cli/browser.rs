//! `karuta serve` ended with `kill -9` in the middle of a game that a real browser plays: the page finds the server
//! again by itself, and nothing that was said is lost. The page itself is tested in its own crate.
#![cfg(target_os = "linux")]

use serde_json::json;

use crate::child::{Folder, Running, command};

#[path = "../../../web/tests/browser/chromium.rs"]
#[allow(dead_code)]
mod chromium;

use chromium::{Chromium, Tab};

/// Starts a server and waits until it listens; returns its address too.
fn serve(store: &str, port: &str) -> (Running, String) {
    let mut server =
        Running::start(command(&["serve", "--port", port, "--haste", "10", "--store", store]), "");
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
