//! The clock and the stop flag of a running search.

use super::signals::Signals;
use super::time_manager::TimeManager;
use super::{Limits, SearchOptions};

/// The search was broken off: the node has no score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Aborted;

/// What a search returns, if it comes to its end.
pub(super) type Searched<T> = Result<T, Aborted>;

/// The time and the stop flag are looked at every so many nodes.
const CHECK_INTERVAL: u64 = 1_024;

/// The first iteration may take so many nodes (a few milliseconds) whatever the limits say, so
/// that even the briefest search has looked at every move.
const MIN_NODES: u64 = 5_000;

/// Counts the nodes and says when the search must end.
pub(super) struct Control<'a> {
    pub(super) signals: &'a Signals,
    pub(super) time: TimeManager,
    pub(super) nodes: u64,
    node_limit: u64,
    /// Up to this number of nodes no limit is looked at.
    min_nodes: u64,
}

impl<'a> Control<'a> {
    /// Of a search that begins now.
    pub(super) fn new(
        limits: &Limits,
        options: &SearchOptions,
        signals: &'a Signals,
    ) -> Control<'a> {
        Control {
            signals,
            time: TimeManager::new(limits, options),
            nodes: 0,
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            min_nodes: MIN_NODES,
        }
    }

    /// Whether it is time again to look at clocks and flags.
    #[inline]
    pub(super) fn is_check_due(&self) -> bool {
        self.nodes.is_multiple_of(CHECK_INTERVAL)
    }

    /// Looks now and then whether the search must end.
    #[inline]
    pub(super) fn check(&self) -> Searched<()> {
        let is_due = self.is_check_due() || self.nodes >= self.node_limit;
        if is_due && self.nodes >= self.min_nodes && self.must_stop() {
            Err(Aborted)
        } else {
            Ok(())
        }
    }

    fn must_stop(&self) -> bool {
        self.signals.is_stopped() || !self.signals.is_pondering() && self.is_over()
    }

    /// Whether the nodes or the time for this search are used up.
    pub(super) fn is_over(&self) -> bool {
        self.nodes >= self.node_limit || self.time.is_over()
    }

    /// A first iteration is complete: from now on every limit is looked at.
    pub(super) fn end_min_nodes(&mut self) {
        self.min_nodes = 0;
    }
}
