//! The board: squares, pieces, moves and the placement of pieces with its hash key.
//!
//! What stands on a square is looked up on a 0x88 board, whose coordinates also make the tables of
//! steps: a step off the board is one AND away from being noticed. The piece lists, one for each
//! colour and kind, are sets of squares of one bit each: whole groups of pieces step at once, and a
//! list has no order that taking moves back could spoil. No magic numbers: a rook's attacks are
//! subtracted. Nothing here knows a rule beyond how a piece moves.

mod alphabet;
pub mod attacks;
mod bitboard;
mod by;
mod moves;
mod piece;
mod placement;
mod square;
pub mod zobrist;

pub use alphabet::Alphabet;
pub use bitboard::{Bitboard, Step};
pub use by::{ByColour, ByKind, ByPiece, BySquare};
pub use moves::{Move, ParsedMove, Promotion};
pub use piece::{Colour, Kind, Piece};
pub use placement::Board;
pub use square::Square;
