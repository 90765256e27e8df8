//! The objective of a search, read from its spec: the second method of Okubo's paper on Daihinmin.

use karuta_engine::objective::Objective;
use karuta_playable::error::InputError;
use karuta_playable::playable::Playable;
use karuta_playable::spec::{Args, Param};

pub(super) const TARGET: Param = Param {
    name: "target",
    default: "none",
    help: "the seat method= is about, counted from one's own: 1 for the next, or none",
};

pub(super) const METHOD: Param = Param {
    name: "method",
    default: "I",
    help: "what is wanted of the target: I lowers its payoff, II raises it, IIIa takes of the two best moves the \
           worse one for it (flat only), IIIb counts one's own payoff less the target's",
};

/// The objective under `target` and `method`.
pub(super) fn read<G: Playable>(args: &Args<'_>) -> Result<Objective, InputError> {
    let method = args.word("method", &["I", "II", "IIIa", "IIIb"])?;
    if args.text("target") == "none" {
        if args.is_given("method") {
            return Err(args.bad("method", args.text("method"), "target= beside it"));
        }
        return Ok(Objective::Own);
    }
    let after = args.number("target", 1..=G::SEATS as u64 - 1)? as usize;
    Ok([
        Objective::Lower(after),
        Objective::Raise(after),
        Objective::LowerOfTwo(after),
        Objective::Lead(after),
    ][method])
}
