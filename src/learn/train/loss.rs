//! What the network should say, and the price of saying something else.

use crate::eval::network::SCALE;

/// What is aimed at, and how errors count.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Aim {
    /// Share of the searched value in the aim, 0–1; the rest is the game's result.
    pub blend: f32,
    /// The loss is |expected points − aim| to the power of this (2: squared error).
    pub exponent: f32,
}

/// Expected points (0–1) for a value of the network, where 1 stands for [`SCALE`] centipawns.
#[inline(always)]
pub fn sigmoid(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
}

impl Aim {
    /// The loss of the network's output for a position that is worth `score` centipawns by search
    /// and in which the side to move got `points` in the end; and the loss's derivative.
    #[inline(always)]
    pub fn loss(self, output: f32, score: i16, points: f32) -> (f32, f32) {
        let searched = sigmoid(f32::from(score) / SCALE as f32);
        let aim = self.blend * searched + (1.0 - self.blend) * points;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_aim_costs_nothing() {
        for exponent in [2.0, 2.5] {
            let aim = Aim { blend: 1.0, exponent };
            let (loss, slope) = aim.loss(0.5, 200, 0.0);
            assert!(loss < 1e-12 && slope.abs() < 1e-6);
            let aim = Aim { blend: 0.0, exponent };
            assert!(aim.loss(9.0, 0, 1.0).0 < aim.loss(1.0, 0, 1.0).0);
            assert!(aim.loss(1.0, 0, 1.0).1 < 0.0 && aim.loss(1.0, 0, 0.0).1 > 0.0);
        }
    }
}
