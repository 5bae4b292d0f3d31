//! Move histories (history heuristic, Schaeffer 1983): what has worked before, for move ordering,
//! LMR and history pruning.

use super::entry::{HistoryEntry, PIECE_TO, PieceTo, zeroed};
use crate::board::{Colour, Kind, Move, Piece};
use crate::rules::Position;

/// Greatest absolute value of an entry.
const LIMIT: i32 = 16_384;

/// The moves one, two and four plies before a node: the keys of its continuation history.
pub(in super::super) type ContinuationMoves = [PieceTo; 3];

/// How moves have done.
#[derive(Debug)]
pub(in super::super) struct MoveHistory {
    /// Butterfly history of quiet moves: by side to move, from and to.
    quiet: Box<[HistoryEntry<LIMIT>]>,
    /// Capture history, also of promotions: by moved piece, target and captured kind.
    capture: Box<[HistoryEntry<LIMIT>]>,
    /// Continuation history of quiet moves (countermove and follow-up history): by the piece and
    /// target of a move before, then of this one.
    continuation: Box<[HistoryEntry<LIMIT>]>,
}

impl Default for MoveHistory {
    fn default() -> MoveHistory {
        MoveHistory {
            quiet: zeroed(2 * 64 * 64),
            capture: zeroed(PIECE_TO * 8),
            continuation: zeroed(PIECE_TO * PIECE_TO),
        }
    }
}

fn quiet_index(side: Colour, mv: Move) -> usize {
    (side.index() * 64 + mv.from().index()) * 64 + mv.to().index()
}

fn capture_index(position: &Position, mv: Move) -> usize {
    let captured = position.captured_by(mv).map(Piece::kind);
    PieceTo::of(position, mv).index() * 8 + captured.map_or(7, Kind::index)
}

fn continuation_index(before: PieceTo, moved: PieceTo) -> usize {
    before.index() * PIECE_TO + moved.index()
}

impl MoveHistory {
    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        for table in [&mut self.quiet, &mut self.capture, &mut self.continuation] {
            table.fill(HistoryEntry::default());
        }
    }

    /// How well a quiet move has done, also as a continuation of the moves before it.
    pub(in super::super) fn quiet(
        &self,
        position: &Position,
        mv: Move,
        before: &ContinuationMoves,
    ) -> i32 {
        let moved = PieceTo::of(position, mv);
        let continuation: i32 = before
            .iter()
            .map(|&before| self.continuation[continuation_index(before, moved)].get())
            .sum();
        self.quiet[quiet_index(position.side(), mv)].get() + continuation
    }

    /// How well a capture or promotion has done.
    pub(in super::super) fn capture(&self, position: &Position, mv: Move) -> i32 {
        self.capture[capture_index(position, mv)].get()
    }

    /// A quiet move did well (or ill, with a negative bonus: a malus).
    pub(in super::super) fn update_quiet(
        &mut self,
        position: &Position,
        mv: Move,
        before: &ContinuationMoves,
        bonus: i32,
    ) {
        let moved = PieceTo::of(position, mv);
        self.quiet[quiet_index(position.side(), mv)].update(bonus);
        for &before in before {
            self.continuation[continuation_index(before, moved)].update(bonus);
        }
    }

    /// A capture or promotion did well (or ill, with a negative bonus).
    pub(in super::super) fn update_capture(&mut self, position: &Position, mv: Move, bonus: i32) {
        self.capture[capture_index(position, mv)].update(bonus);
    }
}
