//! `dmc` and `dqn`: agents that make the move their net thinks best, and playouts by the same nets. The net
//! is one that comes with the program, by name, or a file that `karuta train` wrote.

use std::borrow::Cow;
use std::sync::Arc;

use karuta_engine::playout::{ByPolicy, ValueCutoff};
use karuta_learn::file::{Header, read_net};
use karuta_learn::net::Net;
use karuta_learn::player::{NetAgent, NetPolicy, NetValue, Player};
use karuta_learn::{dmc, dqn, shipped};
use karuta_playable::encoding::Encoder;
use karuta_playable::error::InputError;
use karuta_playable::playable::Playable;
use karuta_playable::spec::{Args, Param, Spec};

use super::components::{MakePlayout, PEEK};
use super::rules::RULES;
use super::{AgentBuilder, AgentKind, KindInfo, MakeAgent};
use crate::nets;

const NET: Param = Param {
    name: "net",
    default: "auto",
    help: "a net that comes with the program, by name, or a file that karuta train wrote; auto: the one that \
           comes with the program for this game and its rules",
};

pub(crate) struct Dmc;

impl Dmc {
    const INFO: KindInfo = KindInfo {
        name: dmc::NAME,
        help: "a net trained by deep Monte Carlo: it judges every move, and no search follows",
        params: Self::PARAMS,
    };
    const PARAMS: &'static [Param] = &[NET];
}

impl<G: Playable> AgentKind<G> for Dmc {
    fn info(&self) -> KindInfo {
        Self::INFO
    }

    fn suits(&self, _: &AgentBuilder<G>) -> bool {
        !names::<G>(dmc::NAME).is_empty()
    }

    fn build(&self, args: &Args<'_>, builder: &AgentBuilder<G>) -> Result<MakeAgent<G>, InputError> {
        let fitting = Fitting::<G>::read(args, builder)?;
        Ok(Arc::new(move || Box::new(NetAgent::new(fitting.player(), dmc::payoff_of))))
    }
}

pub(crate) struct Dqn;

impl Dqn {
    const INFO: KindInfo = KindInfo {
        name: dqn::NAME,
        help: "a net trained by deep Q learning, as in the Tichu report: the legal move with the \
               highest value; nets that see all hands need peek=on",
        params: Self::PARAMS,
    };
    const PARAMS: &'static [Param] = &[NET, PEEK];
}

impl<G: Playable> AgentKind<G> for Dqn {
    fn info(&self) -> KindInfo {
        Self::INFO
    }

    fn suits(&self, _: &AgentBuilder<G>) -> bool {
        !names::<G>(dqn::NAME).is_empty()
    }

    fn build(&self, args: &Args<'_>, builder: &AgentBuilder<G>) -> Result<MakeAgent<G>, InputError> {
        let peeks = args.switch("peek")? || builder.in_world;
        let fitting = Fitting::<G>::read(args, builder)?;
        if fitting.encoder.peeks && !peeks {
            let net = args.text("net");
            return Err(InputError::new(format!(
                "net {net:?} sees all hands: write {}:net={net},peek=on",
                args.name()
            )));
        }
        let scale = dqn::scale(&fitting.learner);
        Ok(Arc::new(move || Box::new(NetAgent::new(fitting.player(), scale))))
    }
}

/// Nets and what they are told.
struct Fitting<G: Playable> {
    /// By the game they were trained for; several where one is to be chosen by the rules that are played.
    nets: Vec<(String, Arc<Net>)>,
    encoder: Encoder<G>,
    /// The learner of the first.
    learner: Spec,
}

impl<G: Playable> Fitting<G> {
    /// The net under `net`, if it fits this game and kind.
    fn read(args: &Args<'_>, builder: &AgentBuilder<G>) -> Result<Fitting<G>, InputError> {
        Self::trained_by(args.name(), args, builder)
    }

    /// The same for a net of a given learner. Left to us, it is the first that comes with the program, or of
    /// those told the same way the one for the rules that are played.
    fn trained_by(kind: &str, args: &Args<'_>, builder: &AgentBuilder<G>) -> Result<Fitting<G>, InputError> {
        let name = args.text("net");
        if name != "auto" {
            let bytes = bytes::<G>(kind, name)?;
            return Self::check(name, &bytes, kind, builder).map(|(fitting, _)| fitting);
        }
        let mut found: Option<(Fitting<G>, String)> = None;
        for name in names::<G>(kind) {
            let (other, encoder) = Self::check(name, &bytes::<G>(kind, name)?, kind, builder)?;
            match &mut found {
                None => found = Some((other, encoder)),
                Some((first, same)) if *same == encoder => first.nets.extend(other.nets),
                Some(_) => {}
            }
        }
        found.map(|(fitting, _)| fitting).ok_or_else(|| {
            InputError::new(format!(
                "{kind} does not suit {}: no such net comes with the program; karuta train writes one for net=FILE",
                G::NAME
            ))
        })
    }

    /// A net, if it fits this game and kind, with the name of its encoder.
    fn check(
        name: &str,
        bytes: &[u8],
        kind: &str,
        builder: &AgentBuilder<G>,
    ) -> Result<(Fitting<G>, String), InputError> {
        let (header, net) =
            read_net(bytes).map_err(|error| InputError::new(format!("net {name:?}: {error}")))?;
        let (game, learner) = trained(&header)?;
        if game.name != G::NAME {
            return Err(InputError::new(format!("net {name:?} plays {}, not {}", game.name, G::NAME)));
        }
        if learner.name != kind {
            return Err(InputError::new(format!(
                "net {name:?} was trained by {0}, not by {kind}: write {0}:net={name}",
                learner.name,
            )));
        }
        let encoders = &builder.parts.learning.encoders;
        let Some(encoder) = encoders.iter().find(|named| named.name == header.encoder) else {
            let names: Vec<&str> = encoders.iter().map(|named| named.name).collect();
            return Err(InputError::new(format!(
                "net {name:?} is told by encoder {:?}, which {} does not have; it has {}",
                header.encoder,
                G::NAME,
                names.join(", ")
            )));
        };
        let (sizes, due) =
            ((net.shape().inputs(), net.shape().outputs), (encoder.part.inputs(), encoder.part.outputs()));
        if sizes != due {
            return Err(InputError::new(format!(
                "net {name:?} has {} inputs and {} outputs; encoder {} has {} and {}: train it anew",
                sizes.0, sizes.1, header.encoder, due.0, due.1
            )));
        }
        let nets = vec![(header.game, Arc::new(net))];
        Ok((Fitting { nets, encoder: encoder.part, learner }, header.encoder))
    }

    fn player(&self) -> Player<G> {
        Player::choosing(&self.nets, self.encoder)
    }
}

/// The game and the learner of a net.
fn trained(header: &Header) -> Result<(Spec, Spec), InputError> {
    Ok((Spec::parse(&header.game)?, Spec::parse(&header.learner)?))
}

/// The content of a net by name or path.
fn bytes<G: Playable>(kind: &str, name: &str) -> Result<Cow<'static, [u8]>, InputError> {
    nets::read(name).map_err(|error| {
        let names = names::<G>(kind);
        let known = if names.is_empty() { "none".to_string() } else { names.join(", ") };
        InputError::new(format!(
            "cannot read net {name:?}: {error}; with the program come {known}, and karuta train writes others"
        ))
    })
}

/// The nets that come with the project for a game and a kind, and are played with unasked.
fn names<G: Playable>(kind: &str) -> Vec<&'static str> {
    let inside = shipped::SHIPPED.iter().filter(|(_, bytes)| {
        let trained = read_net(bytes).ok().and_then(|(header, _)| trained(&header).ok());
        trained.is_some_and(|(trained, learner)| trained.name == G::NAME && learner.name == kind)
    });
    let beside = shipped::UNASKED.iter().filter(|(game, of, _)| *game == G::NAME && *of == kind);
    inside.map(|(name, _)| *name).chain(beside.map(|(_, _, name)| *name)).collect()
}

impl<G: Playable> AgentBuilder<G> {
    /// Playouts by a net, if that is what is asked for: without a world being sampled for every move, as an
    /// agent would.
    pub(super) fn net_playout(&self, text: &str) -> Result<Option<MakePlayout<G>>, InputError> {
        let spec = Spec::parse(text)?;
        let params = match spec.name.as_str() {
            dmc::NAME => Dmc::PARAMS,
            dqn::NAME => Dqn::PARAMS,
            _ => return Ok(None),
        };
        let params = [params, &[RULES]].concat();
        let args = Args::new(&spec, &params)?;
        if args.text(RULES.name) != RULES.default {
            return Ok(None);
        }
        // A fault of the agent is a fault with its playouts.
        let look = self.nested(text)?.peek.unwrap_or(G::view);
        let fitting = Fitting::<G>::read(&args, self)?;
        Ok(Some(Arc::new(move || Box::new(ByPolicy::new(NetPolicy::new(fitting.player(), look))))))
    }
}

/// The arguments of `playout=(value:..)`.
const VALUE_CUTOFF: &[Param] = &[
    NET,
    Param {
        name: "by",
        default: "net",
        help: "how the moves until then are made: net, uniform, or a policy of the game",
    },
    Param {
        name: "turns",
        default: "1",
        help: "the turn of the searcher at which the net judges: 1 for its next; 0 judges at once, whoever is to move",
    },
];

impl<G: Playable> AgentBuilder<G> {
    /// Playouts that are judged by a net before they end.
    pub(super) fn value_cutoff(&self, text: &str) -> Result<MakePlayout<G>, InputError> {
        let spec = Spec::parse(text)?;
        let args = Args::new(&spec, VALUE_CUTOFF)?;
        let turns = args.number("turns", 0..=1000)? as u32;
        let fitting = Fitting::<G>::trained_by(dmc::NAME, &args, self)?;
        let policy = match args.text("by") {
            "net" => None,
            name => Some(self.playout(name, None)?.0),
        };
        Ok(Arc::new(move || {
            let judge = NetValue::new(fitting.player(), G::view, dmc::payoff_of);
            let steps = match &policy {
                Some(make) => make(),
                None => Box::new(ByPolicy::new(NetPolicy::new(fitting.player(), G::view))),
            };
            Box::new(ValueCutoff::new(steps, Box::new(judge), turns, G::TEAMS))
        }))
    }
}
