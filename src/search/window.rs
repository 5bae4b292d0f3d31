//! The alpha-beta window, and how a score relates to it.

use std::ops::Neg;

use crate::score::Score;

/// How a score is to be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The score itself.
    Exact,
    /// The score is at least this: the node failed high.
    Lower,
    /// The score is at most this: the node failed low.
    Upper,
}

impl Bound {
    /// Whether a score with this bound says that another value, `than`, is wrong.
    pub(super) fn refutes(self, score: Score, than: Score) -> bool {
        match self {
            Bound::Exact => true,
            Bound::Lower => score > than,
            Bound::Upper => score < than,
        }
    }
}

/// The scores that matter, between alpha, which the side to move has for certain, and beta, which
/// the opponent can avoid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Window {
    pub(super) alpha: Score,
    pub(super) beta: Score,
}

impl Window {
    /// Every score.
    pub(super) const FULL: Window =
        Window { alpha: Score(-Score::INFINITE.0), beta: Score::INFINITE };

    /// The null window (or zero window) that asks whether a score is above `alpha`.
    pub(super) fn null(alpha: Score) -> Window {
        Window { alpha, beta: alpha + 1 }
    }

    /// How a fail-soft score found with this window is to be read.
    pub(super) fn bound_of(self, score: Score) -> Bound {
        match score {
            _ if score >= self.beta => Bound::Lower,
            _ if score <= self.alpha => Bound::Upper,
            _ => Bound::Exact,
        }
    }

    /// Mate-distance pruning: no mate can be nearer than the next ply, so that the window shrinks
    /// to the scores possible `ply` plies from the root. If nothing is left of it, the score that
    /// settles the node.
    pub(super) fn prune_by_mate_distance(self, ply: usize) -> Result<Window, Score> {
        let alpha = self.alpha.max(Score::mated_in(ply));
        let beta = self.beta.min(Score::mate_in(ply + 1));
        if alpha < beta { Ok(Window { alpha, beta }) } else { Err(alpha) }
    }
}

/// The same window seen by the opponent.
impl Neg for Window {
    type Output = Window;
    fn neg(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mate_already_found_leaves_no_window_farther_from_the_root() {
        let found = Window { alpha: Score::mate_in(3), beta: Score::INFINITE };
        assert_eq!(found.prune_by_mate_distance(3), Err(Score::mate_in(3)));
        let open = Window::FULL.prune_by_mate_distance(2).unwrap();
        assert_eq!((open.alpha, open.beta), (Score::mated_in(2), Score::mate_in(3)));
    }

    #[test]
    fn scores_are_bounds_outside_the_window() {
        let window = Window { alpha: Score(-10), beta: Score(10) };
        let bounds = [-10, -9, 9, 10].map(|score| window.bound_of(Score(score)));
        assert_eq!(bounds, [Bound::Upper, Bound::Exact, Bound::Exact, Bound::Lower]);
    }
}
