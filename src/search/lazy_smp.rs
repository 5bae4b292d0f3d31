//! Lazy SMP: several threads search the same position at once, each with a line, histories and
//! accumulators of its own. They help each other through the transposition table alone. The main
//! thread has the clock and the reporter; the helpers search until it stops them.

use std::collections::HashMap;
use std::thread::{self, Scope, ScopedJoinHandle};

use super::control::Control;
use super::counters::ThreadCounters;
use super::histories::Histories;
use super::root::IterativeDeepening;
use super::root_moves::RootMove;
use super::signals::Signals;
use super::thread::ThreadData;
use super::{Limits, SearchOptions, TranspositionTable};
use crate::board::Move;
use crate::game::Game;
use crate::resources;
use crate::score::Score;

/// Stack of a thread that searches: a search is a deep recursion.
pub(crate) const STACK_BYTES: usize = 32 << 20;

/// Address space that a helper needs: its stack, the allocator's for the thread, histories and line.
const HELPER_BYTES: usize = STACK_BYTES + resources::ARENA + (8 << 20);

/// Starts a helper; `None` if the system has no thread for it, or no memory.
fn spawn<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    helper: impl FnOnce() -> T + Send + 'scope,
) -> Option<ScopedJoinHandle<'scope, T>> {
    if !resources::can_allocate(HELPER_BYTES) {
        return None;
    }
    let builder = thread::Builder::new().name("helper".into()).stack_size(STACK_BYTES);
    builder.spawn_scoped(scope, helper).ok()
}

/// How many of `wanted` search threads can be had at this moment: this one, and as many helpers as
/// the system lets run at once.
pub(crate) fn available_threads(wanted: usize) -> usize {
    let idle = |stop: &Signals| stop.wait(true, || ());
    let ((), ended) = with_helpers((1..wanted).map(|_| idle), || ());
    1 + ended.len()
}

/// Stops the helpers when it goes, also if the main thread's search panics.
struct StopOnDrop<'a>(&'a Signals);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// Does `main` while helpers run, as many of them as the system has threads for, then stops them.
/// What comes of `main` and of every helper; one that has panicked has left its fault.
pub(super) fn with_helpers<T: Send, R>(
    helpers: impl Iterator<Item: FnOnce(&Signals) -> T + Send>,
    main: impl FnOnce() -> R,
) -> (R, Vec<thread::Result<T>>) {
    let signals = Signals::default();
    thread::scope(|scope| {
        let signals = &signals;
        let running = StopOnDrop(signals);
        let started: Vec<_> =
            helpers.map_while(|helper| spawn(scope, move || helper(signals))).collect();
        let result = main();
        drop(running);
        (result, started.into_iter().map(ScopedJoinHandle::join).collect())
    })
}

/// What a helper is limited by: apart from being stopped, the number of nodes that all share.
pub(super) fn helper_limits(limits: &Limits, is_pondering: bool) -> Limits {
    Limits {
        // While the opponent thinks no limit counts, and helpers are not told when that ends.
        nodes: limits.nodes.filter(|_| !is_pondering),
        infinite: true,
        search_moves: limits.search_moves.clone(),
        ..Limits::default()
    }
}

/// A helper's search, until it is stopped: the best move that it knows, if it has completed an
/// iteration.
pub(super) fn help(
    game: &Game,
    limits: &Limits,
    options: &SearchOptions,
    tt: &TranspositionTable,
    signals: &Signals,
    counters: ThreadCounters<'_>,
    histories: &mut Histories,
) -> Option<RootMove> {
    let mut reporter = ();
    let mut control = Control::new(limits, options, signals, counters);
    control.end_min_nodes();
    let mut thread = ThreadData::new(game, limits, options, tt, control, histories, &mut reporter);
    let depth = IterativeDeepening::new(&mut thread, limits, options).think();
    thread.control.publish();
    thread.root.moves.into_iter().next().filter(|_| depth > 0)
}

/// Lower scores than the best still have a vote, by so many centipawns.
const LEAST_VOTE: i64 = 14;

/// Which of the threads' best moves is played, by its number. Every thread votes for its move with
/// its score above the lowest, times its depth; a certain win beats every vote, the quickest first.
/// Among equals the first thread, the main one, decides.
pub(super) fn elect(findings: &[RootMove]) -> usize {
    let lowest = findings.iter().map(|found| found.score.0).min().unwrap_or(0);
    let mut votes: HashMap<Move, i64> = HashMap::new();
    for found in findings {
        let above = i64::from(found.score.0) - i64::from(lowest) + LEAST_VOTE;
        *votes.entry(found.mv).or_default() += above * found.depth as i64;
    }
    let rank = |found: &RootMove| {
        let win = (found.score >= Score::DECIDED_BOUND).then_some(found.score);
        (win, votes[&found.mv])
    };
    let mut elected = 0;
    for (number, found) in findings.iter().enumerate() {
        if rank(found) > rank(&findings[elected]) {
            elected = number;
        }
    }
    elected
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::rules::Variant;
    use crate::search::root_moves::RootMoves;

    /// A job that ends only when it is stopped.
    fn idle(signals: &Signals) -> usize {
        signals.wait(true, || ());
        7
    }

    #[test]
    fn helpers_run_until_the_main_thread_is_done() {
        let (result, ended) = with_helpers((0..3).map(|_| idle), || 5);
        assert_eq!(result, 5);
        assert_eq!(ended.into_iter().map(Result::unwrap).sum::<usize>(), 21);
        assert_eq!(available_threads(1), 1);
        assert_eq!(available_threads(3), 3);
    }

    #[test]
    fn a_fault_of_a_helper_leaves_the_others_alone() {
        let started = AtomicUsize::new(0);
        let helper = |signals: &Signals| {
            let number = started.fetch_add(1, Ordering::Relaxed);
            assert_ne!(number, 0, "a fault of a helper, for this test");
            idle(signals)
        };
        let (result, ended) = with_helpers((0..3).map(|_| helper), || 5);
        assert_eq!((result, ended.iter().filter(|ended| ended.is_ok()).count()), (5, 2));
    }

    #[test]
    fn a_fault_of_the_main_thread_stops_its_helpers() {
        let failing = || panic!("a fault of the main thread, for this test");
        let all = || with_helpers((0..2).map(|_| idle), failing);
        assert!(std::panic::catch_unwind(all).is_err());
    }

    #[test]
    fn the_vote() {
        let start = Variant::ALL[0].start_position();
        let moves = RootMoves::new(&start, &[]).moves;
        // Number of the move, score and depth of each thread, and who is followed.
        let mate = Score::mate_in(5).0;
        let sooner = Score::mate_in(3).0;
        for (findings, elected) in [
            (&[(0, 30, 10)][..], 0),
            (&[(0, 30, 10), (1, 30, 10)], 0),
            (&[(0, 30, 10), (1, 30, 11)], 1),
            (&[(0, 30, 10), (1, 29, 10), (1, 28, 10)], 1),
            (&[(0, 90, 10), (1, 29, 10), (1, 28, 10)], 0),
            (&[(0, 500, 20), (1, mate, 6), (2, sooner, 5)], 2),
            (&[(0, sooner, 9), (1, mate, 30), (1, mate, 30)], 0),
            (&[(0, -sooner, 9), (0, -sooner, 9), (1, -40, 8)], 2),
        ] {
            let found = |&(number, score, depth): &(usize, i32, usize)| RootMove {
                score: Score(score),
                depth,
                ..moves[number].clone()
            };
            let all: Vec<RootMove> = findings.iter().map(found).collect();
            assert_eq!(elect(&all), elected, "{findings:?}");
        }
    }
}
