//! `SeatHandle`: a game in progress as one seat may know it, type erased, text out. It is made of a view and
//! of moves as they were observed and keeps nothing else, so whatever is told from it cannot depend on what
//! the seat cannot see. Everything that is shown to people or sent to other programs comes from here.

use std::cell::OnceCell;

use karuta_engine::{Decision, Game, Referee, Rng, Seat};
use karuta_playable::ink::Ink;
use karuta_playable::knowledge::Knowledge;
use karuta_playable::playable::Playable;

use crate::any::stream;

/// A game in progress as one seat knows it.
pub trait SeatHandle: Send {
    /// The seat of this handle.
    fn seat(&self) -> Seat;
    /// The seat the game waits for, as far as this seat may know: a seat that is asked for a bomb out of turn
    /// is not betrayed. `None` when the game is over.
    fn turn(&self) -> Option<Seat>;
    /// The legal moves of this seat; none while it is not its turn.
    fn legal(&self) -> Vec<String>;
    /// The numbers of the legal moves, in the same order; none where moves have no numbers.
    fn legal_ids(&self) -> Vec<usize>;
    /// The moves so far as this seat observed them, oldest first. Their number is the only count of plies a
    /// seat may be told: others may have moved without its notice.
    fn seen(&self) -> Vec<(Seat, String)> {
        self.seen_since(0)
    }
    /// The moves that this seat observed after so many others.
    fn seen_since(&self, first: usize) -> Vec<(Seat, String)>;
    /// The numbers of the moves so far, in the same order; none where moves have no numbers, and none in open
    /// games, where a number belongs to the position before the move.
    fn seen_ids(&self) -> Vec<usize> {
        self.seen_ids_since(0)
    }
    /// The numbers of the moves that this seat observed after so many others.
    fn seen_ids_since(&self, first: usize) -> Vec<usize>;
    /// A position that looks to this seat exactly as the true one does; what it cannot see is dealt anew. It is
    /// the same whenever the same is known.
    fn decoy(&self) -> String;
    /// The view of the seat, drawn for a terminal.
    fn render(&self, ink: Ink) -> String;
    /// The view of the seat as zones and facts; `None` where the game has no such form.
    fn knowledge(&self) -> Option<Knowledge>;
    /// The payoff of every seat once the game is over.
    fn payoffs(&self) -> Option<Vec<f64>>;
    /// The measures of a finished game that are not zero, by seat: name and value.
    fn measured(&self, seat: Seat) -> Vec<(&'static str, f64)>;
}

/// The handle of a seat in a game of a known type.
pub struct TypedSeat<G: Playable> {
    seat: Seat,
    view: G::View,
    turn: Option<Seat>,
    legal: Vec<G::Move>,
    seen: Vec<(Seat, G::Move)>,
    /// A world drawn from the view, once it is needed.
    world: OnceCell<G>,
}

impl<G: Playable> TypedSeat<G> {
    /// The handle of `seat` at `state`, after it has observed the moves in `seen`.
    pub fn new(state: &G, seen: Vec<(Seat, G::Move)>, seat: Seat) -> Self {
        let noticed = state.as_noticed(seat);
        let mut legal = Vec::new();
        if noticed.turn() == Some(seat) {
            noticed.moves(&mut legal);
        }
        TypedSeat {
            seat,
            view: noticed.view(seat),
            turn: noticed.turn(),
            legal,
            seen,
            world: OnceCell::new(),
        }
    }

    /// The knowledge of the seat that has to decide.
    pub fn of_decision(decision: &Decision<'_, G>) -> Self {
        TypedSeat {
            seat: decision.seat,
            view: decision.view.clone(),
            turn: Some(decision.seat),
            legal: decision.legal.to_vec(),
            seen: decision.history.to_vec(),
            world: OnceCell::new(),
        }
    }

    /// The handle of `seat` in a referee's game.
    pub fn of(referee: &Referee<G>, seat: Seat) -> Self {
        Self::new(referee.state(), referee.history(seat).to_vec(), seat)
    }

    /// The view of the seat.
    pub fn view(&self) -> &G::View {
        &self.view
    }

    /// The legal moves of this seat; none while it is not its turn.
    pub fn moves(&self) -> &[G::Move] {
        &self.legal
    }

    /// The moves so far as this seat observed them.
    pub fn history(&self) -> &[(Seat, G::Move)] {
        &self.seen
    }

    /// A world that fits what the seat knows, always the same one.
    pub fn world(&self) -> &G {
        self.world.get_or_init(|| G::sample(&self.view, &mut known_stream::<G>(&self.view, stream::DECOY)))
    }
}

impl<G: Playable> SeatHandle for TypedSeat<G> {
    fn seat(&self) -> Seat {
        self.seat
    }

    fn turn(&self) -> Option<Seat> {
        self.turn
    }

    fn legal(&self) -> Vec<String> {
        self.legal.iter().map(|&mv| self.world().move_text(mv)).collect()
    }

    fn legal_ids(&self) -> Vec<usize> {
        let Some(numbering) = G::numbering() else { return Vec::new() };
        self.legal.iter().filter_map(|&mv| (numbering.id)(self.world(), self.seat, mv)).collect()
    }

    fn seen_since(&self, first: usize) -> Vec<(Seat, String)> {
        self.seen.iter().skip(first).map(|&(mover, mv)| (mover, self.world().move_text(mv))).collect()
    }

    fn seen_ids_since(&self, first: usize) -> Vec<usize> {
        let Some(numbering) = G::numbering().filter(|_| G::HIDDEN) else { return Vec::new() };
        self.seen
            .iter()
            .skip(first)
            .filter_map(|&(mover, mv)| (numbering.id)(self.world(), mover, mv))
            .collect()
    }

    fn decoy(&self) -> String {
        self.world().position()
    }

    fn render(&self, ink: Ink) -> String {
        G::render(&self.view, self.seat, ink)
    }

    fn knowledge(&self) -> Option<Knowledge> {
        G::knowledge(&self.view, self.seat)
    }

    fn payoffs(&self) -> Option<Vec<f64>> {
        let payoffs = self.turn.is_none().then(|| self.world().payoff())?;
        Some((0..G::SEATS).map(|seat| payoffs[seat]).collect())
    }

    fn measured(&self, seat: Seat) -> Vec<(&'static str, f64)> {
        let values = G::MEASURES.iter().zip(self.world().measure(seat));
        values
            .filter_map(|(measure, value)| Some((measure.name, value?)))
            .filter(|&(_, v)| v != 0.0)
            .collect()
    }
}

/// A random stream that follows from a view alone. A stream of the table's seed would do to draw worlds, but
/// what is drawn is told, and the cards could be worked out from it: the seed dealt them.
pub fn known_stream<G: Playable>(view: &G::View, purpose: u64) -> Rng {
    let text = format!("{view:?}");
    let word = |bytes: &[u8]| bytes.iter().fold(0, |word, &byte| word << 8 | u64::from(byte));
    Rng::for_path(purpose, &text.as_bytes().chunks(8).map(word).collect::<Vec<_>>())
}

/// The line of play that an agent expects, as text.
pub fn line_text<G: Playable>(view: &G::View, line: &[G::Move]) -> Vec<String> {
    line_told::<G>(view, line, |state, mv| state.move_text(mv))
}

/// A move as something that is told.
pub type Telling<G> = fn(&G, <G as Game>::Move) -> String;

/// The line of play that an agent expects, as it is told, as far as it makes sense in some world that fits what the
/// seat knows. The true position must not be asked: where the line stops being legal would tell what is hidden.
pub fn line_told<G: Playable>(view: &G::View, line: &[G::Move], tell: Telling<G>) -> Vec<String> {
    const TRIES: usize = 64;
    let mut rng = known_stream::<G>(view, stream::LINE);
    let mut longest = Vec::new();
    for _ in 0..if G::HIDDEN { TRIES } else { 1 } {
        let told = legal_part(G::sample(view, &mut rng), line, tell);
        if told.len() > longest.len() {
            longest = told;
        }
        if longest.len() == line.len() {
            break;
        }
    }
    longest
}

/// The moves of a line as they are told, as long as they are legal one after the other.
fn legal_part<G: Playable>(mut state: G, line: &[G::Move], tell: Telling<G>) -> Vec<String> {
    let (mut told, mut legal) = (Vec::new(), Vec::new());
    for &mv in line {
        legal.clear();
        state.moves(&mut legal);
        if !legal.contains(&mv) {
            break;
        }
        told.push(tell(&state, mv));
        state.apply(mv);
    }
    told
}
