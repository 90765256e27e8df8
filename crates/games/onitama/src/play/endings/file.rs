//! Endgame tables as bytes, and what may be wrong with bytes said to be one. Opens no file.
//!
//! All numbers are little-endian.
//!
//! | bytes | what                                                                           |
//! |-------|--------------------------------------------------------------------------------|
//! | 8     | `KARUTAEG`                                                                     |
//! | 4     | the version, 1                                                                 |
//! | 8     | the length of the whole table in bytes                                         |
//! | 1     | squares along one side of the board                                            |
//! | 1     | bytes per value: 1, or 2 if a game lasts more than 255 plies                   |
//! | ..    | five cards: the length of the name in one byte, then the name                  |
//! | ..    | the values, in the order of the positions' numbers: plies to the end, 0 a draw |
//! | 8     | 64-bit FNV-1a of everything before                                             |
//!
//! Numbers that name no position have no value here; leaving them out saves a fifth.

use std::error::Error;
use std::fmt;

use super::EndgameTable;
use super::index::Index;
use super::solve::ABSENT;
use crate::cards::Card;

const MAGIC: &[u8; 8] = b"KARUTAEG";

/// The version of the format that is written and read.
pub const VERSION: u32 = 1;

/// The reason why there is no endgame table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EndgameError {
    /// Five different cards are needed; this one came twice.
    RepeatedCard(Card),
    /// The bytes are something else.
    NotATable,
    /// The table has another version.
    OtherVersion(u32),
    /// There are fewer or more bytes than the table has.
    Length {
        /// Bytes given.
        found: u64,
        /// Bytes the table says it has.
        expected: u64,
    },
    /// The bytes do not fit their checksum.
    Damaged,
    /// The checksum fits, but the contents make no sense: no program of this version wrote them.
    Malformed,
    /// The table is for a board with another number of squares along a side.
    OtherBoard {
        /// The table's.
        found: usize,
        /// The one asked for.
        expected: usize,
    },
    /// The table is for a card that does not exist here.
    UnknownCard(String),
}

impl fmt::Display for EndgameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EndgameError::RepeatedCard(card) => {
                write!(f, "{} is given twice; an endgame table needs five different cards", card.face().name)
            }
            EndgameError::NotATable => {
                write!(f, "not an endgame table: one starts with {}", String::from_utf8_lossy(MAGIC))
            }
            EndgameError::OtherVersion(found) => {
                write!(
                    f,
                    "endgame table of version {found}; version {VERSION} is read here, so solve it again"
                )
            }
            EndgameError::Length { found, expected } => {
                let what = if found < expected { "cut short" } else { "too long" };
                write!(
                    f,
                    "endgame table is {what}: {found} bytes instead of {expected}; copy or solve it again"
                )
            }
            EndgameError::Damaged => {
                write!(f, "endgame table is damaged: its checksum does not fit; copy or solve it again")
            }
            EndgameError::Malformed => {
                write!(f, "endgame table makes no sense although its checksum fits; solve it again")
            }
            EndgameError::OtherBoard { found, expected } => {
                write!(f, "endgame table is for a board of {found}x{found}; {expected}x{expected} is needed")
            }
            EndgameError::UnknownCard(name) => {
                write!(
                    f,
                    "endgame table is for the unknown card {name:?}; solve one for cards of this program"
                )
            }
        }
    }
}

impl Error for EndgameError {}

impl<const N: usize> EndgameTable<N> {
    /// The table as bytes, in the format that [`EndgameTable::from_bytes`] reads.
    pub fn to_bytes(&self) -> Vec<u8> {
        let values = || self.entries.iter().copied().filter(|&entry| entry != ABSENT);
        let width = if values().all(|value| value <= u16::from(u8::MAX)) { 1 } else { 2 };
        let mut bytes = Vec::with_capacity(100 + values().count() * width);
        bytes.extend_from_slice(MAGIC);
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        let length_at = bytes.len();
        bytes.extend_from_slice(&[0; 8]);
        bytes.extend_from_slice(&[N as u8, width as u8]);
        for card in self.cards() {
            let name = card.face().name;
            bytes.push(name.len() as u8);
            bytes.extend_from_slice(name.as_bytes());
        }
        for value in values() {
            bytes.extend_from_slice(&value.to_le_bytes()[..width]);
        }
        let length = bytes.len() as u64 + 8;
        bytes[length_at..length_at + 8].copy_from_slice(&length.to_le_bytes());
        let checksum = fnv1a(&bytes);
        bytes.extend_from_slice(&checksum.to_le_bytes());
        bytes
    }

    /// The table that these bytes hold.
    pub fn from_bytes(bytes: &[u8]) -> Result<EndgameTable<N>, EndgameError> {
        // The version comes before the length and the length before the checksum, because a later
        // version may change what follows, and a table cut short is not called damaged.
        let mut rest = Reader(bytes.strip_prefix(MAGIC).ok_or(EndgameError::NotATable)?);
        let found = bytes.len() as u64;
        let too_short = EndgameError::Length { found, expected: 20 };
        let version = rest.array().map(u32::from_le_bytes).ok_or(too_short.clone())?;
        if version != VERSION {
            return Err(EndgameError::OtherVersion(version));
        }
        let expected = rest.array().map(u64::from_le_bytes).ok_or(too_short)?;
        if found != expected {
            return Err(EndgameError::Length { found, expected });
        }
        let (contents, checksum) = bytes.split_last_chunk().ok_or(EndgameError::Malformed)?;
        if fnv1a(contents) != u64::from_le_bytes(*checksum) {
            return Err(EndgameError::Damaged);
        }
        rest.0 = rest.0.strip_suffix(checksum).ok_or(EndgameError::Malformed)?;
        Self::from_contents(rest)
    }

    /// Reads what stands between the length and the checksum, both of which were right.
    fn from_contents(mut rest: Reader<'_>) -> Result<EndgameTable<N>, EndgameError> {
        let [board, width] =
            rest.array().map(|pair: [u8; 2]| pair.map(usize::from)).ok_or(EndgameError::Malformed)?;
        if board != N {
            return Err(EndgameError::OtherBoard { found: board, expected: N });
        }
        let mut cards = [Card(0); 5];
        for card in &mut cards {
            let name = rest.name().ok_or(EndgameError::Malformed)?;
            *card = Card::named(&name).ok_or(EndgameError::UnknownCard(name))?;
        }
        let index = Index::for_cards(cards)?;
        let mut values = match width {
            1 | 2 => rest.0.chunks_exact(width),
            _ => return Err(EndgameError::Malformed),
        };
        let mut entries = vec![ABSENT; Index::<N>::LEN];
        for (number, entry) in entries.iter_mut().enumerate() {
            if !Index::<N>::is_position(number) {
                continue;
            }
            let value = values.next().ok_or(EndgameError::Malformed)?;
            *entry = value.iter().rev().fold(0, |high, &low| high << 8 | u16::from(low));
            if *entry == ABSENT {
                return Err(EndgameError::Malformed);
            }
        }
        if values.next().is_some() || !values.remainder().is_empty() {
            return Err(EndgameError::Malformed);
        }
        Ok(EndgameTable { index, entries })
    }
}

/// Bytes that are left to read. Every method returns `None` where too little is left.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn array<const LEN: usize>(&mut self) -> Option<[u8; LEN]> {
        let (array, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*array)
    }

    fn name(&mut self) -> Option<String> {
        let [len] = self.array()?;
        let (name, rest) = self.0.split_at_checked(len.into())?;
        self.0 = rest;
        String::from_utf8(name.to_vec()).ok()
    }
}

/// The hash of Fowler, Noll and Vo in its variant 1a. It guards against accidents, not against malice,
/// and is short enough to need no dependency.
fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash: u64, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}

#[cfg(test)]
mod tests;
