//! What a search thread has learned of moves and positions, and keeps from one search to the next.

mod correction;
mod entry;
mod moves;

pub(super) use correction::CorrectionHistory;
pub(super) use entry::PieceTo;
pub(super) use moves::{ContinuationMoves, MoveHistory};

/// The histories of one search thread.
#[derive(Debug, Default)]
pub(super) struct Histories {
    /// How moves have done.
    pub(super) moves: MoveHistory,
    /// How far the static evaluation has been off.
    pub(super) correction: CorrectionHistory,
}

impl Histories {
    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.moves.clear();
        self.correction.clear();
    }
}
