//! Games with the score of every position, and the files they are kept in.
//!
//! # The format
//!
//! All numbers are little-endian. A file is a header and any number of blocks behind each other.
//!
//! | header | |
//! |---|---|
//! | 7 bytes | `MKGAMES` |
//! | 1 byte | version, [`VERSION`] |
//! | 2 bytes | length of the description |
//! | … | the description: how the games were made, UTF-8 |
//! | 4 bytes | CRC-32 of all that |
//!
//! | block | |
//! |---|---|
//! | 4 bytes | length of the packed content |
//! | 4 bytes | its length unpacked |
//! | 4 bytes | number of games |
//! | 4 bytes | CRC-32 of the packed content |
//! | 4 bytes | CRC-32 of these 16 bytes |
//! | … | the content, packed by zstd |
//!
//! A block stands for itself: damage to one does not hide the others, and a file whose last block
//! is not complete (the writer was killed) holds all games of the blocks before. Files may not be
//! joined by `cat`, because of the headers; whoever reads data takes several files.
//!
//! The content begins with the variant that all games of the block belong to: one byte, the length
//! of its name, and the name. Then the games, each:
//!
//! | game | |
//! |---|---|
//! | 1 byte, … | length of the start position's FEN, and the FEN |
//! | 1 byte | the result: 0 Black won, 1 draw, 2 White won |
//! | varint | number of plies |
//! | 2 bytes each | the moves: from (6 bits, a1 = 0, b1 = 1 …), to (6 bits), promotion (3 bits: 0 none, 1 met, 2 khon, 3 ma, 4 rua, 5 ai-wok, 6 met written `q`, 7 khon written `b`); first the low bytes of all moves, then the high bytes |
//! | varint each | the scores, see below |
//!
//! A score is the searched value of a position for its side to move, in centipawns; 32,000 − n is
//! a mate that many plies away, negative if the side to move is mated. It is stored as its sum
//! with the score before (which was the opponent's, so the sum is small; 0 before the first), `s`
//! as `2 s` if not negative and `−2 s − 1` otherwise. A varint has seven bits a byte, the lowest
//! first, and the top bit of every byte but the last is set.

mod bytes;
mod error;
mod game;
mod header;
mod reader;
#[cfg(test)]
mod tests;
mod writer;

pub use error::{GameFlaw, RecordError, RecordFlaw};
pub use reader::{Reader, is_unwritten};
pub use writer::Writer;

use crate::board::{Colour, Move};
use crate::game::GameOutcome;
use crate::rules::Position;

/// The version of the format that is written, and the only one that is read.
pub const VERSION: u8 = 1;

/// Who won.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameResult {
    /// White won.
    WhiteWins,
    /// Nobody won.
    Draw,
    /// Black won.
    BlackWins,
}

impl GameResult {
    /// The result of a game that `colour` won.
    pub fn win(colour: Colour) -> GameResult {
        match colour {
            Colour::White => GameResult::WhiteWins,
            Colour::Black => GameResult::BlackWins,
        }
    }

    /// Points for `colour`: 1, ½ or 0.
    pub fn points(self, colour: Colour) -> f32 {
        match self {
            GameResult::Draw => 0.5,
            _ if self == GameResult::win(colour) => 1.0,
            _ => 0.0,
        }
    }
}

impl From<GameOutcome> for GameResult {
    fn from(outcome: GameOutcome) -> GameResult {
        match outcome {
            GameOutcome::Win(colour, _) => GameResult::win(colour),
            GameOutcome::Draw(_) => GameResult::Draw,
        }
    }
}

/// A move of a recorded game and what the search said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ply {
    /// The move that was played.
    pub mv: Move,
    /// Score of the position before the move, for the side that made it: centipawns, or a mate as
    /// in [`crate::score::Score`].
    pub score: i16,
}

/// A game with the score of every position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRecord {
    /// Where it began.
    pub start: Position,
    /// How it ended, by the rules or by adjudication.
    pub result: GameResult,
    /// The moves.
    pub plies: Vec<Ply>,
}

impl GameRecord {
    /// Shows every position in which a move was played, with that move.
    pub fn replay(&self, mut each: impl FnMut(&Position, Ply)) {
        let mut position = self.start;
        for &ply in &self.plies {
            each(&position, ply);
            let _ = position.make(ply.mv);
        }
    }
}
