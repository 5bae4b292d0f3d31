//! The root moves: what is known of each.

use std::cmp::Reverse;

use super::stack::PvLine;
use super::tables::Ranked;
use super::window::Bound;
use crate::board::Move;
use crate::movegen::legal_moves;
use crate::rules::Position;
use crate::score::Score;

/// A move at the root.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub(super) mv: Move,
    /// Score in this iteration; −infinite if it did not raise alpha or was not looked at.
    pub(super) score: Score,
    /// Score in the iteration before.
    pub(super) previous_score: Score,
    pub(super) bound: Bound,
    /// Depth that score and line belong to.
    pub(super) depth: usize,
    pub(super) pv: PvLine,
    pub(super) seldepth: usize,
    /// Nodes spent on it in this search: its effort.
    pub(super) nodes: u64,
}

/// The moves at the root, the best first.
#[derive(Clone, Debug)]
pub(super) struct RootMoves {
    pub(super) moves: Vec<RootMove>,
    /// MultiPV: the line that is searched, from 0. The moves before it have theirs already.
    pub(super) pv_index: usize,
}

impl RootMoves {
    /// The legal moves, or those of them that are `wanted`, if one is.
    pub(super) fn new(position: &Position, wanted: &[Move]) -> RootMoves {
        let legal = legal_moves(position);
        let any_wanted = legal.iter().any(|mv| wanted.contains(mv));
        let moves = legal
            .into_iter()
            .filter(|mv| !any_wanted || wanted.contains(mv))
            .map(|mv| RootMove {
                mv,
                score: -Score::INFINITE,
                previous_score: -Score::INFINITE,
                bound: Bound::Exact,
                depth: 1,
                pv: PvLine::from_iter([mv]),
                seldepth: 0,
                nodes: 0,
            })
            .collect();
        RootMoves { moves, pv_index: 0 }
    }

    /// Begins to search a line: none of the moves left for it has a score of this iteration.
    pub(super) fn begin_line(&mut self, pv_index: usize) {
        self.pv_index = pv_index;
        for root in &mut self.moves[pv_index..] {
            if root.score != -Score::INFINITE {
                root.previous_score = root.score;
            }
            root.score = -Score::INFINITE;
        }
    }

    /// Sorts the moves of the current line by score; those of the same score stay in their order.
    pub(super) fn sort_current(&mut self) {
        self.moves[self.pv_index..].sort_by_key(|root| Reverse(root.score));
    }

    /// Sorts the moves of the first `lines` lines by score.
    pub(super) fn sort_lines(&mut self, lines: usize) {
        self.moves[..lines].sort_by_key(|root| Reverse(root.score));
    }

    /// The iteration was broken off: moves that it has not looked at keep what the one before found.
    pub(super) fn restore(&mut self) {
        for root in self.moves.iter_mut().filter(|root| root.score == -Score::INFINITE) {
            root.score = root.previous_score;
            root.bound = Bound::Exact;
        }
    }

    /// Puts what another thread has found of a move in front.
    pub(super) fn put_first(&mut self, found: RootMove) {
        if let Some(at) = self.moves.iter().position(|root| root.mv == found.mv) {
            self.moves[..=at].rotate_right(1);
            self.moves[0] = found;
        }
    }

    /// Brings these moves to the front, in their order and with their scores.
    pub(super) fn rank(&mut self, ranked: &[Ranked]) {
        let mut place = 0;
        for &Ranked { mv, score, .. } in ranked {
            let Some(at) = self.moves.iter().position(|root| root.mv == mv) else { continue };
            self.moves.swap(place, at);
            // What counts if this iteration is broken off.
            self.moves[place].score = score;
            place += 1;
        }
    }
}
