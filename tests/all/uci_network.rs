//! Networks from files in the real engine.

use crate::common::engine::Engine;
use crate::common::uci::*;
use mekong::eval::network::Network;
use mekong::eval::wdl::Wdl;
use mekong::rules::Variant;
use mekong::score::Score;

#[test]
fn a_network_is_loaded_from_a_file_or_the_old_one_stays() {
    let directory = tempfile::tempdir().unwrap();
    let file = |name: &str, bytes: &[u8]| {
        let path = directory.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        path.display().to_string()
    };
    let mut network = Network::zero();
    // Every position is worth a pawn to the side to move.
    network.output_bias = network.output_bias.map(|_| 255 * 256 / 4);
    let bytes = network.to_bytes();
    let good = file("a good.mknn", &bytes);
    let mut damaged = bytes.clone();
    damaged[1_000] ^= 1;
    let cases = [
        (file("no network", b"hello"), "not a network file"),
        (file("damaged", &damaged), "checksum"),
        (file("short", &bytes[..5_000]), "bytes, expected"),
        (directory.path().join("none").display().to_string(), "No such file"),
    ];
    let mut engine = Engine::uci();
    let score = |engine: &mut Engine| {
        let lines = go(engine, "go depth 1");
        let exact = lines.iter().rfind(|line| is_exact(line)).expect("a score").clone();
        field(&exact, "cp").map(str::to_owned)
    };
    let built_in = score(&mut engine);
    engine.send(&format!("setoption name EvalFile value {good}"));
    assert!(engine.sync().is_empty());
    // As a user sees it.
    let pawn = Wdl::of(&Variant::ALL[0].start_position()).normalised(Score(-100)).0.to_string();
    assert_eq!(score(&mut engine).as_deref(), Some(&*pawn));
    for (path, why) in cases {
        engine.send(&format!("setoption name EvalFile value {path}"));
        let lines = engine.sync();
        assert!(lines.len() == 1 && lines[0].contains(why), "{path}: {lines:?}");
        assert_eq!(score(&mut engine).as_deref(), Some(&*pawn), "the old one stays");
    }
    engine.send("setoption name EvalFile value <built-in>");
    assert_eq!(score(&mut engine), built_in);
    engine.quit();
}
