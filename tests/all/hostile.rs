//! Lines that no GUI sends, to the parsers and to the real engine.

use crate::common::engine::Engine;
use mekong::protocol::{uci, xboard};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::ValueTree;

/// Words of both protocols, and sound and unsound arguments.
const WORDS: &str = "
    uci debug isready setoption register ucinewgame position go stop ponderhit d eval perft on off
    name value later code startpos fen moves wtime btime winc binc movestogo depth nodes mate
    movetime infinite ponder searchmoves a3a4 a6a5 b1d2 d1b2 e1e3 a5a6m a5a6q A3A4 0000 a9a1 i1i2
    e7e8Q UCI_Variant Clear MultiPV Move Overhead Threads Ponder UCI_ShowWDL cambodian makruk
    karouk ouk true false 0 1 -1 2 12 255 256 300 1000 65535 -65536 4294967296
    99999999999999999999999999 -99999999999999999999999999 1.5 1e9 0x10
    rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR 8/8/8/3k4/4P3/8/R7/K7 8/8/8/8/8/8/8/8
    k6R/8/1K6/8/8/8/8/8 9/9/9 w b - DEde KQkq 1+1 3+3 0+0 e3 xboard protover new variant force
    playother usermove ? ping result undo remove analyze exit . hard easy post nopost setboard
    option MultiPV=3 = cores hint bk level 0:01 0.05 40 st sd time otim random computer rating ics
    accepted draw 1-0 {White mates} %s%n ; info bestmove id option copyprotection registration
    uciok readyok score cp pv string
";

/// What else breaks parsers.
const ODDITIES: [&str; 11] =
    ["", " ", "\t", "\r", "\u{0}", "\u{feff}", "\u{e9}", "\u{1f600}", "\u{202e}", "\"", "\\"];

fn words() -> Vec<&'static str> {
    WORDS.split_whitespace().chain(ODDITIES).collect()
}

/// A line of known words, cut and stirred.
fn line() -> impl Strategy<Value = String> {
    let words = prop::collection::vec(select(words()), 0..12);
    let separator = select(&[" ", "  ", "\t", " \t ", ""][..]);
    (words, separator, any::<prop::sample::Index>(), any::<Option<char>>()).prop_map(
        |(words, separator, at, extra)| {
            let mut chars: Vec<char> = words.join(separator).chars().collect();
            if let Some(extra) = extra {
                let at = at.index(chars.len() + 1);
                chars.insert(at, extra);
            }
            chars.into_iter().collect()
        },
    )
}

fn check(line: &str) {
    let _ = uci::parse(line);
    let _ = xboard::parse(line);
    if let Ok(Some(uci::UciCommand::Go(go))) = uci::parse(line) {
        let position = mekong::rules::Variant::ALL[0].start_position();
        let limits = go.limits(&position);
        let is_limited = limits.clock.is_some() || limits.move_time.is_some();
        let is_limited = is_limited || limits.depth.is_some() || limits.nodes.is_some();
        assert!(is_limited || limits.infinite || limits.mate.is_some(), "{line}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 40_000,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn stirred_commands_never_panic(line in line()) {
        check(&line);
    }

    #[test]
    fn random_text_never_panics(line in "\\PC{0,60}") {
        check(&line);
    }

    #[test]
    fn commands_followed_by_anything_never_panic(
        command in select(words()),
        rest in ".{0,40}",
    ) {
        check(&format!("{command} {rest}"));
    }
}

/// Lines for the process: not what ends it, lasts long by right, or takes all memory.
fn lines(count: usize) -> Vec<String> {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let mut lines = Vec::new();
    while lines.len() < count {
        let text = line().new_tree(&mut runner).expect("a line").current();
        let lower = text.to_lowercase();
        let is_barred = ["quit", "bench", "hash", "memory", "\n"];
        if !is_barred.iter().any(|word| lower.contains(word)) {
            lines.push(text);
        }
    }
    lines
}

#[test]
fn uci_survives() {
    let mut engine = Engine::uci();
    for line in lines(600) {
        engine.send(&line);
    }
    engine.send("stop");
    engine.sync();
    engine.send("setoption name UCI_Variant value makruk\nposition startpos\ngo depth 2");
    engine.find("bestmove");
    engine.quit();
}

#[test]
fn xboard_survives() {
    let mut engine = Engine::xboard();
    for line in lines(600) {
        engine.send(&line);
    }
    engine.send("force\nnew\nforce");
    engine.pong();
    engine.send("sd 2\ngo");
    engine.find("move ");
    engine.quit();
}

#[test]
fn bytes_of_any_kind() {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut bytes = Vec::new();
    for _ in 0..200_000 {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        bytes.push((state >> 32) as u8);
    }
    for mut engine in [Engine::uci(), Engine::xboard()] {
        engine.send_bytes(&bytes);
        engine.send("\nquit");
        engine.check_end();
    }
}
