//! `Playable`: a game as people meet it, with names, options and text: the cold half of a game, beside the hot
//! [`Game`]. What it offers to searches is in `parts`.

use std::fmt;

use karuta_engine::{Game, Rng, Seat};

use crate::level::Level;
use crate::numbering::Numbering;
use crate::parts::Parts;
use crate::spec::{Args, Param, SpecError};

/// A game as people meet it: names, options, text.
pub trait Playable: Game {
    /// The options of one game, read from its spec.
    type Options: Clone + Send + Sync + 'static;

    /// The name in specs.
    const NAME: &'static str;
    /// One line about it.
    const HELP: &'static str;
    /// The options it takes.
    const PARAMS: &'static [Param] = &[];
    /// What a finished game is measured by, beside its payoffs.
    const MEASURES: &'static [Measure] = &[];
    /// How a position is written, with an example.
    const POSITION_HELP: &'static str;
    /// The agent a person plays against unless asked otherwise: the strongest at a time a person waits for.
    const OPPONENT: &'static str = "mcts:time=1s";
    /// The agents of the levels a person may choose, the weakest first. Their budgets are iterations or nodes,
    /// never times, so that a level is the same on every machine.
    const LEVELS: [&'static str; Level::ALL.len()] =
        ["random", "mcts:iters=20", "mcts:iters=200", "mcts:iters=2000", "mcts:iters=20000"];
    /// The options people play with where they leave them open, if experiments start from other rules.
    const PEOPLE_PLAY: &'static [(&'static str, &'static str)] = &[];
    /// The agents of the exhibition.
    const EXHIBITION: &'static [&'static str] = &["mcts:iters=500", "random"];

    /// How many sides play. Seats that are so many places apart are partners and share a payoff.
    const TEAMS: usize = Self::SEATS;

    /// The position benchmarks start from; a fixed deal where there is none.
    const BENCH_POSITION: Option<&'static str> = None;
    /// The searches benchmarks run.
    const BENCH_AGENTS: &'static [&'static str] = &["mcts:iters=5000"];

    /// Pairings whose seeded games make up the signature of a commit; iteration budgets only.
    const SIGNATURE_AGENTS: &'static [&'static [&'static str]] = &[&["mcts:iters=200", "random"]];

    /// Reads the options. What suits a match and what suits an analysis may differ.
    fn options(args: &Args<'_>, purpose: Purpose) -> Result<Self::Options, SpecError>;

    /// A new deal.
    fn deal(options: &Self::Options, rng: &mut Rng) -> Self;

    /// The position as text.
    fn position(&self) -> String;

    /// Reads a position.
    fn parse_position(options: &Self::Options, text: &str) -> Result<Self, TextError>;

    /// A move of this position as text.
    fn move_text(&self, mv: Self::Move) -> String;

    /// Reads a move and checks that it is legal here.
    fn parse_move(&self, text: &str) -> Result<Self::Move, TextError> {
        let mut legal = Vec::new();
        self.moves(&mut legal);
        let plain = text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
        let found = legal.iter().copied().find(|&mv| self.move_text(mv).to_lowercase() == plain);
        found.ok_or_else(|| {
            let some: Vec<String> = legal.iter().take(3).map(|&mv| self.move_text(mv)).collect();
            let dots = if legal.len() > 3 { ", .." } else { "" };
            TextError::new(format!("{text:?} is no legal move here; legal: {}{dots}", some.join(", ")))
        })
    }

    /// Reads a move of an open game as it was observed, legal now or not; `None` if it is none.
    fn parse_seen(text: &str) -> Option<Self::Move> {
        let _ = text;
        None
    }

    /// The numbers of its moves; `None` where moves have only text.
    fn numbering() -> Option<Numbering<Self>> {
        None
    }

    /// The position as `by` may know that it is: where another seat is asked something that nobody else hears
    /// of, as if it had declined. A view says whose turn it is, so what is told to a seat is made of the view
    /// of this position.
    #[must_use]
    fn as_noticed(&self, by: Seat) -> Self {
        let _ = by;
        *self
    }

    /// What a seat sees, drawn for a terminal.
    fn render(view: &Self::View, seat: Seat) -> String;

    /// The name of a seat, for people.
    fn seat_name(seat: Seat) -> String {
        format!("Player {}", seat + 1)
    }

    /// The values of [`Playable::MEASURES`] for one seat of a finished game, in that order; `None`
    /// where a measure says nothing about this seat.
    fn measure(&self, seat: Seat) -> Vec<Option<f64>> {
        let _ = seat;
        Vec::new()
    }

    /// The moves of this position counted in other ways than one by one, each with its name.
    fn counts(&self) -> Vec<(String, u64)> {
        Vec::new()
    }

    /// What the game offers to searches.
    fn parts() -> Parts<Self> {
        Parts::default()
    }
}

/// What a game is set up for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To be played to an end, so a game that might go on for ever needs a cap.
    Match,
    /// To be looked at, so nothing is added to the rules.
    Analysis,
}

/// Something measured in finished games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measure {
    /// The name in tables and records.
    pub name: &'static str,
    /// What it counts, in one line.
    pub help: &'static str,
    /// Whether values of many games are added up; otherwise they are averaged.
    pub is_total: bool,
}

/// Why a position or move cannot be read, in one line that says what would do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError(String);

impl TextError {
    /// An error with this text.
    pub fn new(text: impl Into<String>) -> TextError {
        TextError(text.into())
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.replace(['\n', '\r'], " "))
    }
}

impl std::error::Error for TextError {}
