//! The Universal Chess Interface.

mod adapter;
mod command;
mod display;
mod go;
mod printer;

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

pub use adapter::parse;
pub use command::{UciCommand, UciCommandError};
pub use go::Go;
pub(super) use printer::line_of;

use super::{Event, Inbox, MAX_LINE, Output};
use crate::engine::{Done, Engine, Note, OptionKind, OptionRow, Report, TaskKind};
use crate::eval;
use printer::{PRINTER_OPTIONS, Printer};

/// How long leaving waits for the last `bestmove`.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// The answer to `help`.
const HELP: &str = "\
Mekong plays makruk, ouk chatrang and their relatives. Load it into a program with a board that
speaks UCI or XBoard, or type commands of the UCI protocol:
  uci                               options, and what they are set to at first
  setoption name UCI_Variant value cambodian
  position startpos moves a3a4      or: position fen FEN
  go depth 12                       or movetime 1000, nodes 50000, infinite, perft 4 ...
  stop
  d                                 shows the board and the count
  eval                              explains the evaluation
  bench                             searches a list of positions
  quit
Other commands are listed by: mekong --help";

/// Why the front end ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Exit {
    /// It was told to, or nobody reads what it says.
    Quit,
    /// Nothing more will be asked.
    EndOfInput,
}

/// The front end.
#[derive(Debug)]
pub struct Uci {
    engine: Engine,
    inbox: Inbox,
    printer: Printer,
    /// Whether the last position that was sent has been refused.
    position_refused: bool,
}

impl Uci {
    /// A front end for `engine`, whose reports come by `inbox`.
    pub fn new(engine: Engine, inbox: Inbox, output: Output) -> Uci {
        Uci { engine, inbox, printer: Printer::new(output), position_refused: false }
    }

    /// Reacts to `first` and whatever comes after it, until `quit` or the end of the input.
    pub fn run(mut self, first: Event) {
        let mut event = first;
        let ending = loop {
            if let ControlFlow::Break(ending) = self.handle(event) {
                break ending;
            }
            if self.printer.is_closed() {
                break Exit::Quit;
            }
            event = self.inbox.wait();
        };
        self.leave(ending);
    }

    fn handle(&mut self, event: Event) -> ControlFlow<Exit> {
        match event {
            Event::Line(line) => return self.line(&line),
            Event::Overlong => {
                self.printer.note(&format!("line ignored: longer than {MAX_LINE} bytes"));
            }
            Event::Report(report) => self.report(&report),
            Event::End => return ControlFlow::Break(Exit::EndOfInput),
        }
        ControlFlow::Continue(())
    }

    fn line(&mut self, line: &str) -> ControlFlow<Exit> {
        match parse(line) {
            Ok(None) => {}
            Ok(Some(UciCommand::Quit)) => return ControlFlow::Break(Exit::Quit),
            Ok(Some(command)) => self.command(command),
            Err(error) => {
                self.position_refused |= matches!(error, UciCommandError::NotAMove { .. });
                self.printer.refusal(&error);
            }
        }
        self.tell_notes();
        ControlFlow::Continue(())
    }

    fn command(&mut self, command: UciCommand) {
        match command {
            UciCommand::Uci => self.printer.introduction(),
            UciCommand::IsReady => self.ready(),
            UciCommand::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            UciCommand::NewGame => self.engine.new_game(),
            UciCommand::Position { fen, moves } => {
                let set = self.engine.set_position(fen.as_deref(), &moves);
                self.position_refused = set.is_err();
                if let Err(error) = set {
                    self.printer.refusal(&format!("position ignored: {error}"));
                }
            }
            UciCommand::Go(go) => self.go(&go),
            UciCommand::Stop => self.engine.stop(),
            UciCommand::PonderHit => self.engine.ponder_hit(),
            UciCommand::Display => {
                let board = display::board(self.engine.game());
                self.printer.line(&board);
            }
            UciCommand::Eval => {
                let text = eval::describe(self.engine.network(), self.engine.game().position());
                self.printer.line(text.trim_end());
            }
            UciCommand::Bench => {
                self.finish();
                self.engine.bench();
            }
            UciCommand::Help => HELP.lines().for_each(|line| self.printer.line(line)),
            UciCommand::Debug(_) | UciCommand::Register | UciCommand::Quit => {}
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
        self.finish();
        if self.position_refused {
            self.printer.note("the last position was refused, this is about the one before it");
        }
        if !go.ignored.is_empty() {
            self.printer.refusal(&format!("go: not understood: {}", go.ignored));
        }
        match go.perft {
            Some(depth) => {
                let moves = go.root_moves(self.engine.game().position());
                self.engine.perft(depth, moves);
            }
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

    /// Waits for the end of the running task, if there is one: what is asked for in a pipe comes to
    /// its end, one after the other. A search that has no end of its own is stopped; a GUI should
    /// have done so. Each `go` gets its answer.
    fn finish(&mut self) {
        let is_finite = |kind| kind != TaskKind::Open;
        while self.engine.running().is_some_and(is_finite) && !self.printer.is_closed() {
            match self.inbox.wait_for_news() {
                Event::Report(report) => self.report(&report),
                Event::Line(line) => self.line_while_finishing(line),
                other => self.inbox.keep(other),
            }
        }
        self.stop_and_wait(None);
    }

    /// Reacts at once to what concerns the running task, and keeps other lines until it has ended.
    fn line_while_finishing(&mut self, line: String) {
        let command = parse(&line).ok().flatten();
        match command {
            Some(UciCommand::Stop) => self.engine.stop(),
            Some(UciCommand::IsReady) => self.printer.ready(),
            command => {
                if command == Some(UciCommand::Quit)
                    && self.engine.running() != Some(TaskKind::Count)
                {
                    self.engine.stop();
                }
                return self.inbox.keep(Event::Line(line));
            }
        }
        self.inbox.answered();
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

    /// Searches are stopped; what ends by itself, asked for in a pipe, may come to its end as long
    /// as somebody reads it.
    fn leave(&mut self, ending: Exit) {
        let is_wanted = |kind| match ending {
            Exit::EndOfInput => kind != TaskKind::Open,
            Exit::Quit => kind == TaskKind::Count,
        };
        while self.engine.running().is_some_and(is_wanted) && !self.printer.is_closed() {
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
