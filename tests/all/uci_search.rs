//! Searches by UCI with the real engine.

use std::time::{Duration, Instant};

use crate::common::engine::Engine;
use crate::common::uci::*;
use mekong::eval::network::Network;
use mekong::game::Game;
use mekong::movegen::{legal_moves, parse_move};
use mekong::rules::{Position, Variant};

#[test]
fn infinite_searches_end_only_when_stopped() {
    let mut engine = Engine::uci();
    for fen in [Variant::find("makruk").unwrap().start, MATE_IN_ONE, MATED, STALEMATE, ONE_REPLY] {
        for command in ["go infinite", "go ponder wtime 100 btime 100", "go infinite depth 1"] {
            engine.send(&format!("position fen {fen}"));
            engine.send(command);
            engine.send("isready");
            let mut lines = engine.until("readyok");
            lines.extend(engine.lines_within(Duration::from_millis(150)));
            assert!(!lines.iter().any(is_bestmove), "{command} {fen}: {lines:?}");
            engine.send("stop");
            let last = engine.find("bestmove");
            let no_move = fen == MATED || fen == STALEMATE;
            assert_eq!(best(&last) == "(none)", no_move, "{fen}: {last}");
            assert!(!engine.sync().iter().any(is_bestmove), "one answer for one go");
        }
    }
    engine.quit();
}

#[test]
fn a_stale_stop_does_nothing() {
    let mut engine = Engine::uci();
    engine.send("stop\nponderhit\nstop");
    assert!(engine.sync().is_empty());
    let begun = Instant::now();
    engine.send("stop");
    let lines = go(&mut engine, "go movetime 300");
    assert!(begun.elapsed() >= Duration::from_millis(200));
    assert_eq!(lines.iter().filter(|line| is_bestmove(line)).count(), 1);
    engine.send("stop");
    assert!(engine.sync().is_empty());
    engine.quit();
}

#[test]
fn pondering() {
    let mut engine = Engine::uci();
    engine.send("position startpos moves a3a4 a6a5");
    engine.send("go ponder wtime 3000 btime 3000 winc 0 binc 0");
    let lines = engine.lines_within(Duration::from_millis(200));
    assert!(!lines.iter().any(is_bestmove));
    engine.send("ponderhit");
    engine.find("bestmove");
    // Not hit: stopped, and the next search is another one.
    engine.send("go ponder wtime 3000 btime 3000");
    engine.sync();
    engine.send("stop\nposition startpos moves a3a4 b6b5\ngo movetime 20");
    engine.find("bestmove");
    engine.find("bestmove");
    assert!(!engine.sync().iter().any(is_bestmove));
    engine.quit();
}

#[test]
fn a_score_comes_before_every_move() {
    let mut engine = Engine::uci();
    for command in ["go movetime 1", "go depth 1", "go nodes 1", "go wtime 1 btime 1"] {
        for fen in [Variant::find("makruk").unwrap().start, MATE_IN_ONE, ONE_REPLY] {
            engine.send(&format!("ucinewgame\nposition fen {fen}"));
            let lines = go(&mut engine, command);
            let told = lines.iter().rfind(|line| is_exact(line));
            let told = told.unwrap_or_else(|| panic!("{command}: {lines:?}"));
            assert_eq!(pv(told)[0], best(lines.last().unwrap()), "{command}: {lines:?}");
        }
    }
    engine.quit();
}

#[test]
fn no_move_only_where_there_is_none() {
    let mut engine = Engine::uci();
    for (fen, score) in [(MATED, "mate 0"), (STALEMATE, "cp 0")] {
        engine.send(&format!("position fen {fen}"));
        let lines = go(&mut engine, "go wtime 1000 btime 1000");
        assert_eq!(lines.last().unwrap(), "bestmove (none)");
        assert!(lines.iter().any(|line| line.contains(&format!("score {score}"))), "{lines:?}");
    }
    // Drawn by the count, by repetition, by bare kings: the GUI decides, the engine plays.
    let repetition = "startpos moves b1d2 b8d7 d2b1 d7b8 b1d2 b8d7 d2b1 d7b8 b1d2 b8d7 d2b1 d7b8";
    for setup in
        ["fen 8/8/8/8/8/5K2/2R5/6k1 w - 32 34 100", repetition, "fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1"]
    {
        engine.send(&format!("position {setup}"));
        let lines = go(&mut engine, "go depth 3");
        assert_ne!(best(lines.last().unwrap()), "(none)", "{setup}");
        assert_ne!(best(lines.last().unwrap()), "0000", "{setup}");
    }
    engine.quit();
}

#[test]
fn odd_limits_give_a_quick_legal_move() {
    let mut engine = Engine::uci();
    let start = Variant::find("makruk").unwrap().start_position();
    for command in [
        "go",
        "go ",
        "go wtime -1000 btime -5",
        "go wtime 0 btime 0 winc 0 binc 0",
        "go wtime 99999999999999999999 btime 1 movetime 20",
        "go btime 60000",
        "go binc 1000",
        "go winc 50 binc 50",
        "go wtime 1000 btime 1000 movestogo 1",
        "go wtime 100 btime 100 movestogo 0",
        "go wtime 100 btime 100 movestogo 300",
        "go movestogo 5",
        "go movetime 0",
        "go movetime -7",
        "go depth 0",
        "go depth -3",
        "go nodes 0",
        "go nodes -1",
        "go depth 1 nodes 99999999999999999999999",
        "go depth 1000 movetime 50",
        "go mate 300 movetime 50",
        "go mate 0 movetime 50",
        "go wtime x btime y",
        "go wtime",
        "go depth 1 wtime",
        "go nonsense depth 1 and more",
        "go depth 1   ",
        "GO DEPTH 1",
        "go wtime 20 btime 20 winc 99999999999 binc 99999999999 movetime 50",
        "go movetime 50 wtime 1000000 btime 1000000",
    ] {
        let most = Duration::from_secs(3);
        let lines = engine.costs_at_most(most, command, |engine| go(engine, command));
        let mv = best(lines.last().unwrap());
        assert!(parse_move(&start, mv).is_some(), "{command}: {mv}");
    }
    engine.quit();
}

#[test]
fn huge_clocks_can_be_stopped() {
    let mut engine = Engine::uci();
    for command in
        ["go wtime 99999999999999999999 btime 1", "go movetime 99999999999999999", "go mate 9"]
    {
        engine.send(command);
        engine.sync();
        engine.send("stop");
        engine.find("bestmove");
    }
    engine.quit();
}

#[test]
fn only_the_named_moves_are_searched() {
    let mut engine = Engine::uci();
    engine.send("setoption name MultiPV value 5");
    for command in [
        "go searchmoves a3a4 b3b4 depth 2",
        "go depth 2 searchmoves a3a4 b3b4",
        "go depth 2 searchmoves zzzz a3a4 a1a8 b3b4 0000 e2e4",
        "go searchmoves A3A4 b3b4q b3b4 depth 2",
    ] {
        let lines = go(&mut engine, command);
        for line in lines.iter().filter(|line| line.contains(" pv ")) {
            assert!(["a3a4", "b3b4"].contains(&pv(line)[0]), "{command}: {line}");
        }
        assert!(["a3a4", "b3b4"].contains(&best(lines.last().unwrap())));
        assert!(!lines.iter().any(|line| field(line, "multipv") == Some("3")), "{lines:?}");
    }
    let lines = go(&mut engine, "go depth 1 searchmoves a1a8");
    assert_ne!(best(lines.last().unwrap()), "a1a8");
    engine.quit();
}

#[test]
fn more_lines_than_moves() {
    let mut engine = Engine::uci();
    engine.send("setoption name MultiPV value 200");
    for fen in [Variant::find("makruk").unwrap().start, ONE_REPLY, PROMOTION] {
        engine.send(&format!("position fen {fen}"));
        let lines = go(&mut engine, "go depth 2");
        let depth = lines.iter().rev().find_map(|line| field(line, "depth")).unwrap().to_owned();
        let deepest = lines
            .iter()
            .filter(|line| is_exact(line) && field(line, "depth") == Some(depth.as_str()));
        let mut first: Vec<&str> = deepest.map(|line| pv(line)[0]).collect();
        let told = first.len();
        first.sort_unstable();
        first.dedup();
        assert_eq!(first.len(), told, "a move twice: {lines:#?}");
        assert_eq!(told, legal_moves(&position(fen)).len(), "{lines:#?}");
    }
    engine.quit();
}

#[test]
fn mates_are_told_in_moves() {
    let mut engine = Engine::uci();
    let score = |lines: &[String]| {
        let told = lines.iter().rfind(|line| is_exact(line)).unwrap();
        field(told, "mate").map(str::to_owned)
    };
    engine.send(&format!("position fen {MATE_IN_ONE}"));
    assert_eq!(score(&go(&mut engine, "go depth 4")).as_deref(), Some("1"));
    // Every move leads to the mate.
    engine.send("position fen k7/8/2K5/8/8/8/7R/1R6 b - - 0 1");
    let lines = go(&mut engine, "go depth 6");
    assert_eq!(score(&lines).as_deref(), Some("-1"), "{lines:#?}");
    engine.quit();
}

/// Quiet moves that threaten mate by a quiet check, from games in which they were overlooked: by
/// the one who could play them, and by the one who let them happen. How deep that needs to be searched hangs
/// on the evaluation: a network of zeros judges here, so that what is trained anew does not decide.
#[test]
fn quiet_mates_are_not_overlooked() {
    let folder = tempfile::tempdir().unwrap();
    let zero = folder.path().join("zero.mknn");
    std::fs::write(&zero, Network::zero().to_bytes()).unwrap();
    let mut engine = Engine::uci();
    engine.send(&format!("setoption name EvalFile value {}", zero.display()));
    engine.send("setoption name UCI_Variant value cambodian");
    for (fen, depth, mate) in [
        ("1r6/8/3mR3/2s3k1/1r4p1/6P1/1S3R2/6K1 w - - 10 51", 9, "3"),
        ("1r6/8/3m1R2/2s3k1/1r4p1/6P1/1S3R2/6K1 b - - 11 51", 6, "-2"),
    ] {
        engine.send(&format!("ucinewgame\nposition fen {fen}"));
        let lines = go(&mut engine, &format!("go depth {depth}"));
        let told = lines.iter().rfind(|line| is_exact(line)).expect("a score");
        assert_eq!(field(told, "mate"), Some(mate), "{fen}: {told}");
    }
    engine.send("ucinewgame\nposition fen r7/8/3mR3/2s3k1/1r4p1/6P1/1S3R2/6K1 b - - 9 50");
    let lines = go(&mut engine, "go depth 14");
    assert_ne!(best(lines.last().unwrap()), "a8b8");
    engine.quit();
}

#[test]
fn lines_of_thought_are_legal() {
    let mut engine = Engine::uci();
    for (variant, fen) in [
        ("makruk", "4k3/8/8/PP4pp/8/8/3MS3/4K3 w - - 0 1"),
        ("makruk", "r1sm1r2/3k1s1R/1pp2p2/P1nnPP2/7p/PS3N2/3NSM1P/2RK4 w - - 0 1"),
        ("cambodian", "r1s1ks1r/3nm3/pppNpppp/3n4/5P2/PPPPPNPP/8/R1SKMS1R b DEe 0 0 5"),
        ("karouk", "rn1mksnr/3s4/pppppppp/8/4N3/PPPPPPPP/8/R1SKMSNR w DEde - 3 2"),
    ] {
        let start = Position::from_fen(Variant::find(variant).unwrap(), fen).unwrap();
        engine.send(&format!("setoption name UCI_Variant value {variant}"));
        engine.send(&format!("position fen {fen}"));
        for line in go(&mut engine, "go depth 6 movetime 1500") {
            let mut game = Game::new(start);
            for text in pv(&line) {
                let mv = parse_move(game.position(), text).unwrap_or_else(|| panic!("{line}"));
                assert_eq!(mv.to_string(), text, "{line}");
                assert!(game.push(mv));
            }
            if let Some(reply) = field(&line, "ponder") {
                let mv = parse_move(&start, best(&line)).unwrap();
                assert!(game.push(mv) && parse_move(game.position(), reply).is_some(), "{line}");
            }
        }
    }
    engine.quit();
}

#[test]
fn options_during_a_search_wait_for_its_end() {
    let mut engine = Engine::uci();
    engine.send("go infinite");
    for line in [
        "setoption name Hash value 4",
        "setoption name Hash value 32",
        "setoption name Clear Hash",
        "setoption name MultiPV value 3",
        "setoption name UCI_Variant value cambodian",
        "ucinewgame",
        "position startpos moves d1b2",
        "d",
        "eval",
    ] {
        engine.send(line);
        assert!(!engine.sync().iter().any(is_bestmove), "{line}");
    }
    engine.send("stop");
    let last = engine.find("bestmove");
    let makruk = Variant::find("makruk").unwrap().start_position();
    assert!(parse_move(&makruk, best(&last)).is_some(), "{last}");
    let lines = go(&mut engine, "go depth 2");
    assert!(lines.iter().any(|line| field(line, "multipv") == Some("3")));
    assert!(engine.fen().contains("1K6"));
    engine.quit();
}

#[test]
fn a_go_during_a_search_gets_its_own_answer() {
    let mut engine = Engine::uci();
    engine.send("go infinite\ngo infinite\nposition startpos moves a3a4\ngo depth 1");
    for _ in 0..3 {
        engine.find("bestmove");
    }
    assert!(!engine.sync().iter().any(is_bestmove));
    engine.quit();
}

/// Captures without end: the first iteration alone would take minutes.
#[test]
fn an_explosive_position_is_broken_off() {
    let mut engine = Engine::uci();
    engine.send("position fen rrrrrrrk/rrrrrrrr/8/8/8/8/RRRRRRRR/RRRRRRRK w - - 0 1");
    for command in ["go movetime 50", "go nodes 1", "go wtime 10 btime 10", "go depth 3 nodes 9000"]
    {
        let most = Duration::from_secs(3);
        let lines = engine.costs_at_most(most, command, |engine| go(engine, command));
        assert!(lines.iter().any(|line| is_exact(line)), "{command}: {lines:?}");
    }
    engine.send("go infinite");
    engine.sync();
    engine.send("stop");
    engine.find("bestmove");
    engine.quit();
}

/// Mates that just fit into the count and those that come a move late (makruk and cambodian).
#[test]
fn counts_decide_between_mate_and_draw() {
    let rook = "8/8/8/8/8/5K2/2R5/6k1 w -";
    let cases = [
        ("makruk", format!("{rook} 32 27 100"), "mate 3"),
        ("makruk", format!("{rook} 32 29 100"), "cp 0"),
        ("makruk", format!("{rook} 16 11 90"), "mate 3"),
        ("makruk", format!("{rook} 16 13 90"), "cp 0"),
        ("cambodian", format!("{rook} 30 25 100"), "mate 3"),
        ("cambodian", format!("{rook} 30 27 100"), "cp 0"),
    ];
    let mut engine = Engine::uci();
    for (variant, fen, score) in cases {
        engine.send(&format!("setoption name UCI_Variant value {variant}\nposition fen {fen}"));
        let lines = go(&mut engine, "go movetime 1000");
        let last = lines.iter().rfind(|line| is_exact(line)).expect("a score");
        assert!(last.contains(&format!(" score {score} ")), "{variant} {fen}: {last}");
    }
    // Taking the last bia at once starts a count of which too little is left.
    engine.send("setoption name UCI_Variant value makruk");
    engine.send("position fen 8/8/5k2/7p/8/6RR/3K4/8 w - - 0 1");
    let lines = go(&mut engine, "go movetime 1500");
    assert_ne!(best(lines.last().expect("an answer")), "h3h5");
    engine.quit();
}
