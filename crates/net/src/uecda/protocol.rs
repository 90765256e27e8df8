//! Tables and numbers as bytes, in every version of the protocol. Knows shapes, not what they mean in
//! a game.

use std::fmt;

use super::card_cells::CARD_ROWS;
use super::table::{COLUMNS, CellTable, ROWS};

/// A version of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// The one before profiles: like 20070, in the byte order of the machine.
    V20060,
    /// Tables of 32-bit numbers in network order.
    V20070,
    /// Tables of 33 characters.
    V20140,
}

/// The bytes of a number.
pub const NUMBER: usize = 4;
/// The bytes of a table of numbers.
pub const NUMBERS: usize = ROWS * COLUMNS * NUMBER;
/// The characters of a short table.
pub const CHARACTERS: usize = 33;

/// The digits of the joker when it is not there.
const NO_JOKER: usize = 0xFF;

/// The reason why bytes are no table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecodeError {
    /// There are not as many as a table has.
    Length {
        /// Their number.
        given: usize,
        /// The number of a table's cells.
        expected: usize,
    },
    /// A byte is no hexadecimal digit.
    Digit {
        /// Its position.
        at: usize,
        /// Its value.
        byte: u8,
    },
    /// The joker is said to be at a place that is none.
    Joker(usize),
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DecodeError::Length { given, expected } => {
                write!(f, "{given} bytes are no table; {expected} are")
            }
            DecodeError::Digit { at, byte } => {
                write!(f, "byte {at} is {byte:#04x}; a hexadecimal digit would do")
            }
            DecodeError::Joker(place) => {
                let last = CARD_ROWS * COLUMNS - 1;
                write!(f, "the joker is at {place}; 0 to {last} or {NO_JOKER} would do")
            }
        }
    }
}

impl std::error::Error for DecodeError {}

impl Protocol {
    /// The version a profile names.
    pub fn of_profile(number: i32) -> Option<Protocol> {
        match number {
            20070 => Some(Protocol::V20070),
            20140 => Some(Protocol::V20140),
            _ => None,
        }
    }

    /// Its number.
    pub fn number(self) -> u16 {
        match self {
            Protocol::V20060 => 20060,
            Protocol::V20070 => 20070,
            Protocol::V20140 => 20140,
        }
    }

    /// The number of a table's bytes.
    pub fn table_len(self) -> usize {
        match self {
            Protocol::V20060 | Protocol::V20070 => NUMBERS,
            Protocol::V20140 => CHARACTERS,
        }
    }

    /// The bytes of a table. Negative numbers become 0 where the protocol has none.
    pub fn table_bytes(self, table: &CellTable) -> Vec<u8> {
        match self {
            Protocol::V20060 | Protocol::V20070 => {
                table.0.iter().flatten().flat_map(|&cell| self.number_bytes(cell)).collect()
            }
            Protocol::V20140 => short(table),
        }
    }

    /// Reads a table.
    pub fn read_table(self, bytes: &[u8]) -> Result<CellTable, DecodeError> {
        if bytes.len() != self.table_len() {
            return Err(DecodeError::Length { given: bytes.len(), expected: self.table_len() });
        }
        match self {
            Protocol::V20060 | Protocol::V20070 => {
                let mut table = CellTable::default();
                let (numbers, _) = bytes.as_chunks::<NUMBER>();
                for (cell, &number) in table.0.iter_mut().flatten().zip(numbers) {
                    *cell = self.read_number(number);
                }
                Ok(table)
            }
            Protocol::V20140 => read_short(bytes),
        }
    }

    /// The bytes of a number; these are the same in 20140.
    pub fn number_bytes(self, number: i32) -> [u8; NUMBER] {
        let number = u32::try_from(number).unwrap_or(0);
        match self {
            Protocol::V20060 => number.to_ne_bytes(),
            Protocol::V20070 | Protocol::V20140 => number.to_be_bytes(),
        }
    }

    /// Reads a number. What is too large to mean anything stays too large.
    pub fn read_number(self, bytes: [u8; NUMBER]) -> i32 {
        let number = match self {
            Protocol::V20060 => u32::from_ne_bytes(bytes),
            Protocol::V20070 | Protocol::V20140 => u32::from_be_bytes(bytes),
        };
        i32::try_from(number).unwrap_or(i32::MAX)
    }
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}

/// A table in 33 characters: a digit of suits for each rank, two for the place of the joker, three for
/// row 5 and fifteen for row 6.
fn short(table: &CellTable) -> Vec<u8> {
    let cells = &table.0;
    let mut out = Vec::with_capacity(CHARACTERS);
    let mut put = |value: i32| out.push(b"0123456789ABCDEF"[value.clamp(0, 15) as usize]);
    let suits = |column: usize| (0..4).filter(|&row| cells[row][column] == 1).map(|row| 1 << row).sum();
    (1..COLUMNS - 1).map(suits).for_each(&mut put);
    let mut places = (0..CARD_ROWS * COLUMNS).filter(|at| cells[at / COLUMNS][at % COLUMNS] == 2);
    let joker = places.next().unwrap_or(NO_JOKER) as i32;
    put(joker >> 4);
    put(joker & 15);
    let field = &cells[5];
    let is_set = |column: usize| i32::from(field[column] != 0);
    put(8 * is_set(0) + (field[1] + 2).clamp(0, 7));
    put(8 * is_set(2) + field[3].clamp(0, 7));
    put(is_set(4) + 2 * is_set(5) + 4 * is_set(6) + 8 * is_set(7));
    for &cell in &cells[6] {
        put(cell);
    }
    out
}

fn read_short(bytes: &[u8]) -> Result<CellTable, DecodeError> {
    let mut digits = [0i32; CHARACTERS];
    for (at, (digit, &byte)) in digits.iter_mut().zip(bytes).enumerate() {
        let value = char::from(byte).to_digit(16).ok_or(DecodeError::Digit { at, byte })?;
        *digit = value as i32;
    }
    let mut table = CellTable::default();
    let cells = &mut table.0;
    for column in 1..COLUMNS - 1 {
        for (row, cells) in cells.iter_mut().enumerate().take(4) {
            cells[column] = digits[column - 1] >> row & 1;
        }
    }
    let joker = (digits[13] * 16 + digits[14]) as usize;
    match joker {
        NO_JOKER => {}
        place if place < CARD_ROWS * COLUMNS => cells[place / COLUMNS][place % COLUMNS] = 2,
        place => return Err(DecodeError::Joker(place)),
    }
    let field = &mut cells[5];
    field[0] = digits[15] >> 3;
    field[1] = (digits[15] & 7) - 2;
    field[2] = digits[16] >> 3;
    field[3] = digits[16] & 7;
    for (bit, column) in [4, 5, 6, 7].into_iter().enumerate() {
        field[column] = digits[17] >> bit & 1;
    }
    cells[6].copy_from_slice(&digits[18..]);
    Ok(table)
}

#[cfg(test)]
mod tests;
