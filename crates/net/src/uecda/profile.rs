//! The first message of a client: the version it speaks and its name. It is a table of numbers in
//! network order whatever the version.

use super::protocol::Protocol;
use super::table::{COLUMNS, CellTable};

/// The longest name that fits with its end mark.
const LONGEST: usize = COLUMNS - 1;

/// The name and protocol that a client gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// The version it speaks.
    pub protocol: Protocol,
    /// Its name.
    pub name: String,
}

impl Profile {
    /// The bytes of the message.
    pub fn bytes(&self) -> Vec<u8> {
        let mut table = CellTable::default();
        table.0[0][0] = i32::from(self.protocol.number());
        for (cell, byte) in table.0[1].iter_mut().zip(plain(&self.name).bytes()) {
            *cell = i32::from(byte);
        }
        Protocol::V20070.table_bytes(&table)
    }

    /// Reads the message; an error is the number that is no version.
    pub fn read(table: &CellTable) -> Result<Profile, i32> {
        let number = table.0[0][0];
        let protocol = Protocol::of_profile(number).ok_or(number)?;
        let cells = table.0[1].iter().take_while(|&&cell| cell != 0);
        let name: String = cells.filter_map(|&cell| u8::try_from(cell).ok()).map(char::from).collect();
        Ok(Profile { protocol, name: plain(&name) })
    }
}

/// A name as records can hold it: the letters, digits and signs of ASCII, no spaces, not too long.
pub fn plain(name: &str) -> String {
    name.chars().filter(char::is_ascii_graphic).take(LONGEST).collect()
}

#[cfg(test)]
mod tests;
