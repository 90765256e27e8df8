//! `karuta litama`: Onitama by the community's websocket protocol, as a server or as a client.

use std::net::{IpAddr, SocketAddr};

use clap::{Args, Subcommand};
use karuta_engine::{Rng, Seat};
use karuta_net::litama::PORT;
use karuta_net::litama::agents::{self, AvailableAgent};
use karuta_net::litama::client::{Outcome, Visit, play};
use karuta_net::litama::lobby::Ended;
use karuta_net::litama::server::{Server, Setup};
use serde_json::{Value, json};

use super::{SEEDS, address, whole};
use crate::failure::Interrupted;
use crate::{interrupt, out};

/// Play Onitama with the community's programs, by its websocket protocol.
#[derive(Args)]
#[command(
    arg_required_else_help = true,
    after_help = "Examples:\n  karuta litama serve --agent alphabeta:time=500ms\n  \
                  karuta litama join ws://127.0.0.1:5000 --match 0123456789abcdef01234567"
)]
pub struct Litama {
    #[command(subcommand)]
    side: Side,
}

#[derive(Subcommand)]
enum Side {
    Serve(Serve),
    Join(Join),
}

/// Hold matches for clients that connect.
///
/// Clients create matches and join them. With an agent, that agent joins every match somebody creates.
/// Finished matches are printed, a line each.
#[derive(Args)]
#[command(
    after_help = "Example:\n  karuta litama serve --port 5000 --agent alphabeta:time=500ms --matches 10"
)]
struct Serve {
    /// Port to listen on; 0 for any free port.
    #[arg(long, value_name = "P", default_value_t = u64::from(PORT), value_parser = whole(0..=65_535), allow_negative_numbers = true)]
    port: u64,
    /// The address to listen on; 0.0.0.0 lets other machines in.
    #[arg(long, value_name = "IP", default_value = "127.0.0.1", value_parser = address)]
    bind: IpAddr,
    /// The agent that joins every match.
    #[arg(long, value_name = "SPEC")]
    agent: Option<String>,
    /// End after so many finished matches [default: never].
    #[arg(long, value_name = "N", value_parser = whole(1..=u64::from(u32::MAX)), allow_negative_numbers = true)]
    matches: Option<u64>,
    /// The seed of colours, deals and the agent [default: one that nobody can guess].
    #[arg(long, value_name = "S", value_parser = whole(SEEDS), allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Print JSON, one object a line.
    #[arg(long)]
    json: bool,
}

/// Play one match at somebody's server with one of our agents.
///
/// Without a match one is created, and its id is printed for whoever is to join it.
#[derive(Args)]
#[command(
    after_help = "Example:\n  karuta litama join ws://127.0.0.1:5000 --agent alphabeta:time=500ms --name karuta"
)]
struct Join {
    /// The server.
    #[arg(value_name = "URL", default_value_t = format!("ws://127.0.0.1:{PORT}"))]
    url: String,
    /// The match to join.
    #[arg(long = "match", value_name = "ID")]
    match_id: Option<String>,
    /// The agent.
    #[arg(long, value_name = "SPEC", default_value_t = String::from(agents::USUAL))]
    agent: String,
    /// The name to give.
    #[arg(long, value_name = "NAME", default_value = "karuta")]
    name: String,
    /// The seed of the agent.
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = whole(SEEDS), allow_negative_numbers = true)]
    seed: u64,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Serves or joins.
pub fn run(args: &Litama) -> anyhow::Result<()> {
    match &args.side {
        Side::Serve(args) => serve(args),
        Side::Join(args) => join(args),
    }
}

fn colour(seat: Option<Seat>) -> &'static str {
    match seat {
        Some(0) => "blue",
        Some(_) => "red",
        None => "none",
    }
}

fn serve(args: &Serve) -> anyhow::Result<()> {
    let agent = args.agent.as_deref().map(AvailableAgent::new).transpose()?;
    let seed = match args.seed {
        Some(seed) => seed,
        None => {
            getrandom::u64().map_err(|error| anyhow::anyhow!("the system gives no random seed: {error}"))?
        }
    };
    let address = SocketAddr::new(args.bind, args.port as u16);
    let server = Server::bind(Setup { address, agent, matches: args.matches, seed })?;
    out::note(format!("listening on ws://{}", server.address()));
    let stop = interrupt::stop();
    let mut failed = None;
    let finished = server.run(&stop, &mut |ended| {
        let line = if args.json { ended_json(ended).to_string() } else { ended_text(ended) };
        failed = failed.take().or(out::line(line).err());
    });
    if let Some(error) = failed {
        return Err(error.into());
    }
    if args.matches.is_some_and(|wanted| finished >= wanted) { Ok(()) } else { Err(Interrupted.into()) }
}

fn ended_text(ended: &Ended) -> String {
    let [blue, red] = &ended.names;
    let won = match ended.winner {
        Some(seat) => format!("{} wins", colour(Some(seat))),
        None => String::from("nobody wins"),
    };
    format!("{}: {blue} (blue) against {red} (red), {won} after {} plies", ended.match_id, ended.plies)
}

fn ended_json(ended: &Ended) -> Value {
    json!({
        "match": ended.match_id,
        "blue": ended.names[0],
        "red": ended.names[1],
        "winner": colour(ended.winner),
        "plies": ended.plies,
    })
}

fn join(args: &Join) -> anyhow::Result<()> {
    if args.name.trim().is_empty() || args.name.chars().any(char::is_whitespace) {
        anyhow::bail!("{:?} is no name: expected one word", args.name);
    }
    if let Some(id) = args.match_id.as_deref().filter(|id| id.is_empty() || id.contains(char::is_whitespace))
    {
        anyhow::bail!("{id:?} is no match: expected the id that its creator was told");
    }
    let agent = AvailableAgent::new(&args.agent)?;
    let visit = Visit {
        url: args.url.clone(),
        match_id: args.match_id.clone(),
        name: args.name.clone(),
        patience: None,
    };
    let mut player = (agent.make)();
    let mut created = |id: &str| out::note(format!("match {id}: somebody has to join it"));
    let outcome = play(&visit, player.as_mut(), &interrupt::stop(), &mut Rng::new(args.seed), &mut created)?;
    out::line(if args.json {
        outcome_json(&outcome, &agent.spec).to_string()
    } else {
        outcome_text(&outcome)
    })?;
    if outcome.interrupted {
        return Err(Interrupted.into());
    }
    Ok(())
}

fn outcome_text(outcome: &Outcome) -> String {
    let Outcome { match_id, opponent, plies, .. } = outcome;
    let result = match (outcome.seat, outcome.winner) {
        _ if outcome.interrupted => "interrupted",
        (Some(own), Some(winner)) if own == winner => "won",
        (_, Some(_)) => "lost",
        (_, None) => "no winner",
    };
    format!("{match_id}: {} against {opponent}, {result} after {plies} plies", colour(outcome.seat))
}

fn outcome_json(outcome: &Outcome, agent: &str) -> Value {
    json!({
        "match": outcome.match_id,
        "agent": agent,
        "colour": colour(outcome.seat),
        "opponent": outcome.opponent,
        "winner": colour(outcome.winner),
        "plies": outcome.plies,
        "interrupted": outcome.interrupted,
    })
}
