//! Parts of several kinds of agents, read from their specs: playouts with their
//! evaluations, worlds.

use std::sync::Arc;

use karuta_engine::Seat;
use karuta_engine::chances::Chances;
use karuta_engine::evaluation::{Evaluate, Judge, Judged, Knowledge, ValueFn};
use karuta_engine::playout::{Leaves, Playout};
use karuta_engine::search::flat::Tie;
use karuta_engine::worlds::{Fresh, Pool};
use karuta_playable::error::InputError;
use karuta_playable::parts::{MakeSampler, Named, RoundEnd, Stage, Stops};
use karuta_playable::playable::Playable;
use karuta_playable::spec::{Args, Param, Spec};

use super::endgame::Endings;
use super::ends::{Scaled, read_table};
use super::playouts::{JUDGED, Wanted};
use super::{AgentBuilder, memory};

pub(super) const PLAYOUT: Param = Param {
    name: "playout",
    default: "uniform",
    help: "uniform, another playout of the game (karuta agents --game GAME lists them), or an agent in parentheses",
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

pub(super) const TIE: Param =
    Param { name: "tie", default: "random", help: "which of equal moves is played: first, last or random" };

/// The rule for choosing among equal moves, under `tie`.
pub(super) fn read_tie(args: &Args<'_>) -> Result<Tie, InputError> {
    Ok([Tie::First, Tie::Last, Tie::Random][args.word("tie", &["first", "last", "random"])?])
}

/// Makes playouts.
pub(super) type MakePlayout<G> = Arc<dyn Fn() -> Box<dyn Playout<G>> + Send + Sync>;

/// A playout, the ply at which it is cut, and the evaluation there.
pub(super) struct Playing<G: Playable> {
    pub make: MakePlayout<G>,
    pub cut: u32,
    pub value_fn: Option<Arc<dyn ValueFn<G>>>,
    /// The worst and the best value.
    pub range: (f64, f64),
    /// The way lines are stopped before the game is over.
    pub stops: Option<Stops<G>>,
}

impl<G: Playable> Clone for Playing<G> {
    fn clone(&self) -> Self {
        Playing { make: Arc::clone(&self.make), value_fn: self.value_fn.clone(), ..*self }
    }
}

impl<G: Playable> Playing<G> {
    /// The values of leaves by this.
    pub(super) fn leaves(&self) -> Leaves<G> {
        let round = match self.stops {
            Some(Stops::Round(round)) => Some(round.number),
            Some(Stops::Shorten(_)) | None => None,
        };
        Leaves::new((self.make)(), self.cut, self.value_fn.clone()).within(round)
    }

    /// The same with values from 0 to 1.
    fn scaled(mut self) -> Self {
        if self.range != (0.0, 1.0)
            && let Some(value) = self.value_fn.take()
        {
            self.value_fn = Some(Arc::new(Scaled { value, range: self.range }));
            self.range = (0.0, 1.0);
        }
        self
    }
}

impl<G: Playable> AgentBuilder<G> {
    /// The playout under `playout` and `ends`, with values from 0 to 1.
    pub(super) fn playing(&self, args: &Args<'_>) -> Result<Playing<G>, InputError> {
        self.playing_by(args, |text, round| self.playout(text, round)).map(Playing::scaled)
    }

    /// The same with another maker of playouts, which is given the round to stop with, if any. Values are in the
    /// range of the end.
    pub(super) fn playing_by(
        &self,
        args: &Args<'_>,
        playout: impl FnOnce(&str, Option<RoundEnd<G>>) -> Result<Wanted<G>, InputError>,
    ) -> Result<Playing<G>, InputError> {
        let end = self.line_end(args)?;
        let round = end.as_ref().and_then(|end| match end.stops {
            Stops::Round(round) => Some(round),
            Stops::Shorten(_) => None,
        });
        let asked = self.asked_playout(args.text("playout"))?;
        let (make, wanted) = playout(&asked.playout, round)?;
        let judged = Args::new(&asked.judged, JUDGED)?;
        let cut = match judged.text("cut") {
            "auto" => wanted.map_or(u32::MAX, |(plies, _)| plies),
            "off" => u32::MAX,
            _ => judged.number("cut", 0..=1_000_000)? as u32,
        };
        let judge = match judged.text("judge") {
            "sign" => Judge::Sign,
            _ => Judge::Logistic { scale: judged.float("judge", 1e-6..=1e9)? },
        };
        let evaluate = match (judged.text("eval"), wanted) {
            ("auto", Some((_, name))) => self.evaluations().iter().find(|named| named.name == name),
            _ => judged.lookup("eval", self.evaluations())?.or(self.evaluations().first()),
        };
        if cut != u32::MAX && evaluate.is_none() {
            return Err(InputError::new(format!("{} has no evaluation to judge cut playouts by", G::NAME)));
        }
        if let Some(end) = end {
            if round.is_some() && (judged.text("cut") != "auto" || judged.text("eval") != "auto") {
                let why = "game beside cut or eval: the end of the round is judged by its table";
                return Err(args.bad("ends", args.text("ends"), why));
            }
            let cut = if round.is_some() { u32::MAX } else { cut };
            return Ok(Playing {
                make,
                cut,
                value_fn: Some(end.value),
                range: end.range,
                stops: Some(end.stops),
            });
        }
        let valued = |named: &Named<Evaluate<G>>| Judged { evaluate: named.part, judge };
        let value_fn = evaluate.map(|named| Arc::new(valued(named)) as Arc<dyn ValueFn<G>>);
        Ok(Playing { make, cut, value_fn, range: (0.0, 1.0), stops: None })
    }

    /// The evaluations of the game, the best first.
    pub(crate) fn evaluations(&self) -> &[Named<Evaluate<G>>] {
        self.parts.two_seat.as_ref().map_or(&[], |two_seat| &two_seat.evaluations)
    }

    /// The way to draw worlds under `sampler`.
    pub(super) fn sampler(&self, args: &Args<'_>) -> Result<MakeSampler<G>, InputError> {
        const PARAMS: &[Param] = &[Param { name: "prior", default: "", help: "a file made by karuta lab" }];
        let text = args.text("sampler");
        let spec = Spec::parse(text)?;
        let known = &self.parts.worlds.samplers;
        let Some(sampler) = known.iter().find(|sampler| sampler.name == spec.name) else {
            if text == SAMPLER.default {
                return Ok(Arc::new(|| Box::new(Fresh)));
            }
            let names = std::iter::once(SAMPLER.default).chain(known.iter().map(|sampler| sampler.name));
            return Err(InputError::no_value("sampler", &spec.name, names));
        };
        let inner = Args::new(&spec, PARAMS)?;
        match (inner.optional("prior"), sampler.by_table) {
            (None, _) => Ok(Arc::new(sampler.make)),
            (Some(_), None) => {
                Err(args.bad("sampler", text, &format!("no table: {} needs none", sampler.name)))
            }
            (Some(path), Some(by_table)) => {
                by_table(&read_table(path)?).map_err(|error| InputError::new(format!("{path:?}: {error}")))
            }
        }
    }

    /// The worlds under `worlds` and `sampler`: drawn one by one for each of these words, else as many as the number
    /// says, used in turn.
    pub(super) fn worlds(&self, args: &Args<'_>, words: &[&str]) -> Result<MakeSampler<G>, InputError> {
        let source = self.sampler(args)?;
        let text = args.text("worlds");
        if words.contains(&text) {
            return Ok(source);
        }
        let size = args.number("worlds", 1..=1_000_000).map_err(|_| {
            args.bad("worlds", text, &format!("{} or a whole number from 1 to 1000000", words.join(", ")))
        })?;
        memory::check(args, "worlds", size, size_of::<G>())?;
        let size = size as usize;
        Ok(Arc::new(move || Box::new(Pool::new(size, source()))))
    }

    /// The list of a game's draws, under `rule`.
    pub(super) fn draws(&self, args: &Args<'_>) -> Result<Chances<G>, InputError> {
        let known = &self.parts.worlds.draws;
        let named = args.lookup("rule", known)?.or(known.first());
        Ok(named.map_or(Chances::NONE, |named| named.part))
    }

    /// The amount that is undecided.
    pub(super) fn stage(&self, args: &Args<'_>) -> Result<&Stage<G>, InputError> {
        self.parts.stage.as_ref().ok_or_else(|| {
            InputError::new(format!(
                "{} does not suit {}: the game does not count what is left to decide",
                args.name(),
                G::NAME
            ))
        })
    }

    /// A part that only games of two seats that list their worlds have.
    pub(super) fn of_listed_worlds<T>(&self, args: &Args<'_>, part: Option<T>) -> Result<T, InputError> {
        part.ok_or_else(|| Self::lists_no_worlds(args))
    }

    /// The error where a game is not of that kind.
    pub(super) fn lists_no_worlds(args: &Args<'_>) -> InputError {
        InputError::new(format!(
            "{} does not suit {}: it needs a game of two seats that lists its worlds",
            args.name(),
            G::NAME
        ))
    }

    /// The view of a world for an agent that needs to see everything.
    pub(super) fn show(&self, args: &Args<'_>) -> Result<fn(&G, Seat) -> G::View, InputError> {
        match &self.parts.worlds.reveal {
            Some(reveal) => Ok(reveal.all),
            None if !G::HIDDEN => Ok(G::view),
            None => Err(InputError::new(format!(
                "{} does not suit {}: it has no view that shows a whole world",
                args.name(),
                G::NAME
            ))),
        }
    }

    /// The error where a search for two seats does not suit the game.
    pub(super) fn has_not_two_seats(args: &Args<'_>) -> InputError {
        let (kind, game) = (args.name(), G::NAME);
        InputError::new(format!("{kind} does not suit {game}: it needs an open two-seat game"))
    }

    /// The game's knowledge for depth-first searches, with the evaluation that `eval=` names.
    pub(super) fn knowledge(&self, args: &Args<'_>) -> Result<Knowledge<G>, InputError> {
        let Some(two_seat) = &self.parts.two_seat else { return Err(Self::has_not_two_seats(args)) };
        if G::HIDDEN && !self.in_world {
            return Err(InputError::new(format!(
                "{} sees everything, which {} hides: write worlds:agent=({}:..)",
                args.name(),
                G::NAME,
                args.name()
            )));
        }
        let knowledge = two_seat.knowledge;
        Ok(match args.lookup("eval", &two_seat.evaluations)? {
            None => knowledge,
            Some(named) => Knowledge { evaluate: named.part, ..knowledge },
        })
    }

    /// The positions that a depth-first search does not look beyond: the exact endings that `endgame=`
    /// names, or else the points of an end after which only chance follows.
    pub(super) fn oracle(&self, args: &Args<'_>) -> Result<Endings<G>, InputError> {
        let endings = self.endgame(args)?;
        Ok(match endings.is_none() {
            true => Endings::Given(self.parts.ends.iter().find_map(|end| end.points.clone())),
            false => endings,
        })
    }
}
