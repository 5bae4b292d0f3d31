//! The evaluation along a line of play.

use std::sync::Arc;

use super::evaluate;
use super::network::features::Change;
use super::network::{Accumulators, Network};
use crate::board::Move;
use crate::rules::{Position, is_dead};
use crate::score::Score;

/// Evaluates the positions of a line, by a network if there is one, and otherwise by hand.
#[derive(Clone, Debug)]
pub struct Evaluator(Option<ByNetwork>);

/// A network and its hidden layers along the line.
#[derive(Clone, Debug)]
struct ByNetwork {
    network: Arc<Network>,
    accumulators: Accumulators,
}

impl Evaluator {
    /// For lines that begin with `position`.
    pub fn new(network: Option<Arc<Network>>, position: &Position) -> Evaluator {
        Evaluator(network.map(|network| ByNetwork {
            accumulators: Accumulators::new(&network, position),
            network,
        }))
    }

    /// What `mv` will change in `before`; to be asked before the move is made.
    #[inline]
    pub fn note(&self, before: &Position, mv: Move) -> Change {
        if self.0.is_some() { Change::of(before, mv) } else { Change::default() }
    }

    /// A move has been made that changed what was noted, nothing if it was a null move. It led to
    /// `after`.
    #[inline]
    pub fn push(&mut self, change: Change, after: &Position) {
        if let Some(by_network) = &mut self.0 {
            by_network.accumulators.push(change, after);
        }
    }

    /// The last move is taken back.
    #[inline]
    pub fn pop(&mut self) {
        if let Some(by_network) = &mut self.0 {
            by_network.accumulators.pop();
        }
    }

    /// Value of the position that the moves have led to, in centipawns for the side to move; never
    /// a mate.
    pub fn evaluate(&mut self, position: &Position) -> Score {
        match &mut self.0 {
            None => evaluate(position),
            Some(_) if is_dead(position) => Score::DRAW,
            Some(ByNetwork { network, accumulators }) => {
                let value = network.evaluate(accumulators, position);
                Score(value.clamp(-Score::MAX_EVAL, Score::MAX_EVAL))
            }
        }
    }
}
