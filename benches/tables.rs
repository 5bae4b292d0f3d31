//! Benches of probing endgame tables, in memory and in a file.

use std::hint::black_box;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use mekong::board::Colour;
use mekong::endgame::{TableId, Tables};
use mekong::rules::{Position, PositionBuilder, Variant, scatter, square_for};
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

/// Positions of each kind.
const POSITIONS: usize = 1_000;

/// The tables of these endings and of all with fewer men that they need.
fn tables(names: &[&str], men: usize) -> Tables {
    let mut tables = Tables::default();
    for id in TableId::all(men) {
        let small = id.ending().men() < men && id.rule().is_none();
        if small || names.contains(&id.to_string().as_str()) {
            tables.build(&id, 2, &|_, _| {}).expect("the smaller tables are there");
        }
    }
    tables
}

/// Legal positions of makruk with these men, White's in upper case, on random squares.
fn positions(letters: &str, side: Colour) -> Vec<Position> {
    let variant = Variant::ALL[0];
    let mut rng = Pcg64Mcg::seed_from_u64(7);
    let men = letters.chars().filter_map(|letter| variant.alphabet.piece(letter));
    let random = || {
        let board = scatter(men.clone(), &mut rng, |man, rng| square_for(variant, man, rng))?;
        PositionBuilder::new(variant).board(board).side(side).build().ok()
    };
    std::iter::repeat_with(random).flatten().take(POSITIONS).collect()
}

fn bench(c: &mut Criterion, name: &str, men: &str, tables: &Tables) {
    let mut group = c.benchmark_group(name);
    group.throughput(Throughput::Elements(POSITIONS as u64));
    for side in Colour::BOTH {
        let positions = positions(men, side);
        group.bench_function(BenchmarkId::new(men, format!("{side:?}")), |b| {
            b.iter(|| {
                let known = positions.iter().filter(|at| tables.probe(black_box(at)).is_some());
                assert_eq!(known.count(), POSITIONS);
            });
        });
    }
}

/// The time shown is for 1,000 probes.
fn in_memory(c: &mut Criterion) {
    let tables = tables(&["KSMK", "KPK makruk", "KSPK makruk", "KRK", "KRKS makruk"], 4);
    for men in ["KSMk", "KSPk", "KRks"] {
        bench(c, "1,000 probes in memory", men, &tables);
    }
}

/// Nearly every position is in another block of the file, which has to be unpacked.
fn in_a_file(c: &mut Criterion) {
    let folder = tempfile::tempdir().expect("a folder");
    let built = tables(&["KRMMK"], 5);
    for id in built.ids() {
        built.save(&id, folder.path(), 6, 2).expect("the file is written");
    }
    let tables = Tables::open(folder.path()).expect("sound files");
    bench(c, "1,000 probes in a file", "KRMMk", &tables);
}

fn config() -> Criterion {
    Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_millis(1_500))
}

criterion_group!(name = benches; config = config(); targets = in_memory, in_a_file);
criterion_main!(benches);
