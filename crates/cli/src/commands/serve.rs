//! `karuta serve`: the page on which people play, watch and analyse games in a browser.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args;
use karuta_web::ServerConfig;

use super::whole;
use crate::out;

/// Serve a page to play, watch and analyse games in a browser.
///
/// It listens on this machine alone unless --address says otherwise. Games are kept in a file and go on
/// after a restart.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  karuta serve\n  karuta serve --port 0 --store evening.db\n  karuta serve --record match.db\n  \
                        karuta serve --address 0.0.0.0 --host games.example.org --public"
)]
pub struct Serve {
    /// The address to listen on.
    #[arg(long, value_name = "IP", default_value = "127.0.0.1")]
    address: IpAddr,
    /// The port; 0 for any that is free.
    #[arg(long, value_name = "N", default_value_t = 8080, value_parser = whole(0..=65535))]
    port: u64,
    /// The file that keeps the games; it is made if there is none.
    #[arg(long, value_name = "FILE", default_value = "karuta-games.db")]
    store: PathBuf,
    /// Keep the games in memory only.
    #[arg(long, conflicts_with = "store")]
    forget: bool,
    /// A further host name people reach it by; may be given several times.
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,
    /// Searches that run at once [default: one less than there are cores].
    #[arg(long, value_name = "N", value_parser = whole(1..=1024))]
    searches: Option<u64>,
    /// Let strangers in: limits for each address and for the whole server hold.
    #[arg(long)]
    public: bool,
    /// A proxy in front names the addresses of people in X-Forwarded-For; limits hold for those.
    #[arg(long)]
    behind_proxy: bool,
    /// Show the record of a match or tournament, running or finished (a file written with --out).
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Show the lab's report of this folder of results [default: results, if it is there].
    #[arg(long, value_name = "DIR")]
    results: Option<PathBuf>,
    /// Divide all waits by this, for programs that play.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(1..=1000), hide = true)]
    haste: u64,
}

/// Serves until Ctrl-C.
pub fn run(args: &Serve) -> anyhow::Result<()> {
    if let Some(record) = &args.record {
        // A file that is no record is refused now, not when somebody looks.
        karuta_records::record::Store::read(record)?;
    }
    let results = match &args.results {
        Some(folder) if !folder.is_dir() => {
            anyhow::bail!("no folder of results {}: karuta lab run makes one", folder.display())
        }
        Some(folder) => Some(folder.clone()),
        None => Some(PathBuf::from("results")).filter(|folder| folder.is_dir()),
    };
    let cores = std::thread::available_parallelism().map_or(2, usize::from);
    let config = ServerConfig {
        address: SocketAddr::new(args.address, args.port as u16),
        store: (!args.forget).then(|| args.store.clone()),
        hosts: args.host.clone(),
        searches: args.searches.map_or(cores.saturating_sub(1).max(1), |n| n as usize),
        is_public: args.public,
        is_behind_proxy: args.behind_proxy,
        record: args.record.clone(),
        results,
        seed: None,
        haste: args.haste as u32,
    };
    // The page's runtime panics where it cannot start its threads; one is tried first.
    let tried = std::thread::Builder::new().spawn(|| ()).map(std::thread::JoinHandle::join);
    tried.context("cannot start a thread; end other programs or raise the limit of processes").map(drop)?;
    karuta_web::server::run(&config, |address| {
        // Nothing is lost if nobody reads the address.
        let _ = out::line(format!("karuta serves at http://{address}/ (Ctrl-C ends it)"));
    })
    .with_context(|| format!("cannot serve at {}", config.address))
}
