//! Ending games that are decided before they are over, in agreement with the counting rules.

use super::record::GameResult;
use crate::board::{Colour, Kind};
use crate::rules::Position;
use crate::score::Score;

/// A mate is believed once so many searches in a row have found it. The search knows the count, so
/// a mate it proves comes in time.
const MATE_PLIES: u32 = 4;

/// An advantage in centipawns that wins …
const WINNING: i32 = 1_100;
/// … if so many searches in a row agree.
const WINNING_PLIES: u32 = 6;

/// A game is drawn if no search of so many in a row found more than this, in centipawns, for
/// either side, and none of the moves was a capture or a bia's: nobody is getting anywhere. No
/// count can object, for a count only ever takes wins away.
const LEVEL: i32 = 25;
/// See [`LEVEL`].
const LEVEL_PLIES: u32 = 40;

/// Watches the scores of a game.
#[derive(Default)]
pub(crate) struct Referee {
    /// For whom the last searches found a mate, and how many.
    mate: Streak,
    /// Who was far ahead in the last searches, and in how many.
    ahead: Streak,
    /// Searches in a row that found neither side ahead.
    level: u32,
}

/// Searches in a row that agree about who wins.
#[derive(Default)]
struct Streak {
    winner: Option<Colour>,
    length: u32,
}

impl Streak {
    fn update(&mut self, winner: Option<Colour>) {
        self.length = if winner == self.winner { self.length + 1 } else { 1 };
        self.winner = winner;
    }

    /// The winner, if enough searches agree.
    fn winner(&self, enough: u32) -> Option<Colour> {
        self.winner.filter(|_| self.length >= enough)
    }
}

impl Referee {
    /// Takes note of a position and its score for the side to move; the result, once it is beyond
    /// doubt.
    pub(crate) fn observe(&mut self, position: &Position, score: Score) -> Option<GameResult> {
        let side = position.side();
        let better = if score > Score::DRAW { side } else { !side };
        self.mate.update(score.is_mate().then_some(better));
        let is_ahead = score.0.abs() >= WINNING && is_free_of_counts(position);
        self.ahead.update(is_ahead.then_some(better));
        self.level = if score.0.abs() <= LEVEL { self.level + 1 } else { 0 };
        let is_stuck = u32::from(position.halfmoves()) >= LEVEL_PLIES;
        if self.level >= LEVEL_PLIES && is_stuck {
            return Some(GameResult::Draw);
        }
        let winner = self.mate.winner(MATE_PLIES).or_else(|| self.ahead.winner(WINNING_PLIES));
        winner.map(GameResult::win)
    }
}

/// Whether no count is running, and none can start before the last bia is gone or one more piece
/// has been taken: otherwise no advantage is large enough to be sure of a win.
fn is_free_of_counts(position: &Position) -> bool {
    let board = position.board();
    let any_pawn = !board.both(Kind::Pawn).is_empty();
    let starts = Colour::BOTH.into_iter().any(|side| {
        let counting = position.rules().counting();
        counting.limit(board, side) > 0
    });
    any_pawn && !starts && !position.count().is_running()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Variant;

    fn plies_to_result(variant: &str, fen: &str, score: Score) -> Option<(usize, GameResult)> {
        let position = Position::from_fen(Variant::find(variant).unwrap(), fen).unwrap();
        let mut referee = Referee::default();
        (1..=20).find_map(|ply| Some((ply, referee.observe(&position, score)?)))
    }

    #[test]
    fn mates_are_believed_after_four_searches() {
        let fen = "8/8/8/8/8/5K2/2R5/6k1 w - 32 27 100";
        let found = plies_to_result("makruk", fen, Score::mate_in(5));
        assert_eq!(found, Some((4, GameResult::WhiteWins)));
        let found = plies_to_result("makruk", fen, Score::mated_in(6));
        assert_eq!(found, Some((4, GameResult::BlackWins)));
    }

    #[test]
    fn material_wins_only_where_nothing_is_counted() {
        let won = Some((6, GameResult::BlackWins));
        let cases = [
            ("makruk", "3k4/rrr5/8/4p3/8/8/8/4K3 w - - 0 70", won),
            ("makruk", "3k4/rrr5/8/8/8/8/8/4K3 w - 16 10 70", None),
            ("makruk", "3k4/rrr5/8/8/8/8/8/3MK3 w - - 0 70", None),
            // Three pieces start a count in ouk, bia or not.
            ("cambodian", "3k4/rrr5/8/4p3/8/8/8/3MK3 w - - 0 70", None),
            ("cambodian", "3k4/rrr5/8/4p3/8/8/8/2NMKS2 w - - 0 70", won),
            ("cambodian", "3k4/rrr5/8/4p3/8/8/8/4K3 w - 126 30 70", None),
        ];
        for (variant, fen, expected) in cases {
            assert_eq!(plies_to_result(variant, fen, Score(-1_100)), expected, "{variant} {fen}");
            assert_eq!(plies_to_result(variant, fen, Score(-1_099)), None, "{variant} {fen}");
        }
    }

    #[test]
    fn level_games_are_drawn_when_nothing_happens() {
        let fen = "3k4/rrr5/8/4p3/8/8/8/4K3 w - - 40 70";
        let drawn = |position: &Position, score| {
            let mut referee = Referee::default();
            (1..=60).find_map(|ply| Some((ply, referee.observe(position, Score(score))?)))
        };
        let position = Position::from_fen(Variant::ALL[0], fen).unwrap();
        assert_eq!(drawn(&position, -25), Some((40, GameResult::Draw)));
        assert_eq!(drawn(&position, 26), None);
        let position = Position::from_fen(Variant::ALL[0], &fen.replace("40", "39")).unwrap();
        assert_eq!(drawn(&position, 0), None);
    }

    #[test]
    fn disagreement_starts_anew() {
        let position = Variant::ALL[0].start_position();
        let mut referee = Referee::default();
        for _ in 0..5 {
            assert_eq!(referee.observe(&position, Score::mate_in(3)), None);
            assert_eq!(referee.observe(&position, Score::mate_in(3)), None);
            assert_eq!(referee.observe(&position, Score(100)), None);
        }
    }
}
