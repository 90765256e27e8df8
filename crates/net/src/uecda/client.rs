//! The client: sits down at somebody's table and plays with one of our agents by what it is told.

use std::fmt;
use std::io;
use std::net::{SocketAddr, TcpStream, ToSocketAddrs as _};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use karuta_daihinmin::Daihinmin;
use karuta_daihinmin::moves::Move;
use karuta_engine::{Agent, Decision, Rng, Seat};

use super::PLAYERS;
use super::card_cells::CardCells;
use super::connection::{Connection, ConnectionError};
use super::memory::{InvalidMessage, Memory};
use super::messages::NOT_ACCEPTED;
use super::plays::{laid_hand, laid_play};
use super::profile::Profile;
use super::protocol::{NUMBER, Protocol};
use super::table::{CellTable, State};

/// The server to join, and the name to join as.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Destination {
    /// The machine.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// The profile that is sent.
    pub profile: Profile,
}

/// The result of a match for a client.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct MatchResult {
    /// Its number at the table.
    pub player: usize,
    /// Finished games.
    pub games: u32,
    /// The number of times it came in at each place, as far as it was told.
    pub places: [u32; PLAYERS],
    /// Games whose places a lot gave out, which is not told.
    pub lots: u32,
    /// Plays that were not accepted.
    pub refused: u32,
    /// True if Ctrl-C ended it early.
    pub interrupted: bool,
}

impl MatchResult {
    /// The points of the places that were told.
    pub fn points(&self) -> u32 {
        self.places.iter().zip((1..=PLAYERS as u32).rev()).map(|(&count, points)| count * points).sum()
    }
}

/// The reason why a match could not be played to its end.
#[derive(Debug)]
pub enum JoinError {
    /// There is no such machine.
    Host(String, io::Error),
    /// Nobody answers there.
    Connect(SocketAddr, io::Error),
    /// The connection broke.
    Lost {
        /// The address.
        from: SocketAddr,
        /// Games finished until then.
        games: u32,
        /// The event.
        error: ConnectionError,
    },
    /// The server says what cannot be.
    InvalidMessage {
        /// In which game, counted from 1.
        game: u32,
        /// The fault.
        error: InvalidMessage,
    },
    /// The server says a number that means nothing.
    Number {
        /// The subject.
        what: &'static str,
        /// The number.
        given: i32,
        /// The accepted values.
        expected: &'static str,
    },
}

impl fmt::Display for JoinError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JoinError::Host(host, error) => {
                write!(f, "there is no host {host:?} ({error}); a name or address of a machine would do")
            }
            JoinError::Connect(address, error) => {
                write!(
                    f,
                    "no server answers at {address} ({error}); start one or name another --host or --port"
                )
            }
            JoinError::Lost { from, games: 0, error } => {
                write!(f, "the server at {from} left before the first game was over: {error}")
            }
            JoinError::Lost { from, games, error } => {
                write!(
                    f,
                    "the server at {from} left in the middle of the match, after {games} games: {error}"
                )
            }
            JoinError::InvalidMessage { game, error } => {
                write!(f, "the server makes no sense in game {game}: {error}")
            }
            JoinError::Number { what, given, expected } => {
                write!(f, "the server makes no sense: {what} is {given}; {expected} would do")
            }
        }
    }
}

impl std::error::Error for JoinError {}

/// The time in which connecting is tried.
const PATIENCE: Duration = Duration::from_secs(10);

/// Others may think as long as they like; only the end of the connection ends the waiting.
const FOR_EVER: Duration = Duration::MAX;

/// Plays a match.
pub fn join(
    to: &Destination,
    agent: &mut dyn Agent<Daihinmin>,
    stop: &Arc<AtomicBool>,
    rng: &mut Rng,
) -> Result<MatchResult, JoinError> {
    let (from, line) = connect(to, stop)?;
    let mut client = Client {
        line,
        protocol: to.profile.protocol,
        agent,
        rng,
        history: Vec::new(),
        result: MatchResult::default(),
    };
    match client.play(&to.profile) {
        Ok(()) => Ok(client.result),
        Err(Ended::Connection(ConnectionError::Stopped)) => {
            Ok(MatchResult { interrupted: true, ..client.result })
        }
        Err(Ended::Connection(error)) => Err(JoinError::Lost { from, games: client.result.games, error }),
        Err(Ended::InvalidMessage(error)) => {
            Err(JoinError::InvalidMessage { game: client.result.games + 1, error })
        }
        Err(Ended::Number { what, given, expected }) => Err(JoinError::Number { what, given, expected }),
    }
}

fn connect(to: &Destination, stop: &Arc<AtomicBool>) -> Result<(SocketAddr, Connection), JoinError> {
    let no_host = |error| JoinError::Host(to.host.clone(), error);
    let addresses = (to.host.as_str(), to.port).to_socket_addrs().map_err(no_host)?;
    let mut last = no_host(io::Error::from(io::ErrorKind::NotFound));
    for address in addresses {
        let connected = TcpStream::connect_timeout(&address, PATIENCE);
        match connected.and_then(|stream| Connection::new(stream, Arc::clone(stop))) {
            Ok(line) => return Ok((address, line)),
            Err(error) => last = JoinError::Connect(address, error),
        }
    }
    Err(last)
}

/// The reason why a match ended early.
enum Ended {
    Connection(ConnectionError),
    InvalidMessage(InvalidMessage),
    Number { what: &'static str, given: i32, expected: &'static str },
}

impl From<ConnectionError> for Ended {
    fn from(error: ConnectionError) -> Self {
        Ended::Connection(error)
    }
}

impl From<InvalidMessage> for Ended {
    fn from(error: InvalidMessage) -> Self {
        Ended::InvalidMessage(error)
    }
}

struct Client<'a> {
    line: Connection,
    protocol: Protocol,
    agent: &'a mut dyn Agent<Daihinmin>,
    rng: &'a mut Rng,
    /// The moves of the games that are over.
    history: Vec<(Seat, Move)>,
    result: MatchResult,
}

impl Client<'_> {
    fn play(&mut self, profile: &Profile) -> Result<(), Ended> {
        self.line.send(&profile.bytes(), FOR_EVER)?;
        let given = self.number()?;
        self.result.player = match usize::try_from(given) {
            Ok(player) if player < PLAYERS => player,
            _ => return Err(Ended::Number { what: "my number", given, expected: "0 to 4" }),
        };
        while self.game()? {
            self.result.games += 1;
        }
        self.result.games += 1;
        Ok(())
    }

    /// Plays a game; whether another one follows.
    fn game(&mut self) -> Result<bool, Ended> {
        let before = std::mem::take(&mut self.history);
        let mut memory = Memory::open(self.result.player, &self.table()?, before)?;
        if memory.to_give() > 0 {
            let mv = self.choose(&memory);
            self.submit(&laid_hand(mv.cards()))?;
        }
        loop {
            let table = self.table()?;
            memory.turn(&table)?;
            if table.state().is_my_turn {
                let mv = self.choose(&memory);
                self.submit(&laid_play(mv, memory.is_reversed()))?;
                self.result.refused += u32::from(self.number()? == NOT_ACCEPTED && !mv.is_pass());
            }
            memory.after(&self.table()?)?;
            let next = self.number()?;
            match next {
                0 => continue,
                1 | 2 => {}
                given => {
                    let what = "what comes after a turn";
                    return Err(Ended::Number { what, given, expected: "0, 1 or 2" });
                }
            }
            match memory.place() {
                Some(place) => self.result.places[place] += 1,
                None => self.result.lots += 1,
            }
            self.history = memory.into_history();
            return Ok(next == 1);
        }
    }

    /// The agent's move in the known position.
    fn choose(&mut self, memory: &Memory) -> Move {
        let Some(view) = memory.view() else {
            return Move::PASS;
        };
        let legal = view.legal();
        let decision = Decision::new(self.result.player, &view, &legal, memory.history());
        self.agent.choose(&decision, self.rng).mv
    }

    fn submit(&mut self, cards: &CardCells) -> Result<(), Ended> {
        let table = CellTable::new(cards, &State::default());
        Ok(self.line.send(&self.protocol.table_bytes(&table), FOR_EVER)?)
    }

    fn table(&mut self) -> Result<CellTable, Ended> {
        let mut bytes = vec![0; self.protocol.table_len()];
        self.line.receive(&mut bytes, FOR_EVER)?;
        let read = self.protocol.read_table(&bytes);
        read.map_err(|error| Ended::InvalidMessage(InvalidMessage::from(error)))
    }

    fn number(&mut self) -> Result<i32, Ended> {
        let mut bytes = [0; NUMBER];
        self.line.receive(&mut bytes, FOR_EVER)?;
        Ok(self.protocol.read_number(bytes))
    }
}
