//! Tables of a bare king: plies to mate with the strong side to move, counting left aside.
//!
//! A count against a bare king is a budget that is fixed when it starts, so one table serves every
//! rule: a win counts if its mate comes early enough. The bare king's own turn is not stored; it has
//! eight moves at most, and they lead to entries of one row and of the smaller tables that captures
//! lead to.

use std::sync::Arc;

use super::ending::{Ending, MAX_PIECES};
use super::layout::{Layout, Men};
use super::store::Store;
use super::value::{Best, Value};
use crate::board::{Colour, Kind, Square, SquareSet, attacks};

/// The table of an ending against a bare king.
#[derive(Debug)]
pub(super) struct Bare {
    pub(super) ending: Ending,
    pub(super) layout: Layout,
    pub(super) store: Store,
    /// What is left when the king takes a piece: for each piece, `None` if only kings are.
    pub(super) smaller: Smaller,
}

/// For each piece the table that its capture leads to; `None` where only kings are left.
pub(super) type Smaller = [Option<Arc<Bare>>; MAX_PIECES];

/// What the strong side's men mean for a bare king, wherever it stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chase {
    /// Squares that the strong side attacks or whose pieces it defends; the bare king, which is in
    /// no rook's way, may not go there.
    pub(super) attacked: SquareSet,
    /// Squares of the strong side's men.
    pub(super) occupied: SquareSet,
    /// The strong king's square and those next to it.
    zone: SquareSet,
}

impl Chase {
    /// `kinds` are those of the first of `men`'s pieces; any others are only in the way.
    #[inline]
    pub(super) fn new(kinds: &[Kind], men: &Men) -> Chase {
        let occupied = men.occupied();
        let zone = attacks::king(men.king) | SquareSet::of(men.king);
        let mut attacked = attacks::king(men.king);
        for (&kind, &from) in kinds.iter().zip(men.pieces()) {
            attacked |= attacks::of(Colour::White, kind, from, occupied);
        }
        Chase { attacked, occupied, zone }
    }

    /// Where the bare king can go, and stand when the other side is to move.
    #[inline]
    pub(super) fn safe(&self) -> SquareSet {
        !(self.attacked | self.occupied)
    }

    /// Where it can stand when it is to move, in check or not.
    #[inline]
    pub(super) fn standing(&self) -> SquareSet {
        !(self.zone | self.occupied)
    }

    /// The pieces that it can take when it is next to them.
    #[inline]
    pub(super) fn loose(&self, men: &Men) -> SquareSet {
        self.occupied - self.attacked - SquareSet::of(men.king)
    }
}

impl Bare {
    /// The value with the strong side to move; `None` if the table's file cannot be read any more.
    #[inline]
    pub(super) fn strong_to_move(&self, men: &Men, bare: Square) -> Option<Value> {
        let (row, symmetry) = self.layout.row(men);
        self.store.entry(row, symmetry.square(bare).index())
    }

    /// The value with the bare king to move; `None` if a table's file cannot be read any more.
    pub(super) fn bare_to_move(&self, men: &Men, bare: Square) -> Option<Value> {
        let chase = Chase::new(self.ending.strong(), men);
        let near = attacks::king(bare);
        let mut best = Best::default();
        for (piece, &at) in men.pieces().iter().enumerate() {
            if (near & chase.loose(men)).contains(at) {
                best.add(self.after_capture(men, piece)?);
            }
        }
        let free = near & chase.safe();
        if !free.is_empty() {
            let (row, symmetry) = self.layout.row(men);
            let row = self.store.row(row)?;
            for to in free {
                best.add(Value::from_byte(row[symmetry.square(to).index()]));
            }
        }
        Some(best.value(chase.attacked.contains(bare)))
    }

    /// The value, strong side to move, after the bare king has taken a piece.
    pub(super) fn after_capture(&self, men: &Men, piece: usize) -> Option<Value> {
        after_capture(&self.smaller, men, piece)
    }
}

/// The value, strong side to move, after the bare king has taken a piece.
pub(super) fn after_capture(smaller: &Smaller, men: &Men, piece: usize) -> Option<Value> {
    match &smaller[piece] {
        None => Some(Value::DRAW),
        Some(table) => table.strong_to_move(&men.without(piece), men.pieces()[piece]),
    }
}
