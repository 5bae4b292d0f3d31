//! Engines that are asked for a move after each other: our own, and other programs by UCI.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use super::MatchError;
use super::pace::Allowance;
use super::setup::{Program, Setup};
use crate::board::{Move, ParsedMove};
use crate::endgame::Tables;
use crate::game::Game;
use crate::movegen::find_move;
use crate::rules::Variant;
use crate::score::Score;
use crate::search::{SearchOptions, Shared, search};

/// What an engine answers: its move, and what it thinks of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Reply {
    /// `None` if the answer was no legal move.
    pub(super) mv: Option<Move>,
    /// For the side that moves; 0 if nothing was said.
    pub(super) score: Score,
}

/// A player of one game at a time.
pub(super) enum Contestant {
    Own(Box<Own>),
    Other(Box<Other>),
}

impl Contestant {
    /// Starts an engine for games of a variant.
    pub(super) fn start(
        setup: &Setup,
        variant: &'static Variant,
        tables: &Tables,
    ) -> Result<Contestant, MatchError> {
        match &setup.program {
            None => Ok(Contestant::Own(Box::new(Own::new(setup, tables)))),
            Some(program) => {
                let other = Other::start(program, setup.hash, variant)?;
                Ok(Contestant::Other(Box::new(other)))
            }
        }
    }

    /// Forgets earlier games.
    pub(super) fn new_game(&mut self) -> Result<(), MatchError> {
        match self {
            Contestant::Own(own) => {
                own.shared.clear();
                Ok(())
            }
            Contestant::Other(other) => other.new_game(),
        }
    }

    /// Asks for a move in the game's position.
    pub(super) fn think(&mut self, game: &Game, allowance: Allowance) -> Result<Reply, MatchError> {
        match self {
            Contestant::Own(own) => {
                let limits = allowance.limits(game.position().side());
                let answer = search(game, &limits, &own.options, &own.shared, &mut ());
                Ok(Reply { mv: answer.best, score: answer.score })
            }
            Contestant::Other(other) => other.think(game, allowance),
        }
    }
}

/// The engine of this program.
pub(super) struct Own {
    shared: Shared,
    options: SearchOptions,
}

impl Own {
    fn new(setup: &Setup, tables: &Tables) -> Own {
        let tables = if setup.tables { tables.clone() } else { Tables::default() };
        let network = setup.network.clone();
        let (params, contempt) = (Arc::clone(&setup.params), setup.contempt);
        let options =
            SearchOptions { network, tables, params, contempt, ..SearchOptions::default() };
        Own { shared: Shared::new(setup.hash), options }
    }
}

/// An engine that does not answer for so long, its time on the clock aside, is taken for dead.
const PATIENCE: Duration = Duration::from_secs(60);

/// Another program.
pub(super) struct Other {
    name: String,
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Other {
    fn start(
        program: &Program,
        hash: usize,
        variant: &'static Variant,
    ) -> Result<Other, MatchError> {
        let name = program.command.join(" ");
        let failed = |source| MatchError::Start { command: name.clone(), source };
        let mut child = Command::new(program.command.first().map_or("", String::as_str))
            .args(program.command.iter().skip(1))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(failed)?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(failed(std::io::ErrorKind::BrokenPipe.into()));
        };
        let (sender, lines) = channel();
        thread::Builder::new()
            .name("engine output".into())
            .spawn(move || {
                let lines = BufReader::new(output).lines().map_while(Result::ok);
                // Nobody listens any more once the match is over.
                lines.map(|line| sender.send(line)).take_while(Result::is_ok).for_each(drop);
            })
            .map_err(failed)?;
        let mut other = Other { name, child, input, lines };
        other.send("uci")?;
        other.wait_for("uciok")?;
        other.send(&format!("setoption name UCI_Variant value {}", variant.name))?;
        other.send(&format!("setoption name Hash value {hash}"))?;
        for (name, value) in &program.options {
            other.send(&format!("setoption name {name} value {value}"))?;
        }
        Ok(other)
    }

    fn new_game(&mut self) -> Result<(), MatchError> {
        self.send("ucinewgame")?;
        self.send("isready")?;
        self.wait_for("readyok")
    }

    fn think(&mut self, game: &Game, allowance: Allowance) -> Result<Reply, MatchError> {
        let moves: Vec<String> = game.moves().map(|mv| mv.to_string()).collect();
        self.send(&format!("position fen {} moves {}", game.start().fen(), moves.join(" ")))?;
        self.send(&allowance.command())?;
        let mut score = Score::DRAW;
        let patience = PATIENCE + allowance.time(game.position().side());
        loop {
            let line = self.read(patience)?;
            let words: Vec<&str> = line.split_whitespace().collect();
            match words[..] {
                ["bestmove", mv, ..] => {
                    let parsed = mv.parse::<ParsedMove>().ok();
                    let mv = parsed.and_then(|mv| find_move(game.position(), mv));
                    return Ok(Reply { mv, score });
                }
                ["info", ..] => score = score_in(&words).unwrap_or(score),
                _ => {}
            }
        }
    }

    fn send(&mut self, line: &str) -> Result<(), MatchError> {
        let sent = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        sent.map_err(|error| self.error(&format!("does not listen any more ({error})")))
    }

    fn read(&self, patience: Duration) -> Result<String, MatchError> {
        self.lines.recv_timeout(patience).map_err(|error| match error {
            RecvTimeoutError::Timeout => {
                self.error(&format!("no answer for {} seconds", patience.as_secs()))
            }
            RecvTimeoutError::Disconnected => self.error("has ended"),
        })
    }

    fn wait_for(&self, word: &str) -> Result<(), MatchError> {
        while self.read(PATIENCE)?.trim() != word {}
        Ok(())
    }

    fn error(&self, what: &str) -> MatchError {
        MatchError::Contestant { command: self.name.clone(), what: what.into() }
    }
}

impl Drop for Other {
    fn drop(&mut self) {
        // It may be gone already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The score of an `info` line; `None` if it has none, or one of another than the best line.
fn score_in(words: &[&str]) -> Option<Score> {
    let after = |word: &str| {
        let place = words.iter().position(|&other| other == word)?;
        words.get(place + 1..)
    };
    if after("multipv").is_some_and(|rest| rest.first() != Some(&"1")) {
        return None;
    }
    let [unit, value, ..] = after("score")? else { return None };
    let value: i32 = value.parse().ok()?;
    match *unit {
        "cp" => Some(Score(value.clamp(-Score::MAX_EVAL, Score::MAX_EVAL))),
        "mate" => {
            let plies = (2 * value.unsigned_abs() as usize).min(999);
            Some(if value > 0 { Score::mate_in(plies - 1) } else { Score::mated_in(plies) })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_read_from_lines() {
        let read = |line: &str| score_in(&line.split_whitespace().collect::<Vec<_>>());
        assert_eq!(read("info depth 3 score cp -15 nodes 1 pv a3a4"), Some(Score(-15)));
        assert_eq!(read("info score mate 3 pv a3a4"), Some(Score::mate_in(5)));
        assert_eq!(read("info score mate -2 upperbound"), Some(Score::mated_in(4)));
        assert_eq!(read("info score mate 0"), Some(Score::mated_in(0)));
        assert_eq!(read("info multipv 2 score cp 7"), None);
        assert_eq!(read("info multipv 1 score cp 7"), Some(Score(7)));
        for line in ["info string score", "info depth 1", "info score cp", "info score cp x"] {
            assert_eq!(read(line), None, "{line}");
        }
    }
}
