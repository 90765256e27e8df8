//! A chair at the server's table: a client behind a line, an agent of ours, or nobody any more. Whoever
//! says nothing in time, or leaves, has left for good: a late answer would be taken for the next one.

use std::net::SocketAddr;
use std::time::Duration;

use karuta_daihinmin::Daihinmin;
use karuta_daihinmin::moves::Move;
use karuta_daihinmin::view::View;
use karuta_engine::{Agent, Decision, Rng, Seat};

use super::line::{Line, LineError};
use super::lobby::Guest;
use super::protocol::{Garbled, Protocol};
use super::table::Table;

/// Who sits there.
pub struct Chair {
    /// Its name.
    pub name: String,
    sitter: Sitter,
}

enum Sitter {
    Agent { agent: Box<dyn Agent<Daihinmin>>, rng: Rng },
    Client { line: Line, protocol: Protocol, from: SocketAddr, letter: Vec<u8> },
    Nobody,
}

/// Ctrl-C.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// How everybody is dealt with.
pub struct Manners<'a> {
    /// How long a message may take.
    pub limit: Duration,
    /// Hears what is worth saying.
    pub note: &'a mut dyn FnMut(String),
}

/// What a client answered.
pub enum Answer {
    /// A table.
    Table(Box<Table>),
    /// Bytes that are none.
    Garbage,
    /// Nothing, and nothing is to come.
    Nothing,
}

impl Chair {
    /// An agent of ours.
    pub fn agent(name: String, agent: Box<dyn Agent<Daihinmin>>, rng: Rng) -> Chair {
        Chair { name, sitter: Sitter::Agent { agent, rng } }
    }

    /// A client.
    pub fn client(name: String, guest: Guest) -> Chair {
        let Guest { line, protocol, from, .. } = guest;
        Chair { name, sitter: Sitter::Client { line, protocol, from, letter: Vec::new() } }
    }

    /// What our agent does; `None` where somebody else sits.
    pub fn choose(&mut self, seat: Seat, view: &View, history: &[(Seat, Move)]) -> Option<Move> {
        match &mut self.sitter {
            Sitter::Agent { agent, rng } => {
                Some(agent.choose(&Decision::new(seat, view, &view.legal(), history), rng).mv)
            }
            Sitter::Client { .. } | Sitter::Nobody => None,
        }
    }

    /// Whether an agent of ours sits here.
    pub fn is_agent(&self) -> bool {
        matches!(self.sitter, Sitter::Agent { .. })
    }

    /// Puts a table into the next letter.
    pub fn tell(&mut self, table: &Table) {
        if let Sitter::Client { letter, protocol, .. } = &mut self.sitter {
            letter.extend(protocol.table_bytes(table));
        }
    }

    /// Puts a number into the next letter.
    pub fn tell_number(&mut self, number: i32) {
        if let Sitter::Client { letter, protocol, .. } = &mut self.sitter {
            letter.extend(protocol.number_bytes(number));
        }
    }

    /// Sends the letter. What is said between two questions goes out in one piece: it costs one call, and
    /// no message can arrive in parts.
    pub fn send(&mut self, manners: &mut Manners<'_>) -> Result<(), Stopped> {
        match &mut self.sitter {
            Sitter::Client { line, letter, .. } if !letter.is_empty() => {
                let sent = line.send(letter, manners.limit);
                letter.clear();
                self.unless_gone(sent, manners).map(drop)
            }
            Sitter::Agent { .. } | Sitter::Client { .. } | Sitter::Nobody => Ok(()),
        }
    }

    /// Takes leave of a client.
    pub fn farewell(self) {
        if let Sitter::Client { line, .. } = self.sitter {
            line.farewell();
        }
    }

    /// Forgets what has come unasked, before something is asked.
    pub fn clear(&mut self, manners: &mut Manners<'_>) {
        if let Sitter::Client { line, .. } = &mut self.sitter {
            let stray = line.clear();
            if stray > 0 {
                (manners.note)(format!("{} sent {stray} bytes unasked; they are ignored", self.name));
            }
        }
    }

    /// Waits for the answer of a client.
    pub fn hear(&mut self, manners: &mut Manners<'_>) -> Result<Answer, Stopped> {
        let Sitter::Client { line, protocol, .. } = &mut self.sitter else {
            return Ok(Answer::Nothing);
        };
        let mut bytes = vec![0; protocol.table_len()];
        let heard = line.receive(&mut bytes, manners.limit);
        let read: Result<Table, Garbled> = protocol.read_table(&bytes);
        Ok(match (self.unless_gone(heard, manners)?, read) {
            (false, _) => Answer::Nothing,
            (true, Ok(table)) => Answer::Table(Box::new(table)),
            (true, Err(garbled)) => {
                (manners.note)(format!("{} sent no table: {garbled}", self.name));
                Answer::Garbage
            }
        })
    }

    /// Whether the message got through. If not, nobody sits here any more.
    fn unless_gone(
        &mut self,
        done: Result<(), LineError>,
        manners: &mut Manners<'_>,
    ) -> Result<bool, Stopped> {
        match done {
            Ok(()) => Ok(true),
            Err(LineError::Stopped) => Err(Stopped),
            Err(error) => {
                if let Sitter::Client { from, .. } = &self.sitter {
                    (manners.note)(format!(
                        "{} ({from}) has left and passes from now on: {error}",
                        self.name
                    ));
                }
                self.sitter = Sitter::Nobody;
                Ok(false)
            }
        }
    }
}
