//! `AlphaBeta`: depth-first search of open two-seat games, with all the usual help: iterative
//! deepening, principal variation search, a transposition table, killers, history, quiescence, and an
//! oracle for endings. Knows a game only through [`Knowledge`].
//!
//! With [`Limit::Depth`] the value of the root is exactly that of [`super::minimax::Minimax`]: every
//! saving is one that cannot change it. Cycles need no care, since depth runs out in any case and the
//! value of a position at a depth does not depend on how it was reached.

mod node;
mod order;
mod quiescence;
mod root;
mod selective;
mod table;
pub(super) mod value;

pub use quiescence::QUIESCENCE_PLIES;
pub use value::PROVEN;

use std::sync::Arc;

use crate::agent::{Agent, Choice, Decision, Effort, Note, Ranked};
use crate::budget::Budget;
use crate::evaluation::{Knowledge, Oracle};
use crate::game::{Game, Seat};
use crate::rng::Rng;
use crate::stop::Stop;
use node::Search;
use root::deepen;
use value::is_drawn;

/// The deepest a search goes, quiescence aside.
pub const MAX_DEPTH: u32 = 100;

/// When a search is deep enough.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Limit {
    /// At so many plies, 1 to [`MAX_DEPTH`]: the value is that of plain minimax.
    Depth(u32),
    /// When the budget is spent; iterations are nodes. One ply is always completed.
    Budget(Budget),
}

/// How to search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Config {
    /// When to stop.
    pub limit: Limit,
    /// Whether noisy moves are played out at the horizon.
    pub quiescence: bool,
    /// Whether unpromising moves may be searched less deeply, and deeper results stand in for shallow
    /// ones. The wins and losses reported are still proven, but need not be the shortest. A search by
    /// depth never does this.
    pub selective: bool,
    /// Whether every root move gets its exact value, which costs much more than knowing it is not best.
    pub explain: bool,
    /// Memory of the transposition table, rounded down to a power of two.
    pub table_bytes: usize,
}

impl Config {
    /// What is best for playing under this limit.
    pub fn new(limit: Limit) -> Config {
        Config { limit, quiescence: true, selective: true, explain: false, table_bytes: 16 << 20 }
    }

    fn is_selective(&self) -> bool {
        match self.limit {
            Limit::Depth(_) => false,
            Limit::Budget(_) => self.selective,
        }
    }
}

/// An agent that plays by alpha-beta search.
pub struct AlphaBeta<G: Game> {
    config: Config,
    search: Search<G>,
    /// The history of the last decision, to notice when another game has begun.
    history: Vec<(Seat, G::Move)>,
}

impl<G: Game> AlphaBeta<G> {
    /// Searches as `config` says, by what the game tells about itself.
    pub fn new(knowledge: Knowledge<G>, config: Config) -> Self {
        assert!(G::SEATS == 2, "alpha-beta is for two");
        AlphaBeta { config, search: Search::new(knowledge, &config), history: Vec::new() }
    }

    /// Believes `oracle` wherever it knows something.
    pub fn with_oracle(mut self, oracle: Arc<dyn Oracle<G>>) -> Self {
        self.search.oracle = Some(oracle);
        self
    }

    /// Searches a position that is not over, with what is still in the table from earlier searches, until
    /// `stop` ends it; one ply is always completed.
    pub fn search(&mut self, state: &G, stop: &Stop) -> Choice<G::Move> {
        let seat = state.turn().expect("a position to search has a seat to move");
        let root = deepen(&mut self.search, state, seat, &self.config, stop);
        let oracle = self.search.oracle.as_deref();
        let mut found = root.found;
        // The best move heads the list already; bounds of the others come from different depths when
        // time ran out, so only they are sorted.
        found[1..].sort_by_key(|finding| -finding.value);
        let ranked: Vec<Ranked<G::Move>> = found
            .iter()
            .map(|finding| finding.ranked(is_drawn(state, finding.mv, oracle), self.search.knowledge.scale))
            .collect();
        let notes = vec![Note::Depth(root.depth)];
        Choice { line: root.line, notes, ..Choice::first_of(ranked, Effort::nodes(self.search.nodes)) }
    }

    /// What a position that is not over is worth to the seat to move, searched as [`AlphaBeta::search`]
    /// does; beyond [`PROVEN`] it is certain.
    pub fn value(&mut self, state: &G, stop: &Stop) -> i32 {
        let seat = state.turn().expect("a position to search has a seat to move");
        deepen(&mut self.search, state, seat, &self.config, stop).found[0].value
    }

    /// Forgets earlier searches, so that the next depends on its position alone.
    pub fn forget(&mut self) {
        self.search.table.clear();
        self.search.order.clear();
        self.history.clear();
    }

    /// Keeps what was learnt from the earlier moves of the same game and forgets another's: a game must
    /// not depend on what the agent played before it. A history that does not go on from the last one
    /// belongs to another game, or to the same question asked again.
    fn remember(&mut self, history: &[(Seat, G::Move)]) {
        let goes_on = history.len() > self.history.len() && history.starts_with(&self.history);
        if !goes_on {
            self.forget();
        }
        self.history.clear();
        self.history.extend_from_slice(history);
    }
}

impl<G: Game> Agent<G> for AlphaBeta<G> {
    fn choose(&mut self, decision: &Decision<'_, G>, rng: &mut Rng) -> Choice<G::Move> {
        self.remember(decision.history);
        self.search(&G::sample(decision.view, rng), decision.stop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::{Bound, Verdict};
    use crate::game::Scores;
    use crate::search::minimax::Minimax;
    use crate::toys::Tree;

    /// A tree shows its result at the end and nothing before.
    const BLANK: Knowledge<Tree> = Knowledge {
        evaluate: Tree::evaluate,
        scale: 1.0,
        key: Tree::key,
        urgency: |_, _, out| out.fill(0),
        noisy: |_, _| {},
        winning: |_| None,
    };

    fn exact(depth: u32) -> Config {
        Config { table_bytes: 1, ..Config::new(Limit::Depth(depth)) }
    }

    fn solve(text: &'static str, depth: u32) -> Choice<u16> {
        AlphaBeta::new(BLANK, exact(depth)).search(&Tree::parse(text), &Stop::never())
    }

    fn verdict(text: &'static str, depth: u32) -> Verdict {
        solve(text, depth).ranked[0].verdict.expect("every move has one")
    }

    #[test]
    fn values_of_trees_a_reader_can_see() {
        assert_eq!(verdict("(01)", 1), Verdict::Win(1));
        assert_eq!(verdict("(0=)", 1), Verdict::Draw);
        assert_eq!(verdict("(0(1=))", 2), Verdict::Score(0));
        assert_eq!(verdict("((01)(01))", 2), Verdict::Loss(2));
        assert_eq!(verdict("((01)(1(=1)))", 3), Verdict::Win(3));
        assert_eq!(verdict("((01)(1(=1)))", 2), Verdict::Score(0), "the win lies beyond the horizon");
    }

    #[test]
    fn short_wins_and_long_losses_are_preferred() {
        let choice = solve("(((1))1)", 5);
        assert_eq!((choice.mv, choice.ranked[0].verdict), (6, Some(Verdict::Win(1))));
        let choice = solve("((0)((0)))", 5);
        assert_eq!((choice.mv, choice.ranked[0].verdict), (4, Some(Verdict::Loss(3))));
        assert_eq!(choice.line, [4, 5, 6]);
        assert_eq!(choice.ranked[1].verdict, Some(Verdict::Loss(2)));
    }

    #[test]
    fn certainty_and_doubt_show_in_the_payoff() {
        let won = solve("(01)", 1);
        assert_eq!((won.ranked[0].mean, won.ranked[0].interval), (1.0, (1.0, 1.0)));
        let open = solve("((=)(=))", 1);
        assert_eq!((open.ranked[0].mean, open.ranked[0].interval), (0.5, (0.0, 1.0)));
        assert_eq!((open.ranked[1].mean, open.ranked[1].interval), (0.5, (0.0, 0.5)));
        assert_eq!((open.ranked[0].bound, open.ranked[1].bound), (None, Some(Bound::AtMost)));
    }

    #[test]
    fn a_proven_win_ends_the_search() {
        let far = "(1(((((((0=)(=0))((1=)0))((01)=))=)1)0))";
        assert_eq!(solve(far, 1).effort, solve(far, 50).effort);
    }

    #[test]
    fn one_legal_move_needs_no_budget() {
        let text = "(((01)(=1)(0(1=))))";
        let limit = Limit::Budget(Budget::Iterations(1_000));
        let choice = AlphaBeta::new(BLANK, Config::new(limit)).search(&Tree::parse(text), &Stop::never());
        assert_eq!((choice.mv, choice.ranked.len(), choice.effort.nodes), (1, 1, 1));
        assert_eq!(verdict(text, 4), Verdict::Score(0), "a depth is a promise");
    }

    #[test]
    fn the_smallest_budget_completes_a_ply() {
        let config = Config::new(Limit::Budget(Budget::Iterations(1)));
        let choice = AlphaBeta::new(BLANK, config).search(&Tree::parse("(000=01)"), &Stop::never());
        assert_eq!((choice.mv, choice.ranked.len()), (6, 6));
    }

    struct Rumour;

    impl Oracle<Tree> for Rumour {
        fn probe(&self, state: &Tree) -> Option<Verdict> {
            match state.key() {
                2 => Some(Verdict::Win(7)),
                5 => Some(Verdict::Draw),
                _ => None,
            }
        }
    }

    #[test]
    fn an_oracle_is_believed() {
        let tree = Tree::parse("((1)(0))");
        let choice =
            AlphaBeta::new(BLANK, exact(3)).with_oracle(Arc::new(Rumour)).search(&tree, &Stop::never());
        let verdicts: Vec<_> = choice.ranked.iter().map(|ranked| (ranked.mv, ranked.verdict)).collect();
        assert_eq!(verdicts, [(4, Some(Verdict::Draw)), (1, Some(Verdict::Loss(8)))]);
    }

    /// A random tree of at most `depth` plies.
    fn grow(depth: u32, rng: &mut Rng) -> String {
        if depth == 0 || rng.below(5) == 0 {
            return ["0", "1", "="][rng.index(3)].to_string();
        }
        let children: String = (0..=rng.below(3)).map(|_| grow(depth - 1, rng)).collect();
        format!("({children})")
    }

    #[test]
    fn random_trees_have_the_value_of_minimax() {
        let mut rng = Rng::new(5);
        for _ in 0..300 {
            let text: &'static str = format!("({}{})", grow(7, &mut rng), grow(7, &mut rng)).leak();
            for depth in 1..=8 {
                let truth = Minimax::new(BLANK, depth, true).search(&Tree::parse(text), &Stop::never());
                assert_eq!(Some(verdict(text, depth)), truth.ranked[0].verdict, "{text} at depth {depth}");
            }
        }
    }

    /// Take one to three of a heap; who takes the last has won, and who takes three goes on.
    #[derive(Clone, Copy, Debug, PartialEq)]
    struct Heap {
        left: u8,
        seat: u8,
    }

    impl Game for Heap {
        type Move = u8;
        type View = Heap;
        const SEATS: usize = 2;
        const HIDDEN: bool = false;

        fn turn(&self) -> Option<Seat> {
            (self.left > 0).then_some(usize::from(self.seat))
        }

        fn moves(&self, out: &mut Vec<u8>) {
            out.extend(1..=self.left.min(3));
        }

        fn apply(&mut self, mv: u8) {
            self.left -= mv;
            // The seat that took the last stays, so that the payoff knows it.
            if mv < 3 && self.left > 0 {
                self.seat ^= 1;
            }
        }

        fn payoff(&self) -> Scores {
            Scores::two(1.0 - f64::from(self.seat))
        }

        fn view(&self, _: Seat) -> Heap {
            *self
        }

        fn sample(view: &Heap, _: &mut Rng) -> Heap {
            *view
        }
    }

    #[test]
    fn a_seat_may_move_twice_in_a_row() {
        let knowledge: Knowledge<Heap> = Knowledge {
            evaluate: |state, seat| (i32::from(state.left) * 7 % 5 - 2) * (1 - 2 * seat as i32),
            scale: 1.0,
            key: |state| u64::from(state.left) << 1 | u64::from(state.seat),
            urgency: |_, moves, out| (0..moves.len()).for_each(|at| out[at] = i32::from(moves[at] == 3)),
            noisy: |state, out| out.extend((state.left >= 3).then_some(3)),
            winning: |state| (state.left <= 3).then_some(state.left),
        };
        for (left, depth) in (1..=20).flat_map(|left| (1..=9).map(move |depth| (left, depth))) {
            let heap = Heap { left, seat: left % 2 };
            for quiescence in [false, true] {
                let truth = Minimax::new(knowledge, depth, quiescence).search(&heap, &Stop::never());
                let config = Config { quiescence, ..exact(depth) };
                let found = AlphaBeta::new(knowledge, config).search(&heap, &Stop::never());
                assert_eq!(found.ranked[0].verdict, truth.ranked[0].verdict, "{heap:?} at depth {depth}");
            }
        }
    }
}
