//! The search of one node: principal variation search with a table. Knows windows and depths, not
//! how a decision is timed or explained.

use std::ops::Range;
use std::sync::Arc;

use super::order::{Order, SPECIAL, pick};
use super::selective::{Reductions, TRUSTED_DEPTH, ceiling, is_surplus};
use super::table::{Bound, TranspositionTable};
use super::value::{WIDEST, WIN, finished, from_node, from_root, of_verdict, points, win_in};
use super::{Config, MAX_DEPTH};
use crate::budget::Meter;
use crate::evaluation::{Knowledge, Oracle};
use crate::game::{Game, Seat};

/// Nodes between two looks at the meter.
const METER_EVERY: u64 = 1024;

/// Everything a search keeps while it descends, and some of it from move to move.
pub(super) struct Search<G: Game> {
    pub knowledge: Knowledge<G>,
    pub oracle: Option<Arc<dyn Oracle<G>>>,
    pub quiescence: bool,
    pub selective: bool,
    reductions: Reductions,
    pub table: TranspositionTable<G::Move>,
    pub order: Order<G>,
    /// The moves of every node on the path, one after the other, so that no node allocates; and how
    /// early each should be tried.
    pub moves: Vec<G::Move>,
    pub scores: Vec<i32>,
    /// The best line from each ply on.
    pub lines: Vec<Vec<G::Move>>,
    pub nodes: u64,
    /// The count of nodes at which the meter is asked again.
    ask_at: u64,
    meter: Option<Meter>,
    pub stopped: bool,
}

/// The window in which a value is asked for, and how far it is searched.
#[derive(Clone, Copy)]
pub(super) struct Task {
    pub depth: u32,
    pub alpha: i32,
    pub beta: i32,
    pub ply: u32,
}

/// The evaluation of a position before it is searched.
enum Judgement {
    /// It is worth this, or near enough.
    Enough(i32),
    /// It must be searched; quiet moves are taken to reach no more than `most`, where there is one.
    Search { most: Option<i32> },
}

impl<G: Game> Search<G> {
    pub fn new(knowledge: Knowledge<G>, config: &Config, table: TranspositionTable<G::Move>) -> Self {
        let plies = MAX_DEPTH as usize + 1;
        Search {
            knowledge,
            oracle: None,
            quiescence: config.quiescence,
            selective: config.is_selective(),
            reductions: Reductions::new(),
            table,
            order: Order::new(knowledge.urgency, plies),
            moves: Vec::with_capacity(4096),
            scores: Vec::with_capacity(4096),
            lines: (0..=plies).map(|ply| Vec::with_capacity(plies + 1 - ply)).collect(),
            nodes: 0,
            ask_at: u64::MAX,
            meter: None,
            stopped: false,
        }
    }

    /// Starts a decision. Nothing stops it before [`Search::heed`].
    pub fn begin(&mut self) {
        self.table.begin();
        self.order.begin();
        self.moves.clear();
        self.nodes = 0;
        self.ask_at = u64::MAX;
        self.meter = None;
        self.stopped = false;
    }

    /// From now on `meter` may stop the search.
    pub fn heed(&mut self, mut meter: Meter) {
        meter.spend(self.nodes);
        self.ask_at = self.nodes;
        self.meter = Some(meter);
    }

    #[inline]
    pub fn count_node(&mut self) {
        if self.nodes >= self.ask_at {
            self.ask();
        }
        self.nodes += 1;
    }

    #[cold]
    fn ask(&mut self) {
        let granted = self.meter.as_mut().map_or(u64::MAX, |meter| meter.grant(METER_EVERY));
        self.stopped |= granted == 0;
        self.ask_at = self.nodes.saturating_add(granted.max(1));
    }

    /// The value of a position that needs no search: the game is over, or the oracle knows.
    #[inline]
    pub fn settled(&self, state: &G, seat: Seat, ply: u32) -> Option<i32> {
        if state.turn().is_none() {
            return Some(finished(state, seat, ply));
        }
        let verdict = self.oracle.as_ref()?.probe(state)?;
        Some(of_verdict(verdict, ply))
    }

    /// The value of making `mv` for `seat`, who is to move in `state`. The task is that of the position
    /// it leads to, seen by `seat`.
    #[inline]
    pub fn child<const PV: bool>(&mut self, state: &G, seat: Seat, mv: G::Move, task: Task) -> i32 {
        let mut next = *state;
        next.apply(mv);
        // A seat may move twice in a row in some games; then nothing changes sides.
        if next.turn() == Some(seat) {
            self.enter::<PV>(&next, seat, task)
        } else {
            let Task { alpha, beta, .. } = task;
            -self.enter::<PV>(&next, 1 - seat, Task { alpha: -beta, beta: -alpha, ..task })
        }
    }

    #[inline]
    fn enter<const PV: bool>(&mut self, state: &G, seat: Seat, task: Task) -> i32 {
        if PV {
            self.lines[task.ply as usize].clear();
        }
        if task.depth > 0 {
            return self.node::<PV>(state, seat, task);
        }
        let value = self.horizon(state, seat, task.alpha, task.beta, task.ply);
        if PV && value == win_in(task.ply + 1) {
            self.lines[task.ply as usize].extend((self.knowledge.winning)(state));
        }
        value
    }

    /// The value of a position for `seat`: exact inside the window, a bound outside it. `PV` nodes are
    /// those whose exact value is wanted; they record their line, and do not let the table cut it.
    fn node<const PV: bool>(&mut self, state: &G, seat: Seat, task: Task) -> i32 {
        let Task { depth, mut alpha, mut beta, ply } = task;
        self.count_node();
        if let Some(value) = self.settled(state, seat, ply) {
            return value;
        }
        if let Some(mv) = (self.knowledge.winning)(state) {
            if PV {
                self.lines[ply as usize].push(mv);
            }
            return win_in(ply + 1);
        }
        if self.stopped {
            return 0;
        }
        // Mate distance pruning: even a win with the next move, or a loss here and now, would not
        // matter if the window lies beyond it.
        alpha = alpha.max(ply as i32 - WIN);
        beta = beta.min(win_in(ply + 1));
        if alpha >= beta {
            return if beta == win_in(ply + 1) { beta } else { alpha };
        }

        // Nodes at the frontier are many and cheap: looking one up takes longer than searching it.
        if depth == 1 {
            let task = Task { depth, alpha, beta, ply };
            return match self.judge::<PV>(state, seat, task) {
                Judgement::Enough(value) => value,
                Judgement::Search { most } => self.try_moves::<PV>(state, seat, task, None, most).0,
            };
        }
        let key = (self.knowledge.key)(state);
        let mut hint = None;
        if let Some(entry) = self.table.probe(key) {
            hint = entry.mv;
            let stored = u32::from(entry.depth);
            // A deeper result is a better one, but it is not the value at this depth.
            if !PV && (stored == depth || self.selective && stored > depth) {
                let value = from_root(i32::from(entry.value), ply);
                let cuts = match entry.bound() {
                    Bound::Exact => true,
                    Bound::Lower => value >= beta,
                    Bound::Upper => value <= alpha,
                };
                if cuts {
                    return value;
                }
            }
        }
        let task = Task { depth, alpha, beta, ply };
        let most = match self.judge::<PV>(state, seat, task) {
            Judgement::Enough(value) => return value,
            Judgement::Search { most } => most,
        };
        let (best, mv) = self.try_moves::<PV>(state, seat, task, hint, most);
        if self.stopped {
            return 0;
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if best > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.table.store(key, depth, from_node(best, ply), bound, mv);
        best
    }

    /// Compares the evaluation of a position with the window, where guesses are allowed.
    #[inline]
    fn judge<const PV: bool>(&self, state: &G, seat: Seat, task: Task) -> Judgement {
        let Task { depth, alpha, beta, .. } = task;
        if PV || !self.selective || depth > TRUSTED_DEPTH {
            return Judgement::Search { most: None };
        }
        let scale = self.knowledge.scale as i32;
        let value = points((self.knowledge.evaluate)(state, seat));
        if is_surplus(value, depth, beta, scale) {
            return Judgement::Enough(value);
        }
        Judgement::Search { most: ceiling(value, depth, alpha, scale) }
    }

    /// Tries the moves one by one, `hint` first; quiet ones not at all if `most` says what they can reach. Returns
    /// the best value, and its move where it is better than `alpha`.
    fn try_moves<const PV: bool>(
        &mut self,
        state: &G,
        seat: Seat,
        task: Task,
        hint: Option<G::Move>,
        most: Option<i32>,
    ) -> (i32, Option<G::Move>) {
        let Task { depth, mut alpha, beta, ply } = task;
        let base = self.moves.len();
        state.moves(&mut self.moves);
        let end = self.moves.len();
        if self.scores.len() < end {
            self.scores.resize(end, 0);
        }
        // A key may lie, so the hint is looked for among the legal moves before it is trusted.
        let hinted = hint.and_then(|mv| self.moves[base..end].iter().position(|&other| other == mv));
        if let Some(at) = hinted {
            self.moves.swap(base, base + at);
        }
        let rest = base + usize::from(hinted.is_some());

        let mut best = -WIDEST;
        let mut best_move = None;
        for at in base..end {
            if at >= rest {
                self.bring(state, seat, task, rest..end, at);
            }
            // Moves come in the order of their scores, so all that follow are quiet as well.
            if let Some(most) = most
                && at >= rest
                && self.is_quiet(depth, at)
            {
                best = best.max(most);
                break;
            }
            let mv = self.moves[at];
            let window = Task { depth: depth - 1, alpha, beta, ply: ply + 1 };
            let value = if at > base {
                let is_quiet = self.is_quiet(depth, at);
                self.later_child::<PV>(state, seat, mv, window, at - base, is_quiet)
            } else {
                self.child::<PV>(state, seat, mv, window)
            };
            if self.stopped {
                break;
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    best_move = Some(mv);
                    if PV {
                        self.record(mv, ply as usize);
                    }
                    if value >= beta {
                        if depth > 1 {
                            self.order.learn(state, seat, ply, depth, mv);
                            self.blame(seat, depth, rest..at);
                        }
                        break;
                    }
                }
            }
        }
        self.moves.truncate(base);
        (best, best_move)
    }

    /// True if the move at `at`, which has its score, is neither urgent nor proven at this ply. At the frontier
    /// scores are urgencies.
    #[inline]
    fn is_quiet(&self, depth: u32, at: usize) -> bool {
        self.scores[at] < if depth == 1 { 1 } else { SPECIAL }
    }

    /// Quiet moves that were tried and did not cut come later next time.
    fn blame(&mut self, seat: Seat, depth: u32, tried: Range<usize>) {
        for at in tried {
            if self.scores[at] < SPECIAL {
                self.order.blame(seat, depth, self.moves[at]);
            }
        }
    }

    /// Brings the most promising of the moves left to place `at`. They are scored on the first call,
    /// after the hint has failed to cut. At the frontier urgent moves come first and the others as they
    /// are: there, knowing more costs more than it saves.
    #[inline]
    fn bring(&mut self, state: &G, seat: Seat, task: Task, rest: Range<usize>, at: usize) {
        let Range { start, end } = rest;
        let is_frontier = task.depth == 1;
        if at == start {
            let (moves, scores) = (&self.moves[start..end], &mut self.scores[start..end]);
            if is_frontier {
                (self.knowledge.urgency)(state, moves, scores);
            } else {
                self.order.score(state, seat, task.ply, moves, scores);
            }
        }
        if !is_frontier || at == start || self.scores[at - 1] > 0 {
            pick(&mut self.moves[at..end], &mut self.scores[at..end]);
        }
    }

    /// The value of a move that is not the first: probably not better, which a null window shows at
    /// less cost. Only a surprise is searched again.
    #[inline]
    fn later_child<const PV: bool>(
        &mut self,
        state: &G,
        seat: Seat,
        mv: G::Move,
        window: Task,
        index: usize,
        is_quiet: bool,
    ) -> i32 {
        let Task { depth, alpha, beta, ply } = window;
        if PV {
            self.lines[ply as usize].clear();
        }
        let null = Task { beta: alpha + 1, ..window };
        let less = if self.selective && is_quiet { self.reductions.of(depth + 1, index) } else { 0 };
        let mut value = self.child::<false>(state, seat, mv, Task { depth: depth - less, ..null });
        if less > 0 && value > alpha && !self.stopped {
            value = self.child::<false>(state, seat, mv, null);
        }
        if PV && value > alpha && value < beta && !self.stopped {
            value = self.child::<true>(state, seat, mv, window);
        }
        value
    }

    /// The best line at `ply` is `mv` and then the best line below.
    fn record(&mut self, mv: G::Move, ply: usize) {
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        let line = &mut upper[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&lower[0]);
    }
}
