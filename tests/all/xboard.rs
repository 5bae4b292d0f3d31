//! XBoard dialogues with the real engine: all but playing (see `xboard_play.rs`).

use std::time::Duration;

use crate::common::engine::Engine;
use crate::common::xboard::*;
use mekong::game::Game;
use mekong::rules::Position;

#[test]
fn features_come_promptly() {
    let mut engine = Engine::start();
    let lines = engine.costs_at_most(Duration::from_millis(500), "features", |engine| {
        engine.ask("xboard\nprotover 2", "feature done=1")
    });
    let all = lines.join(" ");
    for feature in [
        "ping=1",
        "setboard=1",
        "usermove=1",
        "colors=0",
        "sigint=0",
        "sigterm=0",
        "reuse=1",
        "analyze=1",
        "memory=1",
        "smp=1",
        "debug=1",
        "myname=\"Mekong",
        "variants=\"makruk,cambodian,",
        "option=\"MultiPV -spin",
        "option=\"CountingRule -combo *variant /// simple /// fewer-pieces /// none\"",
        "option=\"CountingMode -combo *automatic /// declared\"",
        "option=\"LeapRule -combo *federation /// classic /// no-capture\"",
    ] {
        assert!(all.contains(feature), "{feature}");
    }
    engine.send("accepted ping\nrejected debug\naccepted done");
    assert!(engine.pong().is_empty());
    engine.quit();
}

#[test]
fn engine_defined_variants_are_explained_before_the_pong() {
    let mut engine = Engine::xboard();
    for name in ["cambodian", "karouk", "ouk"] {
        engine.send(&format!("new\nvariant {name}"));
        let lines = engine.pong();
        let expected = [
            "setup (PN.R.M....SKpn.r.m....sk) 8x8+0_makruk \
             rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w DEde - 0 1",
            "piece K& KismN",
            "piece M& FifmD",
        ];
        assert_eq!(lines, expected);
    }
    engine.send("new\nvariant makruk");
    assert!(engine.pong().is_empty());
    engine.send("variant chess");
    let lines = engine.pong();
    assert_eq!(lines.len(), 1);
    assert!(lines[0].starts_with("Error (") && lines[0].ends_with(": variant chess"));
    engine.quit();
}

#[test]
fn new_returns_to_the_default_variant() {
    let mut engine = game("cambodian", "0 1 0");
    engine.send("new\nforce\nusermove d1b2");
    assert_eq!(engine.pong(), ["Illegal move: d1b2"]);
    engine.send("variant cambodian\nusermove d1b2\nusermove e8g7");
    assert!(!engine.pong().iter().any(|line| line.starts_with("Illegal")));
    engine.quit();
}

#[test]
fn illegal_moves_are_refused() {
    let mut engine = game("makruk", "0 1 0");
    for (sent, answer) in [
        ("usermove a3a5", "Illegal move: a3a5"),
        ("usermove a3", "Illegal move: a3"),
        ("usermove xyzzy", "Illegal move: xyzzy"),
        ("a3a5", "Illegal move: a3a5"),
        // Nothing stands there: a trick of the GUI, not a move.
        ("usermove a2a3", "Error (unknown command): usermove a2a3"),
        ("a2a3", "Error (unknown command): a2a3"),
    ] {
        engine.send(sent);
        assert_eq!(engine.pong(), [answer]);
    }
    engine.send("a3a4\nusermove A6A5\nusermove a4a6");
    assert_eq!(engine.pong(), ["Illegal move: a4a6"]);
    engine.quit();
}

#[test]
fn openings_with_black_to_move() {
    let mut engine = game("makruk", "0 1 0");
    let fen = "rnsmksnr/8/pppppppp/8/P7/1PPPPPPP/8/RNSKMSNR b - - 0 1";
    engine.send(&format!("usermove a2a3\nsetboard {fen}"));
    assert!(!engine.pong().iter().any(|line| line.starts_with("Illegal")));
    engine.send("sd 2\ngo");
    let mut game =
        Game::new(Position::from_fen(start("makruk").position().variant(), fen).unwrap());
    play(&mut game, &find_move(&engine));
    engine.quit();
}

#[test]
fn promotions() {
    let mut engine = game("makruk", "0 1 0");
    engine.send("setboard 4k3/8/8/P7/8/8/8/4K3 w 0 1\nusermove a5a6\nundo\nusermove a5a6m\nundo");
    engine.send("usermove a5a6q\nundo\nusermove a5a6f\nusermove e8d8");
    assert!(engine.pong().is_empty());
    engine.quit();
}

#[test]
fn positions_are_set_up_or_refused() {
    let mut engine = game("makruk", "0 1 0");
    for fen in ["rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w 0 1", "4k3/8/8/8/8/8/8/R3K3 w 0 1"] {
        engine.send(&format!("setboard {fen}"));
        assert!(engine.pong().is_empty(), "{fen}");
    }
    for fen in ["", "nonsense", "8/8/8/8/8/8/8/8 w 0 1", "4k3/8/8/8/8/8/4R3/4K3 w 0 1"] {
        engine.send(&format!("setboard {fen}"));
        assert_eq!(engine.pong(), ["tellusererror Illegal position"], "{fen}");
    }
    // The board shows another position than ours: its moves are not played here.
    engine.send("usermove a1a8");
    assert_eq!(engine.pong(), ["Illegal move (no position): a1a8"]);
    engine
        .send("variant cambodian\nsetboard rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w EDed 0 1");
    engine.send("usermove d1b2");
    assert!(!engine.pong().iter().any(|line| line.starts_with("Illegal")));
    engine.quit();
}

#[test]
fn moves_are_taken_back() {
    let mut engine = game("makruk", "0 1 0");
    engine.send("undo");
    assert_eq!(engine.pong(), ["Error (command not legal now): undo"]);
    engine.send("setboard 4k3/8/8/8/8/8/8/R3K3 w 0 1\nundo");
    assert_eq!(engine.pong(), ["Error (command not legal now): undo"]);
    engine.send("usermove a1a8\nremove");
    assert_eq!(engine.pong(), ["Error (command not legal now): remove"]);
    engine.send("undo\nusermove a1a7\nusermove e8d8\nremove\nusermove a1a6");
    assert!(engine.pong().is_empty());
    // While it thinks: the search is given up, and no move comes.
    engine.send("st 3600\nusermove e8d8\ngo\nundo");
    assert!(!engine.pong().iter().any(|line| line.starts_with("move ")));
    engine.quit();
}

#[test]
fn options_and_resources() {
    let mut engine = game("makruk", "0 1 0");
    for line in [
        "memory 32",
        "cores 3",
        "cores 1",
        "option MultiPV=2",
        "option Clear Hash",
        "option multipv = 1",
    ] {
        engine.send(line);
        assert!(engine.pong().is_empty(), "{line}");
    }
    for line in
        ["option CountingRule=simple", "option countingmode=declared", "option LeapRule=classic"]
    {
        engine.send(line);
        assert!(engine.pong().is_empty(), "{line}");
    }
    engine.send("option LeapRule=chess");
    assert!(engine.pong()[0].starts_with("Error (option LeapRule is one of federation"));
    for line in ["memory 0", "cores 0", "option MultiPV=0"] {
        engine.send(line);
        let lines = engine.pong();
        assert!(lines.len() == 1 && lines[0].starts_with("# "), "{line}: {lines:?}");
    }
    for line in [
        "memory",
        "cores x",
        "option",
        "option Unknown=1",
        "option MultiPV=x",
        "option =",
        "variant",
    ] {
        engine.send(line);
        let lines = engine.pong();
        assert!(lines.len() == 1 && lines[0].starts_with("Error ("), "{line}: {lines:?}");
    }
    engine.send("analyze\nmemory 8\noption Clear Hash\nexit\nsd 1\ngo");
    find_move(&engine);
    engine.quit();
}

#[test]
fn unknown_commands_are_told() {
    let mut engine = Engine::xboard();
    for line in ["x", "uci", "Go", "isready", "edit", "d", "\u{1f600} smile"] {
        engine.send(line);
        assert_eq!(engine.pong(), [format!("Error (unknown command): {line}")]);
    }
    engine.send_bytes(b"  \t\r\n\r\n\xff\0\n");
    assert_eq!(engine.pong(), ["Error (unknown command): \u{fffd}\u{fffd}"]);
    engine.send_bytes(b"ping 3\r\n");
    assert_eq!(engine.find("pong"), "pong 3");
    engine.send(&"y".repeat(3 << 20));
    assert_eq!(engine.pong().len(), 1);
    engine.send("draw\nbk\nhint");
    engine.pong();
    engine.quit();
}

#[test]
fn the_end_of_the_input_is_the_end() {
    for commands in ["", "analyze", "st 3600\ngo", "hard\nsd 2\ngo"] {
        let mut engine = Engine::xboard();
        engine.send(commands);
        engine.close_input();
        engine.check_end();
    }
    let mut engine = Engine::xboard();
    engine.send("analyze");
    engine.pong();
    engine.quit();
}
