//! Reading what a UCI engine says.

use mekong::rules::{Position, Variant};

use super::engine::Engine;

/// A white rook's move mates.
pub const MATE_IN_ONE: &str = "k7/8/1K6/8/8/8/8/7R w - - 0 1";
/// Black to move is mated.
pub const MATED: &str = "k6R/8/1K6/8/8/8/8/8 b - - 0 1";
/// Black to move has no move, and is not in check.
pub const STALEMATE: &str = "k7/2M5/1K6/8/8/8/8/8 b - - 0 1";
/// Black has one legal move.
pub const ONE_REPLY: &str = "k7/8/2K5/8/8/8/8/1R6 b - - 0 1";
/// A white bia can promote.
pub const PROMOTION: &str = "4k3/8/8/P7/8/8/8/4K3 w - - 0 1";

pub fn position(fen: &str) -> Position {
    Position::from_fen(Variant::find("makruk").unwrap(), fen).unwrap()
}

/// The move of a `bestmove` line.
pub fn best(line: &str) -> &str {
    line.split_whitespace().nth(1).unwrap()
}

pub fn is_bestmove(line: impl AsRef<str>) -> bool {
    line.as_ref().starts_with("bestmove")
}

/// Whether a line tells a score and its moves without a bound.
pub fn is_exact(line: &str) -> bool {
    line.starts_with("info ")
        && line.contains(" score ")
        && line.contains(" pv ")
        && !line.contains("bound")
}

/// The words behind ` pv ` of an `info` line.
pub fn pv(line: &str) -> Vec<&str> {
    line.split_once(" pv ").map_or(Vec::new(), |(_, pv)| pv.split(' ').collect())
}

/// The word behind `name`.
pub fn field<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    line.split(' ').skip_while(|word| *word != name).nth(1)
}

/// Searches and returns every line, the last being `bestmove`.
pub fn go(engine: &mut Engine, command: &str) -> Vec<String> {
    engine.ask(command, "bestmove")
}
