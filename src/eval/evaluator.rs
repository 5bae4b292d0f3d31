//! The evaluation along a line of play.

use std::sync::Arc;

use super::network::features::DirtyPieces;
use super::network::{AccumulatorStack, Network};
use crate::rules::{Position, is_dead};
use crate::score::Score;

/// Evaluates the positions of a line by a network.
#[derive(Clone, Debug)]
pub struct Evaluator {
    network: Arc<Network>,
    accumulators: AccumulatorStack,
}

impl Evaluator {
    /// For lines that begin with `position`.
    pub fn new(network: Arc<Network>, position: &Position) -> Evaluator {
        let accumulators = AccumulatorStack::new(&network, position);
        Evaluator { network, accumulators }
    }

    /// A move has been made that changed this, nothing if it was a null move. It led to `after`.
    #[inline]
    pub fn push(&mut self, dirty: DirtyPieces, after: &Position) {
        self.accumulators.push(dirty, after);
    }

    /// The last move is taken back.
    #[inline]
    pub fn pop(&mut self) {
        self.accumulators.pop();
    }

    /// Value of the position that the moves have led to, in centipawns for the side to move; never
    /// a mate.
    pub fn evaluate(&mut self, position: &Position) -> Score {
        if is_dead(position) {
            return Score::DRAW;
        }
        let value = self.network.evaluate(&mut self.accumulators, position);
        Score(value.clamp(-Score::MAX_EVAL, Score::MAX_EVAL))
    }
}

/// Value of a single position in centipawns for the side to move; never a mate.
pub fn evaluate(network: &Arc<Network>, position: &Position) -> Score {
    Evaluator::new(Arc::clone(network), position).evaluate(position)
}
