//! What several kinds of agents are made from, read from their specs: playouts with their judgement,
//! worlds, evaluations, exact endings.

use std::sync::Arc;

use karuta_engine::Seat;
use karuta_engine::agent::Admits;
use karuta_engine::chances::{Chances, StandIns};
use karuta_engine::evaluation::{Evaluate, Judge, Judged, Knowledge, Oracle, Outlook};
use karuta_engine::playout::{Leaves, Playout, Round};
use karuta_engine::search::flat::Tie;
use karuta_engine::sure::{Sure, SureFirst};
use karuta_engine::worlds::{Changed, Determinizer, Fresh, Pool};
use karuta_playable::playable::{Playable, Stage, Store, TextError};
use karuta_playable::spec::{Args, Param, Spec, SpecError};

use super::playouts::Wanted;
use super::{AgentBuilder, MakeAgent};

pub(super) const PLAYOUT: Param = Param {
    name: "playout",
    default: "uniform",
    help: "uniform, a policy of the game, settle (exchanges are played out as a small search sees fit; \
           (settle:depth=2) looks ahead first), probe (alpha-beta judges the leaf; (probe:nodes=1000)), \
           foresee (a net judges at the searcher's next turn; (foresee:net=FILE,by=learned,turns=1)), or an agent in \
           parentheses",
};

pub(super) const CUT: Param = Param {
    name: "cut",
    default: "auto",
    help: "plies after which a playout is cut and judged: a number (0 judges the leaf itself), off, or auto \
           (as the playout wants it)",
};

pub(super) const EVAL: Param = Param {
    name: "eval",
    default: "auto",
    help: "the evaluation that judges cut playouts, auto as the playout wants it",
};

pub(super) const JUDGE: Param = Param {
    name: "judge",
    default: "sign",
    help: "how an evaluation becomes a payoff: sign (whoever is ahead has won) or the points that are worth \
           73 %",
};

pub(super) const WORLDS: Param = Param {
    name: "worlds",
    default: "fresh",
    help: "hidden games: fresh (a new world each time) or how many to draw per move and use in turn",
};

pub(super) const SAMPLER: Param = Param {
    name: "sampler",
    default: "uniform",
    help: "hidden games: how worlds are drawn: uniform (every one that fits), or a way of the game's own, some \
           with a table in parentheses: (single:prior=FILE)",
};

pub(super) const PEEK: Param = Param {
    name: "peek",
    default: "off",
    help: "hidden games: on lets the agent see what it must not (chance stays hidden); its spec says so",
};

pub(super) const ENDGAME: Param =
    Param { name: "endgame", default: "", help: "a file of exact endings, made by karuta solve" };

pub(super) const TIE: Param =
    Param { name: "tie", default: "random", help: "which of equal moves is played: first, last or random" };

/// Which of equal moves is played, under `tie`.
pub(super) fn read_tie(args: &Args<'_>) -> Result<Tie, SpecError> {
    Ok([Tie::First, Tie::Last, Tie::Lot][args.word("tie", &["first", "last", "random"])?])
}

pub(super) const ORDER: Param = Param {
    name: "order",
    default: "free",
    help: "the order of actions the agent binds itself to, free for none; playouts stay free",
};

pub(super) const CONSIDER: Param = Param {
    name: "consider",
    default: "all",
    help: "the moves that are tried: all, or a narrower choice that the game offers; playouts stay free",
};

pub(super) const OFFERS: Param = Param {
    name: "offers",
    default: "random",
    help: "how an offer of its own that waits for an answer is judged: random (played on like anything else) \
           or a way the game offers",
};

pub(super) const PRESAMPLED: Param = Param {
    name: "presampled",
    default: "off",
    help: "games of several rounds: on ends every line with the round and looks up what the next one is worth            in the table that comes with the game; (array:table=FILE) or (tree:table=FILE) in one of your own,            kept as an array or a tree",
};

pub(super) const PLACES: Param = Param {
    name: "places",
    default: "auto",
    help: "games of places: what each is worth, auto as the game has it; searches then look no further than \
           the game being played",
};

pub(super) const SURE: Param = Param {
    name: "sure",
    default: "off",
    help: "on: moves that the game knows to be right are made without a search",
};

/// What a value in parentheses takes that names a table.
const TABLE: &[Param] = &[Param { name: "table", default: "", help: "a file made by karuta lab" }];

/// The text of a table that a study made.
fn read_table(path: &str) -> Result<String, SpecError> {
    std::fs::read_to_string(path).map_err(|error| {
        SpecError::new(format!("cannot read table {path:?}: {error}; karuta lab run makes one"))
    })
}

/// Makes playouts.
pub(super) type MakePlayout<G> = Arc<dyn Fn() -> Box<dyn Playout<G>> + Send + Sync>;

/// Makes determinizers.
pub(super) type MakeWorlds<G> = Arc<dyn Fn() -> Box<dyn Determinizer<G>> + Send + Sync>;

/// A playout, where it is cut, and how it is judged then.
pub(super) struct Playing<G: Playable> {
    pub make: MakePlayout<G>,
    pub cut: u32,
    pub outlook: Option<Arc<dyn Outlook<G>>>,
    pub round: Option<Round<G>>,
}

impl<G: Playable> Clone for Playing<G> {
    fn clone(&self) -> Self {
        Playing { make: Arc::clone(&self.make), outlook: self.outlook.clone(), ..*self }
    }
}

impl<G: Playable> Playing<G> {
    /// How leaves are valued by this.
    pub(super) fn leaves(&self) -> Leaves<G> {
        Leaves::new((self.make)(), self.cut, self.outlook.clone()).within(self.round)
    }
}

impl<G: Playable> AgentBuilder<G> {
    /// The playout under `playout`, `cut`, `eval`, `judge` and `presampled`.
    pub(super) fn playing(&self, args: &Args<'_>) -> Result<Playing<G>, SpecError> {
        self.playing_by(args, |round| self.playout(args.text("playout"), round))
    }

    /// The same with a playout from elsewhere, which is told whether to stop with the round.
    pub(super) fn playing_by(
        &self,
        args: &Args<'_>,
        playout: impl FnOnce(Option<Round<G>>) -> Result<Wanted<G>, SpecError>,
    ) -> Result<Playing<G>, SpecError> {
        let prospects = self.prospects(args)?;
        let round = prospects.as_ref().map(|(round, _)| *round);
        let (make, wanted) = playout(round)?;
        let cut = match args.text("cut") {
            "auto" => wanted.map_or(u32::MAX, |(plies, _)| plies),
            "off" => u32::MAX,
            _ => args.number("cut", 0..=1_000_000)? as u32,
        };
        let judge = match args.text("judge") {
            "sign" => Judge::Sign,
            _ => Judge::Logistic { scale: args.float("judge", 1e-6..=1e9)? },
        };
        let name = match (args.text("eval"), wanted) {
            ("auto", Some((_, name))) => Some(name),
            ("auto", None) => self.parts.evaluations.first().map(|part| part.name),
            (name, _) => Some(name),
        };
        let found = name.map(|name| self.evaluation(name)).transpose()?;
        if cut != u32::MAX && found.is_none() {
            return Err(SpecError::new(format!("{} has no evaluation to judge cut playouts by", G::NAME)));
        }
        if let Some((round, outlook)) = prospects {
            if args.text("cut") != "auto" || args.text("eval") != "auto" {
                let why = "off beside cut or eval: the table judges where rounds end";
                return Err(args.bad("presampled", args.text("presampled"), why));
            }
            return Ok(Playing { make, cut: u32::MAX, outlook: Some(outlook), round: Some(round) });
        }
        let outlook = found.map(|evaluate| Arc::new(Judged { evaluate, judge }) as Arc<dyn Outlook<G>>);
        Ok(Playing { make, cut, outlook, round: None })
    }

    /// Playouts and worlds that end with the game being played, under `places`.
    pub(super) fn within_places(
        &self,
        args: &Args<'_>,
        mut playing: Playing<G>,
        worlds: MakeWorlds<G>,
    ) -> Result<(Playing<G>, MakeWorlds<G>), SpecError> {
        let text = args.text("places");
        let Some(places) = &self.parts.places else {
            return match text {
                "auto" => Ok((playing, worlds)),
                _ => Err(args.bad("places", text, &format!("auto: {} has no places", G::NAME))),
            };
        };
        let text = if text == "auto" { places.usual } else { text };
        let bad = |error: TextError| args.bad("places", text, &error.to_string());
        let outlook = match text.contains(':') {
            false => (places.read)(text).map_err(bad)?,
            true => {
                let spec = Spec::parse(text)?;
                let path = Args::new(&spec, TABLE)?.optional("table").map(String::from).unwrap_or_default();
                (places.measured)(&spec.name, &read_table(&path)?).map_err(bad)?
            }
        };
        playing.outlook = Some(outlook);
        let change = places.shorten;
        Ok((playing, Arc::new(move || Box::new(Changed { source: worlds(), change }))))
    }

    /// What makes moves that need no search, under `sure`.
    pub(super) fn sure(&self, args: &Args<'_>) -> Result<Option<fn() -> Box<dyn Sure<G>>>, SpecError> {
        if !args.switch("sure")? {
            return Ok(None);
        }
        match self.parts.sure {
            Some(sure) => Ok(Some(sure)),
            None => Err(args.bad("sure", "on", &format!("off: {} knows no moves to be right", G::NAME))),
        }
    }

    /// The agents made by `make`, asked only where nothing is sure.
    pub(super) fn first_sure(sure: Option<fn() -> Box<dyn Sure<G>>>, make: MakeAgent<G>) -> MakeAgent<G> {
        match sure {
            None => make,
            Some(sure) => Arc::new(move || Box::new(SureFirst { sure: sure(), agent: make() })),
        }
    }

    /// What rounds are worth under `presampled`.
    #[allow(clippy::type_complexity)]
    pub(super) fn prospects(
        &self,
        args: &Args<'_>,
    ) -> Result<Option<(Round<G>, Arc<dyn Outlook<G>>)>, SpecError> {
        let text = args.text("presampled");
        if text == "off" {
            return Ok(None);
        }
        let Some(rounds) = &self.parts.rounds else {
            return Err(args.bad("presampled", text, &format!("off: {} has no table of rounds", G::NAME)));
        };
        if text == "on" {
            return Ok(Some((rounds.number, (rounds.shipped)(Store::Array))));
        }
        let spec = Spec::parse(text)?;
        let store = match spec.name.as_str() {
            "array" => Store::Array,
            "tree" => Store::Tree,
            _ => {
                return Err(args.bad("presampled", text, "off, on, (array:table=FILE) or (tree:table=FILE)"));
            }
        };
        let inner = Args::new(&spec, TABLE)?;
        let Some(path) = inner.optional("table") else {
            return Ok(Some((rounds.number, (rounds.shipped)(store))));
        };
        let text = read_table(path)?;
        let outlook =
            (rounds.read)(&text, store).map_err(|error| SpecError::new(format!("{path:?}: {error}")))?;
        Ok(Some((rounds.number, outlook)))
    }

    /// The way to draw worlds under `sampler`.
    pub(super) fn sampler(&self, args: &Args<'_>) -> Result<MakeWorlds<G>, SpecError> {
        match args.text("sampler") {
            "uniform" => Ok(Arc::new(|| Box::new(Fresh))),
            text if text.contains(':') => self.tabled_sampler(text),
            name => match self.parts.samplers.iter().find(|part| part.name == name) {
                Some(part) => Ok(Arc::new(part.part)),
                None => {
                    let names = self.parts.samplers.iter().map(|part| part.name);
                    let what = format!("sampler for {}", G::NAME);
                    Err(SpecError::unknown(&what, name, std::iter::once("uniform").chain(names)))
                }
            },
        }
    }

    /// A way to draw worlds that goes by a table in a file.
    fn tabled_sampler(&self, text: &str) -> Result<MakeWorlds<G>, SpecError> {
        const PARAMS: &[Param] = &[Param { name: "prior", default: "", help: "a file made by karuta lab" }];
        let spec = Spec::parse(text)?;
        let args = Args::new(&spec, PARAMS)?;
        let Some(&(_, read)) = self.parts.tabled.iter().find(|(name, _)| *name == spec.name) else {
            let names = self.parts.tabled.iter().map(|(name, _)| *name);
            return Err(SpecError::unknown(
                &format!("sampler with a table for {}", G::NAME),
                &spec.name,
                names,
            ));
        };
        let Some(path) = args.optional("prior") else {
            return Err(SpecError::new(format!("sampler={text}: expected prior=FILE")));
        };
        let table = std::fs::read_to_string(path).map_err(|error| {
            SpecError::new(format!("cannot read table {path:?}: {error}; karuta lab run makes one"))
        })?;
        read(&table).map_err(|error| SpecError::new(format!("{path:?}: {error}")))
    }

    /// The worlds under `worlds` and `sampler`.
    pub(super) fn worlds(&self, args: &Args<'_>) -> Result<MakeWorlds<G>, SpecError> {
        let source = self.sampler(args)?;
        if args.text("worlds") == "fresh" {
            return Ok(source);
        }
        let size = args.number("worlds", 1..=1_000_000)? as usize;
        Ok(Arc::new(move || Box::new(Pool::new(size, source()))))
    }

    /// How a game's draws are listed, under `rule`.
    pub(super) fn chances(&self, args: &Args<'_>) -> Result<Chances<G>, SpecError> {
        let all = &self.parts.chances;
        match args.text("rule") {
            "auto" => Ok(all.first().map_or(Chances::NONE, |named| named.part)),
            name => match all.iter().find(|part| part.name == name) {
                Some(named) => Ok(named.part),
                None => {
                    let names = std::iter::once("auto").chain(all.iter().map(|part| part.name));
                    Err(SpecError::unknown(&format!("rule for {}", G::NAME), name, names))
                }
            },
        }
    }

    /// How an offer of the agent's own is judged, under `offers`.
    pub(super) fn offers(&self, args: &Args<'_>) -> Result<Option<StandIns<G>>, SpecError> {
        match args.text("offers") {
            "random" => Ok(None),
            name => match self.parts.offers.iter().find(|part| part.name == name) {
                Some(named) => Ok(Some(named.part)),
                None => {
                    let names = self.parts.offers.iter().map(|part| part.name);
                    let what = format!("way to judge offers in {}", G::NAME);
                    Err(SpecError::unknown(&what, name, std::iter::once("random").chain(names)))
                }
            },
        }
    }

    /// The order of actions under `order`.
    pub(super) fn order(&self, args: &Args<'_>) -> Result<Option<Admits<G>>, SpecError> {
        match (args.text("order"), self.parts.order_of_play) {
            ("free", _) => Ok(None),
            (text, Some(read)) => match read(text) {
                Ok(admits) => Ok(Some(admits)),
                Err(error) => Err(args.bad("order", text, &error.to_string())),
            },
            (text, None) => {
                Err(args.bad("order", text, &format!("free: {} has no actions to order", G::NAME)))
            }
        }
    }

    /// The moves an agent may make, under `order` and `consider`.
    pub(super) fn admitted(&self, args: &Args<'_>) -> Result<Option<Admits<G>>, SpecError> {
        let bound = self.order(args)?;
        let name = args.text("consider");
        if name == "all" {
            return Ok(bound);
        }
        let Some(part) = self.parts.considered.iter().find(|part| part.name == name) else {
            let names = self.parts.considered.iter().map(|part| part.name);
            let what = format!("choice of moves in {}", G::NAME);
            return Err(SpecError::unknown(&what, name, std::iter::once("all").chain(names)));
        };
        if bound.is_some() {
            return Err(args.bad("consider", name, "all beside order="));
        }
        Ok(Some(Arc::new(part.part)))
    }

    /// How much is undecided.
    pub(super) fn stage(&self, args: &Args<'_>) -> Result<&Stage<G>, SpecError> {
        self.parts.stage.as_ref().ok_or_else(|| {
            SpecError::new(format!(
                "{} does not suit {}: the game does not count what is left to decide",
                args.name(),
                G::NAME
            ))
        })
    }

    /// What an agent that needs to see everything is shown of a world.
    pub(super) fn show(&self, args: &Args<'_>) -> Result<fn(&G, Seat) -> G::View, SpecError> {
        match self.parts.peek {
            Some(peek) => Ok(peek),
            None if !G::HIDDEN => Ok(G::view),
            None => Err(SpecError::new(format!(
                "{} does not suit {}: it has no view that shows a whole world",
                args.name(),
                G::NAME
            ))),
        }
    }

    /// The evaluation of this name.
    pub(super) fn evaluation(&self, name: &str) -> Result<Evaluate<G>, SpecError> {
        match self.parts.evaluations.iter().find(|part| part.name == name) {
            Some(part) => Ok(part.part),
            None => Err(SpecError::unknown(
                &format!("evaluation for {}", G::NAME),
                name,
                self.parts.evaluations.iter().map(|part| part.name),
            )),
        }
    }

    /// What the game tells depth-first searches, with the evaluation that `eval=` names.
    pub(super) fn knowledge(&self, args: &Args<'_>) -> Result<Knowledge<G>, SpecError> {
        let Some(knowledge) = self.parts.knowledge else {
            return Err(SpecError::new(format!(
                "{} does not suit {}: it needs an open two-seat game",
                args.name(),
                G::NAME
            )));
        };
        if G::HIDDEN && !self.in_world {
            return Err(SpecError::new(format!(
                "{} sees everything, which {} hides: write worlds:agent=({}:..)",
                args.name(),
                G::NAME,
                args.name()
            )));
        }
        match args.text("eval") {
            "auto" => Ok(knowledge),
            name => Ok(Knowledge { evaluate: self.evaluation(name)?, ..knowledge }),
        }
    }

    /// What a depth-first search believes without looking further: the exact endings that `endgame=`
    /// names, or else where the game says that only chance follows.
    pub(super) fn oracle(&self, args: &Args<'_>) -> Result<Option<Arc<dyn Oracle<G>>>, SpecError> {
        Ok(self.endgame(args)?.or_else(|| self.parts.horizon.clone()))
    }

    /// The table of exact endings that `endgame=` names, if any.
    pub(super) fn endgame(&self, args: &Args<'_>) -> Result<Option<Arc<dyn Oracle<G>>>, SpecError> {
        let Some(path) = args.optional("endgame") else {
            return Ok(None);
        };
        let Some(endgame) = &self.parts.endgame else {
            return Err(SpecError::new(format!("{} has no endgame tables", G::NAME)));
        };
        let bytes = std::fs::read(path).map_err(|error| {
            SpecError::new(format!("cannot read endgame table {path:?}: {error}; karuta solve makes one"))
        })?;
        (endgame.read)(&bytes).map(Some).map_err(|error| SpecError::new(format!("{path:?}: {error}")))
    }
}
