//! What a count does to the value of a position.

use super::terms::centrality;
use crate::board::{Board, Colour, Kind};
use crate::rules::Position;

/// With this number of plies left, or more, a running count does not yet lower the value.
const FULL_VALUE_PLIES: i32 = 64;

/// The value for White once a running count, a bare king and material that is hard to win with are
/// thought of.
pub(super) fn scale(position: &Position, white: i32) -> i32 {
    let board = position.board();
    let bare = Colour::BOTH.into_iter().find(|&colour| board.side(colour).count() == 1);
    let mut value = match bare {
        Some(colour) if !position.variant().first_check_wins => chase(board, colour, white),
        _ => white,
    };
    if board.both(Kind::Pawn).is_empty() && bare.is_none() {
        value = value * 3 / 4;
    }
    match position.count().left() {
        Some(left) => value * left.clamp(0, FULL_VALUE_PLIES) / FULL_VALUE_PLIES,
        None => value,
    }
}

/// Against a bare king nothing counts but the mate: drive it to the edge, with the own king near.
/// The bare side can't win.
fn chase(board: &Board, bare: Colour, white: i32) -> i32 {
    let (hunted, hunter) = (board.king(bare), board.king(!bare));
    let corner = 12 * (3 - centrality(hunted));
    let near = 6 * (7 - i32::from(hunted.distance(hunter)));
    match bare {
        Colour::Black => (white + corner + near).max(0),
        Colour::White => (white - corner - near).min(0),
    }
}
