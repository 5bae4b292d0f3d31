//! Correction history: how far the static evaluation has been off in positions that share a
//! feature. Search results teach it, and the next evaluations of like positions are corrected by it.

use super::entry::{HistoryEntry, PieceTo, zeroed};
use crate::board::{Bitboard, Board, Colour, Kind};
use crate::rules::Position;
use crate::score::Score;
use crate::search::Params;

/// Entries for each feature and side to move, a power of two.
const SIZE: usize = 1 << 14;

/// Greatest absolute value of an entry.
const LIMIT: i32 = 1_024;

/// Features of a position: bia, the other pieces of either side, the last move.
const FEATURES: usize = 4;

/// Average errors of the static evaluation.
#[derive(Debug)]
pub(in super::super) struct CorrectionHistory(Box<[HistoryEntry<LIMIT>]>);

impl Default for CorrectionHistory {
    fn default() -> CorrectionHistory {
        CorrectionHistory(zeroed(FEATURES * 2 * SIZE))
    }
}

impl CorrectionHistory {
    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.0.fill(HistoryEntry::default());
    }

    /// The static evaluation, corrected. `last` is the move that led to the position.
    pub(in super::super) fn corrected(
        &self,
        raw_eval: Score,
        position: &Position,
        last: PieceTo,
        params: &Params,
    ) -> Score {
        let sum: i32 = indices(position, last).into_iter().map(|index| self.0[index].get()).sum();
        let eval = raw_eval.0 + sum / params.correction_per_centipawn;
        Score(eval.clamp(-Score::MAX_EVAL, Score::MAX_EVAL))
    }

    /// The evaluation of a position was `error` centipawns too low by a search of that depth.
    pub(in super::super) fn update(
        &mut self,
        position: &Position,
        last: PieceTo,
        depth: i32,
        error: i32,
        params: &Params,
    ) {
        let bonus = (error * depth / params.correction_full_depth).clamp(-LIMIT / 4, LIMIT / 4);
        for index in indices(position, last) {
            self.0[index].update(bonus);
        }
    }
}

/// Where the entries of a position are.
fn indices(position: &Position, last: PieceTo) -> [usize; FEATURES] {
    let board = position.board();
    let bia = Colour::BOTH.map(|colour| board.list(colour, Kind::Pawn));
    let keys = [
        mixed(bia),
        pieces(board, Colour::White),
        pieces(board, Colour::Black),
        mixed([Bitboard(last.index() as u64)]),
    ];
    let side = position.side().index();
    std::array::from_fn(|at| (at * 2 + side) * SIZE + (keys[at] >> 50) as usize % SIZE)
}

fn pieces(board: &Board, colour: Colour) -> u64 {
    // Those that are part of an ai-wok see it, too.
    const KINDS: [Kind; 5] = [Kind::King, Kind::Met, Kind::Khon, Kind::Knight, Kind::Rook];
    mixed(KINDS.map(|kind| board.movers(colour, kind)))
}

/// A hash of some sets of squares, best in its high bits.
fn mixed<const N: usize>(sets: [Bitboard; N]) -> u64 {
    sets.into_iter().fold(0, |hash: u64, set| {
        let hash = (hash.rotate_left(23) ^ set.0).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        hash ^ hash >> 32
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Variant;

    #[test]
    fn errors_are_learned_for_like_positions_only() {
        let params = Params::default();
        let start = Variant::ALL[0].start_position();
        let mut correction = CorrectionHistory::default();
        let value = |correction: &CorrectionHistory, position: &Position| {
            correction.corrected(Score(10), position, PieceTo::NONE, &params).0
        };
        assert_eq!(value(&correction, &start), 10);
        for _ in 0..200 {
            correction.update(&start, PieceTo::NONE, 8, 50, &params);
        }
        assert!(value(&correction, &start) > 60);
        let fen = "8/3k4/r7/1P3P2/8/2RMK3/8/8 b - - 0 5";
        let other = Position::from_fen(Variant::ALL[0], fen).unwrap();
        assert_eq!(value(&correction, &other), 10);
    }
}
