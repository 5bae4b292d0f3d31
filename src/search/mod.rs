//! The search: iterative deepening and principal variation search. It knows the rules but no
//! protocol: what it finds it tells a [`Reporter`].

mod control;
mod counters;
mod histories;
mod lazy_smp;
mod limits;
mod line;
mod lmr;
mod move_picker;
mod node;
mod params;
mod pruning;
mod pvs;
mod quiescence;
mod report;
mod root;
mod root_moves;
mod see;
mod signals;
mod singular;
mod stack;
mod tables;
#[cfg(test)]
mod tests;
mod thread;
mod time_manager;
mod tt;
mod window;

pub(crate) use lazy_smp::{STACK_BYTES, available_threads};
pub use limits::{Clock, Limits};
pub use params::{ParamError, ParamSpec, Params};
pub use report::{Answer, Info, Progress, Reporter};
pub use signals::Signals;
pub use tt::TranspositionTable;
pub use window::Bound;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use self::control::Control;
use self::counters::Counters;
use self::histories::Histories;
use self::root::IterativeDeepening;
use self::thread::ThreadData;
use crate::endgame::Tables;
use crate::eval::network::Network;
use crate::game::Game;
use crate::resources;

/// Greatest length in plies of a line that is searched.
pub const MAX_PLY: usize = 128;

/// What a search is told apart from its limits.
#[derive(Clone, Debug)]
pub struct SearchOptions {
    /// Number of threads that search, at least 1; fewer do if the system gives no more. With one the
    /// same search always comes to the same result.
    pub threads: usize,
    /// Number of lines to report, at least 1.
    pub multipv: usize,
    /// Time kept back on every move for the GUI's delays.
    pub move_overhead: Duration,
    /// The network to evaluate with, if not the built-in one.
    pub network: Option<Arc<Network>>,
    /// The endgame tables to ask: unless something else is wanted, those of the program.
    pub tables: Tables,
    /// Contempt: by how many centipawns a draw is worse than an even position for the side to move.
    pub contempt: i32,
    /// The numbers of the search.
    pub params: Arc<Params>,
}

impl Default for SearchOptions {
    fn default() -> SearchOptions {
        SearchOptions {
            threads: 1,
            multipv: 1,
            move_overhead: Duration::from_millis(10),
            network: None,
            tables: Tables::embedded(),
            contempt: 0,
            params: Arc::default(),
        }
    }
}

/// What stays from one search to the next and is shared with the thread that steers it.
#[derive(Debug)]
pub struct Shared {
    /// Results of earlier searches.
    pub tt: TranspositionTable,
    /// Orders to the running search.
    pub signals: Signals,
    /// What each thread has learned, the main thread first.
    histories: Mutex<Vec<Histories>>,
}

impl Shared {
    /// With a hash table of `megabytes`.
    pub fn new(megabytes: usize) -> Shared {
        Shared {
            tt: TranspositionTable::new(megabytes),
            signals: Signals::default(),
            histories: Mutex::default(),
        }
    }

    /// Forgets everything that earlier searches have learned. Not while a search runs: it would wait
    /// for its end.
    pub fn clear(&self) {
        let mut histories = self.histories.lock().unwrap_or_else(PoisonError::into_inner);
        histories.iter_mut().for_each(Histories::clear);
        self.tt.clear();
    }
}

/// Searches the game's current position until a limit is met or the search is stopped, and
/// answers. Blocks; with `limits.infinite`, or while `shared.signals` says that the engine is
/// pondering, it does not return before it is stopped.
///
/// ```
/// use mekong::game::Game;
/// use mekong::rules::{Position, Variant};
/// use mekong::score::Score;
/// use mekong::search::{Limits, SearchOptions, Shared, search};
///
/// let position = Position::from_fen(Variant::ALL[0], "7k/8/5KM1/8/8/8/8/R7 w - - 0 1")?;
/// let limits = Limits { depth: Some(4), ..Limits::default() };
/// let (options, shared) = (SearchOptions::default(), Shared::new(1));
/// let answer = search(&Game::new(position), &limits, &options, &shared, &mut ());
/// assert_eq!(answer.best.unwrap().to_string(), "a1a8");
/// assert_eq!(answer.score, Score::mate_in(1));
/// # Ok::<(), mekong::rules::FenError>(())
/// ```
pub fn search(
    game: &Game,
    limits: &Limits,
    options: &SearchOptions,
    shared: &Shared,
    reporter: &mut dyn Reporter,
) -> Answer {
    let mut histories = shared.histories.lock().unwrap_or_else(PoisonError::into_inner);
    let wanted = options.threads.max(1);
    histories.truncate(wanted);
    while histories.is_empty() || histories.len() < wanted && resources::has_room() {
        histories.push(Histories::default());
    }
    shared.tt.age();
    let (tt, signals) = (&shared.tt, &shared.signals);
    let counters = Counters::new(histories.len());
    let mut each = histories.iter_mut().enumerate();
    let Some((main, own)) = each.next() else { unreachable!("the main thread has histories") };
    let control = Control::new(limits, options, signals, counters.of_thread(main));
    let mut thread = ThreadData::new(game, limits, options, tt, control, own, reporter);
    let mut deepening = IterativeDeepening::new(&mut thread, limits, options);
    let helper_limits = lazy_smp::helper_limits(limits, signals.is_pondering());
    let helpers = each.map(|(index, own)| {
        let (limits, counters) = (&helper_limits, counters.of_thread(index));
        move |signals: &_| lazy_smp::help(game, limits, options, tt, signals, counters, own)
    });
    let (_, found) = lazy_smp::with_helpers(helpers, || deepening.think());
    deepening.hear(found);
    deepening.answer()
}
