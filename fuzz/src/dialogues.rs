//! Whole dialogues with the engine, through the loops that real ones go through.

use std::io::{Cursor, Write};
use std::sync::{Arc, Mutex};

use mekong::protocol::{run_on, uci, xboard};

/// Lines of a dialogue, and bytes of a line, that are tried at most.
const LINES: usize = 24;
const LONGEST: usize = 400;

/// What the engine has said.
#[derive(Clone, Default)]
struct Said(Arc<Mutex<Vec<u8>>>);

impl Write for Said {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Says these lines to the engine: all that it answers.
fn answers(lines: String) -> String {
    let said = Said::default();
    run_on(Cursor::new(lines.into_bytes()), said.clone()).expect("threads");
    let bytes = said.0.lock().unwrap().clone();
    let text = String::from_utf8(bytes).expect("text is UTF-8");
    assert!(!text.contains("this is a bug"), "{text}");
    assert!(text.is_empty() || text.ends_with('\n'));
    text
}

fn lines(data: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(data).into_owned();
    let short = |line: &str| line.chars().take(LONGEST).collect();
    text.split('\n').take(LINES).map(short).collect()
}

/// Names of options that take memory or read files.
fn takes(name: &str) -> bool {
    ["hash", "evalfile", "tablepath", "threads"].contains(&name.trim().to_lowercase().as_str())
}

/// A dialogue by UCI. Searches get a limit of nodes: what is tried is the dialogue.
pub fn uci_dialogue(data: &[u8]) {
    let mut dialogue = String::from("uci\n");
    let (mut searches, mut asked) = (0, 0);
    for mut line in lines(data) {
        match uci::parse(&line) {
            Ok(Some(uci::UciCommand::Go(go))) if go.perft.is_some() => line = "go perft 1".into(),
            Ok(Some(uci::UciCommand::Go(_))) => {
                line.push_str(" nodes 40");
                searches += 1;
            }
            Ok(Some(uci::UciCommand::IsReady)) => asked += 1,
            Ok(Some(uci::UciCommand::SetOption { name, .. })) if takes(&name) => continue,
            Ok(Some(uci::UciCommand::Bench)) => continue,
            Ok(Some(uci::UciCommand::Quit)) => break,
            _ => {}
        }
        dialogue.push_str(&line);
        dialogue.push('\n');
    }
    let text = answers(dialogue);
    let count = |start: &str| text.lines().filter(|line| line.starts_with(start)).count();
    assert_eq!(count("readyok"), asked, "{text}");
    assert_eq!(count("bestmove"), searches, "one answer for each go: {text}");
    assert!(count("uciok") >= 1, "{text}");
}

/// A dialogue by XBoard's protocol, with the least of time for a move.
pub fn xboard_dialogue(data: &[u8]) {
    use xboard::XboardCommand as Command;
    let mut dialogue = String::from("xboard\nprotover 2\nst 0.01\nsd 2\n");
    for line in lines(data) {
        match xboard::parse(&line) {
            Ok(Command::Level(_) | Command::MoveTime(_) | Command::Depth(_)) => continue,
            Ok(Command::Memory(_) | Command::Cores(_) | Command::Time(_)) => continue,
            Ok(Command::Option(name, _)) if takes(&name) => continue,
            Ok(Command::Quit) => break,
            _ => {}
        }
        dialogue.push_str(&line);
        dialogue.push('\n');
    }
    dialogue.push_str("force\nping 123456\n");
    let text = answers(dialogue);
    assert!(text.contains("feature done=1\n"), "{text}");
    assert!(text.lines().any(|line| line == "pong 123456"), "{text}");
}
