//! The root: iterative deepening over the legal moves, and when to stop. Knows what is asked for, not
//! how a node is searched.

use super::node::{Search, Task};
use super::value::{Finding, PROVEN, WIDEST, WIN};
use super::{Config, Limit, MAX_DEPTH};
use crate::budget::Budget;
use crate::game::{Game, Seat};
use crate::stop::Stop;

/// The results for the moves of a position so far.
pub(super) struct Root<G: Game> {
    /// Every legal move, the best first.
    pub found: Vec<Finding<G::Move>>,
    /// The best move and what is expected to follow.
    pub line: Vec<G::Move>,
    /// The plies of the last iteration that was completed.
    pub depth: u32,
}

/// Searches deeper and deeper, from `first` plies on, until `config` says enough or `stop` is raised.
pub(super) fn deepen<G: Game>(
    search: &mut Search<G>,
    state: &G,
    seat: Seat,
    config: &Config,
    first: u32,
    stop: &Stop,
) -> Root<G> {
    let (deepest, budget) = match config.limit {
        Limit::Depth(depth) => (depth.clamp(1, MAX_DEPTH), Budget::Iterations(u64::MAX)),
        Limit::Budget(budget) => (MAX_DEPTH, budget),
    };
    let mut meter = Some(budget.start(stop));
    search.begin();
    let mut root = Root::new(search, state, seat);
    // One move needs no thought, but a value of a given depth was asked for by a depth, and an
    // explanation wants one too.
    let is_budget = matches!(config.limit, Limit::Budget(_));
    let forced = root.found.len() == 1 && is_budget && !config.explain;
    for depth in first.min(deepest)..=deepest {
        if config.explain {
            root.explain(search, state, seat, depth);
        } else {
            root.iterate(search, state, seat, depth);
        }
        if !search.stopped {
            root.depth = depth;
        }
        if search.stopped || forced || root.is_decided(depth, config.explain) {
            break;
        }
        // The first iteration is never cut short, so there always is a best move.
        if let Some(meter) = meter.take() {
            search.heed(meter);
        }
    }
    root
}

impl<G: Game> Root<G> {
    fn new(search: &Search<G>, state: &G, seat: Seat) -> Self {
        let mut moves = Vec::new();
        state.moves(&mut moves);
        let mut scores = vec![0; moves.len()];
        search.order.score(state, seat, 0, &moves, &mut scores);
        let mut order: Vec<usize> = (0..moves.len()).collect();
        order.sort_by_key(|&at| -scores[at]);
        let unknown = |at: usize| Finding { mv: moves[at], value: -WIDEST, exact: false, nodes: 0 };
        Root { found: order.into_iter().map(unknown).collect(), line: Vec::new(), depth: 0 }
    }

    /// True if searching deeper would change nothing: at this depth every win or loss that takes at most
    /// one ply more has been seen, so a shorter or longer one does not exist.
    fn is_decided(&self, depth: u32, all: bool) -> bool {
        let checked = if all { self.found.len() } else { 1 };
        self.found[..checked].iter().all(|finding| {
            let value = finding.value.abs();
            value > PROVEN && WIN - value <= depth as i32 + 1
        })
    }

    /// One iteration: the best move exactly, the others only far enough to know they are not better.
    /// If it is cut short, moves that were completed count, since the best of the last iteration is
    /// the first of them.
    fn iterate(&mut self, search: &mut Search<G>, state: &G, seat: Seat, depth: u32) {
        let mut alpha = -WIDEST;
        for at in 0..self.found.len() {
            let mv = self.found[at].mv;
            let before = search.nodes;
            let full = Task { depth: depth - 1, alpha, beta: WIDEST, ply: 1 };
            let value = if at == 0 {
                search.child::<true>(state, seat, mv, full)
            } else {
                let value = search.child::<false>(state, seat, mv, Task { beta: alpha + 1, ..full });
                if value > alpha && !search.stopped {
                    search.child::<true>(state, seat, mv, full)
                } else {
                    value
                }
            };
            self.found[at].nodes += search.nodes - before;
            if search.stopped {
                return;
            }
            self.found[at].value = value;
            self.found[at].exact = value > alpha;
            if value > alpha {
                alpha = value;
                self.found[..=at].rotate_right(1);
                self.keep_line(search, mv);
            }
        }
    }

    /// One iteration that finds the exact value of every move. If it is cut short it counts for nothing:
    /// values of different depths do not compare.
    fn explain(&mut self, search: &mut Search<G>, state: &G, seat: Seat, depth: u32) {
        let mut found = self.found.clone();
        let mut best = -WIDEST;
        let task = Task { depth: depth - 1, alpha: -WIDEST, beta: WIDEST, ply: 1 };
        let mut line = Vec::new();
        for (finding, kept) in found.iter_mut().zip(&mut self.found) {
            let before = search.nodes;
            finding.value = search.child::<true>(state, seat, finding.mv, task);
            finding.exact = true;
            finding.nodes += search.nodes - before;
            kept.nodes = finding.nodes;
            if search.stopped {
                return;
            }
            if finding.value > best {
                best = finding.value;
                line.clear();
                line.push(finding.mv);
                line.extend_from_slice(&search.lines[1]);
            }
        }
        found.sort_by_key(|finding| -finding.value);
        self.found = found;
        self.line = line;
    }

    fn keep_line(&mut self, search: &Search<G>, mv: G::Move) {
        self.line.clear();
        self.line.push(mv);
        self.line.extend_from_slice(&search.lines[1]);
    }
}
