//! Counting: the moves that the stronger side is given to mate.
//!
//! The *board's honour* counts once no bia is left (in ouk once a side is down to three pieces),
//! the *pieces' honour* once a king stands alone; then the opponent's pieces decide the limit.
//! Both limits and counts are in plies here, as in a FEN.

use crate::board::{Board, Colour, Kind, Piece};

/// A running count, or none.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Hash)]
pub struct Count {
    /// Limit in plies; 0 if no count is running.
    limit: u16,
    /// Plies counted so far.
    ply: u16,
}

impl Count {
    /// No count is running.
    pub const NONE: Count = Count { limit: 0, ply: 0 };

    /// Largest limit; plies are counted up to one more, where every limit is passed.
    pub const MAX: u16 = 9_999;

    /// A count of `ply` plies out of `limit` (larger numbers are cut off; a limit of 0 is none).
    pub fn new(limit: u16, ply: u16) -> Count {
        match limit.min(Count::MAX) {
            0 => Count::NONE,
            limit => Count { limit, ply: ply.min(Count::MAX + 1) },
        }
    }

    /// Whether a count is running.
    #[inline]
    pub const fn is_running(self) -> bool {
        self.limit != 0
    }

    /// The limit in plies; 0 if no count is running.
    pub const fn limit(self) -> u16 {
        self.limit
    }

    /// Plies counted so far; 0 if no count is running.
    pub const fn ply(self) -> u16 {
        self.ply
    }

    /// Plies that can still be played before the position is drawn unless it is checkmate; `None`
    /// if no count is running, negative once the limit is passed.
    #[inline]
    pub const fn left(self) -> Option<i32> {
        if self.is_running() { Some(self.limit as i32 - self.ply as i32) } else { None }
    }

    /// Whether the limit is passed: a draw, unless the side to move is checkmated.
    #[inline]
    pub const fn is_over(self) -> bool {
        self.is_running() && self.ply > self.limit
    }

    /// The count after one more ply; none stays none.
    #[inline]
    pub(super) const fn advanced(self) -> Count {
        if self.is_running() && self.ply <= Count::MAX {
            Count { limit: self.limit, ply: self.ply + 1 }
        } else {
            self
        }
    }

    /// A number for the hash key: different wherever two counts may lead to different results.
    ///
    /// 0 for none. With up to [`Count::EXACT`] plies left, within the reach of a search, every
    /// number of plies is a class of its own. Beyond, no search sees the end of the count, and 16
    /// plies share a class, so that positions reached on longer ways are still recognised.
    #[inline]
    pub fn class(self) -> u8 {
        let Some(left) = self.left() else { return 0 };
        let left = left.max(-1);
        let class = if left <= Count::EXACT {
            left + 2
        } else {
            Count::EXACT + 3 + (left - Count::EXACT) / 16
        };
        class.min(255) as u8
    }

    /// Up to this number of plies left the hash key tells each number apart.
    pub const EXACT: i32 = 80;
}

/// A rule set for starting counts and their limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CountingRule {
    /// Thai: 64 moves once no bia is left; a bare king by the table.
    Makruk,
    /// Cambodian: 63 moves for a side of two or three pieces, bia or not; a bare king by the table
    /// once no bia is left.
    Cambodian,
}

/// Moves given against a bare king in makruk: the first row whose number of pieces is there.
/// Cambodian rules give one move less in each row.
const BARE_KING_ROWS: [(Kind, u32, u16); 5] = [
    (Kind::Rook, 2, 8),
    (Kind::Rook, 1, 16),
    (Kind::Khon, 2, 22),
    (Kind::Knight, 2, 32),
    (Kind::Khon, 1, 44),
];
const OTHERWISE: u16 = 64;

impl CountingRule {
    /// Whether no count can start now, whatever the last move was: a quick test for the middlegame.
    #[inline]
    fn sleeps(self, board: &Board) -> bool {
        match self {
            CountingRule::Makruk => !board.both(Kind::Pawn).is_empty(),
            CountingRule::Cambodian => {
                board.side(Colour::White).count() > 3 && board.side(Colour::Black).count() > 3
            }
        }
    }

    /// Moves that the opponent of `side` is given to mate it, 0 for no count.
    pub fn limit(self, board: &Board, side: Colour) -> u16 {
        let pieces = board.side(side).count();
        let any_pawn = !board.both(Kind::Pawn).is_empty();
        if board.side(!side).count() == 1 {
            return 0;
        }
        match self {
            CountingRule::Makruk if any_pawn => 0,
            CountingRule::Makruk if pieces > 1 => OTHERWISE,
            CountingRule::Makruk => bare_king_limit(board, !side),
            CountingRule::Cambodian if pieces > 3 => 0,
            CountingRule::Cambodian if pieces > 1 => OTHERWISE - 1,
            CountingRule::Cambodian if any_pawn => 0,
            CountingRule::Cambodian => bare_king_limit(board, !side) - 1,
        }
    }

    /// The count after a move of `mover` that led to `board`, where `before` was the count before
    /// it. `captured` is what the move took; `promoted` whether it promoted.
    #[inline(always)]
    pub(super) fn after_move(
        self,
        before: Count,
        board: &Board,
        mover: Colour,
        captured: Option<Piece>,
        promoted: bool,
    ) -> Count {
        if !before.is_running() && self.sleeps(board) {
            return Count::NONE;
        }
        self.restarted(before.advanced(), board, mover, captured.map(Piece::kind), promoted)
    }

    #[inline(never)]
    fn restarted(
        self,
        mut count: Count,
        board: &Board,
        mover: Colour,
        captured: Option<Kind>,
        promoted: bool,
    ) -> Count {
        let next = !mover;
        let on_board = board.occupied().count() as u16;
        let is_bare = |side| board.side(side).count() == 1;
        if captured == Some(Kind::Pawn) && is_bare(mover) && board.both(Kind::Pawn).is_empty() {
            let limit = self.limit(board, mover);
            if limit > 0 {
                count = Count { limit: 2 * limit, ply: 2 * on_board - 1 };
            }
        }
        let next_bared = (captured.is_some() || promoted) && is_bare(next);
        if !count.is_running() || next_bared {
            let limit = self.limit(board, next);
            if limit > 0 {
                let ply = if is_bare(next) { 2 * on_board } else { 0 };
                count = Count { limit: 2 * limit, ply };
            }
        }
        count
    }
}

fn bare_king_limit(board: &Board, strong: Colour) -> u16 {
    BARE_KING_ROWS
        .iter()
        .find(|(kind, number, _)| board.list(strong, *kind).count() >= *number)
        .map_or(OTHERWISE, |&(_, _, moves)| moves)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_tell_close_counts_apart() {
        let mut last = Count::NONE.class();
        for ply in 0..=82 {
            let class = Count::new(80, ply).class();
            if ply <= 81 {
                assert_ne!(class, last);
            }
            last = class;
        }
        assert_eq!(Count::new(9_999, 0).class(), 255);
    }

    #[test]
    fn a_count_ends_behind_its_limit() {
        assert!(!Count::new(16, 16).is_over());
        assert!(Count::new(16, 17).is_over());
        assert!(!Count::NONE.is_over());
        assert_eq!(Count::new(0, 40), Count::NONE);
    }
}
