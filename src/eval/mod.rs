//! The value of a position without looking ahead.

mod count;
mod describe;
mod evaluator;
pub mod network;
mod terms;

pub use describe::describe;
pub use evaluator::Evaluator;
pub use terms::Value;

use crate::board::Colour;
use crate::rules::{Position, is_dead};
use crate::score::Score;

/// Value of the position in centipawns for the side to move, never a mate.
pub fn evaluate(position: &Position) -> Score {
    if is_dead(position) {
        return Score::DRAW;
    }
    let white = count::scale(position, terms::total(position.board()));
    let limit = Score::MAX_EVAL;
    let value = match position.side() {
        Colour::White => white,
        Colour::Black => -white,
    };
    Score((value + terms::TEMPO).clamp(-limit, limit))
}
