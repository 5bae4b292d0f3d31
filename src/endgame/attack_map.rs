//! What the strong side attacks, and where its pieces go.

use super::ending::{BIA_GOAL, BIA_SQUARES};
use super::layout::Men;
use crate::board::{Bitboard, Colour, Kind, Square, Step, attacks};

/// What the strong side's men mean for the weak king, wherever it stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct AttackMap {
    /// Squares that the strong side attacks or whose pieces it defends; the weak king, which is in
    /// no rook's way, may not go there.
    pub(super) attacked: Bitboard,
    /// Squares of all men but the weak king.
    occupied: Bitboard,
    /// Squares of the strong side's pieces, its king left out.
    pieces: Bitboard,
    /// The strong king's square and those next to it.
    zone: Bitboard,
}

impl AttackMap {
    /// `kinds` are those of the first of `men`'s pieces; any others are the weak side's.
    #[inline]
    pub(super) fn new(kinds: &[Kind], men: &Men) -> AttackMap {
        let occupied = men.occupied();
        let king = attacks::king(men.king);
        let (mut attacked, mut pieces) = (king, Bitboard::EMPTY);
        for (&kind, &from) in kinds.iter().zip(men.pieces()) {
            attacked |= attacks::of(Colour::White, kind, from, occupied);
            pieces |= Bitboard::of(from);
        }
        AttackMap { attacked, occupied, pieces, zone: king | Bitboard::of(men.king) }
    }

    /// Where the weak king can go, and stand when the other side is to move.
    #[inline]
    pub(super) fn safe(&self) -> Bitboard {
        !(self.attacked | self.occupied)
    }

    /// Where it can stand when it is to move, in check or not.
    #[inline]
    pub(super) fn standing(&self) -> Bitboard {
        !(self.zone | self.occupied)
    }

    /// The pieces that it can take when it is next to them.
    #[inline]
    pub(super) fn loose(&self) -> Bitboard {
        self.pieces - self.attacked
    }
}

/// Squares of the weak king with which the weak side's pieces give check: all, none, or all that are
/// not in a rook's way. They are those of `men` behind the strong side's.
pub(super) fn checked_by_weak(strong: &[Kind], weak: Option<Kind>, men: &Men) -> Bitboard {
    let pieces = weak.into_iter().zip(&men.pieces()[strong.len()..]);
    pieces.fold(Bitboard::EMPTY, |checked, (kind, &from)| {
        match attacks::of(Colour::Black, kind, from, men.occupied()).contains(men.king) {
            true => checked | !attacks::between(from, men.king),
            false => checked,
        }
    })
}

/// Where a piece of the strong side goes without a capture and without a promotion. A rook's path
/// may lead over the weak king.
#[inline]
pub(super) fn quiet(kind: Kind, from: Square, occupied: Bitboard) -> Bitboard {
    let reached = match kind {
        Kind::Pawn => ahead(from) & BIA_SQUARES,
        _ => attacks::of(Colour::White, kind, from, occupied),
    };
    reached - occupied
}

/// Where a bia of the strong side promotes, if it can; nowhere for other pieces.
pub(super) fn promotes_on(kind: Kind, from: Square, occupied: Bitboard) -> Option<Square> {
    let reached = if kind == Kind::Pawn { ahead(from) & BIA_GOAL } else { Bitboard::EMPTY };
    (reached - occupied).first()
}

fn ahead(from: Square) -> Bitboard {
    Bitboard::of(from).stepped(Step::forward(Colour::White))
}
