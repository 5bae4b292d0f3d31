//! Tables of one piece each.
//!
//! The board's honour runs until the last piece of a side is captured, one clock for both sides, and
//! gives way to the pieces' honour: the capture wins if the mate that follows comes within that. A
//! king that is bared can only draw. There are two tables: plies to mate as if the board's honour
//! never ended ([`Metric::Mate`]), and plies to mate or such a capture ([`Metric::Zeroing`]): a
//! position is won if and only if that comes before the board's honour ends.

use std::sync::Arc;

use super::bare::Bare;
use super::ending::Ending;
use super::id::Metric;
use super::layout::{Layout, Men};
use super::store::Store;
use super::value::{Best, Value};
use crate::board::{Bitboard, Colour, Kind, Square, attacks};
use crate::rules::{Count, CountingRule};

/// The table of an ending with one piece each, strong side to move. The weak side's turn is found
/// from its moves.
#[derive(Debug)]
pub(super) struct Duel {
    pub(super) ending: Ending,
    /// The weak side's piece.
    pub(super) weak: Kind,
    pub(super) rule: CountingRule,
    pub(super) metric: Metric,
    pub(super) layout: Layout,
    pub(super) store: Store,
    pub(super) captures: Captures,
}

/// What captures of the last piece lead to.
#[derive(Clone, Debug)]
pub(super) struct Captures {
    /// By the capturing side (0 strong, 1 weak): its piece against a bare king.
    single: [Arc<Bare>; 2],
    /// By the capturing side: the count that starts.
    counts: [Count; 2],
    /// What the plies of the table lead to.
    metric: Metric,
}

impl Captures {
    /// What captures lead to when `rule` counts and those are the tables of the strong and the weak
    /// side's piece against a bare king.
    pub(super) fn new(rule: CountingRule, metric: Metric, single: [Arc<Bare>; 2]) -> Captures {
        let counts = single.each_ref().map(|table| table.ending.count(rule));
        Captures { single, counts, metric }
    }

    /// What the bare king, to move, faces after the capture: a loss if the mate comes in time,
    /// otherwise a draw. The capturing side's king and piece stand like this. `None` if a table's
    /// file cannot be read any more.
    pub(super) fn value(&self, side: &Side, bare: Square) -> Option<Value> {
        let (colour, by) = (side.colour, side.colour.index());
        let men = Men::new(side.king.relative_to(colour), &[side.piece.relative_to(colour)]);
        let value = self.single[by].bare_to_move(&men, bare.relative_to(colour))?;
        let in_time = value.loss().filter(|&plies| self.counts[by].allows(plies.into()));
        Some(match (in_time, self.metric) {
            (None, _) => Value::DRAW,
            (Some(_), Metric::Mate) => value,
            (Some(_), Metric::Zeroing) => Value::after(0),
        })
    }
}

/// A side of a duel.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side {
    /// White is the strong side.
    pub(super) colour: Colour,
    pub(super) king: Square,
    pub(super) kind: Kind,
    pub(super) piece: Square,
}

impl Side {
    fn occupied(&self) -> Bitboard {
        Bitboard::of(self.king) | Bitboard::of(self.piece)
    }

    /// Whether its king is in check from `other`'s piece or next to `other`'s king.
    pub(super) fn is_attacked(&self, other: &Side) -> bool {
        let occupied = self.occupied() | other.occupied();
        attacks::king(other.king).contains(self.king)
            || attacks::of(other.colour, other.kind, other.piece, occupied).contains(self.king)
    }

    /// Whether its king, having just taken the last piece, stands next to the bare king.
    fn touches(&self, bare: Square) -> bool {
        attacks::king(self.king).contains(bare)
    }
}

/// The value for `us`, to move, given those of what moves lead to, without and with a capture of
/// the last piece, told what our side then is. `None` if one of them is.
pub(super) fn value_of_moves(
    us: Side,
    them: Side,
    quiet: impl Fn(Side) -> Option<Value>,
    capture: impl Fn(Side) -> Option<Value>,
) -> Option<Value> {
    let mut best = Best::default();
    let occupied = us.occupied() | them.occupied();
    let king_moves = attacks::king(us.king).map(|king| Side { king, ..us });
    let piece_moves = attacks::of(us.colour, us.kind, us.piece, occupied);
    let piece_moves = piece_moves.map(|piece| Side { piece, ..us });
    for (from, after) in
        king_moves.map(|side| (us.king, side)).chain(piece_moves.map(|side| (us.piece, side)))
    {
        let to = if from == us.king { after.king } else { after.piece };
        if us.occupied().contains(to) || to == them.king {
            continue;
        }
        if to == them.piece {
            if !after.touches(them.king) {
                best.add(capture(after)?);
            }
        } else if !after.is_attacked(&them) {
            best.add(quiet(after)?);
        }
    }
    Some(best.value(us.is_attacked(&them)))
}

/// Squares of the weak king with which the weak piece gives check: all, none, or all that are not
/// in a rook's way.
pub(super) fn checked(weak: Kind, men: &Men) -> Bitboard {
    let piece = men.pieces()[1];
    if attacks::of(Colour::Black, weak, piece, men.occupied()).contains(men.king) {
        !attacks::between(piece, men.king)
    } else {
        Bitboard::EMPTY
    }
}

impl Duel {
    /// The two sides with these men and the weak king there.
    pub(super) fn sides(&self, men: &Men, weak_king: Square) -> [Side; 2] {
        let side = |colour, king, kind, piece| Side { colour, king, kind, piece };
        [
            side(Colour::White, men.king, self.ending.strong()[0], men.pieces()[0]),
            side(Colour::Black, weak_king, self.weak, men.pieces()[1]),
        ]
    }

    /// The value with the strong side to move; `None` if the table's file cannot be read any more.
    pub(super) fn strong_to_move(&self, men: &Men, weak_king: Square) -> Option<Value> {
        let (row, symmetry) = self.layout.row(men);
        self.store.entry(row, symmetry.square(weak_king).index())
    }

    /// The value with the weak side to move; `None` if a table's file cannot be read any more.
    pub(super) fn weak_to_move(&self, men: &Men, weak_king: Square) -> Option<Value> {
        let [strong, weak] = self.sides(men, weak_king);
        value_of_moves(
            weak,
            strong,
            |weak| self.strong_to_move(&men.with(1, weak.piece), weak.king),
            |weak| self.captures.value(&weak, men.king),
        )
    }
}
