//! A count as players speak of it.

use std::fmt;

use super::{Count, CountingMode, CountingRule};
use crate::board::Colour;
use crate::rules::Position;

/// What is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Honour {
    /// Moves while both sides have more than their kings.
    Board,
    /// Moves against a bare king.
    Pieces,
}

/// A running count in moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spoken {
    /// What is counted.
    pub honour: Honour,
    /// Whose count it is; `None` if it is both sides' alike.
    pub owner: Option<Colour>,
    /// The number that was said last; 0 if none was.
    pub said: u16,
    /// The number that must not be passed.
    pub limit: u16,
    /// The same in plies.
    pub count: Count,
}

impl Position {
    /// The running count, if one runs.
    pub fn spoken_count(&self) -> Option<Spoken> {
        let count = self.count();
        if !count.is_running() {
            return None;
        }
        let board = self.board();
        let any_bare = Colour::BOTH.into_iter().any(|side| board.is_bare(side));
        let owner = self.rules().counting().owner(board, count, self.side());
        // A number is said with each move of the owner: the first ply is one, or the second.
        let owner_began = owner.is_some_and(|owner| {
            let own_turn = owner == self.side();
            count.ply().is_multiple_of(2) == own_turn
        });
        let said = if owner_began { count.ply().div_ceil(2) } else { count.ply() / 2 };
        Some(Spoken {
            honour: if any_bare { Honour::Pieces } else { Honour::Board },
            owner,
            said,
            limit: count.limit().div_ceil(2),
            count,
        })
    }

    /// Whether a checkmate in this position would be a draw: counts have to be declared, and the
    /// side that has just moved counts the board's honour, by which it can't win.
    #[inline]
    pub fn is_mate_void(&self) -> bool {
        self.rules().counting_mode() == CountingMode::Declared
            && self.spoken_count().is_some_and(|count| {
                count.honour == Honour::Board && count.owner == Some(!self.side())
            })
    }

    /// Whether two positions that differ in nothing but whose count runs may end differently.
    #[inline]
    pub(in crate::rules) fn owner_matters(&self) -> bool {
        let rules = self.rules();
        rules.counting_mode() == CountingMode::Declared
            || rules.counting() == CountingRule::FewerPieces
    }
}

impl fmt::Display for Spoken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let honour = match self.honour {
            Honour::Board => "board's honour",
            Honour::Pieces => "pieces' honour",
        };
        let owner = match self.owner {
            Some(owner) => format!("{owner:?}"),
            None => "both sides".into(),
        };
        let (said, limit) = (self.said, self.limit);
        let (ply, plies) = (self.count.ply(), self.count.limit());
        write!(f, "{honour}, counted by {owner}: {said} of {limit} said, {ply} of {plies} plies")?;
        match self.count.left() {
            Some(left @ 0..) => write!(f, ", {left} left: drawn in {} without a mate", left + 1),
            _ => write!(f, ", the limit is passed: drawn unless it is mate"),
        }
    }
}
