//! Endgame tables in the real engine: options, scores, endings played to the end.

use crate::common::engine::Engine;
use crate::common::uci::*;
use mekong::endgame::Tables;

/// A folder with the tables of rook against king.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let mut tables = Tables::default();
    for id in mekong::endgame::TableId::all(3) {
        tables.build(&id, 1, &|_, _| {}).unwrap();
        tables.save(&id, folder.path(), 1, 1).unwrap();
    }
    folder
}

/// The last exact score of a search, and the positions that the tables told.
fn told(engine: &mut Engine, fen: &str, command: &str) -> (String, u64) {
    engine.send(&format!("position fen {fen}"));
    let lines = go(engine, command);
    let line = lines.iter().rfind(|line| is_exact(line)).expect("a score");
    let score = ["mate", "cp"].map(|kind| field(line, kind).map(|value| format!("{kind} {value}")));
    let hits = field(line, "tbhits").and_then(|hits| hits.parse().ok()).unwrap_or(0);
    (score.into_iter().flatten().collect(), hits)
}

#[test]
fn tables_of_a_folder_tell_exact_scores_with_the_count() {
    let folder = folder();
    let mut engine = Engine::uci();
    engine.send(&format!("setoption name TablePath value {}", folder.path().display()));
    assert!(engine.sync().is_empty());
    // Rook and king need 5 plies; the count has room for them, or not.
    let (score, hits) = told(&mut engine, "8/8/8/8/8/5K2/2R5/6k1 w - 32 27 100", "go depth 5");
    assert_eq!(score, "mate 3");
    assert!(hits > 0);
    let (score, _) = told(&mut engine, "8/8/8/8/8/5K2/2R5/6k1 w - 32 29 100", "go depth 5");
    assert_eq!(score, "cp 0");
    // Without tables the search has to look itself.
    engine.send("setoption name Tables value false");
    let (_, hits) = told(&mut engine, "8/8/8/8/8/5K2/2R5/6k1 w - 32 27 100", "go depth 5");
    assert_eq!(hits, 0);
    engine.quit();
}

#[test]
fn folders_that_have_none_or_damaged_ones_are_refused() {
    let good = folder();
    let empty = tempfile::tempdir().unwrap();
    let damaged = folder();
    let file = damaged.path().join("KRK.mket");
    let mut bytes = std::fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&file, bytes).unwrap();
    let mut engine = Engine::uci();
    engine.send(&format!("setoption name TablePath value {}", good.path().display()));
    assert!(engine.sync().is_empty());
    for path in [empty.path(), damaged.path(), std::path::Path::new("no/such/folder")] {
        engine.send(&format!("setoption name TablePath value {}", path.display()));
        let lines = engine.sync();
        assert!(lines.len() == 1 && lines[0].contains("TablePath"), "{lines:?}");
        // The old ones stay.
        let (score, hits) = told(&mut engine, "8/8/8/8/8/5K2/2R5/6k1 w - 32 27 100", "go depth 3");
        assert!(score == "mate 3" && hits > 0);
    }
    // A field that was cleared.
    engine.send("setoption name TablePath value");
    assert!(engine.sync().is_empty());
    assert_eq!(told(&mut engine, "8/8/8/8/8/5K2/2R5/6k1 w - 32 27 100", "go depth 3").0, "mate 3");
    engine.quit();
}

/// The line that is told leads to the mate that is told.
#[test]
fn lines_are_as_long_as_their_mates() {
    let mut engine = Engine::uci();
    engine.send("position fen 8/6Sk/8/8/8/K7/8/7N w - - 0 1");
    let lines = go(&mut engine, "go depth 1");
    let line = lines.iter().rfind(|line| is_exact(line)).expect("a score");
    assert_eq!(field(line, "mate"), Some("38"));
    let (_, pv) = line.split_once(" pv ").expect("a line");
    assert_eq!(pv.split_whitespace().count(), 75);
    engine.quit();
}

/// The tables of the program are there in the first search, whatever limits it.
#[test]
fn small_tables_are_there_at_once() {
    for (variant, fen, expected) in [
        ("makruk", "8/8/8/8/8/5K2/2R5/6k1 w - 32 27 100", "mate 3"),
        ("makruk", "8/8/8/8/8/5K2/2R5/6k1 w - 32 29 100", "cp 0"),
        ("makruk", "8/8/2NK2k1/8/8/6M1/8/8 b - - 0 1", "cp 0"),
        ("makruk", "8/3k4/7M/8/4K3/1S6/8/8 w - - 0 1", "mate 18"),
        ("makruk", "8/8/8/P7/3k4/8/8/KR6 w - - 0 1", "mate 14"),
        ("cambodian", "8/8/8/8/8/2k5/1R6/K7 w - - 0 1", "cp 0"),
        // The quickest mate comes too late, but a capture that is in time leads to another.
        ("makruk", "8/8/8/3K1k2/8/8/m6R/8 w - 128 128 1", "mate 12"),
        // Mate by the last piece but one is a mate, not only a decisive success.
        ("makruk", "k7/8/1K6/8/8/8/r7/7R w - - 0 1", "mate 1"),
    ] {
        for limit in ["go nodes 1", "go depth 1", "go movetime 20", "go wtime 50 btime 50"] {
            let mut engine = Engine::uci();
            engine.send(&format!("setoption name UCI_Variant value {variant}"));
            let (score, hits) = told(&mut engine, fen, limit);
            assert!(score == expected && hits > 0, "{variant} {fen} {limit}: {score}");
            engine.quit();
        }
    }
}
