//! Faults that users of this and other engines have reported, each as a dialogue with the right
//! answer.

use std::time::Duration;

use crate::common::engine::Engine;
use crate::common::uci::*;

const MIDDLEGAME: &str = "r1sm1r2/3k1s1R/1pp2p2/P1nnPP2/7p/PS3N2/3NSM1P/2RK4 w - - 0 1";

/// All that the engine says to these commands until it has answered the last of them.
fn piped(commands: &str) -> Vec<String> {
    let mut engine = Engine::start();
    engine.send(commands);
    engine.close_input();
    let next = || engine.line_within(crate::common::engine::PATIENCE);
    let lines = std::iter::from_fn(next).collect();
    engine.check_end();
    lines
}

fn starting<'a>(lines: &'a [String], start: &str) -> Vec<&'a str> {
    lines.iter().map(String::as_str).filter(|line| line.starts_with(start)).collect()
}

#[test]
fn a_limit_of_nothing_is_none() {
    let mut engine = Engine::uci();
    for limits in ["wtime 1500 btime 1500 depth 0", "wtime 1500 btime 1500 movestogo 0 nodes 0"] {
        let most = Duration::from_millis(1_400);
        let lines =
            engine.costs_at_most(most, limits, |engine| go(engine, &format!("go {limits}")));
        let depth = lines.iter().rev().find_map(|line| field(line, "depth")).unwrap();
        assert!(depth.parse::<u32>().unwrap() >= 2, "{limits}: {lines:?}");
        let told = lines.iter().rev().find_map(|line| field(line, "time")).unwrap();
        assert!(told.parse::<u64>().unwrap() < 1_400, "{limits}: {lines:?}");
    }
    let lines = go(&mut engine, "go depth 6 wtime 0 btime 0");
    assert!(lines.iter().any(|line| line.starts_with("info depth 6 ")), "{lines:?}");
    assert!(engine.sync().is_empty());
    let lines = go(&mut engine, "go wtime 50.5 btime 50.5");
    assert!(!lines.iter().any(|line| line.contains("not understood")), "{lines:?}");
    engine.quit();
}

/// The last lines before a move are about the whole search, one for each line, no move twice, and
/// the move to ponder on is the second of the first.
#[test]
fn the_last_lines_are_those_of_the_answer() {
    for multipv in [1, 3] {
        let mut engine = Engine::uci();
        engine.send(&format!("setoption name MultiPV value {multipv}\nposition fen {MIDDLEGAME}"));
        for nodes in [910, 5_000, 20_011] {
            let lines = go(&mut engine, &format!("go nodes {nodes}"));
            let (answer, infos) = lines.split_last().unwrap();
            let last = &infos[infos.len() - multipv..];
            let firsts: Vec<&str> = last.iter().map(|line| pv(line)[0]).collect();
            for (index, line) in last.iter().enumerate() {
                assert_eq!(field(line, "multipv"), Some((index + 1).to_string().as_str()));
                let told: u64 = field(line, "nodes").unwrap().parse().unwrap();
                // The first iteration may take a few thousand, whatever the limit is.
                assert!((nodes..nodes + 6_000).contains(&told), "{line}");
                assert!(!firsts[..index].contains(&firsts[index]), "{firsts:?}");
            }
            let line = pv(&last[0]);
            assert_eq!(best(answer), line[0], "{answer} {last:?}");
            assert_eq!(field(answer, "ponder"), line.get(1).copied(), "{answer} {last:?}");
        }
        engine.quit();
    }
}

#[test]
fn a_long_search_says_something_every_three_seconds() {
    let mut engine = Engine::uci();
    engine.send(&format!("position fen {MIDDLEGAME}\ngo infinite"));
    // By the engine's own clock: the reader of its lines may be kept waiting.
    let mut last = 0;
    while last < 8_000 {
        let line = engine.find("info ");
        let Some(time) = field(&line, "time") else { continue };
        let time: u64 = time.parse().unwrap();
        // Half a second is for a thread that has to wait for a processor.
        assert!(time < last + 3_500, "silence from {last} to {time} ms");
        last = time;
    }
    engine.send("stop");
    engine.find("bestmove");
    engine.quit();
}

#[test]
fn commands_in_a_pipe_come_to_their_ends_in_order() {
    let lines = piped("go perft 4\ngo perft 3\nperft 2\nquit");
    let counts = ["Nodes searched: 273026", "Nodes searched: 12012", "Nodes searched: 529"];
    assert_eq!(starting(&lines, "Nodes searched"), counts);

    let lines = piped("go depth 7\nposition startpos moves c3c4\ngo depth 6");
    let depths: Vec<_> = lines
        .iter()
        .enumerate()
        .filter(|(_, line)| is_bestmove(line))
        .map(|(at, _)| field(&lines[at - 1], "depth").unwrap())
        .collect();
    assert_eq!(depths, ["7", "6"], "{lines:?}");

    // A search without an end gives way to the next.
    let lines = piped("go infinite\ngo depth 3\n");
    assert_eq!(starting(&lines, "bestmove").len(), 2, "{lines:?}");

    // `stop` and `isready` are heard while the next search waits for the first.
    let mut engine = Engine::uci();
    engine.send("go depth 60\ngo depth 2\nisready");
    engine.find("readyok");
    engine.send("stop");
    engine.find("bestmove");
    engine.find("bestmove");
    engine.quit();
}

#[test]
fn arguments_may_be_commands() {
    use std::process::{Command, Stdio};
    let say = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_mekong"))
            .args(arguments)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(say(&["go depth 3"]).contains("\nbestmove "));
    assert!(say(&["go", "perft", "2"]).ends_with("Nodes searched: 529\n"));
    assert!(say(&["uci"]).ends_with("uciok\n"));
    assert!(say(&["xboard"]).is_empty());
    assert!(say(&["d"]).contains("Fen: rnsmksnr/8/"));
}

#[test]
fn help_is_given_and_a_perft_without_depth_is_not_guessed() {
    let mut engine = Engine::uci();
    engine.send("help");
    let lines = engine.sync();
    assert!(lines.iter().any(|line| line.contains("go depth 12")), "{lines:?}");
    for command in ["perft abc", "go perft", "go perft x"] {
        engine.send(command);
        let lines = engine.sync();
        assert!(lines.len() == 1 && lines[0].contains("a depth in plies"), "{lines:?}");
    }
    let lines = engine.ask("go perft 2 searchmoves c3c4 b1c3", "Nodes searched");
    assert_eq!(lines.len(), 2, "b1c3 is not legal yet: {lines:?}");
    assert!(lines[0].starts_with("c3c4: ") && lines[1] == "Nodes searched: 23", "{lines:?}");
    engine.quit();
}

#[test]
fn a_search_of_another_position_than_was_sent_is_told() {
    let mut engine = Engine::uci();
    for refused in ["position fen 8/8", "position startpos moves a3a5", "position startpos moves x"]
    {
        engine.send(refused);
        let lines = go(&mut engine, "go depth 1");
        assert!(
            lines.iter().any(|line| line.contains("the last position was refused")),
            "{refused}"
        );
        engine.send("position startpos");
        let lines = go(&mut engine, "go depth 1");
        assert!(!lines.iter().any(|line| line.contains("refused")), "{lines:?}");
    }
    engine.quit();
}

/// Nothing changes by searching a drawn game more deeply.
#[test]
fn a_game_that_is_drawn_by_rule_is_searched_once() {
    for fen in ["8/8/3k4/8/8/8/8/3K4 w - - 0 1", "8/8/8/8/8/5K2/2R5/6k1 w - 32 33 100"] {
        let mut engine = Engine::uci();
        engine.send(&format!("position fen {fen}"));
        let lines = go(&mut engine, "go movetime 2000");
        assert!(lines.len() <= 3, "{lines:?}");
        engine.send("go infinite");
        engine.find("info");
        assert!(engine.lines_within(Duration::from_millis(100)).len() <= 2);
        engine.send("stop");
        engine.find("bestmove");
        engine.quit();
    }
}

/// More input than anybody reads the answers to does not pile up in memory.
#[test]
#[cfg(target_os = "linux")]
fn input_that_nobody_reads_the_answers_to_waits() {
    use std::io::Write;
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_mekong"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || {
        let lines = "uci\n".repeat(1 << 16);
        // Ends when the engine is killed.
        while input.write_all(lines.as_bytes()).is_ok() {}
    });
    std::thread::sleep(Duration::from_millis(1_500));
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let resident = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
    let kilobytes: usize = resident.split_whitespace().nth(1).unwrap().parse().unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    writer.join().unwrap();
    assert!(kilobytes < 200_000, "{kilobytes} kB");
}

/// What was learned of another variant is forgotten before the clock runs, and in no time.
#[test]
fn another_variant_does_not_cost_the_first_move_time() {
    let mut engine = Engine::uci();
    engine.send("setoption name Hash value 512");
    go(&mut engine, "go movetime 1000");
    engine.send("setoption name UCI_Variant value cambodian\nposition startpos");
    engine.sync();
    let most = Duration::from_millis(300);
    engine.costs_at_most(most, "the first move", |engine| go(engine, "go movetime 50"));
    engine.quit();
}

/// Pipes and devices are no files to read from: they may never end, or never begin.
#[test]
#[cfg(unix)]
fn only_regular_files_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let fifo = folder.path().join("fifo");
    let made = std::process::Command::new("mkfifo").arg(&fifo).status();
    let mut paths = vec!["/dev/zero".to_string(), "/dev/stdin".to_string()];
    if made.is_ok_and(|status| status.success()) {
        paths.push(fifo.to_str().unwrap().to_string());
    }
    let mut engine = Engine::uci();
    for path in &paths {
        engine.send(&format!("setoption name EvalFile value {path}"));
        let lines = engine.sync();
        assert!(lines.len() == 1 && lines[0].contains("not a regular file"), "{path}: {lines:?}");
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_mekong"))
            .args(["perft", "--suite", path, "--variant", "makruk"])
            .stdin(std::process::Stdio::piped())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{path}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("not a regular file"));
    }
    engine.quit();
}

/// Users' folders have names of every kind.
#[test]
fn paths_are_taken_as_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let network = std::fs::read(crate::common::file("src/eval/nets/makruk.mknn")).unwrap();
    for name in ["a  b", "value  name value", "ก  ข.mknn", "x=1, y", "\ttab"] {
        let place = folder.path().join(name);
        std::fs::create_dir(&place).unwrap();
        let file = place.join("net  work.mknn");
        std::fs::write(&file, &network).unwrap();
        let mut engine = Engine::uci();
        engine.send(&format!("setoption name EvalFile value {}", file.display()));
        assert_eq!(engine.sync(), [""; 0], "{name:?}");
        engine.send(&format!("setoption name EvalFile value {}x", file.display()));
        let lines = engine.sync();
        assert!(lines.len() == 1 && lines[0].contains("net  work.mknnx"), "{lines:?}");
        engine.quit();
        let mut engine = Engine::xboard();
        engine.send(&format!("option EvalFile={}", file.display()));
        assert_eq!(engine.pong(), [""; 0], "{name:?}");
        engine.send("quit");
        engine.check_end();
    }
}

#[test]
fn an_analysis_by_xboard_goes_on_through_what_is_changed() {
    let mut engine = Engine::xboard();
    engine.send("new\nvariant makruk\npost\nanalyze");
    engine.find("1 ");
    engine.send("option MultiPV=2");
    // At once: what has been told before is followed by iterations with two lines each.
    engine.pong();
    let depth = |line: &str| line.split(' ').next().map(str::to_owned);
    let mut before = engine.find("");
    loop {
        let line = engine.find("");
        if depth(&line) == depth(&before) {
            break;
        }
        before = line;
    }
    engine.send("new\nvariant makruk");
    engine.find("1 ");
    engine.send(".");
    let status = engine.find("stat01: ");
    let nodes = |line: &str| line.split(' ').nth(2).unwrap().parse::<u64>().unwrap();
    std::thread::sleep(Duration::from_millis(300));
    engine.send(".");
    let later = engine.find("stat01: ");
    assert!(nodes(&later) > nodes(&status), "{status} {later}");
    engine.send("exit");
    engine.pong();
    for harmless in ["exit", "option Hash=32"] {
        engine.send(harmless);
        assert!(engine.pong().is_empty(), "{harmless}");
    }
    engine.send("quit");
    engine.check_end();
}

#[test]
fn moves_of_a_position_that_was_refused_are_refused() {
    let mut engine = Engine::xboard();
    engine.send("new\nvariant makruk\nforce\nsetboard 8/8 w");
    assert!(engine.pong().iter().any(|line| line == "tellusererror Illegal position"));
    engine.send("usermove a3a4");
    assert!(engine.pong()[0].starts_with("Illegal move"));
    engine.send("setboard rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w 0 1\nusermove a3a4");
    assert!(engine.pong().is_empty());
    // Once a game is under way a move from an empty square is an illegal move like others.
    engine.send("usermove a3a4");
    assert_eq!(engine.pong(), ["Illegal move: a3a4"]);
    engine.send("setboard 8/8 w\nnew\nforce\nusermove c3c4");
    assert_eq!(engine.pong(), ["tellusererror Illegal position"]);
    engine.send("quit");
    engine.check_end();
}
