//! What the loop of a front end waits for: lines of input and reports of the search, in one queue.

use std::collections::VecDeque;
use std::io::{self, BufRead};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::engine::{Done, Report};

/// Bytes that a line may have. The longest line of use, a game of 1,500 moves, has about 10,000.
pub const MAX_LINE: usize = 1 << 20;

/// Lines that are read ahead of what the front end has reacted to. Whoever sends more waits, so that
/// what nobody has read yet does not pile up in memory.
const READ_AHEAD: usize = 64;

/// Something that a front end has to react to.
#[derive(Debug)]
pub enum Event {
    /// A line of input without its end.
    Line(String),
    /// A line longer than [`MAX_LINE`] bytes, which has been dropped.
    Overlong,
    /// The end of the input.
    End,
    /// News from the search thread.
    Report(Report),
}

/// The queue of events.
#[derive(Debug)]
pub struct Inbox {
    receiver: Receiver<Event>,
    /// Lines that came while only reports were wanted.
    kept: VecDeque<Event>,
    /// Holds a token for each line that has been read and not been reacted to.
    ahead: Receiver<()>,
}

/// The entrance for what is read: it waits where too much has been read ahead.
#[derive(Debug)]
pub struct Entrance {
    events: Sender<Event>,
    tokens: SyncSender<()>,
}

impl Entrance {
    /// Hands an event over; `false` once nobody listens.
    fn send(&self, event: Event) -> bool {
        self.tokens.send(()).is_ok() && self.events.send(event).is_ok()
    }
}

impl Inbox {
    /// A queue, its entrance for reports and the one for input.
    pub fn new() -> (Inbox, Sender<Event>, Entrance) {
        let (sender, receiver) = channel();
        let (tokens, ahead) = sync_channel(READ_AHEAD);
        let entrance = Entrance { events: sender.clone(), tokens };
        (Inbox { receiver, kept: VecDeque::new(), ahead }, sender, entrance)
    }

    /// The next event, when there is one.
    pub fn wait(&mut self) -> Event {
        let kept = self.kept.pop_front();
        let event = kept.unwrap_or_else(|| self.receiver.recv().unwrap_or(Event::End));
        if !matches!(event, Event::Report(_)) {
            self.answered();
        }
        event
    }

    /// The reader may read another line instead of one that [`Inbox::wait_for_news`] gave.
    pub fn answered(&mut self) {
        // There is a token unless the reader has ended.
        let _ = self.ahead.try_recv();
    }

    /// The next event that has not been kept, when there is one: to be
    /// [answered](Inbox::answered) at once, or [kept](Inbox::keep) until other things are done.
    pub fn wait_for_news(&mut self) -> Event {
        self.receiver.recv().unwrap_or(Event::End)
    }

    /// Keeps an event for [`Inbox::wait`].
    pub fn keep(&mut self, event: Event) {
        self.kept.push_back(event);
    }

    /// The next report. Input that comes before it is kept for [`Inbox::wait`]; `None` once
    /// `deadline`, if there is one, has passed.
    pub fn next_report(&mut self, deadline: Option<Instant>) -> Option<Report> {
        loop {
            let left = deadline
                .map_or(Duration::MAX, |time| time.saturating_duration_since(Instant::now()));
            let event = match deadline {
                None => self.receiver.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(_) => self.receiver.recv_timeout(left),
            };
            match event.ok()? {
                Event::Report(report) => return Some(report),
                input => self.kept.push_back(input),
            }
        }
    }

    /// Waits for the end of a search and hands each report before it to `each`; `None` once
    /// `deadline`, if there is one, has passed.
    pub fn wait_until_done(
        &mut self,
        deadline: Option<Instant>,
        mut each: impl FnMut(Report),
    ) -> Option<Done> {
        loop {
            match self.next_report(deadline)? {
                Report::Done(done) => return Some(done),
                report => each(report),
            }
        }
    }
}

/// Starts a thread that turns `input` into events.
///
/// # Errors
/// If the system gives no thread.
pub fn read_lines(input: impl BufRead + Send + 'static, entrance: Entrance) -> io::Result<()> {
    let body = move || {
        let mut input = input;
        while let Some(event) = read_line(&mut input) {
            if !entrance.send(event) {
                return;
            }
        }
        // Nobody may be listening any more, and then nothing is left to be told.
        entrance.send(Event::End);
    };
    thread::Builder::new().name("input".into()).spawn(body).map(drop)
}

/// Reads one line; `None` at the end of the input or if it can't be read. A last line without an
/// end counts. Invalid UTF-8 and NUL become the replacement character, so that whatever comes is
/// text from here on.
fn read_line(input: &mut impl BufRead) -> Option<Event> {
    let mut line = Vec::new();
    let mut overlong = false;
    loop {
        let chunk = match input.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => return None,
        };
        if chunk.is_empty() && line.is_empty() && !overlong {
            return None;
        }
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let part = &chunk[..end.unwrap_or(chunk.len())];
        if line.len() + part.len() > MAX_LINE {
            overlong = true;
            line.clear();
        } else if !overlong {
            line.extend_from_slice(part);
        }
        let is_last = end.is_some() || chunk.is_empty();
        let used = end.map_or(chunk.len(), |end| end + 1);
        input.consume(used);
        if is_last {
            break;
        }
    }
    if overlong {
        return Some(Event::Overlong);
    }
    let text = String::from_utf8_lossy(&line).replace('\0', "\u{fffd}");
    Some(Event::Line(text.trim_end_matches('\r').to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufReader, Cursor};

    fn lines(bytes: &[u8]) -> Vec<Option<String>> {
        let mut input = BufReader::with_capacity(7, Cursor::new(bytes.to_vec()));
        let mut lines = Vec::new();
        while let Some(event) = read_line(&mut input) {
            lines.push(match event {
                Event::Line(line) => Some(line),
                _ => None,
            });
        }
        lines
    }

    #[test]
    fn every_kind_of_line_is_read() {
        let expected = ["uci", "", "go depth 1", "a\u{fffd}\u{fffd}b", "last"];
        let read = lines(b"uci\r\n\ngo depth 1\na\xff\0b\nlast");
        assert_eq!(read, expected.map(|line| Some(line.to_owned())));
        assert_eq!(lines(b""), []);
    }

    #[test]
    fn overlong_lines_are_dropped_and_the_next_is_read() {
        let mut bytes = vec![b'x'; MAX_LINE + 1];
        bytes.extend_from_slice(b"\nuci\n");
        assert_eq!(lines(&bytes), [None, Some("uci".into())]);
        let long = "y".repeat(MAX_LINE);
        assert_eq!(lines(format!("{long}\n").as_bytes()), [Some(long)]);
    }
}
