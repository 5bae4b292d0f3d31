//! Training steps: positions per second at 128 and 256 hidden units on two threads.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use mekong::learn::train::{TrainSettings, Trainer, TrainingData};
use mekong::movegen::legal_moves;
use mekong::rules::Variant;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

/// More than fits a processor's cache, as in training.
const SAMPLES: usize = 1_000_000;

/// Games are left when so few pieces are there.
const LAST_PIECES: u32 = 8;

fn data() -> TrainingData {
    let mut rng = Pcg64::seed_from_u64(1);
    let mut data = TrainingData::default();
    let mut position = Variant::ALL[0].start_position();
    while data.training.len() < SAMPLES {
        let moves = legal_moves(&position);
        if moves.is_empty() || position.board().occupied().count() <= LAST_PIECES {
            position = Variant::ALL[0].start_position();
            continue;
        }
        let _ = position.make(moves[rng.random_range(0..moves.len())]);
        data.training.push(&position, rng.random());
    }
    data
}

fn steps<const H: usize>(criterion: &mut Criterion, data: &TrainingData) {
    let settings = TrainSettings::default();
    let mut order: Vec<u32> = (0..SAMPLES as u32).collect();
    order.shuffle(&mut Pcg64::seed_from_u64(2));
    let mut batches = order.chunks_exact(settings.batch).cycle();
    let mut group = criterion.benchmark_group("train");
    group.throughput(Throughput::Elements(settings.batch as u64)).sample_size(10);
    let mut trainer = Trainer::<H>::new(settings, data).expect("the settings are sound");
    group.bench_function(format!("step, {H} hidden units, 2 threads"), |bencher| {
        bencher.iter(|| batches.next().map(|batch| trainer.step(&data.training, batch, 1e-3)));
    });
    group.finish();
}

fn train(criterion: &mut Criterion) {
    let data = data();
    let samples = (0..SAMPLES).step_by(1_000).map(|index| data.training.get(index));
    let active: usize = samples.map(|sample| sample.views[0].len()).sum();
    println!("{:.1} inputs set in each view", 1_000.0 * active as f64 / SAMPLES as f64);
    steps::<128>(criterion, &data);
    steps::<256>(criterion, &data);
}

criterion_group!(benches, train);
criterion_main!(benches);
