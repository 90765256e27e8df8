//! The server: connections that cannot hold anybody up. Messages have a size, handshakes and writes a deadline,
//! connections a number; matches are the lobby's.

use std::fmt;
use std::io;
use std::net::{IpAddr, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use karuta_engine::{Rng, Stop};
use tungstenite::handshake::HandshakeError;
use tungstenite::protocol::WebSocketConfig;
use tungstenite::{Error, Message, WebSocket};

use super::agents::AvailableAgent;
use super::client::{self, Visit};
use super::lobby::{Ended, Event, Lobby};
use super::{LONGEST_MESSAGE, PORT};

/// The time one call may wait before queue and stop are looked at again.
const SLICE: Duration = Duration::from_millis(10);

/// The time for a handshake or a write.
const PATIENCE: Duration = Duration::from_secs(10);

/// Connections at a time.
const MOST_CONNECTIONS: usize = 128;

/// Messages that may wait for a connection.
const BACKLOG: usize = 64;

/// Commands a connection may send in a second; who sends more is sent away.
const MOST_COMMANDS: u32 = 200;

/// The matches our agent plays at a time, and how long it waits for an opponent's move.
const MOST_OWN: usize = 16;
const OWN_PATIENCE: Duration = Duration::from_secs(600);

/// The settings of a server.
pub struct Setup {
    /// The address to listen on; port 0 for any that is free.
    pub address: SocketAddr,
    /// An agent that joins every match somebody creates.
    pub agent: Option<AvailableAgent>,
    /// The number of finished matches after which it ends; `None` for never.
    pub matches: Option<u64>,
    /// The seed of colours, deals and the agent.
    pub seed: u64,
}

impl Setup {
    /// A server on this machine only.
    pub fn new(seed: u64) -> Setup {
        let address = SocketAddr::new(IpAddr::from([127, 0, 0, 1]), PORT);
        Setup { address, agent: None, matches: None, seed }
    }
}

/// The reason why there can be no server.
#[derive(Debug)]
pub struct ServeError {
    address: SocketAddr,
    error: io::Error,
}

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ServeError { address, error } = self;
        write!(f, "{address} cannot be listened on: {error}; another --port or --bind would do")
    }
}

impl std::error::Error for ServeError {}

/// A server that listens.
pub struct Server {
    listener: TcpListener,
    setup: Setup,
}

/// Everything that the threads of connections share.
struct Shared {
    lobby: Mutex<Lobby>,
    connections: AtomicUsize,
    /// Matches our agent plays now.
    own: AtomicUsize,
    /// Raised when the server ends.
    closing: Stop,
}

impl Server {
    /// Begins to listen.
    pub fn bind(setup: Setup) -> Result<Server, ServeError> {
        let failed = |error| ServeError { address: setup.address, error };
        let listener = TcpListener::bind(setup.address).map_err(failed)?;
        listener.set_nonblocking(true).map_err(failed)?;
        Ok(Server { listener, setup })
    }

    /// The address it listens on.
    pub fn address(&self) -> SocketAddr {
        self.listener.local_addr().unwrap_or(self.setup.address)
    }

    /// Serves until enough matches are finished or `stop` is raised; tells of every match that ends. Returns how
    /// many were finished.
    pub fn run(self, stop: &Stop, tell: &mut dyn FnMut(&Ended)) -> u64 {
        let (address, setup) = (self.address(), self.setup);
        let shared = Arc::new(Shared {
            lobby: Mutex::new(Lobby::new(setup.seed)),
            connections: AtomicUsize::new(0),
            own: AtomicUsize::new(0),
            closing: Stop::new(),
        });
        let (sender, events) = channel();
        let (mut threads, mut visits, mut finished) = (Vec::new(), 0, 0);
        let is_enough = |finished: u64| setup.matches.is_some_and(|wanted| finished >= wanted);
        while !stop.is_raised() && !is_enough(finished) {
            while let Ok((stream, _)) = self.listener.accept() {
                // One more than may come is closed at once: nobody waits for nothing.
                if shared.connections.load(Ordering::Relaxed) < MOST_CONNECTIONS {
                    shared.connections.fetch_add(1, Ordering::Relaxed);
                    let (shared, sender) = (Arc::clone(&shared), sender.clone());
                    threads.push(thread::spawn(move || {
                        let _ = serve(stream, &shared, &sender);
                        shared.connections.fetch_sub(1, Ordering::Relaxed);
                    }));
                }
            }
            threads.retain(|thread| !thread.is_finished());
            let Ok(event) = events.recv_timeout(SLICE) else { continue };
            match event {
                Event::Ended(ended) => {
                    finished += 1;
                    tell(&ended);
                }
                Event::Created(id) => {
                    let is_free = shared.own.load(Ordering::Relaxed) < MOST_OWN;
                    if let Some(agent) = setup.agent.clone().filter(|_| is_free) {
                        visits += 1;
                        shared.own.fetch_add(1, Ordering::Relaxed);
                        let (shared, seed) = (Arc::clone(&shared), setup.seed);
                        let visit = Visit {
                            url: format!("ws://{address}"),
                            match_id: Some(id),
                            name: String::from("karuta"),
                            patience: Some(OWN_PATIENCE),
                        };
                        let rng = Rng::for_path(seed, &[visits]);
                        thread::spawn(move || play_own(&visit, &agent, &shared, rng));
                    }
                }
            }
        }
        shared.closing.raise();
        for thread in threads {
            let _ = thread.join();
        }
        finished
    }
}

/// Our agent in one match, over a socket like everybody.
fn play_own(visit: &Visit, agent: &AvailableAgent, shared: &Arc<Shared>, mut rng: Rng) {
    // The creator of the match may have left; nothing is to be said about it.
    let _ = client::play(visit, (agent.make)().as_mut(), &shared.closing, &mut rng, &mut |_| {});
    shared.own.fetch_sub(1, Ordering::Relaxed);
}

/// One connection until it ends.
fn serve(stream: TcpStream, shared: &Shared, events: &Sender<Event>) -> Result<(), Error> {
    stream.set_nonblocking(false)?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(SLICE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let mut socket = shake_hands(stream, &shared.closing)?;
    let (outbox, queued) = sync_channel(BACKLOG);
    let (mut second, mut commands) = (Instant::now(), 0);
    loop {
        for text in queued.try_iter() {
            socket.send(Message::text(text))?;
        }
        if shared.closing.is_raised() {
            let _ = socket.close(None);
            return socket.flush();
        }
        let text = match socket.read() {
            Ok(Message::Text(text)) => text,
            Ok(Message::Binary(_) | Message::Ping(_) | Message::Pong(_) | Message::Frame(_)) => continue,
            Ok(Message::Close(_)) => return Ok(()),
            Err(Error::Io(error)) if is_waiting(&error) => continue,
            Err(error) => return Err(error),
        };
        if second.elapsed() > Duration::from_secs(1) {
            (second, commands) = (Instant::now(), 0);
        }
        commands += 1;
        if commands > MOST_COMMANDS {
            let _ = socket.close(None);
            return socket.flush();
        }
        let event = shared.lobby.lock().unwrap_or_else(PoisonError::into_inner).obey(&text, &outbox);
        // The server that has ended does not listen any more.
        let _ = event.map(|event| events.send(event));
    }
}

/// The claim that nothing came yet.
pub(super) fn is_waiting(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut | io::ErrorKind::Interrupted)
}

pub(super) fn config() -> WebSocketConfig {
    WebSocketConfig::default()
        .read_buffer_size(4 << 10)
        .write_buffer_size(0)
        .max_write_buffer_size(LONGEST_MESSAGE * 4)
        .max_message_size(Some(LONGEST_MESSAGE))
        .max_frame_size(Some(LONGEST_MESSAGE))
}

/// The handshake, within its time.
fn shake_hands(stream: TcpStream, closing: &Stop) -> Result<WebSocket<TcpStream>, Error> {
    let until = Instant::now() + PATIENCE;
    let mut shaken = tungstenite::accept_hdr_with_config(stream, accept_any, Some(config()));
    loop {
        match shaken {
            Ok(socket) => return Ok(socket),
            Err(HandshakeError::Interrupted(going)) if Instant::now() < until && !closing.is_raised() => {
                shaken = going.handshake();
            }
            Err(HandshakeError::Interrupted(_)) => {
                return Err(Error::Io(io::Error::from(io::ErrorKind::TimedOut)));
            }
            Err(HandshakeError::Failure(error)) => return Err(error),
        }
    }
}

/// Any path will do, as at the community's servers.
#[expect(clippy::result_large_err, reason = "the signature is the library's")]
fn accept_any(
    _: &tungstenite::handshake::server::Request,
    response: tungstenite::handshake::server::Response,
) -> Result<tungstenite::handshake::server::Response, tungstenite::handshake::server::ErrorResponse> {
    Ok(response)
}
