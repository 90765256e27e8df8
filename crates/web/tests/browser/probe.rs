//! A person in front of a tab: finds controls, uses them by mouse, finger or keys, and complains about anything
//! the console says.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use karuta_web::{Server, ServerConfig};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::chromium::{STUCK, Tab};

/// A server of a test's own. It ends at once, with every socket, when the value is dropped.
pub struct Served {
    runtime: Option<tokio::runtime::Runtime>,
    /// The address it listens on.
    pub address: SocketAddr,
}

impl Served {
    /// A server whose games are forgotten.
    pub async fn start() -> Served {
        Served::at(0, None).await
    }

    /// A server at a port, with a store.
    pub async fn at(port: u16, store: Option<PathBuf>) -> Served {
        Served::with(port, store, 40).await
    }

    /// A server at a port, with a store, that divides all waits.
    pub async fn with(port: u16, store: Option<PathBuf>, haste: u32) -> Served {
        let address = SocketAddr::from(([127, 0, 0, 1], port));
        // The same deals each time; other deals are tried by hand with other seeds.
        let seed = std::env::var("KARUTA_DEALS").ok().and_then(|seed| seed.parse().ok()).or(Some(1));
        let config = ServerConfig { address, store, searches: 2, haste, seed, ..ServerConfig::default() };
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.expect("a runtime");
        let bound = runtime.spawn(async move { Server::bind(&config).await });
        let server = bound.await.expect("no panic").expect("a server");
        let address = server.address;
        runtime.spawn(server.serve(std::future::pending()));
        Served { runtime: Some(runtime), address }
    }

    /// The address of a page.
    pub fn at_path(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// The ways to use the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    Mouse,
    Finger,
    Keys,
    Text,
}

/// A move that is offered.
#[derive(Clone, Debug, Deserialize)]
pub struct Offered {
    pub text: String,
    pub label: String,
    pub keys: Vec<String>,
    #[serde(default)]
    pub id: String,
}

/// A table as a person sees it.
#[derive(Clone, Debug, Deserialize)]
pub struct State {
    pub version: i64,
    pub over: bool,
    pub paused: bool,
    pub status: String,
    pub moves: Vec<Offered>,
}

/// A person with a tab.
pub struct Person {
    pub tab: Tab,
    by: By,
    origin: String,
}

impl Person {
    /// Somebody who uses the page in a way.
    pub async fn new(tab: Tab, by: By, served: &Served) -> Person {
        if by == By::Finger {
            tab.show(360, 740, "light").await;
            tab.call("Emulation.setTouchEmulationEnabled", json!({ "enabled": true })).await;
        }
        Person { tab, by, origin: served.at_path("") }
    }

    /// Goes to a page of the server.
    pub async fn open(&self, path: &str) {
        self.tab.open(&format!("{}{path}", self.origin)).await;
    }

    /// Uses the control that an expression finds.
    pub async fn press(&self, control: &str) {
        match self.by {
            By::Mouse | By::Text | By::Finger => self.point_at(control).await,
            By::Keys => {
                self.focus(control).await;
                let is_box = self.tab.eval("probe.pinned.matches('input')").await == Value::Bool(true);
                self.tab.key(if is_box { " " } else { "Enter" }).await;
            }
        }
    }

    /// Clicks or taps on a control, again if the page moved it away meanwhile.
    async fn point_at(&self, control: &str) {
        let begun = Instant::now();
        loop {
            let place = self.place(control).await;
            self.tab.eval(&format!("probe.aim(() => {control})")).await;
            match self.by {
                By::Finger => self.tab.tap_at(place).await,
                By::Mouse | By::Keys | By::Text => self.tab.click_at(place).await,
            }
            // A page that was left by the press has no answer, and needs none.
            if self.tab.eval("window.probe?.hit").await != Value::Bool(false) {
                return;
            }
            assert!(begun.elapsed() < STUCK, "{control} cannot be pressed");
        }
    }

    /// The place of a control, which nothing may cover.
    async fn place(&self, control: &str) -> (f64, f64) {
        self.tab.until(control).await;
        let begun = Instant::now();
        loop {
            let place = self.tab.eval(&format!("probe.place({control})")).await;
            if let (Some(x), Some(y)) = (place[0].as_f64(), place[1].as_f64()) {
                return (x, y);
            }
            assert!(begun.elapsed() < STUCK, "{control} is covered: {place}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Walks to a control by keys alone. Buttons of one group are one stop, and arrows walk within it.
    async fn focus(&self, control: &str) {
        self.tab.until(control).await;
        let asked = format!(
            "(() => {{ if (!probe.pinned?.isConnected) probe.pinned = {control}; \
             const [a, b] = [document.activeElement, probe.pinned]; \
             return [a === b, a?.type === 'radio' && b?.type === 'radio' && a.name === b.name && a.form === b.form]; }})()"
        );
        self.tab.eval("probe.pinned = null").await;
        for _ in 0..250 {
            let at = self.tab.eval(&asked).await;
            if at[0] == Value::Bool(true) {
                return;
            }
            self.tab.key(if at[1] == Value::Bool(true) { "ArrowRight" } else { "Tab" }).await;
        }
        panic!("no key leads to {control}");
    }

    /// The table as it is shown.
    pub async fn state(&self) -> State {
        serde_json::from_value(self.tab.eval("probe.state()").await).expect("a state")
    }

    /// Makes a move that is offered.
    pub async fn play(&self, mv: &Offered) {
        if self.by == By::Text {
            self.tab.eval("document.getElementById('typed-move').focus()").await;
            self.tab.write(&mv.text).await;
            self.tab.key("Enter").await;
            return;
        }
        if mv.keys.is_empty() {
            return self.press(&format!("document.getElementById({:?})", mv.id)).await;
        }
        for key in &mv.keys {
            self.press(&format!("probe.control({key:?}, {:?})", mv.text)).await;
            // A step on a board is made at once; nothing is left to press.
            if key.starts_with("to:") {
                return;
            }
        }
        self.press(&format!("probe.button({:?})", mv.label)).await;
    }

    /// Plays until the game is over. Cards are preferred to passing, so that games end soon.
    pub async fn finish(&self, what: &str) -> usize {
        let mut made = 0;
        loop {
            self.tab
                .until("(() => { const s = probe.state(); return s.over || (s.moves.length > 0 && !s.paused); })()")
                .await;
            let state = self.state().await;
            if state.over {
                return made;
            }
            let built: Vec<&Offered> = state.moves.iter().filter(|mv| !mv.keys.is_empty()).collect();
            let all: Vec<&Offered> = state.moves.iter().collect();
            let from = if built.is_empty() { all } else { built };
            let Some(mv) = from.get((made * 7 + from.len() / 2) % from.len().max(1)) else { continue };
            self.play(mv).await;
            made += 1;
            assert!(made < 400, "{what} does not end");
            let before = state.version;
            let asked =
                format!("(() => {{ const s = probe.state(); return s.over || s.version > {before}; }})()");
            self.tab.until(&asked).await;
        }
    }

    /// Complains about whatever the console said and about every request that left the origin.
    pub fn check(&self, what: &str) {
        let socket = self.origin.replacen("http", "ws", 1);
        for event in self.tab.events() {
            let params = &event["params"];
            match event["method"].as_str().unwrap_or_default() {
                "Runtime.exceptionThrown" => panic!("{what}: {params}"),
                "Runtime.consoleAPICalled" => panic!("{what}: the console has {params}"),
                "Log.entryAdded" => panic!("{what}: the console has {}", params["entry"]),
                "Network.requestWillBeSent" => {
                    let url = params["request"]["url"].as_str().unwrap_or_default();
                    assert!(url.starts_with(&self.origin), "{what}: {url} was asked for");
                }
                "Network.webSocketCreated" => {
                    let url = params["url"].as_str().unwrap_or_default();
                    assert!(url.starts_with(&socket), "{what}: {url} was asked for");
                }
                _ => {}
            }
        }
    }
}
