//! The plain tree: nodes are told apart by the moves that lead to them. Open and hidden games have it, and it
//! alone knows AMAF, proofs, advice and priors.

use std::sync::Arc;

use super::Shape;
use crate::agent::{Agent, Decision, Effort, Verdict};
use crate::bandit::Bandit;
use crate::evaluation::Oracle;
use crate::game::{Game, Scores, Seat};
use crate::playout::{Found, Trace};
use crate::rng::Rng;
use crate::search::mcts::finish::{self, RootMove};
use crate::search::mcts::rave::{AmafArm, AmafRule, Marks};
use crate::search::mcts::select::{best_of, best_until};
use crate::search::mcts::tree::{Keeps, NodeId, Proof, ROOT, Tree};
use crate::search::mcts::{Config, Workspace};
use crate::search::priors::{self, Priors};

/// An advisor of the root, whose opinions of its moves the search starts from (informed priors, after Baier and
/// Winands' hybrids of Monte Carlo and minimax, at the root alone).
pub struct Advice<G: Game> {
    /// The one who is asked. Its own budget is part of what a decision costs.
    pub advisor: Box<dyn Agent<G>>,
    /// The visits that its value of a move counts for.
    pub visits: f64,
}

/// Exact knowledge, which takes an open game of two seats: [`Proofs::new`] alone makes it.
#[non_exhaustive]
pub struct Proofs<G: Game> {
    /// True if proven wins and losses are backed up (MCTS-Solver).
    pub solver: bool,
    /// The weight of the minimax value of evaluated leaves below a node against its mean, 0 to 1
    /// (implicit minimax backups, Lanctot and others 2014).
    pub minimax: f64,
    /// A move that wins at once, where there is one; the solver proves such leaves without a playout.
    pub winning: Option<fn(&G) -> Option<G::Move>>,
    /// Exact knowledge of some leaves.
    pub oracle: Option<Arc<dyn Oracle<G>>>,
}

impl<G: Game> Proofs<G> {
    /// Nothing proven yet; `None` for games that are not open or not of two seats.
    pub fn new() -> Option<Proofs<G>> {
        (G::SEATS == 2 && !G::HIDDEN).then_some(Proofs {
            solver: false,
            minimax: 0.0,
            winning: None,
            oracle: None,
        })
    }
}

impl<G: Game> Clone for Proofs<G> {
    fn clone(&self) -> Self {
        Proofs { oracle: self.oracle.clone(), ..*self }
    }
}

/// The tree.
pub struct Moves<G: Game> {
    amaf: Option<Box<dyn AmafRule<G::Move>>>,
    proofs: Option<Proofs<G>>,
    advice: Option<Advice<G>>,
    priors: Priors<G>,
    bytes: usize,
    pub(in crate::search::mcts) tree: Tree<G::Move>,
    kept: Kept<G::Move>,
    path: Vec<(NodeId, Seat)>,
    candidates: Vec<NodeId>,
    /// The advisor's opinion of each child of the root, in the tree's order; empty without one.
    opinions: Vec<f64>,
    /// The part of a trace that AMAF reads in its own way.
    tail: Trace<G::Move>,
    marks: Marks<G::Move>,
    priors_of_moves: Vec<f64>,
}

impl<G: Game> Moves<G> {
    /// A tree that may take so many bytes.
    pub fn new(bytes: usize) -> Self {
        Moves {
            amaf: None,
            proofs: None,
            advice: None,
            priors: Priors::Uniform,
            bytes,
            tree: Tree::new(Keeps::default(), 0),
            kept: Kept::new(false),
            path: Vec::new(),
            candidates: Vec::new(),
            opinions: Vec::new(),
            tail: Trace::new(),
            marks: Marks::default(),
            priors_of_moves: Vec::new(),
        }
        .with_statistics()
    }

    /// The same, kept between decisions if `reuse` says so.
    pub fn reusing(mut self, reuse: bool) -> Self {
        self.kept = Kept::new(reuse);
        self
    }

    /// The same with AMAF.
    pub fn with_amaf(mut self, rule: Option<Box<dyn AmafRule<G::Move>>>) -> Self {
        self.amaf = rule;
        self.with_statistics()
    }

    /// The same with exact knowledge.
    pub fn with_proofs(mut self, proofs: Option<Proofs<G>>) -> Self {
        self.proofs = proofs;
        self.with_statistics()
    }

    /// The same with an advisor.
    pub fn advised(mut self, advice: Option<Advice<G>>) -> Self {
        self.advice = advice;
        self
    }

    /// The same with priors, which only some bandits read.
    pub fn with_priors(mut self, priors: Priors<G>) -> Self {
        self.priors = priors;
        self.with_statistics()
    }

    fn with_statistics(mut self) -> Self {
        let keeps = Keeps {
            availability: G::HIDDEN,
            amaf: self.amaf.is_some(),
            minimax: self.minimax() > 0.0,
            priors: !matches!(self.priors, Priors::Uniform),
        };
        self.tree = Tree::new(keeps, self.bytes);
        self
    }

    #[inline]
    fn minimax(&self) -> f64 {
        self.proofs.as_ref().map_or(0.0, |proofs| proofs.minimax)
    }

    #[inline]
    fn is_solver(&self) -> bool {
        self.proofs.as_ref().is_some_and(|proofs| proofs.solver)
    }

    /// Walks down to a leaf: a node never visited before, or the end of the game.
    fn descend(&mut self, work: &mut Workspace<G>, state: &mut G, rng: &mut Rng) -> NodeId {
        let is_solver = self.is_solver();
        self.path.clear();
        let mut node = ROOT;
        while let Some(seat) = state.turn() {
            if node != ROOT {
                let is_unvisited = work.config.playouts && self.tree.node(node).visits == 0;
                if is_unvisited || (is_solver && self.tree.node(node).proof != Proof::Open) {
                    break;
                }
            }
            if work.leaves.is_beyond(state) {
                break;
            }
            let Some(child) = self.step(work, node, state, rng) else { break };
            let mv = self.tree.node(child).mv;
            work.make(state, seat, mv);
            self.path.push((child, seat));
            node = child;
        }
        node
    }

    /// The child the search goes on to; `None` from a tree that may not grow any more, which plays out
    /// from where it ends.
    #[inline]
    fn step(&mut self, work: &mut Workspace<G>, node: NodeId, state: &G, rng: &mut Rng) -> Option<NodeId> {
        if !G::HIDDEN {
            if !self.tree.node(node).is_expanded() {
                self.expand(work, node, state, rng);
                if !self.tree.node(node).is_expanded() {
                    return None;
                }
            }
            return match self.advised_child(&work.config, node) {
                Some(child) => Some(child),
                None => Some(self.pick(&work.config, node, rng)),
            };
        }
        self.expand(work, node, state, rng);
        if self.candidates.is_empty() {
            return None;
        }
        let at = self.pick_available(&work.config, node, rng);
        for &candidate in &self.candidates {
            self.tree.offer(candidate);
        }
        Some(self.advised_child(&work.config, node).unwrap_or(self.candidates[at]))
    }

    /// Makes sure the moves of this world have children, and in hidden games lists these.
    fn expand(&mut self, work: &mut Workspace<G>, node: NodeId, state: &G, rng: &mut Rng) {
        work.list_moves(state);
        let before = self.tree.len();
        if G::HIDDEN {
            meet(&mut self.tree, node, &work.moves, &mut self.candidates);
        } else if self.tree.make_room(work.moves.len()) {
            self.tree.expand(node, &work.moves);
        }
        if self.tree.len() > before && !matches!(self.priors, Priors::Uniform) {
            self.set_priors(work, node, state, rng);
        }
    }

    /// Gives children that are new their priors.
    fn set_priors(&mut self, work: &Workspace<G>, node: NodeId, state: &G, rng: &mut Rng) {
        self.priors_of_moves.clear();
        self.priors.of(state, &work.moves, &mut self.priors_of_moves, rng);
        for (&mv, &prior) in work.moves.iter().zip(&self.priors_of_moves) {
            if let Some(child) = self.tree.child_by(node, mv)
                && self.tree.prior(child) == 0.0
            {
                self.tree.set_prior(child, prior);
            }
        }
    }

    /// The child to descend into, among all children of a node. Children proven lost are left alone while
    /// there is another; a proven win is taken.
    #[inline]
    fn pick(&self, config: &Config, node: NodeId, rng: &mut Rng) -> NodeId {
        if self.amaf.is_none() && self.proofs.is_none() {
            return config.rule.pick(&self.tree, node, rng);
        }
        self.pick_valued(config, node, rng)
    }

    fn pick_valued(&self, config: &Config, node: NodeId, rng: &mut Rng) -> NodeId {
        let first = self.tree.children(node).start;
        let children = self.tree.child_nodes(node);
        if let Some(won) = children.iter().position(|child| child.proof == Proof::Win) {
            return first + won as NodeId;
        }
        if !config.rule.bandit.is_bound() {
            return self.pick_open(config, node, rng);
        }
        let parent = self.tree.node(node).visits;
        let bandit = config.rule.bandit;
        if let Some(amaf) = &self.amaf {
            let value = |child: NodeId| self.amaf_value(&**amaf, bandit, child, parent, f64::INFINITY);
            let values = self.tree.children(node).map(value);
            return first
                + best_until(values, |value| amaf.is_enough(value), config.rule.ties, rng) as NodeId;
        }
        let rule = bandit.prepare(parent);
        let minimax = self.minimax();
        let values = (first..).zip(children).map(|(child, node)| match (node.proof, node.visits) {
            // Any move does in a lost position, so a lost child is still better than none.
            (Proof::Loss, _) => f64::MIN,
            (_, 0) => f64::INFINITY,
            (_, n) if minimax > 0.0 => {
                rule.bound((1.0 - minimax) * node.mean() + minimax * self.tree.minimax(child), n)
            }
            (_, n) => rule.bound(node.mean(), n),
        });
        first + best_of(values, config.rule.ties, rng) as NodeId
    }

    /// The child to descend into by a rule that ranks untried children too, those proven lost left out.
    fn pick_open(&self, config: &Config, node: NodeId, rng: &mut Rng) -> NodeId {
        let is_open = |&child: &NodeId| self.tree.node(child).proof != Proof::Loss;
        let open: Vec<NodeId> = self.tree.children(node).filter(is_open).collect();
        match open.is_empty() {
            true => self.tree.children(node).start,
            false => open[config.rule.pick_available(&self.tree, node, &open, rng)],
        }
    }

    /// The place among the candidates, in a hidden game.
    fn pick_available(&self, config: &Config, node: NodeId, rng: &mut Rng) -> usize {
        let Some(amaf) = self.amaf.as_deref().filter(|_| config.rule.bandit.is_bound()) else {
            return config.rule.pick_available(&self.tree, node, &self.candidates, rng);
        };
        let all = self.tree.node(node).visits;
        let values = self.candidates.iter().map(|&child| {
            let compared = config.rule.compared(self.tree.available(child), all);
            self.amaf_value(amaf, config.rule.bandit, child, compared, f64::INFINITY)
        });
        best_until(values, |value| amaf.is_enough(value), config.rule.ties, rng)
    }

    fn amaf_value(
        &self,
        rule: &dyn AmafRule<G::Move>,
        bandit: Bandit,
        child: NodeId,
        parent: u32,
        untried: f64,
    ) -> f64 {
        let (node, amaf) = (self.tree.node(child), self.tree.amaf(child));
        if node.proof == Proof::Loss {
            return f64::MIN;
        }
        let arm = AmafArm {
            visits: node.visits,
            mean: node.mean(),
            amaf_visits: amaf.visits,
            amaf_mean: amaf.sum / f64::from(amaf.visits),
        };
        rule.value(arm, parent, bandit.prepare(parent), untried)
    }

    /// The value of a visited child of the root to the selection rule, without exploration.
    fn value(&self, config: &Config, child: NodeId) -> f64 {
        let bandit = config.rule.bandit.greedy();
        match &self.amaf {
            Some(rule) => {
                let parent = self.tree.node(ROOT).visits;
                self.amaf_value(&**rule, bandit, child, parent, f64::NEG_INFINITY)
            }
            None if self.minimax() > 0.0 => {
                let minimax = self.minimax();
                (1.0 - minimax) * self.tree.node(child).mean() + minimax * self.tree.minimax(child)
            }
            None => self.tree.node(child).mean(),
        }
    }

    /// The child of the root to go on to, if there is advice that counts as visits: the advisor's opinions count
    /// as much as so many visits each. At the root every world allows the same moves, so opinions of them hold in
    /// all.
    #[inline]
    fn advised_child(&self, config: &Config, node: NodeId) -> Option<NodeId> {
        match &self.advice {
            Some(advice) if node == ROOT && !matches!(self.priors, Priors::Advice) => {
                Some(self.pick_advised(config, advice.visits))
            }
            _ => None,
        }
    }

    fn pick_advised(&self, config: &Config, trust: f64) -> NodeId {
        let range = self.tree.children(ROOT);
        let rule = config.rule.bandit.prepare(self.tree.node(ROOT).visits);
        let mut best = (range.start, f64::NEG_INFINITY);
        for (child, &opinion) in range.zip(&self.opinions) {
            let node = self.tree.node(child);
            let value = match node.proof {
                Proof::Win => return child,
                Proof::Loss => f64::MIN,
                Proof::Open | Proof::Draw => {
                    let visits = f64::from(node.visits);
                    let own = if node.visits == 0 { 0.0 } else { self.value(config, child) };
                    rule.bound((visits * own + trust * opinion) / (visits + trust), node.visits + 1)
                }
            };
            if value > best.1 {
                best = (child, value);
            }
        }
        best.0
    }

    /// The result of a leaf: known, or played out.
    fn judge(&mut self, work: &mut Workspace<G>, leaf: NodeId, mut state: G, rng: &mut Rng) -> Scores {
        if self.proofs.is_none() {
            return work.value(&mut state, rng);
        }
        if let Some(scores) = self.known(work, leaf, &state) {
            return scores;
        }
        let scores = work.value(&mut state, rng);
        if self.is_solver()
            && let Some(&(_, mover)) = self.path.last()
            && let Some(Found::Won(winner)) = work.leaves.playout.found()
        {
            self.tree.node_mut(leaf).proof = if winner == mover { Proof::Win } else { Proof::Loss };
        }
        scores
    }

    /// The result of a leaf that needs no playout: the game is over, or the ending is known.
    fn known(&mut self, work: &Workspace<G>, leaf: NodeId, state: &G) -> Option<Scores> {
        let is_solver = self.is_solver();
        let mover = self.path.last().map(|&(_, mover)| mover);
        let Some(turn) = state.turn() else {
            let scores = work.leaves.judge(state);
            if let Some(mover) = mover.filter(|_| is_solver) {
                self.tree.node_mut(leaf).proof = Proof::of_payoff(scores[mover]);
            }
            return Some(scores);
        };
        if is_solver && leaf != ROOT {
            let mover = mover.unwrap_or(turn);
            match self.tree.node(leaf).proof {
                Proof::Win => return Some(won_by(mover)),
                Proof::Loss => return Some(won_by(1 - mover)),
                Proof::Draw => return Some(Scores::even(0.5)),
                Proof::Open => {}
            }
        }
        let (proof, scores) = match self.verdict(state)? {
            Verdict::Win(_) => (Proof::Loss, won_by(turn)),
            Verdict::Loss(_) => (Proof::Win, won_by(1 - turn)),
            Verdict::Draw => (Proof::Draw, Scores::even(0.5)),
            Verdict::Score(_) => return None,
        };
        if is_solver && mover.is_some_and(|mover| mover != turn) {
            self.tree.node_mut(leaf).proof = proof;
        }
        Some(scores)
    }

    /// The certain part about an unfinished leaf, for the seat to move there.
    fn verdict(&self, state: &G) -> Option<Verdict> {
        let proofs = self.proofs.as_ref()?;
        if proofs.solver && proofs.winning.is_some_and(|winning| winning(state).is_some()) {
            return Some(Verdict::Win(1));
        }
        proofs.oracle.as_ref()?.probe(state)
    }

    /// Books the result of an iteration along its path.
    fn back_up(&mut self, work: &mut Workspace<G>, scores: &Scores) {
        self.tree.node_mut(ROOT).visits += 1;
        for &(node, mover) in &self.path {
            let node = self.tree.node_mut(node);
            node.visits += 1;
            node.sum += scores[mover];
        }
        if self.minimax() > 0.0 {
            self.tree.back_up_minimax(&self.path, scores);
        }
        if self.is_solver() {
            self.tree.back_up_proofs(&self.path);
        }
        if self.amaf.is_some() {
            self.back_up_amaf(&mut work.trace, scores);
        }
    }

    /// All moves as first: a child's move that its seat made later in the iteration counts for the
    /// child as if it had been made here.
    fn back_up_amaf(&mut self, trace: &mut Trace<G::Move>, scores: &Scores) {
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

impl<G: Game> Shape<G> for Moves<G> {
    fn plant(&mut self, work: &mut Workspace<G>, decision: &Decision<'_, G>, state: &G, rng: &mut Rng) {
        work.traces |= self.amaf.is_some();
        work.list_moves(state);
        self.kept.plant(&mut self.tree, decision.history, work.moves[0], Tree::child_by);
        if G::HIDDEN {
            self.kept.note_legal(&work.moves);
        }
        // A kept node of a hidden game knows the moves of the worlds it was met in, not those there are.
        if G::HIDDEN || !self.tree.node(ROOT).is_expanded() {
            self.expand(work, ROOT, state, rng);
        }
    }

    fn consult(&mut self, decision: &Decision<'_, G>, rng: &mut Rng) -> Effort {
        self.opinions.clear();
        let Some(advice) = &mut self.advice else {
            return Effort::NONE;
        };
        let choice = advice.advisor.choose(&decision.with_progress(None), rng);
        for child in self.tree.children(ROOT) {
            self.opinions.push(choice.opinion(self.tree.node(child).mv));
        }
        if matches!(self.priors, Priors::Advice) {
            for (child, prior) in self.tree.children(ROOT).zip(priors::of_opinions(&self.opinions)) {
                self.tree.set_prior(child, prior);
            }
        }
        choice.effort
    }

    fn iterate(&mut self, work: &mut Workspace<G>, mut state: G, rng: &mut Rng) {
        work.trace.clear();
        let leaf = self.descend(work, &mut state, rng);
        let scores = self.judge(work, leaf, state, rng);
        self.back_up(work, &scores);
        work.learn(&scores);
    }

    /// A proven root has nothing left to learn.
    fn is_proven(&self) -> bool {
        self.is_solver() && self.tree.node(ROOT).proof != Proof::Open
    }

    fn root_moves(&self, config: &Config, _: Seat) -> Vec<RootMove<G::Move>> {
        let mut moves: Vec<_> =
            self.tree.children(ROOT).map(|node| (self.tree.node(node).mv, node)).collect();
        self.kept.retain_legal(&mut moves);
        let mut moves = finish::root_moves(&self.tree, config, &moves, |node| self.value(config, node));
        if let Some(amaf) = &self.amaf {
            moves.iter_mut().for_each(|root| root.is_enough = amaf.is_enough(root.value));
        }
        moves
    }

    fn nodes(&self) -> usize {
        self.tree.len()
    }

    fn is_full(&self) -> bool {
        self.tree.is_full()
    }

    fn keep(&mut self, history: &[(Seat, G::Move)]) {
        self.kept.keep(history);
    }
}

/// Makes sure a node has a child for each of `moves`, and lists these children. A tree that may not grow any more
/// has not got them all.
pub(super) fn meet<M: Copy + PartialEq>(
    tree: &mut Tree<M>,
    node: NodeId,
    moves: &[M],
    candidates: &mut Vec<NodeId>,
) {
    candidates.clear();
    if !tree.find_children(node, moves, candidates) {
        if tree.make_room(tree.children(node).len() + moves.len()) {
            tree.expand(node, moves);
        }
        candidates.clear();
        candidates.extend(moves.iter().filter_map(|&mv| tree.child_by(node, mv)));
    }
}

/// The memory of the last decision, for trees that are kept as far as they still apply.
pub(super) struct Kept<M> {
    reuse: bool,
    /// The history at the last decision.
    last: Option<Vec<(Seat, M)>>,
    /// The legal moves of this decision, where a kept root may know others.
    legal: Vec<M>,
}

impl<M: Copy + PartialEq> Kept<M> {
    pub fn new(reuse: bool) -> Self {
        Kept { reuse, last: None, legal: Vec::new() }
    }

    /// Makes the root: the subtree that the moves since the last decision lead to, or a new one.
    pub fn plant(
        &mut self,
        tree: &mut Tree<M>,
        history: &[(Seat, M)],
        any: M,
        child: impl Fn(&Tree<M>, NodeId, M) -> Option<NodeId>,
    ) {
        let node = self.last.take().and_then(|last| {
            let since = history.strip_prefix(last.as_slice())?;
            since.iter().try_fold(ROOT, |node, &(_, mv)| child(tree, node, mv))
        });
        let kept = node.filter(|&node| node != ROOT && tree.node(node).is_expanded());
        match kept.and_then(|node| tree.subtree(node)) {
            Some(below) => *tree = below,
            None => tree.reset(any),
        }
    }

    /// Remembers what is legal, for a tree that may know other moves.
    pub fn note_legal(&mut self, legal: &[M]) {
        if self.reuse {
            self.legal.clear();
            self.legal.extend_from_slice(legal);
        }
    }

    /// Leaves only legal moves, where these were noted.
    pub fn retain_legal<T>(&self, moves: &mut Vec<(M, T)>) {
        if !self.legal.is_empty() {
            moves.retain(|(mv, _)| self.legal.contains(mv));
        }
    }

    pub fn keep(&mut self, history: &[(Seat, M)]) {
        if self.reuse {
            self.last = Some(history.to_vec());
        }
    }
}

/// The payoffs when `seat` of two has won.
fn won_by(seat: Seat) -> Scores {
    Scores::two(if seat == 0 { 1.0 } else { 0.0 })
}
