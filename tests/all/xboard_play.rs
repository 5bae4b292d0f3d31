//! Playing and analysing by XBoard's protocol with the real engine.

use std::time::Duration;

use crate::common::engine::Engine;
use crate::common::xboard::*;

const MATE_IN_ONE: &str = "k7/8/1K6/8/8/8/8/7R w 0 1";
const STALEMATE_IN_ONE: &str = "k7/8/1K1M4/8/8/8/8/8 w 0 1";

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

/// XBoard scores a claim that it does not understand as a loss.
#[test]
fn the_first_check_is_not_claimed_but_resigned_to() {
    let winner = "setboard 8/8/3k4/8/8/3K4/8/R7 w 0 1";
    let mut engine = game("karouk", "0 1 0");
    engine.send(&format!("{winner}\nsd 4\ngo"));
    let mut lines = engine.until("move ");
    lines.extend(engine.pong());
    assert!(!lines.iter().any(|line| line.contains("1-0") || line == "resign"), "{lines:?}");
    engine.send(&format!("force\n{winner}\nplayother\nusermove a1a6"));
    let lines = engine.until("resign");
    assert!(!lines.iter().any(|line| line.starts_with("move ")), "{lines:?}");
    engine.quit();
}

#[test]
fn mates_that_xboard_does_not_see_are_not_claimed() {
    let mut engine = game("makpong", "0 1 0");
    engine.send("force\nsetboard 8/8/3k4/8/1MK5/8/8/8 w 0 1\nplayother\nusermove b4c5");
    let mut lines = engine.until("resign");
    lines.extend(engine.pong());
    assert!(!lines.iter().any(|line| line.contains("1-0")), "{lines:?}");
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
fn move_now() {
    let mut engine = game("makruk", "0 1 0");
    engine.send("?");
    assert!(engine.pong().is_empty());
    engine.send("st 3600\ngo\n?");
    find_move(&engine);
    engine.quit();
}

#[test]
fn giving_up_a_search() {
    let mut engine = game("makruk", "0 1 0");
    for command in
        ["force", "new\nforce", "result 1-0 {White resigns}", "setboard 4k3/8/8/8/8/8/8/R3K3 w"]
    {
        engine.send(&format!("st 3600\ngo\n{command}"));
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
    engine.find("1 ");
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
        let lines = engine.costs_at_most(Duration::from_secs(3), clock, |engine| {
            engine.ask(&format!("{clock}\ngo"), "move ")
        });
        assert!(!lines.iter().any(|line| line.starts_with("Error")), "{clock}: {lines:?}");
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
fn what_is_refused_disturbs_no_search() {
    let mut engine = game("makruk", "0 1 0");
    engine.send("st 3600\ngo\nvariant foo\nsetboard x\nundo\nexit\nusermove a3a4\nfoo\n?\nping 3");
    let lines = engine.until("pong 3");
    assert!(lines.iter().any(|line| line.starts_with("move ")), "{lines:?}");
    let errors: Vec<&String> = lines.iter().filter(|line| line.starts_with("Error (")).collect();
    // Leaving an analysis where none runs is no fault: see `reported`.
    let expected = [
        "Error (unknown variant): variant foo",
        "Error (command not legal now): undo",
        "Error (not your turn): usermove a3a4",
        "Error (unknown command): foo",
    ];
    assert_eq!(errors, expected);
    assert!(lines.iter().any(|line| line.starts_with("tellusererror ")), "{lines:?}");
    engine.quit();
}
