//! The thread that computes.

use std::io;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use crate::bench::{self, Bench};
use crate::board::Move;
use crate::game::Game;
use crate::movegen::legal_moves;
use crate::perft::perft;
use crate::protocol::Event;
use crate::rules::Position;
use crate::score::Score;
use crate::search::{self, Answer, Info, Limits, Reporter, SearchOptions, Shared, Signals};

/// A search is a deep recursion.
const STACK_BYTES: usize = 32 << 20;

/// What the thread is asked to do.
#[derive(Debug)]
pub(super) enum Task {
    Search(Box<Game>, Limits, SearchOptions),
    Perft(Position, u32),
    Bench,
}

/// News from the thread. Every task ends with exactly one [`Report::Done`].
#[derive(Clone, PartialEq, Debug)]
pub enum Report {
    /// A line of thought.
    Info(Info),
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
    /// A text for people.
    Text(String),
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
    /// The benchmark is over; `None` if it was stopped or its list of positions is broken.
    Bench(Option<Bench>),
}

/// The entrance to the thread.
#[derive(Debug)]
pub(super) struct Worker {
    jobs: Sender<(Task, Arc<Shared>)>,
}

impl Worker {
    /// Starts the thread, which reports to `events`.
    pub(super) fn start(events: Sender<Event>) -> io::Result<Worker> {
        let (jobs, todo) = channel();
        let body = move || work(&todo, &events);
        thread::Builder::new().name("search".into()).stack_size(STACK_BYTES).spawn(body)?;
        Ok(Worker { jobs })
    }

    /// Gives the thread its next task; `shared` has been prepared for it.
    pub(super) fn give(&self, task: Task, shared: Arc<Shared>) {
        // The thread ends only when this sender is gone.
        let sent = self.jobs.send((task, shared));
        debug_assert!(sent.is_ok());
    }
}

fn work(todo: &Receiver<(Task, Arc<Shared>)>, events: &Sender<Event>) {
    for (task, shared) in todo {
        let mut desk = Desk { events };
        let done = match task {
            Task::Search(game, limits, settings) => {
                Done::Search(desk.search(&game, &limits, &settings, &shared))
            }
            Task::Perft(mut position, depth) => {
                Done::Perft(desk.divide(&mut position, depth, &shared.signals))
            }
            Task::Bench => Done::Bench(desk.bench(&shared.signals)),
        };
        // Before the end is told, so that the controller is the only owner afterwards.
        drop(shared);
        desk.tell(Report::Done(done));
    }
}

/// Where a task is worked on.
struct Desk<'a> {
    events: &'a Sender<Event>,
}

impl Reporter for Desk<'_> {
    fn info(&mut self, info: &Info) {
        self.tell(Report::Info(info.clone()));
    }

    fn current_move(&mut self, depth: u32, mv: Move, number: usize) {
        self.tell(Report::CurrentMove { depth, mv, number });
    }
}

impl Desk<'_> {
    fn tell(&self, report: Report) {
        // When nobody listens the process is about to end.
        let _ = self.events.send(Event::Report(report));
    }

    /// Searches. Should the search fail by a fault of its own, a legal move is the answer: a game
    /// goes on, and the fault is told.
    fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        settings: &SearchOptions,
        shared: &Shared,
    ) -> Answer {
        let run = || search::search(game, limits, settings, shared, self);
        catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|_| {
            self.tell(Report::Text("the search failed, this is a bug".into()));
            let best = legal_moves(game.position()).first().copied();
            Answer { best, ponder: None, score: Score::DRAW, depth: 1, nodes: 0 }
        })
    }

    fn bench(&self, signals: &Signals) -> Option<Bench> {
        let each = |number, position: &Position, nodes| {
            let (variant, fen) = (position.variant(), position.fen());
            self.tell(Report::Text(format!("{number}: {variant} {fen}: {nodes} nodes")));
            if signals.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        bench::run(bench::DEPTH, each)
            .inspect_err(|error| self.tell(Report::Text(error.to_string())))
            .ok()
            .flatten()
    }

    fn divide(&self, position: &mut Position, depth: u32, signals: &Signals) -> Option<u64> {
        if depth == 0 {
            return Some(1);
        }
        let mut total = 0u64;
        for mv in legal_moves(position) {
            let undo = position.make(mv);
            let nodes = count(position, depth - 1, signals);
            position.unmake(mv, undo);
            let nodes = nodes?;
            self.tell(Report::Count(mv, nodes));
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
