//! An engine as an agent: asks a process and bears its faults. Every question is complete, so a process that
//! crashed is started anew and told the game so far.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use karuta_engine::{Agent, Basis, Choice, Decision, Effort, Ended, Note, Ranked, Rng, Seat};
use karuta_playable::ink::Ink;
use karuta_playable::playable::Playable;
use serde_json::{Value, json};

use super::faults::{self, Fault};
use super::messages::{
    Answer, BudgetMessage, Go, Hello, Info, MoveAnswer, NewGame, Order, Playouts, RevealMessage,
};
use super::process::Process;
use super::reveal;
use crate::any::stream;
use crate::seat::{SeatHandle, TypedSeat, known_stream};

/// The way an engine is run.
pub struct ExecConfig {
    /// The command line.
    pub command: String,
    /// The budget it is asked to use.
    pub budget: BudgetMessage,
    /// The longest it may take over a move.
    pub hard: Duration,
    /// The least time from its answer to its next question.
    pub pace: Duration,
    /// The consequence for the game when it is wrong.
    pub on_fault: OnFault,
    /// True if its faults leave the exit code alone.
    pub forgiven: bool,
    /// True if it is given the state of our generator, to draw what an agent inside would draw.
    pub shares_rng: bool,
    /// The game with its options.
    pub game: String,
    /// True if the game is being analysed, so that nothing is added to its rules.
    pub is_analysis: bool,
    /// True if every move is to be explained.
    pub explain: bool,
    /// Processes that wait for a game.
    pub idle: Mutex<Vec<Process>>,
}

/// The consequence for a game in which an engine is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnFault {
    /// A move at random is made in its place.
    Random,
    /// The rest of its game is played at random.
    Resign,
    /// The whole contest ends.
    Stop,
}

/// Faults in one game after which an engine is asked no more.
const PATIENCE: u32 = 3;

/// The longest an engine may take once it has been told to stop.
const STOPPING: Duration = Duration::from_millis(1_000);

/// Lines an engine may send for one question.
const FLOOD: u32 = 10_000;

/// An engine at one seat.
pub struct ExecAgent<G: Playable> {
    config: Arc<ExecConfig>,
    process: Option<Process>,
    /// The moves the process has been told; `None` before it has been told of the game.
    told: Option<Vec<(Seat, G::Move)>>,
    /// The time of its last answer.
    answered: Option<Instant>,
    question: u64,
    faults: u32,
    /// The index of the deal in its series, where it belongs to one.
    deal: Option<u64>,
}

impl<G: Playable> ExecAgent<G> {
    /// An engine at one seat of one game.
    pub fn new(config: Arc<ExecConfig>) -> Self {
        ExecAgent { config, process: None, told: None, answered: None, question: 0, faults: 0, deal: None }
    }

    /// A process, one that waited or a new one.
    fn process(&mut self) -> Result<&mut Process, Fault> {
        if self.process.is_none() {
            let mut idle = self.config.idle.lock().unwrap_or_else(PoisonError::into_inner);
            // One that died while nobody asked it has done nothing wrong.
            let waiting = std::iter::from_fn(|| idle.pop())
                .find_map(|mut process| process.is_alive().then_some(process));
            drop(idle);
            self.process = match waiting {
                Some(process) => Some(process),
                None => Some(Process::start(&self.config.command).map_err(|_| Fault::Crash)?),
            };
            self.told = None;
        }
        self.process.as_mut().ok_or(Fault::Crash)
    }

    fn ask(&mut self, decision: &Decision<'_, G>, rng: &mut Rng) -> Result<Choice<G::Move>, Fault> {
        let handle = TypedSeat::<G>::of_decision(decision);
        let config = Arc::clone(&self.config);
        if !self.process()?.hello.windows
            && let Some(mv) = unnoticed(&handle, decision)
        {
            return Ok(Choice::unranked(mv, decision.legal, Basis::Rule));
        }
        self.question += 1;
        // A game that was taken back and went on otherwise is told from its beginning.
        let told = self.told.take().filter(|told| decision.history.starts_with(told));
        let already = told.as_ref().map(Vec::len);
        let id = self.question;
        // Drawn only where it is told, so that an agent that shares our generator draws what it would inside.
        let seed = (already.is_none() && !config.shares_rng).then(|| rng.bits());
        if let Some(since) = self.answered {
            std::thread::sleep(config.pace.saturating_sub(since.elapsed()));
        }
        let deal = self.deal;
        let process = self.process()?;
        if already.is_none() {
            let (seats, teams) = (G::SEATS, G::TEAMS);
            let game = NewGame {
                game: config.game.clone(),
                seat: decision.seat,
                seats,
                teams,
                analysis: config.is_analysis,
                deal,
                seed,
            };
            process.say(&Order::Game(game))?;
            process.await_ready()?;
        }
        let rng_now = config.shares_rng.then(|| rng.clone());
        let asked = Question { id, rng: rng_now };
        let orders = question(&handle, already.unwrap_or(0), &process.hello, asked, &config);
        process.say_all(&orders)?;
        let Some(Order::Go(go)) = orders.last() else { return Err(Fault::Garbled) };
        let legal = &go.legal;
        let (answer, info) = await_move(process, id, &config, decision, legal)?;
        let mut told = told.unwrap_or_default();
        told.extend_from_slice(&decision.history[told.len()..]);
        self.told = Some(told);
        self.answered = Some(Instant::now());
        let at = chosen(&answer.mv, legal).ok_or(Fault::Illegal)?;
        if let Some(after) = answer.rng.filter(|_| config.shares_rng) {
            *rng = after;
        }
        Ok(choice(decision.legal, at, legal, info, answer.playouts))
    }
}

/// The move that others would not notice, where the seat is asked out of turn: that is the question itself, which
/// nobody else notices either.
fn unnoticed<G: Playable>(handle: &TypedSeat<G>, decision: &Decision<'_, G>) -> Option<G::Move> {
    let other = (decision.seat + 1) % G::SEATS;
    let world = handle.world();
    let found = decision.legal.iter().find(|&&mv| world.observe(mv, other).is_none());
    found.copied().filter(|_| decision.legal.len() > 1)
}

/// The parts of a question beside the seat's knowledge.
pub struct Question {
    /// Its number.
    pub id: u64,
    /// The state of our generator, where the engine shares it.
    pub rng: Option<Rng>,
}

/// The messages that put a question to an engine which has been told so many of the moves. They are made of what
/// the seat knows and of the configuration.
pub fn question(
    handle: &dyn SeatHandle,
    told: usize,
    hello: &Hello,
    question: Question,
    config: &ExecConfig,
) -> Vec<Order> {
    let mut orders = Vec::new();
    let moves = if hello.wants("seen") { news(handle, told) } else { Vec::new() };
    if !moves.is_empty() {
        orders.push(Order::Seen { moves });
    }
    orders.push(Order::Go(Box::new(Go {
        id: question.id,
        view: if hello.wants("view") { view_message(handle) } else { Value::Null },
        position: if hello.wants("position") { handle.decoy() } else { String::new() },
        legal: numbered(handle),
        budget: config.budget,
        hard_ms: u64::try_from(config.hard.as_millis()).unwrap_or(u64::MAX),
        explain: config.explain,
        rng: question.rng,
    })));
    orders
}

/// A legal move as text, with its number where moves have any.
type Legal = (String, Option<usize>);

fn numbered(handle: &dyn SeatHandle) -> Vec<Legal> {
    let (legal, ids) = (handle.legal(), handle.legal_ids());
    let has_all = ids.len() == legal.len();
    let id = |at: usize| ids.get(at).copied().filter(|_| has_all);
    legal.into_iter().enumerate().map(|(at, text)| (text, id(at))).collect()
}

/// The moves that the process has not been told of. Those before are left alone: a match of a hundred games has
/// thousands of them, and every question would write them all.
fn news(handle: &dyn SeatHandle, told: usize) -> Vec<(Seat, String, Option<usize>)> {
    let ids = handle.seen_ids_since(told);
    let seen = handle.seen_since(told).into_iter().enumerate();
    seen.map(|(at, (seat, text))| (seat, text, ids.get(at).copied())).collect()
}

/// The seat's view, as an engine is told.
pub(super) fn view_message(handle: &dyn SeatHandle) -> Value {
    let mut view = json!({ "seat": handle.seat(), "turn": handle.turn(), "text": handle.render(Ink::Plain) });
    if let Some(known) = handle.knowledge() {
        view["zones"] = json!(known.zones);
        view["facts"] = json!(known.facts);
        view["prompt"] = Value::from(known.prompt);
    }
    view
}

/// Waits for the answer to a question, keeping what the engine said last about it.
fn await_move<G: Playable>(
    process: &mut Process,
    id: u64,
    config: &ExecConfig,
    decision: &Decision<'_, G>,
    legal: &[Legal],
) -> Result<(MoveAnswer, Option<Info>), Fault> {
    const SLICE: Duration = Duration::from_millis(20);
    let mut until = Instant::now() + config.hard;
    let (mut info, mut is_stopping, mut lines) = (None, false, 0);
    // Playout results are shown to the engine, so their random stream follows from what the seat knows and not from
    // the run's seed.
    let mut luck = None;
    loop {
        if !is_stopping && decision.stop.is_due() {
            is_stopping = true;
            process.say(&Order::Stop { id })?;
            until = until.min(Instant::now() + STOPPING);
        }
        match process.hear(until.min(Instant::now() + SLICE)) {
            Ok(Answer::Move(answer)) if answer.id == id => return Ok((answer, info)),
            Ok(Answer::Info(told)) if told.id == id => info = Some(told),
            Ok(Answer::Playouts(asked)) if asked.id == id => {
                let at = legal.iter().position(|(own, _)| *own == asked.mv).ok_or(Fault::Illegal)?;
                let luck = luck.get_or_insert_with(|| known_stream::<G>(decision.view, stream::PLAYOUTS));
                let asked = playouts(decision, decision.legal[at], asked, until, luck);
                process.say(&Order::Playouts(asked))?;
            }
            // The answer to an earlier question, late.
            Ok(Answer::Move(_) | Answer::Info(_) | Answer::Playouts(_) | Answer::Pong) => {}
            Ok(Answer::Error { .. } | Answer::Hello(_) | Answer::Ready) => return Err(Fault::Garbled),
            Err(Fault::Timeout) if Instant::now() < until => continue,
            Err(fault) => return Err(fault),
        }
        lines += 1;
        if lines > FLOOD {
            return Err(Fault::Garbled);
        }
    }
}

/// Makes the playouts that an engine asked for, as many as there is time for.
fn playouts<G: Playable>(
    decision: &Decision<'_, G>,
    mv: G::Move,
    asked: Playouts,
    until: Instant,
    rng: &mut Rng,
) -> Playouts {
    let (mut sum, mut made, mut buf) = (0.0, 0, Vec::new());
    while made < asked.count.max(1) && (made == 0 || Instant::now() < until) {
        let mut state = G::sample(decision.view, rng);
        state.apply(mv);
        while state.turn().is_some() {
            let mv = state.random_move(&mut buf, rng);
            state.apply(mv);
        }
        sum += state.payoff()[decision.seat];
        made += 1;
    }
    Playouts { count: made, mean: Some(sum / made as f64), ..asked }
}

/// The place among the legal moves of what an engine answered, text or number.
fn chosen(answer: &Value, legal: &[Legal]) -> Option<usize> {
    match answer {
        Value::String(text) => {
            let plain = text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
            legal.iter().position(|(own, _)| own.to_lowercase() == plain)
        }
        Value::Number(number) => {
            let id = usize::try_from(number.as_u64()?).ok()?;
            legal.iter().position(|&(_, own)| own == Some(id))
        }
        _ => None,
    }
}

/// The choice of one of the legal moves, ranked where the engine explained itself.
fn choice<M: Copy + PartialEq>(
    moves: &[M],
    at: usize,
    legal: &[Legal],
    info: Option<Info>,
    playouts: u64,
) -> Choice<M> {
    let mut choice = Choice::unranked(moves[at], moves, Basis::Search);
    choice.effort = Effort::iterations(playouts);
    let Some(info) = info else {
        choice.basis = if moves.len() == 1 { Basis::Forced } else { Basis::Policy };
        return choice;
    };
    let places: HashMap<&str, usize> =
        legal.iter().enumerate().map(|(at, (text, _))| (text.as_str(), at)).collect();
    let mut ranked: Vec<Ranked<M>> = Vec::new();
    for told in &info.moves {
        let Some(&place) = places.get(told.mv.as_str()) else { continue };
        if ranked.iter().any(|known| known.mv == moves[place]) {
            continue;
        }
        let unknown = Ranked::unknown(moves[place]);
        ranked.push(Ranked {
            visits: told.visits,
            mean: told.mean.filter(|mean| (0.0..=1.0).contains(mean)).unwrap_or(unknown.mean),
            bound: told.bound(),
            interval: told.ci95.filter(|(low, high)| low <= high).unwrap_or(unknown.interval),
            verdict: told.verdict(),
            ..unknown
        });
    }
    for left in &choice.ranked {
        if !ranked.iter().any(|known| known.mv == left.mv) {
            ranked.push(*left);
        }
    }
    choice.ranked = ranked;
    // Moves of others in an expected line are text of positions that are not here; the first move is.
    choice
}

impl<G: Playable> Agent<G> for ExecAgent<G> {
    fn choose(&mut self, decision: &Decision<'_, G>, rng: &mut Rng) -> Choice<G::Move> {
        let has_given_up = match self.config.on_fault {
            OnFault::Resign => self.faults >= 1,
            OnFault::Random | OnFault::Stop => self.faults >= PATIENCE,
        };
        if !has_given_up {
            match self.ask(decision, rng) {
                Ok(choice) => return choice,
                Err(fault) => {
                    self.bear(fault);
                    let mut choice = at_random(decision, rng);
                    choice.notes.push(Note::Fault(fault));
                    return choice;
                }
            }
        }
        at_random(decision, rng)
    }

    fn begin(&mut self, deal: u64) {
        self.deal = Some(deal);
    }

    fn over(&mut self, ended: &Ended<'_, G>) {
        let reveal = ended.reveal.as_ref().and_then(reveal::message);
        self.farewell(Some(ended.payoffs.to_vec()), reveal);
    }
}

/// A move in place of an engine that was wrong.
fn at_random<G: Playable>(decision: &Decision<'_, G>, rng: &mut Rng) -> Choice<G::Move> {
    let mv = decision.legal[rng.index(decision.legal.len())];
    Choice::unranked(mv, decision.legal, Basis::Policy)
}

impl<G: Playable> ExecAgent<G> {
    /// Counts a fault. A process that may still be at it, or is gone, is done with.
    fn bear(&mut self, fault: Fault) {
        self.faults += 1;
        faults::count(&self.config.command, fault, self.config.forgiven);
        if fault != Fault::Illegal {
            self.process = None;
            self.told = None;
        }
        if self.config.on_fault == OnFault::Stop {
            faults::stop();
        }
    }

    /// Tells the process that the game is over. One that is well waits for the next game.
    fn farewell(&mut self, payoffs: Option<Vec<f64>>, reveal: Option<RevealMessage>) {
        self.told = None;
        if let Some(mut process) = self.process.take()
            && process.say(&Order::Over { payoffs, reveal }).is_ok()
        {
            self.config.idle.lock().unwrap_or_else(PoisonError::into_inner).push(process);
        }
    }
}

impl<G: Playable> Drop for ExecAgent<G> {
    fn drop(&mut self) {
        self.farewell(None, None);
    }
}
