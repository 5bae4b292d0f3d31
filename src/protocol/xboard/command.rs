//! What an XBoard line asks for.

use std::time::Duration;

use super::clock::{Level, read_seconds};
use crate::board::ParsedMove;
use crate::engine::number;

/// A command of the GUI.
#[derive(Clone, PartialEq, Debug)]
pub enum XboardCommand {
    /// Tell the features.
    Protover,
    /// Begin a game of the default variant; the engine plays Black.
    New,
    /// Play the variant of this name, from its start.
    Variant(String),
    /// Play neither side.
    Force,
    /// Play the side that is to move.
    Go,
    /// Play the side that is not to move.
    PlayOther,
    /// A move of the opponent.
    UserMove(String),
    /// Move at once.
    MoveNow,
    /// Answer when everything before is done.
    Ping(String),
    /// The game is over.
    Result,
    /// Take back this number of moves.
    TakeBack(usize),
    /// Analyse.
    Analyze,
    /// End the analysis.
    Exit,
    /// Tell how the analysis stands.
    Status,
    /// Whether to think while the opponent does.
    Ponder(bool),
    /// Whether to tell lines of thought.
    Post(bool),
    /// Set up the position of a FEN.
    SetBoard(String),
    /// Set an option of this name to a value, if it takes one.
    Option(String, Option<String>),
    /// Megabytes that may be used.
    Memory(i64),
    /// Threads that may be used.
    Cores(i64),
    /// Suggest a move to the opponent.
    Hint,
    /// Tell what the opening book knows.
    Book,
    /// The time control.
    Level(Level),
    /// Time for each move.
    MoveTime(Duration),
    /// Depth for each move; 0 for any.
    Depth(u32),
    /// What the engine's clock shows.
    Time(Duration),
    /// Leave.
    Quit,
    /// Something that needs nothing done.
    Ignored,
}

/// Why a line is no command; in XBoard's words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum XboardCommandError {
    /// The first word is not a command.
    Unknown,
    /// What belongs behind the command is missing or makes no sense.
    BadArgument,
}

type Read = fn(&str) -> Option<XboardCommand>;

/// By name, how the rest of the line is read.
static ROWS: [(&str, Read); 47] = [
    ("protover", |_| Some(XboardCommand::Protover)),
    ("new", |_| Some(XboardCommand::New)),
    ("variant", |rest| word(rest).map(XboardCommand::Variant)),
    ("force", |_| Some(XboardCommand::Force)),
    ("go", |_| Some(XboardCommand::Go)),
    ("playother", |_| Some(XboardCommand::PlayOther)),
    ("usermove", |rest| word(rest).map(XboardCommand::UserMove)),
    ("?", |_| Some(XboardCommand::MoveNow)),
    ("ping", |rest| Some(XboardCommand::Ping(rest.to_owned()))),
    ("result", |_| Some(XboardCommand::Result)),
    ("undo", |_| Some(XboardCommand::TakeBack(1))),
    ("remove", |_| Some(XboardCommand::TakeBack(2))),
    ("analyze", |_| Some(XboardCommand::Analyze)),
    ("exit", |_| Some(XboardCommand::Exit)),
    (".", |_| Some(XboardCommand::Status)),
    ("hard", |_| Some(XboardCommand::Ponder(true))),
    ("easy", |_| Some(XboardCommand::Ponder(false))),
    ("post", |_| Some(XboardCommand::Post(true))),
    ("nopost", |_| Some(XboardCommand::Post(false))),
    ("setboard", |rest| Some(XboardCommand::SetBoard(rest.to_owned()))),
    ("option", |rest| option(rest)),
    ("memory", |rest| number::read(rest).map(XboardCommand::Memory)),
    ("cores", |rest| number::read(rest).map(XboardCommand::Cores)),
    ("hint", |_| Some(XboardCommand::Hint)),
    ("bk", |_| Some(XboardCommand::Book)),
    ("level", |rest| Level::read(rest).map(XboardCommand::Level)),
    ("st", |rest| read_seconds(rest).map(XboardCommand::MoveTime)),
    ("sd", |rest| depth(rest)),
    ("time", |rest| centiseconds(rest).map(XboardCommand::Time)),
    ("quit", |_| Some(XboardCommand::Quit)),
    // Of no concern: the opponent's clock and who the opponent is, offers of draws (declined by
    // silence), answers to features, and what older GUIs send.
    ("otim", ignore),
    ("xboard", ignore),
    ("accepted", ignore),
    ("rejected", ignore),
    ("random", ignore),
    ("computer", ignore),
    ("name", ignore),
    ("rating", ignore),
    ("ics", ignore),
    ("draw", ignore),
    ("nps", ignore),
    ("pause", ignore),
    ("resume", ignore),
    ("egtpath", ignore),
    ("white", ignore),
    ("black", ignore),
    ("#", ignore),
];

fn ignore(_: &str) -> Option<XboardCommand> {
    Some(XboardCommand::Ignored)
}

/// The command of a line; blank lines are [`XboardCommand::Ignored`].
///
/// # Errors
/// Says in what way it is none.
pub fn parse(line: &str) -> Result<XboardCommand, XboardCommandError> {
    let line = line.trim();
    let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    if name.is_empty() {
        return Ok(XboardCommand::Ignored);
    }
    if let Some((_, read)) = ROWS.iter().find(|(known, _)| *known == name) {
        return read(rest.trim()).ok_or(XboardCommandError::BadArgument);
    }
    let is_move = rest.trim().is_empty() && name.to_ascii_lowercase().parse::<ParsedMove>().is_ok();
    if is_move {
        Ok(XboardCommand::UserMove(name.to_owned()))
    } else {
        Err(XboardCommandError::Unknown)
    }
}

/// The first word of `rest`.
fn word(rest: &str) -> Option<String> {
    rest.split_whitespace().next().map(str::to_owned)
}

/// `NAME=VALUE`, or `NAME` for a button.
fn option(rest: &str) -> Option<XboardCommand> {
    let (name, value) = match rest.split_once('=') {
        Some((name, value)) => (name.trim(), Some(value.trim().to_owned())),
        None => (rest, None),
    };
    (!name.is_empty()).then(|| XboardCommand::Option(name.to_owned(), value))
}

fn depth(rest: &str) -> Option<XboardCommand> {
    let depth = number::read(rest)?.clamp(0, 255);
    u32::try_from(depth).ok().map(XboardCommand::Depth)
}

/// Hundredths of a second; a clock that has run out may show less than nothing.
fn centiseconds(rest: &str) -> Option<Duration> {
    const MOST: i64 = 999_999_999;
    let centiseconds = number::read(rest)?.clamp(0, MOST).unsigned_abs();
    Some(Duration::from_millis(10 * centiseconds))
}
