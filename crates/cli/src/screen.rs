//! The terminal: whether there is one, how wide it is, whether it shows colours, and lines typed into it.

use std::io::{self, BufRead as _, IsTerminal as _};

use clap::Args;
use karuta_playable::ink::Ink;
use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

use crate::out;

/// The columns of output that goes to no terminal.
const PIPE: usize = 100;

/// True if a person reads the output.
pub fn is_terminal() -> bool {
    io::stdout().is_terminal()
}

/// Colours for a terminal, unless `NO_COLOR` is set to anything (<https://no-color.org>) or it can show none.
pub fn ink() -> Ink {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    if is_terminal() && !is_set("NO_COLOR") && !is_dumb { Ink::Colour } else { Ink::Plain }
}

/// The columns there are. `COLUMNS` is believed where there is no terminal to ask.
pub fn width() -> usize {
    let told = || std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let screen = || terminal_size::terminal_size().map(|(columns, _)| usize::from(columns.0));
    let asked = if is_terminal() { screen() } else { told() };
    asked.filter(|&columns| columns >= 40).unwrap_or(PIPE)
}

/// The wish for every column.
#[derive(Args, Clone, Copy, Default)]
pub struct Wide {
    /// Print every column on one line, however wide the terminal is.
    #[arg(long)]
    pub wide: bool,
}

impl Wide {
    /// The columns that a table may take.
    pub fn width(self) -> usize {
        if self.wide { usize::MAX } else { width() }
    }
}

/// Something typed.
pub enum Typed {
    /// A line without its break.
    Line(String),
    /// Ctrl-C.
    Interrupt,
    /// The end of input.
    End,
}

/// Lines that a person types: edited and remembered in a terminal, plain over a pipe.
pub enum Lines {
    /// With editing and a history of this game.
    Edited(Box<DefaultEditor>),
    /// As they come.
    Plain,
}

impl Lines {
    /// Lines from standard input.
    pub fn new() -> Lines {
        if !(io::stdin().is_terminal() && is_terminal()) {
            return Lines::Plain;
        }
        DefaultEditor::new().map_or(Lines::Plain, |editor| Lines::Edited(Box::new(editor)))
    }

    /// True if a person can answer questions here.
    pub fn is_terminal(&self) -> bool {
        matches!(self, Lines::Edited(_))
    }

    /// The next line.
    pub fn next(&mut self, prompt: &str) -> io::Result<Typed> {
        match self {
            Lines::Edited(editor) => match editor.readline(prompt) {
                Ok(line) => {
                    // History is a courtesy; without it the game goes on.
                    let _ = editor.add_history_entry(line.as_str());
                    Ok(Typed::Line(line))
                }
                Err(ReadlineError::Interrupted) => Ok(Typed::Interrupt),
                Err(ReadlineError::Eof) => Ok(Typed::End),
                Err(ReadlineError::Io(error)) => Err(error),
                Err(other) => Err(io::Error::other(other)),
            },
            Lines::Plain => {
                out::text(prompt)?;
                // Bytes first: what is not UTF-8 is no move, and no reason to end the game.
                let mut bytes = Vec::new();
                if io::stdin().lock().read_until(b'\n', &mut bytes)? == 0 {
                    return Ok(Typed::End);
                }
                Ok(Typed::Line(String::from_utf8_lossy(&bytes).trim_end_matches(['\n', '\r']).to_string()))
            }
        }
    }

    /// Asks a question that is answered with yes or no. Over a pipe nobody could answer: what was typed is meant.
    pub fn confirms(&mut self, question: &str) -> io::Result<bool> {
        if !self.is_terminal() {
            return Ok(true);
        }
        match self.next(&format!("{question} (y/n) "))? {
            Typed::Line(answer) => Ok(matches!(answer.trim().to_lowercase().as_str(), "y" | "yes")),
            Typed::Interrupt | Typed::End => Ok(true),
        }
    }
}
