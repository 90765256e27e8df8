//! The words a person may type beside moves, and the help that lists them.

use karuta_playable::level::Level;

/// A request typed by the person.
#[derive(Debug, PartialEq, Eq)]
pub enum Word<'a> {
    /// The notation of moves, and these words.
    Help,
    /// The rules in short.
    Rules,
    /// The board again.
    Board,
    /// The legal moves.
    Moves,
    /// The cards played so far.
    Log,
    /// The cards that have been played.
    Cards,
    /// The agent's move.
    Hint,
    /// Other opponents; empty to ask which there are.
    Level(&'a str),
    /// Back to before the last own move.
    Undo,
    /// Give up.
    Resign,
    /// Leave.
    Quit,
    /// Write the game to a file, over an older one if `force` is set.
    Save { path: &'a str, force: bool },
    /// The move of a number.
    Number(&'a str),
    /// Anything else is a move.
    Move(&'a str),
}

impl<'a> Word<'a> {
    /// Reads a line. Words come before moves: no game has a move of that spelling.
    pub fn read(line: &'a str) -> Word<'a> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (word.to_lowercase().as_str(), rest.trim()) {
            ("help" | "?", "") => Word::Help,
            ("rules", "") => Word::Rules,
            ("board", "") => Word::Board,
            ("moves", "") => Word::Moves,
            ("log", "") => Word::Log,
            ("cards", "") => Word::Cards,
            ("hint", "") => Word::Hint,
            ("level", level) => Word::Level(level),
            ("undo", "") => Word::Undo,
            ("resign", "") => Word::Resign,
            ("quit" | "exit", "") => Word::Quit,
            ("save", rest) => match rest.strip_prefix("--force ") {
                Some(path) => Word::Save { path: path.trim(), force: true },
                None => Word::Save { path: rest, force: false },
            },
            _ => match line.strip_prefix('#') {
                Some(number) => Word::Number(number.trim()),
                None => Word::Move(line),
            },
        }
    }
}

/// The notation of a game's moves, and the other words.
pub fn help(move_help: &str) -> String {
    let levels = Level::ALL.map(Level::name).join(", ");
    format!(
        "{move_help}\n
Beside moves you can type
  moves     list your moves; #5 makes the fifth of them
  rules     the rules in short
  board     show the table again
  log       what has been played so far
  cards     which cards have been played, and which nobody has shown
  hint      what karuta would play
  level     how strong the opponents are; level easy changes it
            ({levels})
  undo      take back your last move
  save F    write the game to the file F; karuta play --load F goes on with it
  resign    give up
  quit      leave"
    )
}
