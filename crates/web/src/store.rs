//! `Store`: tables, seats and moves in SQLite. A move is here before anybody is told of it, so a killed server
//! goes on where it was. Knows rows, not games.

use std::fmt;
use std::path::Path;
use std::sync::{Mutex, MutexGuard};
use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, OptionalExtension as _, params};

/// Why something could not be kept or found.
#[derive(Debug)]
pub struct StoreError(String);

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for StoreError {}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        StoreError(format!("the store cannot be used: {error}"))
    }
}

/// The seats of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occupant {
    /// A person with a token.
    Person,
    /// Nobody yet: whoever comes with the token.
    Free,
    /// An agent of this level, counted from 1.
    Agent(u8),
}

/// A seat of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatRow {
    /// The person or agent in the seat.
    pub occupant: Occupant,
    /// The hash of the token that opens it; `None` where nobody can sit.
    pub hash: Option<Vec<u8>>,
    /// The name shown to the others.
    pub name: String,
}

/// A table as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableRow {
    /// The id in its address.
    pub id: String,
    /// The game's name in links.
    pub game: String,
    /// The game's spec.
    pub spec: String,
    /// The position it began with.
    pub start: String,
    /// The seed of the agents' luck.
    pub seed: u64,
    /// The seat whose person made the table; `None` where only agents play.
    pub host: Option<usize>,
    /// The speed of agents.
    pub speed: String,
    /// Why it ended although its rules did not end it.
    pub ended: Option<String>,
    /// The seats.
    pub seats: Vec<SeatRow>,
}

impl TableRow {
    /// The level of the agents; 3 where none plays.
    pub fn level(&self) -> u8 {
        let levels = self.seats.iter().filter_map(|seat| match seat.occupant {
            Occupant::Agent(level) => Some(level),
            Occupant::Person | Occupant::Free => None,
        });
        levels.max().unwrap_or(3)
    }
}

/// The tables on disk, or in memory for tests.
pub struct Store(Mutex<Connection>);

const TABLES: &str = "
CREATE TABLE IF NOT EXISTS tables (id TEXT PRIMARY KEY, made INTEGER NOT NULL, game TEXT NOT NULL, spec TEXT NOT NULL,
    start TEXT NOT NULL, seed TEXT NOT NULL, host INTEGER, speed TEXT NOT NULL, ended TEXT,
    touched INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE IF NOT EXISTS seats (table_id TEXT NOT NULL, seat INTEGER NOT NULL, level INTEGER NOT NULL, hash BLOB,
    name TEXT NOT NULL, PRIMARY KEY (table_id, seat)) STRICT;
CREATE TABLE IF NOT EXISTS moves (table_id TEXT NOT NULL, ply INTEGER NOT NULL, text TEXT NOT NULL,
    PRIMARY KEY (table_id, ply)) STRICT;
CREATE TABLE IF NOT EXISTS judged (table_id TEXT NOT NULL, ply INTEGER NOT NULL, thought TEXT NOT NULL,
    PRIMARY KEY (table_id, ply)) STRICT;
";

/// The format of the file, so that a newer program can tell an older file.
const VERSION: i64 = 2;

/// The reason for the end of a game that everybody has left.
pub const ABANDONED: &str = "abandoned";

impl Store {
    /// Opens or makes the file.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        let shown = path.display();
        let db =
            Connection::open(path).map_err(|error| StoreError(format!("cannot open {shown}: {error}")))?;
        Store::on(db).map_err(|error| StoreError(format!("{shown}: {error}")))
    }

    /// A store that is gone with the program.
    pub fn in_memory() -> Result<Store, StoreError> {
        Store::on(Connection::open_in_memory()?)
    }

    fn on(db: Connection) -> Result<Store, StoreError> {
        db.pragma_update(None, "journal_mode", "WAL")?;
        db.pragma_update(None, "synchronous", "NORMAL")?;
        db.busy_timeout(std::time::Duration::from_secs(2))?;
        let version: i64 = db.query_row("PRAGMA user_version", [], |row| row.get(0))?;
        if version > VERSION {
            return Err(StoreError(format!("made by a newer program (format {version}, known {VERSION})")));
        }
        db.execute_batch(TABLES)?;
        if version == 1 {
            // The first format did not say when anything happened at a table last.
            db.execute_batch("ALTER TABLE tables ADD COLUMN touched INTEGER NOT NULL DEFAULT 0; UPDATE tables SET touched = made")?;
        }
        db.pragma_update(None, "user_version", VERSION)?;
        Ok(Store(Mutex::new(db)))
    }

    pub(crate) fn db(&self) -> MutexGuard<'_, Connection> {
        self.0.lock().unwrap_or_else(|broken| broken.into_inner())
    }

    /// Keeps a new table.
    pub fn create(&self, row: &TableRow) -> Result<(), StoreError> {
        let mut db = self.db();
        let all = db.transaction()?;
        let host = row.host.map(|seat| seat as i64);
        let seed = row.seed.to_string();
        all.execute(
            "INSERT INTO tables VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?2)",
            params![row.id, now(), row.game, row.spec, row.start, seed, host, row.speed, row.ended],
        )?;
        for (seat, kept) in row.seats.iter().enumerate() {
            put_seat(&all, &row.id, seat, kept)?;
        }
        all.commit()?;
        Ok(())
    }

    /// A table with its moves.
    pub fn load(&self, id: &str) -> Result<Option<(TableRow, Vec<String>)>, StoreError> {
        let db = self.db();
        let found = db
            .query_row(
                "SELECT game, spec, start, seed, host, speed, ended FROM tables WHERE id = ?",
                [id],
                |row| {
                    let seed: String = row.get(3)?;
                    let host: Option<i64> = row.get(4)?;
                    Ok(TableRow {
                        id: id.to_string(),
                        game: row.get(0)?,
                        spec: row.get(1)?,
                        start: row.get(2)?,
                        seed: seed.parse().unwrap_or(0),
                        host: host.map(|seat| seat as usize),
                        speed: row.get(5)?,
                        ended: row.get(6)?,
                        seats: Vec::new(),
                    })
                },
            )
            .optional()?;
        let Some(mut table) = found else { return Ok(None) };
        let mut ask =
            db.prepare_cached("SELECT level, hash, name FROM seats WHERE table_id = ? ORDER BY seat")?;
        let seats = ask.query_map([id], |row| {
            let level: i64 = row.get(0)?;
            let occupant = match level {
                -1 => Occupant::Free,
                0 => Occupant::Person,
                level => Occupant::Agent(level.clamp(1, 5) as u8),
            };
            Ok(SeatRow { occupant, hash: row.get(1)?, name: row.get(2)? })
        })?;
        table.seats = seats.collect::<Result<_, _>>()?;
        let mut ask = db.prepare_cached("SELECT text FROM moves WHERE table_id = ? ORDER BY ply")?;
        let moves = ask.query_map([id], |row| row.get(0))?.collect::<Result<_, _>>()?;
        Ok(Some((table, moves)))
    }

    /// Keeps a move.
    pub fn add_move(&self, id: &str, ply: usize, text: &str) -> Result<(), StoreError> {
        let mut db = self.db();
        let both = db.transaction()?;
        both.prepare_cached("INSERT INTO moves VALUES (?, ?, ?)")?.execute(params![id, ply as i64, text])?;
        both.prepare_cached("UPDATE tables SET touched = ? WHERE id = ?")?.execute(params![now(), id])?;
        both.commit()?;
        Ok(())
    }

    /// Notes that somebody is at a table: the smallest thing that can be written.
    pub fn touch(&self, id: &str) -> Result<(), StoreError> {
        self.db().execute("UPDATE tables SET touched = ? WHERE id = ?", params![now(), id])?;
        Ok(())
    }

    /// Ends games in which nothing has happened for so many seconds; returns how many there were.
    pub fn end_abandoned(&self, seconds: i64) -> Result<usize, StoreError> {
        let cutoff = now() - seconds;
        let ended = self.db().execute(
            "UPDATE tables SET ended = ? WHERE ended IS NULL AND touched < ?",
            params![ABANDONED, cutoff],
        )?;
        Ok(ended)
    }

    /// Forgets the moves from a ply on.
    pub fn truncate(&self, id: &str, plies: usize) -> Result<(), StoreError> {
        self.db().execute("DELETE FROM moves WHERE table_id = ? AND ply >= ?", params![id, plies as i64])?;
        Ok(())
    }

    /// Keeps why a game ended.
    pub fn end(&self, id: &str, why: &str) -> Result<(), StoreError> {
        self.db().execute("UPDATE tables SET ended = ? WHERE id = ?", params![why, id])?;
        Ok(())
    }

    /// Keeps how fast agents play.
    pub fn set_speed(&self, id: &str, speed: &str) -> Result<(), StoreError> {
        self.db().execute("UPDATE tables SET speed = ? WHERE id = ?", params![speed, id])?;
        Ok(())
    }

    /// Keeps who sits at a seat now.
    pub fn set_seat(&self, id: &str, seat: usize, row: &SeatRow) -> Result<(), StoreError> {
        put_seat(&self.db(), id, seat, row)
    }

    /// Keeps what an agent thought of a decision.
    pub fn add_judged(&self, id: &str, ply: usize, thought: &str) -> Result<(), StoreError> {
        let db = self.db();
        db.execute("INSERT OR REPLACE INTO judged VALUES (?, ?, ?)", params![id, ply as i64, thought])?;
        Ok(())
    }

    /// An agent's opinions of the decisions of a game, by ply.
    pub fn judged(&self, id: &str) -> Result<Vec<(usize, String)>, StoreError> {
        let db = self.db();
        let mut ask = db.prepare_cached("SELECT ply, thought FROM judged WHERE table_id = ? ORDER BY ply")?;
        let rows = ask.query_map([id], |row| {
            let ply: i64 = row.get(0)?;
            Ok((ply as usize, row.get(1)?))
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The number of tables.
    pub fn count(&self) -> Result<u64, StoreError> {
        let count: i64 = self.db().query_row("SELECT count(*) FROM tables", [], |row| row.get(0))?;
        Ok(count as u64)
    }
}

fn put_seat(db: &Connection, id: &str, seat: usize, row: &SeatRow) -> Result<(), StoreError> {
    let level = match row.occupant {
        Occupant::Free => -1,
        Occupant::Person => 0,
        Occupant::Agent(level) => i64::from(level),
    };
    db.execute(
        "INSERT OR REPLACE INTO seats VALUES (?, ?, ?, ?, ?)",
        params![id, seat as i64, level, row.hash, row.name],
    )?;
    Ok(())
}

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64)
}

#[cfg(test)]
mod tests;
