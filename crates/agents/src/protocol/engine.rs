//! The loop that speaks the protocol for our agents: orders in, answers out. Knows messages and games by name;
//! orders that come while an agent thinks (`stop`, `ping`, `quit`) are heard on a thread of their own.

use std::io::{BufRead, Read, Write};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};

use karuta_engine::Stop;
use karuta_playable::playable::Purpose;

use super::messages::{Answer, Go, Hello, NewGame, Order};
use super::player::Player;
use super::{LONGEST_LINE, VERSION};
use crate::registry::Registry;

/// The output for answers; both threads write.
type Out = Arc<Mutex<dyn Write + Send>>;

fn say(out: &Out, answer: &Answer) {
    let mut line = serde_json::to_string(answer).expect("answers are JSON");
    line.push('\n');
    let mut out = out.lock().unwrap_or_else(PoisonError::into_inner);
    // A referee that does not listen any more closes our input next, and that ends the loop.
    let _ = out.write_all(line.as_bytes()).and_then(|()| out.flush());
}

fn refuse(out: &Out, why: impl Into<String>) {
    say(out, &Answer::Error { why: why.into() });
}

/// Messages to the thread that plays.
struct Task(Order, Stop);

/// Serves a referee until its input ends or it says quit. `agent` is asked to play; without one the game's usual
/// opponent is.
pub fn serve(
    registry: &Registry,
    agent: Option<&str>,
    input: impl BufRead,
    output: impl Write + Send + 'static,
) {
    let out: Out = Arc::new(Mutex::new(output));
    let (sender, tasks) = channel();
    let thinking: Arc<Mutex<Option<(u64, Stop)>>> = Arc::default();
    std::thread::scope(|scope| {
        let (answers, now) = (Arc::clone(&out), Arc::clone(&thinking));
        scope.spawn(move || play(registry, agent, &tasks, &answers, &now));
        listen(input, &out, &thinking, |task| sender.send(task).is_ok());
        drop(sender);
        // A referee that hung up does not want the answer.
        stop_thinking(&thinking, None);
    });
}

/// Raises the stop of the question that is being answered, if it is the one meant.
fn stop_thinking(thinking: &Mutex<Option<(u64, Stop)>>, question: Option<u64>) {
    let now = thinking.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((id, stop)) = &*now
        && question.is_none_or(|question| question == *id)
    {
        stop.raise();
    }
}

/// Reads orders and passes them on; what must not wait is done here.
fn listen(
    mut input: impl BufRead,
    out: &Out,
    thinking: &Mutex<Option<(u64, Stop)>>,
    mut pass_on: impl FnMut(Task) -> bool,
) {
    loop {
        let mut bytes = Vec::new();
        match input.by_ref().take(LONGEST_LINE as u64 + 1).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        if bytes.len() > LONGEST_LINE {
            refuse(out, format!("a line is longer than {LONGEST_LINE} bytes"));
            return;
        }
        let text = String::from_utf8_lossy(&bytes);
        if text.trim().is_empty() {
            continue;
        }
        let task = match serde_json::from_str(&text) {
            Ok(Order::Quit) => return,
            Ok(Order::Ping) => {
                say(out, &Answer::Pong);
                continue;
            }
            Ok(Order::Stop { id }) => {
                stop_thinking(thinking, Some(id));
                continue;
            }
            Ok(Order::Go(go)) => {
                let stop = Stop::new();
                // The question counts as being answered from here on, so that a stop that follows at once is heard.
                *thinking.lock().unwrap_or_else(PoisonError::into_inner) = Some((go.id, stop.clone()));
                Task(Order::Go(go), stop)
            }
            Ok(order) => Task(order, Stop::never()),
            // Said at once, so that it comes before the answer to whatever follows.
            Err(error) => {
                let what = super::process::shortened(text.trim());
                refuse(out, format!("not understood: {what}: {error}"));
                continue;
            }
        };
        if !pass_on(task) {
            return;
        }
    }
}

fn play(
    registry: &Registry,
    agent: Option<&str>,
    tasks: &Receiver<Task>,
    out: &Out,
    thinking: &Mutex<Option<(u64, Stop)>>,
) {
    let mut player: Option<Box<dyn Player>> = None;
    for task in tasks {
        match task {
            Task(Order::Hello { protocol: VERSION }, _) => say(out, &Answer::Hello(hello(registry, agent))),
            Task(Order::Hello { protocol }, _) => {
                refuse(out, format!("protocol {protocol} is not spoken here: expected {VERSION}"));
            }
            Task(Order::Game(game), _) => match seat(registry, agent, &game) {
                Ok(seated) => {
                    player = Some(seated);
                    say(out, &Answer::Ready);
                }
                Err(why) => refuse(out, why),
            },
            Task(Order::Seen { moves }, _) => {
                let seen = player.as_mut().map(|player| player.see(&moves));
                if let Some(Err(error)) = seen {
                    refuse(out, error.to_string());
                }
            }
            Task(Order::Go(go), stop) => {
                answer(player.as_deref_mut(), &go, &stop, out);
                let mut now = thinking.lock().unwrap_or_else(PoisonError::into_inner);
                if now.as_ref().is_some_and(|(id, _)| *id == go.id) {
                    *now = None;
                }
            }
            Task(Order::Over { .. }, _) => player = None,
            Task(Order::Stop { .. } | Order::Playouts(_) | Order::Ping | Order::Quit, _) => {}
        }
    }
}

fn hello(registry: &Registry, agent: Option<&str>) -> Hello {
    Hello {
        protocol: VERSION,
        name: format!("karuta {}", agent.unwrap_or("default")),
        version: env!("CARGO_PKG_VERSION").to_string(),
        games: registry.games().iter().map(|game| game.name.to_string()).collect(),
        needs: Some(["position", "seen"].map(String::from).to_vec()),
        deterministic: true,
        windows: true,
    }
}

fn seat(registry: &Registry, agent: Option<&str>, game: &NewGame) -> Result<Box<dyn Player>, String> {
    let purpose = if game.analysis { Purpose::Analysis } else { Purpose::Match };
    let opened = registry.open(&game.game, purpose).map_err(|error| error.to_string())?;
    if game.seat >= opened.seats() {
        return Err(format!("seat {} does not exist: {} has {}", game.seat, game.game, opened.seats()));
    }
    let name = game.game.split(':').next().unwrap_or_default();
    let usual = registry.find(name.trim()).map_err(|error| error.to_string())?.opponent;
    opened
        .player(agent.unwrap_or(usual), game.seat, game.seed.unwrap_or(1))
        .map_err(|error| error.to_string())
}

fn answer(player: Option<&mut (dyn Player + 'static)>, go: &Go, stop: &Stop, out: &Out) {
    let Some(player) = player else {
        return refuse(out, "no game has begun: send game first");
    };
    match player.go(go, stop, &|info| say(out, &Answer::Info(info))) {
        Ok(answer) => say(out, &Answer::Move(answer)),
        Err(error) => refuse(out, error.to_string()),
    }
}
