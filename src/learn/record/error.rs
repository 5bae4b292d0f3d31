//! What may be wrong with a file of games.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::rules::FenError;
use crate::storage::FormatFlaw;

/// Why games cannot be read from a file.
#[derive(Debug, Error)]
pub enum RecordError {
    /// The file cannot be opened, read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The file is not one of games, of another version or its header is damaged.
    #[error("{}: {flaw}", path.display())]
    Format {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        flaw: FormatFlaw,
    },
    /// The description or a block is damaged.
    #[error("{}: damaged at byte {offset}: {flaw}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Where the header or the block begins.
        offset: u64,
        /// What is wrong with it.
        flaw: RecordFlaw,
    },
}

/// What is wrong with a part of a file.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum RecordFlaw {
    /// The header of a block does not match its checksum.
    #[error("the header's checksum is wrong")]
    HeaderChecksum,
    /// The content of a block does not match its checksum.
    #[error("the block's checksum is wrong")]
    Checksum,
    /// A block says that it is larger than blocks may be.
    #[error("the block's length is out of range")]
    Length,
    /// The content of a block does not unpack to the length it should have.
    #[error("the block does not unpack")]
    Packing,
    /// Text is not UTF-8.
    #[error("the text is not UTF-8")]
    Text,
    /// A block ends before its variant is named.
    #[error("the block names no variant")]
    NoVariant,
    /// The variant is not one of this program's.
    #[error("unknown variant '{0}'")]
    Variant(String),
    /// Something is behind the last game of the block.
    #[error("{0} bytes are left behind the last game")]
    Leftover(usize),
    /// A game is not as games are.
    #[error("game {number} of the block: {flaw}")]
    Game {
        /// Its number in the block, from 1.
        number: u32,
        /// What is wrong with it.
        flaw: GameFlaw,
    },
}

/// What is wrong with a game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum GameFlaw {
    /// The block ends before the game does.
    #[error("it is not complete")]
    EndsEarly,
    /// A number has too many digits.
    #[error("a number is out of range")]
    Number,
    /// The start position's FEN is not text.
    #[error("the start position is not text")]
    Text,
    /// The start position is wrong.
    #[error("the start position is wrong: {0}")]
    Start(#[from] FenError),
    /// The result is none of the three.
    #[error("{0} is no result")]
    Result(u8),
    /// A move is not legal.
    #[error("the move of ply {ply} is not legal")]
    Move {
        /// The ply, from 1.
        ply: usize,
    },
    /// A score is beyond a mate.
    #[error("the score of ply {ply} is out of range")]
    Score {
        /// The ply, from 1.
        ply: usize,
    },
    /// The last position is decided, and not as the result says.
    #[error("the result is not that of the last position")]
    Outcome,
}
