//! A game: the moves made so far, repetition, and how it ends.

mod foreign;

use std::fmt;

use crate::board::{Colour, Move};
use crate::movegen::{count_legal, is_legal};
use crate::rules::{Position, Rules, Undo};

/// A start position and the moves made from it.
#[derive(Clone, Debug)]
pub struct Game {
    start: Position,
    position: Position,
    moves: Vec<(Move, Undo)>,
    /// Keys of all positions before the current one, the start first.
    keys: Vec<u64>,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameOutcome {
    /// The given side won.
    Win(Colour, Reason),
    /// A draw.
    Draw(Reason),
}

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The king is in check and there is no legal move.
    Checkmate,
    /// The first check was given in a variant where it wins.
    FirstCheck,
    /// There is no legal move, and no check.
    Stalemate,
    /// The counting limit is passed.
    Counting,
    /// Checkmate by the side that counts the board's honour, where that wins nothing.
    CountersMate,
    /// Fifty moves without a capture or a bia's move, in a variant where they are a draw.
    FiftyMoves,
    /// The position occurred for the third time.
    Repetition,
    /// Only the kings are left.
    BareKings,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::Checkmate => "checkmate",
            Reason::FirstCheck => "first check",
            Reason::Stalemate => "stalemate",
            Reason::Counting => "counting rule",
            Reason::CountersMate => "checkmate by the side that counts",
            Reason::FiftyMoves => "fifty-move rule",
            Reason::Repetition => "threefold repetition",
            Reason::BareKings => "bare kings",
        })
    }
}

impl Game {
    /// A game that begins with `start`.
    pub fn new(start: Position) -> Game {
        Game { start, position: start, moves: Vec::new(), keys: Vec::new() }
    }

    /// The position that the game began with.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The moves made so far.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Move> {
        self.moves.iter().map(|&(mv, _)| mv)
    }

    /// Keys of all positions before the current one, the oldest first.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// Plays a move; `false`, with nothing changed, if it is not legal.
    pub fn push(&mut self, mv: Move) -> bool {
        if !is_legal(&self.position, mv) {
            return false;
        }
        self.play(mv);
        true
    }

    fn play(&mut self, mv: Move) {
        self.keys.push(self.position.key());
        let undo = self.position.make(mv);
        self.moves.push((mv, undo));
    }

    /// The same game under other rules for the same variant (see [`Rules`]). What has been
    /// played stays played, allowed or not.
    pub fn under(&self, rules: Rules) -> Game {
        self.replayed(self.start.under(rules))
    }

    /// The same moves from another reading of the start position.
    pub fn replayed(&self, start: Position) -> Game {
        let mut game = Game::new(start);
        self.moves().for_each(|mv| game.play(mv));
        game
    }

    /// Takes the last move back and returns it; `None` at the start.
    pub fn pop(&mut self) -> Option<Move> {
        let (mv, undo) = self.moves.pop()?;
        self.keys.pop();
        self.position.unmake(mv, undo);
        Some(mv)
    }

    /// How often the current position has occurred, this time included.
    pub fn occurrences(&self) -> usize {
        let key = self.position.key();
        1 + self.keys.iter().filter(|&&earlier| earlier == key).count()
    }

    /// How the game has ended, if it has.
    pub fn outcome(&self) -> Option<GameOutcome> {
        let position = &self.position;
        let side = position.side();
        if position.is_lost_by_check() {
            return Some(GameOutcome::Win(!side, Reason::FirstCheck));
        }
        if count_legal(position) == 0 {
            return Some(match position.in_check() {
                true if position.is_mate_void() => GameOutcome::Draw(Reason::CountersMate),
                true => GameOutcome::Win(!side, Reason::Checkmate),
                false => GameOutcome::Draw(Reason::Stalemate),
            });
        }
        let draw = if position.count().is_over() {
            Reason::Counting
        } else if position.is_quiet_for_long() {
            Reason::FiftyMoves
        } else if self.occurrences() >= 3 {
            Reason::Repetition
        } else if position.board().occupied().count() == 2 {
            Reason::BareKings
        } else {
            return None;
        };
        Some(GameOutcome::Draw(draw))
    }
}
