//! Scores, of evaluations and searches.

use std::fmt;
use std::ops::{Add, Neg, Sub};

/// A score for the side to move: centipawns, or a mate and its distance from the root of the search
/// in plies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash, Default)]
pub struct Score(pub i32);

/// A score as a GUI shows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shown {
    /// Centipawns.
    Centipawns(i32),
    /// The side to move mates in this number of its moves (≥ 1).
    Mates(u32),
    /// The side to move is mated in this number of the opponent's moves (0: it is mated now).
    IsMated(u32),
}

impl Score {
    /// A draw.
    pub const DRAW: Score = Score(0);
    /// More than any score.
    pub const INFINITE: Score = Score(32_001);
    /// Mate on the spot.
    pub const MATE: Score = Score(32_000);
    /// Scores from here on are mates.
    pub const MATE_BOUND: Score = Score(Score::MATE.0 - 1_000);
    /// A win that the endgame tables promise, though not how soon the mate comes.
    pub const TABLE_WIN: Score = Score(Score::MATE_BOUND.0 - 1);
    /// Scores from here on are decided: wins by the tables, and mates.
    pub const DECIDED_BOUND: Score = Score(Score::MATE_BOUND.0 - 1_000);
    /// The greatest score of a position that is not decided.
    pub const MAX_EVAL: i32 = Score::DECIDED_BOUND.0 - 1;

    /// The side to move mates with its move number `plies` from the root (1, 3, 5 …).
    pub const fn mate_in(plies: usize) -> Score {
        Score(Score::MATE.0 - plies as i32)
    }

    /// The side to move is mated `plies` from the root (0, 2, 4 …).
    pub const fn mated_in(plies: usize) -> Score {
        Score(-Score::MATE.0 + plies as i32)
    }

    /// The side to move has a decisive success `plies` from the root that the tables promise.
    pub const fn table_win_in(plies: usize) -> Score {
        Score(Score::TABLE_WIN.0 - plies as i32)
    }

    /// Whether one side is known to win, by mate or by the tables.
    pub const fn is_decided(self) -> bool {
        self.0.abs() >= Score::DECIDED_BOUND.0
    }

    /// Whether this is a mate for either side.
    pub const fn is_mate(self) -> bool {
        self.0.abs() >= Score::MATE_BOUND.0
    }

    /// Whether it is certain that the side to move loses.
    pub const fn is_lost(self) -> bool {
        self.0 <= -Score::DECIDED_BOUND.0
    }

    /// Plies to the mate, if it is one.
    pub const fn mate_plies(self) -> Option<u32> {
        if self.is_mate() { Some((Score::MATE.0 - self.0.abs()) as u32) } else { None }
    }

    /// As a GUI shows it.
    pub const fn shown(self) -> Shown {
        match self.mate_plies() {
            None => Shown::Centipawns(self.0),
            Some(plies) if self.0 > 0 => Shown::Mates(plies.div_ceil(2)),
            Some(plies) => Shown::IsMated(plies / 2),
        }
    }
}

impl Neg for Score {
    type Output = Score;
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

/// A score better by a margin in centipawns.
impl Add<i32> for Score {
    type Output = Score;
    fn add(self, margin: i32) -> Score {
        Score(self.0 + margin)
    }
}

/// A score worse by a margin in centipawns.
impl Sub<i32> for Score {
    type Output = Score;
    fn sub(self, margin: i32) -> Score {
        Score(self.0 - margin)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.shown() {
            Shown::Centipawns(value) => write!(f, "{:+.2}", f64::from(value) / 100.0),
            Shown::Mates(moves) => write!(f, "#{moves}"),
            Shown::IsMated(moves) => write!(f, "#-{moves}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_shown_in_moves() {
        assert_eq!(Score::mate_in(1).shown(), Shown::Mates(1));
        assert_eq!(Score::mate_in(5).shown(), Shown::Mates(3));
        assert_eq!(Score::mated_in(0).shown(), Shown::IsMated(0));
        assert_eq!(Score::mated_in(4).shown(), Shown::IsMated(2));
        assert_eq!(Score(-37).shown(), Shown::Centipawns(-37));
    }
}
