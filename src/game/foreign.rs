//! Moves under GUIs that play ouk by other rules.
//!
//! Cute Chess lets a king leap in spite of a rook's aim, and a met capture by its leap, and holds
//! the square that an unmoved met may leap to for attacked. So the engine plays on after a move that
//! some program's rules allow, and does not itself go where some program's rules forbid it.

use super::Game;
use crate::board::{Colour, Kind, Move, ParsedMove};
use crate::movegen::{find_move, is_legal, legal_moves};
use crate::rules::{Landing, Leap};

impl Game {
    /// The move that was meant: a legal one, or a leap that is allowed by any rule for leaps or
    /// captures with a met.
    pub fn find(&self, meant: ParsedMove) -> Option<Move> {
        let leap = || meant.promotion.is_none().then(|| Move::new(meant.from, meant.to));
        find_move(&self.position, meant).or_else(|| leap().filter(|&mv| self.is_foreign_leap(mv)))
    }

    /// Plays a move that [`Game::find`] may give; `false`, with nothing changed, for any other.
    pub fn accept(&mut self, mv: Move) -> bool {
        let accepted = is_legal(&self.position, mv) || self.is_foreign_leap(mv);
        if accepted {
            self.play(mv);
        }
        accepted
    }

    /// The legal moves that no program's rules forbid, if there are any and others too.
    pub fn uncontested_moves(&self) -> Option<Vec<Move>> {
        let legal = legal_moves(&self.position);
        let safe: Vec<Move> = legal.iter().copied().filter(|&mv| !self.is_contested(mv)).collect();
        (!safe.is_empty() && safe.len() < legal.len()).then_some(safe)
    }

    /// Whether a king goes where the enemy met may leap that is still on its start square, or was
    /// captured there.
    fn is_contested(&self, mv: Move) -> bool {
        let us = self.position.side();
        let board = self.position.board();
        board.king(us) == mv.from()
            && self.foreign_leaps(!us).any(|leap| {
                leap.kind == Kind::Met
                    && leap.targets.contains(mv.to())
                    && (board.list(!us, Kind::Met).contains(leap.from) || self.is_unmoved(leap))
            })
    }

    /// Whether a move is a leap that is not legal here but may be elsewhere.
    fn is_foreign_leap(&self, mv: Move) -> bool {
        let us = self.position.side();
        let board = self.position.board();
        let can_leap = self.foreign_leaps(us).any(|leap| {
            (leap.from, true) == (mv.from(), leap.targets.contains(mv.to()))
                && board.list(us, leap.kind).contains(leap.from)
                && self.is_unmoved(leap)
                && self.may_land(leap, mv)
        });
        if !can_leap || self.position.is_lost_by_check() {
            return false;
        }
        let after = self.position.after(mv);
        !after.is_attacked(after.board().king(us), !us)
    }

    /// Whether a leap may end on the target of `mv`: a king's on an empty square that is not
    /// attacked, out of no check; a met's also on an enemy, the king excepted.
    fn may_land(&self, leap: &Leap, mv: Move) -> bool {
        let position = &self.position;
        match position.board().at(mv.to()) {
            None if leap.kind == Kind::King => {
                !position.in_check() && !position.is_attacked(mv.to(), !leap.colour)
            }
            None => true,
            Some(there) => {
                leap.kind == Kind::Met
                    && there.colour() != leap.colour
                    && there.kind() != Kind::King
            }
        }
    }

    /// The leaps of a side about which programs differ.
    fn foreign_leaps(&self, colour: Colour) -> impl Iterator<Item = &'static Leap> {
        let rules = self.position.rules();
        let list = if rules.variant().has_leap_rules() { rules.leaps().list } else { &[] };
        list.iter().filter(move |leap| leap.colour == colour && leap.landing == Landing::Empty)
    }

    /// Whether the piece of a leap had the right to it when the game began and has not left its
    /// square.
    fn is_unmoved(&self, leap: &Leap) -> bool {
        let leaps = self.start.rules().leaps();
        let had_right = self.start.rights().leaps(leaps).any(|had| had.from == leap.from);
        let first_turn = usize::from(self.start.side() != leap.colour);
        had_right && self.moves().skip(first_turn).step_by(2).all(|mv| mv.from() != leap.from)
    }
}
