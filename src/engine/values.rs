//! What the options are set to.

use std::sync::Arc;
use std::time::Duration;

use crate::eval::network::Network;
use crate::search::Params;

/// What the options are set to, apart from what has its place elsewhere.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Values {
    /// Lines to report, at least 1.
    pub multipv: usize,
    /// Time kept back on every move.
    pub move_overhead: Duration,
    /// Whether the GUI analyses rather than plays.
    pub analyse_mode: bool,
    /// By how many centipawns a draw is worse than an even position, in games.
    pub contempt: i32,
    /// Whether the GUI may let the engine ponder.
    pub ponder: bool,
    /// Search threads, at least 1.
    pub threads: usize,
    /// The network to evaluate with, if one was loaded; else the built-in one.
    pub network: Option<Arc<Network>>,
    /// Hash table in megabytes, as asked for.
    pub hash: usize,
    /// The numbers of the search.
    pub params: Arc<Params>,
}
