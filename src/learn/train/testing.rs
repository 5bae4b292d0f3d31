//! Positions and samples for the tests.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

use super::{Samples, TrainingData};
use crate::movegen::legal_moves;
use crate::rules::{Position, Variant};

/// Positions of random games of every variant.
pub fn positions(seed: u64, number: usize) -> Vec<Position> {
    let mut rng = Pcg64::seed_from_u64(seed);
    let mut positions = Vec::with_capacity(number);
    while positions.len() < number {
        let mut position = Variant::ALL[rng.random_range(0..Variant::ALL.len())].start_position();
        for _ in 0..rng.random_range(0..300) {
            let moves = legal_moves(&position);
            if moves.is_empty() {
                break;
            }
            let _ = position.make(moves[rng.random_range(0..moves.len())]);
        }
        positions.push(position);
    }
    positions
}

/// Such positions with random aims.
pub fn samples(seed: u64, number: usize) -> Samples {
    let mut rng = Pcg64::seed_from_u64(!seed);
    let mut samples = Samples::default();
    for position in positions(seed, number) {
        samples.push(&position, rng.random());
    }
    samples
}

/// Such samples, as many to learn from and a tenth as many held out.
pub fn data(seed: u64, number: usize) -> TrainingData {
    TrainingData { training: samples(seed, number), held_out: samples(seed + 1_000, number / 10) }
}
