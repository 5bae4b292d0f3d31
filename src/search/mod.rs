//! The search. It knows the rules but no protocol: what it finds it tells a [`Reporter`].

mod limits;
mod report;
mod score;
mod signals;
mod tt;

pub use limits::{Clock, Limits};
pub use report::{Answer, Bound, Info, Reporter};
pub use score::{MAX_PLY, Score, Shown};
pub use signals::Signals;
pub use tt::Table;

use std::time::Duration;

use crate::game::Game;

/// What a search is told apart from its limits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Number of lines to report, at least 1.
    pub multipv: usize,
    /// Time kept back on every move for the GUI's delays.
    pub move_overhead: Duration,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { multipv: 1, move_overhead: Duration::from_millis(10) }
    }
}

/// What stays from one search to the next and is shared with the thread that steers it.
#[derive(Debug)]
pub struct Shared {
    /// Results of earlier searches.
    pub table: Table,
    /// Orders to the running search.
    pub signals: Signals,
}

impl Shared {
    /// With a hash table of `megabytes`.
    pub fn new(megabytes: usize) -> Shared {
        Shared { table: Table::new(megabytes), signals: Signals::default() }
    }
}

/// Searches the game's current position until a limit is met or the search is stopped, and
/// answers. Blocks; with `limits.infinite`, or while `shared.signals` says that the engine is
/// pondering, it does not return before it is stopped.
pub fn search(
    game: &Game,
    limits: &Limits,
    settings: &Settings,
    shared: &Shared,
    reporter: &mut dyn Reporter,
) -> Answer {
    let _ = (game, limits, settings, shared, reporter);
    unimplemented!()
}
