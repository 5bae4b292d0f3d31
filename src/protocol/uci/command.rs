//! What a UCI line asks for.

use thiserror::Error;

use super::go::Go;
use crate::board::ParsedMove;

/// A command of the GUI.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UciCommand {
    /// Introduce yourself.
    Uci,
    /// More or less talk; noted and without effect.
    Debug(bool),
    /// Answer when everything before is done.
    IsReady,
    /// Set an option.
    SetOption {
        /// The option's name as it came.
        name: String,
        /// The value, if one came.
        value: Option<String>,
    },
    /// Registration; without effect.
    Register,
    /// The next position is of another game.
    NewGame,
    /// Set up a position.
    Position {
        /// Its FEN; the start position if `None`.
        fen: Option<String>,
        /// Moves to play from there.
        moves: Vec<ParsedMove>,
    },
    /// Search.
    Go(Go),
    /// End the search.
    Stop,
    /// The move that is pondered on has been played.
    PonderHit,
    /// Leave.
    Quit,
    /// Show the board.
    Display,
    /// Show the evaluation.
    Eval,
    /// Run the benchmark.
    Bench,
    /// Tell the commands.
    Help,
}

/// Why a line is no command.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum UciCommandError {
    /// No word of the line is a command.
    #[error("unknown command: {0}")]
    Unknown(String),
    /// A command misses what belongs to it.
    #[error("'{command}' must be followed by {expected}")]
    Incomplete {
        /// The command.
        command: &'static str,
        /// What belongs behind it.
        expected: &'static str,
    },
    /// A word in a list of moves is not the notation of a move.
    #[error("position ignored: move {number} ({text}) is not a move like a3a4 or a5a6m")]
    NotAMove {
        /// Its place in the list, from 1.
        number: usize,
        /// What was read.
        text: String,
    },
}
