//! The bench: a fixed set of searches whose number of nodes is the engine's signature.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use thiserror::Error;

use crate::game::Game;
use crate::rules::{FenError, Position, Variant};
use crate::search::{Limits, SearchOptions, Shared, search};

/// Depth in plies to which each position is searched.
pub const DEPTH: u32 = 13;

const HASH_MB: usize = 16;

/// Positions of all variants, one `variant: FEN` a line.
const POSITIONS: &str = include_str!("bench.txt");

/// What the bench found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BenchResult {
    /// Nodes searched: the same on every machine, and changed by every change to the search.
    pub nodes: u64,
    /// Time spent.
    pub time: Duration,
}

impl BenchResult {
    /// Nodes a second.
    pub fn nps(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-9)) as u64
    }
}

/// Why a bench position could not be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BenchError {
    /// The line names no variant.
    #[error("bench position {0}: expected 'variant: FEN'")]
    Line(usize),
    /// The FEN is wrong.
    #[error("bench position {0}: {1}")]
    Fen(usize, FenError),
}

/// Searches every position of the list with one thread and a fresh table; `each` is told the
/// number of every position (from 1), the position and the nodes it took, and may break off: then
/// there is no result.
///
/// # Errors
/// If the list that is built in does not parse.
pub fn run(
    depth: u32,
    mut each: impl FnMut(usize, &Position, u64) -> ControlFlow<()>,
) -> Result<Option<BenchResult>, BenchError> {
    let start = Instant::now();
    let shared = Shared::new(HASH_MB);
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let mut nodes = 0;
    for (index, line) in POSITIONS.lines().enumerate() {
        let number = index + 1;
        let (name, fen) = line.split_once(": ").ok_or(BenchError::Line(number))?;
        let variant = Variant::find(name).ok_or(BenchError::Line(number))?;
        let position =
            Position::from_fen(variant, fen).map_err(|error| BenchError::Fen(number, error))?;
        shared.clear();
        shared.signals.prepare(false);
        let game = Game::new(position);
        let answer = search(&game, &limits, &SearchOptions::default(), &shared, &mut ());
        nodes += answer.nodes;
        if each(number, &position, answer.nodes).is_break() {
            return Ok(None);
        }
    }
    Ok(Some(BenchResult { nodes, time: start.elapsed() }))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The signature is to change with everything that changes a search, of whatever variant.
    #[test]
    fn every_variant_has_openings_and_endings() {
        for variant in Variant::ALL {
            let of_variant = POSITIONS.lines().filter_map(|line| {
                let (name, fen) = line.split_once(": ")?;
                (name == variant.name).then(|| Position::from_fen(variant, fen).unwrap())
            });
            let positions: Vec<Position> = of_variant.collect();
            assert!(positions.len() >= 3, "{variant}");
            let pieces = positions.iter().map(|position| position.board().occupied().count());
            assert!(pieces.clone().max() > Some(20) && pieces.min() < Some(20), "{variant}");
        }
        let run = run(2, |_, _, _| ControlFlow::Continue(())).unwrap().unwrap();
        assert!(run.nodes > 0);
    }
}
