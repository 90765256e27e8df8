//! Bandit rules from specs, for every kind that has one: `bandit=` of flat search and `select=` of trees. Knows
//! specs; what a search makes of a rule is not known here.

use std::sync::Arc;

use karuta_engine::bandit::Bandit;
use karuta_engine::search::priors::Priors;
use karuta_playable::error::InputError;
use karuta_playable::playable::Playable;
use karuta_playable::spec::{Args, Param};

use super::AgentBuilder;
use super::components::MakePlayout;

/// The names of bandits.
pub(super) const NAMES: [&str; 5] = ["ucb1", "tuned", "ismcts", "puct", "thompson"];

/// The argument of a rule that reads priors.
pub(super) const PRIOR: Param = Param {
    name: "prior",
    default: "uniform",
    help: "of puct: how promising moves look before they are tried: uniform, advice (the opinions of advice=), or a \
           policy of the game",
};

/// The rule of this name with this exploration constant; `None` for other names.
pub(super) fn named(name: &str, c: f64) -> Option<Bandit> {
    Some(match name {
        "ucb1" => Bandit::Ucb1 { c },
        "tuned" => Bandit::Tuned { c },
        // Cowling, Powley and Whitehouse write the rule without the 2.
        "ismcts" => Bandit::Ucb1 { c: c / std::f64::consts::SQRT_2 },
        "puct" => Bandit::Puct { c },
        "thompson" => Bandit::Thompson,
        _ => return None,
    })
}

/// The source of priors, as a spec asks for it.
pub(super) enum PriorSpec<G: Playable> {
    Uniform,
    Policy(MakePlayout<G>),
    Advice,
}

impl<G: Playable> PriorSpec<G> {
    /// Reads `prior` among the arguments of a rule. `is_advised` says whether the search has an advisor.
    pub fn read(
        args: &Args<'_>,
        builder: &AgentBuilder<G>,
        is_advised: bool,
    ) -> Result<PriorSpec<G>, InputError> {
        let text = args.text("prior");
        match text {
            "uniform" => Ok(PriorSpec::Uniform),
            _ if args.name() != "puct" => Err(args.bad("prior", text, "puct: no other rule reads priors")),
            "advice" if is_advised => Ok(PriorSpec::Advice),
            "advice" => Err(args.bad("prior", text, "advice= beside it")),
            _ => match builder.parts.policies.iter().find(|policy| policy.name == text) {
                Some(policy) => Ok(PriorSpec::Policy(Arc::new(policy.playout))),
                None => {
                    let names = builder.parts.policies.iter().map(|policy| policy.name);
                    Err(InputError::no_value("prior", text, ["uniform", "advice"].into_iter().chain(names)))
                }
            },
        }
    }

    /// Priors for one search.
    pub fn make(&self) -> Priors<G> {
        match self {
            PriorSpec::Uniform => Priors::Uniform,
            PriorSpec::Policy(make) => Priors::Policy(make()),
            PriorSpec::Advice => Priors::Advice,
        }
    }
}

impl<G: Playable> Clone for PriorSpec<G> {
    fn clone(&self) -> Self {
        match self {
            PriorSpec::Uniform => PriorSpec::Uniform,
            PriorSpec::Policy(make) => PriorSpec::Policy(Arc::clone(make)),
            PriorSpec::Advice => PriorSpec::Advice,
        }
    }
}
