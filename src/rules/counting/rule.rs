//! The rule sets, one row of data each.

use super::Count;
use crate::board::{Board, Colour, Kind};

/// A rule set for starting counts and their limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum CountingRule {
    /// Thai: 64 moves once no bia is left; a bare king by the table.
    Makruk,
    /// Cambodian: 63 moves for a side of two or three pieces, bia or not; a bare king by the table
    /// once no bia is left.
    Cambodian,
    /// Asean: a bare king only, by a table of its own, from nought.
    Asean,
    /// Casual play on the web: 64 moves each once no bia is left; a bare king by the Thai table;
    /// both from nought, and again after every capture.
    Simple,
    /// A Japanese site: with no bia left the side with fewer pieces counts 64 moves of its own; a
    /// bare king by the Thai table from the number of pieces, whatever is captured.
    FewerPieces,
    /// Nothing is counted.
    Off,
}

/// A number of pieces of a kind, and the moves that they are given against a bare king.
type Force = (Kind, u32, u16);

/// A rule set.
pub(super) struct CountingRow {
    /// The board's honour, if the rule set has one.
    pub(super) board: Option<BoardHonour>,
    /// Moves given against a bare king without bia: the first row whose pieces are there.
    pub(super) forces: &'static [Force],
    /// Moves given when no row applies; 0 for no count.
    pub(super) otherwise: u16,
    /// What a bare king's count begins with.
    pub(super) first: First,
    /// What starts a count.
    pub(super) start: Start,
}

/// When both sides have more than their kings.
pub(super) struct BoardHonour {
    /// Moves given.
    pub(super) moves: u16,
    /// A side of more pieces than this, king included, is not counted.
    pub(super) most_pieces: u32,
    /// Whether it is counted while bia are on the board.
    pub(super) with_bia: bool,
}

/// What a bare king's count begins with.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum First {
    /// Nought.
    Nought,
    /// The number of pieces on the board.
    Pieces,
}

/// What starts a count, if none runs, or another one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Start {
    /// When the side to move comes to be counted, and anew when it loses its last piece or is faced
    /// with a promotion as a bare king; if `by_king`, also when a bare king takes the last bia.
    Turn {
        /// Whether a bare king that takes the last bia is counted at once.
        by_king: bool,
    },
    /// As soon as a side can be counted, and anew after every capture.
    Capture,
    /// When one side has fewer pieces than the other.
    Fewer,
    /// Nothing.
    Never,
}

const THAI_FORCES: &[Force] = &[
    (Kind::Rook, 2, 8),
    (Kind::Rook, 1, 16),
    (Kind::Khon, 2, 22),
    (Kind::Knight, 2, 32),
    (Kind::Khon, 1, 44),
];

const CAMBODIAN_FORCES: &[Force] = &[
    (Kind::Rook, 2, 7),
    (Kind::Rook, 1, 15),
    (Kind::Khon, 2, 21),
    (Kind::Knight, 2, 31),
    (Kind::Khon, 1, 43),
];

const ASEAN_FORCES: &[Force] = &[(Kind::Rook, 1, 16), (Kind::Khon, 1, 44), (Kind::Knight, 1, 64)];

const MAKRUK: CountingRow = CountingRow {
    board: Some(BoardHonour { moves: 64, most_pieces: 16, with_bia: false }),
    forces: THAI_FORCES,
    otherwise: 64,
    first: First::Pieces,
    start: Start::Turn { by_king: true },
};

/// In the order of [`CountingRule`].
static ROWS: [CountingRow; 6] = [
    MAKRUK,
    CountingRow {
        board: Some(BoardHonour { moves: 63, most_pieces: 3, with_bia: true }),
        forces: CAMBODIAN_FORCES,
        otherwise: 63,
        ..MAKRUK
    },
    CountingRow {
        board: None,
        forces: ASEAN_FORCES,
        otherwise: 0,
        first: First::Nought,
        start: Start::Turn { by_king: false },
    },
    CountingRow { first: First::Nought, start: Start::Capture, ..MAKRUK },
    CountingRow { start: Start::Fewer, ..MAKRUK },
    CountingRow {
        board: None,
        forces: &[],
        otherwise: 0,
        first: First::Nought,
        start: Start::Never,
    },
];

impl CountingRule {
    /// The row of the table.
    pub(super) fn row(self) -> &'static CountingRow {
        &ROWS[self as usize]
    }

    /// Whether no count can start now, whatever the last move was: a quick test for the middlegame.
    #[inline]
    pub(super) fn sleeps(self, board: &Board) -> bool {
        let row = self.row();
        match &row.board {
            _ if row.start == Start::Never => true,
            Some(honour) if honour.with_bia => {
                let many = |colour| board.side(colour).count() > honour.most_pieces;
                many(Colour::White) && many(Colour::Black)
            }
            _ => !board.both(Kind::Pawn).is_empty(),
        }
    }

    /// Moves that the opponent of `side` is given to mate it, 0 for no count.
    pub fn limit(self, board: &Board, side: Colour) -> u16 {
        let row = self.row();
        let pieces = board.side(side).count();
        let any_pawn = !board.both(Kind::Pawn).is_empty();
        if board.is_bare(!side) {
            return 0;
        }
        match &row.board {
            _ if pieces == 1 && any_pawn => 0,
            _ if pieces == 1 => row.against_bare_king(board, !side),
            Some(honour) if pieces <= honour.most_pieces && (honour.with_bia || !any_pawn) => {
                honour.moves
            }
            _ => 0,
        }
    }

    /// Whose count it is: a bare king's own, else that of the side whose turn the number of plies
    /// says it is. `None` if no count runs or it is both sides' alike.
    pub fn owner(self, board: &Board, count: Count, side_to_move: Colour) -> Option<Colour> {
        let is_bare = |&colour: &Colour| board.is_bare(colour);
        if !count.is_running()
            || self.row().start == Start::Capture && !Colour::BOTH.iter().any(is_bare)
        {
            return None;
        }
        let even = count.ply().is_multiple_of(2);
        let own_turn = if self.row().start == Start::Fewer { !even } else { even };
        let by_turn = if own_turn { side_to_move } else { !side_to_move };
        Some(Colour::BOTH.into_iter().find(is_bare).unwrap_or(by_turn))
    }
}

impl CountingRow {
    /// Moves that the pieces of `strong` are given against a bare king.
    fn against_bare_king(&self, board: &Board, strong: Colour) -> u16 {
        self.forces
            .iter()
            .find(|(kind, number, _)| board.list(strong, *kind).count() >= *number)
            .map_or(self.otherwise, |&(_, _, moves)| moves)
    }
}
