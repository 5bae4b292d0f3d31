//! The evaluation by a small neural network that is updated move by move (after Nasu's NNUE, 2018).
//!
//! 1,024 inputs for each side's perspective → [`HIDDEN`] units shared by both perspectives → squared clipped ReLU →
//! one output, the weights chosen by the number of pieces.

pub mod accumulator;
mod builtin;
pub mod features;
mod file;
mod kernel;

pub use accumulator::AccumulatorStack;
pub use features::INPUTS;
pub use file::{NetworkError, SIZE};

use self::features::Perspective;
use crate::board::Square;
use crate::rules::Position;

/// Hidden units for each perspective.
pub const HIDDEN: usize = 256;

/// Sets of output weights; the number of pieces on the board chooses.
pub const BUCKETS: usize = 8;

/// A hidden activation or input weight of 1 is this much.
pub const ACTIVATION_UNIT: i32 = kernel::CLIP as i32;

/// An output weight of 1 is this much. Weights are small (their median is 1/20), so that a coarser
/// unit costs centipawns.
pub const OUTPUT_UNIT: i32 = 256;

/// Centipawns for an output of 1.
pub const SCALE: i32 = 400;

/// The output weights that are used with so many pieces on the board (2–32).
#[inline]
pub const fn bucket(pieces: u32) -> usize {
    let bucket = (pieces.saturating_sub(2) / 4) as usize;
    if bucket < BUCKETS { bucket } else { BUCKETS - 1 }
}

/// One number for each hidden unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub struct Row(pub [i16; HIDDEN]);

impl Row {
    /// All zero.
    pub const ZERO: Row = Row([0; HIDDEN]);
}

/// The weights.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    /// For each input its weight to every hidden unit.
    pub input: Box<[Row]>,
    /// Biases of the hidden units.
    pub hidden_bias: Row,
    /// For each bucket the weights of the perspective of the side to move, and of the other. None is
    /// beyond ±127.
    pub output: [[Row; 2]; BUCKETS],
    /// For each bucket the output's bias, in units of activation × output.
    pub output_bias: [i32; BUCKETS],
}

impl Network {
    /// A network of zeros.
    pub fn zero() -> Box<Network> {
        Box::new(Network {
            input: vec![Row::ZERO; INPUTS].into_boxed_slice(),
            hidden_bias: Row::ZERO,
            output: [[Row::ZERO; 2]; BUCKETS],
            output_bias: [0; BUCKETS],
        })
    }

    #[inline]
    fn row(&self, input: u16) -> &Row {
        &self.input[usize::from(input).min(INPUTS - 1)]
    }

    /// The value of a position in centipawns for the side to move.
    pub fn evaluate(&self, accumulators: &mut AccumulatorStack, position: &Position) -> i32 {
        let bucket = bucket(position.board().occupied().count());
        let sum = [position.side(), !position.side()]
            .into_iter()
            .zip(&self.output[bucket])
            .map(|(colour, weights)| {
                i64::from(kernel::output(accumulators.current(self, position, colour), weights))
            })
            .sum();
        self.value(sum, bucket)
    }

    /// The value of a single position in centipawns for the side to move.
    pub fn evaluate_alone(&self, position: &Position) -> i32 {
        self.evaluate(&mut AccumulatorStack::new(self, position), position)
    }

    /// What the side to move would lose, in centipawns, without the inputs of the piece on a
    /// square, all else equal.
    pub fn worth(&self, position: &Position, square: Square) -> i32 {
        let Some(piece) = position.board().at(square) else { return 0 };
        let bucket = bucket(position.board().occupied().count());
        let (mut with, mut without) = (0, 0);
        for (colour, weights) in
            [position.side(), !position.side()].into_iter().zip(&self.output[bucket])
        {
            let mut accumulators = AccumulatorStack::new(self, position);
            let row = accumulators.current(self, position, colour);
            let input = Perspective::of(position, colour).piece(piece, square);
            let mut less = Row::ZERO;
            kernel::update(&mut less, row, &[], &[self.row(input as u16)]);
            with += i64::from(kernel::output(row, weights));
            without += i64::from(kernel::output(&less, weights));
        }
        self.value(with, bucket) - self.value(without, bucket)
    }

    /// The value in centipawns of what the output weights make of the hidden layer.
    #[inline]
    fn value(&self, sum: i64, bucket: usize) -> i32 {
        let value = sum / i64::from(ACTIVATION_UNIT) + i64::from(self.output_bias[bucket]);
        (value * i64::from(SCALE) / i64::from(ACTIVATION_UNIT * OUTPUT_UNIT)) as i32
    }
}

#[cfg(test)]
mod tests {
    use rand::seq::IndexedRandom;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::features::DirtyPieces;
    use super::*;
    use crate::movegen::legal_moves;
    use crate::rules::Variant;

    fn random_network(seed: u64) -> Box<Network> {
        let mut network = Network::zero();
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        let mut next = |limit: i16| rng.random_range(-limit..=limit);
        network.input.iter_mut().flat_map(|row| &mut row.0).for_each(|w| *w = next(90));
        network.output.iter_mut().flatten().flat_map(|row| &mut row.0).for_each(|w| *w = next(127));
        network
    }

    /// Along random games of every variant, asked for now and then, also after taking back.
    #[test]
    fn incremental_layers_equal_full_ones() {
        let network = random_network(7);
        for variant in Variant::ALL {
            let mut position = variant.start_position();
            let mut accumulators = AccumulatorStack::new(&network, &position);
            let mut rng = Pcg64Mcg::seed_from_u64(99);
            for ply in 0..300 {
                let moves = legal_moves(&position);
                let Some(&mv) = moves.choose(&mut rng) else { break };
                let dirty = DirtyPieces::of(&position, mv);
                let before = position;
                let _ = position.make(mv);
                accumulators.push(dirty, &position);
                if ply > 0 && rng.random_ratio(1, 16) {
                    accumulators.pop();
                    position = before;
                }
                if rng.random_ratio(1, 4) {
                    let value = network.evaluate(&mut accumulators, &position);
                    assert_eq!(value, network.evaluate_alone(&position), "{}", position.fen());
                }
            }
        }
    }
}
