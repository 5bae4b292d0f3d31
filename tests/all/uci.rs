//! UCI dialogues with the real engine: all but what a search does (see `uci_search.rs`).

use std::time::{Duration, Instant};

use crate::common::engine::Engine;
use crate::common::uci::*;
use mekong::movegen::parse_move;
use mekong::rules::Variant;

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
        "Threads type spin default 1 min 1 max 256",
        "MultiPV type spin default 1 min 1",
        "Ponder type check default false",
        "Move Overhead type spin default",
        "UCI_ShowWDL type check default false",
        "UCI_AnalyseMode type check default false",
        "Clear Hash type button",
        "Contempt type spin default 0 min -200 max 200",
        "CountingRule type combo default variant var variant var simple var fewer-pieces var none",
        "CountingMode type combo default automatic var automatic var declared",
        "LeapRule type combo default federation var federation var classic var no-capture",
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
fn long_games_are_set_up_at_once() {
    let mut engine = Engine::uci();
    let moves = ["b1d2", "b8d7", "d2b1", "d7b8"].join(" ");
    let all = vec![moves; 375].join(" ");
    engine.sync();
    engine.costs_at_most(Duration::from_millis(500), "1500 moves", |engine| {
        engine.send(&format!("position startpos moves {all}"));
        engine.sync();
    });
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
    for commands in ["", "uci", "go infinite", "position startpos\ngo ponder\nd"] {
        let mut engine = Engine::start();
        if !commands.is_empty() {
            engine.send(commands);
        }
        engine.close_input();
        engine.check_end();
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
    for command in ["go infinite", "go ponder", "go movetime 3600000"] {
        let mut engine = Engine::uci();
        engine.send(command);
        engine.sync();
        engine.quit();
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
    let deadline = Instant::now() + crate::common::engine::PATIENCE;
    while child.try_wait().unwrap().is_none() {
        assert!(Instant::now() < deadline, "the engine goes on");
        std::thread::sleep(Duration::from_millis(5));
    }
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", output.status);
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
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

#[test]
fn words_that_mean_nothing_are_told() {
    let mut engine = Engine::uci();
    let lines = go(&mut engine, "go depth one nodes 1 quickly");
    assert_eq!(lines[0], "info string go: not understood: depth one quickly");
    // However long they are, what is said of them is not.
    engine.send(&format!("setoption name Hash value {}\u{1b}", "9x".repeat(5_000)));
    let said = engine.sync();
    assert!(said.len() == 1 && said[0].len() < 400 && !said[0].contains('\u{1b}'), "{said:?}");
    engine.quit();
}

/// Whoever pipes commands in wants the count, though `quit` or the end comes before it.
#[test]
fn perft_and_bench_are_finished_before_leaving() {
    for (commands, last) in [
        ("go perft 5\nquit", "Nodes searched: 6223994"),
        ("go perft 5", "Nodes searched: 6223994"),
        ("bench\nquit", " nps"),
    ] {
        let mut engine = Engine::start();
        engine.send(commands);
        engine.close_input();
        // On a busy machine all of it takes a while; that nothing at all comes is the fault.
        let next = || engine.line_within(crate::common::engine::PATIENCE);
        let lines: Vec<String> = std::iter::from_fn(next).collect();
        assert!(lines.last().is_some_and(|line| line.ends_with(last)), "{commands}: {lines:?}");
        engine.check_end();
    }
}
