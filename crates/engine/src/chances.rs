//! `Chances`: how a game's chance is taken out of its states, for searches that list what may happen
//! instead of drawing it. Games say whether they can, and in which order they draw.

use crate::game::Game;

/// A game taken apart into decisions and chance.
pub struct Chances<G: Game> {
    /// Makes a move and stops where chance comes in, or where the part of the game ends that can be
    /// listed (a round, say). There `turn` is `None` and nothing hidden has been told.
    pub make: fn(&mut G, G::Move),
    /// Appends every position that chance may bring right after a move, with its probability; nothing
    /// where a decision follows.
    pub outcomes: fn(&G, &mut Vec<(G, f64)>),
    /// True if a tree ends here, however deep it may go.
    pub stops: fn(&G) -> bool,
    /// Lets the chance inside a position decide what is open, so that it can be played on.
    pub go_on: fn(&mut G),
}

impl<G: Game> Chances<G> {
    /// For games without chance, or whose chance cannot be listed: what the hidden seed brings is all
    /// that may happen.
    pub const NONE: Self = Chances { make: G::apply, outcomes: |_, _| {}, stops: |_| false, go_on: |_| {} };
}

// Function pointers copy whatever the game; derived impls would bound every use.
impl<G: Game> Clone for Chances<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Chances<G> {}
