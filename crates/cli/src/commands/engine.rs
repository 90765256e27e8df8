//! `karuta engine`: agents for referees of others, by the engine protocol; and engines of others, tested.

use std::io;

use clap::Args;
use karuta_agents::protocol::{check, engine, process};
use karuta_arena::registry;
use karuta_engine::Rng;
use karuta_playable::error::{ErrorKind, InputError};
use karuta_playable::playable::Purpose;

use crate::out;

/// Speak the engine protocol, or test an engine that does.
///
/// The protocol is described in docs/engine-protocol.md. An engine plays in karuta as the agent
/// exec:cmd=(COMMAND LINE).
#[derive(Args)]
#[command(
    after_help = "Examples:\n  karuta engine --agent mcts:iters=1000\n  karuta engine --check 'python3 \
                        bots/random_bot.py'\n  karuta match onitama5 'exec:cmd=(karuta engine)' random --deals 2"
)]
pub struct Engine {
    /// The agent that plays [default: the default opponent of the game that is asked for].
    #[arg(long, value_name = "SPEC", conflicts_with = "check")]
    agent: Option<String>,
    /// Test the engine that this command line starts, and print what it does wrong.
    #[arg(long, value_name = "COMMAND")]
    check: Option<String>,
    /// Test it in this game only; may be given more than once.
    #[arg(long, value_name = "GAME", requires = "check")]
    game: Vec<String>,
}

/// Says below a table which engines do not promise equal answers to equal questions.
pub fn tell_chance() -> io::Result<()> {
    let engines = process::greetings().into_iter().filter(|(_, hello)| !hello.deterministic);
    for (command, hello) in engines {
        let name = if hello.name.is_empty() { command } else { hello.name };
        out::line(format!("\n{name} is not deterministic: another run may end otherwise"))?;
    }
    Ok(())
}

/// Refuses an agent that no game has: a referee would hear of it only once it names a game.
fn check_agent(spec: &str) -> Result<(), InputError> {
    let mut wrong: Option<InputError> = None;
    for entry in registry::GAMES.games() {
        let game = registry::open(entry.name, Purpose::Match)?;
        let Err(error) = game.agent(spec, false, Rng::new(1)) else { return Ok(()) };
        // A game that has the agent says what is wrong with it, the others only that they do not have it.
        let is_missing =
            |error: &InputError| matches!(error.kind(), ErrorKind::Unknown | ErrorKind::Misspelt);
        if wrong.as_ref().is_none_or(|known| is_missing(known) && !is_missing(&error)) {
            wrong = Some(error);
        }
    }
    wrong.map_or(Ok(()), Err)
}

/// Serves until the input ends, or tests.
pub fn run(args: &Engine) -> anyhow::Result<()> {
    let Some(command) = &args.check else {
        if let Some(agent) = &args.agent {
            check_agent(agent)?;
        }
        engine::serve(&registry::GAMES, args.agent.as_deref(), io::stdin().lock(), io::stdout());
        return Ok(());
    };
    for game in &args.game {
        registry::open(game, Purpose::Match)?;
    }
    let found = check::check(&registry::GAMES, command, &args.game);
    for done in &found.done {
        out::line(format!("ok: {done}"))?;
    }
    for wrong in &found.wrong {
        out::line(format!("wrong: {wrong}"))?;
    }
    match found.wrong.len() {
        0 => Ok(()),
        1 => anyhow::bail!("{command} does one thing wrong: see docs/engine-protocol.md"),
        count => anyhow::bail!("{command} does {count} things wrong: see docs/engine-protocol.md"),
    }
}
