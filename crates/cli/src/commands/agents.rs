//! `karuta agents`: who can play, generated from the tables the agents are built from.

use clap::Args;
use karuta_agents::catalogue::CatalogueKind;
use karuta_agents::entry::Entry;
use karuta_arena::registry::GAMES;
use karuta_playable::error::InputError;
use serde_json::json;

use crate::out;
use crate::screen::Wide;
use crate::text::{hanging, wrapped};

/// List agents and their parameters.
#[derive(Args)]
#[command(after_help = "Examples:\n  karuta agents\n  karuta agents mcts\n  karuta agents --game onitama7")]
pub struct Agents {
    /// Only this agent, with its parameters.
    name: Option<String>,
    /// Only what this game can use: kinds and keys, its own agents and presets, the words for keys.
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Print the page docs/agents.md.
    #[arg(long, conflicts_with_all = ["json", "name", "game"])]
    markdown: bool,
    #[command(flatten)]
    wide: Wide,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Prints what was asked for.
pub fn run(args: &Agents) -> anyhow::Result<()> {
    if args.markdown {
        return Ok(out::text(markdown())?);
    }
    let game = args.game.as_deref().map(|name| GAMES.find(name)).transpose()?;
    if let Some(name) = args.name.as_deref().filter(|name| GAMES.find(name).is_ok()) {
        return Err(
            InputError::new(format!("{name} is a game: its agents are karuta agents --game {name}")).into()
        );
    }
    if args.json {
        return Ok(out::line(serde_json::to_string_pretty(&as_json(args.name.as_deref(), game)?)?)?);
    }
    match (&args.name, game) {
        (Some(name), game) => one(name, game, args.wide.width()),
        (None, Some(game)) => of_game(game, args.wide.width()),
        (None, None) => all(args.wide.width()),
    }
}

/// The columns at which explanations begin: of kinds, of a game's words, of parameters.
const KINDS: usize = 16;
const WORDS: usize = 25;
const PARAMS: usize = 13;

fn all(width: usize) -> anyhow::Result<()> {
    for kind in GAMES.kinds() {
        out::line(hanging(kind.name, kind.help, KINDS, width))?;
    }
    for game in GAMES.games() {
        let catalogue = game.catalogue();
        let names: Vec<&str> =
            catalogue.policies.iter().map(|p| p.0).chain(catalogue.presets.iter().map(|p| p.0)).collect();
        out::line(wrapped(&format!("\n{} also has: {}", game.name, names.join(", ")), width))?;
    }
    out::line("\nParameters: karuta agents NAME. A game's own words: karuta agents --game GAME.")?;
    Ok(())
}

fn of_game(game: &Entry, width: usize) -> anyhow::Result<()> {
    let catalogue = game.catalogue();
    out::line(format!("Agents of {}\n", game.name))?;
    for kind in &catalogue.kinds {
        let keys: Vec<&str> = kind.params.iter().map(|param| param.name).collect();
        out::line(hanging(kind.name, kind.help, WORDS, width))?;
        if !keys.is_empty() {
            out::line(hanging("", &format!("keys: {}", keys.join(", ")), WORDS, width))?;
        }
    }
    for (name, help) in &catalogue.policies {
        out::line(hanging(name, help, WORDS, width))?;
    }
    let searching =
        catalogue.presets.iter().find(|(_, spec, _)| spec.contains("time=") || spec.contains("iters="));
    let example = searching
        .map_or(String::new(), |(name, ..)| format!(" (their parameters can be changed: {name}:iters=500)"));
    out::line(format!("{}\n", wrapped(&format!("\nPresets{example}"), width)))?;
    for (name, spec, help) in &catalogue.presets {
        out::line(hanging(name, help, WORDS, width))?;
        out::line(hanging("", &format!("= {spec}"), WORDS, width))?;
    }
    for (param, words) in catalogue.words.iter().filter(|(_, words)| !words.is_empty()) {
        out::line(format!("\nWords for {param}=\n"))?;
        for (name, help) in words {
            out::line(hanging(name, help, WORDS, width))?;
        }
    }
    out::line(format!("\nDefault opponent: {}", game.opponent))?;
    Ok(())
}

fn one(name: &str, game: Option<&Entry>, width: usize) -> anyhow::Result<()> {
    if let Some(kind) = kinds(game).iter().find(|kind| kind.name == name) {
        out::line(wrapped(&format!("{}: {}\n", kind.name, kind.help), width))?;
        for param in &kind.params {
            let default = if param.default.is_empty() { "none" } else { param.default };
            out::line(hanging(&format!("  {}", param.name), param.help, PARAMS, width))?;
            out::line(hanging("", &format!("default {default}"), PARAMS, width))?;
        }
        return Ok(());
    }
    let mut found = false;
    for game in GAMES.games().iter().filter(|g| game.is_none_or(|game| game.name == g.name)) {
        let catalogue = game.catalogue();
        if let Some((_, help)) = catalogue.policies.iter().find(|p| p.0 == name) {
            out::line(wrapped(&format!("{name} of {}: {help}", game.name), width))?;
            found = true;
        }
        if let Some((_, spec, help)) = catalogue.presets.iter().find(|p| p.0 == name) {
            out::line(wrapped(&format!("{name} of {}: {help}", game.name), width))?;
            out::line(hanging("  =", spec, 4, width))?;
            found = true;
        }
    }
    if found { Ok(()) } else { Err(refused(name, game).into()) }
}

/// The kinds of agents, of a game those that suit it.
fn kinds(game: Option<&Entry>) -> Vec<CatalogueKind> {
    game.map_or_else(|| GAMES.kinds(), |game| game.catalogue().kinds)
}

/// The line about an agent that is not listed.
fn refused(name: &str, game: Option<&Entry>) -> InputError {
    match game {
        Some(game) if GAMES.kinds().iter().any(|kind| kind.name == name) => InputError::new(format!(
            "{name} does not suit {0}; karuta agents --game {0} lists those that do",
            game.name
        )),
        Some(_) | None => unknown(name),
    }
}

fn unknown(name: &str) -> InputError {
    let mut known: Vec<&str> = Vec::new();
    for catalogue in GAMES.games().iter().map(Entry::catalogue) {
        known.extend(catalogue.kinds.iter().map(|kind| kind.name));
        known.extend(catalogue.policies.iter().map(|p| p.0));
        known.extend(catalogue.presets.iter().map(|p| p.0));
    }
    known.sort_unstable();
    known.dedup();
    InputError::unknown("agent", name, known)
}

fn as_json(name: Option<&str>, game: Option<&Entry>) -> anyhow::Result<serde_json::Value> {
    let kind = |kind: &CatalogueKind| {
        let params: Vec<_> = kind
            .params
            .iter()
            .map(|p| json!({"name": p.name, "default": p.default, "help": p.help}))
            .collect();
        json!({"name": kind.name, "help": kind.help, "parameters": params})
    };
    let all = kinds(game);
    if let Some(name) = name
        && !all.iter().any(|kind| kind.name == name)
    {
        return Err(refused(name, game).into());
    }
    let kinds: Vec<_> =
        all.iter().filter(|kind| name.is_none_or(|name| name == kind.name)).map(kind).collect();
    let games: Vec<_> = GAMES
        .games()
        .iter()
        .filter(|g| game.is_none_or(|game| game.name == g.name))
        .map(|game| {
            let catalogue = game.catalogue();
            let pairs = |list: &[(&str, &str)]| -> Vec<_> {
                list.iter().map(|(name, help)| json!({"name": name, "help": help})).collect()
            };
            let presets: Vec<_> = catalogue
                .presets
                .iter()
                .map(|(name, spec, help)| json!({"name": name, "spec": spec, "help": help}))
                .collect();
            let words: serde_json::Map<String, serde_json::Value> =
                catalogue.words.iter().map(|(param, words)| ((*param).to_string(), json!(pairs(words)))).collect();
            json!({"game": game.name, "agents": pairs(&catalogue.policies), "presets": presets, "words": words,
                   "opponent": game.opponent})
        })
        .collect();
    Ok(json!({"kinds": kinds, "games": games}))
}

/// The page docs/agents.md; a test keeps the file as fresh as this.
pub fn markdown() -> String {
    let mut page = String::from(
        "# Agents\n\nGenerated by `karuta agents --markdown`; a test compares.\n\n\
         An agent is written `name:key=value,key=value`; a value in parentheses is an agent of its own.\n",
    );
    for kind in GAMES.kinds() {
        page.push_str(&format!("\n## {}\n\n{}.\n", kind.name, kind.help));
        if !kind.params.is_empty() {
            page.push_str("\n| key | default | meaning |\n| --- | --- | --- |\n");
        }
        for param in &kind.params {
            page.push_str(&format!(
                "| {} | {} | {} |\n",
                param.name,
                param.default,
                param.help.replace('|', "/")
            ));
        }
    }
    for game in GAMES.games() {
        let catalogue = game.catalogue();
        page.push_str(&format!(
            "\n## For {}\n\n{}. Default opponent: `{}`.\n",
            game.name, game.help, game.opponent
        ));
        page.push_str("\n| agent | meaning |\n| --- | --- |\n");
        for (name, help) in &catalogue.policies {
            page.push_str(&format!("| {name} | {help} |\n"));
        }
        for (name, spec, help) in &catalogue.presets {
            page.push_str(&format!("| {name} | {help}: `{spec}` |\n"));
        }
        for (param, words) in catalogue.words.iter().filter(|(_, words)| !words.is_empty()) {
            let list: Vec<String> = words.iter().map(|(name, help)| format!("`{name}` ({help})")).collect();
            page.push_str(&format!("\n`{param}=` {}.\n", list.join(", ")));
        }
    }
    page
}
