//! Everything a game owes to people and offers to searches, beside its rules: names, options and text, and the
//! parts searches are built from. Knows no game and no agent kind.
//!
//! Nothing is printed or opened here, and no thread is started.

pub mod encoding;
pub mod error;
pub mod fields;
pub mod ink;
pub mod knowledge;
pub mod level;
pub mod numbering;
pub mod old_spellings;
pub mod parts;
pub mod playable;
pub mod policy_net;
pub mod spec;
pub mod variant;
pub mod weights;
