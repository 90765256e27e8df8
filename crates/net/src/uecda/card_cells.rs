//! Cards as they lie on a table of cells: natural cards, and where the joker stands. Knows places, not
//! what may be played.

use std::fmt;

use super::table::{COLUMNS, CellTable};

/// Rows in which cards lie: spade, heart, diamond, club, and the joker's own.
pub const CARD_ROWS: usize = 5;
/// The row of the joker in a hand, and of the fifth card of a group.
pub const JOKER_ROW: usize = 4;
/// The cell of the joker in a hand.
pub const JOKER_HELD: Cell = Cell { row: JOKER_ROW, column: 1 };

/// A cell in the rows of cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cell {
    /// The suit, or the joker's row.
    pub row: usize,
    /// 1 to 13 are the ranks 3 to 2; 0 and 14 lie beyond them.
    pub column: usize,
}

/// Cards lying on a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct CardCells {
    /// Natural cards, a bit each, as the rules lay them out: 4 * column + 3 - row.
    pub natural: u64,
    /// The place of the joker, if there is one.
    pub joker: Option<Cell>,
}

/// The reason why cells are no cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellError {
    /// A cell holds neither 0, 1 nor 2.
    Value {
        /// The cell.
        place: Cell,
        /// The value in it.
        value: i32,
    },
    /// A natural card where none can lie.
    Natural(Cell),
    /// The joker lies here and somewhere else.
    SecondJoker(Cell),
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}][{}]", self.row, self.column)
    }
}

impl fmt::Display for CellError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CellError::Value { place, value } => {
                write!(f, "cell {place} holds {value}; 0, 1 and the joker's 2 would do")
            }
            CellError::Natural(place) => write!(f, "no natural card lies at {place}; a joker's 2 would do"),
            CellError::SecondJoker(place) => write!(f, "a second joker lies at {place}; there is one"),
        }
    }
}

impl std::error::Error for CellError {}

impl CardCells {
    /// Reads the rows of cards.
    pub fn read(table: &CellTable) -> Result<CardCells, CellError> {
        let mut laid = CardCells::default();
        for row in 0..CARD_ROWS {
            for column in 0..COLUMNS {
                let place = Cell { row, column };
                match table.0[row][column] {
                    0 => {}
                    1 => laid.natural |= place.bit().ok_or(CellError::Natural(place))?,
                    2 if laid.joker.is_some() => return Err(CellError::SecondJoker(place)),
                    2 => laid.joker = Some(place),
                    value => return Err(CellError::Value { place, value }),
                }
            }
        }
        Ok(laid)
    }

    /// Lays the cards on a table.
    pub fn put(&self, table: &mut CellTable) {
        for place in self.places() {
            table.0[place.row][place.column] = 1;
        }
        if let Some(place) = self.joker {
            table.0[place.row][place.column] = 2;
        }
    }

    /// The cells of the natural cards, row by row.
    pub fn places(&self) -> impl Iterator<Item = Cell> + use<> {
        let natural = self.natural;
        let cells = (0..JOKER_ROW).flat_map(|row| (1..COLUMNS - 1).map(move |column| Cell { row, column }));
        cells.filter(move |place| place.bit().is_some_and(|bit| natural & bit != 0))
    }

    /// The number of cards.
    pub fn len(&self) -> u32 {
        self.natural.count_ones() + u32::from(self.joker.is_some())
    }

    /// True if there is none: a pass.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl Cell {
    /// The bit of the natural card that lies here, if one does.
    pub fn bit(self) -> Option<u64> {
        let is_natural = self.row < JOKER_ROW && (1..COLUMNS - 1).contains(&self.column);
        is_natural.then(|| 1 << (4 * self.column + 3 - self.row))
    }
}

#[cfg(test)]
mod tests;
