//! Talking to GUIs: the UCI and the XBoard protocol, two front ends of the engine controller.
//!
//! Each front end is a loop over one queue of events: lines of input from a reader thread, and
//! reports from the search thread. Only the loop writes, so lines never mix; it never computes, so
//! it answers at once whatever the search does.

mod events;
mod output;
pub mod uci;
pub mod xboard;

use std::io::{self, BufRead, Read, Write};

pub use events::{Event, Inbox, MAX_LINE};
pub use output::Output;

use thiserror::Error;

use crate::engine::Engine;
use uci::Uci;
use xboard::XBoard;

/// The name that the engine gives itself.
pub const ENGINE_NAME: &str = concat!("Mekong ", env!("CARGO_PKG_VERSION"));

/// Why the protocols can't be spoken.
#[derive(Debug, Error)]
pub enum ProtocolError {
    /// The system gives no thread.
    #[error("cannot start a thread: {0}")]
    Thread(#[from] io::Error),
}

/// Speaks the protocol that the first line asks for, on standard input and output, until `quit`
/// or the end of the input.
///
/// # Errors
/// If the system gives no threads. What a GUI sends is never an error here.
pub fn run() -> Result<(), ProtocolError> {
    run_on(io::BufReader::new(io::stdin()), io::stdout())
}

/// The same with a first line of input that was given before. Nothing is read behind it unless it
/// is the one that begins a protocol: then a program will go on in it.
///
/// # Errors
/// If the system gives no threads.
pub fn run_with(first: &str) -> Result<(), ProtocolError> {
    let line = io::Cursor::new(format!("{first}\n"));
    match first.trim() {
        "uci" | "xboard" => run_on(line.chain(io::BufReader::new(io::stdin())), io::stdout()),
        _ => run_on(line, io::stdout()),
    }
}

/// [`run`] on other streams.
///
/// # Errors
/// If the system gives no threads.
pub fn run_on(
    input: impl BufRead + Send + 'static,
    output: impl Write + 'static,
) -> Result<(), ProtocolError> {
    let (mut inbox, reports, entrance) = Inbox::new();
    let engine = Engine::new(move |report| {
        // When nobody listens the process is about to end.
        let _ = reports.send(Event::Report(report));
    })?;
    events::read_lines(input, entrance)?;
    let output = Output::new(output);
    let first = first_event(&mut inbox);
    match first {
        Event::Line(line) if line.trim() == "xboard" => XBoard::new(engine, inbox, output).run(),
        first => Uci::new(engine, inbox, output).run(first),
    }
    Ok(())
}

/// The first event that is not a blank line.
fn first_event(inbox: &mut Inbox) -> Event {
    loop {
        match inbox.wait() {
            Event::Line(line) if line.trim().is_empty() => {}
            event => return event,
        }
    }
}
