//! `ServerState`: all tables of a server, the store, and the searches that may run at once. Knows no sockets.

use std::collections::HashMap;
use std::fmt;
use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

use axum::http::HeaderMap;
use karuta_agents::table::Thought;
use karuta_engine::{Seat, Stop};
use tokio::sync::mpsc;

use crate::game::{Beginning, Play, Question};
use crate::games::{self, GameCard};
use crate::lab;
use crate::limits::Limits;
use crate::moments::Moments;
use crate::record;
use crate::searchers::Searchers;
use crate::store::{Occupant, SeatRow, Store, StoreError, TableRow};
use crate::table::{Order, ServedTable};
use crate::token;
use crate::words;

/// Everything a server keeps.
pub struct ServerState {
    /// The tables on disk.
    pub store: Store,
    /// The searches that run at once; the others wait in line.
    pub searchers: Searchers,
    /// The most tables in use at once.
    pub most_tables: usize,
    /// All waits are divided by this.
    pub haste: u32,
    /// The moments at which agents answer.
    pub moments: Moments,
    /// The tables and searches an address may begin.
    pub limits: Limits,
    /// A proxy in front names the addresses of people.
    pub is_behind_proxy: bool,
    /// The seed of the next table; without one nobody can guess it.
    pub seeds: Option<AtomicU64>,
    /// The record of a match or tournament to be shown.
    pub record: Option<PathBuf>,
    /// That record as it was last read.
    pub read: record::Read,
    /// The folder of the lab's results.
    pub results: Option<PathBuf>,
    /// The reports of the lab that were made.
    pub reports: lab::Made,
    tables: Mutex<HashMap<String, mpsc::Sender<Order>>>,
    connections: AtomicU64,
}

/// Why there is no such table.
#[derive(Debug)]
pub enum ServerError {
    /// The store failed.
    Store(StoreError),
    /// No table has this id.
    Unknown,
    /// No more tables can be in use.
    Full,
    /// The table cannot be set up.
    Bad(String),
}

impl fmt::Display for ServerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ServerError::Store(error) => error.fmt(f),
            ServerError::Unknown => f.write_str(words::now().trouble.no_table),
            ServerError::Full => f.write_str(words::now().trouble.full),
            ServerError::Bad(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for ServerError {}

impl From<StoreError> for ServerError {
    fn from(error: StoreError) -> Self {
        ServerError::Store(error)
    }
}

impl ServerState {
    /// A server with this store, in which so many searches run at once and so many tables may be in use.
    pub fn new(store: Store, searches: usize, most_tables: usize, haste: u32, limits: Limits) -> ServerState {
        ServerState {
            store,
            searchers: Searchers::new(searches),
            most_tables,
            haste: haste.max(1),
            moments: Moments::default(),
            limits,
            is_behind_proxy: false,
            seeds: None,
            record: None,
            read: record::Read::default(),
            results: None,
            reports: lab::Made::default(),
            tables: Mutex::default(),
            connections: AtomicU64::new(0),
        }
    }

    /// Counts a request that costs something; `false` if its address asks for too much. Behind a proxy the address
    /// is the last one that the proxy has added, since people can write what they like before it.
    pub fn allows(&self, from: IpAddr, headers: &HeaderMap) -> bool {
        let named = headers.get_all("x-forwarded-for").iter().next_back().and_then(|list| list.to_str().ok());
        let named = named.and_then(|list| list.rsplit(',').next()?.trim().parse().ok());
        self.limits.allow(named.filter(|_| self.is_behind_proxy).unwrap_or(from))
    }

    /// A number for a connection.
    pub fn connection(&self) -> u64 {
        self.connections.fetch_add(1, Ordering::Relaxed)
    }

    fn tables(&self) -> MutexGuard<'_, HashMap<String, mpsc::Sender<Order>>> {
        self.tables.lock().unwrap_or_else(|broken| broken.into_inner())
    }

    /// The number of tables in use.
    pub fn in_use(&self) -> usize {
        self.tables().len()
    }

    /// A seed for a table.
    pub fn seed(&self) -> Result<u64, token::NoEntropy> {
        self.seeds.as_ref().map_or_else(token::seed, |next| Ok(next.fetch_add(1, Ordering::Relaxed)))
    }

    /// Makes a table and returns its id and the host's token. Free seats get tokens that follow from it.
    pub fn make(
        &self,
        card: &'static GameCard,
        spec: &str,
        occupants: &[Occupant],
        host: Option<Seat>,
        position: Option<&str>,
        speed: &str,
    ) -> Result<(String, String), ServerError> {
        let no_entropy = |_| ServerError::Bad("The system has no entropy to give.".into());
        let (id, master) = (token::fresh().map_err(no_entropy)?, token::fresh().map_err(no_entropy)?);
        let seed = self.seed().map_err(no_entropy)?;
        let beginning = position.map_or(Beginning::Seed(seed), Beginning::Position);
        let play = (card.open)(spec, beginning).map_err(ServerError::Bad)?;
        let seat_row = |(seat, &occupant): (Seat, &Occupant)| {
            let is_host = host == Some(seat);
            let token = match occupant {
                _ if is_host => Some(master.clone()),
                Occupant::Free | Occupant::Person => Some(token::derived(&master, seat)),
                Occupant::Agent(_) => None,
            };
            let name = match occupant {
                Occupant::Agent(level) => card.agent_name(seat, level),
                Occupant::Free | Occupant::Person => (card.seat_names)()[seat].to_string(),
            };
            let occupant = if is_host { Occupant::Person } else { occupant };
            SeatRow { occupant, hash: token.as_deref().map(token::hash), name }
        };
        let row = TableRow {
            id: id.clone(),
            game: card.class.to_string(),
            spec: spec.to_string(),
            start: play.start(),
            seed: seed.rotate_left(32),
            host,
            speed: speed.to_string(),
            ended: None,
            seats: occupants.iter().enumerate().map(seat_row).collect(),
        };
        self.store.create(&row)?;
        Ok((id, master))
    }

    /// The inbox of a table, which is opened if it is not in use.
    pub fn table(self: &Arc<Self>, id: &str) -> Result<mpsc::Sender<Order>, ServerError> {
        if let Some(inbox) = self.tables().get(id).filter(|inbox| !inbox.is_closed()) {
            return Ok(inbox.clone());
        }
        let (row, moves) = self.store.load(id)?.ok_or(ServerError::Unknown)?;
        let mut tables = self.tables();
        // Somebody else may have opened it meanwhile.
        if let Some(inbox) = tables.get(id).filter(|inbox| !inbox.is_closed()) {
            return Ok(inbox.clone());
        }
        if tables.len() >= self.most_tables {
            return Err(ServerError::Full);
        }
        let (inbox, orders) = mpsc::channel(256);
        let table =
            ServedTable::open(Arc::clone(self), row, &moves, inbox.clone()).map_err(ServerError::Bad)?;
        tokio::spawn(table.run(orders));
        tables.insert(id.to_string(), inbox.clone());
        Ok(inbox)
    }

    /// Drops a table that is no longer in use.
    pub fn forget(&self, id: &str, inbox: &mpsc::Sender<Order>) {
        let mut tables = self.tables();
        if tables.get(id).is_some_and(|other| other.same_channel(inbox)) {
            tables.remove(id);
        }
    }

    /// A kept game, to be looked at.
    pub fn replay(&self, id: &str) -> Result<(TableRow, &'static GameCard, Box<dyn Play>), ServerError> {
        let (row, moves) = self.store.load(id)?.ok_or(ServerError::Unknown)?;
        let card = games::find(&row.game).ok_or(ServerError::Unknown)?;
        let mut play = (card.open)(&row.spec, Beginning::Position(&row.start)).map_err(ServerError::Bad)?;
        for mv in &moves {
            play.make(mv).map_err(|error| ServerError::Bad(error.to_string()))?;
        }
        Ok((row, card, play))
    }

    /// Asks an agent as soon as a search may run; `None` if the search failed.
    pub async fn think(&self, question: Question, stop: Stop) -> Option<Thought> {
        self.searchers.run(move || question(&stop, None)).await
    }
}
