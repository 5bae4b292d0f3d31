//! The line that is being searched: the position at its end with its evaluation, and what lies on
//! the way there.

use std::sync::Arc;

use super::MAX_PLY;
use super::histories::PieceTo;
use super::stack::Stack;
use crate::board::Move;
use crate::eval::Evaluator;
use crate::eval::network::Network;
use crate::eval::network::features::DirtyPieces;
use crate::game::Game;
use crate::movegen::{checking_move, count_legal, is_check_threatened};
use crate::rules::{Position, Undo, is_dead};
use crate::score::Score;

/// The current line.
pub(super) struct Line {
    pub(super) position: Position,
    pub(super) stack: Stack,
    /// Keys of the positions before the current one, from the start of the game.
    keys: Vec<u64>,
    /// Number of keys at the root.
    root_keys: usize,
    evaluator: Evaluator,
    /// What a draw is worth for the side to move, at an even number of plies from the root.
    draw: Score,
}

impl Line {
    /// The line that ends at the root: the game so far.
    pub(super) fn new(game: &Game, network: &Arc<Network>, contempt: i32) -> Line {
        let mut keys = Vec::with_capacity(game.keys().len() + MAX_PLY);
        keys.extend_from_slice(game.keys());
        Line {
            position: *game.position(),
            stack: Stack::new(),
            root_keys: keys.len(),
            keys,
            evaluator: Evaluator::new(Arc::clone(network), game.position()),
            draw: Score(-contempt),
        }
    }

    /// Makes a move.
    pub(super) fn make(&mut self, mv: Move, ply: usize) -> Undo {
        let moved = PieceTo::of(&self.position, mv);
        let entry = &mut self.stack[ply];
        entry.current_move = Some(mv);
        entry.moved = moved;
        self.keys.push(self.position.key());
        let dirty = DirtyPieces::of(&self.position, mv);
        let undo = self.position.make(mv);
        self.evaluator.push(dirty, &self.position);
        undo
    }

    /// Takes the last move back.
    pub(super) fn unmake(&mut self, mv: Move, undo: Undo) {
        self.position.unmake(mv, undo);
        self.evaluator.pop();
        self.keys.pop();
    }

    /// Passes the turn.
    pub(super) fn make_null(&mut self, ply: usize) -> Undo {
        let entry = &mut self.stack[ply];
        entry.current_move = None;
        entry.moved = PieceTo::NONE;
        self.keys.push(self.position.key());
        let undo = self.position.make_null();
        self.evaluator.push(DirtyPieces::default(), &self.position);
        undo
    }

    /// Takes a null move back.
    pub(super) fn unmake_null(&mut self, undo: Undo) {
        self.position.unmake_null(undo);
        self.evaluator.pop();
        self.keys.pop();
    }

    /// Static evaluation of the position.
    pub(super) fn evaluate(&mut self) -> Score {
        self.evaluator.evaluate(&self.position)
    }

    /// Whether a static evaluation says nothing: in check, or, where the first check wins, if one
    /// threatens, since then no move but a defence matters.
    pub(super) fn must_answer(&self) -> bool {
        match self.position.variant().first_check_wins {
            true => is_check_threatened(&self.position),
            false => self.position.in_check(),
        }
    }

    /// Where the first check wins: the score of giving it, if the side to move can.
    pub(super) fn winning_check(&mut self, ply: usize) -> Option<Score> {
        if !self.position.variant().first_check_wins {
            return None;
        }
        let mv = checking_move(&self.position)?;
        let pv = &mut self.stack[ply].pv;
        pv.clear();
        pv.push(mv);
        Some(Score::mate_in(ply + 1))
    }

    /// What a draw is worth for the side to move, `ply` plies from the root (contempt).
    pub(super) fn draw_score(&self, ply: usize) -> Score {
        if ply.is_multiple_of(2) { self.draw } else { -self.draw }
    }

    /// The score of a position in which the game is over, or one beyond the greatest length of a
    /// line.
    pub(super) fn decided(&mut self, ply: usize) -> Option<Score> {
        let position = &self.position;
        if position.is_lost_by_check() {
            return Some(Score::mated_in(ply));
        }
        let is_mate = || position.in_check() && count_legal(position) == 0;
        if position.is_mate_void() && is_mate() {
            return Some(self.draw_score(ply));
        }
        if position.is_played_out() {
            return Some(if is_mate() { Score::mated_in(ply) } else { self.draw_score(ply) });
        }
        if is_dead(position) || self.is_repetition() {
            return Some(self.draw_score(ply));
        }
        (ply >= MAX_PLY).then(|| self.evaluate())
    }

    /// Whether the position has occurred twice before: at the root, a draw.
    pub(super) fn is_third_occurrence(&self) -> bool {
        let key = self.position.key();
        self.keys.iter().filter(|&&earlier| earlier == key).count() >= 2
    }

    /// Whether the position occurred before since the root, or twice before in the game.
    fn is_repetition(&self) -> bool {
        let key = self.position.key();
        let length = self.keys.len();
        let span = length.min(self.position.halfmoves() as usize);
        let mut seen = false;
        for back in (4..=span).step_by(2) {
            let at = length - back;
            if self.keys[at] == key {
                if at > self.root_keys || seen {
                    return true;
                }
                seen = true;
            }
        }
        false
    }
}
