//! Material with which no mate exists.

use super::{Position, Variant};
use crate::board::{Bitboard, Board, Colour, Kind};

/// Whether nobody can win any more. Two bare kings are a draw in every variant; where any check may
/// win, by the rule of the first check or because the king may not step out of it, any piece can.
pub fn is_dead(position: &Position) -> bool {
    let variant = position.variant();
    match variant.first_check_wins || variant.king_stands {
        true => position.board().occupied().count() == 2,
        false => cannot_mate(position.board(), variant),
    }
}

/// Whether neither side can ever be mated by makruk's rules: two bare kings, or one against a king
/// with a single met or ma, or with mets on squares of one colour only. A bia that can only become a
/// met is no more than that.
fn cannot_mate(board: &Board, variant: &Variant) -> bool {
    let all = board.occupied();
    let any = |kind| !board.both(kind).is_empty();
    if all.count() > 4
        || any(Kind::Rook)
        || any(Kind::Aiwok)
        || any(Kind::Pawn) && !variant.bia_become_mets()
    {
        // More mets of one colour can't mate either, but do not occur often enough to be asked for.
        return false;
    }
    let (kings, mets) = (board.both(Kind::King), board.both(Kind::Met));
    let pieces = all - kings;
    let one_sided = Colour::BOTH.into_iter().any(|colour| (board.side(colour) - kings).is_empty());
    let on_one_colour = !mets.intersects(Bitboard::DARK) || (mets - Bitboard::DARK).is_empty();
    one_sided
        && match pieces.count() {
            0 => true,
            1 => board.both(Kind::Khon).is_empty(),
            _ => pieces == mets && on_one_colour,
        }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Promotion;

    #[test]
    fn only_what_never_mates_is_dead() {
        let dead = [
            "8/8/3k4/8/8/3K4/8/8",
            "8/8/3k4/8/8/3K4/8/M7",
            "8/8/3k4/8/8/3K4/8/N7",
            "8/8/3k4/8/8/3K4/8/M1M5",
            "8/8/3k4/8/8/3K4/8/m3m3",
        ];
        let alive = [
            "8/8/3k4/8/8/3K4/8/S7",
            "8/8/3k4/8/8/3K4/8/R7",
            "8/8/3k4/8/8/3K4/8/MM6",
            "8/8/3k4/8/8/3K4/8/NN6",
            "8/8/3k4/8/8/3K4/8/MN6",
            "8/8/3k4/P7/P7/3K4/8/8",
            "8/8/3k4/8/8/3K4/8/M1m5",
        ];
        for (fens, expected) in [(&dead[..], true), (&alive[..], false)] {
            for fen in fens {
                let position = Position::from_fen(Variant::ALL[0], fen).unwrap();
                assert_eq!(cannot_mate(position.board(), Variant::ALL[0]), expected, "{fen}");
            }
        }
        // A bia is what it can become.
        for variant in Variant::ALL {
            let position = Position::from_fen(variant, "8/8/3k4/8/P7/3K4/8/8 w - - 0 1").unwrap();
            let any_check_may_win = variant.first_check_wins || variant.king_stands;
            let expected = variant.promotions == [Promotion::Met] && !any_check_may_win;
            assert_eq!(is_dead(&position), expected, "{}", variant.name);
        }
    }
}
