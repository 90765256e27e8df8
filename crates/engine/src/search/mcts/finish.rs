//! From statistics to a choice: which root move is played, and how it is explained.

use super::Config;
use super::tree::{NodeId, Proof, ROOT, Tree};
use crate::agent::{Basis, Choice, Effort, MoveVerdict, Note, Ranked, wilson};
use crate::game::Seat;

/// The rule by which a move is taken from the root's statistics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Final {
    /// The most visited.
    Visits,
    /// The highest average.
    Mean,
    /// The highest upper bound, exploration included.
    Bound,
}

/// The statistics of one root move.
#[derive(Clone, Debug)]
pub struct RootMove<M> {
    /// The move.
    pub mv: M,
    /// Iterations through it.
    pub visits: u64,
    /// The sum of payoffs of the seat to move.
    pub sum: f64,
    /// A proven result, if there is one.
    pub proof: Proof,
    /// The plies a proof needs, as far as the tree shows.
    pub plies: u32,
    /// True if the selection rule takes it without a look at the others.
    pub is_enough: bool,
    /// The count its visits are compared with.
    compared: u64,
    /// Its value to the selection rule without exploration, which blends in AMAF.
    pub value: f64,
    /// The expected line, this move included.
    line: Vec<M>,
}

/// The statistics of the root.
#[derive(Clone, Debug)]
pub struct RootStats<M> {
    /// The seat to move.
    pub seat: Seat,
    /// The effort of this search, or of all that were merged.
    pub effort: Effort,
    /// Remarks for the user.
    pub notes: Vec<Note>,
    /// Every root move in the order of the tree.
    pub moves: Vec<RootMove<M>>,
}

/// The statistics of root moves, given with their nodes in the order of the tree. `value` is what the selection
/// rule makes of a node without exploration.
pub(super) fn root_moves<M: Copy + PartialEq>(
    tree: &Tree<M>,
    config: &Config,
    moves: &[(M, NodeId)],
    value: impl Fn(NodeId) -> f64,
) -> Vec<RootMove<M>> {
    let all = tree.node(ROOT).visits;
    let root_move = |&(mv, child): &(M, NodeId)| {
        let node = tree.node(child);
        let mut line = vec![mv];
        follow(tree, child, &mut line);
        RootMove {
            mv,
            visits: u64::from(node.visits),
            sum: node.sum,
            proof: node.proof,
            plies: if node.proof == Proof::Open { 0 } else { proof_length(tree, child) },
            is_enough: false,
            compared: u64::from(match tree.keeps_availability() {
                true => config.rule.compared(tree.available(child), all),
                false => all,
            }),
            value: if node.visits == 0 { f64::NEG_INFINITY } else { value(child) },
            line,
        }
    };
    moves.iter().map(root_move).collect()
}

/// Appends the most visited line below a node.
fn follow<M: Copy + PartialEq>(tree: &Tree<M>, mut node: NodeId, line: &mut Vec<M>) {
    const LONGEST: usize = 12;
    while line.len() < LONGEST {
        let best = tree.children(node).max_by_key(|&id| (tree.node(id).visits, std::cmp::Reverse(id)));
        match best {
            Some(child) if tree.node(child).visits > 0 => {
                // Groups are steps of the search, not of the game.
                if !tree.node(child).is_group() {
                    line.push(tree.node(child).mv);
                }
                node = child;
            }
            _ => return,
        }
    }
}

/// Plies from the root to the end of a proven line: the winner hurries, the loser delays. A proof
/// that ends at a win on the spot or in a table of endings is longer than the tree shows.
fn proof_length<M: Copy + PartialEq>(tree: &Tree<M>, node: NodeId) -> u32 {
    let below = tree.children(node).filter(|&child| tree.node(child).proof != Proof::Open);
    let answers = match tree.node(node).proof {
        // Lost for the one who moved here: some answer wins, and the quickest is chosen.
        Proof::Loss => below
            .filter(|&child| tree.node(child).proof == Proof::Win)
            .map(|child| proof_length(tree, child))
            .min(),
        Proof::Win => below.map(|child| proof_length(tree, child)).max(),
        Proof::Draw | Proof::Open => None,
    };
    1 + answers.unwrap_or(0)
}

impl<M: Copy + PartialEq> RootStats<M> {
    /// Adds the statistics of another search of the same position.
    pub fn merge(&mut self, other: RootStats<M>) {
        self.effort += other.effort;
        for note in other.notes {
            if !self.notes.contains(&note) {
                self.notes.push(note);
            }
        }
        for theirs in other.moves {
            let Some(ours) = self.moves.iter_mut().find(|ours| ours.mv == theirs.mv) else {
                self.moves.push(theirs);
                continue;
            };
            let all = (ours.visits + theirs.visits).max(1) as f64;
            if theirs.visits > 0 {
                let own = if ours.visits > 0 { ours.value * ours.visits as f64 } else { 0.0 };
                ours.value = (own + theirs.value * theirs.visits as f64) / all;
            }
            if theirs.visits > ours.visits {
                ours.line = theirs.line;
            }
            ours.visits += theirs.visits;
            ours.sum += theirs.sum;
            ours.compared += theirs.compared;
            ours.is_enough |= theirs.is_enough;
            if ours.proof == Proof::Open {
                ours.proof = theirs.proof;
                ours.plies = theirs.plies;
            }
        }
    }

    /// The move to play, and every move with what is known about it, best first.
    pub fn choice(&self, config: &Config) -> Choice<M> {
        let bandit = config.rule.bandit;
        let few = |count: u64| u32::try_from(count).unwrap_or(u32::MAX);
        let worth = |mv: &RootMove<M>| -> f64 {
            match (mv.proof, mv.visits) {
                (Proof::Win, _) => 1e12 - f64::from(mv.plies),
                (Proof::Loss, _) => -1e12 + f64::from(mv.plies),
                (_, 0) => f64::NEG_INFINITY,
                (_, n) => match config.choice {
                    Final::Visits => n as f64 + mv.sum / n as f64 * 1e-6,
                    Final::Mean => mv.value,
                    Final::Bound => bandit.prepare(few(mv.compared)).bound(mv.sum / n as f64, few(n)),
                },
            }
        };
        let mut order: Vec<(usize, f64)> = self.moves.iter().map(&worth).enumerate().collect();
        // A stable sort, so that ties go to the first as in the tree.
        order.sort_by(|a, b| b.1.total_cmp(&a.1));
        let enough = self.moves.iter().position(|mv| mv.is_enough);
        if let Some(rank) = order.iter().position(|&(index, _)| Some(index) == enough) {
            order[..=rank].rotate_right(1);
        }
        let best = &self.moves[order[0].0];
        Choice {
            mv: best.mv,
            ranked: order.iter().map(|&(index, _)| explain(&self.moves[index], config.rule.range)).collect(),
            line: best.line.clone(),
            basis: if self.effort == Effort::NONE { Basis::Forced } else { Basis::Search },
            effort: self.effort,
            notes: self.notes.clone(),
        }
    }
}

fn explain<M: Copy>(mv: &RootMove<M>, (worst, best): (f64, f64)) -> Ranked<M> {
    let verdict = match mv.proof {
        Proof::Open => None,
        Proof::Win => Some(MoveVerdict::Win(mv.plies)),
        Proof::Loss => Some(MoveVerdict::Loss(mv.plies)),
        Proof::Draw => Some(MoveVerdict::Draw),
    };
    let (mean, interval) = match mv.proof {
        Proof::Win => (1.0, (1.0, 1.0)),
        Proof::Loss => (0.0, (0.0, 0.0)),
        Proof::Draw => (0.5, (0.5, 0.5)),
        Proof::Open if mv.visits == 0 => (0.5, (0.0, 1.0)),
        Proof::Open => {
            let mean = ((mv.sum / mv.visits as f64 - worst) / (best - worst)).clamp(0.0, 1.0);
            (mean, wilson(mean, mv.visits as f64))
        }
    };
    Ranked { mv: mv.mv, visits: mv.visits, mean, bound: None, interval, verdict }
}
