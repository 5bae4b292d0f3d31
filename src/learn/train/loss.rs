//! The price of not saying what the network should say.

use crate::eval::network::BUCKETS;

use super::Samples;

/// Expected points (0–1) for a value of the network, where 1 stands for
/// [`SCALE`](crate::eval::network::SCALE) centipawns.
#[inline(always)]
pub fn sigmoid(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
}

/// |expected points − aim| to a power.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Loss {
    /// The power (2: squared error).
    pub exponent: f32,
}

impl Loss {
    /// The loss of the network's output for a position in which the side to move should expect
    /// `aim` points; and the loss's derivative.
    #[inline(always)]
    pub fn of(self, output: f32, aim: f32) -> (f32, f32) {
        let expected = sigmoid(output);
        let error = expected - aim;
        let inner = expected * (1.0 - expected);
        if self.exponent == 2.0 {
            (error * error, 2.0 * error * inner)
        } else {
            let power = error.abs().powf(self.exponent - 1.0);
            (power * error.abs(), self.exponent * power * inner * error.signum())
        }
    }
}

/// Sums of losses by the output that applied: by the number of men on the board.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Losses(pub [f64; BUCKETS]);

impl Losses {
    /// Of all positions together.
    pub fn total(&self) -> f64 {
        self.0.iter().sum()
    }

    /// The mean loss of a position by output, 0 where there is none.
    pub fn means(&self, samples: &Samples) -> [f64; BUCKETS] {
        let counts = samples.by_bucket();
        std::array::from_fn(|bucket| self.0[bucket] / counts[bucket].max(1) as f64)
    }
}

impl std::iter::Sum for Losses {
    fn sum<I: Iterator<Item = Losses>>(parts: I) -> Losses {
        parts.fold(Losses::default(), |sum, part| {
            Losses(std::array::from_fn(|bucket| sum.0[bucket] + part.0[bucket]))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_aim_costs_nothing() {
        for exponent in [2.0, 2.5] {
            let loss = Loss { exponent };
            let (price, slope) = loss.of(0.5, sigmoid(0.5));
            assert!(price < 1e-12 && slope.abs() < 1e-6);
            assert!(loss.of(9.0, 1.0).0 < loss.of(1.0, 1.0).0);
            assert!(loss.of(1.0, 1.0).1 < 0.0 && loss.of(1.0, 0.0).1 > 0.0);
        }
    }

    #[test]
    fn sums_are_kept_apart_by_output() {
        let one = |bucket: usize, loss| {
            let mut losses = Losses::default();
            losses.0[bucket] = loss;
            losses
        };
        let sum: Losses = [one(0, 1.0), one(3, 2.0), one(0, 0.5)].into_iter().sum();
        assert_eq!((sum.0[0], sum.0[3], sum.total()), (1.5, 2.0, 3.5));
    }
}
