//! Rules chosen by UCI options, and counts in words, with the real engine.

use crate::common::engine::Engine;
use crate::common::uci::{best, go, is_exact};

/// The answer to `d` that begins with `what`.
fn shown(engine: &mut Engine, what: &str) -> String {
    engine.send("d");
    let lines = engine.sync();
    let found = lines.iter().find_map(|line| line.strip_prefix(&format!("{what}: ")));
    found.unwrap_or_else(|| panic!("no {what} in {lines:#?}")).to_owned()
}

#[test]
fn counts_are_shown_in_words() {
    let mut engine = Engine::uci();
    let last_left = "126 of 128 plies, 2 left: drawn in 3 without a mate";
    for (rule, fen, expected) in [
        ("variant", "4k3/8/8/p7/8/8/8/R3K3 w - - 0 1", "none is running".into()),
        ("variant", "4k3/1m6/8/8/8/8/8/R3K3 w - 128 126 90", {
            format!("board's honour, counted by White: 63 of 64 said, {last_left}")
        }),
        ("default", "4k3/1m6/8/8/8/8/8/R3K3 b - 128 126 90", {
            format!("board's honour, counted by Black: 63 of 64 said, {last_left}")
        }),
        ("default", "4k3/8/8/8/8/8/8/R3K3 w - 32 7 90", {
            "pieces' honour, counted by Black: 4 of 16 said, 7 of 32 plies, 25 left: drawn in 26 without a mate"
                .into()
        }),
        ("default", "4k3/8/8/8/8/8/8/R3K3 w - 32 33 90", {
            "pieces' honour, counted by Black: 17 of 16 said, 33 of 32 plies, the limit is passed: drawn unless it \
             is mate"
                .into()
        }),
        ("simple", "4k3/1m6/8/8/8/8/8/R3K3 b - 128 126 90", {
            format!("board's honour, counted by both sides: 63 of 64 said, {last_left}")
        }),
        ("fewer-pieces", "4k3/1m6/8/8/8/8/8/R3K3 b - 128 126 90", {
            format!("board's honour, counted by White: 63 of 64 said, {last_left}")
        }),
        ("fewer-pieces", "4k3/8/8/8/8/8/8/R3K3 b - 32 7 90", {
            "pieces' honour, counted by Black: 3 of 16 said, 7 of 32 plies, 25 left: drawn in 26 without a mate"
                .into()
        }),
        ("none", "4k3/8/8/8/8/8/8/R3K3 w - 32 7 90", "none is running".into()),
    ] {
        engine.send(&format!("setoption name CountingRule value {rule}\nposition fen {fen}"));
        assert_eq!(shown(&mut engine, "Count"), expected, "{rule} {fen}");
    }
    engine.quit();
}

#[test]
fn rules_are_chosen() {
    let mut engine = Engine::uci();
    engine.send("setoption name countingrule value chess");
    assert!(engine.sync()[0].contains("variant, simple, fewer-pieces, none"));
    // A mate in three that the count comes before, unless there is none.
    let fen = "8/8/8/8/8/5K2/2R5/6k1 w - 32 29 100";
    for (option, expected) in
        [("CountingRule value none", "score mate 3"), ("CountingRule value default", "score cp 0")]
    {
        engine.send(&format!("setoption name {option}\nposition fen {fen}"));
        let lines = go(&mut engine, "go depth 8");
        let last = lines.iter().rfind(|line| is_exact(line)).unwrap();
        assert!(last.contains(expected), "{option}: {last}");
    }
    // The mate by the side that counts is worth nothing, and there is another way to win.
    engine.send("setoption name CountingMode value declared");
    engine.send("position fen k7/8/1K6/8/6m1/8/8/7R w - 128 10 60");
    let lines = go(&mut engine, "go depth 6");
    assert_ne!(best(lines.last().unwrap()), "h1h8");
    engine.send("position fen k7/8/1K6/8/6m1/8/8/7R w - 128 11 60");
    let lines = go(&mut engine, "go depth 6");
    assert_eq!(best(lines.last().unwrap()), "h1h8");
    engine.send("position fen k6R/8/1K6/8/6m1/8/8/8 b - 128 11 60");
    assert_eq!(shown(&mut engine, "Result"), "draw by checkmate by the side that counts");
    let lines = go(&mut engine, "go depth 6");
    assert!(lines.iter().any(|line| line.contains("score cp 0")), "{lines:?}");
    // A game goes on by rules that are chosen on the way.
    engine.send("setoption name UCI_Variant value ouk\nsetoption name LeapRule value classic");
    let aimed = "position fen r3k3/8/8/3p4/p7/P2P4/8/R2KM3 b DE - 0 1 moves a8d8";
    engine.send(&format!("{aimed} d1f2"));
    assert!(engine.fen().starts_with("3rk3/8/8/3p4/p7/P2P4/5K2/R3M3 b E"));
    engine.quit();
}

#[test]
fn a_count_comes_back_with_the_rule_that_counts() {
    let mut engine = Engine::uci();
    engine.send("position fen 8/8/8/8/8/5K2/2R5/6k1 w - 32 29 100 moves c2d2");
    let before = shown(&mut engine, "Fen");
    engine.send("setoption name CountingRule value none");
    assert_ne!(shown(&mut engine, "Fen"), before);
    engine.send("setoption name CountingRule value default");
    assert_eq!(shown(&mut engine, "Fen"), before);
    engine.quit();
}
