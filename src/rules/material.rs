//! Material with which no mate exists.

use crate::board::{Board, Kind, SquareSet};

/// Whether neither side can ever be mated: two bare kings, or one against a king with a single met
/// or ma, or with mets on squares of one colour only.
pub fn cannot_mate(board: &Board) -> bool {
    let all = board.occupied();
    if all.count() > 4 || !(board.both(Kind::Pawn) | board.both(Kind::Rook)).is_empty() {
        // More mets of one colour can't mate either, but do not occur often enough to be asked for.
        return false;
    }
    let mets = board.both(Kind::Met);
    let kings = board.both(Kind::King);
    let pieces = all - kings;
    let one_sided = board.side(crate::board::Colour::White).count() == 1
        || board.side(crate::board::Colour::Black).count() == 1;
    one_sided
        && match pieces.count() {
            0 => true,
            1 => board.both(Kind::Khon).is_empty(),
            _ => {
                pieces == mets
                    && (mets - SquareSet::DARK).is_empty() != !mets.meets(SquareSet::DARK)
            }
        }
}
