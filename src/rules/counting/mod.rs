//! Counting: the moves that the stronger side is given to mate.
//!
//! The *board's honour* counts once no bia is left (in ouk once a side is down to three pieces),
//! the *pieces' honour* once a king stands alone; then the opponent's pieces decide the limit.
//! Both limits and counts are in plies here, as in a FEN. The side that counts says a number on each
//! of its own moves; whose turn it is at an even number of plies, or an odd one where the side with
//! fewer pieces counts, tells which side that is (see [`CountingRule::owner`]).

mod count;
mod rule;
mod words;

pub use count::Count;
pub use rule::CountingRule;
use rule::{First, Start};
pub use words::{Honour, Spoken};

use crate::board::{Board, Colour, Kind, Piece};

/// Whether counts start by themselves.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Hash)]
pub enum CountingMode {
    /// They do.
    #[default]
    Automatic,
    /// A player has to declare them: only a count that a FEN gives runs, and a mate by the side that
    /// counts a board's honour is a draw.
    Declared,
}

impl CountingMode {
    /// Both modes.
    pub const ALL: [CountingMode; 2] = [CountingMode::Automatic, CountingMode::Declared];
    /// Their names in both protocols.
    pub const NAMES: [&'static str; 2] = ["automatic", "declared"];
}

/// A move as far as counting is concerned.
#[derive(Clone, Copy)]
struct Played {
    mover: Colour,
    captured: Option<Kind>,
    promoted: bool,
}

impl CountingRule {
    /// The count that a FEN gives, as this rule takes it: as it is, unless nothing is counted.
    pub(super) fn given(self, count: Count) -> Count {
        if self == CountingRule::Off { Count::NONE } else { count }
    }

    /// The count after a move of `mover` that led to `board`, where `before` was the count before
    /// it. `captured` is what the move took; `promoted` whether it promoted.
    #[inline(always)]
    pub(super) fn after_move(
        self,
        mode: CountingMode,
        before: Count,
        board: &Board,
        mover: Colour,
        captured: Option<Piece>,
        promoted: bool,
    ) -> Count {
        if !before.is_running() && self.sleeps(board) {
            return Count::NONE;
        }
        let played = Played { mover, captured: captured.map(Piece::kind), promoted };
        self.restarted(mode, before.advanced(), board, played)
    }

    #[inline(never)]
    fn restarted(self, mode: CountingMode, count: Count, board: &Board, played: Played) -> Count {
        match self.row().start {
            _ if mode == CountingMode::Declared => count,
            Start::Turn { by_king } => self.started_by_turn(count, board, played, by_king),
            Start::Capture => self.started_by_capture(count, board, played),
            Start::Fewer => self.started_by_fewer(count, board, played),
            Start::Never => Count::NONE,
        }
    }

    fn started_by_turn(
        self,
        mut count: Count,
        board: &Board,
        played: Played,
        by_king: bool,
    ) -> Count {
        let Played { mover, captured, promoted } = played;
        let next = !mover;
        let took_last_bia = captured == Some(Kind::Pawn) && board.both(Kind::Pawn).is_empty();
        if by_king && took_last_bia && board.is_bare(mover) {
            let starting = self.starting_by_king(board, mover);
            if starting.is_running() {
                count = starting;
            }
        }
        let bared = (captured.is_some() || promoted) && board.is_bare(next);
        if !count.is_running() || bared {
            let starting = self.starting(board, next);
            if starting.is_running() {
                count = starting;
            }
        }
        count
    }

    /// The count that begins when it is the turn of `side`, as long as none runs; none if there is
    /// nothing to count. For rules that start counts by turns, as most do.
    pub fn starting(self, board: &Board, side: Colour) -> Count {
        let from_pieces = board.is_bare(side) && self.row().first == First::Pieces;
        let first = if from_pieces { 2 * board.occupied().count() as u16 } else { 0 };
        match self.limit(board, side) {
            0 => Count::NONE,
            moves => Count::new(2 * moves, first),
        }
    }

    /// The count that begins when the bare king of `side` has just taken the last bia, and the
    /// opponent is to move; none if there is nothing to count.
    pub(crate) fn starting_by_king(self, board: &Board, side: Colour) -> Count {
        let on_board = board.occupied().count() as u16;
        Count::new(2 * self.limit(board, side), 2 * on_board - 1)
    }

    fn started_by_capture(self, count: Count, board: &Board, played: Played) -> Count {
        if count.is_running() && played.captured.is_none() {
            return count;
        }
        // At most one side is bare and counted alone; otherwise both are counted alike.
        let moves = Colour::BOTH.map(|side| self.limit(board, side));
        Count::new(2 * moves[0].max(moves[1]), 0)
    }

    fn started_by_fewer(self, count: Count, board: &Board, played: Played) -> Count {
        if !board.both(Kind::Pawn).is_empty() {
            return count;
        }
        let next = !played.mover;
        let [white, black] = Colour::BOTH.map(|side| board.side(side).count());
        let fewer = match white.cmp(&black) {
            std::cmp::Ordering::Less => Some(Colour::White),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(Colour::Black),
        };
        let Some(fewer) = fewer else { return count };
        if board.is_bare(fewer) {
            let bared = played.captured.is_some() && fewer == next;
            return if bared || !count.is_running() {
                self.bare_king_from_pieces(board, fewer, next)
            } else {
                count
            };
        }
        match self.owner(board, count, next) {
            Some(owner) if owner == fewer => count,
            _ => Count::new(2 * self.limit(board, fewer), u16::from(fewer == next)),
        }
    }

    /// The bare king's count where it begins with the number of pieces, and the opponent has the
    /// last move: drawn at once if the limit is reached before anything is counted.
    fn bare_king_from_pieces(self, board: &Board, bare: Colour, next: Colour) -> Count {
        let moves = self.limit(board, bare);
        let pieces = board.occupied().count() as u16;
        let ply = if pieces < moves { 2 * pieces + u16::from(bare == next) } else { 2 * moves + 1 };
        Count::new(2 * moves, ply)
    }
}
