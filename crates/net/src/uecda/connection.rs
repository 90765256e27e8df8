//! A connection that cannot hold anybody up: every message has a deadline, and Ctrl-C is heard within a
//! tenth of a second. Knows bytes only.

use std::fmt;
use std::io::{self, ErrorKind, Read as _, Write as _};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The time one call may wait before deadline and flag are checked again.
const SLICE: Duration = Duration::from_millis(100);

/// As much is taken at once.
const PIECE: usize = 2048;

/// The reason why a message did not get through.
#[derive(Debug)]
pub enum ConnectionError {
    /// The other end is gone.
    Closed,
    /// Nothing more happened in time.
    Silent {
        /// The bytes that were transferred.
        done: usize,
        /// The bytes that were expected.
        of: usize,
        /// The time that was waited.
        limit: Duration,
    },
    /// Ctrl-C.
    Stopped,
    /// The system says no.
    Failed(io::Error),
}

impl fmt::Display for ConnectionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConnectionError::Closed => f.write_str("the connection is closed"),
            ConnectionError::Silent { done, of, limit } => {
                write!(f, "{done} of {of} bytes within {} s", limit.as_secs_f64())
            }
            ConnectionError::Stopped => f.write_str("interrupted"),
            ConnectionError::Failed(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ConnectionError {}

/// One end of a connection.
#[derive(Debug)]
pub struct Connection {
    stream: TcpStream,
    stop: Arc<AtomicBool>,
    /// Bytes received and not asked for yet: one call often brings several messages.
    come: Vec<u8>,
}

impl Connection {
    /// Takes a connected stream. Messages are small and answered at once, so each is sent at once: with
    /// delayed acknowledgements a game would take a second instead of milliseconds.
    pub fn new(stream: TcpStream, stop: Arc<AtomicBool>) -> io::Result<Connection> {
        stream.set_nonblocking(false)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(SLICE))?;
        stream.set_write_timeout(Some(SLICE))?;
        Ok(Connection { stream, stop, come: Vec::new() })
    }

    /// Sends a message, in one piece if the system takes it so: other programs read each with one call.
    pub fn send(&mut self, bytes: &[u8], limit: Duration) -> Result<(), ConnectionError> {
        let waiting = Waiting::new(bytes.len(), limit);
        let mut done = 0;
        while done < bytes.len() {
            match self.stream.write(&bytes[done..]) {
                Ok(0) => return Err(ConnectionError::Closed),
                Ok(length) => done += length,
                Err(error) => waiting.go_on(error, done, &self.stop)?,
            }
        }
        Ok(())
    }

    /// Fills `bytes` with what comes.
    pub fn receive(&mut self, bytes: &mut [u8], limit: Duration) -> Result<(), ConnectionError> {
        // If there is always something to read, no call waits, and Ctrl-C must be heard all the same.
        if self.stop.load(Ordering::Relaxed) {
            return Err(ConnectionError::Stopped);
        }
        let waiting = Waiting::new(bytes.len(), limit);
        let mut piece = [0; PIECE];
        while self.come.len() < bytes.len() {
            match self.stream.read(&mut piece) {
                Ok(0) => return Err(ConnectionError::Closed),
                Ok(length) => self.come.extend_from_slice(&piece[..length]),
                Err(error) => waiting.go_on(error, self.come.len(), &self.stop)?,
            }
        }
        bytes.copy_from_slice(&self.come[..bytes.len()]);
        self.come.drain(..bytes.len());
        Ok(())
    }

    /// The number of bytes that have come and can be received without waiting, up to `most`.
    pub fn come(&mut self, most: usize) -> Result<usize, ConnectionError> {
        if self.come.len() < most {
            let mut piece = [0; PIECE];
            self.stream.set_nonblocking(true).map_err(ConnectionError::Failed)?;
            let read = self.stream.read(&mut piece);
            self.stream.set_nonblocking(false).map_err(ConnectionError::Failed)?;
            match read {
                Ok(0) => return Err(ConnectionError::Closed),
                Ok(length) => self.come.extend_from_slice(&piece[..length]),
                Err(error) => match error.kind() {
                    ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted => {}
                    ErrorKind::ConnectionReset | ErrorKind::ConnectionAborted => {
                        return Err(ConnectionError::Closed);
                    }
                    _ => return Err(ConnectionError::Failed(error)),
                },
            }
        }
        Ok(self.come.len().min(most))
    }

    /// Throws away what has come unasked and says how much it was. It belongs to no message: what a
    /// client sends before it is asked would be taken for every later answer.
    pub fn clear(&mut self) -> usize {
        let mut cleared = self.come.len();
        self.come.clear();
        let mut piece = [0; PIECE];
        if self.stream.set_nonblocking(true).is_ok() {
            // Somebody who sends faster than this reads does not keep the table waiting.
            for _ in 0..1024 {
                match self.stream.read(&mut piece) {
                    Ok(length @ 1..) => cleared += length,
                    Ok(0) | Err(_) => break,
                }
            }
        }
        // If this fails, the next call fails as well and says so.
        let _ = self.stream.set_nonblocking(false);
        cleared
    }

    /// Says that nothing more will come and waits a moment for the other end to say the same. To close
    /// a connection with something unread in it would take back what was sent last.
    pub fn farewell(mut self) {
        let since = Instant::now();
        let mut piece = [0; PIECE];
        if self.stream.shutdown(Shutdown::Write).is_ok() {
            while since.elapsed() < SLICE && matches!(self.stream.read(&mut piece), Ok(1..)) {}
        }
    }
}

/// A message under way.
struct Waiting {
    of: usize,
    limit: Duration,
    since: Instant,
}

impl Waiting {
    fn new(of: usize, limit: Duration) -> Waiting {
        Waiting { of, limit, since: Instant::now() }
    }

    /// True if it is worth trying again after `error`.
    fn go_on(&self, error: io::Error, done: usize, stop: &AtomicBool) -> Result<(), ConnectionError> {
        match error.kind() {
            ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted => {}
            ErrorKind::ConnectionReset | ErrorKind::ConnectionAborted | ErrorKind::BrokenPipe => {
                return Err(ConnectionError::Closed);
            }
            _ => return Err(ConnectionError::Failed(error)),
        }
        if stop.load(Ordering::Relaxed) {
            return Err(ConnectionError::Stopped);
        }
        if self.since.elapsed() >= self.limit {
            return Err(ConnectionError::Silent { done, of: self.of, limit: self.limit });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
