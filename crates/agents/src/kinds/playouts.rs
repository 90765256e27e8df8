//! `playout=`: uniform, a policy of the game, a small search, a net that judges, or an agent. Knows specs; what a
//! search makes of a playout is not its business.

use std::sync::Arc;

use karuta_engine::budget::Budget;
use karuta_engine::evaluation::Knowledge;
use karuta_engine::playout::{ByAgent, ByPolicy, Probe, Settle, Uniform};
use karuta_engine::search::alphabeta;
use karuta_playable::parts::RoundEnd;
use karuta_playable::playable::Playable;
use karuta_playable::spec::{Args, Param, Spec, SpecError};

use super::components::MakePlayout;
use super::{AgentBuilder, BuiltAgent};

/// A playout by name with the cut and evaluation it wants.
pub(super) type Wanted<G> = (MakePlayout<G>, Option<(u32, &'static str)>);

/// Agents in playouts may shuffle to and fro for ever; where the game can judge a position they are
/// stopped here.
const PATIENCE: u32 = 200;

impl<G: Playable> AgentBuilder<G> {
    /// The playout by name, stopping with the round where rounds are told apart.
    pub(super) fn playout(&self, text: &str, round: Option<RoundEnd<G>>) -> Result<Wanted<G>, SpecError> {
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
                (Some(_), None) => Err(SpecError::new(format!("playouts by {text} do not stop with rounds"))),
            };
        }
        if text == "probe" || text.starts_with("probe:") {
            return self.probe(text);
        }
        if text == "foresee" || text.starts_with("foresee:") {
            if round.is_some() {
                return Err(SpecError::new("foresee looks ahead by itself: leave out ends="));
            }
            return Ok((self.foresee(text)?, None));
        }
        if text == "settle" || text.starts_with("settle:") {
            return self.settle(text);
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
        let names = self.parts.policies.iter().map(|part| part.name);
        let others = ["settle", "probe", "foresee", "(an agent)"];
        Err(SpecError::no_value("playout", text, std::iter::once("uniform").chain(names).chain(others)))
    }

    /// What small searches of an open game of two seats need.
    fn open_knowledge(&self) -> Option<Knowledge<G>> {
        self.parts.two_seat.as_ref().filter(|_| !G::HIDDEN).map(|two_seat| two_seat.knowledge)
    }

    /// The playout that is a deep search.
    fn probe(&self, text: &str) -> Result<Wanted<G>, SpecError> {
        const PARAMS: &[Param] = &[
            Param { name: "nodes", default: "1000", help: "nodes alpha-beta searches from each leaf" },
            Param { name: "table", default: "16", help: "megabytes of its transposition table, 1 to 1024" },
        ];
        let spec = Spec::parse(text)?;
        let args = Args::new(&spec, PARAMS)?;
        let nodes = args.number("nodes", 1..=1_000_000_000)?;
        let mut config = alphabeta::Config::new(alphabeta::Limit::Budget(Budget::Iterations(nodes)));
        config.table_bytes = (args.number("table", 1..=1024)? as usize) << 20;
        let knowledge = self.open_knowledge().ok_or_else(|| {
            SpecError::new(format!("probe does not suit {}: it needs an open two-seat game", G::NAME))
        })?;
        let eval = self.evaluations().first().map(|part| (u32::MAX, part.name));
        Ok((Arc::new(move || Box::new(Probe::new(knowledge, config))), eval))
    }

    /// The playout that is a small search; its line ends where it may be judged, so it is never cut.
    fn settle(&self, text: &str) -> Result<Wanted<G>, SpecError> {
        const PARAMS: &[Param] =
            &[Param { name: "depth", default: "0", help: "plies looked ahead before exchanges, 0 to 4" }];
        let spec = Spec::parse(text)?;
        let args = Args::new(&spec, PARAMS)?;
        let depth = args.number("depth", 0..=4)? as usize;
        let knowledge = self.open_knowledge().ok_or_else(|| {
            SpecError::new(format!("settle does not suit {}: it needs an open two-seat game", G::NAME))
        })?;
        let eval = self.evaluations().first().map(|part| (u32::MAX, part.name));
        Ok((Arc::new(move || Box::new(Settle::new(knowledge, depth))), eval))
    }
}
