//! `random`: any legal move.

use std::sync::Arc;

use karuta_engine::playout::{PolicyAgent, Uniform};
use karuta_playable::playable::Playable;
use karuta_playable::spec::{Args, Param, SpecError};

use super::{Kind, Kitchen, Make};

pub(crate) struct Random;

impl Kind for Random {
    const NAME: &'static str = "random";
    const HELP: &'static str = "every legal move equally likely";
    const PARAMS: &'static [Param] = &[];

    fn build<G: Playable>(_: &Args<'_>, _: &Kitchen<G>) -> Result<Make<G>, SpecError> {
        Ok(Arc::new(|| Box::new(PolicyAgent::new(Uniform))))
    }
}
