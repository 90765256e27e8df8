//! The axes of `mcts` that only some games have: rewards, simpler worlds and
//! cheating by halves. Asking for what a game lacks is an error here.

use std::sync::Arc;

use karuta_engine::playout::{Replies, ReplyRule};
use karuta_engine::worlds::{Changed, PartiallyRevealed, Pool, Whose};
use karuta_playable::error::InputError;
use karuta_playable::parts::MakeSampler;
use karuta_playable::playable::Playable;
use karuta_playable::spec::Args;

use super::components::Playing;
use super::{AgentBuilder, memory};

/// The playout under `playout`, with those that only trees have.
pub(super) fn playing<G: Playable>(
    args: &Args<'_>,
    builder: &AgentBuilder<G>,
) -> Result<Playing<G>, InputError> {
    let replies = builder.parts.papers.replies.unwrap_or(ReplyRule::PLAIN);
    builder.playing_by(args, |text, round| match text {
        // The open games may go on for ever, and so would a line that nothing ends.
        "none" if !G::HIDDEN => {
            Err(args.bad("playout", "none", &format!("playouts: a line of {} need not end", G::NAME)))
        }
        // A tree that may not grow any more plays out after all.
        "none" => builder.playout("uniform", round),
        "lgrf" if round.is_some() => {
            Err(InputError::new("playouts by lgrf do not stop with rounds: leave out ends="))
        }
        "lgrf" => Ok((Arc::new(move || Box::new(Replies::new(replies))), None)),
        _ => builder.playout(text, round),
    })
}

/// The worlds under `worlds`, `sampler` and `peek`.
pub(super) fn worlds<G: Playable>(
    args: &Args<'_>,
    builder: &AgentBuilder<G>,
) -> Result<MakeSampler<G>, InputError> {
    let text = args.text("peek");
    if matches!(text, "on" | "off") {
        return builder.worlds(args, &["fresh"]);
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
    let glimpses = move || Box::new(PartiallyRevealed { draw, fraction, whose: Whose::Everyone });
    if args.text("worlds") == "fresh" {
        return Ok(Arc::new(move || glimpses()));
    }
    let size = args.number("worlds", 1..=1_000_000)?;
    memory::check(args, "worlds", size, size_of::<G>())?;
    let size = size as usize;
    Ok(Arc::new(move || Box::new(Pool::new(size, glimpses()))))
}

/// Worlds that are played on by simpler rules, under `simplify`.
pub(super) fn simplified<G: Playable>(
    args: &Args<'_>,
    builder: &AgentBuilder<G>,
    worlds: MakeSampler<G>,
) -> Result<MakeSampler<G>, InputError> {
    if !args.switch("simplify")? {
        return Ok(worlds);
    }
    let Some(simplify) = builder.parts.papers.simplify.first() else {
        return Err(args.bad("simplify", "on", &format!("off: {} has no simpler rules", G::NAME)));
    };
    let change = simplify.part;
    Ok(Arc::new(move || Box::new(Changed { source: worlds(), change })))
}
