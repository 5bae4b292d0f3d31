//! Setting up a position from its parts.

use thiserror::Error;

use super::position::State;
use super::{Count, Position, Rights, Rules};
use crate::board::{Board, ByColour, Colour, Kind, Piece, Square};

/// Most pieces that a side can have, the king included.
pub const MAX_PIECES: u32 = 16;

/// Why a position can't be set up.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PositionError {
    /// A side does not have exactly one king.
    #[error("{0:?} has {1} kings, expected 1")]
    Kings(Colour, u32),
    /// A side has too many pieces.
    #[error("{0:?} has {1} pieces, expected at most 16")]
    TooManyPieces(Colour, u32),
    /// The king of the side that just moved can be captured.
    #[error("the side not to move ({0:?}) is in check")]
    OpponentInCheck(Colour),
}

/// A position that is being set up: an empty board with White to move, move 1, at first.
///
/// ```
/// use mekong::board::{Colour, Kind, Piece, Square};
/// use mekong::rules::{Count, PositionBuilder, Variant};
///
/// let square = |name: &str| name.parse::<Square>().unwrap();
/// let position = PositionBuilder::new(Variant::ALL[0])
///     .piece(Piece::new(Colour::White, Kind::King), square("f3"))
///     .piece(Piece::new(Colour::White, Kind::Rook), square("c2"))
///     .piece(Piece::new(Colour::Black, Kind::King), square("g1"))
///     .count(Count::new(32, 27))
///     .build()?;
/// assert_eq!(position.fen(), "8/8/8/8/8/5K2/2R5/6k1 w - 32 27 1");
/// # Ok::<(), mekong::rules::PositionError>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct PositionBuilder {
    rules: Rules,
    board: Board,
    side: Colour,
    state: State,
    fullmove: u16,
}

impl PositionBuilder {
    /// An empty board, to be played on by these rules (a variant's own, or chosen ones).
    pub fn new(rules: impl Into<Rules>) -> PositionBuilder {
        let rules = rules.into();
        let checks = u8::from(rules.variant().first_check_wins);
        let state = State {
            rights: Rights::NONE,
            checks_left: ByColour::all(checks),
            count: Count::NONE,
            halfmoves: 0,
        };
        PositionBuilder { rules, board: Board::EMPTY, side: Colour::White, state, fullmove: 1 }
    }

    /// Puts a piece on a square, in place of what stands there.
    pub fn piece(mut self, piece: Piece, square: Square) -> PositionBuilder {
        if let Some(there) = self.board.at(square) {
            self.board.remove(there, square);
        }
        self.board.put(piece, square);
        self
    }

    /// Takes this whole placement.
    pub fn board(self, board: Board) -> PositionBuilder {
        PositionBuilder { board, ..self }
    }

    /// Whose turn it is.
    pub fn side(self, side: Colour) -> PositionBuilder {
        PositionBuilder { side, ..self }
    }

    /// The rights to first-move leaps. Those whose piece is not on its start square are dropped when
    /// the position is built.
    pub fn rights(mut self, rights: Rights) -> PositionBuilder {
        self.state.rights = rights;
        self
    }

    /// The running count; none where the rules count nothing.
    pub fn count(mut self, count: Count) -> PositionBuilder {
        self.state.count = self.rules.counting().given(count);
        self
    }

    /// Plies since the last capture or bia's move.
    pub fn halfmoves(mut self, plies: u16) -> PositionBuilder {
        self.state.halfmoves = plies;
        self
    }

    /// Number of the move, from 1.
    pub fn fullmove(self, number: u16) -> PositionBuilder {
        PositionBuilder { fullmove: number, ..self }
    }

    /// Checks that each colour still has to give to win; without effect where checks
    /// are not counted.
    pub fn checks_left(mut self, checks: ByColour<u8>) -> PositionBuilder {
        if self.rules.variant().first_check_wins {
            self.state.checks_left = checks;
        }
        self
    }

    /// The position.
    ///
    /// # Errors
    /// If a side does not have one king and sixteen pieces at most, or the king of the side that is
    /// not to move can be captured.
    pub fn build(self) -> Result<Position, PositionError> {
        let PositionBuilder { rules, board, side, mut state, fullmove } = self;
        for colour in Colour::BOTH {
            let kings = board.list(colour, Kind::King).count();
            if kings != 1 {
                return Err(PositionError::Kings(colour, kings));
            }
            let pieces = board.side(colour).count();
            if pieces > MAX_PIECES {
                return Err(PositionError::TooManyPieces(colour, pieces));
            }
        }
        let stands = |leap: &super::Leap| board.list(leap.colour, leap.kind).contains(leap.from);
        state.rights = state.rights.retain(rules.leaps(), stands);
        let position = Position { board, side, state, fullmove, rules };
        if position.is_attacked(board.king(!side), side) {
            return Err(PositionError::OpponentInCheck(!side));
        }
        Ok(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Variant;

    #[test]
    fn every_start_position_can_be_built_from_its_parts() {
        for variant in Variant::ALL {
            let start = variant.start_position();
            let again = PositionBuilder::new(variant)
                .board(*start.board())
                .rights(Rights::all(start.rules().leaps()))
                .build();
            assert_eq!(again, Ok(start));
        }
    }

    #[test]
    fn unsound_positions_are_refused() {
        let king = |colour| Piece::new(colour, Kind::King);
        let square = Square::from_index;
        let empty = || PositionBuilder::new(Variant::ALL[0]);
        assert_eq!(empty().build(), Err(PositionError::Kings(Colour::White, 0)));
        let white = || empty().piece(king(Colour::White), square(0));
        assert_eq!(white().build(), Err(PositionError::Kings(Colour::Black, 0)));
        let adjacent = white().piece(king(Colour::Black), square(1)).build();
        assert_eq!(adjacent, Err(PositionError::OpponentInCheck(Colour::Black)));
        let mets = (8..24).fold(white().piece(king(Colour::Black), square(63)), |builder, at| {
            builder.piece(Piece::new(Colour::White, Kind::Met), square(at))
        });
        assert_eq!(mets.build(), Err(PositionError::TooManyPieces(Colour::White, 17)));
    }
}
