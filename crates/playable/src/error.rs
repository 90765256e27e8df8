//! `InputError`: the reason why something that was given cannot be used. Knows the line for the user and its kind;
//! must not know where it was given.

use std::fmt;

use crate::old_spellings;
use crate::spec::nearest;

/// The reason why a spec, a position, a move, an experiment or a file cannot be used, in one line that says what
/// would do.
///
/// ```
/// use karuta_playable::error::{ErrorKind, InputError};
/// let error = InputError::unknown("game", "onitma", ["onitama", "tichu"]);
/// assert_eq!(error.kind(), ErrorKind::Misspelt);
/// assert_eq!(error.to_string(), "no game \"onitma\"; did you mean onitama? there are: onitama, tichu");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputError {
    kind: ErrorKind,
    text: String,
}

/// The kinds of reasons, for programs that react to them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// The text does not follow its grammar, or a value does not suit.
    Invalid,
    /// There is nothing of that name.
    Unknown,
    /// There is nothing of that name, but something of nearly the same, and the line asks whether that was meant.
    Misspelt,
    /// The spelling is that of an earlier version, and the line has today's.
    OldSpelling,
    /// A file cannot be read or written, or holds something else.
    File,
}

impl InputError {
    /// An error about a text that does not follow its grammar, or a value that does not suit.
    pub fn new(text: impl Into<String>) -> InputError {
        InputError::of_kind(ErrorKind::Invalid, text)
    }

    /// An error about a file.
    pub fn file(text: impl Into<String>) -> InputError {
        InputError::of_kind(ErrorKind::File, text)
    }

    /// An error of this kind with this text.
    pub fn of_kind(kind: ErrorKind, text: impl Into<String>) -> InputError {
        InputError { kind, text: text.into() }
    }

    /// `no WHAT "GIVEN"; there are: a, b, c`, with the nearest named first if it is a likely slip.
    pub fn unknown<'a>(what: &str, given: &str, known: impl IntoIterator<Item = &'a str>) -> InputError {
        let known: Vec<&str> = known.into_iter().collect();
        let (kind, hint) = match nearest(given, &known) {
            Some(name) => (ErrorKind::Misspelt, format!("; did you mean {name}?")),
            None => (ErrorKind::Unknown, String::from(";")),
        };
        InputError::of_kind(kind, format!("no {what} {given:?}{hint} there are: {}", known.join(", ")))
    }

    /// A value that a key does not take, with those it does.
    pub fn no_value<'a>(key: &str, given: &str, known: impl IntoIterator<Item = &'a str>) -> InputError {
        old_spellings::of_value(key, given)
            .unwrap_or_else(|| InputError::unknown(&format!("value of {key}"), given, known))
    }

    /// The kind of the reason.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A text that was given may hold line breaks; an error is one line.
        f.write_str(&self.text.replace(['\n', '\r'], " "))
    }
}

impl std::error::Error for InputError {}
