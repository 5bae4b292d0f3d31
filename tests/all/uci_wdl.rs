//! Expected wins, draws and losses (`UCI_ShowWDL`).

use crate::common::engine::Engine;
use crate::common::uci::*;

/// The three numbers of a line.
fn wdl(line: &str) -> Option<[u32; 3]> {
    let words = line.split_once(" wdl ")?.1.split(' ').take(3);
    let numbers: Vec<u32> = words.filter_map(|word| word.parse().ok()).collect();
    numbers.try_into().ok()
}

/// Where the rules or the tables leave nothing to estimate, nothing is estimated.
#[test]
fn certain_results_are_told_as_certain() {
    const DRAW: [u32; 3] = [0, 1_000, 0];
    const WIN: [u32; 3] = [1_000, 0, 0];
    const LOSS: [u32; 3] = [0, 0, 1_000];
    let repetition = "startpos moves b1d2 b8d7 d2b1 d7b8 b1d2 b8d7 d2b1 d7b8";
    let stalemate = format!("fen {STALEMATE}");
    let (mated, mate_in_one) = (format!("fen {MATED}"), format!("fen {MATE_IN_ONE}"));
    let mut engine = Engine::uci();
    engine.send("setoption name UCI_ShowWDL value true");
    for tables in ["true", "false"] {
        engine.send(&format!("setoption name Tables value {tables}"));
        for (setup, expected) in [
            ("fen 8/8/3k4/8/8/8/8/3K4 w - - 0 1", DRAW),
            (&stalemate, DRAW),
            ("fen 8/8/8/8/8/5K2/2R5/6k1 w - 32 33 100", DRAW),
            ("fen 8/8/8/8/8/5K2/2R5/6k1 w - 32 40 100", DRAW),
            (repetition, DRAW),
            (&mated, LOSS),
            (&mate_in_one, WIN),
        ] {
            engine.send(&format!("position {setup}"));
            let lines = go(&mut engine, "go depth 4");
            let told = lines.iter().rfind(|line| line.contains(" score ")).unwrap();
            assert_eq!(wdl(told), Some(expected), "{setup}: {lines:?}");
            assert_eq!(told.contains(" score cp 0 "), expected == DRAW, "{setup}: {told}");
        }
    }
    // Twice is not yet thrice.
    engine.send("position startpos moves b1d2 b8d7 d2b1 d7b8");
    let lines = go(&mut engine, "go depth 4");
    assert!(lines.iter().filter_map(|line| wdl(line)).all(|wdl| wdl != DRAW), "{lines:?}");
    // What the tables know, also of every other move.
    engine.send("setoption name Tables value true\nsetoption name MultiPV value 20");
    for (fen, expected) in [
        ("8/8/8/8/8/5K2/2R5/6k1 w - 32 27 100", WIN),
        ("8/8/8/8/8/5K2/2R5/6k1 w - 32 29 100", DRAW),
        ("8/8/2NK2k1/8/8/6M1/8/8 b - - 0 1", DRAW),
    ] {
        engine.send(&format!("position fen {fen}"));
        let lines = go(&mut engine, "go depth 4");
        let told: Vec<_> = lines.iter().filter_map(|line| wdl(line)).collect();
        assert_eq!(told[0], expected, "{fen}: {lines:?}");
        assert!(told.iter().all(|wdl| [WIN, DRAW, LOSS].contains(wdl)), "{fen}: {lines:?}");
        assert!(told.contains(&DRAW), "{fen}: {lines:?}");
    }
    engine.quit();
}

#[test]
fn expected_results_only_if_wanted() {
    let mut engine = Engine::uci();
    assert!(!go(&mut engine, "go depth 2").iter().any(|line| line.contains("wdl")));
    engine.send("setoption name UCI_ShowWDL value true");
    let lines = go(&mut engine, "go depth 2");
    let told = lines.iter().find(|line| is_exact(line)).unwrap();
    assert_eq!(wdl(told).unwrap().iter().sum::<u32>(), 1_000, "{told}");
    engine.send("setoption name UCI_ShowWDL value false");
    assert!(!go(&mut engine, "go depth 2").iter().any(|line| line.contains("wdl")));
    engine.quit();
}
