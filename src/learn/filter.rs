//! Which positions are worth learning from.

use super::record::GameRecord;
use crate::board::{Colour, Move};
use crate::movegen::is_check_threatened;
use crate::rules::Position;
use crate::score::Score;

/// Positions before this ply of a game are openings: few, and seen over and over.
pub const FIRST_PLY: u32 = 8;

/// The ply of the game that a position is reached after, by its move number: 0 for a start
/// position. Endings that games are started from have a high move number, see
/// [`super::datagen`].
pub fn game_ply(position: &Position) -> u32 {
    let black = u32::from(position.side() == Colour::Black);
    u32::from(position.fullmove().max(1) - 1) * 2 + black
}

/// Whether a position is one to learn from: its value can be told by looking at it, not only by
/// calculating. The position is in no check (and in no danger of one that wins), the best move `mv`
/// neither captures nor promotes, the searched `score` (as in [`super::record::Ply`]) is no mate,
/// and `ply` (see [`game_ply`]) is beyond the opening.
pub fn is_quiet(position: &Position, mv: Move, score: i16, ply: u32) -> bool {
    ply >= FIRST_PLY
        && mv.promotion().is_none()
        && position.captured_by(mv).is_none()
        && !Score(score.into()).is_mate()
        && !position.in_check()
        && !(position.variant().first_check_wins && is_check_threatened(position))
}

/// Number of a game's positions that are worth learning from.
pub fn count_quiet(record: &GameRecord) -> u64 {
    let mut quiet = 0;
    record.replay(|position, ply| {
        quiet += u64::from(is_quiet(position, ply.mv, ply.score, game_ply(position)));
    });
    quiet
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen::parse_move;
    use crate::rules::Variant;

    fn is_used(fen: &str, mv: &str, score: i16) -> bool {
        let position = Position::from_fen(Variant::ALL[0], fen).unwrap();
        let mv = parse_move(&position, mv).unwrap();
        is_quiet(&position, mv, score, game_ply(&position))
    }

    #[test]
    fn quiet_positions_are_used_and_no_others() {
        let fen = "8/3k4/r7/1P3P2/8/2RMK3/8/8 w - - 0 5";
        assert!(is_used(fen, "c3c4", 900));
        assert!(!is_used(&fen.replace("0 5", "0 4"), "c3c4", 900), "opening");
        assert!(!is_used(fen, "b5a6", 900), "capture");
        assert!(!is_used(fen, "f5f6", 900), "promotion");
        assert!(!is_used(fen, "c3c4", -31_990), "mate");
        assert!(!is_used("8/3k4/4r3/8/8/2RMK3/8/8 w - - 0 50", "e3d4", 900), "check");
    }
}
