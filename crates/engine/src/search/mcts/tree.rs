//! The tree: nodes in one vector, the children of a node side by side. Knows visits, sums and proofs,
//! not how they are chosen or earned.
//!
//! A node takes 24 bytes for a move of up to four, so ten million nodes stay far below a gigabyte.
//! Statistics that only some searches keep (availability, AMAF, minimax values) live in vectors of their own.

/// The index of a node.
pub type NodeId = u32;

/// The root of every tree.
pub const ROOT: NodeId = 0;

/// A tree may have so many nodes whatever its limit of memory: every legal move of the root must be explained.
const FEWEST_NODES: usize = 1 << 14;

/// A proven result of a node, for the seat that moved into it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Proof {
    /// Nothing yet.
    Open,
    /// It wins.
    Win,
    /// It loses.
    Loss,
    /// It draws.
    Draw,
}

impl Proof {
    /// The proof that a payoff of 0, 1/2 or 1 at the end of a game amounts to.
    pub fn of_payoff(payoff: f64) -> Proof {
        if payoff >= 1.0 {
            Proof::Win
        } else if payoff <= 0.0 {
            Proof::Loss
        } else {
            Proof::Draw
        }
    }
}

/// A node, reached by a move.
#[derive(Clone, Copy, Debug)]
pub struct Node<M> {
    /// The sum of payoffs of the seat that moved into it.
    pub sum: f64,
    /// The number of iterations that went through it.
    pub visits: u32,
    first: u32,
    count: u16,
    /// A proven result, if there is one.
    pub proof: Proof,
    /// For a node that stands for a group of moves, the number of the group + 1; 0 for a move.
    group: u8,
    /// The move that leads here; of a group any of its moves. The root repeats some move that nobody reads.
    pub mv: M,
}

impl<M> Node<M> {
    /// The average payoff; only for visited nodes.
    #[inline]
    pub fn mean(&self) -> f64 {
        self.sum / f64::from(self.visits)
    }

    /// True if children were ever added.
    pub fn is_expanded(&self) -> bool {
        self.count > 0
    }

    /// True if it stands for a group of moves.
    pub fn is_group(&self) -> bool {
        self.group > 0
    }
}

/// All-moves-as-first statistics of a node.
#[derive(Clone, Copy, Debug, Default)]
pub struct Amaf {
    /// The sum of payoffs of the seat that moved into the node.
    pub sum: f64,
    /// The number of updates.
    pub visits: u32,
}

/// Optional statistics that a tree keeps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Keeps {
    /// The number of times a node's move was available, for trees over many worlds.
    pub availability: bool,
    /// AMAF statistics.
    pub amaf: bool,
    /// Minimax values of what was judged below a node.
    pub minimax: bool,
    /// The prior of a move.
    pub priors: bool,
}

/// A search tree.
#[derive(Clone, Debug)]
pub struct Tree<M> {
    nodes: Vec<Node<M>>,
    available: Vec<u32>,
    amaf: Vec<Amaf>,
    minimax: Vec<f32>,
    priors: Vec<f32>,
    keeps: Keeps,
    /// The most nodes it may have.
    most: usize,
    is_full: bool,
}

impl<M: Copy + PartialEq> Tree<M> {
    /// A tree without any node, which may take so many bytes.
    pub fn new(keeps: Keeps, bytes: usize) -> Tree<M> {
        let optional = [
            (keeps.availability, size_of::<u32>()),
            (keeps.amaf, size_of::<Amaf>()),
            (keeps.minimax, size_of::<f32>()),
            (keeps.priors, size_of::<f32>()),
        ];
        let kept = optional.iter().filter(|(is_kept, _)| *is_kept).map(|(_, size)| size).sum::<usize>();
        let most = (bytes / (size_of::<Node<M>>() + kept)).clamp(FEWEST_NODES, NodeId::MAX as usize);
        Tree {
            nodes: Vec::new(),
            available: Vec::new(),
            amaf: Vec::new(),
            minimax: Vec::new(),
            priors: Vec::new(),
            keeps,
            most,
            is_full: false,
        }
    }

    /// Back to a lone root. `mv` only fills the root's slot. Memory is kept.
    pub fn reset(&mut self, mv: M) {
        self.nodes.clear();
        self.available.clear();
        self.amaf.clear();
        self.minimax.clear();
        self.priors.clear();
        self.is_full = false;
        self.push(mv);
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// True if there is not even a root.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Makes room for another `count` nodes, if there may be so many; a tree that was refused them is full.
    #[inline]
    pub fn make_room(&mut self, count: usize) -> bool {
        let wanted = self.nodes.len() + count;
        let has_room = wanted <= self.nodes.capacity() || (wanted <= self.most && self.reserve(count));
        self.is_full |= !has_room;
        has_room
    }

    /// True if it was refused a node.
    pub fn is_full(&self) -> bool {
        self.is_full
    }

    /// Doubles the memory, up to what is allowed. A machine that has not got it is no reason to end: the search
    /// goes on with the nodes there are.
    #[cold]
    fn reserve(&mut self, count: usize) -> bool {
        let len = self.nodes.len();
        let more = len.max(count).max(1 << 10).min(self.most - len);
        let reserved = self.nodes.try_reserve_exact(more).is_ok()
            && (!self.keeps.availability || self.available.try_reserve_exact(more).is_ok())
            && (!self.keeps.amaf || self.amaf.try_reserve_exact(more).is_ok())
            && (!self.keeps.minimax || self.minimax.try_reserve_exact(more).is_ok())
            && (!self.keeps.priors || self.priors.try_reserve_exact(more).is_ok());
        if !reserved {
            // Asking again for each of the next nodes would cost as much as the search.
            self.most = len;
        }
        reserved
    }

    /// A node.
    #[inline]
    pub fn node(&self, id: NodeId) -> &Node<M> {
        &self.nodes[id as usize]
    }

    /// A node, to change it.
    #[inline]
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node<M> {
        &mut self.nodes[id as usize]
    }

    /// The ids of a node's children.
    #[inline]
    pub fn children(&self, id: NodeId) -> std::ops::Range<NodeId> {
        let node = self.node(id);
        node.first..node.first + u32::from(node.count)
    }

    /// The children of a node, in the order they were added.
    #[inline]
    pub fn child_nodes(&self, id: NodeId) -> &[Node<M>] {
        let range = self.children(id);
        &self.nodes[range.start as usize..range.end as usize]
    }

    /// The child reached by `mv`.
    pub fn child_by(&self, id: NodeId, mv: M) -> Option<NodeId> {
        let at = self.child_nodes(id).iter().position(|child| child.mv == mv)?;
        Some(self.node(id).first + at as u32)
    }

    /// Appends the child of each of `moves` to `out`; false, with `out` in any state, if one has none.
    ///
    /// Both lists are mostly in the game's own order, so each search begins where the last one ended: it
    /// finds its child at once or a few steps on, however wide the node is.
    pub fn find_children(&self, id: NodeId, moves: &[M], out: &mut Vec<NodeId>) -> bool {
        let (first, children) = (self.node(id).first, self.child_nodes(id));
        let mut next = 0;
        for &mv in moves {
            let ahead = children[next..].iter().position(|child| child.mv == mv).map(|at| next + at);
            let Some(at) = ahead.or_else(|| children[..next].iter().position(|child| child.mv == mv)) else {
                return false;
            };
            out.push(first + at as u32);
            next = if at + 1 == children.len() { 0 } else { at + 1 };
        }
        true
    }

    /// The child that stands for a group of moves.
    pub fn child_by_group(&self, id: NodeId, group: u8) -> Option<NodeId> {
        let at = self.child_nodes(id).iter().position(|child| child.group == group + 1)?;
        Some(self.node(id).first + at as u32)
    }

    /// True if it counts how often moves were available.
    pub fn keeps_availability(&self) -> bool {
        self.keeps.availability
    }

    /// The number of times the node's move was available. Only in trees that keep it.
    #[inline]
    pub fn available(&self, id: NodeId) -> u32 {
        self.available[id as usize]
    }

    /// Counts one more time the node's move was available.
    #[inline]
    pub fn offer(&mut self, id: NodeId) {
        self.available[id as usize] += 1;
    }

    /// AMAF statistics. Only in trees that keep them.
    #[inline]
    pub fn amaf(&self, id: NodeId) -> Amaf {
        self.amaf[id as usize]
    }

    /// AMAF statistics, to change them.
    #[inline]
    pub fn amaf_mut(&mut self, id: NodeId) -> &mut Amaf {
        &mut self.amaf[id as usize]
    }

    /// The minimax value of a visited node for the seat that moved into it. Only in trees that keep it.
    #[inline]
    pub fn minimax(&self, id: NodeId) -> f64 {
        f64::from(self.minimax[id as usize])
    }

    /// Sets the minimax value of a node.
    #[inline]
    pub fn set_minimax(&mut self, id: NodeId, value: f64) {
        self.minimax[id as usize] = value as f32;
    }

    /// The prior of a node's move; the same for all where there are none.
    #[inline]
    pub fn prior(&self, id: NodeId) -> f64 {
        if self.keeps.priors { f64::from(self.priors[id as usize]) } else { 1.0 }
    }

    /// Sets how promising a node's move looks. Only in trees that keep it.
    pub fn set_prior(&mut self, id: NodeId, prior: f64) {
        self.priors[id as usize] = prior as f32;
    }

    /// Makes sure `id` has a child for each of `moves`, for which there must be room. A node that meets new moves in another world
    /// gets a larger block of children; the old one is given up, since only the parent points at it.
    pub fn expand(&mut self, id: NodeId, moves: &[M]) {
        if !self.node(id).is_expanded() {
            let first = self.nodes.len() as u32;
            for &mv in moves {
                self.push(mv);
            }
            let node = self.node_mut(id);
            node.first = first;
            node.count = moves.len() as u16;
            return;
        }
        if moves.iter().all(|&mv| self.child_by(id, mv).is_some()) {
            return;
        }
        let (old, first) = self.move_children(id);
        for &mv in moves {
            if !self.nodes[old.start as usize..old.end as usize].iter().any(|child| child.mv == mv) {
                self.push(mv);
            }
        }
        self.end_block(id, first);
    }

    /// Gives `id` one more child, which stands for a group of moves; `mv` is one of them.
    pub fn add_group(&mut self, id: NodeId, group: u8, mv: M) -> NodeId {
        let (_, first) = self.move_children(id);
        self.push(mv);
        let child = self.nodes.len() as u32 - 1;
        self.node_mut(child).group = group + 1;
        self.end_block(id, first);
        child
    }

    /// A node that is nobody's child, for searches that know by other means which nodes follow which.
    pub fn add(&mut self, mv: M) -> NodeId {
        self.push(mv);
        self.nodes.len() as u32 - 1
    }

    /// Copies the children of a node to the end, where more can join them; says where they were and are.
    fn move_children(&mut self, id: NodeId) -> (std::ops::Range<NodeId>, u32) {
        let old = self.children(id);
        let first = self.nodes.len() as u32;
        for child in old.clone() {
            self.copy_node(child);
        }
        (old, first)
    }

    /// Everything from `first` on are the children of `id`.
    fn end_block(&mut self, id: NodeId, first: u32) {
        let count = self.nodes.len() as u32 - first;
        let node = self.node_mut(id);
        node.first = first;
        node.count = count as u16;
    }

    /// The tree below `id` as a tree of its own; `None` if there is no memory for both.
    pub fn subtree(&self, id: NodeId) -> Option<Tree<M>> {
        let mut out = Tree::new(self.keeps, 0);
        out.most = self.most;
        out.make_room(1);
        out.adopt(self, id);
        // Nodes are adopted breadth first, so `next` runs over the new tree as it grows.
        let mut sources = vec![id];
        let mut next = 0;
        while next < sources.len() {
            let children = self.children(sources[next]);
            out.nodes[next].first = out.nodes.len() as u32;
            if !out.make_room(children.len()) || sources.try_reserve(children.len()).is_err() {
                return None;
            }
            for child in children {
                out.adopt(self, child);
                sources.push(child);
            }
            next += 1;
        }
        Some(out)
    }

    fn adopt(&mut self, from: &Tree<M>, id: NodeId) {
        self.nodes.push(*from.node(id));
        if self.keeps.availability {
            self.available.push(from.available(id));
        }
        if self.keeps.amaf {
            self.amaf.push(from.amaf(id));
        }
        if self.keeps.minimax {
            self.minimax.push(from.minimax[id as usize]);
        }
        if self.keeps.priors {
            self.priors.push(from.priors[id as usize]);
        }
    }

    fn copy_node(&mut self, id: NodeId) {
        self.nodes.push(self.nodes[id as usize]);
        if self.keeps.availability {
            self.available.push(self.available[id as usize]);
        }
        if self.keeps.amaf {
            self.amaf.push(self.amaf[id as usize]);
        }
        if self.keeps.minimax {
            self.minimax.push(self.minimax[id as usize]);
        }
        if self.keeps.priors {
            self.priors.push(self.priors[id as usize]);
        }
    }

    fn push(&mut self, mv: M) {
        self.nodes.push(Node { sum: 0.0, visits: 0, first: 0, count: 0, proof: Proof::Open, group: 0, mv });
        if self.keeps.availability {
            self.available.push(0);
        }
        if self.keeps.amaf {
            self.amaf.push(Amaf::default());
        }
        if self.keeps.minimax {
            self.minimax.push(0.0);
        }
        if self.keeps.priors {
            self.priors.push(0.0);
        }
    }
}
