//! The door to the arena: agents for this wire. They see views and nothing else.

use karuta_arena::kinds::Make;
use karuta_games::daihinmin::Daihinmin;

/// An agent that can be had.
#[derive(Clone)]
pub struct Invited {
    /// What it is called: its canonical spec.
    pub spec: String,
    /// Makes one.
    pub make: Make<Daihinmin>,
}
