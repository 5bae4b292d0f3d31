//! From the numbers that were trained to the network that plays.

use super::weights::{BIAS_ROW, Units, Weights, output_row};
use crate::eval::network::{ACTIVATION_UNIT, HIDDEN, Network, OUTPUT_UNIT, Row};

const INNER: f32 = ACTIVATION_UNIT as f32;
const OUTER: f32 = OUTPUT_UNIT as f32;

/// The network with every weight [rounded](Weights::rounded) to the units of integer inference.
pub fn quantise(weights: &Weights<HIDDEN>) -> Box<Network> {
    let weights = weights.rounded();
    let mut network = Network::zero();
    let row = |row: usize, unit: f32| Row(weights.rows[row].0.map(|w| (w * unit).round() as i16));
    for (index, to) in network.input.iter_mut().enumerate() {
        *to = row(index, INNER);
    }
    network.hidden_bias = row(BIAS_ROW, INNER);
    for (bucket, views) in network.output.iter_mut().enumerate() {
        for (view, to) in views.iter_mut().enumerate() {
            *to = row(output_row(bucket, view), OUTER);
        }
    }
    network.output_bias = weights.bias.map(|bias| (bias * INNER * OUTER).round() as i32);
    network
}

/// The numbers of a network that plays, to train it further.
pub fn weights_of(network: &Network) -> Weights<HIDDEN> {
    let mut weights = Weights::zero();
    let units = |row: &Row, unit: f32| Units(row.0.map(|weight| f32::from(weight) / unit));
    for (to, row) in weights.rows.iter_mut().zip(&network.input) {
        *to = units(row, INNER);
    }
    weights.rows[BIAS_ROW] = units(&network.hidden_bias, INNER);
    for (bucket, views) in network.output.iter().enumerate() {
        for (view, row) in views.iter().enumerate() {
            weights.rows[output_row(bucket, view)] = units(row, OUTER);
        }
    }
    weights.bias = network.output_bias.map(|bias| bias as f32 / (INNER * OUTER));
    weights
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::network::{INPUTS, SCALE, bucket, features::Perspective};
    use crate::learn::train::testing;
    use crate::learn::train::weights::limit;
    use crate::rules::Position;

    /// The model's value in centipawns.
    fn value(weights: &Weights<HIDDEN>, position: &Position) -> f64 {
        let bucket = bucket(position.board().occupied().count());
        let mut output = f64::from(weights.bias[bucket]);
        for (view, colour) in [position.side(), !position.side()].into_iter().enumerate() {
            let inputs = Perspective::of(position, colour).active(position);
            for unit in 0..HIDDEN {
                let weight = |row: usize| f64::from(weights.rows[row].0[unit]);
                let sum: f64 = inputs.iter().map(|&input| weight(input.into())).sum();
                let activation = (sum + weight(BIAS_ROW)).clamp(0.0, 1.0);
                output += activation * activation * weight(output_row(bucket, view));
            }
        }
        output * f64::from(SCALE)
    }

    #[test]
    fn the_network_says_what_the_model_says() {
        let mut weights = Weights::<HIDDEN>::random(21, &[true; INPUTS]);
        weights.bias.iter_mut().enumerate().for_each(|(i, b)| *b = 0.1 * i as f32 - 0.3);
        // Most units are off, as in trained networks; the output weights' rounding errors count by
        // the square of the activations.
        weights.rows[BIAS_ROW].0.fill(-0.3);
        let network = quantise(&weights);
        let mut square = 0.0;
        let positions = testing::positions(22, 200);
        for position in &positions {
            let error = value(&weights, position) - f64::from(network.evaluate_alone(position));
            assert!(error.abs() < 10.0, "{error} in {}", position.fen());
            square += error * error;
        }
        let spread = (square / positions.len() as f64).sqrt();
        assert!(spread < 3.0, "{spread} centipawns");
    }

    /// Weights that need no rounding: what is left is the last division.
    #[test]
    fn whole_weights_give_the_same_value() {
        let mut weights = Weights::<HIDDEN>::random(23, &[true; INPUTS]);
        for (index, row) in weights.rows.iter_mut().enumerate() {
            let unit = if index <= BIAS_ROW { ACTIVATION_UNIT } else { OUTPUT_UNIT } as f32;
            row.0.iter_mut().for_each(|weight| *weight = (*weight * unit).round() / unit);
        }
        let network = quantise(&weights);
        for position in testing::positions(24, 100) {
            let error = value(&weights, &position) - f64::from(network.evaluate_alone(&position));
            assert!(error.abs() < 1.1, "{error} in {}", position.fen());
        }
    }

    #[test]
    fn networks_come_back_to_be_trained_further() {
        let mut weights = Weights::<HIDDEN>::random(26, &[true; INPUTS]);
        weights.bias.iter_mut().enumerate().for_each(|(i, b)| *b = 0.1 * i as f32 - 0.3);
        let network = quantise(&weights);
        assert_eq!(quantise(&weights_of(&network)), network);
        let (found, rounded) = (weights_of(&network).to_vec(), weights.rounded().to_vec());
        assert!(found.iter().zip(rounded).all(|(a, b)| (a - b).abs() < 1e-6));
    }

    #[test]
    fn the_largest_weights_fit() {
        let mut weights = Weights::<HIDDEN>::zero();
        for (index, row) in weights.rows.iter_mut().enumerate() {
            row.0.fill(limit(index));
        }
        let network = quantise(&weights);
        assert_eq!(network.output[0][0].0[0], 127);
        assert!(39 * i32::from(network.input[0].0[0]) <= i32::from(i16::MAX));
        for position in testing::positions(25, 20) {
            let value = value(&weights, &position);
            let error = value - f64::from(network.evaluate_alone(&position));
            assert!(error.abs() < 0.01 * value);
        }
    }
}
