//! AdamW: adaptive steps with decoupled weight decay (Kingma and Ba, "Adam", 2015; Loshchilov and
//! Hutter, "Decoupled Weight Decay Regularization", 2019).

use rayon::prelude::*;

use super::weights::{BIAS_ROW, Units, Weights, limit};

/// Share of the old mean gradient that each step keeps.
const MEAN_KEPT: f32 = 0.9;
/// Share of the old mean squared gradient that each step keeps.
const SQUARE_KEPT: f32 = 0.999;
/// Added to divisors.
const EPSILON: f32 = 1e-8;

/// The moments of the gradient.
#[derive(Clone, PartialEq, Debug)]
pub struct AdamW<const H: usize> {
    /// Running mean of the gradient.
    pub mean: Weights<H>,
    /// Running mean of its square.
    pub square: Weights<H>,
    /// Steps taken.
    pub steps: u64,
}

/// The numbers of one step.
#[derive(Clone, Copy)]
struct StepFactors {
    /// Learning rate, with the correction for the means' start at zero.
    rate: f32,
    /// What every weight is multiplied by.
    shrink: f32,
    /// What the summed gradient is multiplied by.
    scale: f32,
    /// Correction of the squares' mean.
    square_scale: f32,
}

impl<const H: usize> AdamW<H> {
    /// Before the first step.
    pub fn new() -> AdamW<H> {
        AdamW { mean: Weights::zero(), square: Weights::zero(), steps: 0 }
    }

    /// Moves the parameters against `scale` times the sum of the gradients, at a learning rate and
    /// with a decay of weights (not of biases) of `rate × decay`, and keeps them within
    /// their [`limit`]s. Runs in the current rayon pool; the result does not depend on its size.
    pub fn step(
        &mut self,
        weights: &mut Weights<H>,
        gradients: &[Weights<H>],
        scale: f32,
        rate: f32,
        decay: f32,
    ) {
        self.steps += 1;
        let steps = i32::try_from(self.steps).unwrap_or(i32::MAX);
        let step = StepFactors {
            rate: rate / (1.0 - MEAN_KEPT.powi(steps)),
            shrink: 1.0 - rate * decay,
            scale,
            square_scale: 1.0 / (1.0 - SQUARE_KEPT.powi(steps)),
        };
        let rows = weights.rows.par_iter_mut().zip(&mut *self.mean.rows);
        rows.zip(&mut *self.square.rows).enumerate().with_min_len(64).for_each(
            |(index, ((row, mean), square))| {
                let mut sum = Units::<H>::ZERO;
                for gradient in gradients {
                    let part = &gradient.rows[index];
                    sum.0.iter_mut().zip(&part.0).for_each(|(sum, part)| *sum += part);
                }
                let shrink = if index == BIAS_ROW { 1.0 } else { step.shrink };
                let step = StepFactors { shrink, ..step };
                let limit = limit(index);
                for i in 0..H {
                    step.apply(&mut row.0[i], &mut mean.0[i], &mut square.0[i], sum.0[i]);
                    row.0[i] = row.0[i].clamp(-limit, limit);
                }
            },
        );
        let step = StepFactors { shrink: 1.0, ..step };
        for (index, bias) in weights.bias.iter_mut().enumerate() {
            let sum = gradients.iter().map(|gradient| gradient.bias[index]).sum();
            step.apply(bias, &mut self.mean.bias[index], &mut self.square.bias[index], sum);
        }
    }
}

impl<const H: usize> Default for AdamW<H> {
    fn default() -> AdamW<H> {
        AdamW::new()
    }
}

impl StepFactors {
    #[inline(always)]
    fn apply(self, parameter: &mut f32, mean: &mut f32, square: &mut f32, sum: f32) {
        let gradient = sum * self.scale;
        *mean = MEAN_KEPT * *mean + (1.0 - MEAN_KEPT) * gradient;
        *square = SQUARE_KEPT * *square + (1.0 - SQUARE_KEPT) * gradient * gradient;
        let divisor = (*square * self.square_scale).sqrt() + EPSILON;
        *parameter = *parameter * self.shrink - self.rate * *mean / divisor;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::train::weights::{INPUT_LIMIT, OUTPUT_LIMIT};

    #[test]
    fn the_first_step_has_the_length_of_the_rate() {
        let (mut weights, mut gradient) = (Weights::<32>::zero(), Weights::<32>::zero());
        weights.rows[0].0[0] = 1.0;
        gradient.rows[3].0[2] = -5.0;
        gradient.bias[1] = 0.01;
        let gradients = [gradient.clone(), gradient];
        AdamW::new().step(&mut weights, &gradients, 0.5, 0.1, 0.01);
        assert!((weights.rows[3].0[2] - 0.1).abs() < 1e-5);
        assert!((weights.bias[1] + 0.1).abs() < 1e-5);
        assert!((weights.rows[0].0[0] - 0.999).abs() < 1e-5);
        assert_eq!(weights.rows[1], Units::ZERO);
    }

    #[test]
    fn weights_stay_within_the_limit() {
        let (mut weights, mut gradient) = (Weights::<32>::zero(), Weights::<32>::zero());
        gradient.rows[5].0.fill(1.0);
        gradient.rows[BIAS_ROW + 1].0.fill(-1.0);
        let mut adam = AdamW::new();
        (0..30).for_each(|_| adam.step(&mut weights, &[gradient.clone()], 1.0, 0.1, 0.0));
        assert_eq!(weights.rows[5].0, [-INPUT_LIMIT; 32]);
        assert_eq!(weights.rows[BIAS_ROW + 1].0, [OUTPUT_LIMIT; 32]);
    }
}
