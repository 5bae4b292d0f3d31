//! What every history table is made of: its entries, and the index of a moved piece.

use crate::board::{Move, Piece};
use crate::rules::Position;

/// Number of (piece, target square) pairs.
pub(super) const PIECE_TO: usize = Piece::CODES * 64;

/// A moved piece and where it went, as an index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) struct PieceTo(u16);

impl PieceTo {
    /// Stands for no move (before the root, or a null move): a piece code that no piece has.
    pub(in super::super) const NONE: PieceTo = PieceTo(0);

    /// Of a move in the position before it is made.
    pub(in super::super) fn of(position: &Position, mv: Move) -> PieceTo {
        let piece = position.board().at(mv.from()).map_or(0, Piece::index);
        PieceTo((piece * 64 + mv.to().index()) as u16)
    }

    pub(super) fn index(self) -> usize {
        self.0 as usize & (PIECE_TO - 1)
    }
}

/// A history value between −`LIMIT` and `LIMIT`. A bonus counts less the closer the value is to the
/// limit it pulls towards ("history gravity").
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct HistoryEntry<const LIMIT: i32>(i16);

impl<const LIMIT: i32> HistoryEntry<LIMIT> {
    pub(super) fn update(&mut self, bonus: i32) {
        let value = i32::from(self.0);
        let bonus = bonus.clamp(-LIMIT, LIMIT);
        self.0 = (value + bonus - value * bonus.abs() / LIMIT) as i16;
    }

    pub(super) fn get(self) -> i32 {
        i32::from(self.0)
    }
}

/// A history table of `length` entries.
pub(super) fn zeroed<const LIMIT: i32>(length: usize) -> Box<[HistoryEntry<LIMIT>]> {
    vec![HistoryEntry::default(); length].into_boxed_slice()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_stay_within_their_limits() {
        const LIMIT: i32 = 16_384;
        let mut entry = HistoryEntry::<LIMIT>::default();
        for bonus in [900, 40_000, 3_000, -50_000, -2_000, 16_384] {
            for _ in 0..100 {
                entry.update(bonus);
                assert!(entry.get().abs() <= LIMIT);
            }
            assert_eq!(entry.get() > 0, bonus > 0);
        }
    }
}
