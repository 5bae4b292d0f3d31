//! The XBoard protocol (CECP), version 2.

mod clock;
mod command;
mod features;
mod play;
mod thoughts;

use std::ops::ControlFlow;
use std::time::Instant;

pub use clock::Level;
pub use command::{XboardCommand, XboardCommandError, parse};

use super::output::quoted;
use super::{Event, Inbox, Output};
use crate::board::{Colour, Move};
use crate::engine::Engine;
use crate::rules::Variant;
use clock::TimeControl;
use thoughts::Thoughts;

/// Whom the engine plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    /// Nobody.
    Force,
    /// One side.
    Play(Colour),
    /// Nobody, but it analyses.
    Analyze,
}

/// What the running search is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Activity {
    /// None runs.
    Idle,
    /// The engine's move; it began to think at this time.
    Thinking(Instant),
    /// The reply to a move that the opponent may make.
    Pondering(Move),
    /// The analysis.
    Analysing,
}

/// The front end.
#[derive(Debug)]
pub struct XBoard {
    engine: Engine,
    inbox: Inbox,
    output: Output,
    mode: Mode,
    activity: Activity,
    control: TimeControl,
    /// Whether the engine thinks in the opponent's time.
    ponder: bool,
    thoughts: Thoughts,
    /// Pings to answer once the engine has moved.
    pings: Vec<String>,
    /// Whether the last position that was sent has been refused, and none been set up since.
    position_refused: bool,
}

impl XBoard {
    /// A front end for `engine`, whose reports come by `inbox`.
    pub fn new(engine: Engine, inbox: Inbox, output: Output) -> XBoard {
        XBoard {
            engine,
            inbox,
            output,
            mode: Mode::Play(Colour::Black),
            activity: Activity::Idle,
            control: TimeControl::default(),
            ponder: false,
            thoughts: Thoughts::default(),
            pings: Vec::new(),
            position_refused: false,
        }
    }

    /// Reacts to what comes, until `quit` or the end of the input.
    pub fn run(mut self) {
        let mut going_on = ControlFlow::Continue(());
        while going_on.is_continue() && !self.output.is_closed() {
            going_on = match self.inbox.wait() {
                Event::Line(line) => self.line(&line),
                Event::Overlong => {
                    self.output.line("Error (line too long): ");
                    ControlFlow::Continue(())
                }
                Event::Report(report) => {
                    self.report(report);
                    ControlFlow::Continue(())
                }
                Event::End => ControlFlow::Break(()),
            };
        }
        self.engine.stop();
    }

    fn line(&mut self, line: &str) -> ControlFlow<()> {
        match parse(line) {
            Ok(XboardCommand::Quit) => return ControlFlow::Break(()),
            Ok(command) => self.command(command, line),
            Err(XboardCommandError::Unknown) => self.error("unknown command", line),
            Err(XboardCommandError::BadArgument) => self.error("bad argument", line),
        }
        self.tell_notes();
        ControlFlow::Continue(())
    }

    fn error(&mut self, what: &str, line: &str) {
        self.output.line(format!("Error ({what}): {}", quoted(line.trim())));
    }

    fn tell_notes(&mut self) {
        for note in self.engine.take_notes() {
            self.output.line(format!("# {note}"));
        }
    }

    fn command(&mut self, command: XboardCommand, line: &str) {
        match command {
            XboardCommand::Protover => {
                features::features().iter().for_each(|feature| self.output.line(feature));
            }
            XboardCommand::Ping(text) => self.ping(text),
            XboardCommand::Post(on) => self.thoughts.post = on,
            XboardCommand::Ponder(on) => self.set_ponder(on),
            XboardCommand::Option(name, value) => self.set_option(&name, value.as_deref(), line),
            XboardCommand::Memory(megabytes) => self.set_number("Hash", megabytes, line),
            XboardCommand::Cores(number) => self.set_number("Threads", number, line),
            XboardCommand::Level(level) => self.control.set_level(level),
            XboardCommand::MoveTime(time) => self.control.set_per_move(time),
            XboardCommand::Depth(depth) => self.control.set_depth(depth),
            XboardCommand::Time(left) => self.control.set_left(left),
            XboardCommand::UserMove(text) => self.user_move(&text, line),
            XboardCommand::MoveNow => self.move_now(),
            XboardCommand::Status => self.status(),
            XboardCommand::Hint => self.hint(),
            XboardCommand::Book => self.output.line(" There is no opening book.\n"),
            XboardCommand::Ignored | XboardCommand::Quit => {}
            other => self.change(other, line),
        }
    }

    /// The commands that end whatever search runs, unless they can't be carried out: then it goes
    /// on.
    fn change(&mut self, command: XboardCommand, line: &str) {
        match command {
            XboardCommand::New => self.new_game(),
            XboardCommand::Variant(name) => self.variant(&name, line),
            XboardCommand::SetBoard(fen) => match self.engine.set_position(Some(&fen), &[]) {
                Ok(()) => self.position_changed(),
                Err(_) => {
                    // The GUI shows another position than ours: moves would be of that one.
                    self.position_refused = true;
                    self.output.line("tellusererror Illegal position");
                }
            },
            XboardCommand::TakeBack(count) if self.engine.take_back(count) => {
                self.position_changed()
            }
            XboardCommand::Exit if self.mode == Mode::Analyze => self.set_mode(Mode::Force),
            XboardCommand::Exit => {}
            XboardCommand::Force | XboardCommand::Result => self.set_mode(Mode::Force),
            XboardCommand::PlayOther => self.set_mode(Mode::Play(!self.side())),
            XboardCommand::Go => {
                self.set_mode(Mode::Play(self.side()));
                self.resume();
            }
            XboardCommand::Analyze => {
                self.set_mode(Mode::Analyze);
                self.resume();
            }
            _ => self.error("command not legal now", line),
        }
    }

    fn set_mode(&mut self, mode: Mode) {
        self.abort();
        self.mode = mode;
    }

    /// Another position is on the board. An analysis goes on with it; play waits for `go` or a
    /// move.
    fn position_changed(&mut self) {
        self.position_refused = false;
        self.abort();
        if self.mode == Mode::Analyze {
            self.resume();
        }
    }

    fn new_game(&mut self) {
        // An analysis goes on with the new game.
        if self.mode != Mode::Analyze {
            self.set_mode(Mode::Play(Colour::Black));
        }
        self.control.restart();
        self.engine.new_game();
        self.set_up(Variant::ALL[0]);
    }

    fn variant(&mut self, name: &str, line: &str) {
        let Some(variant) = Variant::find(name) else {
            return self.error("unknown variant", line);
        };
        self.set_up(variant);
        features::explanation(variant).iter().for_each(|text| self.output.line(text));
    }

    fn set_up(&mut self, variant: &'static Variant) {
        self.engine.set_variant(variant);
        // The start position is always there.
        let _ = self.engine.set_position(None, &[]);
        self.position_changed();
    }

    fn set_ponder(&mut self, on: bool) {
        self.ponder = on;
        if !on && matches!(self.activity, Activity::Pondering(_)) {
            self.abort();
        }
    }

    fn set_option(&mut self, name: &str, value: Option<&str>, line: &str) {
        match self.engine.set_option(name, value) {
            Err(error) => self.error(&quoted(&error.to_string()), line),
            // It takes effect at once.
            Ok(_) if self.activity == Activity::Analysing => {
                self.abort();
                self.resume();
            }
            Ok(_) => {}
        }
    }

    fn set_number(&mut self, name: &str, value: i64, line: &str) {
        if let Err(error) = self.engine.set_option(name, Some(&value.to_string())) {
            self.error(&quoted(&error.to_string()), line);
        }
    }

    /// `pong` comes after what came before it, so a move in progress is made first.
    fn ping(&mut self, text: String) {
        match self.activity {
            Activity::Thinking(_) => self.pings.push(text),
            _ => {
                self.engine.get_ready();
                self.tell_notes();
                self.output.line(format!("pong {text}").trim_end());
            }
        }
    }

    fn answer_pings(&mut self) {
        for text in std::mem::take(&mut self.pings) {
            self.output.line(format!("pong {text}").trim_end());
        }
    }

    fn side(&self) -> Colour {
        self.engine.game().position().side()
    }
}
