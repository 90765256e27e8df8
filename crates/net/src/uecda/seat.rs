//! A seat at the server's table: a client behind a connection, an agent of ours, or nobody any more. Whoever
//! says nothing in time, or leaves, has left for good: a late answer would be taken for the next one.

use std::net::SocketAddr;
use std::time::Duration;

use karuta_daihinmin::Daihinmin;
use karuta_daihinmin::moves::Move;
use karuta_daihinmin::view::View;
use karuta_engine::{Agent, Decision, Rng, Seat};

use super::connection::{Connection, ConnectionError};
use super::lobby::JoinedClient;
use super::protocol::{DecodeError, Protocol};
use super::table::CellTable;

/// The player at the seat.
pub struct TableSeat {
    /// Its name.
    pub name: String,
    occupant: Occupant,
}

enum Occupant {
    Agent { agent: Box<dyn Agent<Daihinmin>>, rng: Rng },
    Client { line: Connection, protocol: Protocol, from: SocketAddr, message: Vec<u8> },
    Nobody,
}

/// Ctrl-C.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// The treatment of all players.
pub struct Conduct<'a> {
    /// The time limit of a message.
    pub limit: Duration,
    /// Called with notes for the operator.
    pub note: &'a mut dyn FnMut(String),
}

/// The answer of a client.
pub enum Answer {
    /// A table.
    Table(Box<CellTable>),
    /// Bytes that are none.
    Garbage,
    /// Nothing, and nothing is to come.
    Nothing,
}

impl TableSeat {
    /// An agent of ours.
    pub fn agent(name: String, agent: Box<dyn Agent<Daihinmin>>, rng: Rng) -> TableSeat {
        TableSeat { name, occupant: Occupant::Agent { agent, rng } }
    }

    /// A client.
    pub fn client(name: String, client: JoinedClient) -> TableSeat {
        let JoinedClient { line, protocol, from, .. } = client;
        TableSeat { name, occupant: Occupant::Client { line, protocol, from, message: Vec::new() } }
    }

    /// The move of our agent; `None` where somebody else sits.
    pub fn choose(&mut self, seat: Seat, view: &View, history: &[(Seat, Move)]) -> Option<Move> {
        match &mut self.occupant {
            Occupant::Agent { agent, rng } => {
                Some(agent.choose(&Decision::new(seat, view, &view.legal(), history), rng).mv)
            }
            Occupant::Client { .. } | Occupant::Nobody => None,
        }
    }

    /// True if an agent of ours sits here.
    pub fn is_agent(&self) -> bool {
        matches!(self.occupant, Occupant::Agent { .. })
    }

    /// Puts a table into the next message.
    pub fn tell(&mut self, table: &CellTable) {
        if let Occupant::Client { message, protocol, .. } = &mut self.occupant {
            message.extend(protocol.table_bytes(table));
        }
    }

    /// Puts a number into the next message.
    pub fn tell_number(&mut self, number: i32) {
        if let Occupant::Client { message, protocol, .. } = &mut self.occupant {
            message.extend(protocol.number_bytes(number));
        }
    }

    /// Sends the message. What is said between two questions goes out in one piece: it costs one call, and
    /// no message can arrive in parts.
    pub fn send(&mut self, conduct: &mut Conduct<'_>) -> Result<(), Stopped> {
        match &mut self.occupant {
            Occupant::Client { line, message, .. } if !message.is_empty() => {
                let sent = line.send(message, conduct.limit);
                message.clear();
                self.unless_gone(sent, conduct).map(drop)
            }
            Occupant::Agent { .. } | Occupant::Client { .. } | Occupant::Nobody => Ok(()),
        }
    }

    /// Takes leave of a client.
    pub fn farewell(self) {
        if let Occupant::Client { line, .. } = self.occupant {
            line.farewell();
        }
    }

    /// Forgets what has come unasked, before something is asked.
    pub fn clear(&mut self, conduct: &mut Conduct<'_>) {
        if let Occupant::Client { line, .. } = &mut self.occupant {
            let stray = line.clear();
            if stray > 0 {
                (conduct.note)(format!("{} sent {stray} bytes unasked; they are ignored", self.name));
            }
        }
    }

    /// Waits for the answer of a client.
    pub fn hear(&mut self, conduct: &mut Conduct<'_>) -> Result<Answer, Stopped> {
        let Occupant::Client { line, protocol, .. } = &mut self.occupant else {
            return Ok(Answer::Nothing);
        };
        let mut bytes = vec![0; protocol.table_len()];
        let heard = line.receive(&mut bytes, conduct.limit);
        let read: Result<CellTable, DecodeError> = protocol.read_table(&bytes);
        Ok(match (self.unless_gone(heard, conduct)?, read) {
            (false, _) => Answer::Nothing,
            (true, Ok(table)) => Answer::Table(Box::new(table)),
            (true, Err(error)) => {
                (conduct.note)(format!("{} sent no table: {error}", self.name));
                Answer::Garbage
            }
        })
    }

    /// True if the message got through. If not, nobody sits here any more.
    fn unless_gone(
        &mut self,
        done: Result<(), ConnectionError>,
        conduct: &mut Conduct<'_>,
    ) -> Result<bool, Stopped> {
        match done {
            Ok(()) => Ok(true),
            Err(ConnectionError::Stopped) => Err(Stopped),
            Err(error) => {
                if let Occupant::Client { from, .. } = &self.occupant {
                    (conduct.note)(format!(
                        "{} ({from}) has left and passes from now on: {error}",
                        self.name
                    ));
                }
                self.occupant = Occupant::Nobody;
                Ok(false)
            }
        }
    }
}
