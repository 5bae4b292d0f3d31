//! The Universal Chess Interface.

mod adapter;
mod command;
mod display;
mod go;
mod printer;

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

pub use adapter::parse;
pub use command::{Command, CommandError};
pub use go::Go;
pub(super) use printer::line_of;

use super::{Event, Inbox, MAX_LINE, Output};
use crate::engine::{Done, Engine, Note, OptionKind, OptionRow, Report};
use crate::eval;
use printer::{PRINTER_OPTIONS, Printer};

/// How long leaving waits for the last `bestmove`.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// The front end.
#[derive(Debug)]
pub struct Uci {
    engine: Engine,
    inbox: Inbox,
    printer: Printer,
}

impl Uci {
    /// A front end for `engine`, whose reports come by `inbox`.
    pub fn new(engine: Engine, inbox: Inbox, output: Output) -> Uci {
        Uci { engine, inbox, printer: Printer::new(output) }
    }

    /// Reacts to `first` and whatever comes after it, until `quit` or the end of the input.
    pub fn run(mut self, first: Event) {
        let mut event = first;
        while self.handle(event).is_continue() && !self.printer.is_closed() {
            event = self.inbox.wait();
        }
        self.leave();
    }

    fn handle(&mut self, event: Event) -> ControlFlow<()> {
        match event {
            Event::Line(line) => return self.line(&line),
            Event::Overlong => {
                self.printer.note(&format!("line ignored: longer than {MAX_LINE} bytes"));
            }
            Event::Report(report) => self.report(&report),
            Event::End => return ControlFlow::Break(()),
        }
        ControlFlow::Continue(())
    }

    fn line(&mut self, line: &str) -> ControlFlow<()> {
        match parse(line) {
            Ok(None) => {}
            Ok(Some(Command::Quit)) => return ControlFlow::Break(()),
            Ok(Some(command)) => self.command(command),
            Err(error) => self.printer.refusal(&error),
        }
        self.tell_notes();
        ControlFlow::Continue(())
    }

    fn command(&mut self, command: Command) {
        match command {
            Command::Uci => self.printer.introduction(),
            Command::IsReady => self.ready(),
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::NewGame => self.engine.new_game(),
            Command::Position { fen, moves } => {
                if let Err(error) = self.engine.set_position(fen.as_deref(), &moves) {
                    self.printer.refusal(&format!("position ignored: {error}"));
                }
            }
            Command::Go(go) => self.go(&go),
            Command::Stop => self.engine.stop(),
            Command::PonderHit => self.engine.ponder_hit(),
            Command::Display => {
                let board = display::board(self.engine.game());
                self.printer.line(&board);
            }
            Command::Eval => {
                let text = eval::describe(self.engine.network(), self.engine.game().position());
                self.printer.line(text.trim_end());
            }
            Command::Bench => {
                self.finish();
                self.engine.bench();
            }
            Command::Debug(_) | Command::Register | Command::Quit => {}
        }
    }

    fn ready(&mut self) {
        self.engine.get_ready();
        self.tell_notes();
        self.printer.ready();
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) {
        if let Some(row) = OptionRow::find(&PRINTER_OPTIONS, name) {
            match row.set(&mut self.printer, value) {
                Ok(clamped) => clamped.into_iter().for_each(|clamped| {
                    self.printer.note(&Note::Clamped(clamped).to_string());
                }),
                Err(error) => self.printer.refusal(&error),
            }
            return;
        }
        match self.engine.set_option(name, value) {
            Ok(row) if matches!(row.kind, OptionKind::Variant { .. }) => {
                self.printer.variant(self.engine.variant());
            }
            Ok(_) => {}
            Err(error) => self.printer.refusal(&error),
        }
    }

    fn go(&mut self, go: &Go) {
        // A GUI should have stopped it. Each `go` gets its answer all the same.
        self.finish();
        if !go.ignored.is_empty() {
            self.printer.refusal(&format!("go: not understood: {}", go.ignored));
        }
        match go.perft {
            Some(depth) => self.engine.perft(depth),
            None => {
                self.printer.search_begins();
                self.engine.search(go.limits(self.engine.game().position()), go.ponder);
            }
        }
    }

    fn report(&mut self, report: &Report) {
        self.printer.report(report);
        if matches!(report, Report::Done(_)) {
            self.engine.finished();
            self.tell_notes();
        }
    }

    /// Ends the running task, if there is one, with its last report.
    fn finish(&mut self) {
        self.stop_and_wait(None);
    }

    fn stop_and_wait(&mut self, deadline: Option<Instant>) {
        if !self.engine.is_busy() {
            return;
        }
        self.engine.stop();
        let done: Option<Done> =
            self.inbox.wait_until_done(deadline, |report| self.printer.report(&report));
        if let Some(done) = done {
            self.report(&Report::Done(done));
        }
    }

    /// Searches are stopped; perft and the bench, asked for in a pipe, may come to their end as
    /// long as somebody reads it.
    fn leave(&mut self) {
        while self.engine.counts_nodes() && !self.printer.is_closed() {
            let now_and_then = Some(Instant::now() + LAST_WORDS);
            let done =
                self.inbox.wait_until_done(now_and_then, |report| self.printer.report(&report));
            if let Some(done) = done {
                self.report(&Report::Done(done));
            }
        }
        self.stop_and_wait(Some(Instant::now() + LAST_WORDS));
    }

    fn tell_notes(&mut self) {
        for note in self.engine.take_notes() {
            self.printer.note(&note.to_string());
        }
    }
}
