//! Engines as processes: lines in, lines out, and no process left behind. Knows nothing of games.
//!
//! Each engine is the leader of a process group of its own. A guard, a shell that only waits, is told of every
//! group; when the pipe to it closes, and so whatever becomes of this process (even `kill -9`), it kills them.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::LONGEST_LINE;
use super::faults::Fault;
use super::messages::{Answer, Hello, Order};

/// The longest an engine may take to introduce itself or to get ready.
const GREETING: Duration = Duration::from_secs(10);

/// The longest an engine may take to leave.
const FAREWELL: Duration = Duration::from_secs(2);

/// Lines that wait to be read before the engine has to wait.
const BACKLOG: usize = 256;

/// The program that a command line starts with, where it is written without any sign that means something to a shell.
fn program(command: &str) -> Option<&str> {
    let word = command.split_whitespace().next()?;
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+".contains(c);
    word.chars().all(is_plain).then_some(word)
}

/// The claim that the shell finds a program, which would say so in words of its own if it did not.
fn is_there(program: &str) -> bool {
    let found = Command::new("sh")
        .args(["-c", "command -v -- \"$1\"", "sh", program])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    // A missing shell is an error of the start itself, which says so.
    found.map_or(true, |status| status.success())
}

/// The claim that the shell understands a command line, which it would complain about in words of its own otherwise.
fn is_understood(command: &str) -> bool {
    let read = Command::new("sh")
        .args(["-n", "-c", command])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    read.map_or(true, |status| status.success())
}

/// A line of an engine, or what came instead.
enum Line {
    Text(String),
    TooLong,
}

/// An engine that runs.
pub struct Process {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<Line>,
    /// Its introduction.
    pub hello: Hello,
}

impl Process {
    /// Starts a command line and waits for its greeting.
    pub fn start(command: &str) -> Result<Process, String> {
        if let Some(program) = program(command).filter(|program| !is_there(program)) {
            return Err(format!("cannot be started: there is no program {}", shortened(program)));
        }
        if command.contains(['(', ')', '&', ';', '|', '<', '>', '\'', '"', '`', '{', '}'])
            && !is_understood(command)
        {
            return Err(String::from("cannot be started: the shell does not understand it"));
        }
        let mut child = Command::new("sh")
            .args(["-c", command])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .process_group(0)
            .spawn()
            .map_err(|error| format!("cannot be started: {error}"))?;
        guard(&format!("+ {}\n", child.id()));
        let output = child.stdout.take().expect("its output is piped");
        let input = child.stdin.take();
        let (sender, lines) = sync_channel(BACKLOG);
        std::thread::spawn(move || read_lines(output, &sender));
        let mut process = Process { child, input, lines, hello: Hello::default() };
        process.say(&Order::Hello { protocol: super::VERSION }).map_err(|_| "ended at once".to_string())?;
        match process.hear(Instant::now() + GREETING) {
            Ok(Answer::Hello(hello)) if hello.protocol == super::VERSION => {
                let mut known = GREETINGS.lock().unwrap_or_else(PoisonError::into_inner);
                known.insert(command.to_string(), hello.clone());
                process.hello = hello;
            }
            Ok(Answer::Hello(hello)) => {
                return Err(format!("speaks protocol {}: expected {}", hello.protocol, super::VERSION));
            }
            Ok(Answer::Error { why }) => return Err(format!("refuses to play: {}", shortened(&why))),
            Ok(other) => return Err(format!("says {other:?} in place of hello")),
            Err(Fault::Timeout) => return Err(format!("did not say hello within {} s", GREETING.as_secs())),
            Err(_) => return Err("did not say hello: see the engine protocol".to_string()),
        }
        Ok(process)
    }

    /// Sends a message.
    pub fn say(&mut self, order: &Order) -> Result<(), Fault> {
        self.say_all(std::slice::from_ref(order))
    }

    /// Sends messages with one write.
    pub fn say_all(&mut self, orders: &[Order]) -> Result<(), Fault> {
        let mut text = String::new();
        for order in orders {
            text.push_str(&serde_json::to_string(order).expect("messages are JSON"));
            text.push('\n');
        }
        let input = self.input.as_mut().ok_or(Fault::Crash)?;
        input.write_all(text.as_bytes()).and_then(|()| input.flush()).map_err(|_| Fault::Crash)
    }

    /// Sends a line as it is.
    pub(crate) fn say_raw(&mut self, line: &str) -> Result<(), Fault> {
        let input = self.input.as_mut().ok_or(Fault::Crash)?;
        input.write_all(line.as_bytes()).and_then(|()| input.flush()).map_err(|_| Fault::Crash)
    }

    /// The claim that it still runs.
    pub(crate) fn is_alive(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// Tells it to quit; says whether it did in time.
    pub(crate) fn leaves_on_quit(&mut self) -> bool {
        let _ = self.say(&Order::Quit);
        let until = Instant::now() + FAREWELL;
        while Instant::now() < until && self.is_alive() {
            let _ = self.lines.recv_timeout(Duration::from_millis(2));
        }
        !self.is_alive()
    }

    /// Waits for an answer until a moment.
    pub fn hear(&mut self, until: Instant) -> Result<Answer, Fault> {
        match self.lines.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(Line::Text(text)) => serde_json::from_str(&text).map_err(|_| Fault::Garbled),
            Ok(Line::TooLong) => Err(Fault::Garbled),
            Err(RecvTimeoutError::Timeout) => Err(Fault::Timeout),
            Err(RecvTimeoutError::Disconnected) => Err(Fault::Crash),
        }
    }

    /// Asks whether it is ready for what it was told.
    pub fn await_ready(&mut self) -> Result<(), Fault> {
        let until = Instant::now() + GREETING;
        loop {
            match self.hear(until)? {
                Answer::Ready => return Ok(()),
                Answer::Error { .. } => return Err(Fault::Crash),
                // Left over from an earlier game.
                Answer::Info(_) | Answer::Move(_) | Answer::Playouts(_) | Answer::Pong => {}
                Answer::Hello(_) => return Err(Fault::Garbled),
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Lines are read meanwhile: an engine that writes on while it leaves must not be held up by a full pipe.
        self.leaves_on_quit();
        self.input = None;
        kill_group(self.child.id());
        let _ = self.child.kill();
        let _ = self.child.wait();
        guard(&format!("- {}\n", self.child.id()));
    }
}

/// Kills what is left of a process group.
fn kill_group(leader: u32) {
    let mut kill = Command::new("kill");
    kill.args(["-9", "--", &format!("-{leader}")]);
    let _ = kill.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
}

fn read_lines(output: impl Read, to: &SyncSender<Line>) {
    let mut output = BufReader::new(output);
    loop {
        let mut bytes = Vec::new();
        let read = output.by_ref().take(LONGEST_LINE as u64 + 1).read_until(b'\n', &mut bytes);
        let line = match read {
            Ok(0) | Err(_) => return,
            Ok(_) if bytes.last() != Some(&b'\n') && bytes.len() > LONGEST_LINE => Line::TooLong,
            Ok(_) => Line::Text(String::from_utf8_lossy(&bytes).into_owned()),
        };
        let is_last = matches!(line, Line::TooLong);
        if to.send(line).is_err() || is_last {
            return;
        }
    }
}

/// Greetings of engines, by command line. Agents come and go with every game; records and tables ask.
static GREETINGS: Mutex<BTreeMap<String, Hello>> = Mutex::new(BTreeMap::new());

/// Introductions of the engines of this run, by command line.
pub fn greetings() -> Vec<(String, Hello)> {
    let known = GREETINGS.lock().unwrap_or_else(PoisonError::into_inner);
    known.iter().map(|(command, hello)| (command.clone(), hello.clone())).collect()
}

/// The pipe to the guard; it is started with the first engine.
static GUARD: Mutex<Option<ChildStdin>> = Mutex::new(None);

/// Keeps the process groups it is told of and kills those that are left when its input ends.
const GUARD_SCRIPT: &str = "trap '' INT TERM HUP
groups=' '
while read -r word group; do
  case $word in
    +) groups=\"$groups$group \" ;;
    -) groups=\"${groups%% $group *} ${groups#* $group }\" ;;
  esac
done
for group in $groups; do kill -9 -- \"-$group\"; done 2>/dev/null";

fn guard(word: &str) {
    let mut pipe = GUARD.lock().unwrap_or_else(PoisonError::into_inner);
    if pipe.is_none() {
        let shell = Command::new("sh")
            .args(["-c", GUARD_SCRIPT])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn();
        *pipe = shell.ok().and_then(|mut shell| shell.stdin.take());
    }
    // Without a guard engines still end when their input does, as the protocol asks of them.
    if let Some(pipe) = pipe.as_mut() {
        let _ = pipe.write_all(word.as_bytes()).and_then(|()| pipe.flush());
    }
}

/// Text of others in an error, at most 200 characters of it.
pub(crate) fn shortened(text: &str) -> String {
    let short: String = text.chars().take(200).collect();
    if short.len() < text.len() { format!("{short}..") } else { short }
}
