//! Matches between two engines, at a fixed number of nodes a move or by clocks: the tool that sees a
//! few Elo.
//!
//! Both engines play each opening with both colours; such a pair of games is the unit of the
//! statistics. Many games run at a time, one on each thread, all inside this process unless an
//! engine is another program. From the bottom up: [`pentanomial`] does the statistics, `engine`
//! finds moves, `pace` says for how long, `game` plays one game, `pairs` shares the games out among threads, `pgn` writes them
//! down.

mod engine;
mod game;
mod pace;
mod pairs;
pub mod pentanomial;
pub mod pgn;
mod setup;
pub mod spsa;

use std::io;

use thiserror::Error;

pub use game::{GameEnd, PlayedGame};
pub use pace::{Pace, TimeControl, TimeControlError};
pub use pairs::{Match, PlayedPair, run};
pub use setup::{Program, Setup, SetupError};

/// Why a match can't go on.
#[derive(Debug, Error)]
pub enum MatchError {
    /// The system gives no thread to play in.
    #[error("cannot start a thread: {0}")]
    Thread(io::Error),
    /// Another program can't be started.
    #[error("{command}: cannot be started: {source}")]
    Start {
        /// The program.
        command: String,
        /// What the system said.
        source: io::Error,
    },
    /// Another program doesn't answer as a UCI engine does.
    #[error("{command}: {what}")]
    Contestant {
        /// The program.
        command: String,
        /// What it did, or did not do.
        what: String,
    },
}
