//! A playout that is a small search: it plays the line that both seats would choose looking a few
//! plies ahead and then playing out exchanges. What it arrives at is quiet enough to be judged.

use super::{Found, Playout, Trace};
use crate::evaluation::Knowledge;
use crate::game::{Game, Seat};
use crate::rng::Rng;

/// The value of a won game; evaluations stay far below.
const WON: i32 = 1_000_000;

/// The most plies of exchanges after the full-width ones.
const EXCHANGES: usize = 8;

/// Plays the principal variation of a shallow search.
pub struct QuiescencePlayout<G: Game> {
    knowledge: Knowledge<G>,
    depth: usize,
    /// Moves still to be tried, of all plies, one after the other, and how promising each looks.
    moves: Vec<G::Move>,
    scores: Vec<i32>,
    /// The move that last refuted something at each ply: it often refutes the next as well.
    killers: Vec<Option<G::Move>>,
    /// The best line found from each ply on.
    lines: Vec<Vec<G::Move>>,
    /// The result of the last search.
    found: Option<Found>,
}

impl<G: Game> QuiescencePlayout<G> {
    /// Looks `depth` plies ahead with every move, and then at captures and wins only.
    pub fn new(knowledge: Knowledge<G>, depth: usize) -> Self {
        let plies = depth + EXCHANGES + 1;
        QuiescencePlayout {
            knowledge,
            depth,
            moves: Vec::with_capacity(64 * plies),
            scores: Vec::with_capacity(64 * plies),
            killers: vec![None; plies + 1],
            lines: (0..=plies).map(|_| Vec::with_capacity(plies)).collect(),
            found: None,
        }
    }

    /// Finds the line; it is then in `lines[0]`.
    fn search(&mut self, state: &G) {
        let Some(seat) = state.turn() else {
            self.lines[0].clear();
            self.found = None;
            return;
        };
        // Wherever not every move is looked at, standing still is a choice, and it never counts as lost: a
        // value that says lost has seen every way out.
        let value = self.value(state, seat, -WON, WON, 0);
        self.found = Some(Found::of(seat, value, WON / 2));
    }

    fn value(&mut self, state: &G, seat: Seat, mut alpha: i32, beta: i32, ply: usize) -> i32 {
        self.lines[ply].clear();
        if state.turn().is_none() {
            let payoff = state.payoff()[seat];
            return if payoff > 0.5 {
                WON - ply as i32
            } else if payoff < 0.5 {
                ply as i32 - WON
            } else {
                0
            };
        }
        if let Some(mv) = (self.knowledge.winning)(state) {
            self.lines[ply].push(mv);
            return WON - ply as i32 - 1;
        }
        let is_wide = ply < self.depth;
        // Nobody is forced into an exchange, so standing still is one of the choices there.
        let mut best = if is_wide { -WON } else { (self.knowledge.evaluate)(state, seat) };
        if !is_wide && (best >= beta || ply >= self.depth + EXCHANGES) {
            return best;
        }
        alpha = alpha.max(best);
        let base = self.moves.len();
        if is_wide {
            state.moves(&mut self.moves);
        } else {
            (self.knowledge.noisy)(state, &mut self.moves);
        }
        self.rank(state, base, ply);
        for at in base..self.moves.len() {
            let mv = self.take(at);
            let mut next = *state;
            next.apply(mv);
            let value = match next.turn() {
                Some(turn) if turn == seat => self.value(&next, seat, alpha, beta, ply + 1),
                _ => -self.value(&next, 1 - seat, -beta, -alpha, ply + 1),
            };
            if value > best {
                best = value;
                let (this, below) = self.lines.split_at_mut(ply + 1);
                this[ply].clear();
                this[ply].push(mv);
                this[ply].extend_from_slice(&below[0]);
                if value >= beta {
                    self.killers[ply] = Some(mv);
                    break;
                }
                alpha = alpha.max(value);
            }
        }
        self.moves.truncate(base);
        self.scores.truncate(base);
        best
    }

    /// Scores the moves from `base` on.
    fn rank(&mut self, state: &G, base: usize, ply: usize) {
        self.scores.resize(self.moves.len(), 0);
        (self.knowledge.urgency)(state, &self.moves[base..], &mut self.scores[base..]);
        if let Some(killer) = self.killers[ply]
            && let Some(at) = self.moves[base..].iter().position(|&mv| mv == killer)
        {
            self.scores[base + at] += 1;
        }
    }

    /// Brings the best of the moves from `at` on to `at`.
    fn take(&mut self, at: usize) -> G::Move {
        let best = (at..self.moves.len())
            .fold(at, |best, next| if self.scores[next] > self.scores[best] { next } else { best });
        self.moves.swap(at, best);
        self.scores.swap(at, best);
        self.moves[at]
    }
}

impl<G: Game> Playout<G> for QuiescencePlayout<G> {
    /// The limit does not apply: the line is as long as it needs to be.
    fn run(&mut self, state: &mut G, _: u32, _: &mut Rng) -> u32 {
        self.search(state);
        for &mv in &self.lines[0] {
            state.apply(mv);
        }
        self.lines[0].len() as u32
    }

    fn run_traced(&mut self, state: &mut G, _: u32, trace: &mut Trace<G::Move>, _: &mut Rng) -> u32 {
        self.search(state);
        for &mv in &self.lines[0] {
            trace.extend(state.turn().map(|seat| (seat, mv)));
            state.apply(mv);
        }
        self.lines[0].len() as u32
    }

    fn found(&self) -> Option<Found> {
        self.found
    }
}

#[cfg(test)]
mod tests;
