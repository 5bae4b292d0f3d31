//! Starts without some of the pieces, so that imbalances of material of every kind are well
//! represented: games between equals see few, and never early.

use rand::seq::IteratorRandom;
use rand::{Rng, RngExt};

use super::endings::random_colour;
use crate::rules::{Position, PositionBuilder, Variant};

/// Pieces that one side lacks, and that the other lacks.
const MISSING: [std::ops::RangeInclusive<usize>; 2] = [1..=3, 0..=2];

/// The start position without a few pieces of one side or both, kings excepted.
pub(super) fn random(variant: &'static Variant, rng: &mut impl Rng) -> Position {
    let start = variant.start_position();
    loop {
        let mut board = *start.board();
        let weaker = random_colour(rng);
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
        // The builder drops the leaps of pieces that are missing.
        let builder = PositionBuilder::new(variant).board(board).rights(start.rights());
        if let Ok(position) = builder.build() {
            return position;
        }
    }
}
