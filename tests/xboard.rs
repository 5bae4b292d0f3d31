//! XBoard dialogues with the real engine.

mod common;

use std::time::{Duration, Instant};

use common::engine::Engine;
use mekong::game::Game;
use mekong::movegen::parse_move;
use mekong::rules::{Position, Variant};

const MATE_IN_ONE: &str = "k7/8/1K6/8/8/8/8/7R w 0 1";
const STALEMATE_IN_ONE: &str = "k7/8/1K1M4/8/8/8/8/8 w 0 1";

fn start(variant: &str) -> Game {
    Game::new(Variant::find(variant).unwrap().start_position())
}

/// Plays a move that must be legal.
#[track_caller]
fn play(game: &mut Game, text: &str) {
    let mv = parse_move(game.position(), text).unwrap_or_else(|| panic!("{text} is not legal"));
    assert_eq!(mv.to_string(), text);
    assert!(game.push(mv));
}

/// The engine's next move.
#[track_caller]
fn find_move(engine: &Engine) -> String {
    engine.find("move ")["move ".len()..].to_owned()
}

/// An engine after the preliminaries of Cute Chess.
fn game(variant: &str, level: &str) -> Engine {
    let mut engine = Engine::xboard();
    engine.send(&format!("new\nvariant {variant}\nforce\nlevel {level}\npost\neasy\nping 5"));
    engine.find("pong 5");
    engine
}

#[test]
fn features_come_promptly() {
    let mut engine = Engine::start();
    let begun = Instant::now();
    engine.send("xboard\nprotover 2");
    let lines = engine.until("feature done=1");
    assert!(begun.elapsed() < Duration::from_secs(2));
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
    ] {
        assert!(all.contains(feature), "{feature}");
    }
    engine.send("accepted ping\nrejected debug\naccepted done");
    assert!(engine.pong().is_empty());
    engine.quit();
}

#[test]
fn a_game_as_cute_chess_plays_it() {
    let mut engine = game("cambodian", "0 0:01 0.05");
    let mut game = start("cambodian");
    engine.send("computer\nname Other engine\nrating 1 2\nrandom\nics -\ntime 105\notim 105\ngo");
    let first = find_move(&engine);
    play(&mut game, &first);
    for _ in 0..5 {
        let reply = mekong::movegen::legal_moves(game.position())[0].to_string();
        play(&mut game, &reply);
        engine.send(&format!("time 60\notim 90\nusermove {reply}"));
        let mv = find_move(&engine);
        play(&mut game, &mv);
    }
    engine.send("?\nforce\nresult 1/2-1/2 {Draw by adjudication}");
    assert!(engine.pong().is_empty());
    engine.send("new\nvariant makruk\nforce\nlevel 40 0:02 0\npost\neasy\ntime 10\notim 10\ngo");
    find_move(&engine);
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
fn new_lets_the_engine_play_black() {
    let mut engine = Engine::xboard();
    engine.send("new\nlevel 0 0:02 0\nusermove a3a4");
    let mut game = start("makruk");
    play(&mut game, "a3a4");
    play(&mut game, &find_move(&engine));
    engine.quit();
}

#[test]
fn pong_waits_for_the_move() {
    let mut engine = game("makruk", "0 1 0");
    engine.send("st 1\ngo\nping 9");
    let lines = engine.until("pong 9");
    assert!(lines.iter().any(|line| line.starts_with("move ")), "{lines:?}");
    // While it analyses or waits it answers at once.
    engine.send("analyze");
    engine.pong();
    engine.send("exit");
    assert!(engine.pong().iter().all(|line| !line.starts_with("move ")));
    engine.quit();
}

#[test]
fn thinking_is_shown_in_numbers() {
    let mut engine = game("makruk", "0 1 0");
    engine.send("sd 3\ngo");
    let lines = engine.until("move ");
    let mut shown = 0;
    for line in &lines[..lines.len() - 1] {
        let words: Vec<&str> = line.split(' ').collect();
        assert!(words[..4].iter().all(|word| word.parse::<i64>().is_ok()), "{line}");
        let mut game = start("makruk");
        words[4..].iter().for_each(|mv| play(&mut game, mv));
        shown += 1;
    }
    assert!(shown > 0);
    engine.send("nopost\ngo");
    assert_eq!(engine.until("move ").len(), 1);
    engine.quit();
}

#[test]
fn mates_are_shown_and_claimed() {
    let mut engine = game("makruk", "0 1 0");
    engine.send(&format!("setboard {MATE_IN_ONE}\nsd 4\ngo"));
    let lines = engine.until("1-0 {White mates}");
    assert_eq!(lines[lines.len() - 2], "move h1h8", "{lines:?}");
    assert!(lines.iter().any(|line| line.split(' ').nth(1) == Some("100001")), "{lines:?}");
    // Mated by the opponent: the result instead of a move.
    engine.send(&format!("force\nsetboard {MATE_IN_ONE}\nplayother\nusermove h1h8"));
    let lines = engine.until("1-0 {White mates}");
    assert!(!lines.iter().any(|line| line.starts_with("move ")), "{lines:?}");
    // The loser's view.
    engine.send("force\nsetboard k7/8/2K5/8/8/8/7R/1R6 b 0 1\nst 5\nsd 6\ngo");
    let lines = engine.until("move ");
    assert!(lines.iter().any(|line| line.split(' ').nth(1) == Some("-100001")), "{lines:?}");
    engine.quit();
}

#[test]
fn draws_are_never_claimed() {
    let mut engine = game("makruk", "0 0:02 0");
    engine.send(&format!("setboard {STALEMATE_IN_ONE}\nplayother\nusermove d6c7"));
    assert!(engine.pong().is_empty());
    // The count has passed its limit; the game goes on until the GUI ends it.
    engine.send("force\nsetboard 8/8/8/8/8/5K2/2R5/6k1 w - 32 40 100\ngo");
    find_move(&engine);
    engine.send("force\nsetboard 4k3/8/8/8/8/8/8/4K3 w 0 1\ngo\nping 1");
    let lines = engine.until("pong 1");
    assert!(!lines.iter().any(|line| line.starts_with("1/2")), "{lines:?}");
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
    // The last good position still stands.
    engine.send("usermove a1a8");
    assert!(engine.pong().is_empty());
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
    engine.send("st 5\nusermove e8d8\ngo\nundo");
    assert!(!engine.pong().iter().any(|line| line.starts_with("move ")));
    engine.quit();
}

#[test]
fn move_now() {
    let mut engine = game("makruk", "0 1 0");
    engine.send("?");
    assert!(engine.pong().is_empty());
    engine.send("st 60\ngo");
    let begun = Instant::now();
    engine.send("?");
    find_move(&engine);
    assert!(begun.elapsed() < Duration::from_secs(5));
    engine.quit();
}

#[test]
fn giving_up_a_search() {
    let mut engine = game("makruk", "0 1 0");
    for command in
        ["force", "new\nforce", "result 1-0 {White resigns}", "setboard 4k3/8/8/8/8/8/8/R3K3 w"]
    {
        engine.send(&format!("st 60\ngo\n{command}"));
        let lines = engine.pong();
        assert!(!lines.iter().any(|line| line.starts_with("move ")), "{command}: {lines:?}");
        engine.send("force\nnew\nforce");
    }
    engine.quit();
}

#[test]
fn playing_the_other_side() {
    let mut engine = game("makruk", "0 0:02 0");
    engine.send("usermove a3a4\nplayother");
    assert!(engine.pong().is_empty());
    engine.send("usermove a6a5");
    let mut game = start("makruk");
    play(&mut game, "a3a4");
    play(&mut game, "a6a5");
    play(&mut game, &find_move(&engine));
    engine.quit();
}

#[test]
fn analysis() {
    let mut engine = game("makruk", "0 1 0");
    engine.send("analyze");
    let deadline = Instant::now() + Duration::from_secs(5);
    let mut shown = Vec::new();
    while shown.is_empty() && Instant::now() < deadline {
        shown = engine.lines_within(Duration::from_millis(100));
    }
    assert!(!shown.is_empty());
    engine.send(".");
    let line = engine.find("stat01: ");
    assert!(line.split(' ').skip(1).take(5).all(|word| word.parse::<u64>().is_ok()), "{line}");
    for command in ["usermove a3a4", "usermove a6a5", "undo", "hint", "bk", "setboard zz", "post"] {
        engine.send(command);
        let lines = engine.pong();
        assert!(!lines.iter().any(|line| line.starts_with("move ")), "{command}: {lines:?}");
    }
    engine.send("setboard k6R/8/1K6/8/8/8/8/8 b 0 1");
    engine.pong();
    engine.send("exit\nundo\nforce");
    engine.pong();
    assert!(engine.lines_within(Duration::from_millis(100)).is_empty());
    engine.quit();
}

#[test]
fn pondering() {
    let mut engine = game("makruk", "0 1 0");
    let mut game = start("makruk");
    engine.send("hard\nst 0.2\nusermove a3a4\ngo");
    play(&mut game, "a3a4");
    play(&mut game, &find_move(&engine));
    engine.send("hint");
    let lines = engine.pong();
    let hint = lines.iter().find_map(|line| line.strip_prefix("Hint: ")).map(str::to_owned);
    // The expected move.
    let hint = hint.unwrap_or_else(|| panic!("no hint: {lines:?}"));
    play(&mut game, &hint);
    engine.send(&format!("time 6000\notim 6000\nusermove {hint}"));
    play(&mut game, &find_move(&engine));
    // Another one.
    engine.send("hint");
    let lines = engine.pong();
    let hint = lines.iter().find_map(|line| line.strip_prefix("Hint: ")).unwrap_or_default();
    let moves = mekong::movegen::legal_moves(game.position());
    let other = moves.iter().map(ToString::to_string).find(|mv| *mv != hint).unwrap();
    play(&mut game, &other);
    engine.send(&format!("usermove {other}"));
    play(&mut game, &find_move(&engine));
    engine.send("easy");
    engine.pong();
    assert!(engine.lines_within(Duration::from_millis(100)).is_empty());
    engine.quit();
}

#[test]
fn clocks_of_every_kind() {
    let mut engine = game("makruk", "0 1 0");
    for clock in [
        "level 40 5 0\ntime 100\notim 100",
        "level 0 0:01 0.05\ntime 5\notim 500",
        "level 0 0 0",
        "level 1 0:01 0\ntime 50",
        "st 0",
        "st 0.1",
        "level 0 1 0\ntime -500\notim -500",
        "time 0",
        "sd 1\ntime 99999999999999999999",
        "sd 99999999999\ntime 20",
        "sd 0\ntime 20",
    ] {
        let begun = Instant::now();
        engine.send(&format!("{clock}\ngo"));
        let lines = engine.until("move ");
        assert!(!lines.iter().any(|line| line.starts_with("Error")), "{clock}: {lines:?}");
        assert!(begun.elapsed() < Duration::from_secs(3), "{clock}");
        engine.send("force");
    }
    for bad in ["level", "level 0 0", "level a b c", "st", "st x", "sd", "sd x", "time", "time x"] {
        engine.send(bad);
        let lines = engine.pong();
        assert_eq!(lines, [format!("Error (bad argument): {bad}")]);
    }
    engine.quit();
}

#[test]
fn options_and_resources() {
    let mut engine = game("makruk", "0 1 0");
    for line in
        ["memory 32", "cores 1", "option MultiPV=2", "option Clear Hash", "option multipv = 1"]
    {
        engine.send(line);
        assert!(engine.pong().is_empty(), "{line}");
    }
    for line in ["memory 0", "cores 64", "option MultiPV=0"] {
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
    for commands in ["", "analyze", "st 60\ngo", "hard\nsd 2\ngo"] {
        let mut engine = Engine::xboard();
        engine.send(commands);
        engine.close_input();
        let begun = Instant::now();
        engine.check_end();
        assert!(begun.elapsed() < Duration::from_secs(3), "{commands}");
    }
    let mut engine = Engine::xboard();
    engine.send("analyze");
    engine.pong();
    engine.quit();
}
