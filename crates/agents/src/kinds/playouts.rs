//! `playout=`: uniform, a policy of the game, a small search, a net that judges, or an agent. Knows specs; what a
//! search makes of a playout is not known here.

use std::sync::Arc;

use karuta_engine::evaluation::Knowledge;
use karuta_engine::playout::{ByAgent, ByPolicy, QuiescencePlayout, Uniform};
use karuta_playable::encoding::{Encoder, MoveCode};
use karuta_playable::error::InputError;
use karuta_playable::old_spellings;
use karuta_playable::parts::RoundEnd;
use karuta_playable::playable::Playable;
use karuta_playable::spec::{Args, Param, Spec};

use super::components::MakePlayout;
use super::{AgentBuilder, BuiltAgent};

/// A playout by name with the cut and evaluation it wants.
pub(super) type Wanted<G> = (MakePlayout<G>, Option<(u32, &'static str)>);

/// Agents in playouts may shuffle to and fro for ever; where the game can judge a position they are
/// stopped here.
const PATIENCE: u32 = 200;

/// A value of `playout`, taken apart.
pub(super) struct Asked {
    /// The playout itself.
    pub playout: String,
    /// The arguments about its cut and its evaluation.
    pub judged: Spec,
}

/// The arguments of every playout but an agent.
pub(super) const JUDGED: &[Param] = &[
    Param {
        name: "cut",
        default: "auto",
        help: "plies after which a playout is cut and judged: a number (0 judges the leaf itself), off, or auto \
               (as the playout wants it)",
    },
    Param {
        name: "eval",
        default: "auto",
        help: "the evaluation that judges cut playouts, auto as the playout wants it",
    },
    Param {
        name: "judge",
        default: "sign",
        help: "how an evaluation becomes a payoff: sign (whoever is ahead has won) or the points that are worth \
               73 %",
    },
];

/// Playouts that take a tree, with help.
const TREE_ONLY: [(&str, &str); 2] = [
    ("lgrf", "last good replies with forgetting (mcts only)"),
    ("none", "no playout: the tree goes on to the end (mcts only)"),
];

impl<G: Playable> AgentBuilder<G> {
    /// Takes apart a value of `playout`. The arguments of an agent are its own.
    pub(super) fn asked_playout(&self, text: &str) -> Result<Asked, InputError> {
        let mut spec = Spec::parse(text)?;
        let mut judged = Spec { name: String::from("playout"), args: Vec::new() };
        if self.kind(&spec.name).is_some() || self.preset(&spec.name).is_some() {
            return Ok(Asked { playout: text.to_string(), judged });
        }
        let is_about = |key: &str| JUDGED.iter().any(|param| param.name == key);
        (judged.args, spec.args) = spec.args.into_iter().partition(|(key, _)| is_about(key));
        Ok(Asked { playout: spec.to_string(), judged })
    }

    /// The playout by name, stopping with the round where rounds are told apart.
    pub(super) fn playout(&self, text: &str, round: Option<RoundEnd<G>>) -> Result<Wanted<G>, InputError> {
        if text == "uniform" {
            return Ok(match round {
                Some(round) => (Arc::new(round.uniform), None),
                None => (Arc::new(|| Box::new(ByPolicy::new(Uniform))), None),
            });
        }
        if let Some(part) = self.parts.policies.iter().find(|part| part.name == text) {
            return match (round, part.round) {
                (None, _) => Ok((Arc::new(part.playout), part.cut)),
                (Some(_), Some(stopping)) => Ok((Arc::new(stopping), None)),
                (Some(_), None) => {
                    Err(InputError::new(format!("playouts by {text} do not stop with rounds")))
                }
            };
        }
        if text == "value" || text.starts_with("value:") {
            if round.is_some() {
                return Err(InputError::new("playout=value stops by itself: leave out ends="));
            }
            return Ok((self.value_cutoff(text)?, None));
        }
        if text == "quiescence" || text.starts_with("quiescence:") {
            return self.quiescence(text);
        }
        let name = text.split(':').next().unwrap_or(text);
        if let Some(line) = old_spellings::of_value("playout", text).filter(|_| self.kind(name).is_none()) {
            return Err(line);
        }
        if text.contains(':') || self.preset(text).is_some() || self.kind(text).is_some() {
            let cut = self.evaluations().first().map(|part| (PATIENCE, part.name));
            if round.is_none()
                && let Some(make) = self.net_playout(text)?
            {
                return Ok((make, cut));
            }
            let BuiltAgent { make, peek, .. } = self.nested(text)?;
            return Ok((
                Arc::new(move || {
                    Box::new(ByAgent::new(make()).seeing(peek).within(round.map(|round| round.number)))
                }),
                cut,
            ));
        }
        if TREE_ONLY.iter().any(|&(name, _)| name == text) {
            return Err(InputError::new(format!("playout={text} needs a tree: only mcts has it")));
        }
        let words = self.playout_words();
        let names = words.iter().map(|&(name, _)| name).filter(|name| !name.starts_with('('));
        Err(InputError::no_value("playout", text, names.chain(std::iter::once("(an agent)"))))
    }

    /// The values that `playout` takes in this game, with help.
    pub(crate) fn playout_words(&self) -> Vec<(&'static str, &'static str)> {
        let mut words = vec![("uniform", "every legal move equally likely")];
        words.extend(self.parts.policies.iter().map(|part| (part.name, part.help)));
        words.extend(TREE_ONLY);
        if self.open_knowledge().is_some() {
            let help = "a small search plays exchanges out; (quiescence:depth=2) looks ahead first";
            words.push(("quiescence", help));
        }
        let is_input = |encoder: &Encoder<G>| matches!(encoder.moves, MoveCode::Inputs { .. });
        if self.parts.learning.encoders.iter().any(|named| is_input(&named.part)) {
            let help = "a net values the searcher's next turn; (value:net=FILE,by=POLICY,turns=1)";
            words.push(("value", help));
        }
        if !self.evaluations().is_empty() {
            words.push(("(uniform:cut=10)", JUDGED[0].help));
            words.push(("(uniform:eval=NAME)", JUDGED[1].help));
            words.push(("(uniform:judge=200)", JUDGED[2].help));
        }
        words
    }

    /// The knowledge for small searches of an open game of two seats.
    fn open_knowledge(&self) -> Option<Knowledge<G>> {
        self.parts.two_seat.as_ref().filter(|_| !G::HIDDEN).map(|two_seat| two_seat.knowledge)
    }

    /// The playout that is a small search; its line ends where it may be judged, so it is never cut.
    fn quiescence(&self, text: &str) -> Result<Wanted<G>, InputError> {
        const PARAMS: &[Param] =
            &[Param { name: "depth", default: "0", help: "plies looked ahead before exchanges, 0 to 4" }];
        let spec = Spec::parse(text)?;
        let args = Args::new(&spec, PARAMS)?;
        let depth = args.number("depth", 0..=4)? as usize;
        let knowledge = self.open_knowledge().ok_or_else(|| {
            InputError::new(format!("quiescence does not suit {}: it needs an open two-seat game", G::NAME))
        })?;
        let eval = self.evaluations().first().map(|part| (u32::MAX, part.name));
        Ok((Arc::new(move || Box::new(QuiescencePlayout::new(knowledge, depth))), eval))
    }
}
