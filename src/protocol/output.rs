//! Lines to the GUI.

use std::fmt;
use std::io::Write;

/// Where the lines go. Each is handed over whole, and flushed.
///
/// A GUI that is gone closes the pipe. Then writing does nothing, and [`Output::is_closed`] tells
/// the loop of the front end to end.
pub struct Output {
    sink: Box<dyn Write>,
    closed: bool,
}

impl Output {
    /// Writes to `sink`.
    pub fn new(sink: impl Write + 'static) -> Output {
        Output { sink: Box::new(sink), closed: false }
    }

    /// Writes one line.
    pub fn line(&mut self, text: impl fmt::Display) {
        if self.closed {
            return;
        }
        let line = format!("{text}\n");
        let written = self.sink.write_all(line.as_bytes()).and_then(|()| self.sink.flush());
        self.closed = written.is_err();
    }

    /// Whether nobody reads any more.
    pub fn is_closed(&self) -> bool {
        self.closed
    }
}

impl fmt::Debug for Output {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Output").field("closed", &self.closed).finish_non_exhaustive()
    }
}

/// `text` as it can be quoted in a message: no control characters, and not endless.
pub fn quoted(text: &str) -> String {
    const LONGEST: usize = 200;
    let clean = text.chars().map(|c| if c.is_control() { ' ' } else { c });
    let mut quoted: String = clean.clone().take(LONGEST).collect();
    if clean.count() > LONGEST {
        quoted.push('…');
    }
    quoted
}

/// What is said of a helper thread that failed by a fault of its own.
pub const HELPER_FAILED: &str = "a helper thread failed, this is a bug; the search did without it";

/// What is said of a search that failed by a fault of its own.
pub const SEARCH_FAILED: &str = "the search failed, this is a bug";
