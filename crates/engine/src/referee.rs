//! `Referee`: a game being played. Owns the state and what every seat has observed, hands out decisions and
//! makes moves; who decides and why is not known here. Every game that agents play, in a match, a study, a
//! lesson or a playout, is played through it, so that no seat is told more or less than it observes.

use crate::agent::Decision;
use crate::game::{Game, MAX_SEATS, Seat};

/// A game in progress.
///
/// ```
/// use karuta_engine::toys::{Kuhn, Wager};
/// use karuta_engine::{Game, Referee};
/// let mut referee = Referee::new(Kuhn::with_cards([1, 2]));
/// let decision = referee.decision().expect("the game has begun");
/// assert_eq!((decision.seat, decision.legal), (0, &[Wager::Pass, Wager::Bet][..]));
/// referee.play(Wager::Bet);
/// assert_eq!(referee.history(1), [(0, Wager::Bet)]);
/// referee.play(Wager::Pass);
/// assert!(referee.decision().is_none());
/// assert_eq!(referee.state().payoff()[0], 0.75);
/// ```
#[derive(Clone)]
pub struct Referee<G: Game> {
    state: G,
    /// The legal moves of the seat to move.
    legal: Vec<G::Move>,
    /// The view that was shown last.
    view: Option<G::View>,
    histories: [Vec<(Seat, G::Move)>; MAX_SEATS],
}

/// A move that the position does not allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Illegal;

impl<G: Game> Referee<G> {
    /// A game that begins here, nothing having been observed.
    pub fn new(state: G) -> Self {
        let mut referee =
            Referee { state, legal: Vec::new(), view: None, histories: std::array::from_fn(|_| Vec::new()) };
        referee.list();
        referee
    }

    /// A game that goes on from here, one seat remembering what it has observed so far. Others remember nothing:
    /// where the position is only one that fits what that seat knows, nobody can say what they saw.
    pub fn remembering(state: G, seat: Seat, seen: &[(Seat, G::Move)]) -> Self {
        let mut referee = Self::new(state);
        referee.histories[seat].extend_from_slice(seen);
        referee
    }

    /// Begins another game in the same memory.
    pub fn restart(&mut self, state: G) {
        self.state = state;
        self.histories.iter_mut().for_each(Vec::clear);
        self.list();
    }

    /// The position.
    pub fn state(&self) -> &G {
        &self.state
    }

    /// The seat to move; `None` when the game is over.
    pub fn turn(&self) -> Option<Seat> {
        self.state.turn()
    }

    /// The legal moves; none when the game is over.
    pub fn legal(&self) -> &[G::Move] {
        &self.legal
    }

    /// The moves a seat has observed so far, oldest first.
    pub fn history(&self, seat: Seat) -> &[(Seat, G::Move)] {
        &self.histories[seat]
    }

    /// The decision that is due; `None` when the game is over.
    pub fn decision(&mut self) -> Option<Decision<'_, G>> {
        self.decision_showing(G::view)
    }

    /// The same, the seat being shown what `look` shows instead of its view: agents that cheat by agreement.
    pub fn decision_showing(&mut self, look: impl FnOnce(&G, Seat) -> G::View) -> Option<Decision<'_, G>> {
        let seat = self.state.turn()?;
        let view = self.view.insert(look(&self.state, seat));
        Some(Decision::new(seat, view, &self.legal, &self.histories[seat]))
    }

    /// Makes a move that is legal.
    pub fn play(&mut self, mv: G::Move) {
        debug_assert!(self.legal.contains(&mv), "{mv:?} is not among the legal moves {:?}", self.legal);
        let Some(mover) = self.state.turn() else { return };
        for (by, history) in self.histories.iter_mut().enumerate().take(G::SEATS) {
            history.extend(self.state.observe(mv, by).map(|seen| (mover, seen)));
        }
        self.state.apply(mv);
        self.list();
    }

    /// Makes a move of somebody who may be wrong; nothing happens to the game if it is not legal.
    pub fn try_play(&mut self, mv: G::Move) -> Result<(), Illegal> {
        if !self.legal.contains(&mv) {
            return Err(Illegal);
        }
        self.play(mv);
        Ok(())
    }

    fn list(&mut self) {
        self.legal.clear();
        self.state.moves(&mut self.legal);
    }
}

#[cfg(test)]
mod tests;
