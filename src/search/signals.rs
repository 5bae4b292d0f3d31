//! Orders to a running search.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// Flags that the steering thread sets and the search reads.
#[derive(Debug, Default)]
pub struct Signals {
    stop: AtomicBool,
    pondering: AtomicBool,
    progress_wanted: AtomicBool,
}

impl Signals {
    /// Makes ready for a new search; before it starts, so that no order is lost.
    pub fn prepare(&self, pondering: bool) {
        self.progress_wanted.store(false, Ordering::SeqCst);
        self.stop.store(false, Ordering::SeqCst);
        self.pondering.store(pondering, Ordering::SeqCst);
    }

    /// Ends the search as soon as possible.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::SeqCst);
    }

    /// The move that was pondered on has been played: the limits count from now on.
    pub fn ponder_hit(&self) {
        self.pondering.store(false, Ordering::SeqCst);
    }

    /// Asks the search for its numbers of now.
    pub fn ask_progress(&self) {
        self.progress_wanted.store(true, Ordering::Relaxed);
    }

    /// Whether somebody has asked for them.
    pub fn is_progress_wanted(&self) -> bool {
        self.progress_wanted.load(Ordering::Relaxed)
    }

    /// They have been told.
    pub fn progress_told(&self) {
        self.progress_wanted.store(false, Ordering::Relaxed);
    }

    /// Whether the search must end.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Waits as long as a search may not end by itself: while it is `infinite` or the opponent thinks,
    /// until it is stopped. Does `meanwhile` now and then.
    pub fn wait(&self, infinite: bool, mut meanwhile: impl FnMut()) {
        while !self.is_stopped() && (infinite || self.is_pondering()) {
            thread::park_timeout(Duration::from_millis(1));
            meanwhile();
        }
    }

    /// Whether the opponent is still thinking.
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Relaxed)
    }
}
