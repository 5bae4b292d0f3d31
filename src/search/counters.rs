//! What the threads of a search count, so that limits and reports know the sums.

use std::sync::atomic::{AtomicU64, Ordering};

/// What one thread has counted, as the others know it. Processors fetch cache lines in pairs: so far
/// apart, no thread waits for another one's writes.
#[derive(Debug, Default)]
#[repr(align(128))]
struct Published {
    nodes: AtomicU64,
    tbhits: AtomicU64,
}

/// Numbers of one thread, or sums of several.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Counts {
    /// Nodes searched.
    pub(super) nodes: u64,
    /// Positions whose outcome the tables told.
    pub(super) tbhits: u64,
}

/// The counters of every thread of a search.
#[derive(Debug)]
pub(super) struct Counters(Box<[Published]>);

impl Counters {
    /// Of so many threads, at zero.
    pub(super) fn new(threads: usize) -> Counters {
        Counters((0..threads).map(|_| Published::default()).collect())
    }

    /// Those of one thread, from 0.
    pub(super) fn of_thread(&self, index: usize) -> ThreadCounters<'_> {
        ThreadCounters { all: &self.0, index }
    }
}

/// The counters of all threads as one of them uses them.
#[derive(Clone, Copy, Debug)]
pub(super) struct ThreadCounters<'a> {
    all: &'a [Published],
    index: usize,
}

impl ThreadCounters<'_> {
    /// Number of threads.
    pub(super) fn threads(self) -> usize {
        self.all.len()
    }

    /// Lets the others know what this thread has counted.
    pub(super) fn publish(self, own: Counts) {
        let published = &self.all[self.index];
        published.nodes.store(own.nodes, Ordering::Relaxed);
        published.tbhits.store(own.tbhits, Ordering::Relaxed);
    }

    /// The sums of the other threads, as far as they have published them.
    pub(super) fn others(self) -> Counts {
        let others = self.all.iter().enumerate().filter(|&(index, _)| index != self.index);
        others.fold(Counts::default(), |sum, (_, other)| Counts {
            nodes: sum.nodes + other.nodes.load(Ordering::Relaxed),
            tbhits: sum.tbhits + other.tbhits.load(Ordering::Relaxed),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_thread_sees_the_sums_of_the_others() {
        let counters = Counters::new(3);
        for (index, nodes) in [5, 70, 900].into_iter().enumerate() {
            counters.of_thread(index).publish(Counts { nodes, tbhits: nodes / 5 });
        }
        let others = [0, 1, 2].map(|index| counters.of_thread(index).others());
        assert_eq!(others.map(|counts| counts.nodes), [970, 905, 75]);
        assert_eq!(others.map(|counts| counts.tbhits), [194, 181, 15]);
        assert_eq!(Counters::new(1).of_thread(0).others(), Counts::default());
    }
}
