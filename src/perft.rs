//! Perft: the number of move sequences of a given length, the measure of a move generator.

use crate::board::Move;
use crate::movegen::{count_legal, legal_moves};
use crate::rules::Position;

/// Number of legal move sequences of `depth` plies from `position`, which is unchanged afterwards.
///
/// The last ply is counted, not played; every move before it is made and taken back.
pub fn perft(position: &mut Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => count_legal(position),
        _ => legal_moves(position).into_iter().map(|mv| below(position, mv, depth)).sum(),
    }
}

#[inline]
fn below(position: &mut Position, mv: Move, depth: u32) -> u64 {
    let undo = position.make(mv);
    let nodes = perft(position, depth - 1);
    position.unmake(mv, undo);
    nodes
}
