//! The search stack: what is kept for each ply of the current line.

use std::ops::{Index, IndexMut};

use arrayvec::ArrayVec;

use super::MAX_PLY;
use super::histories::{ContinuationMoves, PieceTo};
use crate::board::Move;
use crate::score::Score;

/// A principal variation.
pub(super) type PvLine = ArrayVec<Move, MAX_PLY>;

/// What the search keeps for one ply.
#[derive(Clone, Debug)]
pub(super) struct StackEntry {
    /// The move that was made here; `None` for a null move.
    pub(super) current_move: Option<Move>,
    /// Its piece and target, for the continuation history.
    pub(super) moved: PieceTo,
    /// Static evaluation, corrected; `None` in check.
    pub(super) static_eval: Option<Score>,
    /// The killer: the quiet move that last refuted a node at this ply (Akl and Newborn 1977).
    pub(super) killer: Option<Move>,
    /// How many nodes at this ply have failed high since the one two plies nearer the root began.
    pub(super) cutoff_count: u32,
    /// The move that a singular search leaves out.
    pub(super) excluded: Option<Move>,
    /// The principal variation from here.
    pub(super) pv: PvLine,
}

impl StackEntry {
    const EMPTY: StackEntry = StackEntry {
        current_move: None,
        moved: PieceTo::NONE,
        static_eval: None,
        killer: None,
        cutoff_count: 0,
        excluded: None,
        pv: PvLine::new_const(),
    };
}

/// An entry for each ply, and one beyond [`MAX_PLY`], since a node clears its grandchildren's.
#[derive(Debug)]
pub(super) struct Stack(Box<[StackEntry]>);

impl Stack {
    pub(super) fn new() -> Stack {
        Stack(vec![StackEntry::EMPTY; MAX_PLY + 2].into_boxed_slice())
    }

    /// Piece and target of the moves one, two and four plies before `ply`.
    pub(super) fn continuation_moves(&self, ply: usize) -> ContinuationMoves {
        [1, 2, 4].map(|back| ply.checked_sub(back).map_or(PieceTo::NONE, |at| self[at].moved))
    }

    /// A node at `ply` begins: its grandchildren know nothing of their cousins.
    pub(super) fn reset_grandchildren(&mut self, ply: usize) {
        if ply == 0 {
            self[1].cutoff_count = 0;
        }
        let grandchild = &mut self[ply + 2];
        grandchild.killer = None;
        grandchild.cutoff_count = 0;
    }

    /// Whether the static evaluation has risen since the same side's last turn, or the turn before
    /// that if the side was in check on the last.
    pub(super) fn is_improving(&self, ply: usize) -> bool {
        let eval = |back: usize| ply.checked_sub(back).and_then(|at| self[at].static_eval);
        match (eval(0), eval(2).or_else(|| eval(4))) {
            (Some(now), Some(before)) => now > before,
            _ => false,
        }
    }

    /// A new principal variation from `ply`: the move and the child's line.
    pub(super) fn update_pv(&mut self, ply: usize, mv: Move) {
        let (here, after) = self.0.split_at_mut(ply + 1);
        let pv = &mut here[ply].pv;
        pv.clear();
        pv.push(mv);
        let room = pv.remaining_capacity();
        if let Some(child) = after.first() {
            pv.extend(child.pv.iter().copied().take(room));
        }
    }
}

impl Index<usize> for Stack {
    type Output = StackEntry;
    fn index(&self, ply: usize) -> &StackEntry {
        &self.0[ply]
    }
}

impl IndexMut<usize> for Stack {
    fn index_mut(&mut self, ply: usize) -> &mut StackEntry {
        &mut self.0[ply]
    }
}
