//! Tables of a bare king.

use std::sync::atomic::{AtomicBool, Ordering};

use super::{CHUNK, Progress, around, share};
use crate::board::{Colour, SquareSet, attacks};
use crate::endgame::bare::{Chase, Smaller, after_capture};
use crate::endgame::ending::Ending;
use crate::endgame::layout::{Layout, Men, ROW};
use crate::endgame::value::Value;

/// The entries of an ending's table, given the tables that captures lead to.
pub(super) fn entries(
    ending: &Ending,
    smaller: &Smaller,
    threads: usize,
    progress: &Progress,
) -> Vec<u8> {
    let layout = Layout::new(ending);
    Builder { ending, layout: &layout, smaller, threads }.run(progress)
}

struct Builder<'a> {
    ending: &'a Ending,
    layout: &'a Layout,
    smaller: &'a Smaller,
    threads: usize,
}

/// What is known after some number of moves, row by row.
struct Known {
    /// Squares on which the bare king, not to move, has not lost so far.
    open: Vec<SquareSet>,
    /// Squares on which it, to move, has lost.
    lost: Vec<SquareSet>,
    /// The next number of moves at which a row's `lost` may grow.
    due: Vec<u8>,
    /// The table.
    entries: Vec<u8>,
}

/// Of `due`: not before something changes.
const NEVER: u8 = u8::MAX;

impl Builder<'_> {
    fn run(&self, progress: &Progress) -> Vec<u8> {
        let rows = self.layout.rows();
        let mut known = Known {
            open: vec![SquareSet::EMPTY; rows],
            lost: vec![SquareSet::EMPTY; rows],
            due: vec![0; rows],
            entries: vec![0; rows * ROW],
        };
        self.open(&mut known);
        for moves in 0.. {
            let more_due = self.lose(&mut known, moves);
            let changed = self.win(&mut known, moves + 1);
            progress(self.ending, u16::from(moves) + 1);
            // No mate needs more moves than a value holds; the longest known needs 57.
            if !(changed || more_due) || moves + 1 >= Value::MAX_PLIES / 2 {
                break;
            }
        }
        known.entries
    }

    /// Opens every square on which the bare king may stand; rows in which two men share a square
    /// stay empty for good.
    fn open(&self, known: &mut Known) {
        let Known { open, due, .. } = known;
        let chunks = open.chunks_mut(CHUNK).zip(due.chunks_mut(CHUNK)).enumerate();
        share(self.threads, chunks, |(chunk, (open, due))| {
            for (i, (open, due)) in open.iter_mut().zip(due).enumerate() {
                let men = self.layout.men(chunk * CHUNK + i);
                if men.are_apart() {
                    *open = Chase::new(self.ending.strong(), &men).safe();
                } else {
                    *due = NEVER;
                }
            }
        });
    }

    /// The bare king to move: where it is mated in `moves` moves. Whether there are rows in which
    /// a capture will make a difference later.
    fn lose(&self, known: &mut Known, moves: u8) -> bool {
        let Known { open, lost, due, .. } = known;
        let more_due = AtomicBool::new(false);
        let chunks = lost.chunks_mut(CHUNK).zip(due.chunks_mut(CHUNK)).enumerate();
        let open = &*open;
        share(self.threads, chunks, |(chunk, (lost, due))| {
            for (i, (lost, due)) in lost.iter_mut().zip(due).enumerate() {
                if *due == moves {
                    let row = chunk * CHUNK + i;
                    (*lost, *due) = self.lost(&self.layout.men(row), open[row], moves);
                }
                if *due != NEVER {
                    more_due.store(true, Ordering::Relaxed);
                }
            }
        });
        more_due.into_inner()
    }

    /// The squares of a row on which the bare king, to move, is lost in `moves` moves, and when
    /// that may change without a change of `open`.
    fn lost(&self, men: &Men, open: SquareSet, moves: u8) -> (SquareSet, u8) {
        let chase = Chase::new(self.ending.strong(), men);
        let loose = chase.loose(men);
        let mut escapes = open;
        let mut due = NEVER;
        for (piece, &at) in men.pieces().iter().enumerate() {
            if !loose.contains(at) {
                continue;
            }
            // Tables that are being built on are in memory or have just been checked.
            let value = after_capture(self.smaller, men, piece).unwrap_or(Value::DRAW);
            match value.win().map(|plies| plies.div_ceil(2)) {
                Some(mate) if mate <= moves => {}
                later => {
                    escapes |= SquareSet::of(at);
                    due = due.min(later.unwrap_or(NEVER));
                }
            }
        }
        let stalemated = !(chase.attacked | around(chase.safe() | loose));
        (chase.standing() - around(escapes) - stalemated, due)
    }

    /// The strong side to move: where it mates in `moves` moves. Whether there is such a square.
    fn win(&self, known: &mut Known, moves: u8) -> bool {
        let Known { open, lost, due, entries } = known;
        let byte = Value::after(2 * moves - 1).byte();
        let changed = AtomicBool::new(false);
        let lost = &*lost;
        let chunks = open
            .chunks_mut(CHUNK)
            .zip(due.chunks_mut(CHUNK))
            .zip(entries.chunks_mut(CHUNK * ROW))
            .enumerate();
        share(self.threads, chunks, |(chunk, ((open, due), entries))| {
            for (i, (open, due)) in open.iter_mut().zip(due).enumerate() {
                if SquareSet::is_empty(*open) {
                    continue;
                }
                let won = self.won(chunk * CHUNK + i, lost, *open);
                if !won.is_empty() {
                    *open = *open - won;
                    *due = moves;
                    won.for_each(|square| entries[i * ROW + square.index()] = byte);
                    changed.store(true, Ordering::Relaxed);
                }
            }
        });
        changed.into_inner()
    }

    /// The squares of `open` on which a move leads to a lost king.
    fn won(&self, row: usize, lost: &[SquareSet], open: SquareSet) -> SquareSet {
        let men = self.layout.men(row);
        let occupied = men.occupied();
        let mut won = SquareSet::EMPTY;
        for (piece, (&kind, &from)) in self.ending.strong().iter().zip(men.pieces()).enumerate() {
            // A rook's path that leads over the bare king is no matter: it would be in check.
            for to in attacks::of(Colour::White, kind, from, occupied) - occupied {
                won |= lost[self.layout.row_with(row, &men, piece, to)];
            }
        }
        if !(open - won).is_empty() {
            for king in attacks::king(men.king) - occupied {
                let (row, symmetry) = self.layout.row(&men.with_king(king));
                won |= symmetry.origins(lost[row]);
            }
        }
        won & open
    }
}
