//! What the endgame tables know of a position: the truth, against which any searched score yields.

use super::record::{GameRecord, GameResult};
use crate::endgame::{Outcome, Tables};
use crate::rules::Position;

/// How a position ends under its counting rule and with its count, if there is a table for it.
pub(crate) fn of(tables: &Tables, position: &Position) -> Option<GameResult> {
    let side = position.side();
    tables.probe(position).map(|outcome| match outcome {
        Outcome::Win(_) => GameResult::win(side),
        Outcome::Loss(_) => GameResult::win(!side),
        Outcome::Draw => GameResult::Draw,
    })
}

/// For each position of a game in which a move was played: how it ends, if the tables know.
pub(super) fn along(tables: &Tables, record: &GameRecord) -> Vec<Option<GameResult>> {
    let mut truths = Vec::with_capacity(record.plies.len());
    record.replay(|position, _| truths.push(of(tables, position)));
    truths
}
