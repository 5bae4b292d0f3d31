//! The board: squares, pieces, moves and the placement of pieces with its hash key.
//!
//! A square is a 0x88 coordinate, so a step off the board is one AND away from being noticed; the
//! piece lists are sets of squares, one bit each, so whole groups of pieces step at once. Nothing
//! here knows a rule beyond how a piece moves on an empty board.

pub mod attacks;
mod moves;
mod piece;
mod placement;
mod set;
mod square;
pub mod zobrist;

pub use moves::{Move, ParsedMove};
pub use piece::{Colour, Kind, Piece};
pub use placement::Board;
pub use set::{SquareSet, Step};
pub use square::Square;
