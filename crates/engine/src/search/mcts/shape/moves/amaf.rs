//! AMAF in the plain tree: the moves of an iteration, counted for the nodes they might have been made at.

use super::Moves;
use crate::game::{Game, Scores, Seat};
use crate::playout::Trace;
use crate::search::mcts::tree::{NodeId, ROOT};

impl<G: Game> Moves<G> {
    /// All moves as first: a child's move that its seat made later in the iteration counts for the
    /// child as if it had been made here.
    pub(super) fn back_up_amaf(&mut self, trace: &mut Trace<G::Move>, scores: &Scores) {
        let Some(rule) = &self.amaf else { return };
        self.tail.clear();
        self.tail.extend(trace.drain(self.path.len()..));
        let is_repeated = rule.read(&mut self.tail);
        trace.append(&mut self.tail);
        self.marks.clear();
        // From the end of the line towards the root, so that at each node the marks are exactly the
        // moves made after it.
        for depth in (self.path.len()..trace.len()).rev() {
            self.marks.add(trace[depth], is_repeated);
        }
        for depth in (0..self.path.len()).rev() {
            if let Some(&(seat, _)) = trace.get(depth + 1) {
                self.credit_children(self.path[depth].0, seat, scores);
            }
            self.marks.add(trace[depth], is_repeated);
        }
        if let Some(&(seat, _)) = trace.first() {
            self.credit_children(ROOT, seat, scores);
        }
    }

    fn credit_children(&mut self, node: NodeId, seat: Seat, scores: &Scores) {
        for child in self.tree.children(node) {
            let times = self.marks.times((seat, self.tree.node(child).mv));
            if times > 0 {
                let amaf = self.tree.amaf_mut(child);
                amaf.visits += times;
                amaf.sum += f64::from(times) * scores[seat];
            }
        }
    }
}
