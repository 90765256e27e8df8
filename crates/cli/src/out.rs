//! Standard output. Printing can fail (a closed pipe, a full disk), so it returns a result.

use std::io::{self, Write as _};

/// Prints `text` and a line break.
pub fn line(text: impl AsRef<str>) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(text.as_ref().as_bytes())?;
    stdout.write_all(b"\n")?;
    stdout.flush()
}

/// Prints `text` as it is.
pub fn text(text: impl AsRef<str>) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(text.as_ref().as_bytes())?;
    stdout.flush()
}

/// Prints a note for the person at the terminal, out of the way of what programs read.
pub fn note(text: impl AsRef<str>) {
    // Notes are a courtesy; where they cannot be written the work goes on.
    let _ = writeln!(io::stderr(), "{}", text.as_ref());
}
