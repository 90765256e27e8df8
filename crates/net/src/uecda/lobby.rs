//! The lobby: connections are accepted side by side until enough clients have said who they are, so that
//! nobody who is slow, silent or a stranger keeps others out. Knows no cards.

use std::collections::VecDeque;
use std::io::{self, ErrorKind};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::connection::{Connection, ConnectionError};
use super::profile::Profile;
use super::protocol::{NUMBERS, Protocol};

/// A client that can be played with.
#[derive(Debug)]
pub struct JoinedClient {
    /// The connection.
    pub line: Connection,
    /// The version it speaks.
    pub protocol: Protocol,
    /// The name it gives itself; empty for those who do not say.
    pub name: String,
    /// The address it connects from.
    pub from: SocketAddr,
}

/// The time the official server waits for a profile before it takes a client for an old one.
pub const GRACE: Duration = Duration::from_micros(2_000_500);

/// The time between two looks at the listener and at those who wait.
const POLL: Duration = Duration::from_millis(5);

/// The most connections that may wait for their profile. One more sends the longest waiting away: a good
/// client sends its profile at once and does not wait.
const MOST_WAITING: usize = 64;

/// The most notes about strangers within one [`NOTE_PERIOD`]; the rest are counted.
const MOST_NOTES: usize = 10;
const NOTE_PERIOD: Duration = Duration::from_secs(10);

/// A connection that has not said yet who it is.
struct Newcomer {
    line: Connection,
    from: SocketAddr,
    since: Instant,
}

/// The waiting connections of a server.
pub struct Lobby<'a> {
    listener: &'a TcpListener,
    grace: Duration,
    stop: &'a Arc<AtomicBool>,
    waiting: VecDeque<Newcomer>,
    notes: Notes,
}

impl<'a> Lobby<'a> {
    /// A lobby in front of `listener`. A connection that is silent for `grace` is an old client.
    pub fn new(
        listener: &'a TcpListener,
        grace: Duration,
        stop: &'a Arc<AtomicBool>,
    ) -> io::Result<Lobby<'a>> {
        listener.set_nonblocking(true)?;
        Ok(Lobby { listener, grace, stop, waiting: VecDeque::new(), notes: Notes::default() })
    }

    /// Waits for the next client that can be played with and hands it its number; `None` if Ctrl-C came
    /// first. Those who say something else are sent away with a note.
    pub fn welcome(
        &mut self,
        number: usize,
        note: &mut dyn FnMut(String),
    ) -> io::Result<Option<JoinedClient>> {
        while !self.stop.load(Ordering::Relaxed) {
            let came = self.accept(note)?;
            if let Some(client) = self.first_ready(number, note) {
                self.notes.close(note);
                return Ok(Some(client));
            }
            if !came {
                thread::sleep(POLL);
            }
        }
        self.notes.close(note);
        Ok(None)
    }

    /// Takes one connection in; `false` if nobody knocks.
    fn accept(&mut self, note: &mut dyn FnMut(String)) -> io::Result<bool> {
        let (stream, from) = match self.listener.accept() {
            Ok(taken) => taken,
            Err(error) => {
                return match error.kind() {
                    ErrorKind::WouldBlock => Ok(false),
                    // The client has disconnected already.
                    ErrorKind::ConnectionAborted | ErrorKind::ConnectionReset | ErrorKind::Interrupted => {
                        Ok(true)
                    }
                    _ => Err(error),
                };
            }
        };
        self.enter(stream, from, note);
        Ok(true)
    }

    fn enter(&mut self, stream: TcpStream, from: SocketAddr, note: &mut dyn FnMut(String)) {
        match Connection::new(stream, Arc::clone(self.stop)) {
            Ok(line) => self.waiting.push_back(Newcomer { line, from, since: Instant::now() }),
            Err(error) => self.notes.sent_away(from, &error.to_string(), note),
        }
        if self.waiting.len() > MOST_WAITING
            && let Some(longest) = self.waiting.pop_front()
        {
            let why = format!("more than {MOST_WAITING} connections wait");
            self.notes.sent_away(longest.from, &why, note);
        }
    }

    /// The first of those who wait that has said who it is, or is known to be an old client.
    fn first_ready(&mut self, number: usize, note: &mut dyn FnMut(String)) -> Option<JoinedClient> {
        for _ in 0..self.waiting.len() {
            let mut newcomer = self.waiting.pop_front()?;
            let from = newcomer.from;
            match newcomer.profile(self.grace) {
                Ok(None) => self.waiting.push_back(newcomer),
                Ok(Some(profile)) => match newcomer.admit(profile, number, self.grace) {
                    Ok(client) => return Some(client),
                    Err(why) => self.notes.sent_away(from, &why, note),
                },
                Err(why) => self.notes.sent_away(from, &why, note),
            }
        }
        None
    }
}

impl Newcomer {
    /// Its profile, if it has come in full or will not come; `None` while it may still come.
    fn profile(&mut self, grace: Duration) -> Result<Option<Profile>, String> {
        let come = self.line.come(NUMBERS).map_err(|error| format!("no profile: {error}"))?;
        if come >= NUMBERS {
            let mut bytes = [0; NUMBERS];
            self.line.receive(&mut bytes, grace).map_err(|error| error.to_string())?;
            let table = Protocol::V20070.read_table(&bytes).map_err(|error| error.to_string())?;
            let profile = Profile::read(&table)
                .map_err(|number| format!("its profile names protocol {number}; 20070 and 20140 would do"))?;
            return Ok(Some(profile));
        }
        if self.since.elapsed() < grace {
            return Ok(None);
        }
        match come {
            0 => Ok(Some(Profile { protocol: Protocol::V20060, name: String::new() })),
            done => {
                let silent = ConnectionError::Silent { done, of: NUMBERS, limit: grace };
                Err(format!("no profile: {silent}"))
            }
        }
    }

    fn admit(mut self, profile: Profile, number: usize, grace: Duration) -> Result<JoinedClient, String> {
        let Profile { protocol, name } = profile;
        self.line.send(&protocol.number_bytes(number as i32), grace).map_err(|error| error.to_string())?;
        Ok(JoinedClient { line: self.line, protocol, name, from: self.from })
    }
}

/// Notes about strangers, a few at a time: a flood of connections must not become a flood of lines.
#[derive(Default)]
struct Notes {
    period: Option<Instant>,
    told: usize,
    untold: usize,
}

impl Notes {
    fn sent_away(&mut self, from: SocketAddr, why: &str, note: &mut dyn FnMut(String)) {
        if self.period.is_none_or(|began| began.elapsed() >= NOTE_PERIOD) {
            self.close(note);
            self.period = Some(Instant::now());
        }
        if self.told < MOST_NOTES {
            self.told += 1;
            note(format!("{from} was sent away: {why}"));
        } else {
            self.untold += 1;
        }
    }

    /// Tells how many were not told of.
    fn close(&mut self, note: &mut dyn FnMut(String)) {
        if self.untold > 0 {
            note(format!("{} more connections were sent away", self.untold));
        }
        *self = Notes::default();
    }
}
