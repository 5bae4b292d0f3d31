//! The numbers that training changes, and everything of the same shape: gradients and moments.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

use crate::eval::network::{ACTIVATION_UNIT, BUCKETS, INPUTS, OUTPUT_UNIT};

/// The row of the hidden biases; the rows before it are those of the inputs.
pub const BIAS_ROW: usize = INPUTS;

/// Number of rows: inputs, hidden biases, output weights.
pub const ROWS: usize = BIAS_ROW + 1 + 2 * BUCKETS;

/// No weight to a hidden unit is larger than this, up or down, so that the sum of the at most 39
/// inputs and the bias, 40 × 2 × 255, stays far below the 32,767 of its accumulator.
pub const INPUT_LIMIT: f32 = 2.0;

/// No output weight is larger than this, up or down, so that it fits the ±127 of the quantised
/// network.
pub const OUTPUT_LIMIT: f32 = 127.0 / OUTPUT_UNIT as f32;

/// The largest weight of a row, up or down.
#[inline]
pub const fn limit(row: usize) -> f32 {
    if row <= BIAS_ROW { INPUT_LIMIT } else { OUTPUT_LIMIT }
}

/// What a weight of a row is a multiple of in the quantised network.
const fn grain(row: usize) -> f32 {
    1.0 / if row <= BIAS_ROW { ACTIVATION_UNIT as f32 } else { OUTPUT_UNIT as f32 }
}

/// The row of the output weights for a bucket; `view` is 0 for the view of the side to move and
/// 1 for the other's.
#[inline]
pub const fn output_row(bucket: usize, view: usize) -> usize {
    BIAS_ROW + 1 + 2 * bucket + view
}

/// One number for each hidden unit.
#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(align(64))]
pub struct Units<const H: usize>(pub [f32; H]);

impl<const H: usize> Units<H> {
    /// All zero. `H` must be a multiple of 32.
    pub const ZERO: Units<H> = {
        assert!(H > 0 && H.is_multiple_of(32), "the kernel works on 32 hidden units at a time");
        Units([0.0; H])
    };
}

/// The parameters of a network with `H` hidden units, a multiple of 32.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights<const H: usize> {
    /// Input weights by input, then the hidden biases at [`BIAS_ROW`], then the output weights at
    /// [`output_row`]; always [`ROWS`] rows.
    pub rows: Box<[Units<H>]>,
    /// The output's bias by bucket.
    pub bias: [f32; BUCKETS],
}

impl<const H: usize> Weights<H> {
    /// Number of parameters.
    pub const COUNT: usize = ROWS * H + BUCKETS;

    /// All zero.
    pub fn zero() -> Weights<H> {
        Weights { rows: vec![Units::ZERO; ROWS].into_boxed_slice(), bias: [0.0; BUCKETS] }
    }

    /// Random weights to begin with: uniform, with a spread that is the larger the fewer numbers
    /// are summed. Inputs that `seen` does not name, and all biases, are zero, so that what never
    /// occurs in the data means nothing.
    pub fn random(seed: u64, seen: &[bool; INPUTS]) -> Weights<H> {
        let mut rng = Pcg64::seed_from_u64(seed);
        let mut weights = Weights::zero();
        let mut fill = |row: &mut Units<H>, limit: f32| {
            row.0.fill_with(|| rng.random_range(-limit..limit));
        };
        for (row, _) in weights.rows[..INPUTS].iter_mut().zip(seen).filter(|&(_, &seen)| seen) {
            fill(row, (1.0f32 / 32.0).sqrt());
        }
        for row in &mut weights.rows[BIAS_ROW + 1..] {
            fill(row, (1.0 / (2.0 * H as f32)).sqrt());
        }
        weights
    }

    /// The same with every number rounded as in the network that plays.
    pub fn rounded(&self) -> Weights<H> {
        let mut weights = self.clone();
        for (index, row) in weights.rows.iter_mut().enumerate() {
            let (grain, limit) = (grain(index), limit(index));
            row.0.iter_mut().for_each(|weight| {
                *weight = ((*weight / grain).round() * grain).clamp(-limit, limit);
            });
        }
        let grain = grain(0) * grain(ROWS);
        weights.bias.iter_mut().for_each(|bias| *bias = (*bias / grain).round() * grain);
        weights
    }

    /// Sets everything to zero.
    pub fn clear(&mut self) {
        self.rows.fill(Units::ZERO);
        self.bias = [0.0; BUCKETS];
    }

    /// All numbers one after the other: [`Weights::COUNT`] of them.
    pub fn to_vec(&self) -> Vec<f32> {
        self.rows.iter().flat_map(|row| row.0).chain(self.bias).collect()
    }

    /// What [`Weights::to_vec`] wrote; `None` if the number of numbers is wrong, or one is not
    /// finite.
    pub fn from_slice(numbers: &[f32]) -> Option<Weights<H>> {
        if numbers.len() != Self::COUNT || !numbers.iter().all(|number| number.is_finite()) {
            return None;
        }
        let mut weights = Weights::zero();
        let places = weights.rows.iter_mut().flat_map(|row| &mut row.0).chain(&mut weights.bias);
        for (place, &number) in places.zip(numbers) {
            *place = number;
        }
        Some(weights)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back() {
        let weights = Weights::<32>::random(5, &[true; INPUTS]);
        let numbers = weights.to_vec();
        assert_eq!(Weights::from_slice(&numbers), Some(weights));
        assert_eq!(Weights::<32>::from_slice(&numbers[1..]), None);
        assert_eq!(Weights::<32>::from_slice(&[f32::NAN; Weights::<32>::COUNT]), None);
    }

    #[test]
    fn what_is_never_seen_means_nothing() {
        let mut seen = [true; INPUTS];
        seen[7] = false;
        let weights = Weights::<32>::random(5, &seen);
        assert_eq!(weights.rows[7], Units::ZERO);
        assert!(weights.rows[8].0.iter().all(|&weight| weight != 0.0));
    }
}
