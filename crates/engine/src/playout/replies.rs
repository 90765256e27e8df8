//! Playouts that remember replies: last good reply with forgetting (Baier and Drake, as Pestalozzi's report has it).
//! A reply that was part of a won line is given again wherever it is legal, until a line with it is lost;
//! otherwise every move is equally likely.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use super::{Playout, Trace};
use crate::agent::Decision;
use crate::game::{Game, Scores, Seat};
use crate::hasher::Multiply;
use crate::rng::Rng;

/// The moves that count as said in a game, and the moves they reply to.
pub struct ReplyRule<G: Game> {
    /// True if a move says nothing: it is no reply, and what was said before it still waits for one.
    pub is_silent: fn(G::Move) -> bool,
    /// True if a position begins something new, so that its move is no reply to the last one.
    pub begins: fn(&G) -> bool,
}

impl<G: Game> ReplyRule<G> {
    /// Every move is a reply to the one before it.
    pub const PLAIN: ReplyRule<G> = ReplyRule { is_silent: |_| false, begins: |_| false };
}

// Function pointers copy whatever the game; derived impls would bound every use.
impl<G: Game> Clone for ReplyRule<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for ReplyRule<G> {}

/// Replies that are remembered at most: long searches must not run out of memory.
const MOST_REPLIES: usize = 1 << 20;

/// A move, who made it, and who replies.
type Said<M> = ((Seat, M), Seat);

/// The playout.
pub struct Replies<G: Game> {
    rule: ReplyRule<G>,
    // Looked up by key only, never iterated, so its order decides nothing.
    table: HashMap<Said<G::Move>, G::Move, BuildHasherDefault<Multiply>>,
    /// The replies of the line being played, tree included.
    line: Vec<(Said<G::Move>, G::Move)>,
    last: Option<(Seat, G::Move)>,
    buf: Vec<G::Move>,
}

impl<G: Game> Replies<G> {
    /// Playouts that know nothing yet.
    pub fn new(rule: ReplyRule<G>) -> Self {
        Replies { rule, table: HashMap::default(), line: Vec::new(), last: None, buf: Vec::new() }
    }

    /// The reply that `seat` remembers to what was said last, if it is legal.
    fn remembered(&mut self, state: &G, seat: Seat) -> Option<G::Move> {
        if (self.rule.begins)(state) {
            return None;
        }
        let reply = *self.table.get(&(self.last?, seat))?;
        self.buf.clear();
        state.moves(&mut self.buf);
        self.buf.contains(&reply).then_some(reply)
    }

    fn step(&mut self, state: &mut G, seat: Seat, rng: &mut Rng) -> G::Move {
        let reply = self.remembered(state, seat);
        let mv = reply.unwrap_or_else(|| state.random_move(&mut self.buf, rng));
        self.watch(state, seat, mv);
        state.apply(mv);
        mv
    }
}

impl<G: Game> Playout<G> for Replies<G> {
    fn run(&mut self, state: &mut G, limit: u32, rng: &mut Rng) -> u32 {
        let mut plies = 0;
        while plies < limit
            && let Some(seat) = state.turn()
        {
            self.step(state, seat, rng);
            plies += 1;
        }
        plies
    }

    fn run_traced(&mut self, state: &mut G, limit: u32, trace: &mut Trace<G::Move>, rng: &mut Rng) -> u32 {
        let mut plies = 0;
        while plies < limit
            && let Some(seat) = state.turn()
        {
            let mv = self.step(state, seat, rng);
            trace.push((seat, mv));
            plies += 1;
        }
        plies
    }

    /// Replies that were learned belong to one decision.
    fn begin(&mut self, _: &Decision<'_, G>, _: &G) {
        self.table.clear();
        self.line.clear();
        self.last = None;
    }

    fn watch(&mut self, state: &G, seat: Seat, mv: G::Move) {
        if (self.rule.begins)(state) {
            self.last = None;
        }
        if (self.rule.is_silent)(mv) {
            return;
        }
        if let Some(last) = self.last {
            self.line.push(((last, seat), mv));
        }
        self.last = Some((seat, mv));
    }

    /// Whoever did better than the average remembers its replies, whoever did worse forgets what it knew
    /// to say there.
    fn learn(&mut self, _: &Trace<G::Move>, scores: &Scores) {
        let mean = (0..G::SEATS).map(|seat| scores[seat]).sum::<f64>() / G::SEATS as f64;
        for &(said, reply) in &self.line {
            if scores[said.1] > mean && self.table.len() < MOST_REPLIES {
                self.table.insert(said, reply);
            } else if scores[said.1] < mean {
                self.table.remove(&said);
            }
        }
        self.line.clear();
        self.last = None;
    }

    fn learns(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests;
