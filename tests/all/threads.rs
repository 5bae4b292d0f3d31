//! Several search threads in the real engine: every kind of search ends as with one.

use crate::common::engine::Engine;
use crate::common::uci::*;
use mekong::movegen::parse_move;
use mekong::rules::Variant;

const MIDDLE: &str = "r1sm1r2/3k1s1R/1pp2p2/P1nnPP2/7p/PS3N2/3NSM1P/2RK4 w - - 0 1";

/// An engine with four threads.
fn with_four_threads() -> Engine {
    let mut engine = Engine::uci();
    engine.send("setoption name Threads value 4");
    assert!(engine.sync().is_empty(), "four threads can be had");
    engine
}

/// The last line told is the answer, and it is legal.
#[track_caller]
fn check_answer(fen: &str, lines: &[String], command: &str) {
    let answers = lines.iter().filter(|line| is_bestmove(line)).count();
    assert_eq!(answers, 1, "{command}: {lines:#?}");
    let mv = best(lines.last().unwrap());
    assert!(parse_move(&position(fen), mv).is_some(), "{command} {fen}: {mv}");
    // A search that is broken off may have no more than a bound.
    let is_told = |line: &&String| {
        let is_first = field(line, "multipv").is_none_or(|rank| rank == "1");
        line.contains(" score ") && !pv(line).is_empty() && is_first
    };
    let told = lines.iter().rfind(is_told);
    let told = told.unwrap_or_else(|| panic!("{command}: nothing was told: {lines:#?}"));
    assert_eq!(pv(told)[0], mv, "{command}: {lines:#?}");
}

#[test]
fn four_threads_keep_every_limit() {
    let mut engine = with_four_threads();
    for command in [
        "go depth 1",
        "go depth 8",
        "go nodes 1",
        "go nodes 30000",
        "go movetime 1",
        "go movetime 50",
        "go wtime 1 btime 1",
        "go wtime 1000 btime 1000 winc 10 binc 10",
        "go mate 1 movetime 50",
    ] {
        for fen in [Variant::find("makruk").unwrap().start, MIDDLE, MATE_IN_ONE, ONE_REPLY] {
            engine.send(&format!("position fen {fen}"));
            check_answer(fen, &go(&mut engine, command), command);
        }
    }
    engine.quit();
}

#[test]
fn four_threads_think_until_they_are_stopped() {
    let mut engine = with_four_threads();
    for (command, end) in [
        ("go infinite", "stop"),
        ("go ponder wtime 100 btime 100", "stop"),
        ("go ponder wtime 100 btime 100", "ponderhit"),
        ("go ponder nodes 20000", "ponderhit"),
    ] {
        for fen in [MIDDLE, MATE_IN_ONE] {
            engine.send(&format!("position fen {fen}\n{command}"));
            let mut lines = engine.until("info depth");
            lines.extend(engine.sync());
            assert!(!lines.iter().any(is_bestmove), "{command}: {lines:#?}");
            lines.extend(engine.ask(end, "bestmove"));
            check_answer(fen, &lines, command);
        }
    }
    for fen in [MATED, STALEMATE] {
        engine.send(&format!("position fen {fen}"));
        assert_eq!(go(&mut engine, "go movetime 50").last().unwrap(), "bestmove (none)");
    }
    engine.quit();
}

#[test]
fn four_threads_show_several_lines() {
    let mut engine = with_four_threads();
    engine.send(&format!("setoption name MultiPV value 3\nposition fen {MIDDLE}"));
    let lines = go(&mut engine, "go depth 7");
    check_answer(MIDDLE, &lines, "go depth 7");
    let last = lines.iter().rev().filter(|line| is_exact(line)).take(3);
    let mut first: Vec<&str> = last.map(|line| pv(line)[0]).collect();
    first.sort_unstable();
    first.dedup();
    assert_eq!(first.len(), 3, "{lines:#?}");
    engine.quit();
}

#[test]
fn four_threads_find_the_mate() {
    let mut engine = with_four_threads();
    engine.send("setoption name Tables value false\nsetoption name CountingRule value none");
    let fen = "8/8/8/8/8/5K2/2R5/6k1 w - - 0 1";
    for command in ["go depth 9", "go mate 3"] {
        engine.send(&format!("ucinewgame\nposition fen {fen}"));
        let lines = go(&mut engine, command);
        assert!(lines.iter().any(|line| line.contains("score mate 3 ")), "{lines:#?}");
        check_answer(fen, &lines, command);
    }
    engine.quit();
}

/// Threads and hash that are set in a search hold from the next one on.
#[test]
fn threads_are_changed_in_a_search() {
    let mut engine = Engine::uci();
    for number in [3, 1, 4, 2, 1] {
        engine.send(&format!("position fen {MIDDLE}\ngo infinite"));
        let mut lines = engine.until("info depth");
        engine.send(&format!(
            "setoption name Threads value {number}\nsetoption name Hash value {}",
            number + 1
        ));
        lines.extend(engine.sync());
        assert!(!lines.iter().any(is_bestmove), "{lines:#?}");
        lines.extend(engine.ask("stop", "bestmove"));
        check_answer(MIDDLE, &lines, "stop");
        check_answer(MIDDLE, &go(&mut engine, "go depth 6"), "go depth 6");
    }
    engine.quit();
}

/// With one thread the same search has the same result, whatever was searched before with more.
#[test]
fn one_thread_is_deterministic() {
    let mut engine = Engine::uci();
    let mut results = Vec::new();
    for threads in [1, 4, 1] {
        engine.send(&format!("setoption name Threads value {threads}"));
        engine.send(&format!("position fen {MIDDLE}\nucinewgame"));
        let lines = go(&mut engine, "go depth 8");
        let told = lines.iter().rfind(|line| is_exact(line)).unwrap();
        let nodes = field(told, "nodes").unwrap().to_owned();
        results.push((nodes, lines.last().unwrap().clone()));
    }
    assert_eq!(results[0], results[2]);
    engine.quit();
}
