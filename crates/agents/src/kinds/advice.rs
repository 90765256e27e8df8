//! `advice=`: another agent whose opinions a tree search starts from, or that count beside playouts. Knows
//! specs, not searches.

use karuta_playable::playable::Playable;
use karuta_playable::spec::{Args, Param, SpecError};

use super::{AgentBuilder, MakeAgent};

pub(super) const ADVICE: Param = Param {
    name: "advice",
    default: "none",
    help: "who is asked before the tree grows, in parentheses, such as (alphabeta:nodes=50000): its opinions \
           of the root's moves are where the search starts from; with time= it gets share= of that time",
};
pub(super) const TRUST: Param =
    Param { name: "trust", default: "100", help: "the visits that the opinion of advice= counts for" };
pub(super) const SHARE: Param =
    Param { name: "share", default: "0.5", help: "the part of time= that advice= may take, 0 to 1" };

/// Who advises the root, and for how many visits that counts.
pub(super) fn read<G: Playable>(
    args: &Args<'_>,
    builder: &AgentBuilder<G>,
) -> Result<Option<(MakeAgent<G>, f64)>, SpecError> {
    let trust = args.float("trust", 0.001..=1e9)?;
    let share = args.float("share", 0.0..=1.0)?;
    if args.text("advice") == "none" {
        return Ok(None);
    }
    let make = match args.optional("time") {
        None => builder.delegate(args, "advice")?,
        Some(_) => builder.delegate_for(args, "advice", args.duration("time")?.mul_f64(share))?,
    };
    Ok(Some((make, trust)))
}

pub(super) const LEANING: Param = Param {
    name: "advice",
    default: "none",
    help: "who else is asked about every move, such as dmc: by how far it thinks one above the average counts \
           lean= times beside what playouts say",
};
pub(super) const LEAN: Param =
    Param { name: "lean", default: "1", help: "how much the opinion of advice= counts, 0 to 100" };

/// Whose opinion counts beside playouts, and how much.
pub(super) fn leaning<G: Playable>(
    args: &Args<'_>,
    builder: &AgentBuilder<G>,
) -> Result<Option<(MakeAgent<G>, f64)>, SpecError> {
    let weight = args.float("lean", 0.0..=100.0)?;
    match args.text("advice") {
        "none" => Ok(None),
        _ => Ok(Some((builder.delegate(args, "advice")?, weight))),
    }
}
