//! The websocket protocol of the Onitama community (Litama): commands as text, answers as JSON, a server and a
//! client.
//!
//! - [`messages`]: commands and answers.
//! - [`lobby`]: matches and who watches them.
//! - [`server`]: connections that cannot hold anybody up.
//! - [`client`]: one of our agents at somebody's server.
//! - [`agents`]: agents by their specs.
//!
//! The community's protocol knows neither a pass nor a draw. The rules ask for a pass where no piece can move, so
//! that one is written as `card pass`; a game that comes to [`LONGEST`] plies ends without a winner.

pub mod agents;
pub mod client;
pub mod lobby;
pub mod messages;
pub mod server;

use karuta_onitama::Onitama;
use karuta_playable::error::InputError;
use karuta_playable::playable::{Playable as _, Purpose};
use karuta_playable::spec::{Args, Spec};

/// The port that the community's server listens on unless told otherwise.
pub const PORT: u16 = 5000;

/// The plies after which our server ends a game without a winner.
pub const LONGEST: usize = 1_000;

/// The longest message either side takes, in bytes.
const LONGEST_MESSAGE: usize = 64 << 10;

/// The position written in `text`, in a game without a cap on plies: the protocol knows no draws.
fn position(text: &str) -> Result<Onitama<5>, InputError> {
    Onitama::parse_position(&options(), text)
}

/// The options of the game: base cards, no cap on plies.
fn options() -> <Onitama<5> as karuta_playable::playable::Playable>::Options {
    let spec = Spec::parse(Onitama::<5>::NAME).expect("the name is a spec");
    let args = Args::new(&spec, Onitama::<5>::PARAMS).expect("no arguments are right arguments");
    Onitama::<5>::options(&args, Purpose::Analysis).expect("no arguments are right arguments")
}

/// Text of others in an error, at most 80 characters of it, and none that would move a cursor.
fn shortened(text: &str) -> String {
    let short: String = text.chars().filter(|letter| !letter.is_control()).take(80).collect();
    if short.len() < text.len() { format!("{short}..") } else { short }
}
