//! What a search tells while it runs, and what it answers.

use std::time::Duration;

use super::window::Bound;
use crate::board::Move;
use crate::score::Score;

/// One line of thought.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Info {
    /// Depth of the iteration in plies.
    pub depth: u32,
    /// Length in plies of the longest line looked at.
    pub seldepth: u32,
    /// Rank of the line among the best, from 1.
    pub multipv: usize,
    /// Its score for the side to move, [normalised](crate::eval::wdl::Wdl::normalised).
    pub score: Score,
    /// How the score is to be read.
    pub bound: Bound,
    /// Expected wins, draws and losses of 1,000 games for the side to move.
    pub wdl: [u32; 3],
    /// Nodes searched so far.
    pub nodes: u64,
    /// Time spent so far.
    pub time: Duration,
    /// Share of the hash table in use, of 1,000.
    pub hashfull: u32,
    /// Positions found in endgame tables.
    pub tbhits: u64,
    /// The line, at least one move unless there is none.
    pub pv: Vec<Move>,
}

/// The numbers of a running search, when there is nothing else to tell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Depth of the iteration in plies.
    pub depth: u32,
    /// Length in plies of the longest line looked at.
    pub seldepth: u32,
    /// Nodes searched so far.
    pub nodes: u64,
    /// Time spent so far.
    pub time: Duration,
    /// Share of the hash table in use, of 1,000.
    pub hashfull: u32,
    /// Positions found in endgame tables.
    pub tbhits: u64,
}

/// Receives what a search has to tell.
pub trait Reporter {
    /// A line of thought is complete.
    fn info(&mut self, info: &Info);
    /// How far the search is: every few seconds, and when [`super::Signals::ask_progress`] asks.
    fn progress(&mut self, progress: &Progress) {
        let _ = progress;
    }
    /// The search has begun to look at a root move, the `number`th (from 1) of this iteration.
    fn current_move(&mut self, depth: u32, mv: Move, number: usize) {
        let _ = (depth, mv, number);
    }
    /// A helper thread has failed by a fault of its own; the search did without it.
    fn helper_failed(&mut self) {}
}

/// A reporter that drops everything.
impl Reporter for () {
    fn info(&mut self, _: &Info) {}
}

/// What a search found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The move to play; `None` only if there is no legal move.
    pub best: Option<Move>,
    /// The reply that is expected.
    pub ponder: Option<Move>,
    /// Score of the best move, in the units of the evaluation.
    pub score: Score,
    /// The same as a user sees it, [normalised](crate::eval::wdl::Wdl::normalised).
    pub shown: Score,
    /// Depth completed.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
}
