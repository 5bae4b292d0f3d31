//! Tables of a bare king: plies to mate with the strong side to move.
//!
//! A count against a bare king is a budget that is fixed when it starts, so one table serves every
//! rule: a win counts if its mate comes early enough. While a bia is on the board no such count runs;
//! the last one's promotion or capture starts it. There each rule has its table, in which only those
//! mates are left that come in time after that. The bare king's own turn is not stored; it has eight
//! moves at most, and they lead to entries of one row and of the tables that captures lead to.

use std::sync::Arc;

use super::ending::{BIA_GOAL, BIA_SQUARES, Ending, MAX_PIECES};
use super::layout::{Layout, Men};
use super::store::Store;
use super::value::{Best, Value};
use crate::board::{Bitboard, Colour, Kind, Square, Step, attacks};
use crate::rules::{Count, CountingRule};

/// The table of an ending against a bare king.
#[derive(Debug)]
pub(super) struct Bare {
    pub(super) ending: Ending,
    pub(super) layout: Layout,
    pub(super) store: Store,
    /// With a bia: the rule that counts.
    pub(super) rule: Option<CountingRule>,
    pub(super) exits: Exits,
}

/// What moves lead to after which other men are on the board.
#[derive(Clone, Default, Debug)]
pub(super) struct Exits {
    /// For each piece the table that its capture leads to; `None` where only kings are left.
    pub(super) captures: [Option<Exit>; MAX_PIECES],
    /// The table that a promotion leads to.
    pub(super) promotion: Option<Exit>,
}

/// A table that moves lead to.
#[derive(Clone, Debug)]
pub(super) struct Exit {
    pub(super) table: Arc<Bare>,
    /// The count that starts with the move, if any does.
    pub(super) count: Count,
}

impl Exit {
    /// The same value if its mate comes within the count, otherwise a draw.
    fn in_time(&self, value: Value) -> Value {
        let fits = value.plies().is_none_or(|plies| self.count.allows(plies.into()));
        if fits { value } else { Value::DRAW }
    }
}

impl Exits {
    /// The value, strong side to move, after the bare king has taken a piece. `None` if the table's
    /// file cannot be read any more.
    pub(super) fn after_capture(&self, men: &Men, piece: usize) -> Option<Value> {
        let Some(exit) = &self.captures[piece] else { return Some(Value::DRAW) };
        let value = exit.table.strong_to_move(&men.without(piece), men.pieces()[piece])?;
        Some(exit.in_time(value))
    }

    /// The value, bare king to move, after a bia has promoted on `to`. `None` if a table's file
    /// cannot be read any more.
    pub(super) fn after_promotion(
        &self,
        men: &Men,
        bia: usize,
        to: Square,
        bare: Square,
    ) -> Option<Value> {
        let Some(exit) = &self.promotion else { return Some(Value::DRAW) };
        // A met comes before the bia that are left and, of two, in any place.
        let men = men.without(bia).with_more(exit.table.place_of_met(), to);
        Some(exit.in_time(exit.table.bare_to_move(&men, bare)?))
    }
}

/// Where a piece of the strong side goes without a capture and without a promotion. A rook's path
/// may lead over the bare king.
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

/// What the strong side's men mean for a bare king, wherever it stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chase {
    /// Squares that the strong side attacks or whose pieces it defends; the bare king, which is in
    /// no rook's way, may not go there.
    pub(super) attacked: Bitboard,
    /// Squares of the strong side's men.
    pub(super) occupied: Bitboard,
    /// The strong king's square and those next to it.
    zone: Bitboard,
}

impl Chase {
    /// `kinds` are those of the first of `men`'s pieces; any others are only in the way.
    #[inline]
    pub(super) fn new(kinds: &[Kind], men: &Men) -> Chase {
        let occupied = men.occupied();
        let zone = attacks::king(men.king) | Bitboard::of(men.king);
        let mut attacked = attacks::king(men.king);
        for (&kind, &from) in kinds.iter().zip(men.pieces()) {
            attacked |= attacks::of(Colour::White, kind, from, occupied);
        }
        Chase { attacked, occupied, zone }
    }

    /// Where the bare king can go, and stand when the other side is to move.
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
    pub(super) fn loose(&self, men: &Men) -> Bitboard {
        self.occupied - self.attacked - Bitboard::of(men.king)
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
        let takes = near & chase.loose(men);
        let mut best = Best::default();
        for (piece, &at) in men.pieces().iter().enumerate() {
            if takes.contains(at) {
                best.add(self.exits.after_capture(men, piece)?);
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

    /// The first place of a met among the pieces, or where one would be.
    fn place_of_met(&self) -> usize {
        let pieces = self.ending.strong();
        pieces
            .iter()
            .position(|&kind| matches!(kind, Kind::Met | Kind::Pawn))
            .unwrap_or(pieces.len())
    }
}
