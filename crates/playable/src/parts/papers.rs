//! Parts that only the program of a paper needs, so that it can be measured as it was published. Knows no paper.

use karuta_engine::Game;
use karuta_engine::playout::ReplyRule;
use karuta_engine::search::mcts::{GroupOf, Identity};
use karuta_engine::search::papers::by_plies::ByPlies;
use karuta_engine::search::papers::schulz::Rewrite;

use crate::spec::Named;

/// Parts that searches of papers have and others do not.
pub struct PaperParts<G: Game> {
    /// Ways to read a playout for AMAF, beside the right one.
    pub amaf: Vec<Named<Rewrite<G::Move>>>,
    /// The keys by which nodes of a tree may be told apart, beside the moves that lead to them.
    pub identities: Vec<Named<Identity<G>>>,
    /// The groups in which moves may be chosen.
    pub groups: Vec<Named<GroupOf<G::Move>>>,
    /// The relation between moves and replies, for playouts that remember replies; `None` takes every move for a reply to the
    /// one before it.
    pub replies: Option<ReplyRule<G>>,
    /// Simpler rules by which worlds may be played on.
    pub simplify: Vec<Named<fn(&mut G)>>,
    /// The needs of a depth-first search that maximises and minimises by plies, whoever moves.
    pub by_plies: Option<ByPlies<G>>,
}

impl<G: Game> Default for PaperParts<G> {
    fn default() -> Self {
        PaperParts {
            amaf: Vec::new(),
            identities: Vec::new(),
            groups: Vec::new(),
            replies: None,
            simplify: Vec::new(),
            by_plies: None,
        }
    }
}
