//! The official log: one line per item, several lines per game. Knows how cards are spelt there, not
//! whether they were legal: what was refused is logged as it was submitted.

use std::fmt::{self, Write as _};

use super::PLAYERS;
use super::card_cells::{CARD_ROWS, CardCells, Cell, JOKER_ROW};
use super::table::{COLUMNS, CellTable};

/// A game as the log has it.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct GameLog {
    /// The title of each player; `None` in a game without.
    pub titles: Option<[usize; PLAYERS]>,
    /// The player at each seat.
    pub seats: [usize; PLAYERS],
    /// The hands as dealt, by player.
    pub dealt: [CardCells; PLAYERS],
    /// The cards handed over; empty where none were.
    pub given: Vec<Given>,
    /// The submissions, each with its player and the cards as text; none for a pass.
    pub plays: Vec<(usize, String)>,
    /// The players in the order of finishing.
    pub result: [usize; PLAYERS],
    /// The points of each player so far.
    pub points: [u32; PLAYERS],
}

/// Cards handed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Given {
    /// By whom.
    pub from: usize,
    /// To whom.
    pub to: usize,
    /// The cards.
    pub cards: CardCells,
}

/// The reason why a text is no log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogError {
    /// The line, counted from 1.
    pub line: usize,
    /// The fault.
    pub text: String,
}

impl fmt::Display for LogError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.text)
    }
}

impl std::error::Error for LogError {}

const NATURAL: &[u8; CARD_ROWS] = b"SHDCJ";
const JOKER: &[u8; CARD_ROWS] = b"KLMNJ";
const RANKS: &[u8; COLUMNS] = b"x3456789TJQKA2x";

/// The cards of a table as the log spells them, whatever its cells hold.
pub fn submitted(table: &CellTable) -> String {
    let mut text = String::new();
    for (row, cells) in table.0.iter().take(CARD_ROWS).enumerate() {
        for (&cell, &rank) in cells.iter().zip(RANKS) {
            let letters = match cell {
                0 => continue,
                2 => JOKER,
                _ => NATURAL,
            };
            text.push(char::from(letters[row]));
            text.push(char::from(rank));
        }
    }
    text
}

/// Cards as the log spells them.
pub fn spelt(cards: &CardCells) -> String {
    let mut table = CellTable::default();
    cards.put(&mut table);
    submitted(&table)
}

/// Reads cards; `None` where the text is none. The spelling does not tell columns 0 and 14 apart: `x` is
/// read as the one that continues the sequence, and as 14 where there is none.
pub fn read_cards(text: &str) -> Option<CardCells> {
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    if !rest.is_empty() {
        return None;
    }
    let mut laid = CardCells::default();
    let mut beyond = None;
    for &[message, rank] in pairs {
        let column = RANKS.iter().position(|&known| known == rank)?;
        if message == NATURAL[JOKER_ROW] || JOKER.contains(&message) {
            let row = JOKER.iter().position(|&known| known == message)?;
            if laid.joker.replace(Cell { row, column }).is_some() {
                return None;
            }
            beyond = (column == 0).then_some(row);
        } else {
            let row = NATURAL.iter().position(|&known| known == message)?;
            laid.natural |= Cell { row, column }.bit()?;
        }
    }
    if let Some(row) = beyond {
        let is_low = laid.places().any(|place| place.column == 1);
        let column = if is_low { 0 } else { COLUMNS - 1 };
        laid.joker = Some(Cell { row, column });
    }
    Some(laid)
}

/// The line with the names of the players, which heads a log.
pub fn head(names: &[String; PLAYERS]) -> String {
    format!("%-----%palyer_name% {}\n", names.join(" "))
}

impl GameLog {
    /// The lines of the game with this number, counted from 0.
    pub fn lines(&self, game: u32) -> String {
        let digits = |list: &[usize; PLAYERS]| list.iter().map(usize::to_string).collect::<String>();
        let mut out = String::new();
        let mut line = |key: &str, value: &str| {
            // Writing to a string cannot fail.
            let _ = writeln!(out, "%{game:05}%{key}% {value}");
        };
        line("mibun", &self.titles.as_ref().map_or_else(|| "2".repeat(PLAYERS), digits));
        line("seat", &digits(&self.seats));
        // The official logger puts a space behind every hand and before every play.
        line("palyer_cards", &self.dealt.iter().map(|hand| spelt(hand) + " ").collect::<String>());
        if self.given.is_empty() {
            line("change_cards", "NULL");
        } else {
            let given = self.given.iter();
            let given = given.map(|given| format!("{}{}{}EE", given.from, given.to, spelt(&given.cards)));
            line("change_cards", &given.collect::<Vec<_>>().join(" "));
        }
        let plays = self.plays.iter();
        line("play", &plays.map(|(player, cards)| format!(" {player}{cards}EE")).collect::<String>());
        line("result", &digits(&self.result));
        line("points", &self.points.iter().map(u32::to_string).collect::<Vec<_>>().join(" "));
        out
    }
}

/// Reads the games of a log.
pub fn read(text: &str) -> Result<Vec<GameLog>, LogError> {
    let mut games: Vec<GameLog> = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let error = |expected: &str| LogError { line: at + 1, text: format!("{line:?} is no {expected}") };
        let mut parts = line.splitn(4, '%').skip(1);
        let (Some(number), Some(key), Some(value)) = (parts.next(), parts.next(), parts.next()) else {
            return Err(error("item: %00000%key% value would do"));
        };
        let Ok(number) = number.parse::<usize>() else {
            continue;
        };
        if key == "mibun" {
            if number != games.len() {
                return Err(error(&format!("game {}, which comes next", games.len())));
            }
            games.push(GameLog::default());
        }
        if number + 1 != games.len() {
            return Err(error("item of the game that has begun"));
        }
        let game = games.last_mut().ok_or_else(|| error("item of a game that has begun"))?;
        let value = value.trim();
        game.read(key, value).ok_or_else(|| error(&format!("{key} of a game")))?;
    }
    Ok(games)
}

impl GameLog {
    /// Takes in an item; `None` if it is none. Keys of other servers are passed over.
    fn read(&mut self, key: &str, value: &str) -> Option<()> {
        match key {
            "mibun" => {
                let titles = five_digits(value)?;
                self.titles = titles.contains(&0).then_some(titles);
            }
            "seat" => self.seats = five_digits(value)?,
            "palyer_cards" => {
                let mut hands = value.split_whitespace();
                for hand in &mut self.dealt {
                    *hand = read_cards(hands.next()?)?;
                }
            }
            "change_cards" if value == "NULL" => self.given.clear(),
            "change_cards" => {
                for token in value.split_whitespace() {
                    let (from, rest) = player(token)?;
                    let (to, rest) = player(rest)?;
                    let cards = read_cards(rest.strip_suffix("EE")?)?;
                    self.given.push(Given { from, to, cards });
                }
            }
            "play" => {
                for token in value.split_whitespace() {
                    let (player, rest) = player(token)?;
                    self.plays.push((player, rest.strip_suffix("EE")?.to_string()));
                }
            }
            "result" => self.result = five_digits(value)?,
            "points" => {
                let mut points = value.split_whitespace();
                for total in &mut self.points {
                    *total = points.next()?.parse().ok()?;
                }
            }
            _ => {}
        }
        Some(())
    }
}

/// The player a token begins with, and the rest of it.
fn player(token: &str) -> Option<(usize, &str)> {
    let digit = token.chars().next()?.to_digit(PLAYERS as u32)?;
    Some((digit as usize, &token[1..]))
}

fn five_digits(value: &str) -> Option<[usize; PLAYERS]> {
    let digits = value.chars().map(|c| c.to_digit(PLAYERS as u32).map(|digit| digit as usize));
    digits.collect::<Option<Vec<_>>>()?.try_into().ok()
}

#[cfg(test)]
mod tests;
