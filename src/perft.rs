//! Perft: the number of move sequences of a given length, the measure of a move generator.

use crate::movegen::{count_legal, legal_moves};
use crate::rules::Position;

/// Number of legal move sequences of `depth` plies from `position`, which is unchanged afterwards.
///
/// The last ply is counted, not played; every move before it is made and taken back.
pub fn perft(position: &mut Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => count_legal(position),
        2 => sum_over_moves(position, |position| count_legal(position)),
        _ => sum_over_moves(position, |position| perft(position, depth - 1)),
    }
}

#[inline(always)]
fn sum_over_moves(position: &mut Position, mut below: impl FnMut(&mut Position) -> u64) -> u64 {
    let mut nodes = 0;
    for mv in legal_moves(position) {
        let undo = position.make(mv);
        nodes += below(position);
        position.unmake(mv, undo);
    }
    nodes
}
