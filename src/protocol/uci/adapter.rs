//! From a line to a [`UciCommand`].
//!
//! The crate `vampirc-uci` recognises the commands that have nothing to do with positions and moves.
//! It was made for orthodox chess, takes the beginning of a longer word for a command, and panics on
//! numbers above 255: so it gets only lines that begin with a whole known word, and `position` and
//! `go` are read here.

use vampirc_uci::{UciMessage, parse_one};

use super::command::{UciCommand, UciCommandError};
use super::go::Go;
use crate::protocol::output::quoted;

/// How the words after a command are read.
enum Reading {
    /// There are none; what follows is ignored.
    Alone,
    /// By the crate.
    Crate,
    /// By a function of ours.
    Own(fn(&[&str]) -> Result<UciCommand, UciCommandError>),
}

struct CommandRow {
    name: &'static str,
    reading: Reading,
    /// What to say if the words after it can't be read.
    expected: &'static str,
    /// Whether unknown words before it are passed over, as the protocol asks. Not so for commands
    /// that are common words.
    anywhere: bool,
}

const fn row(name: &'static str, reading: Reading, expected: &'static str) -> CommandRow {
    CommandRow { name, reading, expected, anywhere: true }
}

const fn extra(
    name: &'static str,
    read: fn(&[&str]) -> Result<UciCommand, UciCommandError>,
) -> CommandRow {
    CommandRow { name, reading: Reading::Own(read), expected: "", anywhere: false }
}

/// Of a perft whose depth is missing or no number.
const NO_DEPTH: UciCommandError =
    UciCommandError::Incomplete { command: "perft", expected: "a depth in plies, like 5" };

static ROWS: [CommandRow; 16] = [
    row("uci", Reading::Alone, ""),
    row("debug", Reading::Crate, "on or off"),
    row("isready", Reading::Alone, ""),
    row("setoption", Reading::Crate, "name NAME [value VALUE]"),
    row("register", Reading::Own(|_| Ok(UciCommand::Register)), ""),
    row("ucinewgame", Reading::Alone, ""),
    row("stop", Reading::Alone, ""),
    row("ponderhit", Reading::Alone, ""),
    CommandRow { anywhere: false, ..row("quit", Reading::Alone, "") },
    row("position", Reading::Own(position), ""),
    row("go", Reading::Own(go), ""),
    extra("d", |_| Ok(UciCommand::Display)),
    extra("eval", |_| Ok(UciCommand::Eval)),
    extra("bench", |_| Ok(UciCommand::Bench)),
    extra("help", |_| Ok(UciCommand::Help)),
    extra("perft", |words| Go::perft(words).map(UciCommand::Go).ok_or(NO_DEPTH)),
];

/// The command of a line; `None` if it is blank.
///
/// # Errors
/// Says what is wrong, in one line.
pub fn parse(line: &str) -> Result<Option<UciCommand>, UciCommandError> {
    // Some programs begin what they write with a byte order mark.
    let line = line.trim_start_matches('\u{feff}').trim();
    if line.is_empty() {
        return Ok(None);
    }
    let words: Vec<&str> = line.split_whitespace().collect();
    let found = words.iter().enumerate().find_map(|(index, word)| {
        let row = ROWS.iter().find(|row| row.name.eq_ignore_ascii_case(word))?;
        (index == 0 || row.anywhere).then_some((index, row))
    });
    let (index, row) = found.ok_or_else(|| UciCommandError::Unknown(quoted(line)))?;
    let incomplete = || UciCommandError::Incomplete { command: row.name, expected: row.expected };
    let command = match row.reading {
        Reading::Alone => from_crate(parse_one(row.name)),
        Reading::Crate => from_crate(parse_one(&words[index..].join(" ")))
            .map(|command| with_value(command, line, index)),
        Reading::Own(read) => return read(&words[index + 1..]).map(Some),
    };
    command.ok_or_else(incomplete).map(Some)
}

/// The crate takes a value that is there, and empty, for none, and gets the words of a value without
/// the blanks between them: a path may have two in a row.
fn with_value(command: UciCommand, line: &str, index: usize) -> UciCommand {
    match command {
        UciCommand::SetOption { name, .. } => {
            let value = value_behind(line, index).map(str::to_owned);
            UciCommand::SetOption { name, value }
        }
        other => other,
    }
}

/// What stands behind the word `value` of a line, the first `skipped` words left out.
fn value_behind(line: &str, skipped: usize) -> Option<&str> {
    let mut rest = line;
    for number in 0.. {
        rest = rest.trim_start();
        if rest.is_empty() {
            return None;
        }
        let (word, behind) = rest.split_at(rest.find(char::is_whitespace).unwrap_or(rest.len()));
        if number >= skipped && word.eq_ignore_ascii_case("value") {
            return Some(behind.trim());
        }
        rest = behind;
    }
    None
}

/// What a message of the crate asks for; `None` if it is not one that a GUI sends.
fn from_crate(message: UciMessage) -> Option<UciCommand> {
    Some(match message {
        UciMessage::Uci => UciCommand::Uci,
        UciMessage::Debug(on) => UciCommand::Debug(on),
        UciMessage::IsReady => UciCommand::IsReady,
        UciMessage::SetOption { name, value } => UciCommand::SetOption { name, value },
        UciMessage::Register { .. } => UciCommand::Register,
        UciMessage::UciNewGame => UciCommand::NewGame,
        UciMessage::Stop => UciCommand::Stop,
        UciMessage::PonderHit => UciCommand::PonderHit,
        UciMessage::Quit => UciCommand::Quit,
        _ => return None,
    })
}

/// The words of a search, or `perft` and a depth.
fn go(words: &[&str]) -> Result<UciCommand, UciCommandError> {
    let go = Go::parse(words);
    let names_perft = words.iter().any(|word| word.eq_ignore_ascii_case("perft"));
    if names_perft && go.perft.is_none() { Err(NO_DEPTH) } else { Ok(UciCommand::Go(go)) }
}

/// `startpos` or `fen FEN`, then perhaps `moves` and moves.
fn position(words: &[&str]) -> Result<UciCommand, UciCommandError> {
    let is = |word: &str, name: &str| word.eq_ignore_ascii_case(name);
    let moves_at = words.iter().position(|word| is(word, "moves")).unwrap_or(words.len());
    let (setup, moves) = words.split_at(moves_at);
    let fen = match setup {
        [word] if is(word, "startpos") => None,
        [word, fields @ ..] if is(word, "fen") && !fields.is_empty() => Some(fields.join(" ")),
        _ => {
            return Err(UciCommandError::Incomplete {
                command: "position",
                expected: "startpos or fen FEN, then moves and the moves if there are any",
            });
        }
    };
    let moves = moves.iter().skip(1).enumerate().map(|(index, text)| {
        let not_a_move = |()| UciCommandError::NotAMove { number: index + 1, text: quoted(text) };
        text.to_ascii_lowercase().parse().map_err(not_a_move)
    });
    Ok(UciCommand::Position { fen, moves: moves.collect::<Result<_, _>>()? })
}
