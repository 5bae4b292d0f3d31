//! The search. It knows the rules but no protocol: what it finds it tells a [`Reporter`].

mod correction;
mod extension;
mod history;
mod limits;
mod node;
mod params;
mod picker;
mod pruning;
mod quiescence;
mod report;
mod root;
mod see;
mod signals;
mod tables;
mod time;
mod tt;
mod worker;

pub use limits::{Clock, Limits};
pub use report::{Answer, Bound, Info, Reporter};
pub use signals::Signals;
pub use tt::Table;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use self::correction::Corrections;
use self::history::History;
use self::root::Root;
use self::worker::Worker;
use crate::endgame::GrowingTables;
use crate::eval::network::Network;
use crate::game::Game;
use crate::score::Score;

/// Greatest length in plies of a line that is searched.
pub const MAX_PLY: usize = 128;

/// What a search is told apart from its limits.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Number of lines to report, at least 1.
    pub multipv: usize,
    /// Time kept back on every move for the GUI's delays.
    pub move_overhead: Duration,
    /// The network to evaluate with, if not the built-in one.
    pub network: Option<Arc<Network>>,
    /// The endgame tables to ask; there may be none. Each iteration asks those that are there when it
    /// begins.
    pub tables: GrowingTables,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            multipv: 1,
            move_overhead: Duration::from_millis(10),
            network: None,
            tables: GrowingTables::default(),
        }
    }
}

/// What a search thread has learned from its searches.
#[derive(Debug, Default)]
struct Memory {
    history: History,
    corrections: Corrections,
}

/// What stays from one search to the next and is shared with the thread that steers it.
#[derive(Debug)]
pub struct Shared {
    /// Results of earlier searches.
    pub table: Table,
    /// Orders to the running search.
    pub signals: Signals,
    memory: Mutex<Memory>,
}

impl Shared {
    /// With a hash table of `megabytes`.
    pub fn new(megabytes: usize) -> Shared {
        Shared {
            table: Table::new(megabytes),
            signals: Signals::default(),
            memory: Mutex::default(),
        }
    }

    /// Forgets everything that earlier searches have learned. Not while a search runs: it would wait
    /// for its end.
    pub fn clear(&self) {
        let mut memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        memory.history.clear();
        memory.corrections.clear();
        self.table.clear();
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
    let mut memory = shared.memory.lock().unwrap_or_else(PoisonError::into_inner);
    shared.table.age();
    let mut worker = Worker::new(game, limits, settings, shared, &mut memory);
    Root::new(&mut worker, limits, settings, reporter).run()
}

/// Expected wins, draws and losses of 1,000 games for the side to move: two logistic curves around
/// the score that wins half of the games.
fn wdl(score: Score) -> [u32; 3] {
    const HALF_WON: f64 = 250.0;
    const SPREAD: f64 = 80.0;
    let won = |score: Score| {
        let share = 1.0 / (1.0 + ((HALF_WON - f64::from(score.0)) / SPREAD).exp());
        (1000.0 * share).round() as u32
    };
    let (wins, losses) = (won(score), won(-score));
    [wins, 1000 - wins - losses, losses]
}
