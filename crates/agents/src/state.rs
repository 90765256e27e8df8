//! `AnyState`: a position with its history, type erased, moves as numbers. Written once for every game, so that
//! another language needs one page to bind to all of them. Knows no agents and no files.

use std::any::Any;
use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::Arc;

use karuta_engine::{Referee, Rng, Seat};
use karuta_playable::encoding::{Encoder, Inputs, MoveCode, Rows};
use karuta_playable::error::InputError;
use karuta_playable::numbering::Numbering;
use karuta_playable::parts::Parts;
use karuta_playable::playable::Playable;

use crate::contest::measures;
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
    /// True if a number is that of a legal move.
    fn is_legal_id(&self, id: usize) -> bool;
    /// Makes the move of a number.
    fn apply_id(&mut self, id: usize) -> Result<(), InputError>;
    /// Makes a legal move by its place among those that [`AnyState::legal_ids`] appends; there must be one.
    fn apply_nth(&mut self, nth: usize);
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
    /// The inputs of a net with this encoder for the decision that is due.
    fn net_inputs(&self, encoder: &str) -> Result<NetInputs, InputError>;
    /// All that a seat knows as text: two histories with the same text are the same to it.
    fn information_state(&self, seat: Seat) -> String;
    /// The game as a seat may know it.
    fn seat(&self, seat: Seat) -> Box<dyn SeatHandle>;
    /// A state that looks the same to a seat; what it cannot see is dealt anew. Of the moves made before, that
    /// seat remembers what it observed, and nobody else anything.
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
    /// The measures of the game, by name and seat.
    fn measures(&self) -> BTreeMap<String, Vec<Option<f64>>>;
}

/// The inputs of a net for one decision.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NetInputs {
    /// The numbers of the legal moves.
    pub ids: Vec<usize>,
    /// The number of inputs of the net.
    pub width: usize,
    /// The inputs that are not zero: a row for each legal move, or a single one where the net has an output for
    /// each move.
    pub rows: Vec<Vec<(u16, f32)>>,
    /// The output that judges each legal move; `None` for moves the net does not decide.
    pub outputs: Vec<Option<usize>>,
}

/// The parts of a state that are the same for all states of a game.
pub(crate) struct Fixed<G: Playable> {
    numbering: Numbering<G>,
    /// The encoder of observations.
    encoder: Option<Encoder<G>>,
    /// The encoders of nets, by name.
    encoders: Vec<(&'static str, Encoder<G>)>,
}

impl<G: Playable> Fixed<G> {
    /// The encoders and numbers that the game's parts offer; an error where the game's moves have no numbers.
    pub fn new(parts: &Parts<G>) -> Result<Self, InputError> {
        let numbering = G::numbering()
            .ok_or_else(|| InputError::new(format!("the moves of {} have no numbers", G::NAME)))?;
        let encoders: Vec<(&'static str, Encoder<G>)> =
            parts.learning.encoders.iter().map(|named| (named.name, named.part)).collect();
        let encoder = encoders.iter().map(|(_, encoder)| *encoder).find(|encoder| !encoder.peeks);
        Ok(Fixed { numbering, encoder, encoders })
    }
}

/// A state of a known game. Copies share everything until one of them moves on: searches of other programs copy
/// states far more often than they play in them.
pub(crate) struct TypedState<G: Playable>(Arc<Course<G>>);

/// The course of a game so far.
pub(crate) struct Course<G: Playable> {
    fixed: Arc<Fixed<G>>,
    start: G,
    referee: Referee<G>,
    moves: Vec<(Seat, usize)>,
}

impl<G: Playable> Clone for Course<G> {
    fn clone(&self) -> Self {
        let fixed = Arc::clone(&self.fixed);
        Course { fixed, start: self.start, referee: self.referee.clone(), moves: self.moves.clone() }
    }
}

impl<G: Playable> Deref for TypedState<G> {
    type Target = Course<G>;

    fn deref(&self) -> &Course<G> {
        &self.0
    }
}

impl<G: Playable> TypedState<G> {
    /// The state at a position.
    pub fn new(start: G, fixed: &Arc<Fixed<G>>) -> Self {
        let fixed = Arc::clone(fixed);
        TypedState(Arc::new(Course { fixed, start, referee: Referee::new(start), moves: Vec::new() }))
    }

    /// Begins another game in the same memory.
    pub fn restart(&mut self, start: G) {
        let course = Arc::make_mut(&mut self.0);
        course.start = start;
        course.referee.restart(start);
        course.moves.clear();
    }

    /// Reads what [`AnyState::serialise`] writes.
    pub fn read(options: &G::Options, fixed: &Arc<Fixed<G>>, text: &str) -> Result<Self, InputError> {
        let (position, moves) = text.split_once('|').unwrap_or((text, ""));
        let mut state = Self::new(G::parse_position(options, position.trim())?, fixed);
        for word in moves.split_whitespace() {
            let id =
                word.parse().map_err(|_| InputError::new(format!("{word:?} is not the number of a move")))?;
            state.apply_id(id)?;
        }
        Ok(state)
    }

    fn find(&self, id: usize) -> Option<G::Move> {
        let found = (self.fixed.numbering.mv)(self.referee.state(), self.referee.turn()?, id);
        found.filter(|mv| self.referee.legal().contains(mv))
    }

    /// The legal move of a number.
    fn legal_move(&self, id: usize) -> Result<G::Move, InputError> {
        self.find(id).ok_or_else(|| {
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
        Box::new(TypedState(Arc::clone(&self.0)))
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
            (self.fixed.numbering.ids)(self.referee.state(), seat, self.referee.legal(), out);
        }
    }

    fn is_legal_id(&self, id: usize) -> bool {
        self.find(id).is_some()
    }

    fn apply_id(&mut self, id: usize) -> Result<(), InputError> {
        let mv = self.legal_move(id)?;
        let Some(seat) = self.referee.turn() else { return Ok(()) };
        let course = Arc::make_mut(&mut self.0);
        course.moves.push((seat, id));
        course.referee.play(mv);
        Ok(())
    }

    fn apply_nth(&mut self, nth: usize) {
        if let (Some(seat), Some(&mv)) = (self.referee.turn(), self.referee.legal().get(nth)) {
            let id = self.id(seat, mv);
            let course = Arc::make_mut(&mut self.0);
            course.moves.push((seat, id));
            course.referee.play(mv);
        }
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
        // The seat to move notices the position as it is, and is asked for most: a copy would be for nothing.
        if self.referee.turn() == Some(seat) {
            encoder.write(self.referee.state(), seat, out);
        } else {
            encoder.write(&self.referee.state().as_noticed(seat), seat, out);
        }
        Ok(())
    }

    fn net_inputs(&self, name: &str) -> Result<NetInputs, InputError> {
        let Some(&(_, encoder)) = self.fixed.encoders.iter().find(|(known, _)| *known == name) else {
            let known: Vec<&str> = self.fixed.encoders.iter().map(|(name, _)| *name).collect();
            return Err(InputError::new(format!(
                "{} has no encoder {name:?}; it has: {}",
                G::NAME,
                known.join(", ")
            )));
        };
        if encoder.peeks {
            return Err(InputError::new(format!(
                "encoder {name} tells what a seat must not know, so its inputs are not told here"
            )));
        }
        let Some(seat) = self.referee.turn() else {
            return Err(InputError::new("the game is over, there is nothing to choose"));
        };
        let (view, legal) = (self.referee.state().view(seat), self.referee.legal());
        let mut told = NetInputs { width: encoder.inputs(), ..NetInputs::default() };
        self.legal_ids(&mut told.ids);
        let mut inputs = Inputs::default();
        (encoder.view)(&view, &mut inputs);
        match encoder.moves {
            MoveCode::Inputs { encode, .. } => {
                let mut rows = Rows::default();
                encode(&view, legal, &mut rows);
                let from = encoder.view_inputs() as u16;
                for at in 0..legal.len() {
                    let own = rows.row(at).iter().map(|&(at, value)| (at + from, value));
                    told.rows.push(inputs.0.iter().copied().chain(own).collect());
                }
                told.outputs = vec![Some(0); legal.len()];
            }
            MoveCode::Outputs { output, .. } => {
                told.rows.push(inputs.0);
                told.outputs = legal.iter().map(|&mv| output(&view, mv)).collect();
            }
        }
        Ok(told)
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
        let referee = Referee::remembering(world, seat, self.referee.history(seat));
        let fixed = Arc::clone(&self.fixed);
        Box::new(TypedState(Arc::new(Course { fixed, start: world, referee, moves: Vec::new() })))
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

    fn measures(&self) -> BTreeMap<String, Vec<Option<f64>>> {
        measures(self.referee.state())
    }
}
