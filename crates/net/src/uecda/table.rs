//! The table of 8 x 15 cells that all larger messages are, and which cell says what. Knows no bytes.

use super::PLAYERS;
use super::card_cells::{CardCells, CellError};

/// Rows of a table.
pub const ROWS: usize = 8;
/// Columns of a table.
pub const COLUMNS: usize = 15;

/// A message of cells. Rows 0 to 4 are cards, row 5 the state of the field, row 6 the players; row 7 is
/// unused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct CellTable(pub [[i32; COLUMNS]; ROWS]);

/// The numbers that the server sends beside the cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct State {
    /// True if cards are being exchanged.
    pub is_exchange: bool,
    /// The number of cards to be handed over; negative for those who have handed over that many.
    pub to_give: i32,
    /// True if the receiver is to move.
    pub is_my_turn: bool,
    /// The player that is to move, or has just acted.
    pub player: i32,
    /// True if nothing lies on the table.
    pub is_empty: bool,
    /// True if the order of ranks is reversed.
    pub is_reversed: bool,
    /// True if the suits are locked.
    pub is_locked: bool,
    /// The number of cards of each player.
    pub counts: [i32; PLAYERS],
    /// The title of each player, 0 daifugo to 4 daihinmin; all 0 where there are none.
    pub titles: [i32; PLAYERS],
    /// The player at each seat.
    pub seats: [i32; PLAYERS],
}

/// The value of the cell of the player to move while there is none.
pub const NOBODY: i32 = 6;

const FIELD: usize = 5;
const PEOPLE: usize = 6;

impl CellTable {
    /// A table that says all this.
    pub fn new(cards: &CardCells, state: &State) -> CellTable {
        let mut table = CellTable::default();
        cards.put(&mut table);
        table.0[FIELD][0] = i32::from(state.is_exchange);
        table.0[FIELD][1] = state.to_give;
        table.0[FIELD][2] = i32::from(state.is_my_turn);
        table.0[FIELD][3] = state.player;
        table.0[FIELD][4] = i32::from(state.is_empty);
        table.0[FIELD][6] = i32::from(state.is_reversed);
        table.0[FIELD][7] = i32::from(state.is_locked);
        for player in 0..PLAYERS {
            table.0[PEOPLE][player] = state.counts[player];
            table.0[PEOPLE][PLAYERS + player] = state.titles[player];
            table.0[PEOPLE][2 * PLAYERS + player] = state.seats[player];
        }
        table
    }

    /// The cards on it.
    pub fn cards(&self) -> Result<CardCells, CellError> {
        CardCells::read(self)
    }

    /// Everything beside the cards. The cells that mean nothing are not looked at: servers leave there
    /// what the last client sent.
    pub fn state(&self) -> State {
        let field = &self.0[FIELD];
        let people = |from: usize| std::array::from_fn(|player| self.0[PEOPLE][from + player]);
        State {
            is_exchange: field[0] != 0,
            to_give: field[1],
            is_my_turn: field[2] != 0,
            player: field[3],
            is_empty: field[4] != 0,
            is_reversed: field[6] != 0,
            is_locked: field[7] != 0,
            counts: people(0),
            titles: people(PLAYERS),
            seats: people(2 * PLAYERS),
        }
    }
}

#[cfg(test)]
mod tests;
