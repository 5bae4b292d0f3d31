//! What ends a search.

use std::time::Duration;

use crate::board::Move;

/// The clock of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// Time left on it.
    pub left: Duration,
    /// Time added after each move.
    pub increment: Duration,
    /// Moves until more time is added, at least 1; `None` if the time is for the whole game.
    pub moves_to_go: Option<u32>,
}

impl Clock {
    /// Whether it has no time, and none will be added.
    pub fn is_empty(&self) -> bool {
        self.left.is_zero() && self.increment.is_zero()
    }
}

/// When a search must end. Whichever limit is met first ends it; with none it runs until stopped
/// or until the greatest depth is reached.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Greatest depth in plies.
    pub depth: Option<u32>,
    /// Greatest number of nodes.
    pub nodes: Option<u64>,
    /// Once so many nodes are spent no new iteration begins; one that has begun goes on.
    pub soft_nodes: Option<u64>,
    /// Exact time for this move.
    pub move_time: Option<Duration>,
    /// The clock to play by.
    pub clock: Option<Clock>,
    /// End as soon as a mate in this number of moves or fewer is found.
    pub mate: Option<u32>,
    /// Do not answer before being stopped, whatever is found.
    pub infinite: bool,
    /// The root moves to look at; all if empty. Illegal ones are passed over, and if no legal one
    /// is named all are looked at.
    pub search_moves: Vec<Move>,
}

impl Limits {
    /// Whether something other than a clock ends the search.
    pub fn is_limited_without_clock(&self) -> bool {
        self.depth.is_some()
            || self.nodes.is_some()
            || self.soft_nodes.is_some()
            || self.move_time.is_some()
            || self.mate.is_some()
    }

    /// Whether a search with these limits is to give the same result every time: it ends by nodes or
    /// depth, not by the clock.
    pub fn is_repeatable(&self) -> bool {
        let by_time = self.clock.is_some() || self.move_time.is_some();
        !by_time && (self.depth.is_some() || self.nodes.is_some() || self.soft_nodes.is_some())
    }
}
