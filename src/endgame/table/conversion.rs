//! Conversions: captures and promotions, which lead to the tables of other endings.
//!
//! A capture that bares a king, and of a bare king the last bia's promotion or capture, starts the
//! pieces' honour: what follows must be won within it. Under any other conversion the count goes on.

use std::sync::Arc;

use arrayvec::ArrayVec;

use super::super::ending::{Ending, MAX_PIECES};
use super::super::id::Metric;
use super::super::layout::Men;
use super::super::value::Value;
use super::{Table, Turn};
use crate::board::{Colour, Kind, Square};
use crate::rules::Count;

/// What an ending's conversions lead to.
#[derive(Clone, Default, Debug)]
pub(in crate::endgame) struct Conversions {
    /// For each piece, the strong side's first, what its capture leads to; `None` where only kings
    /// are left, a draw.
    pub(in crate::endgame) captures: ArrayVec<Option<Conversion>, MAX_PIECES>,
    /// What a bia's promotion leads to.
    pub(in crate::endgame) promotion: Option<Conversion>,
}

/// What a capture or promotion leads to.
#[derive(Clone, Debug)]
pub(in crate::endgame) struct Conversion {
    pub(in crate::endgame) table: Arc<Table>,
    /// Whether that table's strong side is the weak one before.
    pub(in crate::endgame) swapped: bool,
    /// The count that starts with the move, if any does.
    pub(in crate::endgame) count: Count,
    /// What plies of the table before lead to.
    pub(in crate::endgame) metric: Metric,
}

impl Conversion {
    /// The men that are left, seen from the table's strong side, the weak king, and whose turn it is.
    /// `strong` is the number of the pieces that the side has which was the strong one before.
    pub(in crate::endgame) fn seen(
        &self,
        men: &Men,
        weak_king: Square,
        turn: Turn,
    ) -> (Men, Square, Turn) {
        if !self.swapped {
            return (*men, weak_king, turn);
        }
        let turned = |square: Square| square.relative_to(Colour::Black);
        let mut pieces: ArrayVec<Square, MAX_PIECES> =
            men.pieces().iter().map(|&square| turned(square)).collect();
        // The table's strong side, whose pieces come first there, comes last here.
        pieces.rotate_right(self.table.ending().strong().len().min(men.pieces().len()));
        (Men::new(turned(weak_king), &pieces), turned(men.king), turn.other())
    }

    /// What a value of the table means before the conversion.
    pub(in crate::endgame) fn counted(&self, value: Value) -> Value {
        let in_time = value.plies().is_none_or(|plies| self.count.allows(plies.into()));
        match self.metric {
            _ if !in_time => Value::DRAW,
            Metric::Zeroing if self.count.is_running() && value.loss().is_some() => Value::after(0),
            _ => value,
        }
    }

    /// The value after the conversion, which left these men. `None` if a table's file cannot be
    /// read any more.
    pub(in crate::endgame) fn value(
        &self,
        men: &Men,
        weak_king: Square,
        turn: Turn,
    ) -> Option<Value> {
        let (men, weak_king, turn) = self.seen(men, weak_king, turn);
        Some(self.counted(self.table.value(&men, weak_king, turn)?))
    }
}

impl Conversions {
    /// The value after the capture of piece number `piece` of `men`, all of which stand as after it.
    /// `None` if a table's file cannot be read any more.
    pub(in crate::endgame) fn after_capture(
        &self,
        men: &Men,
        piece: usize,
        weak_king: Square,
        turn: Turn,
    ) -> Option<Value> {
        match &self.captures[piece] {
            None => Some(Value::DRAW),
            Some(conversion) => conversion.value(&men.without(piece), weak_king, turn),
        }
    }

    /// The value after bia number `bia` of `men` has promoted on `to`. `None` if a table's file
    /// cannot be read any more.
    pub(in crate::endgame) fn after_promotion(
        &self,
        men: &Men,
        bia: usize,
        to: Square,
        weak_king: Square,
    ) -> Option<Value> {
        match &self.promotion {
            None => Some(Value::DRAW),
            Some(conversion) => {
                conversion.value(&conversion.promoted(men, bia, to), weak_king, Turn::Weak)
            }
        }
    }
}

impl Conversion {
    /// The men after bia number `bia` has become a met on `to`.
    pub(in crate::endgame) fn promoted(&self, men: &Men, bia: usize, to: Square) -> Men {
        // A met comes before the bia that are left and, of two, in any place.
        men.without(bia).with_more(place_of_met(self.table.ending()), to)
    }
}

/// The first place of a met among the pieces, or where one would be.
fn place_of_met(ending: &Ending) -> usize {
    let pieces = ending.strong();
    pieces.iter().position(|&kind| matches!(kind, Kind::Met | Kind::Pawn)).unwrap_or(pieces.len())
}
