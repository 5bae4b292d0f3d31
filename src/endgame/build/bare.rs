//! Tables of a bare king.

use std::sync::atomic::{AtomicBool, Ordering};

use super::{CHUNK, Progress, around, share};
use crate::board::{Bitboard, attacks};
use crate::endgame::bare::{Chase, Exits, promotes_on, quiet};
use crate::endgame::ending::Ending;
use crate::endgame::layout::{Layout, Men, ROW};
use crate::endgame::value::Value;

/// The entries of an ending's table, given the tables that other moves lead to.
pub(super) fn entries(
    ending: &Ending,
    exits: &Exits,
    threads: usize,
    progress: &Progress,
) -> Vec<u8> {
    let layout = Layout::new(ending);
    let builder = Builder { ending, layout: &layout, exits, threads };
    let promotions = builder.promotions();
    builder.run(&promotions, progress)
}

struct Builder<'a> {
    ending: &'a Ending,
    layout: &'a Layout,
    exits: &'a Exits,
    threads: usize,
}

/// What is known after some number of moves, row by row.
struct Known {
    /// Squares on which the bare king, not to move, has not lost so far.
    open: Vec<Bitboard>,
    /// Squares on which it, to move, has lost.
    lost: Vec<Bitboard>,
    /// The next number of moves at which a row's `lost` may grow.
    due: Vec<u8>,
    /// The table.
    entries: Vec<u8>,
}

/// Of a row whose bia can promote: for each square of the bare king the byte of the quickest win
/// that begins with a promotion, 0 for none.
type Promotions = Option<Box<[u8; ROW]>>;

/// The byte of a mate in so many moves, at least one, with the strong side to move.
fn won_in(moves: u8) -> u8 {
    Value::after(2 * moves - 1).byte()
}

/// Of `due`: not before something changes.
const NEVER: u8 = u8::MAX;

impl Builder<'_> {
    fn run(&self, promotions: &[Promotions], progress: &Progress) -> Vec<u8> {
        let rows = self.layout.rows();
        let mut known = Known {
            open: vec![Bitboard::EMPTY; rows],
            lost: vec![Bitboard::EMPTY; rows],
            due: vec![0; rows],
            entries: vec![0; rows * ROW],
        };
        self.open(&mut known);
        let latest = promotions.iter().flatten().flat_map(|bytes| bytes.iter()).max();
        for moves in 0.. {
            let more_due = self.lose(&mut known, moves);
            let changed = self.win(&mut known, promotions, moves + 1);
            progress(self.ending, u16::from(moves) + 1);
            // No mate needs more moves than a value holds; the longest known needs 57.
            let more_won = latest.is_some_and(|&byte| byte > won_in(moves + 1));
            if !(changed || more_due || more_won) || moves + 1 >= Value::MAX_PLIES / 2 {
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
    fn lost(&self, men: &Men, open: Bitboard, moves: u8) -> (Bitboard, u8) {
        let chase = Chase::new(self.ending.strong(), men);
        let loose = chase.loose(men);
        let mut escapes = open;
        let mut due = NEVER;
        for (piece, &at) in men.pieces().iter().enumerate() {
            if !loose.contains(at) {
                continue;
            }
            // Tables that are being built on are in memory or have just been checked.
            let value = self.exits.after_capture(men, piece).unwrap_or(Value::DRAW);
            match value.win().map(|plies| plies.div_ceil(2)) {
                Some(mate) if mate <= moves => {}
                later => {
                    escapes |= Bitboard::of(at);
                    due = due.min(later.unwrap_or(NEVER));
                }
            }
        }
        let stalemated = !(chase.attacked | around(chase.safe() | loose));
        (chase.standing() - around(escapes) - stalemated, due)
    }

    /// The strong side to move: where it mates in `moves` moves. Whether there is such a square.
    fn win(&self, known: &mut Known, promotions: &[Promotions], moves: u8) -> bool {
        let Known { open, lost, due, entries } = known;
        let byte = won_in(moves);
        let changed = AtomicBool::new(false);
        let lost = &*lost;
        let chunks = open
            .chunks_mut(CHUNK)
            .zip(due.chunks_mut(CHUNK))
            .zip(entries.chunks_mut(CHUNK * ROW))
            .enumerate();
        share(self.threads, chunks, |(chunk, ((open, due), entries))| {
            for (i, (open, due)) in open.iter_mut().zip(due).enumerate() {
                if Bitboard::is_empty(*open) {
                    continue;
                }
                let row = chunk * CHUNK + i;
                let here = *open;
                let mut won = self.won(row, lost, here);
                if let Some(Some(promotions)) = promotions.get(row) {
                    won |= here.filter(|square| promotions[square.index()] == byte).collect();
                }
                if !won.is_empty() {
                    *open = here - won;
                    *due = moves;
                    won.for_each(|square| entries[i * ROW + square.index()] = byte);
                    changed.store(true, Ordering::Relaxed);
                }
            }
        });
        changed.into_inner()
    }

    /// The squares of `open` on which a move leads to a lost king.
    fn won(&self, row: usize, lost: &[Bitboard], open: Bitboard) -> Bitboard {
        let men = self.layout.men(row);
        let occupied = men.occupied();
        let mut won = Bitboard::EMPTY;
        for (piece, (&kind, &from)) in self.ending.strong().iter().zip(men.pieces()).enumerate() {
            // A rook's path that leads over the bare king is no matter: it would be in check.
            for to in quiet(kind, from, occupied) {
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

    /// What promotions win, row by row; nothing at all without a bia.
    fn promotions(&self) -> Vec<Promotions> {
        if !self.ending.has_bia() {
            return Vec::new();
        }
        let mut promotions = vec![None; self.layout.rows()];
        share(self.threads, promotions.chunks_mut(CHUNK).enumerate(), |(chunk, promotions)| {
            for (i, promotions) in promotions.iter_mut().enumerate() {
                let men = self.layout.men(chunk * CHUNK + i);
                if men.are_apart() {
                    *promotions = self.promotions_of(&men);
                }
            }
        });
        promotions
    }

    fn promotions_of(&self, men: &Men) -> Promotions {
        let chase = Chase::new(self.ending.strong(), men);
        let mut promotions = None;
        for (piece, (&kind, &from)) in self.ending.strong().iter().zip(men.pieces()).enumerate() {
            let Some(to) = promotes_on(kind, from, men.occupied()) else { continue };
            let bytes = promotions.get_or_insert_with(|| Box::new([0; ROW]));
            for bare in chase.safe() - Bitboard::of(to) {
                // Tables that are being built on are in memory or have just been checked.
                let after = self.exits.after_promotion(men, piece, to, bare);
                if let Some(plies) = after.and_then(Value::loss) {
                    let byte = Value::after(plies + 1).byte();
                    let best = &mut bytes[bare.index()];
                    *best = if *best == 0 { byte } else { byte.min(*best) };
                }
            }
        }
        promotions
    }
}
