//! A seat's knowledge as data: JSON that is made from a seat's handle and can be read back. Documented for people in
//! `docs/views.md`. It has zones with cards and facts, and a position in which what the seat cannot see is dealt anew:
//! either is enough to read it, and all checks of positions hold for both.

use karuta_engine::Seat;
use karuta_playable::error::InputError;
use karuta_playable::ink::Ink;
use karuta_playable::knowledge::{Entries, Knowledge};
use serde::{Deserialize, Deserializer, Serialize};

use crate::seat::SeatHandle;

/// The version of the form.
pub const FORMAT: u32 = 1;

/// A view as data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ViewData {
    /// The version of the form.
    #[serde(default = "current")]
    pub format: u32,
    /// The game with its options.
    pub game: String,
    /// The seat whose view it is.
    pub seat: Seat,
    /// The seat to move, as far as this seat knows; none when the game is over. May be left out.
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub turn: Option<Option<Seat>>,
    /// The places of cards, as the game has them.
    #[serde(default, skip_serializing_if = "Entries::is_empty")]
    pub zones: Entries,
    /// All else that is known, as the game has it.
    #[serde(default, skip_serializing_if = "Entries::is_empty")]
    pub facts: Entries,
    /// The step that the game waits for, as a sentence; it is not read back.
    #[serde(default)]
    pub prompt: String,
    /// A position that looks to the seat as the true one does; empty where zones and facts say it.
    #[serde(default)]
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

fn json(value: &(impl Serialize + ?Sized)) -> String {
    serde_json::to_string(value).expect("it is made of texts and numbers")
}

/// A list with so many items on a line.
fn lines_of(items: &[impl Serialize], across: usize) -> String {
    if items.is_empty() {
        return String::from("[]");
    }
    let line = |items: &[_]| items.iter().map(json).collect::<Vec<_>>().join(", ");
    let lines: Vec<String> = items.chunks(across).map(line).collect();
    format!("[\n    {}\n  ]", lines.join(",\n    "))
}

fn current() -> u32 {
    FORMAT
}

/// A value that was given, be it null.
fn given<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<Seat>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

impl ViewData {
    /// The data of a handle.
    pub fn of(game: &str, handle: &dyn SeatHandle) -> ViewData {
        let ids = handle.seen_ids();
        let seen = handle.seen().into_iter().enumerate();
        let Knowledge { zones, facts, prompt } = handle.knowledge().unwrap_or_default();
        ViewData {
            format: FORMAT,
            game: game.to_string(),
            seat: handle.seat(),
            turn: Some(handle.turn()),
            zones,
            facts,
            prompt,
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
        if data.position.is_empty() && data.zones.is_empty() {
            return Err(InputError::new("the view has neither zones nor a position: expected one of them"));
        }
        Ok(data)
    }

    /// The data as JSON that a person can read and change: a line for each zone, fact, move and row.
    pub fn to_text(&self) -> String {
        let entries = |entries: &Entries| {
            let lines = entries.iter().map(|(name, value)| format!("    {}: {}", json(name), json(value)));
            format!("{{\n{}\n  }}", lines.collect::<Vec<_>>().join(",\n"))
        };
        let mut fields = vec![
            format!("\"format\": {}", self.format),
            format!("\"game\": {}", json(&self.game)),
            format!("\"seat\": {}", self.seat),
        ];
        fields.extend(self.turn.map(|turn| format!("\"turn\": {}", json(&turn))));
        for (name, found) in [("zones", &self.zones), ("facts", &self.facts)] {
            if !found.is_empty() {
                fields.push(format!("\"{name}\": {}", entries(found)));
            }
        }
        fields.push(format!("\"prompt\": {}", json(&self.prompt)));
        fields.push(format!("\"position\": {}", json(&self.position)));
        fields.push(format!("\"seen\": {}", lines_of(&self.seen, 1)));
        fields.push(format!("\"legal\": {}", lines_of(&self.legal, 6)));
        fields.push(format!("\"shown\": {}", lines_of(&self.shown, 1)));
        format!("{{\n  {}\n}}", fields.join(",\n  "))
    }

    /// The zones and facts as they were given.
    pub fn knowledge(&self) -> Knowledge {
        Knowledge { zones: self.zones.clone(), facts: self.facts.clone(), prompt: String::new() }
    }
}
