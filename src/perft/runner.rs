//! Perft on several threads.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

use super::{PerftTable, divide, perft, perft_hashed, sort};
use crate::board::Move;
use crate::movegen::legal_moves;
use crate::parallel::share;
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
        let items = items(&mut position, &roots);
        let done = AtomicUsize::new(0);
        let nodes: Vec<AtomicU64> = roots.iter().map(|_| AtomicU64::new(0)).collect();
        share(self.threads, &items, |item| {
            let below = self.below(position, item, depth - 2);
            // Sums stay at the top.
            let add = |sum: u64| Some(sum.saturating_add(below));
            let _ = nodes[item.root].fetch_update(Relaxed, Relaxed, add);
            progress(done.fetch_add(1, Relaxed) + 1, items.len());
        });
        let nodes: Vec<u64> = nodes.into_iter().map(AtomicU64::into_inner).collect();
        let mut by_move: Vec<_> = roots.into_iter().zip(nodes.iter().copied()).collect();
        sort(&mut by_move);
        Counts { nodes: nodes.into_iter().fold(0, u64::saturating_add), by_move }
    }

    /// The sequences that begin with an item's moves.
    fn below(&self, mut position: Position, item: &Item, depth: u32) -> u64 {
        for mv in item.moves {
            position = position.after(mv);
        }
        match &self.table {
            None => perft(&mut position, depth),
            Some(table) => perft_hashed(&mut position, depth, table),
        }
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
