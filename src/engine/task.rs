//! The thread that computes.

use std::io;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use crate::bench::{self, Bench, BenchError};
use crate::board::Move;
use crate::game::Game;
use crate::movegen::legal_moves;
use crate::perft::perft;
use crate::rules::Position;
use crate::score::Score;
use crate::search::{
    self, Answer, Info, Limits, Progress, Reporter, SearchOptions, Shared, Signals,
};

/// A search is a deep recursion.
const STACK_BYTES: usize = 32 << 20;

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
    Bench(Result<Option<Bench>, BenchError>),
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
        thread::Builder::new().name("search".into()).stack_size(STACK_BYTES).spawn(body)?;
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
        let mut runner = Runner { report };
        let done = match task {
            Task::Search(game, limits, options) => {
                Done::Search(runner.search(&game, &limits, &options, &shared))
            }
            Task::Perft(mut position, depth, moves) => {
                Done::Perft(runner.divide(&mut position, depth, &moves, &shared.signals))
            }
            Task::Bench => Done::Bench(runner.bench(&shared.signals)),
        };
        // Before the end is told, so that the controller is the only owner afterwards.
        drop(shared);
        report(Report::Done(done));
    }
}

/// Runs one task and reports on it.
struct Runner<'a> {
    report: &'a dyn Fn(Report),
}

impl Reporter for Runner<'_> {
    fn info(&mut self, info: &Info) {
        (self.report)(Report::Info(info.clone()));
    }

    fn progress(&mut self, progress: &Progress) {
        (self.report)(Report::Progress(*progress));
    }

    fn current_move(&mut self, depth: u32, mv: Move, number: usize) {
        (self.report)(Report::CurrentMove { depth, mv, number });
    }
}

impl Runner<'_> {
    /// Searches. Should the search fail by a fault of its own, a legal move is the answer: a game
    /// goes on, and the fault is told.
    fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        options: &SearchOptions,
        shared: &Shared,
    ) -> Answer {
        let run = || search::search(game, limits, options, shared, self);
        catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|_| {
            (self.report)(Report::SearchFailed);
            let best = legal_moves(game.position()).first().copied();
            let score = Score::DRAW;
            Answer { best, ponder: None, score, shown: score, depth: 1, nodes: 0 }
        })
    }

    fn bench(&self, signals: &Signals) -> Result<Option<Bench>, BenchError> {
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
