//! Building tables by retrograde analysis.
//!
//! Positions are not visited one by one: for each row – a placement of all men but the weak king –
//! a set of 64 bits says on which squares that king has lost so far. What the other side's moves
//! reach is the OR of the neighbouring rows' sets, and a king's move is one expansion of a set. Rows
//! are stamped with the ply at which they changed last, and looked at again only by their neighbours.

mod sets;
mod solve;

use std::sync::Mutex;
use std::thread;

use super::conversion::Conversions;
use super::ending::Ending;
use crate::board::{Bitboard, Step};

/// Rows that a thread works on at a time.
const CHUNK: usize = 2048;

/// Told from time to time which ending is being built and how many plies have been analysed.
pub type Progress<'a> = dyn Fn(&Ending, u16) + Sync + 'a;

/// The entries of an ending's table, given what captures and promotions lead to.
pub(super) fn entries(
    ending: &Ending,
    conversions: &Conversions,
    threads: usize,
    progress: &Progress,
) -> Vec<u8> {
    solve::entries(ending, conversions, threads, progress)
}

/// Lets `threads` threads do all tasks.
pub(super) fn share<T: Send>(
    threads: usize,
    tasks: impl Iterator<Item = T> + Send,
    work: impl Fn(T) + Sync,
) {
    let tasks = Mutex::new(tasks);
    let next = || tasks.lock().ok()?.next();
    thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(|| std::iter::from_fn(next).for_each(&work));
        }
        std::iter::from_fn(next).for_each(&work);
    });
}

/// The squares a king's step away from any of `set`.
#[inline]
pub(super) fn around(set: Bitboard) -> Bitboard {
    const RIGHT: Step = Step::new(1, 0);
    const LEFT: Step = Step::new(-1, 0);
    const UP: Step = Step::new(0, 1);
    const DOWN: Step = Step::new(0, -1);
    let sides = set.stepped(RIGHT) | set.stepped(LEFT);
    let rank = set | sides;
    sides | rank.stepped(UP) | rank.stepped(DOWN)
}
