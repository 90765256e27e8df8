//! An engine of others, tested: games are played with it at one seat, it is stopped, restarted, given absurd
//! budgets and lines it cannot know. What it does wrong comes back as sentences.

use std::time::{Duration, Instant};

use karuta_engine::{Rng, Seat};
use karuta_playable::playable::Purpose;
use serde_json::Value;

use super::exec::view_message;
use super::faults::Fault;
use super::messages::{Answer, BudgetMessage, Go, NewGame, Order, Playouts, RevealMessage};
use super::process::Process;
use crate::any::{AnyGame, Start};
use crate::registry::Registry;
use crate::table::Table;

/// The findings of a check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// The steps taken, a line each.
    pub done: Vec<String>,
    /// The faults, a sentence each.
    pub wrong: Vec<String>,
}

/// The longest an answer may take whatever the budget.
const HARD: Duration = Duration::from_secs(10);
/// The longest an answer may take once a stop was sent. The protocol says 100 ms; a busy machine is given more.
const STOPPED: Duration = Duration::from_millis(500);

/// Tests the engine of a command line in the games it says it plays, or in those of `games`.
pub fn check(registry: &Registry, command: &str, games: &[String]) -> Findings {
    let mut findings = Findings::default();
    let mut process = match Process::start(command) {
        Ok(process) => process,
        Err(why) => {
            findings.wrong.push(format!("{command} {why}"));
            return findings;
        }
    };
    let hello = process.hello.clone();
    findings.done.push(format!("hello from {} {}", hello.name, hello.version));
    if hello.name.is_empty() {
        findings.wrong.push(String::from("hello has no name"));
    }
    alive(&mut process, &mut findings);
    let known: Vec<String> = match games {
        [] => registry
            .games()
            .iter()
            .map(|game| game.name.to_string())
            .filter(|name| hello.plays(name))
            .collect(),
        games => games.to_vec(),
    };
    if known.is_empty() {
        findings.wrong.push(format!("it plays {} and none of ours", hello.games.join(", ")));
    }
    for spec in known {
        match registry.open(&spec, Purpose::Match) {
            Ok(game) => play(command, &mut process, game.as_ref(), &mut findings),
            Err(error) => findings.wrong.push(error.to_string()),
        }
    }
    leave(process, &mut findings);
    findings
}

/// A ping, and a line that no engine can know.
fn alive(process: &mut Process, findings: &mut Findings) {
    if process.say_raw("{\"type\":\"nonsense\",\"id\":1}\n").is_err() || process.say(&Order::Ping).is_err() {
        findings.wrong.push(String::from("it ended at a line it does not know"));
        return;
    }
    let until = Instant::now() + Duration::from_secs(2);
    loop {
        match process.hear(until) {
            Ok(Answer::Pong) => return findings.done.push(String::from("answers ping")),
            Ok(_) => {}
            Err(fault) => return findings.wrong.push(format!("no pong for a ping ({fault:?})")),
        }
    }
}

/// One game, the engine at one seat and moves at random at the others.
fn play(command: &str, process: &mut Process, game: &dyn AnyGame, findings: &mut Findings) {
    let (name, windows) = (game.spec().to_string(), process.hello.windows);
    let mut table = match game.table(&Start::Seed(1)) {
        Ok(table) => table,
        Err(error) => return findings.wrong.push(error.to_string()),
    };
    let mut asker = Asker {
        seat: 0,
        told: None,
        question: 0,
        game: name.clone(),
        seats: game.seats(),
        teams: game.teams(),
    };
    let mut rng = Rng::new(1);
    let budgets = [
        BudgetMessage { ms: Some(20), ..BudgetMessage::default() },
        BudgetMessage { iters: Some(1), ..BudgetMessage::default() },
        BudgetMessage { iters: Some(0), ms: Some(0), ..BudgetMessage::default() },
        BudgetMessage { depth: Some(1), nodes: Some(1), ..BudgetMessage::default() },
    ];
    let (mut asked, mut restarted) = (0usize, None);
    while let Some(turn) = table.turn() {
        let legal = table.legal();
        let mut mv = legal[rng.index(legal.len())].clone();
        // Others see nothing of a question out of turn, by which it is known.
        let is_window = table.seat((turn + 1) % asker.seats).turn() != Some(turn);
        if turn == asker.seat && (windows || !is_window) {
            asked += 1;
            // The third question goes to a process that has heard nothing before.
            if asked == 3 {
                restarted = Process::start(command).ok();
                asker.told = None;
            }
            let other = restarted.as_mut().filter(|_| asked == 3);
            let is_stopped = asked == 2;
            let budget = if is_stopped {
                BudgetMessage { ms: Some(30_000), ..BudgetMessage::default() }
            } else {
                budgets[asked % budgets.len()]
            };
            let is_fresh = other.is_some();
            match asker.ask(other.unwrap_or(&mut *process), table.as_ref(), budget, is_stopped) {
                Ok(answer) => mv = answer,
                Err(why) => {
                    let when = if is_fresh { ", asked by a process that was just started" } else { "" };
                    return findings.wrong.push(format!("{name}, question {asked}{when}: {why}"));
                }
            }
            if is_fresh {
                asker.told = None;
            }
        }
        if table.play(&mv).is_err() {
            return findings.wrong.push(format!("{name}, question {asked}: {mv} could not be played"));
        }
    }
    let reveal = Some(RevealMessage { start: table.start(), moves: table.history() });
    let _ = process.say(&Order::Over { payoffs: table.payoffs(), reveal });
    findings.done.push(format!("{name}: a game with {asked} questions, one stopped, one after a restart"));
}

/// Puts questions to an engine at one seat.
struct Asker {
    seat: Seat,
    told: Option<usize>,
    question: u64,
    game: String,
    seats: usize,
    teams: usize,
}

impl Asker {
    fn ask(
        &mut self,
        process: &mut Process,
        table: &dyn Table,
        budget: BudgetMessage,
        stops: bool,
    ) -> Result<String, String> {
        let handle = table.seat(self.seat);
        let gone = |_| String::from("it ended");
        if self.told.is_none() {
            let game = NewGame {
                game: self.game.clone(),
                seat: self.seat,
                seats: self.seats,
                teams: self.teams,
                analysis: false,
                deal: None,
                seed: Some(1),
            };
            process.say(&Order::Game(game)).map_err(gone)?;
            process.await_ready().map_err(|fault| format!("not ready for the game ({fault:?})"))?;
            self.told = Some(0);
        }
        let (seen, ids) = (handle.seen(), handle.seen_ids());
        let told = self.told.unwrap_or(0);
        let moves: Vec<(Seat, String, Option<usize>)> = seen
            .iter()
            .enumerate()
            .skip(told)
            .map(|(at, (seat, text))| (*seat, text.clone(), ids.get(at).copied()))
            .collect();
        self.told = Some(seen.len());
        self.question += 1;
        let (legal, ids) = (handle.legal(), handle.legal_ids());
        let numbered =
            legal.iter().enumerate().map(|(at, text)| (text.clone(), ids.get(at).copied())).collect();
        let go = Go {
            id: self.question,
            view: view_message(handle.as_ref()),
            position: handle.decoy(),
            legal: numbered,
            budget,
            hard_ms: HARD.as_millis() as u64,
            explain: false,
            rng: None,
        };
        process.say_all(&[Order::Seen { moves }, Order::Go(Box::new(go))]).map_err(gone)?;
        let mut until = Instant::now() + HARD;
        if stops {
            std::thread::sleep(Duration::from_millis(50));
            process.say(&Order::Stop { id: self.question }).map_err(gone)?;
            until = Instant::now() + STOPPED;
        }
        loop {
            match process.hear(until) {
                Ok(Answer::Move(answer)) if answer.id == self.question => {
                    let found = match &answer.mv {
                        Value::String(text) => {
                            legal.iter().position(|own| own.eq_ignore_ascii_case(text.trim()))
                        }
                        Value::Number(id) => ids.iter().position(|&own| Some(own as u64) == id.as_u64()),
                        _ => None,
                    };
                    let illegal = || format!("{} is not among the legal moves", answer.mv);
                    return found.map(|at| legal[at].clone()).ok_or_else(illegal);
                }
                Ok(Answer::Playouts(asked)) => {
                    // Any number between 0 and 1 will do: only the talk is tested.
                    let mean = Some((asked.mv.len() % 7) as f64 / 7.0);
                    process.say(&Order::Playouts(Playouts { mean, ..asked })).map_err(gone)?;
                }
                Ok(Answer::Info(_) | Answer::Pong | Answer::Move(_)) => {}
                Ok(other) => return Err(format!("it says {other:?} in place of a move")),
                Err(Fault::Timeout) if stops => {
                    return Err(format!("no move within {} ms after a stop", STOPPED.as_millis()));
                }
                Err(Fault::Timeout) => return Err(format!("no move within {} s", HARD.as_secs())),
                Err(Fault::Garbled) => return Err(String::from("a line is no answer of the protocol")),
                Err(Fault::Crash | Fault::Illegal) => return Err(String::from("it ended")),
            }
        }
    }
}

fn leave(mut process: Process, findings: &mut Findings) {
    if process.leaves_on_quit() {
        findings.done.push(String::from("leaves when told to quit"));
    } else {
        findings.wrong.push(String::from("it did not leave within 2 s after quit"));
    }
}
