//! The thread that computes.

use std::io;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use crate::bench::{self, BenchError, BenchResult};
use crate::board::Move;
use crate::game::Game;
use crate::movegen::legal_moves;
use crate::perft::perft;
use crate::rules::Position;
use crate::score::Score;
use crate::search::{
    self, Answer, Info, Limits, Progress, Reporter, SearchOptions, Shared, Signals,
};

/// What the thread is asked to do.
#[derive(Debug)]
pub(super) enum Task {
    Search(Box<Game>, Limits, SearchOptions),
    Perft(Position, u32, Vec<Move>),
    Bench,
}

/// News from the thread. Every task ends with exactly one [`Report::Done`].
#[derive(Clone, PartialEq, Debug)]
pub enum Report {
    /// A line of thought.
    Info(Info),
    /// How far the search is.
    Progress(Progress),
    /// The root move that is looked at.
    CurrentMove {
        /// Depth of the iteration.
        depth: u32,
        /// The move.
        mv: Move,
        /// Its number in this iteration, from 1.
        number: usize,
    },
    /// The number of move sequences that begin with a move.
    Count(Move, u64),
    /// The bench has searched a position.
    BenchPosition {
        /// Its number, from 1.
        number: usize,
        /// The position.
        position: Box<Position>,
        /// Nodes that it took.
        nodes: u64,
    },
    /// A helper thread of the search failed by a fault of its own; the search did without it.
    HelperFailed,
    /// The search failed by a fault of its own; the answer is any legal move.
    SearchFailed,
    /// The task has ended.
    Done(Done),
}

/// How a task ended.
#[derive(Clone, PartialEq, Debug)]
pub enum Done {
    /// The search has an answer.
    Search(Answer),
    /// Number of move sequences; `None` if it was stopped.
    Perft(Option<u64>),
    /// The benchmark is over; `None` if it was stopped.
    Bench(Result<Option<BenchResult>, BenchError>),
}

/// The entrance to the thread.
#[derive(Debug)]
pub(super) struct TaskThread {
    tasks: Sender<(Task, Arc<Shared>)>,
}

impl TaskThread {
    /// Starts the thread, which hands what it has to say to `report`.
    pub(super) fn start(report: impl Fn(Report) + Send + 'static) -> io::Result<TaskThread> {
        let (tasks, queue) = channel();
        let body = move || run_tasks(&queue, &report);
        thread::Builder::new().name("search".into()).stack_size(search::STACK_BYTES).spawn(body)?;
        Ok(TaskThread { tasks })
    }

    /// Gives the thread its next task; `shared` has been prepared for it.
    pub(super) fn give(&self, task: Task, shared: Arc<Shared>) {
        // The thread ends only when this sender is gone.
        let sent = self.tasks.send((task, shared));
        debug_assert!(sent.is_ok());
    }
}

fn run_tasks(queue: &Receiver<(Task, Arc<Shared>)>, report: &dyn Fn(Report)) {
    for (task, shared) in queue {
        let mut runner = TaskRunner { report, line: Vec::new() };
        let work = AssertUnwindSafe(|| runner.run(&task, &shared));
        let done = catch_unwind(work).unwrap_or_else(|_| {
            report(Report::SearchFailed);
            runner.give_up(&task, &shared.signals)
        });
        // Before the end is told, so that the controller is the only owner afterwards.
        drop(shared);
        report(Report::Done(done));
    }
}

/// Runs one task and reports on it.
struct TaskRunner<'a> {
    report: &'a dyn Fn(Report),
    /// The best line that was told last.
    line: Vec<Move>,
}

impl Reporter for TaskRunner<'_> {
    fn info(&mut self, info: &Info) {
        if info.multipv == 1 {
            self.line.clone_from(&info.pv);
        }
        (self.report)(Report::Info(info.clone()));
    }

    fn progress(&mut self, progress: &Progress) {
        (self.report)(Report::Progress(*progress));
    }

    fn current_move(&mut self, depth: u32, mv: Move, number: usize) {
        (self.report)(Report::CurrentMove { depth, mv, number });
    }

    fn helper_failed(&mut self) {
        (self.report)(Report::HelperFailed);
    }
}

impl TaskRunner<'_> {
    fn run(&mut self, task: &Task, shared: &Shared) -> Done {
        match task {
            Task::Search(game, limits, options) => {
                Done::Search(search::search(game, limits, options, shared, self))
            }
            Task::Perft(position, depth, moves) => {
                Done::Perft(self.divide(&mut position.clone(), *depth, moves, &shared.signals))
            }
            Task::Bench => Done::Bench(self.bench(&shared.signals)),
        }
    }

    /// The end of a task that has failed by a fault of its own. A game goes on: the answer to a search
    /// is the move that it has told last, else any legal one.
    fn give_up(&self, task: &Task, signals: &Signals) -> Done {
        match task {
            Task::Search(game, limits, _) => {
                signals.wait(limits.infinite, || ());
                let legal = legal_moves(game.position());
                let wanted = legal.iter().find(|mv| limits.search_moves.contains(mv));
                let best = self.line.first().or(wanted).or(legal.first()).copied();
                let score = Score::DRAW;
                Done::Search(Answer { best, ponder: None, score, shown: score, depth: 1, nodes: 0 })
            }
            Task::Perft(..) => Done::Perft(None),
            Task::Bench => Done::Bench(Ok(None)),
        }
    }

    fn bench(&self, signals: &Signals) -> Result<Option<BenchResult>, BenchError> {
        bench::run(bench::DEPTH, |number, position: &Position, nodes| {
            let position = Box::new(*position);
            (self.report)(Report::BenchPosition { number, position, nodes });
            if signals.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
    }

    fn divide(
        &self,
        position: &mut Position,
        depth: u32,
        wanted: &[Move],
        signals: &Signals,
    ) -> Option<u64> {
        if depth == 0 {
            return Some(1);
        }
        let mut total = 0u64;
        let is_wanted = |mv: &Move| wanted.is_empty() || wanted.contains(mv);
        for mv in legal_moves(position).into_iter().filter(is_wanted) {
            let undo = position.make(mv);
            let nodes = count(position, depth - 1, signals);
            position.unmake(mv, undo);
            let nodes = nodes?;
            (self.report)(Report::Count(mv, nodes));
            total = total.saturating_add(nodes);
        }
        Some(total)
    }
}

/// Perft that can be stopped; `None` if it was.
fn count(position: &mut Position, depth: u32, signals: &Signals) -> Option<u64> {
    // Up to this depth it takes some milliseconds only.
    const BRIEF: u32 = 4;
    if signals.is_stopped() {
        return None;
    }
    if depth <= BRIEF {
        return Some(perft(position, depth));
    }
    let mut total = 0u64;
    for mv in legal_moves(position) {
        let undo = position.make(mv);
        let nodes = count(position, depth - 1, signals);
        position.unmake(mv, undo);
        total = total.saturating_add(nodes?);
    }
    Some(total)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;
    use crate::rules::Variant;

    /// What the thread reports of a task during which it panics once.
    fn reports(task: Task, panics: impl Fn(&Report) -> bool + Send + 'static) -> Vec<Report> {
        let (sender, reports) = channel();
        let has_failed = AtomicBool::new(false);
        let thread = TaskThread::start(move |report| {
            sender.send(report.clone()).unwrap();
            let fails = panics(&report) && !has_failed.swap(true, Ordering::Relaxed);
            assert!(!fails, "a fault of the search, for this test");
        });
        let thread = thread.unwrap();
        let shared = Arc::new(Shared::new(1));
        let mut all = Vec::new();
        // Afterwards the thread works as before.
        for task in [task, Task::Perft(Variant::ALL[0].start_position(), 1, Vec::new())] {
            shared.signals.prepare(false);
            thread.give(task, Arc::clone(&shared));
            loop {
                let report = reports.recv().unwrap();
                let is_done = matches!(report, Report::Done(_));
                all.push(report);
                if is_done {
                    break;
                }
            }
        }
        assert_eq!(all.last(), Some(&Report::Done(Done::Perft(Some(23)))));
        all
    }

    #[test]
    fn a_fault_of_the_search_is_told_and_answered() {
        let game = Game::new(Variant::ALL[0].start_position());
        let legal = legal_moves(game.position());
        for last_depth in [1, 4] {
            let limits = Limits { depth: Some(8), ..Limits::default() };
            let task = Task::Search(Box::new(game.clone()), limits, SearchOptions::default());
            let all = reports(
                task,
                move |report| matches!(report, Report::Info(info) if info.depth == last_depth),
            );
            assert!(all.contains(&Report::SearchFailed));
            let told = all.iter().rev().find_map(|report| match report {
                Report::Info(info) => info.pv.first().copied(),
                _ => None,
            });
            let answer = all.iter().find_map(|report| match report {
                Report::Done(Done::Search(answer)) => answer.best,
                _ => None,
            });
            assert!(answer.is_some_and(|mv| legal.contains(&mv)));
            assert_eq!(answer, told, "what was told last is played");
        }
    }

    #[test]
    fn other_tasks_end_as_well() {
        let start = Variant::ALL[0].start_position();
        let all = reports(Task::Perft(start, 3, Vec::new()), |report| {
            matches!(report, Report::Count(..))
        });
        assert!(all.contains(&Report::Done(Done::Perft(None))));
        let all = reports(Task::Bench, |report| matches!(report, Report::BenchPosition { .. }));
        assert!(all.contains(&Report::Done(Done::Bench(Ok(None)))));
    }
}
