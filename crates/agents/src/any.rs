//! `AnyGame`: a game with its options chosen and its type forgotten.

use std::any::Any;
use std::fmt;
use std::sync::{Arc, OnceLock};

use karuta_engine::conform::{Perft, perft};
use karuta_engine::search::cfr::Exposure;
use karuta_engine::{Rng, Seat, Stop};
use karuta_playable::error::InputError;
use karuta_playable::parts::Solved;
use karuta_playable::playable::{Measure, Playable, Quantity};

use crate::any_agent::{AnyAgent, TypedAgent};
use crate::bench::{self, Workload};
use crate::builder::AgentBuilder;
use crate::contest::{Contest, Seating, Typed};
use crate::exposure::{Inquiry, exposure};
use crate::openings::{self, Openings};
use crate::protocol::player::{Player, TypedPlayer, decode};
use crate::retrace::{Trace, retrace};
use crate::seat::{SeatHandle as _, TypedSeat};
use crate::state::{AnyState, Fixed, TypedState};
use crate::table::{Table, TypedTable};
use crate::train::nets::{self, NetTrainConfig, NetTraining};
use crate::train::{Learner, TrainConfig, Training};
use crate::view_data::ViewData;
use karuta_records::record::GameRecord;

/// The start of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// A deal drawn from this seed.
    Seed(u64),
    /// A position as text.
    Position {
        /// The position.
        text: String,
        /// The seed of the luck of agents at the table, for there is no deal to draw.
        seed: u64,
    },
}

/// A game ready to be played, whatever its type.
pub trait AnyGame: Send + Sync {
    /// The canonical spec.
    fn spec(&self) -> &str;
    /// The name of the game and of the rules that are played, for people.
    fn title(&self) -> String;
    /// The number of seats.
    fn seats(&self) -> usize;
    /// The number of sides; seats so many places apart are partners.
    fn teams(&self) -> usize;
    /// The measures of finished games.
    fn measures(&self) -> &'static [Measure];
    /// The quantities of every position.
    fn quantities(&self) -> &'static [Quantity];
    /// A table with the game set up on it.
    fn table(&self, start: &Start) -> Result<Box<dyn Table>, InputError>;
    /// A table as the seat of a view knows it: what that seat cannot see is not as it is at the true table.
    fn table_of_view(&self, view: &ViewData, seed: u64) -> Result<Box<dyn Table>, InputError>;
    /// A state whose moves are numbers, for other languages.
    fn state(&self, start: &Start) -> Result<Box<dyn AnyState>, InputError>;
    /// Reads what [`AnyState::serialise`] writes.
    fn read_state(&self, text: &str) -> Result<Box<dyn AnyState>, InputError>;
    /// The state at the deal that belongs to a seed and an index, as matches deal it.
    fn dealt_state(&self, seed: u64, index: u64) -> Result<Box<dyn AnyState>, InputError>;
    /// The same in the memory of a state of this game, whose own game is forgotten. Learners play millions of short
    /// games, for which memory need not be asked for each time.
    fn redeal(&self, state: &mut dyn AnyState, seed: u64, index: u64) -> Result<(), InputError>;
    /// An agent that is asked about such states; with `explain` every move is ranked by its true value.
    fn agent(&self, spec: &str, explain: bool, rng: Rng) -> Result<Box<dyn AnyAgent>, InputError>;
    /// The number of decisions left in the round, where the game counts them.
    fn decisions_left(&self, state: &dyn AnyState) -> Option<u32>;
    /// The gain of a best response to an agent in the ending that begins with the decision that is due; `None` where
    /// there is no such ending.
    fn exposure(&self, state: &dyn AnyState, inquiry: &Inquiry) -> Result<Option<Exposure>, InputError>;
    /// The number of move sequences of a length.
    fn perft(&self, start: &Start, depth: u32, convention: Perft) -> Result<u64, InputError>;
    /// The workloads by which its speed is measured.
    fn workloads(&self) -> Vec<Workload>;
    /// Solves the endings that `which` names; the callback gets the part of the work that is done.
    fn solve(&self, which: &str, progress: &mut dyn FnMut(f64)) -> Result<Solved, InputError>;
    /// Searches every opening for an end that can be forced within `plies`; the callback gets how many of how many
    /// are done.
    fn openings(
        &self,
        plies: u32,
        threads: usize,
        stop: &Stop,
        done: &mut dyn FnMut(usize, usize),
    ) -> Result<Openings, InputError>;
    /// A policy to be trained, from weights as text or those the game begins with.
    fn training(&self, config: TrainConfig, from: Option<&str>) -> Result<Box<dyn Training>, InputError>;
    /// Goes through a recorded game of this kind once more.
    fn retrace(&self, game: &GameRecord) -> Result<Trace, InputError>;
    /// A net to be trained, from a checkpoint if there is one.
    fn net_training(
        &self,
        config: &NetTrainConfig,
        checkpoint: Option<&[u8]>,
    ) -> Result<Box<dyn NetTraining>, InputError>;
    /// An agent at one seat that is asked by messages; `seed` is that of its random choices.
    fn player(&self, agent: &str, seat: Seat, seed: u64) -> Result<Box<dyn Player>, InputError>;
    /// A contest between agents, one per seat or one per team.
    fn contest(&self, specs: &[String], seed: u64) -> Result<Box<dyn Contest>, ContestError>;
}

/// The reason why a contest cannot be held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ContestError {
    /// An agent cannot be built.
    Spec(InputError),
    /// The number of agents does not fit the seats.
    Seats {
        /// The number that was given.
        given: usize,
        /// The number of seats.
        seats: usize,
        /// On how many sides.
        teams: usize,
    },
}

impl fmt::Display for ContestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ContestError::Spec(error) => error.fmt(f),
            ContestError::Seats { given, seats, teams } if seats == teams => {
                write!(f, "{given} agents were given, but {seats} play: give one for each seat")
            }
            ContestError::Seats { given, seats, teams } => write!(
                f,
                "{given} agents were given, but {seats} play in {teams} teams: give one for each team or seat"
            ),
        }
    }
}

impl std::error::Error for ContestError {}

impl From<InputError> for ContestError {
    fn from(error: InputError) -> Self {
        ContestError::Spec(error)
    }
}

/// The purposes random streams of one run are drawn for.
pub mod stream {
    /// Cards and starters.
    pub const DEAL: u64 = 1;
    /// Agents in matches.
    pub const AGENT: u64 = 2;
    /// Agents at a table.
    pub const TABLE: u64 = 3;
    /// Studies.
    pub const STUDY: u64 = 4;
    /// Worlds that stand for the true position where a seat is told of it.
    pub const DECOY: u64 = 5;
    /// Worlds in which an expected line is written down.
    pub const LINE: u64 = 6;
    /// Playouts that an engine of others asks the referee for.
    pub const PLAYOUTS: u64 = 7;
}

/// The deal that belongs to a seed and an index.
pub fn deal<G: Playable>(options: &G::Options, seed: u64, index: u64) -> G {
    G::deal(options, &mut Rng::for_path(seed, &[stream::DEAL, index]))
}

/// A game with its options and agents.
pub(crate) struct Opened<G: Playable> {
    spec: String,
    options: G::Options,
    builder: AgentBuilder<G>,
    /// The parts that all states share, once there are any.
    fixed: OnceLock<Result<Arc<Fixed<G>>, InputError>>,
}

impl<G: Playable> Opened<G> {
    pub fn new(spec: String, options: G::Options, builder: AgentBuilder<G>) -> Self {
        Opened { spec, options, builder, fixed: OnceLock::new() }
    }

    fn fixed(&self) -> Result<&Arc<Fixed<G>>, InputError> {
        let fixed = self.fixed.get_or_init(|| Fixed::new(&self.builder.parts).map(Arc::new));
        fixed.as_ref().map_err(Clone::clone)
    }

    fn start(&self, start: &Start) -> Result<G, InputError> {
        match start {
            Start::Seed(seed) => Ok(deal(&self.options, *seed, 0)),
            Start::Position { text, .. } => G::parse_position(&self.options, text),
        }
    }
}

fn no_learner<G: Playable>() -> InputError {
    InputError::new(format!("{} has nothing to learn from: train another game", G::NAME))
}

impl<G: Playable> AnyGame for Opened<G> {
    fn spec(&self) -> &str {
        &self.spec
    }

    fn title(&self) -> String {
        G::title(&self.options)
    }

    fn seats(&self) -> usize {
        G::SEATS
    }

    fn teams(&self) -> usize {
        G::TEAMS
    }

    fn measures(&self) -> &'static [Measure] {
        G::MEASURES
    }

    fn quantities(&self) -> &'static [Quantity] {
        G::QUANTITIES
    }

    fn table(&self, start: &Start) -> Result<Box<dyn Table>, InputError> {
        let (Start::Seed(seed) | Start::Position { seed, .. }) = start;
        Ok(Box::new(TypedTable::new(self.start(start)?, *seed, self.builder.clone())))
    }

    fn table_of_view(&self, view: &ViewData, seed: u64) -> Result<Box<dyn Table>, InputError> {
        let seat = view.seat;
        if seat >= G::SEATS {
            return Err(InputError::new(format!(
                "the view is of seat {seat}: expected a seat below {}",
                G::SEATS
            )));
        }
        let given = view.knowledge();
        let state = match view.position.as_str() {
            "" => G::parse_position(&self.options, &G::position_of(&self.options, seat, &given)?)?,
            text => G::parse_position(&self.options, text)?,
        };
        let noticed = state.as_noticed(seat);
        // Zones and facts may be a part of the truth, but none of it may be wrong.
        if let Some(known) = G::knowledge(&noticed.view(seat), seat) {
            known.check(&given, seat)?;
        }
        if let Some(turn) = view.turn.filter(|&turn| turn != noticed.turn()) {
            let word = |turn: Option<Seat>| turn.map_or(String::from("null"), |seat| seat.to_string());
            return Err(InputError::new(format!(
                "the view says turn {}: from the rest of it follows {}",
                word(turn),
                word(noticed.turn())
            )));
        }
        let seen = decode::<G>(&state, &view.seen)?;
        let handle = TypedSeat::new(&state, seen.clone(), seat);
        if !view.legal.is_empty() && view.legal != handle.legal() {
            return Err(InputError::new(
                "the legal moves of the view are not those of its position: leave them out",
            ));
        }
        let table = TypedTable::new(state, seed, self.builder.clone());
        Ok(Box::new(table.with_past(seat, seen)))
    }

    fn state(&self, start: &Start) -> Result<Box<dyn AnyState>, InputError> {
        Ok(Box::new(TypedState::new(self.start(start)?, self.fixed()?)))
    }

    fn read_state(&self, text: &str) -> Result<Box<dyn AnyState>, InputError> {
        Ok(Box::new(TypedState::<G>::read(&self.options, self.fixed()?, text)?))
    }

    fn dealt_state(&self, seed: u64, index: u64) -> Result<Box<dyn AnyState>, InputError> {
        Ok(Box::new(TypedState::<G>::new(deal(&self.options, seed, index), self.fixed()?)))
    }

    fn redeal(&self, state: &mut dyn AnyState, seed: u64, index: u64) -> Result<(), InputError> {
        let state: &mut dyn Any = state;
        let Some(state) = state.downcast_mut::<TypedState<G>>() else {
            return Err(InputError::new(format!("the state is not one of {}", G::NAME)));
        };
        state.restart(deal(&self.options, seed, index));
        Ok(())
    }

    fn agent(&self, spec: &str, explain: bool, rng: Rng) -> Result<Box<dyn AnyAgent>, InputError> {
        Ok(Box::new(TypedAgent::new(&self.builder, spec, explain, rng)?))
    }

    fn decisions_left(&self, state: &dyn AnyState) -> Option<u32> {
        let state = (state as &dyn Any).downcast_ref::<TypedState<G>>()?;
        let seat = state.turn()?;
        self.builder.parts.stage.as_ref().map(|stage| (stage.count)(&state.position_now().view(seat)))
    }

    fn exposure(&self, state: &dyn AnyState, inquiry: &Inquiry) -> Result<Option<Exposure>, InputError> {
        exposure(&self.builder, state, inquiry)
    }

    fn perft(&self, start: &Start, depth: u32, convention: Perft) -> Result<u64, InputError> {
        Ok(perft(&self.start(start)?, depth, convention))
    }

    fn workloads(&self) -> Vec<Workload> {
        bench::workloads(&self.options, &self.builder)
    }

    fn solve(&self, which: &str, progress: &mut dyn FnMut(f64)) -> Result<Solved, InputError> {
        match self.builder.parts.two_seat.as_ref().and_then(|two_seat| two_seat.endgame.as_ref()) {
            Some(endgame) => (endgame.solve)(which, progress),
            None => Err(InputError::new(format!("{} has no endgame tables to solve", G::NAME))),
        }
    }

    fn openings(
        &self,
        plies: u32,
        threads: usize,
        stop: &Stop,
        done: &mut dyn FnMut(usize, usize),
    ) -> Result<Openings, InputError> {
        let none = || InputError::new(format!("{} has no list of openings to search", G::NAME));
        // Known when the program is compiled, so that it holds no such search for other games.
        if G::SEATS != 2 || G::HIDDEN {
            return Err(none());
        }
        let two_seat = self.builder.parts.two_seat.as_ref().ok_or_else(none)?;
        let found = openings::search(&self.options, two_seat.knowledge, plies, threads, stop, done)?;
        if found.all == 0 { Err(none()) } else { Ok(found) }
    }

    fn training(&self, config: TrainConfig, from: Option<&str>) -> Result<Box<dyn Training>, InputError> {
        if !G::LEARNS {
            return Err(no_learner::<G>());
        }
        Ok(Box::new(Learner::new(&self.builder.parts, &self.options, config, from)?))
    }

    fn retrace(&self, game: &GameRecord) -> Result<Trace, InputError> {
        retrace::<G>(&self.options, game)
    }

    fn net_training(
        &self,
        config: &NetTrainConfig,
        checkpoint: Option<&[u8]>,
    ) -> Result<Box<dyn NetTraining>, InputError> {
        if !G::LEARNS {
            return Err(no_learner::<G>());
        }
        Ok(Box::new(nets::Typed::new(&self.spec, &self.options, &self.builder, config, checkpoint)?))
    }

    fn player(&self, agent: &str, seat: Seat, seed: u64) -> Result<Box<dyn Player>, InputError> {
        let (options, builder) = (self.options.clone(), self.builder.clone());
        Ok(Box::new(TypedPlayer::new(options, builder, agent, seat, seed)?))
    }

    fn contest(&self, specs: &[String], seed: u64) -> Result<Box<dyn Contest>, ContestError> {
        let seating = Seating::new(specs.len(), G::SEATS, G::TEAMS)?;
        let agents = specs.iter().map(|spec| self.builder.build(spec)).collect::<Result<_, _>>()?;
        Ok(Box::new(Typed::<G> {
            game: self.spec.clone(),
            options: self.options.clone(),
            builder: self.builder.clone(),
            agents,
            seating,
            seed,
            reveals: false,
        }))
    }
}
