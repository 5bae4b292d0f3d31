//! Games under GUIs that play ouk by other rules than the engine's.

use crate::common::Random;
use crate::common::engine::Engine;
use crate::common::uci::{best, go};
use mekong::board::Kind;
use mekong::game::Game;
use mekong::movegen::{legal_moves, parse_move};

/// A rook moves onto the white king's file, with two bia between.
const ON_FILE: &str = "position fen r3k3/8/8/3p4/p7/P2P4/8/R2KM3 b DE - 0 1 moves a8d8";

fn played(engine: &mut Engine, position: &str) -> Option<String> {
    engine.send("position startpos");
    let before = engine.fen();
    engine.send(position);
    Some(engine.fen()).filter(|fen| *fen != before)
}

fn ouk() -> Engine {
    let mut engine = Engine::uci();
    engine.send("setoption name UCI_Variant value cambodian");
    engine
}

#[test]
fn leaps_of_other_rules_are_played() {
    let mut engine = ouk();
    let fen = played(&mut engine, &format!("{ON_FILE} d1f2")).expect("a leap in spite of the aim");
    assert!(fen.starts_with("3rk3/8/8/3p4/p7/P2P4/5K2/R3M3 b E"), "{fen}");
    let capture = "position fen 4k3/8/8/8/8/p3s3/8/R2KM3 w DE - 0 1 moves e1e3 e8e7";
    let fen = played(&mut engine, capture).expect("a met that captures by its leap");
    assert!(fen.starts_with("8/4k3/8/8/8/p3M3/8/R2K4 w D"), "{fen}");
    engine.send("setoption name LeapRule value no-capture");
    let late = "position startpos moves e3e4 d6d5 e4d5 c6d5 d1f2";
    let fen = played(&mut engine, late).expect("a leap after a capture");
    assert!(fen.starts_with("rnsmksnr/8/pp2pppp/3p4/8/PPPP1PPP/5K2/RNS1MSNR b - "), "{fen}");
    engine.quit();
}

#[test]
fn what_no_rule_allows_is_refused() {
    let mut engine = ouk();
    for position in [
        // In check, onto an attacked square, without the right, a second time, onto a piece.
        "position fen 4k3/8/8/8/8/p7/1r5p/3KM3 b DE - 0 1 moves b2b1 d1f2",
        &format!("{ON_FILE} d1d3"),
        "position fen 4k3/8/8/8/8/p1p5/8/R2KM3 w DE - 0 1 moves d1b2",
        "position fen 4k3/8/8/8/8/p7/8/R2KM3 w E - 0 1 moves d1f2",
        "position startpos moves e1d2 a6a5 d2e1 a5a4 e1e3",
        "position fen 4k3/8/8/8/8/p7/5p2/R2KM3 w DE - 0 1 moves d1f2",
        "position fen 4k3/8/8/8/8/p3P3/8/R2KM3 w DE - 0 1 moves e1e3",
        "position fen 4k3/8/8/8/8/p3s3/8/R2KM2r w DE - 0 1 moves e1e3",
    ] {
        assert_eq!(played(&mut engine, position), None, "{position}");
    }
    engine.send("setoption name UCI_Variant value makruk");
    assert_eq!(played(&mut engine, "position startpos moves d1f2"), None);
    engine.quit();
}

#[test]
fn xboard_plays_them_too() {
    let mut engine = crate::common::xboard::game("cambodian", "0 1 0");
    engine.send("setboard r3k3/8/8/3p4/p7/P2P4/8/R2KM3 b DE 0 1\nusermove a8d8\nusermove d1f2");
    assert!(engine.pong().is_empty());
    engine.send("usermove d1f2");
    assert_eq!(engine.pong().len(), 1);
    engine.quit();
}

/// The square to which an unmoved met may leap some programs hold for attacked.
#[test]
fn a_king_keeps_off_the_mets_leap() {
    let mut engine = ouk();
    let fen = "8/8/8/8/3k4/4R3/8/K3M3 b - - 0 1";
    let mut choose = |fen: &str, command: &str| {
        engine.send(&format!("position fen {fen}"));
        let lines = go(&mut engine, command);
        best(lines.last().unwrap()).to_owned()
    };
    assert_ne!(choose(fen, "go depth 5"), "d4e3");
    // Black's met as well.
    assert_ne!(choose("3m3k/8/3r4/4K3/8/8/8/8 w - - 0 1", "go depth 5"), "e5d6");
    // Wanted by name, or the only move, it is played.
    assert_eq!(choose(fen, "go depth 5 searchmoves d4e3"), "d4e3");
    assert_eq!(choose("8/8/8/1R6/R2k4/4R3/2K5/4M3 b - - 0 1", "go depth 5"), "d4e3");
    // Elsewhere the met is no danger.
    assert_eq!(choose("8/8/8/8/3k4/4R3/8/K6M b - - 0 1", "go depth 5"), "d4e3");
    engine.send(&format!("setoption name UCI_Variant value makruk\nposition fen {fen}"));
    assert_eq!(best(go(&mut engine, "go depth 5").last().unwrap()), "d4e3");
    engine.quit();
}

/// What is drawn by the engine's rules, and not by those of every GUI.
const DRAWN_HERE: [&str; 5] = [
    // The count has passed its limit: a bare king's, the board's.
    "8/8/8/8/8/5K2/2R5/6k1 w - 30 31 100",
    "8/3k4/8/8/8/2RMK3/8/8 b - 126 127 100",
    // Two bare kings, and pieces that never mate.
    "8/8/3k4/8/8/3K4/8/8 w - - 0 1",
    "8/8/3k4/8/8/3K4/8/M7 b - - 0 1",
    // Knights go to and fro.
    "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w DEde - 0 1 moves \
     b1d2 b8d7 d2b1 d7b8 b1d2 b8d7 d2b1 d7b8 b1d2 b8d7 d2b1 d7b8",
];

/// A GUI that knows no count and no repetition lets the game go on, and so does the engine: it
/// claims nothing, and finds a move.
#[test]
fn a_game_that_is_drawn_here_goes_on_there() {
    let mut engine = ouk();
    for drawn in DRAWN_HERE {
        engine.send(&format!("position fen {drawn}"));
        let position = crate::common::position(crate::common::variant("cambodian"), &engine.fen());
        for command in ["go depth 4", "go movetime 20", "go wtime 100 btime 100"] {
            let lines = go(&mut engine, command);
            let answer = best(lines.last().unwrap());
            assert!(parse_move(&position, answer).is_some(), "{drawn}: {answer}");
        }
    }
    engine.quit();
    for drawn in DRAWN_HERE {
        let mut engine = crate::common::xboard::game("cambodian", "0 1 0");
        let (fen, moves) = drawn.split_once(" moves ").unwrap_or((drawn, ""));
        engine.send(&format!("setboard {fen}\nst 0.05"));
        let mut game = Game::new(crate::common::position(crate::common::variant("cambodian"), fen));
        for mv in moves.split_whitespace() {
            crate::common::xboard::play(&mut game, mv);
            engine.send(&format!("usermove {mv}"));
        }
        let lines = engine.ask("go", "move ");
        assert!(!lines.iter().any(|line| line.starts_with("1/2") || line.starts_with("offer")));
        crate::common::xboard::play(&mut game, &lines.last().unwrap()["move ".len()..]);
        // Of the position after it, too, nothing is claimed.
        assert!(engine.pong().iter().all(|line| !line.starts_with("1/2")), "{drawn}");
        engine.quit();
    }
}

/// A referee like Cute Chess: ouk by the classic rule. The opponent leaps whenever it can; the
/// engine follows every move and never plays one that the referee refuses.
#[test]
fn games_under_another_referee_go_on() {
    let referee = crate::common::ruleset("cambodian/classic");
    let mut engine = ouk();
    let mut leaps = 0;
    for seed in 0..6u64 {
        let mut game = Game::new(referee.start_position());
        let mut random = Random::new(seed);
        for ply in 0..40 {
            if game.outcome().is_some() {
                break;
            }
            let mv = if ply % 2 == seed % 2 {
                let moves: Vec<String> = game.moves().map(|mv| mv.to_string()).collect();
                engine.send(&format!("position startpos moves {}", moves.join(" ")));
                let placement = |fen: &str| fen.split(' ').next().unwrap_or_default().to_owned();
                assert_eq!(placement(&engine.fen()), placement(&game.position().fen()));
                let lines = go(&mut engine, "go nodes 300");
                let answer = best(lines.last().unwrap()).to_owned();
                parse_move(game.position(), &answer).unwrap_or_else(|| panic!("illegal: {answer}"))
            } else {
                let moves = legal_moves(game.position());
                let board = *game.position().board();
                let leap = moves.iter().copied().find(|mv| {
                    let king = board.at(mv.from()).is_some_and(|piece| piece.kind() == Kind::King);
                    king && mv.from().distance(mv.to()) > 1
                });
                leaps += u32::from(leap.is_some() && ply > 6);
                leap.filter(|_| ply > 6).unwrap_or(moves[random.below(moves.len())])
            };
            assert!(game.push(mv));
        }
    }
    assert!(leaps > 0, "no game tells anything");
    engine.quit();
}
