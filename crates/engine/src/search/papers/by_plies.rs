//! `Plies`: the minimax of Pestalozzi's report, for games of any number of seats. It maximises at every
//! second ply and minimises at the others, whoever is to move there: with more than two seats, or where a
//! seat moves twice running, partners are taken for enemies and enemies for friends. That is what the
//! report's agent does and what makes it weak; it is here to be measured against.

use crate::agent::{Agent, Basis, Choice, Decision, Effort, MoveVerdict, Ranked};
use crate::game::{Game, Seat};
use crate::rng::Rng;
use crate::stop::Stop;

/// Nodes between two looks at the stop.
const STOP_EVERY: u64 = 256;

/// The knowledge of a game that this search needs.
pub struct ByPlies<G: Game> {
    /// Points of a position for the seat that searches, the game being over or not.
    pub points: fn(&G, Seat) -> i32,
    /// The number of plies of a move, given the positions before and after it.
    pub plies: fn(&G, &G) -> u32,
    /// The order in which the moves of the root are tried, more first. Of equal moves the first is played.
    pub order: fn(&G, G::Move) -> i32,
}

// Function pointers copy whatever the game; derived impls would bound every use.
impl<G: Game> Clone for ByPlies<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for ByPlies<G> {}

/// The agent. It must be shown everything.
pub struct Plies<G: Game> {
    game: ByPlies<G>,
    depth: u32,
    nodes: u64,
    stop: Stop,
    /// The stop was raised; values no longer mean anything.
    is_stopped: bool,
    /// Moves of the positions on the way, one list after the other.
    moves: Vec<G::Move>,
}

impl<G: Game> Plies<G> {
    /// Looks `depth` plies ahead.
    pub fn new(game: ByPlies<G>, depth: u32) -> Self {
        Plies { game, depth, nodes: 0, stop: Stop::never(), is_stopped: false, moves: Vec::new() }
    }

    /// The points after a move, between `alpha` and `beta` or beyond the one they pass. `best` says whether
    /// the seat that searches likes many of them where the move is made.
    #[allow(clippy::too_many_arguments)]
    fn after(
        &mut self,
        state: &G,
        mv: G::Move,
        seat: Seat,
        depth: u32,
        is_max: bool,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        let mut next = *state;
        next.apply(mv);
        let plies = (self.game.plies)(state, &next);
        self.nodes += 1;
        if self.nodes.is_multiple_of(STOP_EVERY) {
            self.is_stopped |= self.stop.is_due();
        }
        let is_max = is_max ^ !plies.is_multiple_of(2);
        self.node(&next, seat, depth.saturating_sub(plies), is_max, alpha, beta)
    }

    fn node(
        &mut self,
        state: &G,
        seat: Seat,
        depth: u32,
        is_max: bool,
        mut alpha: i32,
        mut beta: i32,
    ) -> i32 {
        if depth == 0 || self.is_stopped || state.turn().is_none() {
            return (self.game.points)(state, seat);
        }
        let first = self.moves.len();
        state.moves(&mut self.moves);
        let end = self.moves.len();
        let mut best = if is_max { i32::MIN } else { i32::MAX };
        for at in first..end {
            let value = self.after(state, self.moves[at], seat, depth, is_max, alpha, beta);
            if is_max {
                best = best.max(value);
                alpha = alpha.max(best);
            } else {
                best = best.min(value);
                beta = beta.min(best);
            }
            if alpha >= beta {
                break;
            }
        }
        self.moves.truncate(first);
        best
    }
}

impl<G: Game> Agent<G> for Plies<G> {
    fn choose(&mut self, decision: &Decision<'_, G>, rng: &mut Rng) -> Choice<G::Move> {
        let world = G::sample(decision.view, rng);
        if let [only] = *decision.legal {
            return Choice::unranked(only, decision.legal, Basis::Forced);
        }
        let mut legal = decision.legal.to_vec();
        legal.sort_by_key(|&mv| std::cmp::Reverse((self.game.order)(&world, mv)));
        self.nodes = 0;
        self.stop = decision.stop.clone();
        self.is_stopped = false;
        self.moves.clear();
        let mut alpha = i32::MIN;
        let mut found: Vec<(G::Move, i32)> = Vec::new();
        for &mv in &legal {
            let value = self.after(&world, mv, decision.seat, self.depth, true, alpha, i32::MAX);
            // A line that was cut short says nothing, unless there is nothing else to go by.
            if self.is_stopped && !found.is_empty() {
                break;
            }
            alpha = alpha.max(value);
            found.push((mv, value));
        }
        let missed = legal.split_off(found.len());
        // A stable sort: what a cut-off shows of a later move is at most the best, so the first one stays.
        found.sort_by_key(|&(_, value)| std::cmp::Reverse(value));
        let ranked = found
            .iter()
            .map(|&(mv, value)| Ranked { verdict: Some(MoveVerdict::Score(value)), ..Ranked::unknown(mv) })
            .chain(missed.into_iter().map(Ranked::unknown))
            .collect();
        Choice::first_of(ranked, Effort::nodes(self.nodes))
    }
}

#[cfg(test)]
mod tests;
