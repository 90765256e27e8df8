//! `select=` of trees: a bandit rule, alone or with AMAF, and what belongs to it. Knows specs.

use karuta_engine::search::mcts::rave::{AmafRule, Rave};
use karuta_engine::search::mcts::{ParentCount, Rule, Ties};
use karuta_engine::search::papers::schulz::LinearRave;
use karuta_playable::error::InputError;
use karuta_playable::playable::Playable;
use karuta_playable::spec::{Args, Param, Spec};

use super::AgentBuilder;
use super::bandits::{self, PRIOR, PriorSpec};

pub(super) const SELECT: Param = Param {
    name: "select",
    default: "ucb1",
    help: "ucb1: mean + c*sqrt(2 ln N/n); tuned: UCB1-Tuned; ismcts: mean + c*sqrt(ln N/n), as ISMCTS was published \
           (with c=0.7); puct: mean + c*prior*sqrt(N)/(1+n), (puct:prior=POLICY) or (puct:prior=advice); thompson: \
           Thompson sampling, without c; rave: MC-RAVE after Gelly and Silver, (rave:bias=0.1); schulz-rave: that \
           of Schulz's thesis, (schulz-rave:bias=1700,early=0.99,amaf=READING). All but the last two take \
           tie=random (of equal children any, not the first) and, in hidden games, counts=parent (N counts the \
           visits of the parent, not how often the move was available)",
};

/// The arguments of every rule.
const COUNTS: Param = Param {
    name: "counts",
    default: "available",
    help: "hidden games: what N counts: available (how often the move was) or parent (its visits)",
};
const TIE: Param = Param {
    name: "tie",
    default: "first",
    help: "which of equal children is taken, untried ones for instance: first or random",
};

/// A selection rule, as a spec asks for it.
pub(super) struct SelectSpec<G: Playable> {
    pub rule: Rule,
    pub amaf: Option<AmafSpec<G>>,
    pub prior: PriorSpec<G>,
}

/// The rule under `select`, with the exploration constant under `c`.
pub(super) fn read<G: Playable>(
    args: &Args<'_>,
    builder: &AgentBuilder<G>,
    is_advised: bool,
) -> Result<SelectSpec<G>, InputError> {
    let c = args.float("c", 0.0..=100.0)?;
    let spec = Spec::parse(args.text("select"))?;
    match spec.name.as_str() {
        "rave" => {
            const BIAS: Param = Param { name: "bias", default: "0.1", help: "the supposed bias of AMAF" };
            let inner = Args::new(&spec, &[BIAS, COUNTS, TIE])?;
            let bias = inner.float("bias", 1e-9..=1e9)?;
            with_amaf(&inner, c, AmafSpec::Rave(Rave { bias }))
        }
        "schulz-rave" => {
            let inner = Args::new(&spec, SCHULZ)?;
            let rule = read_schulz(&inner, builder)?;
            with_amaf(&inner, c, AmafSpec::Schulz(rule))
        }
        name => {
            let Some(bandit) = bandits::named(name, c) else {
                let names = bandits::NAMES.into_iter().chain(["rave", "schulz-rave"]);
                return Err(InputError::no_value("select", name, names));
            };
            let inner = Args::new(&spec, &[PRIOR, COUNTS, TIE])?;
            let prior = PriorSpec::read(&inner, builder, is_advised)?;
            Ok(SelectSpec { rule: read_rule(&inner, Rule::new(bandit))?, amaf: None, prior })
        }
    }
}

fn read_rule(inner: &Args<'_>, rule: Rule) -> Result<Rule, InputError> {
    Ok(Rule {
        counts: [ParentCount::Available, ParentCount::Parent]
            [inner.word("counts", &["available", "parent"])?],
        ties: [Ties::First, Ties::Random][inner.word("tie", &["first", "random"])?],
        ..rule
    })
}

fn with_amaf<G: Playable>(inner: &Args<'_>, c: f64, amaf: AmafSpec<G>) -> Result<SelectSpec<G>, InputError> {
    let bandit = karuta_engine::bandit::Bandit::Ucb1 { c };
    Ok(SelectSpec { rule: read_rule(inner, Rule::new(bandit))?, amaf: Some(amaf), prior: PriorSpec::Uniform })
}

const SCHULZ: &[Param] = &[
    Param { name: "bias", default: "1700", help: "the parent visits at which AMAF stops counting" },
    Param {
        name: "early",
        default: "off",
        help: "a child valued above this is taken at once, in the tree and in the end: a number, or off",
    },
    Param {
        name: "amaf",
        default: "moves",
        help: "what AMAF counts: moves (each move once, as made), or a reading the game offers",
    },
    COUNTS,
    TIE,
];

fn read_schulz<G: Playable>(
    inner: &Args<'_>,
    builder: &AgentBuilder<G>,
) -> Result<LinearRave<G::Move>, InputError> {
    let early = match inner.text("early") {
        "off" => f64::INFINITY,
        _ => inner.float("early", -1000.0..=1000.0)?,
    };
    let rewrite = inner.lookup("amaf", &builder.parts.papers.amaf)?.map(|named| named.part);
    Ok(LinearRave { bias: inner.float("bias", 1e-9..=1e9)?, early, rewrite })
}

/// A use of AMAF, as a spec asks for it.
pub(super) enum AmafSpec<G: Playable> {
    Rave(Rave),
    Schulz(LinearRave<G::Move>),
}

impl<G: Playable> AmafSpec<G> {
    /// The rule for one search.
    pub fn rule(self) -> Box<dyn AmafRule<G::Move>> {
        match self {
            AmafSpec::Rave(rule) => Box::new(rule),
            AmafSpec::Schulz(rule) => Box::new(rule),
        }
    }
}

impl<G: Playable> Clone for AmafSpec<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Playable> Copy for AmafSpec<G> {}
