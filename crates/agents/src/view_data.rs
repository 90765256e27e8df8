//! What a seat knows as data: JSON that is made of a seat's handle and can be read back. Documented for people in
//! `docs/views.md`. It carries a position in which what the seat cannot see is dealt anew, so that reading it needs
//! no other grammar than that of positions, and all checks of positions hold for it.

use karuta_engine::Seat;
use karuta_playable::error::InputError;
use karuta_playable::ink::Ink;
use serde::{Deserialize, Serialize};

use crate::seat::SeatHandle;

/// The version of the form.
pub const FORMAT: u32 = 1;

/// A view as data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ViewData {
    /// The version of the form.
    pub format: u32,
    /// The game with its options.
    pub game: String,
    /// The seat whose view it is.
    pub seat: Seat,
    /// The seat to move, as far as this seat knows; none when the game is over.
    #[serde(default)]
    pub turn: Option<Seat>,
    /// A position that looks to the seat as the true one does.
    pub position: String,
    /// The moves the seat observed, oldest first: who made it, its text, its number.
    #[serde(default)]
    pub seen: Vec<(Seat, String, Option<usize>)>,
    /// The legal moves of the seat; none while it is not its turn.
    #[serde(default)]
    pub legal: Vec<String>,
    /// The view, drawn for people; it is not read back.
    #[serde(default)]
    pub shown: Vec<String>,
}

impl ViewData {
    /// The data of a handle.
    pub fn of(game: &str, handle: &dyn SeatHandle) -> ViewData {
        let ids = handle.seen_ids();
        let seen = handle.seen().into_iter().enumerate();
        ViewData {
            format: FORMAT,
            game: game.to_string(),
            seat: handle.seat(),
            turn: handle.turn(),
            position: handle.decoy(),
            seen: seen.map(|(at, (by, text))| (by, text, ids.get(at).copied())).collect(),
            legal: handle.legal(),
            shown: handle.render(Ink::Plain).lines().map(|line| line.trim_end().to_string()).collect(),
        }
    }

    /// Reads what [`ViewData::of`] makes, written as JSON. Its position is checked when a table is set up.
    pub fn read(text: &str) -> Result<ViewData, InputError> {
        let data: ViewData = serde_json::from_str(text).map_err(|error| {
            InputError::new(format!("this is no view: {error}; karuta view prints one to start from"))
        })?;
        if data.format != FORMAT {
            return Err(InputError::new(format!("the view has format {}: expected {FORMAT}", data.format)));
        }
        Ok(data)
    }
}
