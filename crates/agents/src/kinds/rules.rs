//! `rules=`: knowledge of the game in front of an agent, on every kind. Knows specs and what rules a game has.

use std::sync::Arc;

use karuta_engine::Agent;
use karuta_engine::agent::Admits;
use karuta_engine::rules_first::RulesFirst;
use karuta_playable::error::InputError;
use karuta_playable::parts::{Rule, RulePart};
use karuta_playable::playable::Playable;
use karuta_playable::spec::{Args, Param};

use crate::builder::AgentBuilder;
use crate::kind::MakeAgent;

/// The key that every kind of agent has beside its own.
pub(crate) const RULES: Param = Param {
    name: "rules",
    default: "none",
    help: "decisions made, or moves left out, by rules of the game in front of this agent, joined by +; the rule \
           named first is asked first",
};

/// A rule that was asked for.
enum Asked<G: Playable> {
    Game(Rule<G>),
    Narrow(Admits<G>),
}

impl<G: Playable> Clone for Asked<G> {
    fn clone(&self) -> Self {
        match self {
            Asked::Game(rule) => Asked::Game(*rule),
            Asked::Narrow(admits) => Asked::Narrow(Arc::clone(admits)),
        }
    }
}

impl<G: Playable> AgentBuilder<G> {
    /// The agents made by `make`, behind the rules under `rules`.
    pub(crate) fn behind_rules(
        &self,
        args: &Args<'_>,
        make: MakeAgent<G>,
    ) -> Result<MakeAgent<G>, InputError> {
        let asked = self.rules(args)?;
        if asked.is_empty() {
            return Ok(make);
        }
        Ok(Arc::new(move || put_before(&asked, make())))
    }

    /// The moves that the rules under `rules` leave to a search, for those that look at later decisions of
    /// their own seat too.
    pub(crate) fn narrowing(&self, args: &Args<'_>) -> Result<Option<Admits<G>>, InputError> {
        let admits = |asked: Asked<G>| -> Option<Admits<G>> {
            match asked {
                Asked::Narrow(admits) => Some(admits),
                Asked::Game(Rule::Narrow(admits)) => Some(Arc::new(admits)),
                Asked::Game(Rule::Decide { .. } | Rule::Read(_)) => None,
            }
        };
        let all: Vec<Admits<G>> = self.rules(args)?.into_iter().filter_map(admits).collect();
        Ok((!all.is_empty())
            .then(|| -> Admits<G> { Arc::new(move |state, mv| all.iter().all(|admits| admits(state, mv))) }))
    }

    /// The rules under `rules`, in the order in which they are named.
    fn rules(&self, args: &Args<'_>) -> Result<Vec<Asked<G>>, InputError> {
        let text = args.text(RULES.name);
        if text == RULES.default {
            return Ok(Vec::new());
        }
        let mut found: Vec<(&RulePart<G>, &str)> = Vec::new();
        let mut asked = Vec::new();
        for word in text.split('+').map(str::trim) {
            let (part, rule) = self.rule(args, word)?;
            if let Some((_, other)) = found.iter().find(|(other, _)| other.about == part.about) {
                let why = format!("one rule about {}, not both {other} and {word}", part.about);
                return Err(args.bad(RULES.name, text, &why));
            }
            found.push((part, word));
            asked.push(rule);
        }
        Ok(asked)
    }

    /// The rule that a word names.
    fn rule(&self, args: &Args<'_>, word: &str) -> Result<(&RulePart<G>, Asked<G>), InputError> {
        let known = &self.parts.rules;
        for part in known {
            match part.rule {
                Rule::Read(read) => {
                    let rest = word.strip_prefix(part.name).and_then(|rest| rest.strip_prefix('-'));
                    if let Some(rest) = rest {
                        let admits = read(rest);
                        let admits =
                            admits.map_err(|error| args.bad(RULES.name, word, &error.to_string()))?;
                        return Ok((part, Asked::Narrow(admits)));
                    }
                }
                rule @ (Rule::Decide { .. } | Rule::Narrow(_)) if part.name == word => {
                    return Ok((part, Asked::Game(rule)));
                }
                Rule::Decide { .. } | Rule::Narrow(_) => {}
            }
        }
        let names = std::iter::once(RULES.default).chain(known.iter().map(|part| part.name));
        Err(InputError::no_value(RULES.name, word, names))
    }
}

/// An agent behind rules.
fn put_before<G: Playable>(asked: &[Asked<G>], agent: Box<dyn Agent<G>>) -> Box<dyn Agent<G>> {
    let mut first = RulesFirst { deciding: Vec::new(), changes: Vec::new(), narrowing: Vec::new(), agent };
    for rule in asked {
        match rule {
            Asked::Game(Rule::Decide { make, change }) => {
                first.deciding.push(make());
                first.changes.extend(*change);
            }
            Asked::Game(Rule::Narrow(admits)) => first.narrowing.push(Arc::new(*admits)),
            Asked::Game(Rule::Read(_)) => unreachable!("a rule that is read is read"),
            Asked::Narrow(admits) => first.narrowing.push(Arc::clone(admits)),
        }
    }
    Box::new(first)
}
