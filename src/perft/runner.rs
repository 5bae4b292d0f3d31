//! Perft on several threads.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

use super::{PerftTable, divide, perft, perft_hashed, sort};
use crate::board::Move;
use crate::movegen::legal_moves;
use crate::rules::Position;

/// Counts with a number of threads and, if wanted, a hash table.
#[derive(Debug)]
pub struct Runner {
    threads: usize,
    table: Option<PerftTable>,
}

/// What a run counted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counts {
    /// All sequences; `u64::MAX` if there are too many to be counted.
    pub nodes: u64,
    /// The sequences that begin with each legal move, in the order of the moves' notation.
    pub by_move: Vec<(Move, u64)>,
}

/// Two plies from the root: small enough a piece of work to keep every thread busy to the end.
struct Item {
    /// Which of the root's moves the first one is.
    root: usize,
    moves: [Move; 2],
}

/// What the threads of one run share.
struct Work<'a> {
    items: Vec<Item>,
    next: AtomicUsize,
    roots: usize,
    /// Plies below an item.
    depth: u32,
    progress: &'a (dyn Fn(usize, usize) + Sync),
}

impl Runner {
    /// A runner with `threads` threads (at least one).
    pub fn new(threads: usize, table: Option<PerftTable>) -> Runner {
        Runner { threads: threads.max(1), table }
    }

    /// Empties the hash table, if there is one. Needed before positions of another variant.
    pub fn clear(&self) {
        if let Some(table) = &self.table {
            table.clear();
        }
    }

    /// Counts the sequences of `depth` plies from `position`. `progress` is told from time to time,
    /// by any thread, how many of how many pieces of work are done.
    pub fn run(
        &self,
        position: &Position,
        depth: u32,
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Counts {
        let mut position = *position;
        if depth < 3 {
            let by_move = divide(&mut position, depth);
            return Counts { nodes: perft(&mut position, depth), by_move };
        }
        let roots = legal_moves(&position);
        let work = Work {
            items: items(&mut position, &roots),
            next: AtomicUsize::new(0),
            roots: roots.len(),
            depth: depth - 2,
            progress,
        };
        let nodes = self.share(&position, &work);
        let mut by_move: Vec<_> = roots.into_iter().zip(nodes.iter().copied()).collect();
        sort(&mut by_move);
        Counts { nodes: nodes.into_iter().fold(0, u64::saturating_add), by_move }
    }

    /// Does the work with all threads: the node counts of the root's moves.
    fn share(&self, position: &Position, work: &Work) -> Vec<u64> {
        thread::scope(|scope| {
            // A thread that the system refuses is made up for by those that run: this one at least.
            let helpers: Vec<_> = (1..self.threads.min(work.items.len()))
                .filter_map(|_| {
                    let job = || self.work(*position, work);
                    thread::Builder::new().spawn_scoped(scope, job).ok()
                })
                .collect();
            let mut nodes = self.work(*position, work);
            for helper in helpers {
                match helper.join() {
                    Ok(part) => add(&mut nodes, &part),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            nodes
        })
    }

    fn work(&self, mut position: Position, work: &Work) -> Vec<u64> {
        let mut nodes = vec![0u64; work.roots];
        while let Some(item) = work.items.get(work.next.fetch_add(1, Relaxed)) {
            let [first, second] = item.moves;
            let undo_first = position.make(first);
            let undo_second = position.make(second);
            let below = match &self.table {
                None => perft(&mut position, work.depth),
                Some(table) => perft_hashed(&mut position, work.depth, table),
            };
            position.unmake(second, undo_second);
            position.unmake(first, undo_first);
            nodes[item.root] = nodes[item.root].saturating_add(below);
            (work.progress)(work.next.load(Relaxed).min(work.items.len()), work.items.len());
        }
        nodes
    }
}

fn items(position: &mut Position, roots: &[Move]) -> Vec<Item> {
    let mut items = Vec::new();
    for (root, &first) in roots.iter().enumerate() {
        let undo = position.make(first);
        for second in legal_moves(position) {
            items.push(Item { root, moves: [first, second] });
        }
        position.unmake(first, undo);
    }
    items
}

fn add(sum: &mut [u64], part: &[u64]) {
    for (sum, part) in sum.iter_mut().zip(part) {
        *sum = sum.saturating_add(*part);
    }
}
