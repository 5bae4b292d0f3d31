//! Rules and other options that are set while the engine searches: they wait for the search's end,
//! and the search answers by the rules that it was begun with.

use crate::common::engine::Engine;
use crate::common::uci::{best, go, is_bestmove};
use mekong::movegen::parse_move;

/// What `d` says behind `what`.
fn shown(engine: &mut Engine, what: &str) -> String {
    engine.send("d");
    let lines = engine.sync();
    let found = lines.iter().find_map(|line| line.strip_prefix(&format!("{what}: ")));
    found.unwrap_or_else(|| panic!("no {what} in {lines:#?}")).to_owned()
}

/// A variant, a position of it, what is set while it is searched, and what the engine has to say
/// of that at once (nothing, if empty).
const SET: [(&str, &str, &str, &str); 15] = [
    ("makruk", "8/8/8/8/8/5K2/2R5/6k1 w - 32 27 100", "CountingRule value none", ""),
    ("makruk", "8/8/8/8/8/5K2/2R5/6k1 w - 32 27 100", "CountingRule value simple", ""),
    ("makruk", "8/8/8/8/8/5K2/2R5/6k1 w - 32 27 100", "CountingMode value declared", ""),
    ("makruk", "8/3k4/8/8/8/2RMK3/8/8 w - 128 20 60", "CountingRule value fewer-pieces", ""),
    ("cambodian", "8/3k4/8/5P2/8/2RMK3/8/8 w - 126 41 50", "CountingRule value none", ""),
    ("cambodian", "3rk3/8/8/3p4/p7/P2P4/8/R2KM3 w DE - 0 1", "LeapRule value no-capture", ""),
    ("cambodian", "3rk3/8/8/3p4/p7/P2P4/8/R2KM3 w DE - 0 1", "LeapRule value classic", ""),
    ("makruk", "startpos", "UCI_Variant value asean", "info string variant asean "),
    ("asean", "startpos", "UCI_Variant value karouk", "info string variant karouk "),
    ("asean", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "UCI_Variant value ai-wok", "info string variant"),
    ("ai-wok", "4k3/8/8/P7/8/8/8/4K3 w - - 0 1", "UCI_Variant value makruk", "info string variant"),
    ("makruk", "startpos", "UCI_Variant value chess", "info string "),
    ("makruk", "startpos", "CountingRule value chess", "info string "),
    ("makruk", "startpos", "LeapRule", "info string "),
    ("makruk", "8/8/8/8/8/5K2/2R5/6k1 w - 32 27 100", "Tables value false", ""),
];

/// `position` for a start or a FEN.
fn position(at: &str) -> String {
    if at == "startpos" { "position startpos".into() } else { format!("position fen {at}") }
}

#[test]
fn what_is_set_in_a_search_leaves_its_answer_legal() {
    for (name, at, option, said) in SET {
        let mut engine = Engine::uci();
        engine.send(&format!("setoption name UCI_Variant value {name}\n{}", position(at)));
        engine.sync();
        engine.send("go infinite");
        engine.until("info depth");
        engine.send(&format!("setoption name {option}"));
        let lines = engine.sync();
        assert!(!lines.iter().any(is_bestmove), "{name} {option}: {lines:#?}");
        let told: Vec<&String> = lines.iter().filter(|line| line.contains(" string ")).collect();
        match said.is_empty() {
            true => assert!(told.is_empty(), "{name} {option}: {told:?}"),
            false => assert!(told.len() == 1 && told[0].starts_with(said), "{option}: {told:?}"),
        }
        let lines = engine.ask("stop\nisready", "bestmove");
        let variant = crate::common::variant(name);
        let start = match at {
            "startpos" => variant.start_position(),
            fen => crate::common::position(variant, fen),
        };
        let answer = best(lines.last().unwrap());
        let mv = parse_move(&start, answer).unwrap_or_else(|| panic!("{option}: {answer}"));
        assert_eq!(mv.to_string(), answer, "{name} {option}");
        // One answer, and the next search is as any other.
        assert!(!engine.sync().iter().any(is_bestmove), "{name} {option}");
        engine.send("position startpos");
        let lines = go(&mut engine, "go depth 3");
        assert_eq!(lines.iter().filter(|line| is_bestmove(line)).count(), 1);
        engine.quit();
    }
}

/// What was set is in force as soon as the search has ended, without another word.
#[test]
fn what_is_set_in_a_search_holds_afterwards() {
    let mut engine = Engine::uci();
    let late = "position fen 8/8/8/8/8/5K2/2R5/6k1 w - 32 29 100";
    engine.send(&format!("{late}\ngo infinite"));
    engine.until("info depth");
    engine.send("setoption name CountingRule value none\nsetoption name LeapRule value classic");
    engine.send("stop");
    engine.find("bestmove");
    assert_eq!(shown(&mut engine, "Count"), "none is running");
    let lines = go(&mut engine, "go depth 8");
    assert!(lines.iter().any(|line| line.contains("score mate 3")), "{lines:#?}");
    // What the search without a count has found must not be believed with one.
    engine.send("go infinite");
    engine.until("info depth");
    engine.send("setoption name CountingRule value default\nstop");
    engine.find("bestmove");
    let lines = go(&mut engine, "go depth 8");
    assert!(lines.iter().any(|line| line.contains("score cp 0 ")), "{lines:#?}");
    assert!(!lines.iter().any(|line| line.contains("score mate")), "{lines:#?}");
    // Another variant: of the next position; the old one stays on the board.
    let before = shown(&mut engine, "Fen");
    engine.send("go infinite");
    engine.until("info depth");
    engine.send("setoption name UCI_Variant value ouk\nstop");
    engine.find("bestmove");
    assert_eq!(shown(&mut engine, "Fen"), before);
    engine.send("position fen r3k3/8/8/3p4/p7/P2P4/8/R2KM3 b DE - 0 1 moves a8d8 d1f2");
    assert!(engine.fen().contains("/5K2/"), "LeapRule is kept");
    engine.quit();
}

/// A folder of tables is opened while the search goes on; what became of it is told once, when the
/// search has ended.
#[test]
fn tables_that_cannot_be_opened_do_not_disturb_the_search() {
    let mut engine = Engine::uci();
    engine.send("position fen 8/8/8/8/8/5K2/2R5/6k1 w - 32 27 100\ngo infinite");
    engine.until("info depth");
    engine.send("setoption name TablePath value no/such");
    let is_told = |line: &String| line.starts_with("info string") && line.contains("no/such");
    let mut lines = engine.sync();
    assert!(!lines.iter().any(is_bestmove), "{lines:#?}");
    engine.send("stop");
    lines.extend(engine.until("bestmove"));
    lines.extend(engine.sync());
    lines.extend(engine.sync());
    assert_eq!(lines.iter().filter(|line| is_told(line)).count(), 1, "{lines:#?}");
    engine.quit();
}

/// Many options in one breath, ended by whatever ends a search.
#[test]
fn a_storm_of_options_ends_with_one_answer() {
    let storm: String = SET
        .map(|(.., option, _)| option)
        .into_iter()
        .chain(["TablePath value no/such"])
        .map(|option| format!("setoption name {option}\n"))
        .collect();
    for end in ["stop", "ucinewgame\nstop", "position startpos moves a3a4\nstop"] {
        let mut engine = Engine::uci();
        engine.send(&format!("go infinite\n{storm}{storm}d\neval\n{end}"));
        engine.find("bestmove");
        assert!(!engine.sync().iter().any(is_bestmove), "{end}");
        engine.quit();
    }
    let mut engine = Engine::uci();
    engine.send(&format!("go infinite\n{storm}quit"));
    engine.check_end();
}

/// In XBoard's protocol: the move that is being thought about is legal in the game as it stands,
/// and is played there.
#[test]
fn xboard_sets_rules_while_the_engine_thinks() {
    for (variant, option) in [
        ("cambodian", "LeapRule=no-capture"),
        ("cambodian", "CountingRule=none"),
        ("karouk", "LeapRule=classic"),
        ("makruk", "CountingMode=declared"),
        ("ai-wok", "CountingRule=simple"),
        ("asean", "Tables=0"),
    ] {
        let mut engine = crate::common::xboard::game(variant, "0 1 0");
        let mut game = crate::common::xboard::start(variant);
        engine.send(&format!("st 1\ngo\noption {option}\nping 9"));
        let lines = engine.until("pong 9");
        let mv = lines.iter().find_map(|line| line.strip_prefix("move "));
        let mv = mv.unwrap_or_else(|| panic!("{variant} {option}: {lines:#?}"));
        crate::common::xboard::play(&mut game, mv);
        let reply = mekong::movegen::legal_moves(game.position())[0].to_string();
        engine.send(&format!("st 0.05\nusermove {reply}"));
        crate::common::xboard::play(&mut game, &reply);
        crate::common::xboard::play(&mut game, &crate::common::xboard::find_move(&engine));
        engine.quit();
    }
}
