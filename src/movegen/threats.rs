//! What the enemy does to the king of the side to move.

use crate::board::{Bitboard, Board, Colour, Kind, Square, attacks};

/// Checks, pins and attacked squares, seen from the king of one side.
#[derive(Clone, Copy, Debug)]
pub struct Threats {
    /// Where the king stands.
    pub king: Square,
    /// Enemy pieces that give check.
    pub checkers: Bitboard,
    /// Own pieces that may not leave the line between the king and an enemy rook.
    pub pinned: Bitboard,
    /// Squares on and around the king that the enemy attacks, the king itself blocking nothing.
    pub attacked: Bitboard,
}

impl Threats {
    /// The threats to the king of `us`.
    #[inline(always)]
    pub fn of(board: &Board, us: Colour) -> Threats {
        let king = board.king(us);
        let attacked = attacks::around_king(board, us);
        let checkers =
            if attacked.contains(king) { attacks::checkers(board, !us) } else { Bitboard::EMPTY };
        let pinned = attacks::sole_blockers(board, us, king, board.movers(!us, Kind::Rook));
        Threats { king, checkers, pinned, attacked }
    }

    /// Where a king can go that may not step out of check: anywhere without a check, onto a single
    /// checker (if nothing guards it), nowhere under two.
    #[inline]
    pub fn standing_answer(&self) -> Bitboard {
        match self.checkers.first() {
            None => Bitboard::ALL,
            Some(_) if self.checkers.more_than_one() => Bitboard::EMPTY,
            Some(_) => self.checkers,
        }
    }

    /// Where a piece other than the king can go without leaving the king in check: anywhere
    /// without a check, in the way of a single checker or onto it, nowhere under two.
    #[inline]
    pub fn answer(&self) -> Bitboard {
        match self.checkers.first() {
            None => Bitboard::ALL,
            Some(_) if self.checkers.more_than_one() => Bitboard::EMPTY,
            Some(checker) => self.checkers | attacks::between(self.king, checker),
        }
    }
}
