//! `AnyState`: a position with its history, type erased, moves as numbers. Written once for every game, so that
//! another language needs one page to bind to all of them. Knows no agents and no files.

use std::any::Any;
use std::sync::Arc;

use karuta_engine::{Referee, Rng, Seat};
use karuta_playable::encoding::{Encoder, Inputs};
use karuta_playable::error::InputError;
use karuta_playable::numbering::Numbering;
use karuta_playable::playable::Playable;

use crate::seat::{SeatHandle, TypedSeat};

/// A game in progress whose moves are numbers.
pub trait AnyState: Any + Send + Sync {
    /// A copy that goes its own way.
    fn copy(&self) -> Box<dyn AnyState>;
    /// The seat to move; `None` when the game is over.
    fn turn(&self) -> Option<Seat>;
    /// The number of seats.
    fn seats(&self) -> usize;
    /// The count of numbers for moves.
    fn ids(&self) -> usize;
    /// Appends the numbers of the legal moves.
    fn legal_ids(&self, out: &mut Vec<usize>);
    /// Makes the move of a number.
    fn apply_id(&mut self, id: usize) -> Result<(), InputError>;
    /// A legal move as text.
    fn id_text(&self, id: usize) -> Result<String, InputError>;
    /// The number of a legal move that is given as text.
    fn text_id(&self, text: &str) -> Result<usize, InputError>;
    /// The moves made, by seat and number.
    fn history(&self) -> Vec<(Seat, usize)>;
    /// The length of an observation.
    fn observation_len(&self) -> usize;
    /// Writes what a seat sees into `out`, which must have [`AnyState::observation_len`] places.
    fn observe(&self, seat: Seat, out: &mut [f32]) -> Result<(), InputError>;
    /// All that a seat knows as text: two histories with the same text are the same to it.
    fn information_state(&self, seat: Seat) -> String;
    /// The game as a seat may know it.
    fn seat(&self, seat: Seat) -> Box<dyn SeatHandle>;
    /// A state that looks the same to a seat; what it cannot see is dealt anew, and the moves made before are
    /// only remembered as that seat observed them.
    fn resample(&self, seat: Seat, seed: u64) -> Box<dyn AnyState>;
    /// Plays to the end by moves at random and returns the payoffs.
    fn playout(&self, seed: u64) -> Vec<f64>;
    /// The position as text.
    fn position(&self) -> String;
    /// Everything as text, from which [`crate::any::AnyGame::read_state`] makes the same state: the position at
    /// the start and the numbers of the moves.
    fn serialise(&self) -> String;
    /// The payoff of every seat once the game is over.
    fn payoffs(&self) -> Option<Vec<f64>>;
}

/// The parts of a state that do not change in the course of a game.
pub(crate) struct Fixed<G: Playable> {
    numbering: Numbering<G>,
    encoder: Option<Encoder<G>>,
}

pub(crate) struct TypedState<G: Playable> {
    fixed: Arc<Fixed<G>>,
    start: G,
    referee: Referee<G>,
    moves: Vec<(Seat, usize)>,
}

impl<G: Playable> TypedState<G> {
    /// The state at a position; an error where the game's moves have no numbers.
    pub fn new(start: G, encoders: &[Encoder<G>]) -> Result<Self, InputError> {
        let numbering = G::numbering()
            .ok_or_else(|| InputError::new(format!("the moves of {} have no numbers", G::NAME)))?;
        let encoder = encoders.iter().find(|encoder| !encoder.peeks).copied();
        let fixed = Arc::new(Fixed { numbering, encoder });
        Ok(TypedState { fixed, start, referee: Referee::new(start), moves: Vec::new() })
    }

    /// Reads what [`AnyState::serialise`] writes.
    pub fn read(options: &G::Options, encoders: &[Encoder<G>], text: &str) -> Result<Self, InputError> {
        let (position, moves) = text.split_once('|').unwrap_or((text, ""));
        let mut state = Self::new(G::parse_position(options, position.trim())?, encoders)?;
        for word in moves.split_whitespace() {
            let id =
                word.parse().map_err(|_| InputError::new(format!("{word:?} is not the number of a move")))?;
            state.apply_id(id)?;
        }
        Ok(state)
    }

    /// The legal move of a number.
    fn legal_move(&self, id: usize) -> Result<G::Move, InputError> {
        let found =
            self.referee.turn().and_then(|seat| (self.fixed.numbering.mv)(self.referee.state(), seat, id));
        found.filter(|mv| self.referee.legal().contains(mv)).ok_or_else(|| {
            InputError::new(format!("{id} is not the number of a legal move: ask for the legal numbers"))
        })
    }

    /// The position as it is.
    pub(crate) fn position_now(&self) -> &G {
        self.referee.state()
    }

    /// The legal moves, and what a seat has observed.
    pub(crate) fn to_decide(&self, seat: Seat) -> (&[G::Move], &[(Seat, G::Move)]) {
        (self.referee.legal(), self.referee.history(seat))
    }

    /// The number of a legal move of the seat to move.
    pub(crate) fn id_of(&self, mv: G::Move) -> usize {
        self.id(self.referee.turn().unwrap_or(0), mv)
    }

    fn id(&self, seat: Seat, mv: G::Move) -> usize {
        (self.fixed.numbering.id)(self.referee.state(), seat, mv).expect("every legal move has a number")
    }
}

impl<G: Playable> AnyState for TypedState<G> {
    fn copy(&self) -> Box<dyn AnyState> {
        Box::new(TypedState {
            fixed: Arc::clone(&self.fixed),
            start: self.start,
            referee: self.referee.clone(),
            moves: self.moves.clone(),
        })
    }

    fn turn(&self) -> Option<Seat> {
        self.referee.turn()
    }

    fn seats(&self) -> usize {
        G::SEATS
    }

    fn ids(&self) -> usize {
        (self.fixed.numbering.count)(self.referee.state())
    }

    fn legal_ids(&self, out: &mut Vec<usize>) {
        if let Some(seat) = self.referee.turn() {
            out.extend(self.referee.legal().iter().map(|&mv| self.id(seat, mv)));
        }
    }

    fn apply_id(&mut self, id: usize) -> Result<(), InputError> {
        let mv = self.legal_move(id)?;
        let Some(seat) = self.referee.turn() else { return Ok(()) };
        self.moves.push((seat, id));
        self.referee.play(mv);
        Ok(())
    }

    fn id_text(&self, id: usize) -> Result<String, InputError> {
        Ok(self.referee.state().move_text(self.legal_move(id)?))
    }

    fn text_id(&self, text: &str) -> Result<usize, InputError> {
        let Some(seat) = self.referee.turn() else {
            return Err(InputError::new(format!("{text:?}: the game is over, there is nothing to play")));
        };
        Ok(self.id(seat, self.referee.state().parse_move(text)?))
    }

    fn history(&self) -> Vec<(Seat, usize)> {
        self.moves.clone()
    }

    fn observation_len(&self) -> usize {
        self.fixed.encoder.as_ref().map_or(0, Encoder::view_inputs)
    }

    fn observe(&self, seat: Seat, out: &mut [f32]) -> Result<(), InputError> {
        let Some(encoder) = &self.fixed.encoder else {
            return Err(InputError::new(format!("{} has no encoder, so views are not numbers", G::NAME)));
        };
        if out.len() != encoder.view_inputs() || seat >= G::SEATS {
            return Err(InputError::new(format!(
                "seat {seat} and {} places were given: expected a seat below {} and {} places",
                out.len(),
                G::SEATS,
                encoder.view_inputs()
            )));
        }
        out.fill(0.0);
        let mut inputs = Inputs::default();
        (encoder.view)(&self.referee.state().as_noticed(seat).view(seat), &mut inputs);
        for (at, value) in inputs.0 {
            out[usize::from(at)] = value;
        }
        Ok(())
    }

    fn information_state(&self, seat: Seat) -> String {
        let handle = TypedSeat::of(&self.referee, seat);
        let seen: Vec<String> = handle.seen().iter().map(|(mover, text)| format!("{mover} {text}")).collect();
        format!("{:?}; {}", handle.view(), seen.join("; "))
    }

    fn seat(&self, seat: Seat) -> Box<dyn SeatHandle> {
        Box::new(TypedSeat::of(&self.referee, seat))
    }

    fn resample(&self, seat: Seat, seed: u64) -> Box<dyn AnyState> {
        let world = G::sample(&self.referee.state().as_noticed(seat).view(seat), &mut Rng::new(seed));
        Box::new(TypedState {
            fixed: Arc::clone(&self.fixed),
            start: world,
            referee: Referee::new(world),
            moves: Vec::new(),
        })
    }

    fn playout(&self, seed: u64) -> Vec<f64> {
        let (mut state, mut rng, mut buf) = (*self.referee.state(), Rng::new(seed), Vec::new());
        while state.turn().is_some() {
            let mv = state.random_move(&mut buf, &mut rng);
            state.apply(mv);
        }
        let payoffs = state.payoff();
        (0..G::SEATS).map(|seat| payoffs[seat]).collect()
    }

    fn position(&self) -> String {
        self.referee.state().position()
    }

    fn serialise(&self) -> String {
        let ids: Vec<String> = self.moves.iter().map(|(_, id)| id.to_string()).collect();
        format!("{} | {}", self.start.position(), ids.join(" "))
    }

    fn payoffs(&self) -> Option<Vec<f64>> {
        let payoffs = self.referee.turn().is_none().then(|| self.referee.state().payoff())?;
        Some((0..G::SEATS).map(|seat| payoffs[seat]).collect())
    }
}
