//! `tree=`: the shape of the tree of a search. Knows specs and what shapes a game has.

use karuta_engine::search::mcts::shape::graph::Picks;
use karuta_engine::search::mcts::{Graph, GroupOf, Hidden, Identity, Layers, Observers, Shape};
use karuta_engine::search::papers::pestalozzi::GroupTotals;
use karuta_playable::error::InputError;
use karuta_playable::playable::Playable;
use karuta_playable::spec::{Args, Param, Spec};

use super::AgentBuilder;

pub(super) const TREE: Param = Param {
    name: "tree",
    default: "moves",
    help: "what nodes stand for: moves (that lead to them); in hidden games also observers (a tree for every seat, which \
           grows by what the seat sees), groups (groups of moves are nodes above their moves) or (graph:by=KEY) \
           (positions with the same key are one node; groups=totals beside it chooses by groups as Pestalozzi's \
           program does)",
};

/// A shape other than the plain tree of moves, as a spec asks for it.
pub(super) enum ShapeSpec<G: Playable> {
    /// Nodes are told apart by a key of the game; with groups, moves are chosen by their totals.
    Graph(Hidden<G>, Identity<G>, Option<GroupOf<G::Move>>),
    /// A layer of groups above every layer of moves.
    Layers(Hidden<G>, GroupOf<G::Move>),
    /// A tree for every seat.
    Observers(Hidden<G>),
}

impl<G: Playable> Clone for ShapeSpec<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Playable> Copy for ShapeSpec<G> {}

impl<G: Playable> ShapeSpec<G> {
    /// The tree of one search, which may take so many bytes and is kept between decisions if `reuse` says so.
    pub fn make(self, reuse: bool, bytes: usize) -> Box<dyn Shape<G>> {
        match self {
            ShapeSpec::Graph(hidden, identity, group) => {
                let picks = group.map(|group| Box::new(GroupTotals { group }) as Box<dyn Picks<G::Move>>);
                Box::new(Graph::new(hidden, identity, bytes).picking(picks))
            }
            ShapeSpec::Layers(hidden, group) => Box::new(Layers::new(hidden, group, reuse, bytes)),
            ShapeSpec::Observers(hidden) => Box::new(Observers::new(hidden, bytes)),
        }
    }

    /// True if it can be kept between decisions.
    pub fn is_reusable(self) -> bool {
        matches!(self, ShapeSpec::Layers(..))
    }
}

/// The shape under `tree`; `None` for the plain tree.
pub(super) fn read<G: Playable>(
    args: &Args<'_>,
    builder: &AgentBuilder<G>,
) -> Result<Option<ShapeSpec<G>>, InputError> {
    const GRAPH: &[Param] = &[
        Param { name: "by", default: "", help: "the key that tells nodes apart" },
        Param {
            name: "groups",
            default: "off",
            help: "totals: moves are chosen by the totals of their groups",
        },
    ];
    let text = args.text("tree");
    let spec = Spec::parse(text)?;
    if spec.name == "moves" {
        Args::new(&spec, &[])?;
        return Ok(None);
    }
    if !["observers", "groups", "graph"].contains(&spec.name.as_str()) {
        return Err(InputError::no_value("tree", text, ["moves", "observers", "groups", "(graph:by=KEY)"]));
    }
    let Some(hidden) = Hidden::witness() else {
        return Err(args.bad("tree", text, &format!("moves: {} hides nothing", G::NAME)));
    };
    let group = builder.parts.papers.groups.first().map(|named| named.part);
    let no_groups = || args.bad("tree", text, &format!("no groups: {} has none", G::NAME));
    match spec.name.as_str() {
        "observers" => {
            Args::new(&spec, &[])?;
            Ok(Some(ShapeSpec::Observers(hidden)))
        }
        "groups" => {
            Args::new(&spec, &[])?;
            Ok(Some(ShapeSpec::Layers(hidden, group.ok_or_else(no_groups)?)))
        }
        _ => {
            let inner = Args::new(&spec, GRAPH)?;
            let known = &builder.parts.papers.identities;
            if known.is_empty() {
                return Err(args.bad(
                    "tree",
                    text,
                    &format!("another shape: {} has no keys for nodes", G::NAME),
                ));
            }
            let Some(identity) = inner.lookup("by", known)? else {
                let names: Vec<&str> = known.iter().map(|named| named.name).collect();
                return Err(args.bad(
                    "tree",
                    text,
                    &format!("(graph:by=KEY) with KEY one of {}", names.join(", ")),
                ));
            };
            let group = match inner.word("groups", &["off", "totals"])? {
                0 => None,
                _ => Some(group.ok_or_else(no_groups)?),
            };
            Ok(Some(ShapeSpec::Graph(hidden, identity.part, group)))
        }
    }
}
