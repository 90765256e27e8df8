//! The server: addresses, forms and sockets. What they show is made elsewhere.

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use axum::Router;
use axum::extract::{ConnectInfo, Form, Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde::Deserialize;
use tokio::net::TcpListener;

use crate::board;
use crate::games;
use crate::guard::{Hosts, guard};
use crate::lab;
use crate::lessons;
use crate::limits::Limits;
use crate::pages;
use crate::record;
use crate::server_state::{ServerError, ServerState};
use crate::socket;
use crate::store::{Occupant, Store};
use crate::study;
use crate::token;
use crate::words::{self, filled};

/// The settings of a server.
#[derive(Clone, Debug)]
pub struct ServerConfig {
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
    /// A proxy in front names the addresses of people.
    pub is_behind_proxy: bool,
    /// The record of a match or tournament to be shown.
    pub record: Option<PathBuf>,
    /// The folder of the lab's results to be shown.
    pub results: Option<PathBuf>,
    /// The seed of the first table, the next one has the next number: the same deals again, for tests. Without one
    /// nobody can guess the deals.
    pub seed: Option<u64>,
    /// All waits are divided by this: 1 for people, more for tests and programs.
    pub haste: u32,
}

impl Default for ServerConfig {
    /// This machine alone, any free port, games in memory, one search at a time.
    fn default() -> ServerConfig {
        ServerConfig {
            address: SocketAddr::from(([127, 0, 0, 1], 0)),
            store: None,
            hosts: Vec::new(),
            searches: 1,
            is_public: false,
            is_behind_proxy: false,
            record: None,
            results: None,
            seed: None,
            haste: 1,
        }
    }
}

/// The tables and searches that a stranger's address may begin within [`PUBLIC_SPAN`].
const PUBLIC_REQUESTS: usize = 30;

/// The span in which requests of strangers are counted.
const PUBLIC_SPAN: Duration = Duration::from_secs(600);

/// The seconds after which a game of strangers counts as abandoned: a month.
const ABANDONED_AFTER: i64 = 30 * 24 * 3600;

/// A server that listens.
pub struct Server {
    listener: TcpListener,
    router: Router,
    /// The address it listens on.
    pub address: SocketAddr,
}

impl Server {
    /// Opens the store and the address.
    pub async fn bind(config: &ServerConfig) -> io::Result<Server> {
        let store = match &config.store {
            Some(path) => Store::open(path),
            None => Store::in_memory(),
        };
        let store = store.map_err(|error| io::Error::other(error.to_string()))?;
        let listener = TcpListener::bind(config.address).await?;
        let address = listener.local_addr()?;
        let limits = Limits::new(config.is_public.then_some(PUBLIC_REQUESTS), PUBLIC_SPAN);
        let most_tables = if config.is_public { 400 } else { 10_000 };
        let mut server = ServerState::new(store, config.searches, most_tables, config.haste, limits);
        server.is_behind_proxy = config.is_behind_proxy;
        server.seeds = config.seed.map(AtomicU64::new);
        server.record.clone_from(&config.record);
        server.results.clone_from(&config.results);
        let server = Arc::new(server);
        if config.is_public {
            tokio::spawn(end_abandoned(Arc::clone(&server)));
        }
        let hosts = Hosts::new(address, &config.hosts);
        Ok(Server { listener, router: router(server, hosts), address })
    }

    /// Serves until the future ends.
    pub async fn serve(self, until: impl Future<Output = ()> + Send + 'static) -> io::Result<()> {
        let service = self.router.into_make_service_with_connect_info::<SocketAddr>();
        axum::serve(self.listener, service).with_graceful_shutdown(until).await
    }
}

/// Ends abandoned games, now and again.
async fn end_abandoned(server: Arc<ServerState>) {
    let mut hours = tokio::time::interval(Duration::from_secs(3600));
    loop {
        hours.tick().await;
        // A failure now is tried again in an hour.
        let _ = server.store.end_abandoned(ABANDONED_AFTER);
    }
}

/// Waits until the system asks the program to end: containers and services do so when they are stopped, and the
/// first process of a container does not end by itself.
#[cfg(unix)]
async fn terminated() -> io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    signal(SignalKind::terminate())?.recv().await;
    Ok(())
}

#[cfg(not(unix))]
async fn terminated() -> io::Result<()> {
    std::future::pending().await
}

/// Serves until Ctrl-C or until the system ends it; `ready` hears the address once it listens.
pub fn run(config: &ServerConfig, ready: impl FnOnce(SocketAddr)) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(async {
        let server = Server::bind(config).await?;
        ready(server.address);
        // Sockets stay open for hours; nobody waits for them when the server ends.
        tokio::select! {
            served = server.serve(std::future::pending()) => served,
            _ = tokio::signal::ctrl_c() => Ok(()),
            ended = terminated() => ended,
        }
    })
}

fn router(server: Arc<ServerState>, hosts: Hosts) -> Router {
    Router::new()
        .route("/", get(home))
        .route("/new", post(make))
        .route("/language", post(language))
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
        .route("/rules/{game}/{lesson}", get(lessons::answer))
        .route("/board", get(board::page))
        .route("/board/ws", get(board::connect))
        .route("/style.css", get(|| asset("text/css; charset=utf-8", include_str!("../assets/style.css"))))
        .route("/page.js", get(|| asset("text/javascript; charset=utf-8", include_str!("../assets/page.js"))))
        .route("/icon.svg", get(|| asset("image/svg+xml", include_str!("../assets/icon.svg"))))
        .fallback(|| async { Trouble(StatusCode::NOT_FOUND, words::now().trouble.no_page.into()) })
        .layer(axum::middleware::from_fn_with_state(hosts, guard))
        .layer(axum::extract::DefaultBodyLimit::max(4096))
        .with_state(server)
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

impl From<ServerError> for Trouble {
    fn from(error: ServerError) -> Self {
        let code = match error {
            ServerError::Unknown => StatusCode::NOT_FOUND,
            ServerError::Full | ServerError::Store(_) => StatusCode::SERVICE_UNAVAILABLE,
            ServerError::Bad(_) => StatusCode::BAD_REQUEST,
        };
        Trouble(code, error.to_string())
    }
}

async fn watch(State(server): State<Arc<ServerState>>) -> impl IntoResponse {
    pages::watch(server.record.is_some(), server.results.is_some())
}

async fn home() -> impl IntoResponse {
    pages::home()
}

/// The answer to an address that asks for too much.
pub fn too_many() -> Trouble {
    Trouble(StatusCode::TOO_MANY_REQUESTS, words::now().trouble.too_many.into())
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
    State(server): State<Arc<ServerState>>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    Form(form): Form<NewTable>,
) -> Result<Response, Trouble> {
    if !server.allows(from.ip(), &headers) {
        return Err(too_many());
    }
    let bad = |why: String| Trouble(StatusCode::BAD_REQUEST, why);
    let card = games::find(&form.game)
        .ok_or_else(|| bad(filled(words::now().trouble.no_game, &[&format!("{:?}", form.game)])))?;
    let level = form.level.unwrap_or(3);
    if !(1..=5).contains(&level) {
        return Err(bad(filled(words::now().trouble.no_level, &[&level.to_string()])));
    }
    let variant = card.variant(form.rules.as_deref().unwrap_or_default());
    let others = form.others.as_deref().unwrap_or("agents");
    let host = match (others, form.seat.as_deref().unwrap_or("any")) {
        ("watch", _) => None,
        (_, "any") => Some(server.seed().map_or(0, |seed| (seed % card.seats as u64) as usize)),
        (_, seat) => {
            let seat = seat.parse::<usize>().ok().filter(|&seat| seat < card.seats);
            Some(seat.ok_or_else(|| bad(words::now().trouble.no_seat.into()))?)
        }
    };
    let other = if others == "friends" { Occupant::Free } else { Occupant::Agent(level) };
    let occupants: Vec<Occupant> =
        (0..card.seats).map(|seat| if host == Some(seat) { Occupant::Person } else { other }).collect();
    let position = form.position.as_deref().map(str::trim).filter(|text| !text.is_empty());
    let (id, master) = server.make(card, variant.spec, &occupants, host, position, "normal")?;
    let place = if host.is_some() { format!("/t/{id}#{master}") } else { format!("/t/{id}") };
    Ok((StatusCode::SEE_OTHER, [(header::LOCATION, place)]).into_response())
}

async fn table(
    State(server): State<Arc<ServerState>>,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Trouble> {
    let row =
        if token::is_well_formed(&id) { server.store.load(&id).map_err(ServerError::Store)? } else { None };
    let (row, _) = row.ok_or(ServerError::Unknown)?;
    let card = games::find(&row.game).ok_or(ServerError::Unknown)?;
    Ok(pages::table(card, &row))
}

/// The lesson that is asked for, counted from 1.
#[derive(Deserialize)]
struct Asked {
    #[serde(default)]
    lesson: Option<usize>,
}

async fn rules(Path(game): Path<String>, Query(asked): Query<Asked>) -> Result<impl IntoResponse, Trouble> {
    let none =
        || Trouble(StatusCode::NOT_FOUND, filled(words::now().trouble.no_game, &[&format!("{game:?}")]));
    let at = asked.lesson.unwrap_or(1).saturating_sub(1);
    pages::rules(games::find(&game).ok_or_else(none)?, at).map_err(|why| Trouble(StatusCode::NOT_FOUND, why))
}

/// A language that is asked for, and the page it is asked for on.
#[derive(Deserialize)]
struct Tongue {
    to: String,
    #[serde(default)]
    from: String,
}

/// Remembers the language in the browser and goes back to the page.
async fn language(Form(tongue): Form<Tongue>) -> Response {
    let code = words::of_code(&tongue.to).unwrap_or(words::now()).code;
    let cookie = format!("lang={code}; Path=/; Max-Age=31536000; SameSite=Lax; HttpOnly");
    // Only a path of this server: two slashes would lead to another one.
    let is_ours =
        tongue.from.starts_with('/') && !tongue.from.starts_with("//") && !tongue.from.contains('\\');
    let place = if is_ours && tongue.from.bytes().all(|byte| (33..127).contains(&byte)) {
        tongue.from
    } else {
        "/".into()
    };
    (StatusCode::SEE_OTHER, [(header::SET_COOKIE, cookie), (header::LOCATION, place)]).into_response()
}
