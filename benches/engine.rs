//! Benches of what stands on the rules: evaluation, search, reading protocol lines.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use mekong::eval::evaluate;
use mekong::eval::network::Network;
use mekong::game::Game;
use mekong::protocol::uci;
use mekong::rules::{Position, Variant};
use mekong::search::{Limits, SearchOptions, Shared, search};

const POSITIONS: [(&str, &str); 4] = [
    ("makruk", "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1"),
    ("makruk", "r1sm1r2/3k1s1R/1pp2p2/P1nnPP2/7p/PS3N2/3NSM1P/2RK4 w - - 0 1"),
    ("makruk", "8/2K3k1/5m2/4S1S1/8/8/8/8 w - 128 97 1"),
    ("karouk", "1nsmksnr/8/rppppppp/p7/8/PPPPPPPP/2KN4/1RS1MSNR b Ede - 1+1 3 3"),
];

const LINES: [&str; 4] = [
    "go wtime 1050 btime 1050 winc 50 binc 50",
    "setoption name UCI_Variant value cambodian",
    "position startpos moves g1e2 b8d7 b1d2 g8e7 e3e4 e6e5",
    "go infinite searchmoves g1e2 b1d2",
];

fn positions() -> Vec<Position> {
    let read = |(name, fen)| {
        let variant = Variant::find(name).expect("a variant");
        Position::from_fen(variant, fen).expect("a sound FEN")
    };
    POSITIONS.into_iter().map(read).collect()
}

fn evaluation(c: &mut Criterion) {
    let positions = positions();
    let mut group = c.benchmark_group("evaluation");
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("whole", |b| {
        b.iter(|| {
            let value = |at| evaluate(Network::builtin(Position::variant(at)), black_box(at)).0;
            positions.iter().map(value).sum::<i32>()
        });
    });
}

/// Nodes a second are those of the table divided by the time shown.
fn searching(c: &mut Criterion) {
    let shared = Shared::new(16);
    let limits = Limits { depth: Some(8), ..Limits::default() };
    let mut group = c.benchmark_group("search");
    for (at, position) in positions().into_iter().enumerate() {
        let game = Game::new(position);
        group.bench_function(format!("depth 8 of position {}", at + 1), |b| {
            b.iter(|| {
                shared.clear();
                shared.signals.prepare(false);
                search(&game, &limits, &SearchOptions::default(), &shared, &mut ()).nodes
            });
        });
    }
}

fn protocol(c: &mut Criterion) {
    let mut group = c.benchmark_group("protocol");
    group.throughput(Throughput::Elements(LINES.len() as u64));
    group.bench_function("read UCI lines", |b| {
        b.iter(|| LINES.iter().filter(|line| uci::parse(black_box(line)).is_ok()).count());
    });
}

fn config() -> Criterion {
    Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_millis(1_500))
}

criterion_group!(name = benches; config = config(); targets = evaluation, searching, protocol);
criterion_main!(benches);
