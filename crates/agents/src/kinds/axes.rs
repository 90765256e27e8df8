//! The axes of `mcts` that only some games have: rewards, other shapes of the tree, simpler worlds and
//! cheating by halves. Asking for what a game lacks is an error here.

use std::sync::Arc;

use karuta_engine::playout::{Replies, Talk};
use karuta_engine::search::mcts::{Config, GroupOf, Grouping, Identity};
use karuta_engine::worlds::{Changed, Glimpses, Pool, Whose};
use karuta_playable::parts::MakeSampler;
use karuta_playable::playable::Playable;
use karuta_playable::spec::{Args, SpecError};

use super::AgentBuilder;
use super::components::Playing;

/// The playout under `playout`, with those that only trees have.
pub(super) fn playing<G: Playable>(
    args: &Args<'_>,
    builder: &AgentBuilder<G>,
) -> Result<Playing<G>, SpecError> {
    let talk = builder.parts.papers.replies.unwrap_or(Talk::PLAIN);
    builder.playing_by(args, |round| match args.text("playout") {
        // The open games may go on for ever, and so would a line that nothing ends.
        "none" if !G::HIDDEN => {
            Err(args.bad("playout", "none", &format!("playouts: a line of {} need not end", G::NAME)))
        }
        // A tree that may not grow any more plays out after all.
        "none" => builder.playout("uniform", round),
        "lgrf" if round.is_some() => {
            Err(SpecError::new("playouts by lgrf do not stop with rounds: leave out ends="))
        }
        "lgrf" => Ok((Arc::new(move || Box::new(Replies::new(talk))), None)),
        text => builder.playout(text, round),
    })
}

/// The worlds under `worlds`, `sampler`, `peek` and `peek_at`.
pub(super) fn worlds<G: Playable>(
    args: &Args<'_>,
    builder: &AgentBuilder<G>,
) -> Result<MakeSampler<G>, SpecError> {
    let whose = [Whose::Everyone, Whose::Enemies][args.word("peek_at", &["everyone", "enemies"])?];
    let text = args.text("peek");
    if matches!(text, "on" | "off") {
        if whose == Whose::Enemies {
            return Err(args.bad("peek_at", "enemies", "a part to see of their cards: write peek=1"));
        }
        return builder.worlds(args);
    }
    let fraction = text.parse::<f64>().ok().filter(|part| (0.0..=1.0).contains(part));
    let Some(fraction) = fraction else {
        return Err(args.bad("peek", text, "on, off or a number from 0 to 1"));
    };
    let Some(draw) = builder.parts.worlds.reveal.as_ref().and_then(|reveal| reveal.partial) else {
        return Err(args.bad("peek", text, &format!("on or off: {} is not seen in parts", G::NAME)));
    };
    if args.text("sampler") != "uniform" {
        return Err(args.bad("sampler", args.text("sampler"), "uniform where cards are seen in parts"));
    }
    let glimpses = move || Box::new(Glimpses { draw, fraction, whose });
    if args.text("worlds") == "fresh" {
        return Ok(Arc::new(move || glimpses()));
    }
    let size = args.number("worlds", 1..=1_000_000)? as usize;
    Ok(Arc::new(move || Box::new(Pool::new(size, glimpses()))))
}

/// Worlds that are played on by simpler rules, under `simplify`.
pub(super) fn simplified<G: Playable>(
    args: &Args<'_>,
    builder: &AgentBuilder<G>,
    worlds: MakeSampler<G>,
) -> Result<MakeSampler<G>, SpecError> {
    if !args.switch("simplify")? {
        return Ok(worlds);
    }
    let Some(simplify) = builder.parts.papers.simplify.first() else {
        return Err(args.bad("simplify", "on", &format!("off: {} has no simpler rules", G::NAME)));
    };
    let change = simplify.part;
    Ok(Arc::new(move || Box::new(Changed { source: worlds(), change })))
}

/// The shape of the tree, under `nodes`, `groups` and `observers`.
pub(super) fn shape<G: Playable>(
    args: &Args<'_>,
    builder: &AgentBuilder<G>,
    config: &mut Config,
) -> Result<(Option<Identity<G>>, Option<GroupOf<G::Move>>), SpecError> {
    let identity = args.lookup("nodes", &builder.parts.papers.identities)?.map(|named| named.part);
    config.groups = [Grouping::None, Grouping::Layer, Grouping::Coded]
        [args.word("groups", &["off", "layer", "coded"])?];
    let group = builder.parts.papers.groups.first().map(|named| named.part);
    if config.groups != Grouping::None && group.is_none() {
        let why = format!("off: {} has no groups of moves", G::NAME);
        return Err(args.bad("groups", args.text("groups"), &why));
    }
    config.observers = args.word("observers", &["one", "all"])? == 1;
    if config.observers && !G::HIDDEN {
        return Err(args.bad("observers", "all", &format!("one: {} hides nothing", G::NAME)));
    }
    let shapes = [
        (identity.is_some(), "nodes"),
        (config.groups == Grouping::Layer, "groups"),
        (config.observers, "observers"),
    ];
    let given: Vec<&str> = shapes.iter().filter(|(is_given, _)| *is_given).map(|&(_, key)| key).collect();
    if let &[one, other, ..] = &given[..] {
        return Err(SpecError::new(format!(
            "{} takes {one}={} or {other}={}, not both",
            args.name(),
            args.text(one),
            args.text(other)
        )));
    }
    if let Some(&key) = given.first() {
        let reuses = config.reuse && key != "groups";
        if config.select.uses_amaf() || reuses {
            let other = if reuses { "reuse" } else { "select" };
            let why = format!("its default beside {other}={}", args.text(other));
            return Err(args.bad(key, args.text(key), &why));
        }
    }
    Ok((identity, group))
}
