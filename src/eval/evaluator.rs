//! The evaluation along a line of play.

use std::sync::Arc;

use super::missed::Missed;
use super::network::features::Change;
use super::network::{Accumulators, Network};
use crate::rules::{Position, is_dead};
use crate::score::Score;

/// Evaluates the positions of a line by a network.
#[derive(Clone, Debug)]
pub struct Evaluator {
    network: Arc<Network>,
    accumulators: Accumulators,
    missed: Option<&'static Missed>,
}

impl Evaluator {
    /// For lines that begin with `position`.
    pub fn new(network: Arc<Network>, position: &Position) -> Evaluator {
        let accumulators = Accumulators::new(&network, position);
        let missed = Missed::by(&network, position.variant());
        Evaluator { network, accumulators, missed }
    }

    /// A move has been made that changed this, nothing if it was a null move. It led to `after`.
    #[inline]
    pub fn push(&mut self, change: Change, after: &Position) {
        self.accumulators.push(change, after);
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
        let seen = self.network.evaluate(&mut self.accumulators, position);
        let missed = self.missed.map_or(0, |row| row.of_board(position.board(), position.side()));
        let value = seen + missed;
        Score(value.clamp(-Score::MAX_EVAL, Score::MAX_EVAL))
    }
}

/// Value of a single position in centipawns for the side to move; never a mate.
pub fn evaluate(network: &Arc<Network>, position: &Position) -> Score {
    Evaluator::new(Arc::clone(network), position).evaluate(position)
}
