//! `Playable`: a game as people meet it, with names, options and text: the cold half of a game, beside the hot
//! [`Game`]. What it offers to searches is in `parts`.

use crate::error::InputError;

use karuta_engine::{Game, Rng, Seat};

use crate::ink::Ink;
use crate::knowledge::Knowledge;
use crate::level::Level;
use crate::numbering::Numbering;
use crate::parts::Parts;
use crate::spec::{Args, Param};
use crate::variant::Variant;

/// A game as people meet it: names, options, text.
///
/// The example `add_a_game` of the crate `karuta-cli` implements it in fifty lines.
///
/// ```
/// use karuta_engine::{Game, Rng};
/// use karuta_onitama::Onitama;
/// use karuta_playable::playable::{Playable, Purpose};
/// use karuta_playable::spec::{Args, Spec};
///
/// type G = Onitama<5>;
/// let spec = Spec::parse("onitama5:starts=1")?;
/// let options = G::options(&Args::new(&spec, G::PARAMS)?, Purpose::Match)?;
/// let state = G::deal(&options, &mut Rng::new(1));
/// assert_eq!(state.turn(), Some(1));
/// let back = G::parse_position(&options, &state.position())?;
/// assert_eq!(back.position(), state.position());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Playable: Game {
    /// The options of one game, read from its spec.
    type Options: Clone + Send + Sync + 'static;

    /// The name in specs.
    const NAME: &'static str;
    /// One line about it.
    const HELP: &'static str;
    /// The options it takes.
    const PARAMS: &'static [Param] = &[];
    /// The measures of a finished game, beside its payoffs.
    const MEASURES: &'static [Measure] = &[];
    /// Quantities of every position, for whoever goes through records move by move.
    const QUANTITIES: &'static [Quantity] = &[];
    /// The notation of a position, with an example.
    const POSITION_HELP: &'static str;
    /// The agent a person plays against unless asked otherwise: the strongest at a time a person waits for.
    const OPPONENT: &'static str = "mcts:time=1s";
    /// The agents of the levels a person may choose, the weakest first. Their budgets are iterations or nodes,
    /// never times, so that a level is the same on every machine.
    const LEVELS: [&'static str; Level::ALL.len()] =
        ["random", "mcts:iters=20", "mcts:iters=200", "mcts:iters=2000", "mcts:iters=20000"];
    /// The options people play with where they leave them open, if experiments start from other rules.
    const PEOPLE_PLAY: &'static [(&'static str, &'static str)] = &[];
    /// Rules a person may choose, the first one unless asked otherwise on the page; empty where there is no choice.
    const VARIANTS: &'static [Variant] = &[];
    /// The rules in short, for somebody who has never played; lines of at most 78 columns.
    const RULES: &'static str = "";
    /// The notation of moves for people, with examples; lines of at most 78 columns.
    const MOVE_HELP: &'static str = "A move is written as the word moves lists it.";
    /// The agents of the exhibition, the strongest first; none where the game is not shown.
    const EXHIBITION: &'static [&'static str] = &["mcts:iters=500", "random"];
    /// False for a game without anything to learn from. No learner is compiled for it then.
    const LEARNS: bool = true;

    /// The number of sides. Seats that are so many places apart are partners and share a payoff.
    const TEAMS: usize = Self::SEATS;

    /// The position benchmarks start from; a fixed deal where there is none.
    const BENCH_POSITION: Option<&'static str> = None;
    /// The searches benchmarks run.
    const BENCH_AGENTS: &'static [&'static str] = &["mcts:iters=5000"];

    /// Pairings whose seeded games make up the signature of a commit; iteration budgets only.
    const SIGNATURE_AGENTS: &'static [&'static [&'static str]] = &[&["mcts:iters=200", "random"]];

    /// Reads the options. What suits a match and what suits an analysis may differ.
    fn options(args: &Args<'_>, purpose: Purpose) -> Result<Self::Options, InputError>;

    /// The name of the game and of the rules that are played, for people.
    fn title(_options: &Self::Options) -> String {
        Self::NAME.to_string()
    }

    /// A new deal.
    fn deal(options: &Self::Options, rng: &mut Rng) -> Self;

    /// Every opening, each with the name of the set it belongs to, such as the cards that are dealt; none where they
    /// cannot be listed. Openings that differ only by a mirror are listed once.
    fn openings(_options: &Self::Options) -> Vec<(String, Self)> {
        Vec::new()
    }

    /// The position as text.
    fn position(&self) -> String;

    /// Reads a position.
    fn parse_position(options: &Self::Options, text: &str) -> Result<Self, InputError>;

    /// A move of this position as text.
    fn move_text(&self, mv: Self::Move) -> String;

    /// Reads a move and checks that it is legal here.
    fn parse_move(&self, text: &str) -> Result<Self::Move, InputError> {
        let mut legal = Vec::new();
        self.moves(&mut legal);
        let plain = text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
        let found = legal.iter().copied().find(|&mv| self.move_text(mv).to_lowercase() == plain);
        found.ok_or_else(|| {
            let some: Vec<String> = legal.iter().take(3).map(|&mv| self.move_text(mv)).collect();
            let dots = if legal.len() > 3 { ", .." } else { "" };
            InputError::new(format!("{text:?} is no legal move here; legal: {}{dots}", some.join(", ")))
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

    /// The position as far as `by` observes it: where another seat is asked something in secret, the position as if
    /// that seat had declined. A view says whose turn it is, so what is told to a seat is made of the view
    /// of this position.
    #[must_use]
    fn as_noticed(&self, by: Seat) -> Self {
        let _ = by;
        *self
    }

    /// The view of a seat, drawn for a terminal in at most 78 columns.
    fn render(view: &Self::View, seat: Seat, ink: Ink) -> String;

    /// The view of a seat as data: zones with cards, facts, the question. `None` where a game has no such form.
    fn knowledge(_view: &Self::View, _seat: Seat) -> Option<Knowledge> {
        None
    }

    /// A position that looks to a seat as zones and facts say. What it cannot see is filled in so that it fits; what
    /// is left open has its obvious value.
    fn position_of(_options: &Self::Options, _seat: Seat, _known: &Knowledge) -> Result<String, InputError> {
        Err(InputError::new(format!("views of {} have no zones: expected a position", Self::NAME)))
    }

    /// A move of this position as a person reads it, such as `pair of sevens`; moves as seats observe them
    /// included.
    fn move_words(&self, mv: Self::Move, _ink: Ink) -> String {
        self.move_text(mv)
    }

    /// Facts that a move of this position brings about and a seat is told, beside the move itself: who takes a
    /// trick, how a round ended. They must be open to that seat once the move is made.
    fn news(&self, _mv: Self::Move, _seat: Seat, _ink: Ink) -> Vec<String> {
        Vec::new()
    }

    /// True if the seat to move begins a new trick, in games of tricks. All seats know it.
    fn begins_trick(&self) -> bool {
        false
    }

    /// The cards that have been played and those a seat cannot see, in games of cards.
    fn cards_gone(_view: &Self::View, _seat: Seat, _ink: Ink) -> Option<String> {
        None
    }

    /// The end of a game in words, from the side of a seat; the first line says who has won.
    fn ending(&self, seat: Seat) -> Vec<String> {
        let payoffs = self.payoff();
        let rivals = (0..Self::SEATS).filter(|other| other % Self::TEAMS != seat % Self::TEAMS);
        let best = rivals.map(|rival| payoffs[rival]).fold(0.0, f64::max);
        let result = match payoffs[seat] {
            own if own > best => "You win.",
            own if own < best => "You lose.",
            _ => "A draw.",
        };
        vec![result.to_string()]
    }

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

    /// The values of [`Playable::QUANTITIES`] for one seat in this position, in that order.
    fn quantities(&self, seat: Seat) -> Vec<i32> {
        let _ = seat;
        Vec::new()
    }

    /// The value of the measure of this name for one seat of a finished game; `None` where the game has no such
    /// measure, or where it says nothing about this seat.
    fn measured(&self, name: &str, seat: Seat) -> Option<f64> {
        let at = Self::MEASURES.iter().position(|measure| measure.name == name)?;
        self.measure(seat).get(at).copied().flatten()
    }

    /// The moves of this position counted in other ways than one by one, each with its name.
    fn counts(&self) -> Vec<(String, u64)> {
        Vec::new()
    }

    /// The game's parts for searches.
    fn parts() -> Parts<Self> {
        Parts::default()
    }
}

/// The purpose a game is set up for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To be played to an end, so a game that might go on for ever needs a cap.
    Match,
    /// To be looked at, so nothing is added to the rules.
    Analysis,
}

/// Something counted in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quantity {
    /// The name in experiments.
    pub name: &'static str,
    /// One line about what it counts.
    pub help: &'static str,
}

/// The quantity of games in which a seat can be ahead: by how much, in whole pieces or cards.
pub const AHEAD: &str = "ahead";

/// Something measured in finished games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measure {
    /// The name in tables and records.
    pub name: &'static str,
    /// One line about what it counts.
    pub help: &'static str,
    /// True if values of many games are added up; otherwise they are averaged.
    pub is_total: bool,
}
