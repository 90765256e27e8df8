//! The server: fills the seats, plays the match, tells everybody what he may know and keeps the points.
//! Rules it asks of the game. Whatever clients send or fail to send, the match goes on: what is no legal
//! play is a pass, what is no legal gift is the strongest cards.

use std::fmt;
use std::io;
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use karuta_daihinmin::Daihinmin;
use karuta_daihinmin::moves::Move;
use karuta_daihinmin::rules::Rules;
use karuta_engine::{Rng, Seat};

use super::PLAYERS;
use super::agents::AvailableAgent;
use super::config::UecdaConfig;
use super::lobby::{GRACE, Lobby};
use super::log::GameLog;
use super::messages::Next;
use super::round::{MatchState, Round};
use super::seat::{Conduct, Stopped, TableSeat};

/// The configuration of a server.
pub struct Setup {
    /// The configuration of the match.
    pub config: UecdaConfig,
    /// The address to listen on; port 0 for any that is free.
    pub address: SocketAddr,
    /// The agents that take the first seats.
    pub agents: Vec<AvailableAgent>,
    /// The seed of places, deals and agents.
    pub seed: u64,
    /// The time limit of a client's message.
    pub limit: Duration,
    /// The time a client has to send its profile before it is taken for one of the old protocol.
    pub grace: Duration,
}

impl Setup {
    /// A match as configured, on this machine only.
    pub fn new(config: UecdaConfig, seed: u64) -> Setup {
        let address = SocketAddr::new(IpAddr::from([127, 0, 0, 1]), config.port);
        let limit = Duration::from_secs(60);
        Setup { config, address, agents: Vec::new(), seed, limit, grace: GRACE }
    }
}

/// The events of a running server.
pub enum Event<'a> {
    /// Something about a client.
    Note(String),
    /// Everybody is there.
    Seated(&'a [String; PLAYERS]),
    /// Somebody is asked for a move in this position.
    Asked {
        /// The player that is asked.
        player: usize,
        /// The truth; what the player knows is his view of it.
        state: &'a Daihinmin,
        /// The moves of this game as the player saw them.
        history: &'a [(Seat, Move)],
    },
    /// A game is over.
    Game {
        /// Its number, counted from 0.
        number: u32,
        /// All of it.
        log: &'a GameLog,
    },
}

/// The end of a match.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Outcome {
    /// The players.
    pub names: [String; PLAYERS],
    /// Finished games.
    pub games: u32,
    /// The points of each player.
    pub points: [u32; PLAYERS],
    /// The number of times each player came in at each place.
    pub places: [[u32; PLAYERS]; PLAYERS],
    /// The number of refused submissions of each player.
    pub refused: [u32; PLAYERS],
    /// True if Ctrl-C ended it early.
    pub interrupted: bool,
}

/// The reason why there can be no match.
#[derive(Debug)]
pub enum ServeError {
    /// The address cannot be had.
    Address(SocketAddr, io::Error),
    /// There are more agents than seats.
    TooManyAgents(usize),
    /// Waiting for clients failed.
    Listening(io::Error),
}

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ServeError::Address(address, error) => {
                write!(f, "{address} cannot be listened on: {error}; another --port or --bind would do")
            }
            ServeError::TooManyAgents(agents) => {
                write!(f, "{agents} agents were given, but {PLAYERS} play: at most {PLAYERS} would do")
            }
            ServeError::Listening(error) => write!(f, "no more clients can be taken: {error}"),
        }
    }
}

impl std::error::Error for ServeError {}

/// A server that listens.
pub struct Server {
    listener: TcpListener,
    setup: Setup,
}

/// The purposes random streams are drawn for.
mod stream {
    pub const DEAL: u64 = 1;
    pub const PLACES: u64 = 2;
    pub const AGENT: u64 = 3;
}

impl Server {
    /// Begins to listen.
    pub fn bind(setup: Setup) -> Result<Server, ServeError> {
        if setup.agents.len() > PLAYERS {
            return Err(ServeError::TooManyAgents(setup.agents.len()));
        }
        let failed = |error| ServeError::Address(setup.address, error);
        let listener = TcpListener::bind(setup.address).map_err(failed)?;
        Ok(Server { listener, setup })
    }

    /// The address it listens on.
    pub fn address(&self) -> SocketAddr {
        self.listener.local_addr().unwrap_or(self.setup.address)
    }

    /// Waits for the clients and plays the match.
    pub fn run(self, stop: &Arc<AtomicBool>, tell: &mut dyn FnMut(Event<'_>)) -> Result<Outcome, ServeError> {
        let mut outcome = Outcome::default();
        let Some(mut seats) = self.fill(stop, tell).map_err(ServeError::Listening)? else {
            return Ok(Outcome { interrupted: true, ..outcome });
        };
        outcome.names = seats.each_ref().map(|seat| seat.name.clone());
        tell(Event::Seated(&outcome.names));
        outcome.interrupted = self.play(&mut seats, &mut outcome, stop, tell).is_err();
        for seat in seats {
            seat.farewell();
        }
        Ok(outcome)
    }

    /// Agents first, then clients as they come; `None` on Ctrl-C.
    fn fill(
        &self,
        stop: &Arc<AtomicBool>,
        tell: &mut dyn FnMut(Event<'_>),
    ) -> io::Result<Option<[TableSeat; PLAYERS]>> {
        let mut seats = Vec::new();
        for (player, invited) in self.setup.agents.iter().enumerate() {
            let rng = Rng::for_path(self.setup.seed, &[stream::AGENT, player as u64]);
            seats.push(TableSeat::agent(invited.spec.clone(), (invited.make)(), rng));
        }
        let mut lobby = Lobby::new(&self.listener, self.setup.grace, stop)?;
        while seats.len() < PLAYERS {
            let player = seats.len();
            let mut note = |text| tell(Event::Note(text));
            let Some(client) = lobby.welcome(player, &mut note)? else {
                return Ok(None);
            };
            let given = if client.name.is_empty() { &self.setup.config.names[player] } else { &client.name };
            let name = given.clone();
            tell(Event::Note(format!(
                "{} is player {player}: {name}, protocol {}",
                client.from, client.protocol
            )));
            seats.push(TableSeat::client(name, client));
        }
        Ok(seats.try_into().ok())
    }

    fn play(
        &self,
        seats: &mut [TableSeat; PLAYERS],
        outcome: &mut Outcome,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(Event<'_>),
    ) -> Result<(), Stopped> {
        let config = &self.setup.config;
        // Longer than any match is never.
        let period = |games: u32| games.min(u32::from(u16::MAX)) as u16;
        let plan = Rules {
            reset: period(config.reset_every),
            reseat: config.reseat_every.map_or(0, period),
            ..Rules::OFFICIAL
        };
        let mut seating = [0, 1, 2, 3, 4];
        let mut order = None;
        let mut histories = Default::default();
        for number in 0..config.games {
            let game = u16::try_from(number + 1).unwrap_or(u16::MAX);
            let rng = |purpose| Rng::for_path(self.setup.seed, &[purpose, number.into()]);
            if plan.reseats(game) {
                rng(stream::PLACES).shuffle(&mut seating);
            }
            if plan.resets(game) {
                order = None;
            }
            // Every game is one of its own, as clients see it: nobody tells them how many will follow.
            let state = Daihinmin::seated(Rules::OFFICIAL, seating, order, rng(stream::DEAL).bits());
            let next = if number + 1 == config.games { Next::Nothing } else { Next::Game };
            let table = MatchState {
                seats,
                histories: &mut histories,
                refused: &mut outcome.refused,
                limit: self.setup.limit,
                stop,
                tell,
            };
            let mut log = Round::new(state, table).play(next)?;
            for (place, &player) in log.result.iter().enumerate() {
                outcome.places[player][place] += 1;
                outcome.points[player] += (PLAYERS - place) as u32;
            }
            outcome.games += 1;
            log.points = outcome.points;
            order = Some(log.result);
            tell(Event::Game { number, log: &log });
        }
        // The last message is still to be sent.
        let mut note = |text| tell(Event::Note(text));
        let mut conduct = Conduct { limit: self.setup.limit, note: &mut note };
        seats.iter_mut().try_for_each(|seat| seat.send(&mut conduct))
    }
}
