//! The server: addresses, forms and sockets. What they show is made elsewhere.

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{ConnectInfo, Form, Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde::Deserialize;
use tokio::net::TcpListener;

use crate::board;
use crate::games;
use crate::guard::{Hosts, guard};
use crate::house::{House, HouseError};
use crate::lab;
use crate::limits::Limits;
use crate::pages;
use crate::record;
use crate::socket;
use crate::store::{Sitter, Store};
use crate::study;
use crate::token;

/// The settings of a server.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address to listen on.
    pub address: SocketAddr,
    /// The file of tables; in memory without one.
    pub store: Option<PathBuf>,
    /// Further names of this server.
    pub hosts: Vec<String>,
    /// Searches that may run at once.
    pub searches: usize,
    /// Strangers may come: limits hold.
    pub is_public: bool,
    /// The record of a match or tournament to be shown.
    pub record: Option<PathBuf>,
    /// The folder of the lab's results to be shown.
    pub results: Option<PathBuf>,
    /// All waits are divided by this: 1 for people, more for tests and programs.
    pub haste: u32,
}

impl Default for Config {
    /// This machine alone, any free port, games in memory, one search at a time.
    fn default() -> Config {
        Config {
            address: SocketAddr::from(([127, 0, 0, 1], 0)),
            store: None,
            hosts: Vec::new(),
            searches: 1,
            is_public: false,
            record: None,
            results: None,
            haste: 1,
        }
    }
}

/// The tables and searches that a stranger's address may begin within [`PUBLIC_SPAN`].
const PUBLIC_REQUESTS: usize = 30;

/// The span in which requests of strangers are counted.
const PUBLIC_SPAN: Duration = Duration::from_secs(600);

/// A server that listens.
pub struct Server {
    listener: TcpListener,
    router: Router,
    /// The address it listens on.
    pub address: SocketAddr,
}

impl Server {
    /// Opens the store and the address.
    pub async fn bind(config: &Config) -> io::Result<Server> {
        let store = match &config.store {
            Some(path) => Store::open(path),
            None => Store::in_memory(),
        };
        let store = store.map_err(|error| io::Error::other(error.to_string()))?;
        let listener = TcpListener::bind(config.address).await?;
        let address = listener.local_addr()?;
        let limits = Limits::new(config.is_public.then_some(PUBLIC_REQUESTS), PUBLIC_SPAN);
        let most_tables = if config.is_public { 400 } else { 10_000 };
        let mut house = House::new(store, config.searches, most_tables, config.haste, limits);
        house.record.clone_from(&config.record);
        house.results.clone_from(&config.results);
        let house = Arc::new(house);
        let host = config.hosts.first().cloned().unwrap_or_else(|| address.to_string());
        house.set_origin(&format!("http://{host}"));
        let hosts = Hosts::new(address, &config.hosts);
        Ok(Server { listener, router: router(house, hosts), address })
    }

    /// Serves until the future ends.
    pub async fn serve(self, until: impl Future<Output = ()> + Send + 'static) -> io::Result<()> {
        let service = self.router.into_make_service_with_connect_info::<SocketAddr>();
        axum::serve(self.listener, service).with_graceful_shutdown(until).await
    }
}

/// Serves until Ctrl-C; `ready` hears the address once it listens.
pub fn run(config: &Config, ready: impl FnOnce(SocketAddr)) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(async {
        let server = Server::bind(config).await?;
        ready(server.address);
        // Sockets stay open for hours; nobody waits for them when the server ends.
        tokio::select! {
            served = server.serve(std::future::pending()) => served,
            _ = tokio::signal::ctrl_c() => Ok(()),
        }
    })
}

fn router(house: Arc<House>, hosts: Hosts) -> Router {
    Router::new()
        .route("/", get(home))
        .route("/new", post(make))
        .route("/t/{id}", get(table))
        .route("/t/{id}/ws", get(socket::connect))
        .route("/t/{id}/study", get(study::study))
        .route("/t/{id}/file", get(study::file))
        .route("/watch", get(watch))
        .route("/record", get(record::page))
        .route("/record/{contest}/{deal}/{rotation}", get(record::game))
        .route("/lab", get(lab::page))
        .route("/rules", get(|| async { pages::all_rules() }))
        .route("/rules/{game}", get(rules))
        .route("/board", get(board::page))
        .route("/board/ws", get(board::connect))
        .route("/style.css", get(|| asset("text/css; charset=utf-8", include_str!("../assets/style.css"))))
        .route("/page.js", get(|| asset("text/javascript; charset=utf-8", include_str!("../assets/page.js"))))
        .route("/icon.svg", get(|| asset("image/svg+xml", include_str!("../assets/icon.svg"))))
        .fallback(|| async { Trouble(StatusCode::NOT_FOUND, "There is no such page.".into()) })
        .layer(axum::middleware::from_fn_with_state(hosts, guard))
        .layer(axum::extract::DefaultBodyLimit::max(4096))
        .with_state(house)
}

async fn asset(kind: &'static str, text: &'static str) -> Response {
    ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "max-age=60")], text).into_response()
}

/// An error as a page.
pub struct Trouble(pub StatusCode, pub String);

impl IntoResponse for Trouble {
    fn into_response(self) -> Response {
        (self.0, pages::trouble(&self.1)).into_response()
    }
}

impl From<HouseError> for Trouble {
    fn from(error: HouseError) -> Self {
        let code = match error {
            HouseError::Unknown => StatusCode::NOT_FOUND,
            HouseError::Full | HouseError::Store(_) => StatusCode::SERVICE_UNAVAILABLE,
            HouseError::Bad(_) => StatusCode::BAD_REQUEST,
        };
        Trouble(code, error.to_string())
    }
}

async fn watch(State(house): State<Arc<House>>) -> impl IntoResponse {
    pages::watch(house.record.is_some(), house.results.is_some())
}

async fn home() -> impl IntoResponse {
    pages::home()
}

/// The answer to an address that asks for too much.
pub fn too_many() -> Trouble {
    Trouble(
        StatusCode::TOO_MANY_REQUESTS,
        "This address began many games. Try again in a few minutes.".into(),
    )
}

/// A form for a new table.
#[derive(Deserialize)]
struct NewTable {
    game: String,
    #[serde(default)]
    level: Option<u8>,
    #[serde(default)]
    seat: Option<String>,
    #[serde(default)]
    rules: Option<String>,
    /// Everybody else is invited, nobody is, or all seats are agents.
    #[serde(default)]
    others: Option<String>,
    #[serde(default)]
    position: Option<String>,
}

async fn make(
    State(house): State<Arc<House>>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    Form(form): Form<NewTable>,
) -> Result<Response, Trouble> {
    if !house.limits.allow(from.ip()) {
        return Err(too_many());
    }
    let bad = |why: String| Trouble(StatusCode::BAD_REQUEST, why);
    let card = games::find(&form.game).ok_or_else(|| bad(format!("There is no game {:?}.", form.game)))?;
    let level = form.level.unwrap_or(3);
    if !(1..=5).contains(&level) {
        return Err(bad(format!("There is no level {level}: levels are 1 to 5.")));
    }
    let variant = card.variant(form.rules.as_deref().unwrap_or_default());
    let others = form.others.as_deref().unwrap_or("agents");
    let host = match (others, form.seat.as_deref().unwrap_or("any")) {
        ("watch", _) => None,
        (_, "any") => Some(token::seed().map_or(0, |seed| (seed % card.seats as u64) as usize)),
        (_, seat) => {
            let seat = seat.parse::<usize>().ok().filter(|&seat| seat < card.seats);
            Some(seat.ok_or_else(|| bad("There is no such seat.".into()))?)
        }
    };
    let other = if others == "friends" { Sitter::Free } else { Sitter::Agent(level) };
    let sitters: Vec<Sitter> =
        (0..card.seats).map(|seat| if host == Some(seat) { Sitter::Person } else { other }).collect();
    let position = form.position.as_deref().map(str::trim).filter(|text| !text.is_empty());
    let (id, master) = house.make(card, variant.spec, &sitters, host, position, "normal")?;
    let place = if host.is_some() { format!("/t/{id}#{master}") } else { format!("/t/{id}") };
    Ok((StatusCode::SEE_OTHER, [(header::LOCATION, place)]).into_response())
}

async fn table(
    State(house): State<Arc<House>>,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Trouble> {
    let row =
        if token::is_well_formed(&id) { house.store.load(&id).map_err(HouseError::Store)? } else { None };
    let (row, _) = row.ok_or(HouseError::Unknown)?;
    let card = games::find(&row.game).ok_or(HouseError::Unknown)?;
    Ok(pages::table(card, &row.id))
}

async fn rules(Path(game): Path<String>) -> Result<impl IntoResponse, Trouble> {
    let card =
        games::find(&game).ok_or_else(|| Trouble(StatusCode::NOT_FOUND, "There is no such game.".into()))?;
    Ok(pages::rules(card))
}
