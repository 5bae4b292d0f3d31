//! From a searched score to wins, draws and losses, and to the centipawns that a user sees.
//!
//! The chance to win is a logistic curve of the score around the one that wins half of the games,
//! with a spread; to lose, the same of the negated score; the rest are draws. Both numbers depend on
//! the men on the board and on the count. `mekong data wdl` fits them to games, and
//! `docs/networks.md` shows how well they fit.

use crate::rules::{Position, Variant};
use crate::score::Score;

/// What the two numbers depend on: a constant, the share of 32 men that is on the board and its
/// square, whether a count runs, and which share of it is gone.
pub type Features = [f64; 5];

/// One row of the model: a number's weights for the [`Features`], in centipawns.
pub type Coefficients = [f64; 5];

/// The model of a variant.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Model {
    /// The score that wins half of the games.
    pub half: Coefficients,
    /// The spread of the curve: so much more wins 73 % instead of 50 %.
    pub spread: Coefficients,
}

/// A score that wins half of the games is at least this, a spread too, in centipawns.
const LEAST: f64 = 25.0;

/// Models of games that are won by mate, by the counting of ouk, and by the first check.
static MAKRUK: Model = Model {
    half: [964.5, -1820.2, 1200.8, 34.6, -309.0],
    spread: [214.3, -238.8, 236.3, 16.2, -114.8],
};
static CAMBODIAN: Model = Model {
    half: [832.6, -1218.2, 776.2, 93.6, -244.4],
    spread: [194.7, -137.8, 184.1, 11.2, -66.3],
};
static KAROUK: Model = Model {
    half: [250.9, -401.3, 173.7, -5.4, 163.9],
    spread: [-72.9, 1141.3, -847.5, 96.7, -29.3],
};

/// What a position's score means: a [`Model`]'s two numbers for its features.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Wdl {
    half: f64,
    spread: f64,
}

/// The features of a position.
pub fn features(position: &Position) -> Features {
    let men = f64::from(position.board().occupied().count()) / 32.0;
    let count = position.count();
    let gone = count
        .left()
        .map_or(0.0, |left| 1.0 - f64::from(left.max(0)) / f64::from(count.limit().max(1)));
    [1.0, men, men * men, f64::from(u8::from(count.is_running())), gone]
}

impl Model {
    /// The model of a variant.
    pub fn of(variant: &Variant) -> &'static Model {
        match variant {
            _ if variant.first_check_wins => &KAROUK,
            _ if variant.name == "cambodian" => &CAMBODIAN,
            _ => &MAKRUK,
        }
    }

    /// The meaning of scores where the features are these.
    pub fn at(&self, features: &Features) -> Wdl {
        let sum = |weights: &Coefficients| -> f64 {
            features.iter().zip(weights).map(|(feature, weight)| feature * weight).sum()
        };
        Wdl { half: sum(&self.half).max(LEAST), spread: sum(&self.spread).max(LEAST) }
    }
}

impl Wdl {
    /// Wins, draws and losses of 1,000 games that are drawn by rule or by perfect play.
    pub const CERTAIN_DRAW: [u32; 3] = [0, 1_000, 0];

    /// Of a position.
    pub fn of(position: &Position) -> Wdl {
        Model::of(position.variant()).at(&features(position))
    }

    /// The score that wins half of the games, and the spread, in centipawns.
    pub fn numbers(self) -> (f64, f64) {
        (self.half, self.spread)
    }

    /// The chances to win and to lose.
    pub fn chances(self, score: f64) -> [f64; 2] {
        let won = |score: f64| 1.0 / (1.0 + ((self.half - score) / self.spread).exp());
        let (win, loss) = (won(score), won(-score));
        // Where half a win is close to 0 both could add up to more than 1.
        let excess = (win + loss).max(1.0);
        [win / excess, loss / excess]
    }

    /// Expected wins, draws and losses of 1,000 games for the side to move.
    pub fn per_mille(self, score: Score) -> [u32; 3] {
        if score.is_decided() {
            return if score > Score::DRAW { [1_000, 0, 0] } else { [0, 0, 1_000] };
        }
        let [wins, losses] =
            self.chances(f64::from(score.0)).map(|chance| (1_000.0 * chance).round() as u32);
        let wins = wins.min(1_000 - losses);
        [wins, 1_000 - wins - losses, losses]
    }

    /// The score in the centipawns that users see: 100 wins half of the games. Where less than the
    /// evaluation's own hundred does, as in kar ouk, which knows hardly a draw, that stays. Mates and
    /// wins that the tables promise stay what they are.
    pub fn normalised(self, score: Score) -> Score {
        if score.is_decided() {
            return score;
        }
        let value = (100.0 * f64::from(score.0) / self.half.max(100.0)).round() as i32;
        Score(value.clamp(-Score::MAX_EVAL, Score::MAX_EVAL))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wdls() -> Vec<Wdl> {
        let fens = [
            "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1",
            "8/1r1s2k1/3M4/7n/8/2SM4/8/2K5 w - 128 120 77",
            "8/8/8/8/8/5K2/2R5/6k1 w - 32 27 100",
        ];
        let wdl =
            |variant: &'static Variant, fen| Wdl::of(&Position::from_fen(variant, fen).unwrap());
        Variant::ALL
            .into_iter()
            .take(3)
            .flat_map(|variant| fens.map(|fen| wdl(variant, fen)))
            .collect()
    }

    #[test]
    fn chances_grow_with_the_score_and_are_fair() {
        for wdl in wdls() {
            let mut last = 0;
            for score in (-3_000..=3_000).step_by(50) {
                let [wins, draws, losses] = wdl.per_mille(Score(score));
                assert_eq!(wins + draws + losses, 1_000);
                assert_eq!(wdl.per_mille(Score(-score)), [losses, draws, wins]);
                assert!(wins >= last);
                last = wins;
            }
            assert!(last > 950, "{wdl:?}");
        }
        let mate = wdls()[0].per_mille(Score::mated_in(4));
        assert_eq!(mate, [0, 0, 1_000]);
    }

    #[test]
    fn a_hundred_wins_half_of_the_games() {
        for wdl in wdls() {
            let score = Score(wdl.half.round() as i32);
            if wdl.half > 100.0 {
                assert!((99..=101).contains(&wdl.normalised(score).0));
            }
            assert!((490..=510).contains(&wdl.per_mille(score)[0]), "{wdl:?}");
            assert_eq!(wdl.normalised(-score), -wdl.normalised(score));
            assert_eq!(wdl.normalised(Score::mate_in(3)), Score::mate_in(3));
        }
    }
}
