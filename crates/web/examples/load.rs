//! A load test over real sockets on this machine: how long the first screen takes, how soon a beginner answers, and,
//! with many people who play real games against agents at once, how long it takes until their moves are
//! acknowledged.
//!
//! `cargo run --release -p karuta-web --example load -- 200 60` seats 200 people for 60 seconds.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use futures_util::{SinkExt as _, StreamExt as _};
use karuta_web::{Server, ServerConfig};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// People beyond this many would measure the limits of the machine's sockets.
const MOST: usize = 1000;

const GAMES: [&str; 4] = ["onitama", "hanamikoji", "daihinmin", "tichu"];

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let numbers: Vec<usize> = std::env::args().skip(1).filter_map(|text| text.parse().ok()).collect();
    let people = numbers.first().copied().unwrap_or(200).clamp(1, MOST);
    let seconds = numbers.get(1).copied().unwrap_or(30).clamp(1, 600);
    let searches =
        std::thread::available_parallelism().map_or(1, |cores| cores.get().saturating_sub(1).max(1));
    let config = ServerConfig { searches, ..ServerConfig::default() };
    let server = Server::bind(&config).await?;
    let address = server.address;
    tokio::spawn(server.serve(std::future::pending()));
    println!("load average {}", std::fs::read_to_string("/proc/loadavg").unwrap_or_default().trim());
    first_screen(address).await?;
    for game in GAMES {
        let times = Arc::new(Mutex::new(Vec::new()));
        let end = Instant::now() + Duration::from_secs(5);
        play_on(address, game, Until::Answered, end, Arc::clone(&times)).await?;
        println!("a beginner's answer in {game}, fast: {}", percentiles(&times)?);
    }
    let times = Arc::new(Mutex::new(Vec::new()));
    let end = Instant::now() + Duration::from_secs(seconds as u64);
    let tasks: Vec<_> = (0..people)
        .map(|at| {
            let game = GAMES[at % GAMES.len()];
            tokio::spawn(play_on(address, game, Until::Acknowledged, end, Arc::clone(&times)))
        })
        .collect();
    let mut failed = 0;
    for task in tasks {
        failed += usize::from(!matches!(task.await, Ok(Ok(()))));
    }
    println!("people {people}, seconds {seconds}, searches at once {searches}, failed {failed}");
    println!("moves acknowledged: {}", percentiles(&times)?);
    println!("{}", resources());
    Ok(())
}

/// The number of times, and how long they are.
fn percentiles(times: &Mutex<Vec<Duration>>) -> Result<String, Failure> {
    let mut times = times.lock().map_err(|_| "a task failed")?.clone();
    times.sort_unstable();
    let at = |share: f64| {
        let place = (times.len().max(1) - 1) as f64 * share;
        times.get(place.round() as usize).map_or(f64::NAN, |time| 1000.0 * time.as_secs_f64())
    };
    let [median, most, nearly, worst] = [0.5, 0.95, 0.99, 1.0].map(at);
    let count = times.len();
    Ok(format!(
        "{count} times, median {median:.1} ms, 95 % {most:.1} ms, 99 % {nearly:.1} ms, worst {worst:.1} ms"
    ))
}

/// The first screen as a browser fetches it: the page, then what it refers to, at once.
async fn first_screen(address: SocketAddr) -> Result<(), Failure> {
    let times = Mutex::new(Vec::new());
    let mut bytes = 0;
    for _ in 0..50 {
        let begun = Instant::now();
        let page = fetch(address, "/").await?;
        let (style, script, icon) = tokio::join!(
            fetch(address, "/style.css"),
            fetch(address, "/page.js"),
            fetch(address, "/icon.svg")
        );
        bytes = page + style? + script? + icon?;
        times.lock().map_err(|_| "a task failed")?.push(begun.elapsed());
    }
    println!("first screen, {bytes} bytes in all: {}", percentiles(&times)?);
    Ok(())
}

/// Fetches an address and returns the bytes that came.
async fn fetch(address: SocketAddr, path: &str) -> Result<usize, Failure> {
    let mut stream = TcpStream::connect(address).await?;
    let head = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(head.as_bytes()).await?;
    let mut answer = Vec::new();
    Ok(stream.read_to_end(&mut answer).await?)
}

/// The end of a measurement that begins with a move.
#[derive(Clone, Copy, PartialEq)]
enum Until {
    /// The frame that shows the move.
    Acknowledged,
    /// The frame that shows the move of whoever is next, a beginner who need not be waited for.
    Answered,
}

/// Memory and CPU time of this process, where the system says so.
fn resources() -> String {
    let read = |path: &str| std::fs::read_to_string(path).unwrap_or_default();
    let status = read("/proc/self/status");
    let memory =
        status.lines().find(|line| line.starts_with("VmHWM")).unwrap_or("memory unknown").replace('\t', " ");
    let stat = read("/proc/self/stat");
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |at: usize| fields.get(at).and_then(|text| text.parse::<u64>().ok()).unwrap_or(0);
    format!("{memory}; CPU {:.1} s, clients included", (ticks(11) + ticks(12)) as f64 / 100.0)
}

/// One person: plays until the time is over, a new game after each, and notes how long it took.
async fn play_on(
    address: SocketAddr,
    game: &str,
    until: Until,
    end: Instant,
    times: Arc<Mutex<Vec<Duration>>>,
) -> Result<(), Failure> {
    while Instant::now() < end {
        let is_fast = until == Until::Answered;
        let (id, token) = table(address, game, if is_fast { 1 } else { 3 }).await?;
        let mut request = format!("ws://{address}/t/{id}/ws").into_client_request()?;
        request.headers_mut().insert("origin", format!("http://{address}").parse()?);
        let (mut socket, _) = connect_async(request).await?;
        socket.send(Message::text(json!({ "token": token }).to_string())).await?;
        if is_fast {
            socket.send(Message::text(json!({ "do": "speed", "arg": "fast" }).to_string())).await?;
        }
        let mut asked: Option<(u64, Instant)> = None;
        while Instant::now() < end {
            let Ok(Some(message)) = tokio::time::timeout(Duration::from_secs(1), socket.next()).await else {
                continue;
            };
            let Message::Text(text) = message? else { continue };
            let frame: Value = serde_json::from_str(&text)?;
            let (Some(v), Some(act)) = (frame["v"].as_u64(), frame["parts"]["act"].as_str()) else {
                continue;
            };
            if let Some((before, since)) = asked
                && v > before + u64::from(is_fast)
            {
                if let Ok(mut times) = times.lock() {
                    times.push(since.elapsed());
                }
                asked = None;
            }
            if act.contains("data-do=\"rematch\"") {
                break;
            }
            let is_paused = frame["parts"]["status"].as_str().is_some_and(|status| status.contains("pause"));
            let moves: Vec<&str> = act
                .split("data-m=\"")
                .chain(act.split("data-move=\""))
                .filter_map(|rest| rest.split('"').next())
                .filter(|text| !text.starts_with('<'))
                .collect();
            // Whoever may move again at once was not answered by anybody.
            asked = asked.filter(|(before, _)| v <= *before || moves.is_empty());
            if let (None, Some(mv), false) = (asked, moves.get(moves.len() / 2), is_paused) {
                asked = Some((v, Instant::now()));
                socket.send(Message::text(json!({ "do": "move", "text": mv, "v": v }).to_string())).await?;
            }
        }
    }
    Ok(())
}

/// Makes a table and returns its id and token.
async fn table(address: SocketAddr, game: &str, level: u8) -> Result<(String, String), Failure> {
    let form = format!("game={game}&level={level}");
    let mut stream = TcpStream::connect(address).await?;
    let head = format!(
        "POST /new HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\nConnection: close\r\n\
         Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n{form}",
        form.len()
    );
    stream.write_all(head.as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    let place = answer.lines().find_map(|line| line.strip_prefix("location: /t/")).ok_or("no table")?;
    let (id, token) = place.trim().split_once('#').ok_or("no token")?;
    Ok((id.to_string(), token.to_string()))
}
