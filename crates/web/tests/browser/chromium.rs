//! A Chromium of a test's own, driven over its debugging socket (the Chrome DevTools Protocol). Knows
//! processes, messages and tabs, and nothing of the page.

use std::collections::HashMap;
use std::io::{BufRead as _, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::sync::{mpsc, oneshot};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;

/// Names the browser goes by; `cargo xtask install` looks for the same ones.
const NAMES: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// Nothing takes so long, even on a machine that is busy with many other things: a test that waits longer is stuck.
pub const STUCK: Duration = Duration::from_secs(300);

/// The time in which a document is replaced by the next one; an expression that has no value for longer is wrong.
const ASKED: Duration = Duration::from_secs(30);

/// A running browser; it ends with the value.
pub struct Chromium {
    child: Child,
    folder: PathBuf,
    wire: Arc<Wire>,
}

/// The debugging socket: calls wait for their answers, events are kept by session.
pub struct Wire {
    out: mpsc::UnboundedSender<Message>,
    next: AtomicU64,
    waiting: Mutex<HashMap<u64, oneshot::Sender<Value>>>,
    events: Mutex<HashMap<String, Vec<Value>>>,
}

impl Chromium {
    /// Starts a browser with a profile of its own.
    pub async fn start() -> Chromium {
        static STARTED: AtomicU64 = AtomicU64::new(0);
        let path = std::env::var_os("PATH").unwrap_or_default();
        let program = std::env::split_paths(&path)
            .flat_map(|folder| NAMES.map(|name| folder.join(name)))
            .find(|file| file.is_file())
            .expect("the browser tests need chromium; `cargo xtask install` installs it");
        let own =
            format!("karuta-browser-{}-{}", std::process::id(), STARTED.fetch_add(1, Ordering::Relaxed));
        let folder = std::env::temp_dir().join(own);
        let _ = std::fs::remove_dir_all(&folder);
        let mut child = Command::new(program)
            .args(["--headless=new", "--remote-debugging-port=0", "--no-first-run", "--disable-gpu"])
            // The sandbox does not run as root, and all pages here are our own.
            .args(["--no-sandbox", "--disable-dev-shm-usage", "--disable-quic", "--disable-sync"])
            .args(["--disable-background-networking", "--disable-component-update", "--disable-extensions"])
            // All tabs count as looked at, as if each were on a device of its own.
            .args(["--disable-background-timer-throttling", "--disable-renderer-backgrounding"])
            .args(["--disable-backgrounding-occluded-windows", "--hide-scrollbars", "--mute-audio"])
            .arg(format!("--user-data-dir={}", folder.display()))
            .arg("about:blank")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("chromium starts");
        let stderr = child.stderr.take().expect("a pipe");
        let (told, address) = oneshot::channel();
        std::thread::spawn(move || {
            let mut told = Some(told);
            for line in BufReader::new(stderr).lines().map_while(Result::ok) {
                if let Some(address) = line.strip_prefix("DevTools listening on ")
                    && let Some(told) = told.take()
                {
                    let _ = told.send(address.to_string());
                }
            }
        });
        let address = tokio::time::timeout(STUCK, address).await.expect("chromium is silent");
        let wire = Wire::connect(&address.expect("chromium ended")).await;
        Chromium { child, folder, wire }
    }

    /// A tab in a context of its own: no cookies or storage are shared with other tabs.
    pub async fn tab(&self) -> Tab {
        let context = self.wire.call(None, "Target.createBrowserContext", json!({})).await;
        self.tab_in(context["browserContextId"].as_str().expect("an id")).await
    }

    /// Another tab in a context.
    pub async fn tab_in(&self, context: &str) -> Tab {
        let made = json!({ "url": "about:blank", "browserContextId": context });
        let target = self.wire.call(None, "Target.createTarget", made).await["targetId"].clone();
        let attach = json!({ "targetId": target, "flatten": true });
        let session = self.wire.call(None, "Target.attachToTarget", attach).await;
        let session = session["sessionId"].as_str().expect("a session").to_string();
        let tab = Tab { wire: Arc::clone(&self.wire), session, context: context.to_string() };
        for domain in ["Page", "Runtime", "Log", "Network"] {
            tab.call(&format!("{domain}.enable"), json!({})).await;
        }
        tab.call("Emulation.setFocusEmulationEnabled", json!({ "enabled": true })).await;
        let probe = json!({ "source": include_str!("probe.js") });
        tab.call("Page.addScriptToEvaluateOnNewDocument", probe).await;
        tab.show(1280, 800, "light").await;
        tab
    }
}

impl Drop for Chromium {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        // Helper processes of the browser write until they notice that it is gone.
        for _ in 0..20 {
            if std::fs::remove_dir_all(&self.folder).is_ok() || !self.folder.exists() {
                break;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

impl Wire {
    async fn connect(address: &str) -> Arc<Wire> {
        let (socket, _) = connect_async(address).await.expect("a debugging socket");
        let (mut sink, mut stream) = socket.split();
        let (out, mut outgoing) = mpsc::unbounded_channel();
        tokio::spawn(async move {
            while let Some(message) = outgoing.recv().await {
                if sink.send(message).await.is_err() {
                    break;
                }
            }
        });
        let wire = Arc::new(Wire {
            out,
            next: AtomicU64::new(1),
            waiting: Mutex::default(),
            events: Mutex::default(),
        });
        let heard = Arc::clone(&wire);
        tokio::spawn(async move {
            while let Some(Ok(message)) = stream.next().await {
                let Message::Text(text) = message else { continue };
                let value: Value = serde_json::from_str(&text).expect("JSON");
                match value["id"].as_u64() {
                    Some(id) => {
                        let waiting = heard.waiting.lock().expect("no panic").remove(&id);
                        if let Some(waiting) = waiting {
                            let _ = waiting.send(value);
                        }
                    }
                    None => {
                        let session = value["sessionId"].as_str().unwrap_or_default().to_string();
                        heard.events.lock().expect("no panic").entry(session).or_default().push(value);
                    }
                }
            }
        });
        wire
    }

    async fn ask(&self, session: Option<&str>, method: &str, params: Value) -> Value {
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        let (told, answer) = oneshot::channel();
        self.waiting.lock().expect("no panic").insert(id, told);
        let mut message = json!({ "id": id, "method": method, "params": params });
        if let Some(session) = session {
            message["sessionId"] = session.into();
        }
        self.out.send(Message::text(message.to_string())).expect("the browser is there");
        let answer = tokio::time::timeout(STUCK, answer).await;
        answer.unwrap_or_else(|_| panic!("no answer to {method}")).expect("the browser is there")
    }

    async fn call(&self, session: Option<&str>, method: &str, params: Value) -> Value {
        let answer = self.ask(session, method, params.clone()).await;
        assert!(answer.get("error").is_none(), "{method} {params}: {answer}");
        answer["result"].clone()
    }
}

/// A tab.
pub struct Tab {
    wire: Arc<Wire>,
    session: String,
    /// The context whose storage it shares.
    pub context: String,
}

impl Tab {
    /// Calls a method of the protocol.
    pub async fn call(&self, method: &str, params: Value) -> Value {
        self.wire.call(Some(&self.session), method, params).await
    }

    /// Goes to an address and waits until it is loaded.
    pub async fn open(&self, address: &str) {
        let gone = self.call("Page.navigate", json!({ "url": address })).await;
        assert!(gone.get("errorText").is_none(), "{address}: {gone}");
        self.until("document.readyState === 'complete' && location.href !== 'about:blank'").await;
    }

    /// The size of the window and the colours the system asks for. Nothing moves, so that tests need not wait.
    pub async fn show(&self, width: u32, height: u32, colours: &str) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500 });
        self.call("Emulation.setDeviceMetricsOverride", size).await;
        self.media(colours, "reduce").await;
    }

    /// The wishes of the system: `light` or `dark`, and `reduce` or `no-preference` for motion.
    pub async fn media(&self, colours: &str, motion: &str) {
        let features = json!([
            { "name": "prefers-color-scheme", "value": colours },
            { "name": "prefers-reduced-motion", "value": motion },
        ]);
        self.call("Emulation.setEmulatedMedia", json!({ "features": features })).await;
    }

    /// The value of an expression in the page, or the reason why it has none.
    async fn try_eval(&self, code: &str) -> Result<Value, String> {
        let params = json!({ "expression": code, "returnByValue": true, "awaitPromise": true });
        let answer = self.wire.ask(Some(&self.session), "Runtime.evaluate", params).await;
        if let Some(error) = answer.get("error") {
            return Err(error.to_string());
        }
        let thrown = &answer["result"]["exceptionDetails"];
        if !thrown.is_null() {
            return Err(thrown.to_string());
        }
        Ok(answer["result"]["result"]["value"].clone())
    }

    /// The value of an expression in the page. It may have none for a moment, while one document replaces another.
    pub async fn eval(&self, code: &str) -> Value {
        let begun = Instant::now();
        loop {
            match self.try_eval(code).await {
                Ok(value) => return value,
                Err(error) => {
                    assert!(begun.elapsed() < ASKED, "the page cannot be asked for {code}: {error}")
                }
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// The text of an expression in the page.
    pub async fn text(&self, code: &str) -> String {
        self.eval(code).await.as_str().unwrap_or_default().to_string()
    }

    /// Waits until an expression is true.
    pub async fn until(&self, code: &str) {
        let asked = format!("Boolean({code})");
        let mut last = Ok(Value::Null);
        let waiting = async {
            while last != Ok(Value::Bool(true)) {
                tokio::time::sleep(Duration::from_millis(10)).await;
                last = self.try_eval(&asked).await;
            }
        };
        if tokio::time::timeout(STUCK, waiting).await.is_err() {
            let page = self.text("location.href + '\\n' + document.querySelector('main')?.innerText").await;
            panic!("never true: {code}: {last:?}\n{page}");
        }
    }

    /// Presses a key.
    pub async fn key(&self, key: &str) {
        let (code, number, text) = match key {
            "Enter" => ("Enter", 13, "\r"),
            "Tab" => ("Tab", 9, ""),
            " " => ("Space", 32, " "),
            "Escape" => ("Escape", 27, ""),
            "ArrowLeft" => ("ArrowLeft", 37, ""),
            "ArrowUp" => ("ArrowUp", 38, ""),
            "ArrowRight" => ("ArrowRight", 39, ""),
            "ArrowDown" => ("ArrowDown", 40, ""),
            other => panic!("no such key: {other}"),
        };
        let mut event =
            json!({ "type": "keyDown", "key": key, "code": code, "windowsVirtualKeyCode": number });
        if !text.is_empty() {
            event["text"] = text.into();
        }
        self.call("Input.dispatchKeyEvent", event.clone()).await;
        event["type"] = "keyUp".into();
        self.call("Input.dispatchKeyEvent", event).await;
    }

    /// Types a text where the focus is.
    pub async fn write(&self, text: &str) {
        self.call("Input.insertText", json!({ "text": text })).await;
    }

    /// Clicks at a place of the window.
    pub async fn click_at(&self, (x, y): (f64, f64)) {
        for kind in ["mousePressed", "mouseReleased"] {
            let event = json!({ "type": kind, "x": x, "y": y, "button": "left", "clickCount": 1 });
            self.call("Input.dispatchMouseEvent", event).await;
        }
    }

    /// Touches a place of the window.
    pub async fn tap_at(&self, (x, y): (f64, f64)) {
        let touch = json!({ "type": "touchStart", "touchPoints": [{ "x": x, "y": y }] });
        self.call("Input.dispatchTouchEvent", touch).await;
        self.call("Input.dispatchTouchEvent", json!({ "type": "touchEnd", "touchPoints": [] })).await;
    }

    /// The events of the tab since they were last asked for.
    pub fn events(&self) -> Vec<Value> {
        self.wire.events.lock().expect("no panic").remove(&self.session).unwrap_or_default()
    }

    /// A picture of the whole page.
    pub async fn picture(&self) -> Vec<u8> {
        let taken = self.call("Page.captureScreenshot", json!({ "captureBeyondViewport": true })).await;
        decoded(taken["data"].as_str().expect("a picture"))
    }
}

/// Bytes written in base 64.
fn decoded(text: &str) -> Vec<u8> {
    let digit = |byte: u8| match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let (mut bytes, mut bits, mut held) = (Vec::with_capacity(text.len() * 3 / 4), 0u32, 0);
    for value in text.bytes().filter_map(digit) {
        bits = bits << 6 | u32::from(value);
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push((bits >> held) as u8);
        }
    }
    bytes
}
