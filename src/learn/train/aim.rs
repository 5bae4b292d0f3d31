//! What the network should say of each position of a game.
//!
//! A search of a few hundred nodes does not see the end of a count of 64 moves; the searches of the
//! positions that follow, and the result, do. So the aim looks along the game, as in temporal
//! difference learning (Sutton, "Learning to predict by the methods of temporal differences", 1988):
//!
//! aim(t) = (1 − λ) · score(t) + λ · aim(t + 1), the last being the game's result,
//!
//! everything in expected points. The result has a share of its own beside that, a larger one where
//! it matters most. What the endgame tables know is the aim wherever they know it, and the result
//! of all that came before.

use super::loss::sigmoid;
use crate::board::Colour;
use crate::eval::network::SCALE;
use crate::learn::record::{GameRecord, GameResult};
use crate::rules::Position;

/// With so many men or fewer on the board, or while a count runs, a game is in its last phase.
const LATE_MEN: u32 = 10;

/// Expected points of a position that the tables know to be won: those of a large but finite score,
/// since the network's output for 1 would be infinite.
const WON: f32 = 0.98;

/// How aims are made of scores and results.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Aims {
    /// How far the aim looks along the game, 0 (the position's own score) to 1 (the result).
    pub lambda: f32,
    /// The result's own share in the aim, 0–1.
    pub result: f32,
    /// The same where a count runs, or ten men or fewer are left.
    pub late_result: f32,
}

/// The aim for a position that the tables know, for White.
fn known(truth: GameResult) -> f32 {
    0.5 + (WON - 0.5) * 2.0 * (truth.points(Colour::White) - 0.5)
}

/// The aim for a position that the tables know, in points of its side to move.
pub fn of_truth(truth: GameResult, side: Colour) -> f32 {
    for_side(known(truth), side)
}

fn for_side(white: f32, side: Colour) -> f32 {
    if side == Colour::White { white } else { 1.0 - white }
}

impl Aims {
    /// For each position of a game in which a move was played: the points that its side to move
    /// should expect. `truths` says which of them the tables know.
    pub fn along(self, record: &GameRecord, truths: &[Option<GameResult>]) -> Vec<f32> {
        let mut places = Vec::with_capacity(record.plies.len());
        record.replay(|position, ply| {
            let score = sigmoid(f32::from(ply.score) / SCALE as f32);
            places.push((position.side(), for_side(score, position.side()), is_late(position)));
        });
        let mut result = record.result.points(Colour::White);
        let mut ahead = result;
        let mut aims: Vec<f32> = places
            .iter()
            .zip(truths)
            .rev()
            .map(|(&(side, score, is_late), &truth)| {
                let share = if is_late { self.late_result } else { self.result };
                if let Some(truth) = truth {
                    (result, ahead) = (known(truth), known(truth));
                } else {
                    ahead = (1.0 - self.lambda) * score + self.lambda * ahead;
                }
                for_side((1.0 - share) * ahead + share * result, side)
            })
            .collect();
        aims.reverse();
        aims
    }
}

fn is_late(position: &Position) -> bool {
    position.count().is_running() || position.board().occupied().count() <= LATE_MEN
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::record::Ply;
    use crate::movegen::legal_moves;
    use crate::rules::Variant;

    /// A game of a few moves with these scores for White.
    fn game(fen: &str, scores: &[i16], result: GameResult) -> GameRecord {
        let start = Position::from_fen(Variant::ALL[0], fen).unwrap();
        let mut position = start;
        let mut plies = Vec::new();
        for &score in scores {
            let score = if position.side() == Colour::White { score } else { -score };
            plies.push(Ply { mv: legal_moves(&position)[0], score });
            let _ = position.make(plies[plies.len() - 1].mv);
        }
        GameRecord { start, result, plies }
    }

    fn close(found: &[f32], expected: &[f32]) {
        let is_close = found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-5);
        assert!(is_close && found.len() == expected.len(), "{found:?} {expected:?}");
    }

    const EARLY: &str = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1";
    const LATE: &str = "4k3/8/8/4p3/4P3/8/8/R3K3 w - - 0 60";

    #[test]
    fn aims_look_along_the_game() {
        let points = |score: f32| sigmoid(score / SCALE as f32);
        let record = game(EARLY, &[100, 200, -300], GameResult::BlackWins);
        let aims =
            |lambda, result| Aims { lambda, result, late_result: 0.5 }.along(&record, &[None; 3]);
        close(&aims(0.0, 0.0), &[points(100.0), points(-200.0), points(-300.0)]);
        close(&aims(1.0, 0.0), &[0.0, 1.0, 0.0]);
        close(&aims(0.3, 1.0), &[0.0, 1.0, 0.0]);
        let last = 0.25 * points(-300.0);
        let middle = 0.25 * points(200.0) + 0.75 * last;
        let first = 0.25 * points(100.0) + 0.75 * middle;
        close(&aims(0.75, 0.0), &[first, 1.0 - middle, last]);
        close(&aims(0.75, 0.1), &[0.9 * first, 1.0 - 0.9 * middle, 0.9 * last]);
        let late = game(LATE, &[100], GameResult::BlackWins);
        let aims = Aims { lambda: 0.0, result: 0.1, late_result: 0.4 };
        close(&aims.along(&late, &[None]), &[0.6 * points(100.0)]);
    }

    #[test]
    fn the_truth_goes_before_scores_and_results() {
        let record = game(LATE, &[500, 500, 500, 500], GameResult::WhiteWins);
        let truths = [None, Some(GameResult::Draw), Some(GameResult::BlackWins), None];
        let result = Aims { lambda: 0.7, result: 1.0, late_result: 1.0 };
        close(&result.along(&record, &truths), &[0.5, 0.5, 1.0 - WON, 0.0]);
        let scores = Aims { lambda: 0.0, result: 0.0, late_result: 0.0 };
        let points = sigmoid(500.0 / SCALE as f32);
        close(&scores.along(&record, &truths), &[points, 0.5, 1.0 - WON, 1.0 - points]);
        close(&[of_truth(GameResult::BlackWins, Colour::Black)], &[WON]);
    }
}
