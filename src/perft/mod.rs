//! Perft: the number of move sequences of a given length, the measure of a move generator.

mod hash;
mod runner;
pub mod suite;

pub use hash::{PerftTable, TableTooLarge};
pub use runner::{Counts, Runner};

use crate::board::Move;
use crate::movegen::{count_legal, legal_moves};
use crate::rules::Position;

/// Deepest perft that may be asked for: the recursion must end, and no count of this depth ends in
/// anybody's lifetime unless the position is all but empty.
pub const MAX_DEPTH: u32 = 64;

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

/// [`perft`] that looks positions up in `table` and enters them there. Only a table can reach counts
/// of 2⁵⁶ and more, for which it has no room: `u64::MAX` stands for them.
pub fn perft_hashed(position: &mut Position, depth: u32, table: &PerftTable) -> u64 {
    // A table look-up is slower than counting one ply.
    if depth < 2 {
        return perft(position, depth);
    }
    let key = position.key();
    if let Some(nodes) = table.probe(key, depth) {
        return nodes;
    }
    let mut nodes = 0u64;
    for mv in legal_moves(position) {
        let undo = position.make(mv);
        nodes = nodes.saturating_add(perft_hashed(position, depth - 1, table));
        position.unmake(mv, undo);
    }
    table.store(key, depth, nodes);
    nodes
}

/// [`perft`] move by move: for each legal move the number of sequences that begin with it (1 each
/// at depth 1, nothing at depth 0), in the order of their notation.
pub fn divide(position: &mut Position, depth: u32) -> Vec<(Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    let mut counts = Vec::new();
    for mv in legal_moves(position) {
        let undo = position.make(mv);
        counts.push((mv, perft(position, depth - 1)));
        position.unmake(mv, undo);
    }
    sort(&mut counts);
    counts
}

fn sort(counts: &mut [(Move, u64)]) {
    counts.sort_by_cached_key(|(mv, _)| mv.to_string());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Variant;

    #[test]
    fn all_ways_of_counting_agree() {
        let table = PerftTable::new(1).unwrap();
        let runner = Runner::new(3, None);
        let hashed = Runner::new(2, Some(PerftTable::new(1).unwrap()));
        for variant in Variant::ALL {
            let mut position = variant.start_position();
            for depth in 0..=4 {
                let nodes = perft(&mut position, depth);
                assert_eq!(perft_hashed(&mut position, depth, &table), nodes);
                let counts = divide(&mut position, depth);
                if depth > 0 {
                    assert_eq!(counts.iter().map(|(_, nodes)| nodes).sum::<u64>(), nodes);
                }
                for runner in [&runner, &hashed] {
                    let run = runner.run(&position, depth, &|_, _| {});
                    assert_eq!(run, Counts { nodes, by_move: counts.clone() });
                }
            }
            table.clear();
            hashed.clear();
            assert_eq!(position, variant.start_position());
        }
    }

    #[test]
    fn counts_too_large_are_not_wrapped() {
        let fen = "8/8/3k4/8/8/3K4/8/8 w - - 0 1";
        let mut position = Position::from_fen(Variant::ALL[0], fen).unwrap();
        let table = PerftTable::new(16).unwrap();
        assert_eq!(perft_hashed(&mut position, MAX_DEPTH, &table), u64::MAX);
    }
}
