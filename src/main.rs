//! Command line.
use mekong::{
    perft::perft,
    rules::{Position, Variant},
};
fn main() {
    let args: Vec<String> = std::env::args().collect();
    if args.len() == 1 {
        if let Err(error) = mekong::protocol::run() {
            eprintln!("mekong: {error}");
            std::process::exit(1);
        }
        return;
    }
    let variant = Variant::find(&args[1]).unwrap();
    let fen = args.get(3).map_or(variant.start, |s| s);
    let mut p = Position::from_fen(variant, fen).unwrap();
    let t = std::time::Instant::now();
    let n = perft(&mut p, args[2].parse().unwrap());
    let s = t.elapsed().as_secs_f64();
    println!("{n} {s:.3} s {:.0} Mnps", n as f64 / s / 1e6);
}
