//! What has worked before: statistics of moves for ordering and reductions.

use crate::board::{Colour, Kind, Move, Piece};
use crate::rules::Position;

/// Greatest absolute value of a move's entry.
const LIMIT: i32 = 16_384;

/// Number of (piece, target square) pairs.
const PIECE_TO: usize = Piece::CODES * 64;

/// A moved piece and where it went, as an index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PieceTo(u16);

impl PieceTo {
    /// Stands for no move (before the root, or a null move): a piece code that no piece has.
    pub(super) const NONE: PieceTo = PieceTo(0);

    /// Of a move in the position before it is made.
    pub(super) fn of(position: &Position, mv: Move) -> PieceTo {
        let piece = position.board().at(mv.from()).map_or(0, Piece::index);
        PieceTo((piece * 64 + mv.to().index()) as u16)
    }

    pub(super) fn index(self) -> usize {
        self.0 as usize & (PIECE_TO - 1)
    }
}

/// The moves that led to a node: one, two and four plies before it.
pub(super) type ContinuationMoves = [PieceTo; 3];

/// One entry, pulled towards its limits by bonuses that count less the closer it is to them.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct HistoryEntry<const LIMIT: i32>(i16);

impl<const LIMIT: i32> HistoryEntry<LIMIT> {
    pub(super) fn add(&mut self, bonus: i32) {
        let value = i32::from(self.0);
        let bonus = bonus.clamp(-LIMIT, LIMIT);
        self.0 = (value + bonus - value * bonus.abs() / LIMIT) as i16;
    }

    pub(super) fn get(self) -> i32 {
        i32::from(self.0)
    }
}

/// The statistics of one search thread.
#[derive(Debug)]
pub(super) struct History {
    /// By side to move, from and to.
    quiet: Box<[HistoryEntry<LIMIT>]>,
    /// By moved piece, target and captured kind.
    noisy: Box<[HistoryEntry<LIMIT>]>,
    /// By an earlier move's piece and target, then this one's.
    continuation: Box<[HistoryEntry<LIMIT>]>,
}

fn zeroed(length: usize) -> Box<[HistoryEntry<LIMIT>]> {
    vec![HistoryEntry::default(); length].into_boxed_slice()
}

impl Default for History {
    fn default() -> History {
        History {
            quiet: zeroed(2 * 64 * 64),
            noisy: zeroed(PIECE_TO * 8),
            continuation: zeroed(PIECE_TO * PIECE_TO),
        }
    }
}

fn quiet_index(side: Colour, mv: Move) -> usize {
    (side.index() * 64 + mv.from().index()) * 64 + mv.to().index()
}

fn noisy_index(moved: PieceTo, captured: Option<Kind>) -> usize {
    moved.index() * 8 + captured.map_or(7, Kind::index)
}

fn continuation_index(before: PieceTo, moved: PieceTo) -> usize {
    before.index() * PIECE_TO + moved.index()
}

impl History {
    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        for table in [&mut self.quiet, &mut self.noisy, &mut self.continuation] {
            table.fill(HistoryEntry::default());
        }
    }

    /// How well a quiet move has done, also as an answer to the `earlier` moves.
    pub(super) fn quiet(
        &self,
        position: &Position,
        mv: Move,
        continuation: &ContinuationMoves,
    ) -> i32 {
        let moved = PieceTo::of(position, mv);
        let continued: i32 = continuation
            .iter()
            .map(|&before| self.continuation[continuation_index(before, moved)].get())
            .sum();
        self.quiet[quiet_index(position.side(), mv)].get() + continued
    }

    /// How well a capture or promotion has done.
    pub(super) fn noisy(&self, position: &Position, mv: Move) -> i32 {
        let captured = position.captured_by(mv).map(Piece::kind);
        self.noisy[noisy_index(PieceTo::of(position, mv), captured)].get()
    }

    /// A quiet move did well (or ill, with a negative bonus).
    pub(super) fn update_quiet(
        &mut self,
        position: &Position,
        mv: Move,
        continuation: &ContinuationMoves,
        bonus: i32,
    ) {
        let moved = PieceTo::of(position, mv);
        self.quiet[quiet_index(position.side(), mv)].add(bonus);
        for &before in continuation {
            self.continuation[continuation_index(before, moved)].add(bonus);
        }
    }

    /// A capture or promotion did well (or ill, with a negative bonus).
    pub(super) fn update_noisy(&mut self, position: &Position, mv: Move, bonus: i32) {
        let captured = position.captured_by(mv).map(Piece::kind);
        self.noisy[noisy_index(PieceTo::of(position, mv), captured)].add(bonus);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statistics_stay_within_their_limits() {
        let mut entry = HistoryEntry::<LIMIT>::default();
        for bonus in [900, 40_000, 3_000, -50_000, -2_000, 16_384] {
            for _ in 0..100 {
                entry.add(bonus);
                assert!(entry.get().abs() <= LIMIT);
            }
            assert_eq!(entry.get() > 0, bonus > 0);
        }
    }
}
