//! UCI's options: how they are shown, set and refused.

use std::time::Duration;

use crate::common::engine::Engine;
use crate::common::uci::*;

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

/// GUIs look for the words of an `option` line anywhere in it: a name or value that is one of them gets
/// lost. A value that got lost means the default.
#[test]
fn no_option_uses_a_word_of_the_protocol() {
    const WORDS: [&str; 7] = ["name", "type", "default", "min", "max", "var", "value"];
    let mut engine = Engine::start();
    for line in engine.ask("uci", "uciok") {
        let Some(option) = line.strip_prefix("option name ") else { continue };
        let (name, rest) = option.split_once(" type ").unwrap();
        let values = rest.split(" var ").skip(1).chain(rest.split(" default ").nth(1));
        let first = |text: &str| text.split(" var ").next().unwrap().to_string();
        let texts: Vec<String> = values.map(first).chain([name.to_string()]).collect();
        for text in texts.iter().filter(|text| !text.contains(" min ")) {
            let clash = text.split(' ').find(|word| WORDS.contains(&word.to_lowercase().as_str()));
            assert_eq!(clash, None, "{line}");
        }
    }
    for value in ["", "default", "variant"] {
        engine.send("setoption name CountingRule value simple");
        engine.send(&format!("setoption name CountingRule value {value}"));
        assert!(engine.sync().is_empty(), "{value}");
    }
    engine.quit();
}

/// A hash table takes memory as it is used, and no time before: not when it is made, nor when it is
/// cleared or made anew.
#[test]
#[cfg(target_os = "linux")]
fn a_hash_table_costs_nothing_before_it_is_used() {
    let mut engine = Engine::uci();
    for command in [
        "setoption name Hash value 2048",
        "ucinewgame",
        "setoption name Clear Hash",
        "setoption name Hash value 2048",
    ] {
        // It takes less than a millisecond; writing two gigabytes takes most of a second.
        engine.costs_at_most(Duration::from_millis(300), command, |engine| {
            engine.send(command);
            engine.sync();
        });
    }
    assert!(engine.resident_megabytes() < 200, "{} MB", engine.resident_megabytes());
    engine.quit();
}
