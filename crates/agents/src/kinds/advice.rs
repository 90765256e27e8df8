//! `advice=`: another agent whose opinions a tree search starts from, or that count beside playouts. Knows
//! specs, not searches.

use karuta_playable::error::InputError;
use karuta_playable::playable::Playable;
use karuta_playable::spec::{Args, Param, Spec};

use super::{AgentBuilder, MakeAgent};

/// `advice=` of trees.
pub(super) const PRIOR_ADVICE: Param = Param {
    name: "advice",
    default: "none",
    help: "who is asked before the tree grows, such as (alphabeta:nodes=50000): its opinions of the root's moves are \
           where the search starts from. (prior:agent=(AGENT),visits=100,share=0.5) says for how many visits they \
           count and what part of time= the agent may take",
};

/// `advice=` of flat search.
pub(super) const BLENDED_ADVICE: Param = Param {
    name: "advice",
    default: "none",
    help: "who else is asked about every move, such as dmc: how far a move is above the average in its opinion is \
           added to the mean of the playouts; (blend:agent=(AGENT),weight=1,visits=V) says with what weight, 0 to 100, \
           and after how many playouts of a move half of it is left (never unless told)",
};

const AGENT: Param = Param { name: "agent", default: "", help: "who is asked" };

/// The advisor of a tree, and for how many visits its opinions count.
pub(super) fn read_prior<G: Playable>(
    args: &Args<'_>,
    builder: &AgentBuilder<G>,
) -> Result<Option<(MakeAgent<G>, f64)>, InputError> {
    const PARAMS: &[Param] = &[
        AGENT,
        Param { name: "visits", default: "100", help: "the visits that its opinions count for" },
        Param { name: "share", default: "0.5", help: "the part of time= that it may take, 0 to 1" },
    ];
    let Some((agent, spec)) = asked(args, "prior")? else { return Ok(None) };
    let inner = Args::new(&spec, PARAMS)?;
    let share = inner.float("share", 0.0..=1.0)?;
    let make = match args.optional("time") {
        None => builder.delegate_to(args, "advice", &agent)?,
        Some(_) => builder.delegate_for(args, "advice", &agent, args.duration("time")?.mul_f64(share))?,
    };
    Ok(Some((make, inner.float("visits", 0.001..=1e9)?)))
}

/// The advisor of flat search.
pub(super) struct Blended<G: Playable> {
    /// Makes the one who is asked.
    pub make: MakeAgent<G>,
    /// The weight of its opinion.
    pub weight: f64,
    /// The playouts of a move after which half of the weight is left.
    pub visits: Option<f64>,
}

/// The advisor of flat search, and how its opinion counts.
pub(super) fn read_blend<G: Playable>(
    args: &Args<'_>,
    builder: &AgentBuilder<G>,
) -> Result<Option<Blended<G>>, InputError> {
    const PARAMS: &[Param] = &[
        AGENT,
        Param { name: "weight", default: "1", help: "the weight of its opinion, 0 to 100" },
        Param { name: "visits", default: "", help: "the playouts of a move after which half of it is left" },
    ];
    let Some((agent, spec)) = asked(args, "blend")? else { return Ok(None) };
    let inner = Args::new(&spec, PARAMS)?;
    let weight = inner.float("weight", 0.0..=100.0)?;
    let visits = inner.optional("visits").map(|_| inner.float("visits", 0.001..=1e9)).transpose()?;
    Ok(Some(Blended { make: builder.delegate_to(args, "advice", &agent)?, weight, visits }))
}

/// The agent under `advice`, and what is said about it in parentheses that begin with `word`.
fn asked(args: &Args<'_>, word: &str) -> Result<Option<(String, Spec)>, InputError> {
    let text = args.text("advice");
    if text == "none" {
        return Ok(None);
    }
    let spec = Spec::parse(text)?;
    if spec.name != word {
        return Ok(Some((text.to_string(), Spec { name: word.to_string(), args: Vec::new() })));
    }
    match spec.value("agent") {
        Some(agent) => Ok(Some((agent.to_string(), spec.clone()))),
        None => Err(args.bad("advice", text, &format!("({word}:agent=(AGENT),..)"))),
    }
}
