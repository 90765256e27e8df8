//! `ends=`: where lines of a search stop before the game is over, and what that is worth. Knows specs and what
//! ends a game has.

use std::sync::Arc;

use karuta_engine::evaluation::ValueFn;
use karuta_engine::playout::Found;
use karuta_engine::worlds::Changed;
use karuta_engine::{Game, Scores};
use karuta_playable::error::InputError;
use karuta_playable::parts::{End, LineEnd, MakeSampler, RoundEnd, Stops};
use karuta_playable::playable::Playable;
use karuta_playable::spec::{Args, Param, Spec};

use super::AgentBuilder;

pub(super) const ENDS: Param = Param {
    name: "ends",
    default: "auto",
    help: "where lines stop and what that is worth: auto (as the game has it), game (where it is over), or an end \
           that the game offers; with a table of your own in parentheses: (NAME:table=FILE)",
};

/// The arguments of an end.
const TABLE: &[Param] = &[Param { name: "table", default: "", help: "a file made by karuta lab" }];

/// The text of a table that a study made.
pub(super) fn read_table(path: &str) -> Result<String, InputError> {
    std::fs::read_to_string(path).map_err(|error| {
        InputError::new(format!("cannot read table {path:?}: {error}; karuta lab run makes one"))
    })
}

impl<G: Playable> AgentBuilder<G> {
    /// The end under `ends`; `None` where lines go on until the game is over.
    pub(super) fn line_end(&self, args: &Args<'_>) -> Result<Option<LineEnd<G>>, InputError> {
        match args.text("ends") {
            "auto" => self.parts.ends.iter().find(|end| end.is_usual).map(|end| read(args, end)).transpose(),
            "game" => Ok(None),
            text => self.end_of(args, text).map(Some),
        }
    }

    /// The end of rounds under `ends`, for searches that look at rounds; the game's first if that is left to it.
    pub(super) fn round_end(
        &self,
        args: &Args<'_>,
    ) -> Result<Option<(RoundEnd<G>, Arc<dyn ValueFn<G>>)>, InputError> {
        let text = args.text("ends");
        let bad = || args.bad("ends", text, "auto, or an end of rounds");
        match text {
            "auto" => Ok(self.parts.round_end()),
            "game" => Err(bad()),
            _ => match self.end_of(args, text)? {
                LineEnd { stops: Stops::Round(round), value, .. } => Ok(Some((round, value))),
                LineEnd { stops: Stops::Shorten(_), .. } => Err(bad()),
            },
        }
    }

    fn end_of(&self, args: &Args<'_>, text: &str) -> Result<LineEnd<G>, InputError> {
        let spec = match text.contains(':') {
            true => Spec::parse(text)?,
            false => Spec { name: text.to_string(), args: Vec::new() },
        };
        let known = &self.parts.ends;
        let Some(end) = known.iter().find(|end| end.is_named(&spec.name)) else {
            let names = [ENDS.default, "game"].into_iter().chain(known.iter().map(|end| end.name));
            return Err(InputError::no_value("ends", &spec.name, names));
        };
        let bad = |error: InputError| args.bad("ends", text, &error.to_string());
        let inner = Args::new(&spec, TABLE)?;
        match (inner.optional("table"), end.by_table) {
            (None, _) => (end.read)(&spec.name).map_err(bad),
            (Some(_), None) => Err(args.bad("ends", text, &format!("no table: {} needs none", spec.name))),
            (Some(path), Some(by_table)) => by_table(&spec.name, &read_table(path)?)
                .map_err(|error| InputError::new(format!("{path:?}: {error}"))),
        }
    }
}

fn read<G: Playable>(args: &Args<'_>, end: &End<G>) -> Result<LineEnd<G>, InputError> {
    (end.read)(end.name).map_err(|error| args.bad("ends", end.name, &error.to_string()))
}

/// Worlds whose game is over where lines stop.
pub(super) fn shortened<G: Playable>(stops: Option<Stops<G>>, worlds: MakeSampler<G>) -> MakeSampler<G> {
    match stops {
        Some(Stops::Shorten(change)) => Arc::new(move || Box::new(Changed { source: worlds(), change })),
        Some(Stops::Round(_)) | None => worlds,
    }
}

/// Values scaled to lie from 0 to 1, for searches that take them for payoffs.
pub(super) struct Scaled<G: Game> {
    pub value: Arc<dyn ValueFn<G>>,
    pub range: (f64, f64),
}

impl<G: Game> Scaled<G> {
    fn scale(&self, mut scores: Scores) -> Scores {
        let (worst, best) = self.range;
        for seat in 0..G::SEATS {
            scores[seat] = (scores[seat] - worst) / (best - worst);
        }
        scores
    }
}

impl<G: Game> ValueFn<G> for Scaled<G> {
    fn payoffs(&self, state: &G) -> Scores {
        self.scale(self.value.payoffs(state))
    }

    fn of_found(&self, found: Found) -> Option<Scores> {
        self.value.of_found(found).map(|scores| self.scale(scores))
    }
}
