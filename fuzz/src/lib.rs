//! What the fuzzers try: one function for each reader of data from outside. A function panics where a
//! promise is broken; that the reader itself must not is what the fuzzer watches.

mod dialogues;
mod files;

use std::cell::RefCell;

use mekong::engine::{Engine, OPTIONS, OptionKind};
use mekong::eval::network::Network;
use mekong::learn::train::TrainSettings;
use mekong::movegen::{count_legal, legal_moves};
use mekong::protocol::{uci, xboard};
use mekong::rules::{Position, Variant};
use mekong::tournament::Setup;

pub use dialogues::{uci_dialogue, xboard_dialogue};
pub use files::{checkpoint, games, network, suite, table};

/// The first byte chooses the variant.
fn with_variant(data: &[u8]) -> Option<(&'static Variant, &[u8])> {
    let (&choice, rest) = data.split_first()?;
    Some((Variant::ALL[usize::from(choice) % Variant::ALL.len()], rest))
}

/// Lines of both protocols.
pub fn lines(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let start = Variant::ALL[0].start_position();
    for line in text.lines() {
        let _ = xboard::parse(line);
        if let Ok(Some(uci::UciCommand::Go(go))) = uci::parse(line) {
            let limits = go.limits(&start);
            let ends = limits.clock.is_some() || limits.move_time.is_some();
            let ends = ends || limits.depth.is_some() || limits.nodes.is_some();
            assert!(ends || limits.infinite || limits.mate.is_some(), "a search without an end");
        }
    }
}

/// FENs: a position that is accepted can be written, read again, played on and evaluated.
pub fn fen(data: &[u8]) {
    let Some((variant, text)) = with_variant(data) else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    let Ok(position) = Position::from_fen(variant, text) else { return };
    let written = position.fen();
    let again = Position::from_fen(variant, &written);
    let again = again.unwrap_or_else(|error| panic!("{written}: {error}"));
    assert_eq!(again.fen(), written);
    assert_eq!(again.key(), position.key());
    let moves = legal_moves(&position);
    assert_eq!(moves.len() as u64, count_legal(&position));
    let network = Network::builtin(variant);
    let mut played = position;
    for &mv in &moves {
        let undo = played.make(mv);
        assert_eq!(played.board().key(), played.board().recomputed_key());
        network.evaluate_alone(&played);
        played.unmake(mv, undo);
    }
    assert_eq!(played.fen(), written);
}

thread_local! {
    static ENGINE: RefCell<Engine> = RefCell::new(Engine::new(|_| {}).expect("a thread"));
}

/// Options: a name, a line break, a value. Not those that take memory or read files.
pub fn option(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let (name, value) = match text.split_once('\n') {
        Some((name, value)) => (name, Some(value)),
        None => (&*text, None),
    };
    let takes = |name: &str| {
        OPTIONS.iter().any(|row| {
            row.name.eq_ignore_ascii_case(name)
                && (row.name == "Hash"
                    || matches!(row.kind, OptionKind::File { .. } | OptionKind::Folder { .. }))
        })
    };
    if takes(name.trim()) || name.trim().eq_ignore_ascii_case("Threads") {
        return;
    }
    ENGINE.with_borrow_mut(|engine| {
        let before = engine.values().clone();
        let variant = engine.variant();
        if engine.set_option(name, value).is_err() {
            assert_eq!(*engine.values(), before, "what is refused changes nothing");
            assert_eq!(engine.variant(), variant);
        }
        engine.take_notes();
    });
}

/// What a user writes about a match's engines, and the trainer's settings.
pub fn settings(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
    if !text.contains("network=") {
        let _ = Setup::new(&words);
    }
    if let Ok(settings) = TrainSettings::parse(&text) {
        let _ = settings.check();
    }
}
