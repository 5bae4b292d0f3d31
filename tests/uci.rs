//! UCI dialogues with the real engine.

mod common;

use std::time::{Duration, Instant};

use common::engine::Engine;
use mekong::game::Game;
use mekong::movegen::{legal_moves, parse_move};
use mekong::rules::{Position, Variant};

/// A white rook's move mates.
const MATE_IN_ONE: &str = "k7/8/1K6/8/8/8/8/7R w - - 0 1";
/// Black to move is mated.
const MATED: &str = "k6R/8/1K6/8/8/8/8/8 b - - 0 1";
/// Black to move has no move, and is not in check.
const STALEMATE: &str = "k7/2M5/1K6/8/8/8/8/8 b - - 0 1";
/// Black has one legal move.
const ONE_REPLY: &str = "k7/8/2K5/8/8/8/8/1R6 b - - 0 1";
/// A white bia can promote.
const PROMOTION: &str = "4k3/8/8/P7/8/8/8/4K3 w - - 0 1";

fn position(fen: &str) -> Position {
    Position::from_fen(Variant::find("makruk").unwrap(), fen).unwrap()
}

/// The move of a `bestmove` line.
fn best(line: &str) -> &str {
    line.split_whitespace().nth(1).unwrap()
}

fn is_bestmove(line: &String) -> bool {
    line.starts_with("bestmove")
}

/// Whether a line tells a score and its moves without a bound.
fn is_exact(line: &str) -> bool {
    line.starts_with("info ")
        && line.contains(" score ")
        && line.contains(" pv ")
        && !line.contains("bound")
}

/// The words behind ` pv ` of an `info` line.
fn pv(line: &str) -> Vec<&str> {
    line.split_once(" pv ").map_or(Vec::new(), |(_, pv)| pv.split(' ').collect())
}

/// The word behind `name`.
fn field<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    line.split(' ').skip_while(|word| *word != name).nth(1)
}

/// Searches and returns every line, the last being `bestmove`.
fn go(engine: &mut Engine, command: &str) -> Vec<String> {
    engine.ask(command, "bestmove")
}

#[test]
fn handshake() {
    let mut engine = Engine::start();
    let lines = engine.ask("uci", "uciok");
    assert!(lines[0].starts_with("id name Mekong"));
    assert!(lines.iter().any(|line| line.starts_with("id author ")));
    let variants = "option name UCI_Variant type combo default makruk var makruk var cambodian";
    assert!(lines.iter().any(|line| line.starts_with(variants)));
    for option in [
        "Hash type spin default",
        "Threads type spin default 1 min 1",
        "MultiPV type spin default 1 min 1",
        "Ponder type check default false",
        "Move Overhead type spin default",
        "UCI_ShowWDL type check default false",
        "UCI_AnalyseMode type check default false",
        "Clear Hash type button",
    ] {
        let start = format!("option name {option}");
        assert!(lines.iter().any(|line| line.starts_with(&start)), "{option}");
    }
    assert!(engine.sync().is_empty());
    engine.quit();
}

#[test]
fn a_game_as_cute_chess_begins_it() {
    let mut engine = Engine::uci();
    engine.send("setoption name UCI_Variant value cambodian\nucinewgame");
    engine.send("setoption name Ponder value false\nposition startpos");
    engine.sync();
    let lines = go(&mut engine, "go wtime 1050 btime 1050 winc 50 binc 50");
    let mv = best(lines.last().unwrap()).to_owned();
    let start = Variant::find("cambodian").unwrap().start_position();
    assert!(parse_move(&start, &mv).is_some(), "{mv}");
    engine.send(&format!("position startpos moves {mv}"));
    let lines = go(&mut engine, "go wtime 1050 btime 1000 winc 50 binc 50");
    assert!(lines.iter().any(|line| is_exact(line)));
    engine.quit();
}

#[test]
fn choosing_a_variant() {
    let mut engine = Engine::uci();
    let makruk = engine.fen();
    for (name, canonical) in
        [("cambodian", "cambodian"), ("ouk", "cambodian"), ("KAROUK", "karouk")]
    {
        let line = engine.ask(&format!("setoption name UCI_Variant value {name}"), "info string");
        let start = Variant::find(canonical).unwrap().start;
        let expected = format!(
            "info string variant {canonical} files 8 ranks 8 pocket 0 template makruk startpos \
             {start}"
        );
        assert_eq!(line.last().unwrap(), &expected);
        // The pieces stay until a position is set.
        assert_eq!(engine.fen(), makruk);
    }
    let said = engine.ask("setoption name UCI_Variant value chess", "info string");
    assert!(said.last().unwrap().contains("chess"));
    engine.send("position startpos");
    assert_eq!(engine.fen(), Variant::find("karouk").unwrap().start);
    engine.quit();
}

#[test]
fn every_shape_of_fen() {
    let mut engine = Engine::uci();
    let board = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR";
    for (variant, tail, expected) in [
        ("makruk", " w - 0 0 1", " w - - 0 1"),
        ("makruk", " w - - 0 1", " w - - 0 1"),
        ("makruk", " w 0 1", " w - - 0 1"),
        ("makruk", " w - -", " w - - 0 1"),
        ("makruk", " b", " b - - 0 1"),
        ("makruk", "", " w - - 0 1"),
        ("makruk", "  w   -  -   0  1", " w - - 0 1"),
        ("cambodian", " w DEde 0 0 1", " w DEde - 0 1"),
        ("cambodian", " w DEde - 0 1", " w DEde - 0 1"),
        ("cambodian", " w EDed 0 1", " w DEde - 0 1"),
        ("cambodian", " w - 126 41 50", " w - 126 41 50"),
        ("karouk", " w DEde - 1+1 0 1", " w DEde - 1+1 0 1"),
        ("karouk", " w DEde - 0 1", " w DEde - 1+1 0 1"),
    ] {
        engine.send(&format!("setoption name UCI_Variant value {variant}"));
        // Another position first, so that a refused FEN is noticed.
        engine.send("position fen 4k3/8/8/8/8/8/8/4K3 b - - 0 9");
        engine.send(&format!("position fen {board}{tail}"));
        assert_eq!(engine.fen(), format!("{board}{expected}"), "{variant}{tail}");
    }
    engine.quit();
}

#[test]
fn promotions_are_read_in_any_form_and_written_in_one() {
    let mut engine = Engine::uci();
    for suffix in ["", "m", "M", "q", "f"] {
        engine.send(&format!("position fen {PROMOTION} moves a5a6{suffix} e8d8"));
        assert!(engine.fen().starts_with("3k4/8/M7/"), "{suffix}");
    }
    engine.send(&format!("position fen {PROMOTION}"));
    let lines = go(&mut engine, "go depth 3 searchmoves a5a6");
    assert_eq!(best(lines.last().unwrap()), "a5a6m");
    let told = lines.iter().rfind(|line| is_exact(line)).unwrap();
    assert_eq!(pv(told)[0], "a5a6m");
    engine.quit();
}

#[test]
fn bad_positions_change_nothing_and_are_told() {
    let mut engine = Engine::uci();
    engine.send("position startpos moves a3a4");
    let before = engine.fen();
    for bad in [
        "position",
        "position startpos moves a3a4 a6a4",
        "position startpos moves a3a4 zzzz",
        "position startpos moves a3a4 0000",
        "position startpos a3a4",
        "position fen",
        "position fen x",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position fen rnsmksnr/8/pppppppp/8/8/PPPPPPPP/RNSKMSNR w - - 0 1",
        "position fen rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR x - - 0 1",
        "position fen rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - -1 1",
        "position fen 4k3/8/8/8/8/8/4R3/4K3 w - - 0 1",
        "position elsewhere",
    ] {
        engine.send(bad);
        let said = engine.sync();
        assert_eq!(said.len(), 1, "{bad}: {said:?}");
        assert!(said[0].starts_with("info string "), "{bad}: {said:?}");
        assert_eq!(engine.fen(), before, "{bad}");
    }
    engine.quit();
}

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
        let begun = Instant::now();
        let lines = go(&mut engine, command);
        let mv = best(lines.last().unwrap());
        assert!(parse_move(&start, mv).is_some(), "{command}: {mv}");
        assert!(begun.elapsed() < Duration::from_secs(5), "{command}");
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
fn options_are_set_in_any_spelling() {
    let mut engine = Engine::uci();
    let quiet = [
        "setoption name move overhead value 50",
        "SETOPTION NAME multipv VALUE 2",
        "setoption\tname  Move   Overhead  value   20  ",
        "setoption name Clear Hash",
        "setoption name clear hash value",
        "setoption name Ponder value TRUE",
        "setoption name UCI_AnalyseMode value false",
        "setoption name Hash value 8",
        "debug on",
        "register later",
        "ucinewgame",
    ];
    for line in quiet {
        engine.send(line);
        let said = engine.sync();
        assert!(said.is_empty(), "{line}: {said:?}");
    }
    let told = [
        "setoption name Hash value 0",
        "setoption name Hash value -99999999999999999999",
        "setoption name Threads value 4096",
        "setoption name MultiPV value 100000",
        "setoption name Hash value many",
        "setoption name Hash value 1.5",
        "setoption name Hash",
        "setoption name Hash value",
        "setoption name Ponder value perhaps",
        "setoption name No Such Option value 1",
        "setoption name",
        "setoption",
        "setoption Hash 5",
        "debug",
    ];
    for line in told {
        engine.send(line);
        let said = engine.sync();
        assert_eq!(said.len(), 1, "{line}: {said:?}");
        assert!(said[0].starts_with("info string "), "{line}: {said:?}");
    }
    go(&mut engine, "go depth 1");
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

#[test]
fn long_games_are_set_up_at_once() {
    let mut engine = Engine::uci();
    let moves = ["b1d2", "b8d7", "d2b1", "d7b8"].join(" ");
    let all = vec![moves; 375].join(" ");
    engine.sync();
    let begun = Instant::now();
    engine.send(&format!("position startpos moves {all}"));
    engine.sync();
    assert!(begun.elapsed() < Duration::from_millis(500), "{:?}", begun.elapsed());
    assert!(engine.fen().ends_with(" w - - 1500 751"));
    go(&mut engine, "go depth 3");
    engine.quit();
}

#[test]
fn lines_of_any_kind_are_read() {
    let mut engine = Engine::start();
    engine.send_bytes(b"\r\n  \t \r\n\xef\xbb\xbfuci\r\n");
    engine.until("uciok");
    engine.send_bytes(b"\tisready \t\r\n");
    engine.find("readyok");
    engine.send_bytes(b"joho isready\r\nposition\tstartpos\tmoves\ta3a4\r\n");
    engine.find("readyok");
    assert!(engine.fen().contains("/P7/1PPPPPPP/"));
    engine.send_bytes(b"\xff\xfe\0\x01\x1b[31m\nucinewgamex\nquitx\nwhat is d\n");
    let said = engine.sync();
    assert_eq!(said.len(), 4, "{said:?}");
    assert!(said.iter().all(|line| line.starts_with("info string ")), "{said:?}");
    let mut long = vec![b'x'; 3 << 20];
    long.push(b'\n');
    engine.send_bytes(&long);
    assert_eq!(engine.sync().len(), 1);
    engine.send(&format!("position startpos moves {}", "a3a4 ".repeat(100_000)));
    assert_eq!(engine.sync().len(), 1);
    engine.quit();
}

#[test]
fn the_end_of_the_input_is_the_end() {
    for commands in ["", "uci", "go infinite", "go perft 30", "position startpos\ngo ponder\nd"] {
        let mut engine = Engine::start();
        if !commands.is_empty() {
            engine.send(commands);
        }
        engine.close_input();
        let begun = Instant::now();
        engine.check_end();
        assert!(begun.elapsed() < Duration::from_secs(3), "{commands}");
    }
    // A last line without an end counts.
    let mut engine = Engine::start();
    engine.send_bytes(b"isready");
    engine.close_input();
    engine.find("readyok");
    engine.check_end();
}

#[test]
fn quitting_during_a_search() {
    for command in ["go infinite", "go perft 30", "go ponder", "go movetime 60000"] {
        let mut engine = Engine::uci();
        engine.send(command);
        engine.sync();
        let begun = Instant::now();
        engine.quit();
        assert!(begun.elapsed() < Duration::from_secs(3), "{command}");
    }
}

#[test]
fn nobody_listens_any_more() {
    use std::io::Write;
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_mekong"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut input = child.stdin.take().unwrap();
    // The input stays open: it is the output that ends the engine.
    input.write_all(b"uci\nisready\ngo infinite\n").unwrap();
    let deadline = Instant::now() + common::engine::PATIENCE;
    while child.try_wait().unwrap().is_none() {
        assert!(Instant::now() < deadline, "the engine goes on");
        std::thread::sleep(Duration::from_millis(5));
    }
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", output.status);
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn expected_results_only_if_wanted() {
    let mut engine = Engine::uci();
    assert!(!go(&mut engine, "go depth 2").iter().any(|line| line.contains("wdl")));
    engine.send("setoption name UCI_ShowWDL value true");
    let lines = go(&mut engine, "go depth 2");
    let told = lines.iter().find(|line| is_exact(line)).unwrap();
    let numbers: Vec<u32> = told
        .split(' ')
        .skip_while(|word| *word != "wdl")
        .skip(1)
        .take(3)
        .map(|word| word.parse().unwrap())
        .collect();
    assert_eq!(numbers.iter().sum::<u32>(), 1000, "{told}");
    engine.send("setoption name UCI_ShowWDL value false");
    assert!(!go(&mut engine, "go depth 2").iter().any(|line| line.contains("wdl")));
    engine.quit();
}

#[test]
fn the_board_in_words() {
    let mut engine = Engine::uci();
    engine.send("position fen 8/8/8/8/8/5K2/2R5/6k1 w - 32 27 100");
    let lines = engine.ask("d", "Count:");
    let find = |start: &str| lines.iter().any(|line| line.starts_with(start));
    assert!(find("Fen: 8/8/8/8/8/5K2/2R5/6k1 w - 32 27 100"), "{lines:#?}");
    assert!(find("Key: ") && find("Checkers:"), "{lines:#?}");
    assert!(lines.last().unwrap().contains("27 of 32 plies"), "{lines:#?}");
    engine.send(&format!("position fen {MATED}\nd"));
    assert!(engine.find("Checkers:").contains("h8"));
    assert!(engine.find("Result:").contains("checkmate"));
    engine.send("position startpos\neval");
    assert!(engine.sync().iter().any(|line| line.starts_with("Final evaluation")));
    engine.quit();
}

#[test]
fn move_sequences_are_counted() {
    let mut engine = Engine::uci();
    for (command, total) in
        [("go perft 1", 23), ("go perft 3", 12_012), ("perft 2", 529), ("go perft 0", 1)]
    {
        let lines = engine.ask(command, "Nodes searched: ");
        assert_eq!(lines.last().unwrap(), &format!("Nodes searched: {total}"));
        let counts = lines.iter().filter_map(|line| line.split_once(": "));
        let sum: u64 = counts.filter(|(mv, _)| mv.len() == 4).map(|(_, n)| number(n)).sum();
        assert!(sum == total || command == "go perft 0", "{lines:?}");
    }
    engine.send("go perft 30");
    engine.sync();
    engine.send("stop");
    assert!(engine.sync().iter().all(|line| !line.starts_with("Nodes searched")));
    go(&mut engine, "go depth 1");
    engine.quit();
}

fn number(text: &str) -> u64 {
    text.parse().unwrap()
}
