//! `random`: any legal move.

use std::sync::Arc;

use karuta_engine::playout::{PolicyAgent, Uniform};
use karuta_playable::error::InputError;
use karuta_playable::playable::Playable;
use karuta_playable::spec::{Args, Param};

use super::{AgentBuilder, AgentKind, KindInfo, MakeAgent};

pub(crate) struct Random;

impl Random {
    const INFO: KindInfo =
        KindInfo { name: "random", help: "every legal move equally likely", params: Self::PARAMS };
    const PARAMS: &'static [Param] = &[];
}

impl<G: Playable> AgentKind<G> for Random {
    fn info(&self) -> KindInfo {
        Self::INFO
    }

    fn build(&self, _: &Args<'_>, _: &AgentBuilder<G>) -> Result<MakeAgent<G>, InputError> {
        Ok(Arc::new(|| Box::new(PolicyAgent::new(Uniform))))
    }
}
