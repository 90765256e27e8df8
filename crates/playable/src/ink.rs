//! Text for a terminal: colours where they help, and cards drawn side by side. Knows nothing of any game and
//! does not know what kind of terminal there is: the caller says so by the [`Ink`].

use std::fmt::Display;

/// The means a drawing may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Letters only: for pipes, files and those who asked for no colours.
    Plain,
    /// Colours and symbols.
    Colour,
}

/// A colour of the terminal's own palette, so that it fits light and dark backgrounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// Red.
    Red,
    /// Green.
    Green,
    /// Yellow.
    Yellow,
    /// Blue.
    Blue,
    /// Purple.
    Purple,
    /// Cyan.
    Cyan,
    /// Orange, from the larger palette.
    Orange,
    /// Pink, from the larger palette.
    Pink,
    /// The usual colour.
    Usual,
}

impl Ink {
    /// True if colours may be used.
    pub fn is_colour(self) -> bool {
        self == Ink::Colour
    }

    /// The text in a colour, where there are colours.
    pub fn paint(self, colour: Colour, text: &str) -> String {
        let code = match colour {
            Colour::Usual => return text.to_string(),
            Colour::Red => "31",
            Colour::Green => "32",
            Colour::Yellow => "33",
            Colour::Blue => "34",
            Colour::Purple => "35",
            Colour::Cyan => "36",
            Colour::Orange => "38;5;208",
            Colour::Pink => "38;5;205",
        };
        self.code(code, text)
    }

    /// The text in bold, where that can be shown.
    pub fn bold(self, text: &str) -> String {
        self.code("1", text)
    }

    /// The text made less conspicuous, where that can be shown.
    pub fn dim(self, text: &str) -> String {
        self.code("2", text)
    }

    fn code(self, code: &str, text: &str) -> String {
        match self {
            Ink::Plain => text.to_string(),
            Ink::Colour => format!("\u{1b}[{code}m{text}\u{1b}[0m"),
        }
    }
}

/// A card as it is drawn: two short lines in a colour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Face {
    /// The upper line.
    pub top: String,
    /// The lower line.
    pub bottom: String,
    /// The colour of both.
    pub colour: Colour,
}

/// The most columns a drawing takes.
pub const WIDTH: usize = 78;

/// Cards side by side, all as wide as the widest, in as many rows as they need.
pub fn cards(faces: &[Face], ink: Ink) -> String {
    let wide = |face: &Face| face.top.chars().count().max(face.bottom.chars().count());
    let width = faces.iter().map(wide).max().unwrap_or(0);
    let mut out = String::new();
    for row in faces.chunks((WIDTH / (width + 1)).max(1)) {
        let rule = |left: &str, between: &str, right: &str| {
            let bars = vec!["─".repeat(width); row.len()];
            format!("{left}{}{right}\n", bars.join(between))
        };
        let line = |text: fn(&Face) -> &str| {
            let cells = row.iter().map(|face| ink.paint(face.colour, &centred(text(face), width)));
            format!("│{}│\n", cells.collect::<Vec<_>>().join("│"))
        };
        out += &rule("┌", "┬", "┐");
        out += &line(|face| &face.top);
        out += &line(|face| &face.bottom);
        out += &rule("└", "┴", "┘");
    }
    out
}

/// The text in the middle of so many columns.
pub fn centred(text: &str, width: usize) -> String {
    let left = width.saturating_sub(text.chars().count());
    format!("{}{text}{}", " ".repeat(left / 2), " ".repeat(left - left / 2))
}

/// The columns a text takes, colours left out.
pub fn columns(text: &str) -> usize {
    let mut is_code = false;
    let shown = text.chars().filter(|&c| {
        let starts = c == '\u{1b}';
        let was_code = is_code || starts;
        is_code = (is_code || starts) && c != 'm';
        !was_code
    });
    shown.count()
}

/// A number of things in words: `1 card`, `2 cards`.
pub fn counted<N: Display + PartialEq + From<u8>>(count: N, one: &str) -> String {
    let ending = if count == N::from(1) { "" } else { "s" };
    format!("{count} {one}{ending}")
}
