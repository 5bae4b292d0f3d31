//! Starts without some of the pieces, so that imbalances of material of every kind are well
//! represented: games between equals see few, and never early.

use rand::seq::IteratorRandom;
use rand::{Rng, RngExt};

use crate::board::Colour;
use crate::rules::{Position, Variant, placement};

/// Pieces that one side lacks, and that the other lacks.
const MISSING: [std::ops::RangeInclusive<usize>; 2] = [1..=3, 0..=2];

/// The start position without a few pieces of one side or both, kings excepted.
pub(super) fn random(variant: &'static Variant, rng: &mut impl Rng) -> Position {
    let start = variant.start_position();
    loop {
        let mut board = *start.board();
        let weaker = Colour::BOTH[rng.random_range(0..2)];
        for (colour, missing) in [weaker, !weaker].into_iter().zip(MISSING) {
            let king = start.board().king(colour);
            let pieces = start.board().side(colour).filter(|&square| square != king);
            let missing = rng.random_range(missing);
            for square in IteratorRandom::sample(pieces, rng, missing) {
                if let Some(piece) = board.at(square) {
                    board.remove(piece, square);
                }
            }
        }
        let fen = start.fen();
        let (_, rest) = fen.split_once(' ').unwrap_or_default();
        // Leaps of pieces that are missing are passed over by the FEN's reader.
        let placed = placement(&board, &variant.alphabet);
        if let Ok(position) = Position::from_fen(variant, &format!("{placed} {rest}")) {
            return position;
        }
    }
}
