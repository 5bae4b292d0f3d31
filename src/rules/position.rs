//! A position: the board and everything else the rules look at.

use super::{Count, Rights, Rules, Variant};
use crate::board::{
    Bitboard, Board, ByColour, Colour, Kind, Move, Piece, Square, Step, attacks, zobrist,
};

/// Placement, side to move, first-move rights, checks left to give, running count and clocks.
///
/// Plain data of a few hundred bytes: copying one is cheap, and making a move allocates nothing.
///
/// ```
/// use mekong::rules::{Position, Variant};
///
/// let fen = "8/8/8/8/8/5K2/2R5/6k1 w - 32 27 100";
/// let position = Position::from_fen(Variant::find("makruk").unwrap(), fen)?;
/// assert_eq!(position.count().left(), Some(5));
/// assert_eq!(position.fen(), fen);
/// # Ok::<(), mekong::rules::FenError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    pub(super) board: Board,
    pub(super) side: Colour,
    pub(super) state: State,
    pub(super) fullmove: u16,
    pub(super) rules: Rules,
}

/// What a move changes beyond recall.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct State {
    pub(super) rights: Rights,
    /// Checks each colour still has to give to win, where the variant counts them.
    pub(super) checks_left: ByColour<u8>,
    pub(super) count: Count,
    /// Plies since the last capture or bia move.
    pub(super) halfmoves: u16,
}

/// What [`Position::unmake`] needs to take a move back.
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct Undo {
    state: State,
    moved: Option<Piece>,
    /// What stood on the target: an enemy was captured, an own bia has advanced.
    standing: Option<Piece>,
}

impl Undo {
    /// What the move captured.
    #[inline]
    pub fn captured(&self) -> Option<Piece> {
        self.standing
            .filter(|there| self.moved.is_some_and(|moved| moved.colour() != there.colour()))
    }
}

impl Position {
    /// The pieces.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Who is to move.
    #[inline]
    pub fn side(&self) -> Colour {
        self.side
    }

    /// The variant that is played.
    #[inline]
    pub fn variant(&self) -> &'static Variant {
        self.rules.variant()
    }

    /// The rules in force.
    #[inline]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The first-move leaps that are still possible.
    #[inline]
    pub fn rights(&self) -> Rights {
        self.state.rights
    }

    /// The running count.
    #[inline]
    pub fn count(&self) -> Count {
        self.state.count
    }

    /// Whether the game is drawn, unless the side to move is checkmated, because the counting limit
    /// is passed or nothing has been captured and no bia moved for as long as the variant allows.
    #[inline]
    pub fn is_played_out(&self) -> bool {
        self.state.count.is_over() || self.is_quiet_for_long()
    }

    /// Whether the limit for moves without a capture or a bia's move is reached, where there is one.
    #[inline]
    pub fn is_quiet_for_long(&self) -> bool {
        self.rules.variant().quiet_limit.is_some_and(|limit| self.state.halfmoves >= limit)
    }

    /// Plies since the last capture or bia move (or as the FEN said).
    pub fn halfmoves(&self) -> u16 {
        self.state.halfmoves
    }

    /// Number of the move, from 1; it grows after Black's moves.
    pub fn fullmove(&self) -> u16 {
        self.fullmove
    }

    /// The pieces that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        attacks::checkers(&self.board, !self.side)
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    /// Whether the side to move has lost because the opponent gave the check that wins.
    #[inline]
    pub fn is_lost_by_check(&self) -> bool {
        self.rules.variant().first_check_wins
            && (self.state.checks_left[!self.side] == 0 || self.in_check())
    }

    /// What a move would capture.
    #[inline]
    pub fn captured_by(&self, mv: Move) -> Option<Piece> {
        self.board.at(mv.to()).filter(|there| there.colour() != self.side)
    }

    /// The own bia that a sutra makes advance, and the square that it goes to.
    #[inline]
    pub fn advanced_by(&self, mv: Move) -> Option<(Piece, Square)> {
        let there = self.board.at(mv.to()).filter(|there| there.colour() == self.side)?;
        Some((there, ahead(self.side, mv.to())))
    }

    /// Hash key of what makes a position the same for the repetition rule: pieces, side to move,
    /// rights and checks given, but not the count.
    #[inline]
    pub fn key(&self) -> u64 {
        let side = match self.side {
            Colour::White => 0,
            Colour::Black => zobrist::BLACK_TO_MOVE,
        };
        self.board.key()
            ^ side
            ^ zobrist::rights(self.state.rights.bits())
            ^ zobrist::checks(self.state.checks_left)
    }

    /// Hash key for search results: [`Position::key`] and the running count, since what is won
    /// under one count may be a draw under another.
    #[inline]
    pub fn search_key(&self) -> u64 {
        match self.clock().class() {
            0 => self.key(),
            class => self.key() ^ zobrist::count(class) ^ self.owner_number(),
        }
    }

    /// The running count, or else what is left without a capture or a bia's move, where that is
    /// limited and not far from its end.
    #[inline]
    fn clock(&self) -> Count {
        /// A search that begins earlier does not see the end.
        const NEAR: u16 = 50;
        match self.rules.variant().quiet_limit {
            Some(limit)
                if !self.state.count.is_running() && self.state.halfmoves + NEAR > limit =>
            {
                Count::new(limit, self.state.halfmoves.min(limit))
            }
            _ => self.state.count,
        }
    }

    /// What tells the two sides' counts apart, where that matters: at an odd number of plies it is
    /// not the same side's turn as at an even one.
    fn owner_number(&self) -> u64 {
        let odd = !self.state.count.ply().is_multiple_of(2);
        if odd && self.owner_matters() { zobrist::ODD_PLIES } else { 0 }
    }

    /// The same position under other rules for the same variant.
    #[must_use]
    pub fn under(&self, rules: Rules) -> Position {
        let mut position = Position { rules, ..*self };
        position.state.count = rules.counting().given(self.state.count);
        position
    }

    /// The position after a move that is legal here.
    #[must_use]
    pub fn after(&self, mv: Move) -> Position {
        let mut after = *self;
        let _ = after.make(mv);
        after
    }

    /// The position after passing the turn: see [`Position::make_null`].
    #[must_use]
    pub fn after_null(&self) -> Position {
        let mut after = *self;
        let _ = after.make_null();
        after
    }

    /// Plays a move that is legal here.
    #[inline(always)]
    pub fn make(&mut self, mv: Move) -> Undo {
        let (from, to) = (mv.from(), mv.to());
        let moved = self.board.at(from);
        let standing = self.board.at(to);
        let undo = Undo { state: self.state, moved, standing };
        let Some(piece) = moved else {
            debug_assert!(false, "{mv} moves nothing");
            return undo;
        };
        if let Some(there) = standing {
            if there.colour() == self.side {
                self.board.relocate(there, to, ahead(self.side, to));
            } else {
                self.board.remove(there, to);
            }
        }
        match mv.promotion() {
            None => self.board.relocate(piece, from, to),
            Some(kind) => {
                self.board.remove(piece, from);
                self.board.put(Piece::new(self.side, kind), to);
            }
        }
        self.update_state(mv, piece.kind(), standing);
        self.pass_turn();
        undo
    }

    #[inline(always)]
    fn update_state(&mut self, mv: Move, moved: Kind, standing: Option<Piece>) {
        let us = self.side;
        let state = &mut self.state;
        let captured = standing.filter(|there| there.colour() != us);
        state.halfmoves = match (standing, moved) {
            (Some(_), _) | (_, Kind::Pawn) => 0,
            _ => state.halfmoves.saturating_add(1),
        };
        if !state.rights.is_empty() {
            let (from, to, captures) = (mv.from(), mv.to(), captured.is_some());
            state.rights = state.rights.after(self.rules.leaps(), us, moved, from, to, captures);
        }
        state.count = self.rules.counting().after_move(
            self.rules.counting_mode(),
            state.count,
            &self.board,
            us,
            captured,
            mv.promotion().is_some(),
        );
        if self.rules.variant().first_check_wins && !attacks::checkers(&self.board, us).is_empty() {
            state.checks_left[us] = state.checks_left[us].saturating_sub(1);
        }
    }

    #[inline]
    fn pass_turn(&mut self) {
        self.fullmove = self.fullmove.wrapping_add(self.side.index() as u16);
        self.side = !self.side;
    }

    /// Takes back the last move made, `mv`, with what [`Position::make`] returned for it.
    #[inline(always)]
    pub fn unmake(&mut self, mv: Move, undo: Undo) {
        self.restore(&undo);
        let Some(piece) = undo.moved else { return };
        match mv.promotion() {
            None => self.board.relocate(piece, mv.to(), mv.from()),
            Some(kind) => {
                self.board.remove(Piece::new(self.side, kind), mv.to());
                self.board.put(piece, mv.from());
            }
        }
        if let Some(there) = undo.standing {
            if there.colour() == self.side {
                self.board.relocate(there, ahead(self.side, mv.to()), mv.to());
            } else {
                self.board.put(there, mv.to());
            }
        }
    }

    /// Passes the turn without a move, as the search's null move does; a running count goes on.
    pub fn make_null(&mut self) -> Undo {
        let undo = Undo { state: self.state, moved: None, standing: None };
        self.state.count = self.state.count.advanced();
        self.state.halfmoves = self.state.halfmoves.saturating_add(1);
        self.pass_turn();
        undo
    }

    /// Takes back a null move.
    pub fn unmake_null(&mut self, undo: Undo) {
        self.restore(&undo);
    }

    #[inline]
    fn restore(&mut self, undo: &Undo) {
        self.side = !self.side;
        self.state = undo.state;
        self.fullmove = self.fullmove.wrapping_sub(self.side.index() as u16);
    }

    /// Whether a piece of `by` attacks `square`.
    #[inline]
    pub fn is_attacked(&self, square: Square, by: Colour) -> bool {
        attacks::is_attacked(&self.board, by, square)
    }
}

/// The square ahead of `square` for `colour`, or itself at the edge, where no sutra ends.
fn ahead(colour: Colour, square: Square) -> Square {
    square.offset(Step::forward(colour).delta()).unwrap_or(square)
}
