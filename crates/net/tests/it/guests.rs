//! Servers and clients on threads, for tests: a server that remembers all it said, a client with an
//! agent that remembers all it saw.

use std::net::SocketAddr;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use karuta_daihinmin::Daihinmin;
use karuta_daihinmin::moves::Move;
use karuta_daihinmin::view::View;
use karuta_engine::{Agent, Basis, Choice, Decision, Game as _, Rng, Seat};
use karuta_net::uecda::agents::AvailableAgent;
use karuta_net::uecda::client::{Destination, JoinError, MatchResult, join};
use karuta_net::uecda::config::UecdaConfig;
use karuta_net::uecda::log::GameLog;
use karuta_net::uecda::profile::Profile;
use karuta_net::uecda::protocol::Protocol;
use karuta_net::uecda::server::{Event, Outcome, Server, Setup};

/// Plays at random, and passes seldom. Remembers what it was shown.
pub struct Careless {
    pub seen: Arc<Mutex<Vec<Seen>>>,
}

/// A decision as an agent saw it.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    pub view: View,
    pub history: Vec<(Seat, Move)>,
}

impl Agent<Daihinmin> for Careless {
    fn choose(&mut self, decision: &Decision<'_, Daihinmin>, rng: &mut Rng) -> Choice<Move> {
        let seen = Seen { view: decision.view.clone(), history: decision.history.to_vec() };
        self.seen.lock().expect("nobody panics with it").push(seen);
        // A world must be had from the view; its moves are those of the seat.
        let world = Daihinmin::sample(decision.view, rng);
        assert_eq!(world.turn(), Some(decision.seat));
        let mut legal = Vec::new();
        world.full_moves(&mut legal);
        let mv = legal[rng.index(legal.len())];
        let mv = if mv.is_pass() { legal[rng.index(legal.len())] } else { mv };
        Choice::unranked(mv, &legal, Basis::Policy)
    }
}

/// An agent of the server's own.
pub fn invited() -> AvailableAgent {
    AvailableAgent {
        spec: String::from("careless"),
        make: Arc::new(|| Box::new(Careless { seen: Arc::default() })),
    }
}

/// A server for so many games that waits for nobody long.
pub fn setup(games: u32, agents: usize, seed: u64) -> Setup {
    let config =
        UecdaConfig { games, reset_every: 5, reseat_every: Some(3), port: 0, ..UecdaConfig::default() };
    let agents = (0..agents).map(|_| invited()).collect();
    Setup { agents, limit: Duration::from_secs(20), ..Setup::new(config, seed) }
}

/// All a server said.
#[derive(Default)]
pub struct Said {
    pub outcome: Outcome,
    pub notes: Vec<String>,
    pub games: Vec<GameLog>,
    /// Views that every client that was asked should have had, by player.
    pub asked: [Vec<Seen>; 5],
}

/// A server on a thread of its own.
pub struct Serving {
    pub address: SocketAddr,
    thread: JoinHandle<Said>,
}

impl Serving {
    pub fn start(setup: Setup) -> Serving {
        let server = Server::bind(setup).expect("there is a port");
        let address = server.address();
        let thread = thread::spawn(move || {
            let mut said = Said::default();
            let stop = Arc::new(AtomicBool::new(false));
            let outcome = server.run(&stop, &mut |event| match event {
                Event::Note(text) => said.notes.push(text),
                Event::Seated(_) => {}
                Event::Asked { player, state, history } => {
                    said.asked[player].push(Seen { view: state.view(player), history: history.to_vec() });
                }
                Event::Game { number, log } => {
                    assert_eq!(number as usize, said.games.len());
                    said.games.push(log.clone());
                }
            });
            said.outcome = outcome.expect("the server goes on");
            said
        });
        Serving { address, thread }
    }

    pub fn ended(self) -> Said {
        self.thread.join().expect("the server does not panic")
    }
}

/// End of a client's match, and what its agent saw.
pub struct Joined {
    pub result: Result<MatchResult, JoinError>,
    pub seen: Vec<Seen>,
}

/// A client on a thread of its own.
pub fn client(to: SocketAddr, protocol: Protocol, seed: u64) -> JoinHandle<Joined> {
    let seen = Arc::default();
    client_with(to, protocol, Careless { seen: Arc::clone(&seen) }, Rng::new(seed), seen)
}

/// A client with an agent that notes what it has seen.
pub fn client_with(
    to: SocketAddr,
    protocol: Protocol,
    mut agent: impl Agent<Daihinmin> + 'static,
    mut rng: Rng,
    seen: Arc<Mutex<Vec<Seen>>>,
) -> JoinHandle<Joined> {
    thread::spawn(move || {
        let profile = Profile { protocol, name: String::from("guest") };
        let to = Destination { host: to.ip().to_string(), port: to.port(), profile };
        let result = join(&to, &mut agent, &Arc::default(), &mut rng);
        let seen = std::mem::take(&mut *seen.lock().expect("nobody panics with it"));
        Joined { result, seen }
    })
}
