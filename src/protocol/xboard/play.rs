//! Playing: whose turn it is, and what becomes of a search.

use std::time::{Duration, Instant};

use super::{Activity, Mode, XBoard};
use crate::board::{Colour, Move, ParsedMove};
use crate::engine::{Done, Report};
use crate::game::{GameOutcome, Reason};
use crate::movegen::count_legal;
use crate::protocol::output::{HELPER_FAILED, SEARCH_FAILED, quoted};
use crate::search::{Answer, Limits};

impl XBoard {
    /// Does what is to be done in the position as it is now.
    pub(super) fn resume(&mut self) {
        match self.mode {
            Mode::Force => {}
            Mode::Play(side) if side == self.side() => self.think(),
            Mode::Play(_) => {}
            Mode::Analyze => {
                self.thoughts.begin(None);
                self.engine.search(Limits { infinite: true, ..Limits::default() }, false);
                self.activity = Activity::Analysing;
            }
        }
    }

    fn think(&mut self) {
        self.announce_end();
        if count_legal(self.engine.game().position()) == 0 {
            // Of a draw nothing is said: GUIs that don't know its reason take it for a fault.
            return;
        }
        let limits = self.limits();
        self.thoughts.begin(None);
        self.engine.search(limits, false);
        self.activity = Activity::Thinking(Instant::now());
    }

    fn limits(&self) -> Limits {
        self.control.limits(self.moves_made())
    }

    /// Number of moves that the engine's side has made in this game.
    fn moves_made(&self) -> usize {
        let game = self.engine.game();
        let Mode::Play(side) = self.mode else { return 0 };
        // The first of the moves belongs to the side that was to move then.
        let plies = game.moves().len() + usize::from(game.start().side() == side);
        plies / 2
    }

    /// Ends the running search, if there is one, without using its answer.
    pub(super) fn abort(&mut self) {
        if self.engine.is_busy() {
            self.engine.stop();
            let _ = self.inbox.wait_until_done(None, drop);
            self.engine.finished();
        }
        self.activity = Activity::Idle;
        self.answer_pings();
    }

    /// Makes the engine move at once.
    pub(super) fn move_now(&self) {
        if let Activity::Thinking(_) = self.activity {
            self.engine.stop();
        }
    }

    /// A move of the opponent, or in force mode of anyone.
    pub(super) fn user_move(&mut self, text: &str, line: &str) {
        if let Activity::Thinking(_) = self.activity {
            return self.error("not your turn", line);
        }
        if self.position_refused {
            return self.output.line(format!("Illegal move (no position): {}", quoted(text)));
        }
        let parsed = text.to_ascii_lowercase().parse::<ParsedMove>().ok();
        match parsed.and_then(|parsed| self.engine.game().find(parsed)) {
            Some(mv) => self.played(mv),
            None => self.refuse(parsed, text, line),
        }
    }

    /// Answers a move that is not legal.
    ///
    /// A move from an empty square before anything has been played is made up by the GUI to give
    /// Black the turn before it sets up a position, and to call it illegal would cost the game.
    fn refuse(&mut self, parsed: Option<ParsedMove>, text: &str, line: &str) {
        let game = self.engine.game();
        let is_made_up = |mv: ParsedMove| {
            self.mode == Mode::Force
                && game.moves().len() == 0
                && game.position().board().at(mv.from).is_none()
        };
        match parsed {
            Some(mv) if is_made_up(mv) => self.error("unknown command", line),
            _ => self.output.line(format!("Illegal move: {}", quoted(text))),
        }
    }

    fn played(&mut self, mv: Move) {
        if self.activity == Activity::Pondering(mv) {
            self.engine.push(mv);
            self.thoughts.begin(None);
            self.engine.ponder_hit();
            self.activity = Activity::Thinking(Instant::now());
            return;
        }
        self.abort();
        self.engine.push(mv);
        self.resume();
    }

    /// News from the search thread.
    pub(super) fn report(&mut self, report: Report) {
        match report {
            Report::Info(info) => self.thought(info),
            Report::Progress(progress) => self.progress(&progress),
            Report::CurrentMove { mv, number, .. } => self.thoughts.current = Some((mv, number)),
            Report::HelperFailed => self.output.line(format!("# {HELPER_FAILED}")),
            Report::SearchFailed => self.output.line(format!("# {SEARCH_FAILED}")),
            // No command of XBoard asks for them.
            Report::Count(..) | Report::BenchPosition { .. } => {}
            Report::Done(done) => self.done(done),
        }
    }

    fn done(&mut self, done: Done) {
        self.engine.finished();
        self.tell_notes();
        let activity = std::mem::replace(&mut self.activity, Activity::Idle);
        if let (Activity::Thinking(since), Done::Search(answer)) = (activity, done) {
            self.answer(&answer, since.elapsed());
        }
    }

    fn answer(&mut self, answer: &Answer, time: Duration) {
        if let Some(mv) = answer.best
            && self.engine.push(mv)
        {
            self.output.line(format!("move {mv}"));
            self.control.moved(self.moves_made(), time);
            self.announce_end();
        }
        self.answer_pings();
        self.thoughts.hint = answer.ponder;
        if let (true, Some(reply)) = (self.ponder, answer.ponder) {
            self.start_to_ponder(reply);
        }
    }

    fn start_to_ponder(&mut self, reply: Move) {
        let mut after = self.engine.game().clone();
        if !after.push(reply) || count_legal(after.position()) == 0 {
            return;
        }
        let limits = self.limits();
        if self.engine.ponder_on(reply, limits) {
            self.thoughts.begin(Some(reply));
            self.activity = Activity::Pondering(reply);
        }
    }

    /// Says that the game is won, if it is. Draws are never claimed, nor is a win by the first check
    /// or a mate of a king that may not step out of check: XBoard does not know those rules and
    /// scores the claim as a loss. There the loser resigns instead.
    fn announce_end(&mut self) {
        let Some(GameOutcome::Win(winner, reason)) = self.engine.game().outcome() else { return };
        let variant = self.engine.game().position().variant();
        if reason == Reason::FirstCheck || variant.king_stands {
            if self.mode == Mode::Play(!winner) {
                self.output.line("resign");
            }
            return;
        }
        let result = match winner {
            Colour::White => "1-0",
            Colour::Black => "0-1",
        };
        self.output.line(format!("{result} {{{winner:?} mates}}"));
    }
}
