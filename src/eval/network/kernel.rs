//! The network's arithmetic on rows of hidden units, written once as plain loops and compiled twice:
//! for any processor, and for those with AVX2, chosen when the program runs. The results are
//! the same to the bit: all of it is integer arithmetic that can't overflow.

use super::{HIDDEN, Row};

/// Hidden activations are clipped to 0–255, which stands for 0–1.
pub(super) const CLIP: i16 = 255;

macro_rules! dispatched {
    ($(#[$doc:meta])* fn $name:ident($($arg:ident: $type:ty),*) $(-> $result:ty)? = $plain:ident / $avx2:ident) => {
        $(#[$doc])*
        #[inline]
        pub(super) fn $name($($arg: $type),*) $(-> $result)? {
            #[cfg(target_arch = "x86_64")]
            if std::is_x86_feature_detected!("avx2") {
                // SAFETY: the processor has the feature that the function is compiled for.
                return unsafe { $avx2($($arg),*) };
            }
            $plain($($arg),*)
        }

        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx2")]
        fn $avx2($($arg: $type),*) $(-> $result)? {
            $plain($($arg),*)
        }
    };
}

dispatched! {
    /// `to = from + added − removed`, of as many rows as are given.
    fn update(to: &mut Row, from: &Row, added: &[&Row], removed: &[&Row]) = update_plain / update_avx2
}

dispatched! {
    /// The sum over the hidden units of weight × clipped activation squared.
    fn output(activations: &Row, weights: &Row) -> i32 = output_plain / output_avx2
}

#[inline(always)]
fn update_plain(to: &mut Row, from: &Row, added: &[&Row], removed: &[&Row]) {
    // A move, and a capture, in one pass; anything else in as many as it takes.
    match (added, removed) {
        ([a], [b]) => fill(to, |i| from.0[i].wrapping_add(a.0[i]).wrapping_sub(b.0[i])),
        ([a], [b, c]) => {
            fill(to, |i| from.0[i].wrapping_add(a.0[i]).wrapping_sub(b.0[i]).wrapping_sub(c.0[i]))
        }
        _ => {
            *to = *from;
            for row in added {
                for i in 0..HIDDEN {
                    to.0[i] = to.0[i].wrapping_add(row.0[i]);
                }
            }
            for row in removed {
                for i in 0..HIDDEN {
                    to.0[i] = to.0[i].wrapping_sub(row.0[i]);
                }
            }
        }
    }
}

#[inline(always)]
fn fill(to: &mut Row, unit: impl Fn(usize) -> i16) {
    for i in 0..HIDDEN {
        to.0[i] = unit(i);
    }
}

#[inline(always)]
fn output_plain(activations: &Row, weights: &Row) -> i32 {
    let mut sum = 0;
    for i in 0..HIDDEN {
        let activation = activations.0[i].clamp(0, CLIP);
        // |weight| ≤ 127, so that the first product fits 16 bits.
        let product = activation.wrapping_mul(weights.0[i]);
        sum += i32::from(product) * i32::from(activation);
    }
    sum
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::*;

    #[test]
    fn both_ways_give_the_same_results() {
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        let mut row = |limit: i16| {
            let mut row = Row::ZERO;
            row.0.fill_with(|| rng.random_range(-limit..=limit));
            row
        };
        for _ in 0..50 {
            let (from, a, b, c, weights) = (row(900), row(300), row(300), row(300), row(127));
            let (mut fast, mut plain) = (Row::ZERO, Row::ZERO);
            update(&mut fast, &from, &[&a], &[&b, &c]);
            update_plain(&mut plain, &from, &[&a], &[&b, &c]);
            assert_eq!(fast, plain);
            assert_eq!(output(&fast, &weights), output_plain(&plain, &weights));
        }
    }
}
