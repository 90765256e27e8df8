//! Where clients come in: connections are taken one after the other until enough have said who they
//! are. Knows no cards.

use std::io::{self, ErrorKind};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use super::line::{Line, LineError};
use super::profile::Profile;
use super::protocol::{NUMBERS, Protocol};

/// Somebody who has come in.
#[derive(Debug)]
pub struct Guest {
    /// The connection.
    pub line: Line,
    /// The version it speaks.
    pub protocol: Protocol,
    /// What it calls itself; empty for those who do not say.
    pub name: String,
    /// Where it comes from.
    pub from: SocketAddr,
}

/// How long the official server waits for a profile before it takes a client for an old one.
pub const GRACE: Duration = Duration::from_micros(2_000_500);

/// How often it is looked whether somebody knocks.
const KNOCK: Duration = Duration::from_millis(5);

/// Waits for the next client that can be played with and hands it its number; `None` if Ctrl-C came
/// first. Those who say something else are sent away with a note.
pub fn welcome(
    listener: &TcpListener,
    number: usize,
    grace: Duration,
    stop: &Arc<AtomicBool>,
    note: &mut dyn FnMut(String),
) -> io::Result<Option<Guest>> {
    listener.set_nonblocking(true)?;
    while !stop.load(Ordering::Relaxed) {
        let (stream, from) = match listener.accept() {
            Ok(taken) => taken,
            Err(error) => match error.kind() {
                ErrorKind::WouldBlock => {
                    thread::sleep(KNOCK);
                    continue;
                }
                // Whoever knocked has run away again.
                ErrorKind::ConnectionAborted | ErrorKind::ConnectionReset | ErrorKind::Interrupted => {
                    continue;
                }
                _ => return Err(error),
            },
        };
        match introduce(stream, from, number, grace, stop) {
            Ok(guest) => return Ok(Some(guest)),
            Err(why) => note(format!("{from} was sent away: {why}")),
        }
    }
    Ok(None)
}

fn introduce(
    stream: TcpStream,
    from: SocketAddr,
    number: usize,
    grace: Duration,
    stop: &Arc<AtomicBool>,
) -> Result<Guest, String> {
    let mut line = Line::new(stream, Arc::clone(stop)).map_err(|error| error.to_string())?;
    let mut bytes = [0; NUMBERS];
    let profile = match line.receive(&mut bytes, grace) {
        Ok(()) => {
            let table = Protocol::V20070.read_table(&bytes).map_err(|error| error.to_string())?;
            Profile::read(&table)
                .map_err(|number| format!("its profile names protocol {number}; 20070 and 20140 would do"))?
        }
        Err(LineError::Silent { done: 0, .. }) => Profile { protocol: Protocol::V20060, name: String::new() },
        Err(error) => return Err(format!("no profile: {error}")),
    };
    let Profile { protocol, name } = profile;
    line.send(&protocol.number_bytes(number as i32), grace).map_err(|error| error.to_string())?;
    Ok(Guest { line, protocol, name, from })
}
