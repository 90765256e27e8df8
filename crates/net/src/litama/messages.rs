//! The messages: commands as text, answers as JSON. Knows shapes, not who plays.

use karuta_engine::Seat;
use serde::{Deserialize, Serialize};

/// A command of a client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command<'a> {
    /// Begins a match; the name is the creator's.
    Create(&'a str),
    /// Sits down at a match: its id, the name.
    Join(&'a str, &'a str),
    /// Wants to hear of every change of a match.
    Spectate(&'a str),
    /// Asks how a match stands.
    State(&'a str),
    /// Makes a move: match, token, card, squares.
    Move(&'a str, &'a str, &'a str, &'a str),
}

impl<'a> Command<'a> {
    /// Reads a command; `None` if it is none.
    pub fn read(text: &'a str) -> Option<Command<'a>> {
        let (word, rest) = text.trim().split_once(' ')?;
        let words: Vec<&str> = rest.split_whitespace().collect();
        match (word, &words[..]) {
            ("create", [_, ..]) => Some(Command::Create(rest.trim())),
            ("join", [id, _, ..]) => {
                Some(Command::Join(id, rest.trim().split_once(' ').map_or("", |(_, name)| name.trim())))
            }
            ("spectate", [id]) => Some(Command::Spectate(id)),
            ("state", [id]) => Some(Command::State(id)),
            ("move", [id, token, card, squares]) => Some(Command::Move(id, token, card, squares)),
            _ => None,
        }
    }
}

/// Something for each colour.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sides<T> {
    /// Blue, at the foot of the board: seat 0.
    pub blue: T,
    /// Red: seat 1.
    pub red: T,
}

impl<T> Sides<T> {
    /// The part of a seat.
    pub fn of(&self, seat: Seat) -> &T {
        if seat == 0 { &self.blue } else { &self.red }
    }
}

/// A colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Colour {
    /// Seat 0.
    Blue,
    /// Seat 1.
    Red,
    /// Nobody.
    None,
}

impl Colour {
    /// The colour of a seat.
    pub fn of(seat: Seat) -> Colour {
        if seat == 0 { Colour::Blue } else { Colour::Red }
    }

    /// The seat of a colour.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Colour::Blue => Some(0),
            Colour::Red => Some(1),
            Colour::None => None,
        }
    }
}

/// The five cards.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CardNames {
    /// Those of blue.
    pub blue: Vec<String>,
    /// Those of red.
    pub red: Vec<String>,
    /// The one beside the board.
    pub side: String,
}

impl CardNames {
    /// The cards as positions write them: two of blue, two of red, the side card.
    pub fn text(&self) -> String {
        let all: Vec<&str> = self.blue.iter().chain(&self.red).map(String::as_str).collect();
        format!("{},{}", all.join(","), self.side)
    }
}

/// A match as everybody may know it. While the creator is alone only the names are told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct State {
    /// The match.
    #[serde(default)]
    pub match_id: String,
    /// The stage it has reached.
    pub game_state: GameState,
    /// The names of the players.
    #[serde(default)]
    pub usernames: Sides<String>,
    /// The index of each colour's player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub indices: Option<Sides<usize>>,
    /// The colour to move; after the last move the loser's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub current_turn: Option<Colour>,
    /// The cards now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cards: Option<CardNames>,
    /// The cards at the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starting_cards: Option<CardNames>,
    /// The moves so far, `card:a1b2`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<String>>,
    /// The squares a1, b1, .. e5: 0 empty, 1 and 2 student and master of blue, 3 and 4 of red.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// The colour that has won.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Colour>,
}

/// The stages of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum GameState {
    /// The creator is alone.
    #[serde(rename = "waiting for player")]
    Waiting,
    /// It is being played.
    #[serde(rename = "in progress")]
    Playing,
    /// It is over.
    #[serde(rename = "ended")]
    Ended,
}

/// The messages of a server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "messageType", rename_all = "lowercase", rename_all_fields = "camelCase")]
pub enum Reply {
    /// A match was begun.
    Create {
        /// Its id.
        match_id: String,
        /// The secret of the creator.
        token: String,
        /// The index of the creator, 0.
        index: usize,
    },
    /// Somebody sat down.
    Join {
        /// The match.
        match_id: String,
        /// The secret of who joined.
        token: String,
        /// Their index, 1.
        index: usize,
    },
    /// Changes will be told.
    Spectate {
        /// The match.
        match_id: String,
    },
    /// A move was made.
    Move {
        /// The match.
        match_id: String,
    },
    /// A match as it stands.
    State(Box<State>),
    /// A command was refused.
    Error {
        /// The match it was about.
        #[serde(default)]
        match_id: String,
        /// The reason.
        error: String,
        /// The command.
        #[serde(default, alias = "query")]
        command: String,
    },
}

impl Reply {
    /// The reply as it is sent.
    pub fn text(&self) -> String {
        serde_json::to_string(self).expect("replies are texts and numbers")
    }
}
