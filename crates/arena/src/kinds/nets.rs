//! `dmc` and `dqn`: agents that make the move their net thinks best, and playouts by the same nets. The net
//! is one that comes with the program, by name, or a file that `karuta train` wrote.

use std::borrow::Cow;
use std::sync::Arc;

use karuta_engine::playout::{ByPolicy, Foresight};
use karuta_games::encoding::Encoder;
use karuta_games::playable::Playable;
use karuta_games::spec::{Args, Param, Spec, SpecError};
use karuta_learn::file::{Header, read_net};
use karuta_learn::net::Net;
use karuta_learn::player::{NetAgent, NetForesight, NetPolicy, Player};
use karuta_learn::{dmc, dqn, shipped};

use super::ingredients::{MakePlayout, PEEK, SURE};
use super::{Kind, Kitchen, Make};

const NET: Param = Param {
    name: "net",
    default: "auto",
    help: "a net that comes with the program, by name, or a file that karuta train wrote; auto: the one that \
           comes with the program for this game and its rules",
};

pub(crate) struct Dmc;

impl Kind for Dmc {
    const NAME: &'static str = dmc::NAME;
    const HELP: &'static str =
        "a net trained by deep Monte Carlo: it judges every move, and no search follows";
    const PARAMS: &'static [Param] = &[NET, SURE];

    fn build<G: Playable>(args: &Args<'_>, kitchen: &Kitchen<G>) -> Result<Make<G>, SpecError> {
        let fitting = Fitting::<G>::read(args, kitchen)?;
        let make: Make<G> = Arc::new(move || Box::new(NetAgent::new(fitting.player(), dmc::payoff_of)));
        Ok(Kitchen::first_sure(kitchen.sure(args)?, make))
    }
}

pub(crate) struct Dqn;

impl Kind for Dqn {
    const NAME: &'static str = dqn::NAME;
    const HELP: &'static str = "a net trained by deep Q learning, as in the Tichu report: the legal move with the \
                                highest value; nets that see all hands need peek=on";
    const PARAMS: &'static [Param] = &[NET, PEEK];

    fn build<G: Playable>(args: &Args<'_>, kitchen: &Kitchen<G>) -> Result<Make<G>, SpecError> {
        let peeks = args.switch("peek")? || kitchen.in_world;
        let fitting = Fitting::<G>::read(args, kitchen)?;
        if fitting.encoder.peeks && !peeks {
            let net = args.text("net");
            return Err(SpecError::new(format!(
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
    /// How the first was trained.
    learner: Spec,
}

impl<G: Playable> Fitting<G> {
    /// The net under `net`, if it fits this game and kind.
    fn read(args: &Args<'_>, kitchen: &Kitchen<G>) -> Result<Fitting<G>, SpecError> {
        Self::trained_by(args.name(), args, kitchen)
    }

    /// The same for a net of a given learner. Left to us, it is the first that comes with the program, or of
    /// those told the same way the one for the rules that are played.
    fn trained_by(kind: &str, args: &Args<'_>, kitchen: &Kitchen<G>) -> Result<Fitting<G>, SpecError> {
        let name = args.text("net");
        if name != "auto" {
            let bytes = bytes::<G>(kind, name)?;
            return Self::check(name, &bytes, kind, kitchen).map(|(fitting, _)| fitting);
        }
        let mut found: Option<(Fitting<G>, String)> = None;
        for (name, bytes) in fitting(G::NAME, kind) {
            let (other, encoder) = Self::check(name, bytes, kind, kitchen)?;
            match &mut found {
                None => found = Some((other, encoder)),
                Some((first, same)) if *same == encoder => first.nets.extend(other.nets),
                Some(_) => {}
            }
        }
        found.map(|(fitting, _)| fitting).ok_or_else(|| {
            SpecError::new(format!(
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
        kitchen: &Kitchen<G>,
    ) -> Result<(Fitting<G>, String), SpecError> {
        let (header, net) =
            read_net(bytes).map_err(|error| SpecError::new(format!("net {name:?}: {error}")))?;
        let (game, learner) = trained(&header)?;
        if game.name != G::NAME {
            return Err(SpecError::new(format!("net {name:?} plays {}, not {}", game.name, G::NAME)));
        }
        if learner.name != kind {
            return Err(SpecError::new(format!(
                "net {name:?} was trained by {0}, not by {kind}: write {0}:net={name}",
                learner.name,
            )));
        }
        let encoders = &kitchen.parts.encoders;
        let Some(encoder) = encoders.iter().find(|named| named.name == header.encoder) else {
            let names: Vec<&str> = encoders.iter().map(|named| named.name).collect();
            return Err(SpecError::new(format!(
                "net {name:?} is told by encoder {:?}, which {} does not have; it has {}",
                header.encoder,
                G::NAME,
                names.join(", ")
            )));
        };
        let (sizes, due) =
            ((net.shape().inputs(), net.shape().outputs), (encoder.part.inputs(), encoder.part.outputs()));
        if sizes != due {
            return Err(SpecError::new(format!(
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
fn trained(header: &Header) -> Result<(Spec, Spec), SpecError> {
    Ok((Spec::parse(&header.game)?, Spec::parse(&header.learner)?))
}

/// The file of a net by name or path.
fn bytes<G: Playable>(kind: &str, name: &str) -> Result<Cow<'static, [u8]>, SpecError> {
    if let Some(bytes) = shipped::find(name) {
        return Ok(Cow::Borrowed(bytes));
    }
    let read = std::fs::read(name).map_err(|error| {
        let names: Vec<&str> = fitting(G::NAME, kind).map(|(name, _)| name).collect();
        let known = if names.is_empty() { "none".to_string() } else { names.join(", ") };
        SpecError::new(format!(
            "cannot read net {name:?}: {error}; with the program come {known}, and karuta train writes others"
        ))
    })?;
    Ok(Cow::Owned(read))
}

/// The nets that come with the program for a game and a kind.
fn fitting(game: &str, kind: &str) -> impl Iterator<Item = (&'static str, &'static [u8])> {
    shipped::SHIPPED.iter().copied().filter(move |(_, bytes)| {
        let trained = read_net(bytes).ok().and_then(|(header, _)| trained(&header).ok());
        trained.is_some_and(|(trained, learner)| trained.name == game && learner.name == kind)
    })
}

impl<G: Playable> Kitchen<G> {
    /// Playouts by a net, if that is what is asked for: without a world being sampled for every move, as an
    /// agent would.
    pub(super) fn net_playout(&self, text: &str) -> Result<Option<MakePlayout<G>>, SpecError> {
        let spec = Spec::parse(text)?;
        let params = match spec.name.as_str() {
            Dmc::NAME => Dmc::PARAMS,
            Dqn::NAME => Dqn::PARAMS,
            _ => return Ok(None),
        };
        let args = Args::new(&spec, params)?;
        if spec.name == Dmc::NAME && args.switch("sure")? {
            return Ok(None);
        }
        // What is wrong with the agent is wrong with its playouts.
        let look = self.nested(text)?.peek.unwrap_or(G::view);
        let fitting = Fitting::<G>::read(&args, self)?;
        Ok(Some(Arc::new(move || Box::new(ByPolicy::new(NetPolicy::new(fitting.player(), look))))))
    }
}

/// What `playout=(foresee:..)` takes.
const FORESEE: &[Param] = &[
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

impl<G: Playable> Kitchen<G> {
    /// Playouts that are judged by a net before they end.
    pub(super) fn foresee(&self, text: &str) -> Result<MakePlayout<G>, SpecError> {
        let spec = Spec::parse(text)?;
        let args = Args::new(&spec, FORESEE)?;
        let turns = args.number("turns", 0..=1000)? as u32;
        let fitting = Fitting::<G>::trained_by(Dmc::NAME, &args, self)?;
        let policy = match args.text("by") {
            "net" => None,
            name => Some(self.playout(name, None)?.0),
        };
        Ok(Arc::new(move || {
            let judge = NetForesight::new(fitting.player(), G::view, dmc::payoff_of);
            let steps = match &policy {
                Some(make) => make(),
                None => Box::new(ByPolicy::new(NetPolicy::new(fitting.player(), G::view))),
            };
            Box::new(Foresight::new(steps, Box::new(judge), turns, G::TEAMS))
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry;
    use crate::train::nets::Lessons;
    use karuta_engine::{Decision, Game, Rng};
    use karuta_games::hanamikoji::Hanamikoji;
    use karuta_games::playable::Purpose;
    use karuta_games::tichu::Tichu;

    /// A net that knows nothing, in a file of its own.
    fn file(name: &str, game: &str, learner: &str) -> String {
        let lessons = Lessons {
            learner: learner.into(),
            seed: 1,
            opponent: None,
            deals: 1,
            threads: 1,
            commit: "none".into(),
        };
        let game = registry::open(game, Purpose::Match).expect("a game");
        let net = game.net_training(&lessons, None).expect("a training").net();
        let path = std::env::temp_dir().join(format!("karuta-{}-{name}", std::process::id()));
        std::fs::write(&path, net).expect("a file");
        path.to_string_lossy().into_owned()
    }

    #[test]
    fn nets_play_and_play_out() {
        let net = file("plays", "hanamikoji", "dmc:hidden=8");
        let kitchen = Kitchen::<Hanamikoji>::new(false);
        let mut rng = Rng::new(1);
        for spec in [
            format!("dmc:net={net}"),
            format!("mcts:iters=20,playout=(dmc:net={net})"),
            format!("flat:each=2,playout=(dmc:net={net}),presampled=on"),
            format!("flat:each=2,playout=(foresee:net={net},by=thesis-random)"),
            format!("flat:iters=20,advice=(dmc:net={net}),lean=0.5"),
            format!("mcts:iters=20,playout=(foresee:net={net},turns=0)"),
        ] {
            let recipe = kitchen.recipe(&spec).expect(&spec);
            let state = Hanamikoji::new(karuta_games::hanamikoji::rules::Rules::FAIR, 3);
            let view = state.view(0);
            let decision = Decision { seat: 0, view: &view, history: &[] };
            let choice = (recipe.make)().choose(&decision, &mut rng);
            let mut moves = Vec::new();
            state.moves(&mut moves);
            assert!(moves.contains(&choice.mv) && choice.ranked.len() == moves.len());
            assert_eq!(choice.ranked[0].mv, choice.mv);
        }
        std::fs::remove_file(net).expect("it is there");
    }

    #[test]
    fn nets_that_do_not_fit_are_refused_in_one_line() {
        let hidden = file("hidden", "hanamikoji", "dmc:hidden=8");
        let open = file("open", "tichu:rules=report", "dqn:encoder=report-17");
        let fair = file("fair", "tichu:rules=report", "dqn:encoder=fair-17");
        let kitchen = Kitchen::<Tichu>::new(false);
        let error = |spec: String| kitchen.recipe(&spec).map(|_| ()).expect_err("an error").to_string();
        assert!(error(format!("dmc:net={hidden}")).contains("plays hanamikoji, not tichu"));
        assert!(error(format!("dmc:net={fair}")).contains("was trained by dqn"));
        assert!(error(format!("dqn:net={open}")).contains("write dqn:net="));
        assert!(error(format!("mcts:playout=(dqn:net={open})")).contains("peek=on"));
        assert!(error("dqn:net=/no/such/net".into()).contains("karuta train writes others"));
        let broken = file("broken", "hanamikoji", "dmc:hidden=8");
        std::fs::write(&broken, "hello").expect("a file");
        assert!(error(format!("dmc:net={broken}")).contains("no safetensors file"));
        assert!(error("flat:playout=foresee,presampled=on".into()).contains("presampled"));
        assert!(error(format!("flat:playout=(foresee:net={fair})")).contains("was trained by dqn"));
        for good in [format!("dqn:net={fair}"), format!("dqn:net={open},peek=on")] {
            kitchen.recipe(&good).map(|_| ()).expect(&good);
            kitchen.recipe(&format!("mcts:playout=({good})")).map(|_| ()).expect(&good);
        }
        for advised in
            ["mcts:iters=5,advice=dmc", "mcts:time=1ms,advice=dmc", "flat:iters=5,advice=dmc,lean=2"]
        {
            kitchen.recipe(advised).map(|_| ()).expect(advised);
        }
        assert!(error("mcts:advice=dmc,groups=layer".into()).contains("groups="));
        [hidden, open, fair, broken].iter().for_each(|path| std::fs::remove_file(path).expect("it is there"));
    }

    #[test]
    fn nets_that_come_with_the_program_play() {
        for (name, bytes) in shipped::SHIPPED {
            assert!(bytes.len() < 5_000_000, "{name} has {} bytes", bytes.len());
            let (header, _) = read_net(bytes).expect(name);
            let (game, kind) = trained(&header).expect(name);
            let peek = if header.encoder.starts_with("report-") { ",peek=on" } else { "" };
            let spec = format!("{}:net={name}{peek}", kind.name);
            let entry = registry::find(&game.name).expect(name);
            let specs: Vec<String> =
                (0..entry.teams).map(|team| if team == 0 { spec.clone() } else { "random".into() }).collect();
            let contest = registry::open(&header.game, Purpose::Match).expect(name).contest(&specs, 1);
            assert!(contest.expect(name).play_group(0, &|| false).is_some());
        }
    }
}
