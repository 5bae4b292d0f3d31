//! The network forward and backward in floating point, written once as plain loops and compiled
//! twice: for any processor, and for those with AVX2, chosen when the program runs. Sums are taken
//! in the same order both times, so that the results are the same to the bit.
//!
//! The inner loops count instead of iterating: iterators over slices keep the compiler from seeing
//! how rows are aligned, and some are not inlined into the function for AVX2, which makes training
//! several times slower.
#![allow(clippy::needless_range_loop, clippy::manual_memcpy)]

use super::loss::{Loss, Losses};
use super::samples::Samples;
use super::weights::{BIAS_ROW, Units, Weights, output_row};

/// Hidden units that are worked on at a time, few enough for the registers.
pub(super) const BLOCK: usize = 32;

/// Partial sums of the output layer.
const LANES: usize = 16;

/// How many samples ahead memory is asked for.
const AHEAD: usize = 8;

/// The sums of the losses of the samples named by `order`. With `gradient`, its derivative by every
/// parameter is added to that.
///
/// # Panics
/// If `order` names a sample that does not exist.
pub fn pass<const H: usize>(
    weights: &Weights<H>,
    samples: &Samples,
    order: &[u32],
    loss: Loss,
    gradient: Option<&mut Weights<H>>,
) -> Losses {
    #[cfg(target_arch = "x86_64")]
    if std::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has the feature that the function is compiled for.
        return unsafe { pass_avx2(weights, samples, order, loss, gradient) };
    }
    pass_plain(weights, samples, order, loss, gradient)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn pass_avx2<const H: usize>(
    weights: &Weights<H>,
    samples: &Samples,
    order: &[u32],
    loss: Loss,
    gradient: Option<&mut Weights<H>>,
) -> Losses {
    pass_plain(weights, samples, order, loss, gradient)
}

#[inline(always)]
fn pass_plain<const H: usize>(
    weights: &Weights<H>,
    samples: &Samples,
    order: &[u32],
    loss: Loss,
    mut gradient: Option<&mut Weights<H>>,
) -> Losses {
    let mut total = Losses::default();
    let mut hidden = [Units::<H>::ZERO; 2];
    for (at, &index) in order.iter().enumerate() {
        // A sample's head must be there before its inputs can be asked for.
        if let Some(&later) = order.get(at + 2 * AHEAD) {
            samples.prefetch_head(later as usize);
        }
        if let Some(&later) = order.get(at + AHEAD) {
            samples.prefetch_inputs(later as usize);
        }
        let sample = samples.get(index as usize);
        let mut output = weights.bias[sample.bucket];
        for (view, units) in hidden.iter_mut().enumerate() {
            sum_inputs(weights, sample.views[view], units);
            output += dot(units, &weights.rows[output_row(sample.bucket, view)]);
        }
        let (price, slope) = loss.of(output, sample.aim);
        total.0[sample.bucket] += f64::from(price);
        if let Some(gradient) = &mut gradient {
            gradient.bias[sample.bucket] += slope;
            for (view, units) in hidden.iter_mut().enumerate() {
                let row = output_row(sample.bucket, view);
                output_backward(units, &weights.rows[row], &mut gradient.rows[row], slope);
                inputs_backward(gradient, sample.views[view], units);
            }
        }
    }
    total
}

/// The hidden layer before clipping.
#[inline(always)]
fn sum_inputs<const H: usize>(weights: &Weights<H>, inputs: &[u16], hidden: &mut Units<H>) {
    for from in (0..H).step_by(BLOCK) {
        let mut sums = block(&weights.rows[BIAS_ROW], from);
        for &input in inputs {
            let row = aligned(&weights.rows[usize::from(input)]);
            for i in 0..BLOCK {
                sums[i] += row.0[from + i];
            }
        }
        for i in 0..BLOCK {
            hidden.0[from + i] = sums[i];
        }
    }
}

/// Adds the derivatives by the hidden units to those by the biases and the inputs' weights.
#[inline(always)]
fn inputs_backward<const H: usize>(gradient: &mut Weights<H>, inputs: &[u16], hidden: &Units<H>) {
    for from in (0..H).step_by(BLOCK) {
        let units = block(hidden, from);
        add_block(&mut gradient.rows[BIAS_ROW], from, &units);
        for &input in inputs {
            add_block(&mut gradient.rows[usize::from(input)], from, &units);
        }
    }
}

#[inline(always)]
fn add_block<const H: usize>(row: &mut Units<H>, from: usize, units: &[f32; BLOCK]) {
    let row = aligned_mut(row);
    for i in 0..BLOCK {
        row.0[from + i] += units[i];
    }
}

/// The units of a row that are worked on at a time.
#[inline(always)]
fn block<const H: usize>(row: &Units<H>, from: usize) -> [f32; BLOCK] {
    let mut block = [0.0; BLOCK];
    for i in 0..BLOCK {
        block[i] = row.0[from + i];
    }
    block
}

/// The same row. The compiler forgets its alignment otherwise, and then loads it in halves.
#[inline(always)]
fn aligned<const H: usize>(row: &Units<H>) -> &Units<H> {
    // SAFETY: references are aligned as their type is.
    unsafe { std::hint::assert_unchecked(std::ptr::from_ref(row).is_aligned()) };
    row
}

/// As [`aligned`].
#[inline(always)]
fn aligned_mut<const H: usize>(row: &mut Units<H>) -> &mut Units<H> {
    // SAFETY: references are aligned as their type is.
    unsafe { std::hint::assert_unchecked(std::ptr::from_mut(row).is_aligned()) };
    row
}

/// The sum over the units of weight × clipped activation squared.
#[inline(always)]
fn dot<const H: usize>(hidden: &Units<H>, weights: &Units<H>) -> f32 {
    let weights = aligned(weights);
    let mut lanes = [0.0f32; LANES];
    for from in (0..H).step_by(LANES) {
        for lane in 0..LANES {
            let activation = hidden.0[from + lane].clamp(0.0, 1.0);
            lanes[lane] += activation * activation * weights.0[from + lane];
        }
    }
    lanes.iter().sum()
}

/// Adds the derivatives by the output weights to `gradient` and turns the hidden layer into the
/// derivatives by its units; `slope` is the derivative by the output.
#[inline(always)]
fn output_backward<const H: usize>(
    hidden: &mut Units<H>,
    weights: &Units<H>,
    gradient: &mut Units<H>,
    slope: f32,
) {
    let (weights, gradient) = (aligned(weights), aligned_mut(gradient));
    for i in 0..H {
        let unit = hidden.0[i];
        let activation = unit.clamp(0.0, 1.0);
        gradient.0[i] += slope * activation * activation;
        let derivative = 2.0 * slope * activation * weights.0[i];
        // Where clipping bites, the unit does nothing; at 0 the derivative vanishes by itself.
        hidden.0[i] = if unit < 1.0 { derivative } else { 0.0 };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::network::{BUCKETS, INPUTS};
    use crate::learn::train::testing;

    const H: usize = 32;

    /// The loss again, in double precision and without any of the code above.
    fn loss(numbers: &[f64], samples: &Samples, exponent: f64) -> f64 {
        let sigmoid = |x: f64| 1.0 / (1.0 + (-x).exp());
        let mut total = 0.0;
        for sample in (0..samples.len()).map(|index| samples.get(index)) {
            let mut output = numbers[(INPUTS + 1 + 2 * BUCKETS) * H + sample.bucket];
            for (view, inputs) in sample.views.into_iter().enumerate() {
                for unit in 0..H {
                    let sum: f64 =
                        inputs.iter().map(|&input| numbers[usize::from(input) * H + unit]).sum();
                    let activation = (sum + numbers[INPUTS * H + unit]).clamp(0.0, 1.0);
                    let row = INPUTS + 1 + 2 * sample.bucket + view;
                    output += activation * activation * numbers[row * H + unit];
                }
            }
            total += (sigmoid(output) - f64::from(sample.aim)).abs().powf(exponent);
        }
        total
    }

    #[test]
    fn gradients_agree_with_finite_differences() {
        let samples = testing::samples(11, 60);
        let mut weights = Weights::<H>::random(12, &[true; INPUTS]);
        // Larger output weights than at the start of training, so that everything matters.
        weights.rows[BIAS_ROW + 1..].iter_mut().flat_map(|row| &mut row.0).for_each(|w| *w *= 4.0);
        weights.rows[BIAS_ROW].0.iter_mut().enumerate().for_each(|(i, b)| *b = 0.03 * i as f32);
        weights.bias.iter_mut().enumerate().for_each(|(i, b)| *b = 0.1 * i as f32);
        let order: Vec<u32> = (0..samples.len() as u32).collect();
        let mut numbers: Vec<f64> = weights.to_vec().into_iter().map(f64::from).collect();
        for exponent in [2.0, 2.5] {
            let power = f64::from(exponent);
            let mut gradient = Weights::<H>::zero();
            let total =
                pass(&weights, &samples, &order, Loss { exponent }, Some(&mut gradient)).total();
            assert!((total - loss(&numbers, &samples, power)).abs() < 1e-4 * total);
            let mut compared = 0;
            for (index, found) in gradient.to_vec().into_iter().enumerate() {
                // All biases and output weights, a share of the many input weights.
                if index < INPUTS * H && index % 23 != 0 {
                    continue;
                }
                let before = numbers[index];
                let mut at = |value: f64| {
                    numbers[index] = value;
                    loss(&numbers, &samples, power)
                };
                let step = 1e-6;
                let expected = (at(before + step) - at(before - step)) / (2.0 * step);
                numbers[index] = before;
                let error = (f64::from(found) - expected).abs();
                assert!(error < 1e-4 + 1e-3 * expected.abs(), "{index}: {found} {expected}");
                compared += usize::from(expected.abs() > 1e-3);
            }
            assert!(compared > 200, "{compared}");
        }
    }

    #[test]
    fn both_ways_give_the_same_results() {
        let samples = testing::samples(13, 50);
        let weights = Weights::<64>::random(14, samples.seen());
        let order: Vec<u32> = (0..50).rev().collect();
        let loss = Loss { exponent: 2.0 };
        let (mut a, mut b) = (Weights::zero(), Weights::zero());
        let fast = pass(&weights, &samples, &order, loss, Some(&mut a));
        let plain = pass_plain(&weights, &samples, &order, loss, Some(&mut b));
        assert_eq!(fast, plain);
        assert_eq!(a, b);
    }
}
