//! Benches of what everything else stands on: FEN, make and unmake, move generation, perft.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use mekong::movegen::{MoveList, Scope, count_legal, generate, legal_moves};
use mekong::perft::{PerftTable, perft, perft_hashed};
use mekong::rules::{Position, Variant};

/// A position from the opening, the middle and the end of a game for each variant.
const POSITIONS: [(&str, &str); 7] = [
    ("makruk", "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1"),
    ("makruk", "r1sm1r2/3k1s1R/1pp2p2/P1nnPP2/7p/PS3N2/3NSM1P/2RK4 w - - 0 1"),
    ("makruk", "1M1k1mR1/7M/MN5s/ps2pp2/m3P2P/2SP4/5m2/2K1S3 w - - 1 52"),
    ("makruk", "8/8/8/8/8/5K2/2R5/6k1 w - 32 5 100"),
    ("cambodian", "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w DEde - 0 1"),
    ("cambodian", "8/2r1rk2/1M5R/1pP5/3m4/6RP/3Km3/S7 w - - 1 52"),
    ("karouk", "1nsmksnr/8/rppppppp/p7/8/PPPPPPPP/2KN4/1RS1MSNR b Ede - 1+1 3 3"),
];

fn positions() -> Vec<Position> {
    let read = |(name, fen)| {
        let variant = Variant::find(name).expect("a variant");
        Position::from_fen(variant, fen).expect("a sound FEN")
    };
    POSITIONS.into_iter().map(read).collect()
}

fn fen(c: &mut Criterion) {
    let positions = positions();
    let mut group = c.benchmark_group("fen");
    group.throughput(Throughput::Elements(POSITIONS.len() as u64));
    let texts: Vec<_> = positions.iter().map(|at| (at.variant(), at.fen())).collect();
    group.bench_function("read", |b| {
        b.iter(|| {
            for (variant, fen) in &texts {
                let _ = black_box(Position::from_fen(*variant, black_box(fen)));
            }
        });
    });
    group.bench_function("write", |b| {
        b.iter(|| positions.iter().map(|position| black_box(position).fen().len()).sum::<usize>());
    });
}

fn make(c: &mut Criterion) {
    let mut positions = positions();
    let lists: Vec<MoveList> = positions.iter().map(legal_moves).collect();
    let mut group = c.benchmark_group("make");
    group.throughput(Throughput::Elements(lists.iter().map(|list| list.len() as u64).sum()));
    group.bench_function("make and unmake", |b| {
        b.iter(|| {
            for (position, list) in positions.iter_mut().zip(&lists) {
                for &mv in list {
                    let undo = position.make(black_box(mv));
                    black_box(&mut *position);
                    position.unmake(mv, undo);
                }
            }
        });
    });
}

fn movegen(c: &mut Criterion) {
    let positions = positions();
    let mut group = c.benchmark_group("movegen");
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("count", |b| {
        b.iter(|| positions.iter().map(|position| count_legal(black_box(position))).sum::<u64>());
    });
    for (name, scope) in
        [("list", Scope::All), ("list captures", Scope::Noisy), ("list quiet", Scope::Quiet)]
    {
        group.bench_function(name, |b| {
            b.iter(|| {
                for position in &positions {
                    let mut list = MoveList::new();
                    generate(black_box(position), scope, &mut list);
                    black_box(&list);
                }
            });
        });
    }
}

fn counts(c: &mut Criterion) {
    let mut group = c.benchmark_group("perft");
    for variant in Variant::ALL {
        let mut start = variant.start_position();
        group.throughput(Throughput::Elements(perft(&mut start, 4)));
        group.bench_function(format!("{variant} 4"), |b| {
            b.iter(|| perft(black_box(&mut start), 4));
        });
    }
    let mut start = Variant::ALL[0].start_position();
    let table = PerftTable::new(1).expect("one MiB");
    group.bench_function("makruk 4, hashed", |b| {
        b.iter(|| {
            table.clear();
            perft_hashed(black_box(&mut start), 4, &table)
        });
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1));
    targets = fen, make, movegen, counts
}
criterion_main!(benches);
