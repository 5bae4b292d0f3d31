//! The clock and the stop flag of a running search.

use super::counters::{Counts, ThreadCounters};
use super::signals::Signals;
use super::time_manager::TimeManager;
use super::{Limits, SearchOptions};

/// The search was broken off: the node has no score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Aborted;

/// What a search returns, if it comes to its end.
pub(super) type Searched<T> = Result<T, Aborted>;

/// The time and the stop flag are looked at every so many nodes, a power of two.
const CHECK_INTERVAL: u64 = 1_024;

/// The first iteration may take so many nodes (a few milliseconds) whatever the limits say, so
/// that even the briefest search has looked at every move.
const MIN_NODES: u64 = 5_000;

/// Of a node limit that several threads share, each looks so many times whether it is reached.
const CHECKS_PER_LIMIT: u64 = 64;

/// Counts the nodes of a thread and says when its search must end.
pub(super) struct Control<'a> {
    pub(super) signals: &'a Signals,
    pub(super) time: TimeManager,
    /// Nodes of this thread.
    pub(super) nodes: u64,
    /// Positions whose outcome the tables told this thread.
    pub(super) tbhits: u64,
    counters: ThreadCounters<'a>,
    /// Greatest number of nodes of all threads together.
    node_limit: u64,
    /// The same for this thread alone, given what the others had searched when it asked last.
    own_limit: u64,
    /// Limits are looked at where this has no bit in common with the number of nodes.
    check_mask: u64,
    /// Up to this number of nodes no limit is looked at.
    min_nodes: u64,
}

impl<'a> Control<'a> {
    /// Of the main thread of a search that begins now.
    pub(super) fn new(
        limits: &Limits,
        options: &SearchOptions,
        signals: &'a Signals,
        counters: ThreadCounters<'a>,
    ) -> Control<'a> {
        let node_limit = limits.nodes.unwrap_or(u64::MAX);
        // What others have not published yet counts only later: little of a small limit.
        let interval = match counters.threads() as u64 {
            0 | 1 => CHECK_INTERVAL,
            threads => (node_limit / (CHECKS_PER_LIMIT * threads)).clamp(1, CHECK_INTERVAL),
        };
        Control {
            signals,
            time: TimeManager::new(limits, options),
            nodes: 0,
            tbhits: 0,
            counters,
            node_limit,
            own_limit: node_limit,
            check_mask: (1 << interval.ilog2()) - 1,
            min_nodes: MIN_NODES,
        }
    }

    /// Whether it is time again to tell how far the search is.
    #[inline]
    pub(super) fn is_check_due(&self) -> bool {
        self.nodes.is_multiple_of(CHECK_INTERVAL)
    }

    /// Looks now and then whether the search must end.
    #[inline]
    pub(super) fn check(&mut self) -> Searched<()> {
        let is_due = self.nodes & self.check_mask == 0 || self.nodes >= self.own_limit;
        if is_due { self.look() } else { Ok(()) }
    }

    /// Exchanges numbers with the other threads and looks whether the search must end.
    fn look(&mut self) -> Searched<()> {
        self.publish();
        self.own_limit = self.node_limit.saturating_sub(self.counters.others().nodes);
        if self.nodes >= self.min_nodes && self.must_stop() { Err(Aborted) } else { Ok(()) }
    }

    fn must_stop(&self) -> bool {
        self.signals.is_stopped() || !self.signals.is_pondering() && self.is_over()
    }

    /// Whether the nodes or the time for this search are used up.
    pub(super) fn is_over(&self) -> bool {
        self.nodes >= self.own_limit || self.time.is_over()
    }

    /// What all threads have counted.
    pub(super) fn total(&self) -> Counts {
        let others = self.counters.others();
        Counts { nodes: self.nodes + others.nodes, tbhits: self.tbhits + others.tbhits }
    }

    /// Lets the other threads know what this one has counted.
    pub(super) fn publish(&self) {
        self.counters.publish(Counts { nodes: self.nodes, tbhits: self.tbhits });
    }

    /// A first iteration is complete, or none is needed: from now on every limit is looked at.
    pub(super) fn end_min_nodes(&mut self) {
        self.min_nodes = 0;
    }
}
