//! From the numbers that were trained to the network that plays.

use super::params::{BIAS_ROW, Params, Units, output_row};
use crate::eval::network::{ACTIVATION_UNIT, HIDDEN, Network, OUTPUT_UNIT, Row};

/// The network with every weight rounded to the units of integer inference.
pub fn quantise(params: &Params<HIDDEN>) -> Box<Network> {
    let mut network = Network::zero();
    let (inner, outer) = (ACTIVATION_UNIT as f32, OUTPUT_UNIT as f32);
    for (row, from) in network.input.iter_mut().zip(&params.rows) {
        *row = rounded(from, inner, i16::MAX);
    }
    network.hidden_bias = rounded(&params.rows[BIAS_ROW], inner, i16::MAX);
    for (bucket, views) in network.output.iter_mut().enumerate() {
        for (view, row) in views.iter_mut().enumerate() {
            *row = rounded(&params.rows[output_row(bucket, view)], outer, 127);
        }
    }
    for (to, from) in network.output_bias.iter_mut().zip(params.bias) {
        *to = (from * inner * outer).round() as i32;
    }
    network
}

fn rounded(units: &Units<HIDDEN>, unit: f32, limit: i16) -> Row {
    Row(units.0.map(|weight| ((weight * unit).round() as i16).clamp(-limit, limit)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::network::{INPUTS, SCALE, bucket, features::View};
    use crate::learn::train::params::WEIGHT_LIMIT;
    use crate::learn::train::testing;
    use crate::rules::Position;

    /// The model's value in centipawns.
    fn value(params: &Params<HIDDEN>, position: &Position) -> f64 {
        let bucket = bucket(position.board().occupied().count());
        let mut output = f64::from(params.bias[bucket]);
        for (view, colour) in [position.side(), !position.side()].into_iter().enumerate() {
            let inputs = View::of(position, colour).active(position);
            for unit in 0..HIDDEN {
                let weight = |row: usize| f64::from(params.rows[row].0[unit]);
                let sum: f64 = inputs.iter().map(|&input| weight(input.into())).sum();
                let activation = (sum + weight(BIAS_ROW)).clamp(0.0, 1.0);
                output += activation * activation * weight(output_row(bucket, view));
            }
        }
        output * f64::from(SCALE)
    }

    #[test]
    fn the_network_says_what_the_model_says() {
        let mut params = Params::<HIDDEN>::random(21, &[true; INPUTS]);
        params.bias.iter_mut().enumerate().for_each(|(i, b)| *b = 0.1 * i as f32 - 0.3);
        // Most units are off, as in trained networks; the output weights' rounding errors count by
        // the square of the activations.
        params.rows[BIAS_ROW].0.fill(-0.3);
        let network = quantise(&params);
        let mut square = 0.0;
        let positions = testing::positions(22, 200);
        for position in &positions {
            let error = value(&params, position) - f64::from(network.evaluate_alone(position));
            assert!(error.abs() < 25.0, "{error} in {}", position.fen());
            square += error * error;
        }
        let spread = (square / positions.len() as f64).sqrt();
        assert!(spread < 8.0, "{spread} centipawns");
    }

    /// Weights that need no rounding: what is left is the last division.
    #[test]
    fn whole_weights_give_the_same_value() {
        let mut params = Params::<HIDDEN>::random(23, &[true; INPUTS]);
        for (index, row) in params.rows.iter_mut().enumerate() {
            let unit = if index <= BIAS_ROW { ACTIVATION_UNIT } else { OUTPUT_UNIT } as f32;
            row.0.iter_mut().for_each(|weight| *weight = (*weight * unit).round() / unit);
        }
        let network = quantise(&params);
        for position in testing::positions(24, 100) {
            let error = value(&params, &position) - f64::from(network.evaluate_alone(&position));
            assert!(error.abs() < 1.1, "{error} in {}", position.fen());
        }
    }

    #[test]
    fn the_largest_weights_fit() {
        let mut params = Params::<HIDDEN>::zero();
        params.rows.iter_mut().for_each(|row| row.0.fill(WEIGHT_LIMIT));
        let network = quantise(&params);
        assert_eq!(network.output[0][0].0[0], 127);
        assert!(39 * i32::from(network.input[0].0[0]) <= i32::from(i16::MAX));
        for position in testing::positions(25, 20) {
            let value = value(&params, &position);
            let error = value - f64::from(network.evaluate_alone(&position));
            assert!(error.abs() < 0.01 * value);
        }
    }
}
