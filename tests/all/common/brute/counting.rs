//! How moves are counted.

use super::Brute;

impl Brute {
    /// The count after a move; `after` is the board then.
    pub(super) fn count_after(
        &self,
        after: &Brute,
        captured: char,
        promotes: bool,
    ) -> Option<(u32, u32)> {
        let count = self.count.map(|(limit, ply)| (limit, ply + 1));
        if self.has_rule("none") {
            None
        } else if self.has_rule("declared") {
            count
        } else if self.has_rule("simple") {
            after.simple_count(count, captured != '.')
        } else if self.has_rule("fewer-pieces") {
            after.count_of_fewer(count, !self.white_to_move, captured != '.')
        } else {
            self.own_count_after(after, captured, promotes)
        }
    }

    /// Casual play: `self` is the position after the move, `count` what ran on.
    fn simple_count(&self, count: Option<(u32, u32)>, captures: bool) -> Option<(u32, u32)> {
        if count.is_some() && !captures {
            return count;
        }
        match (self.any_bia(), self.pieces(true), self.pieces(false)) {
            (true, _, _) | (_, 1, 1) => None,
            (_, 1, _) => Some((2 * self.table(false), 0)),
            (_, _, 1) => Some((2 * self.table(true), 0)),
            _ => Some((128, 0)),
        }
    }

    /// The side with fewer pieces counts its own moves: twice the number said, and one more when
    /// it is to move. `self` is the position after the move, `count` what ran on.
    fn count_of_fewer(
        &self,
        count: Option<(u32, u32)>,
        next: bool,
        captures: bool,
    ) -> Option<(u32, u32)> {
        let (white, black) = (self.pieces(true), self.pieces(false));
        if self.any_bia() || white == black {
            return count;
        }
        let fewer = white < black;
        let turn = u32::from(fewer == next);
        if self.pieces(fewer) == 1 {
            let has_just_lost = captures && fewer == next;
            if count.is_some() && !has_just_lost {
                return count;
            }
            let (limit, pieces) = (self.table(!fewer), white + black);
            return Some((
                2 * limit,
                if pieces >= limit { 2 * limit + 1 } else { 2 * pieces + turn },
            ));
        }
        let is_theirs = |&(_, ply): &(u32, u32)| (ply % 2 == 1) == (fewer == next);
        count.filter(is_theirs).or(Some((128, turn)))
    }

    /// Whether the side that has just moved counts the board's honour, where that must be
    /// declared: then its mate is worth nothing.
    pub(super) fn counter_has_moved(&self) -> bool {
        let both_have_pieces = self.pieces(true) > 1 && self.pieces(false) > 1;
        let (Some((_, ply)), true) = (self.count, self.has_rule("declared")) else { return false };
        let counter_is_to_move =
            if self.has_rule("fewer-pieces") { ply % 2 == 1 } else { ply % 2 == 0 };
        both_have_pieces
            && !counter_is_to_move
            && !self.has_rule("simple")
            && !self.has_rule("none")
    }

    /// Rules 1 to 4 of counting; `after` is the board after the move.
    fn own_count_after(&self, after: &Brute, captured: char, promotes: bool) -> Option<(u32, u32)> {
        let mover = self.white_to_move;
        let next = !mover;
        let asean = &*self.variant == "asean";
        let mut count = self.count.map(|(limit, ply)| (limit, ply + 1));
        let pieces = after.pieces(true) + after.pieces(false);
        let limit = after.moves_given_against(mover);
        let took_last_bia = matches!(captured, 'P' | 'p') && !after.any_bia();
        if took_last_bia && after.pieces(mover) == 1 && limit > 0 && !asean {
            count = Some((2 * limit, 2 * pieces - 1));
        }
        let limit = after.moves_given_against(next);
        let bared = (captured != '.' || promotes) && after.pieces(next) == 1;
        if limit > 0 && (count.is_none() || bared) {
            let ply = if after.pieces(next) > 1 || asean { 0 } else { 2 * pieces };
            count = Some((2 * limit, ply));
        }
        count
    }

    fn any_bia(&self) -> bool {
        self.squares().any(|(_, _, piece)| matches!(piece, 'P' | 'p'))
    }

    pub(super) fn pieces(&self, white: bool) -> u32 {
        let mine = |piece: char| piece != '.' && piece.is_uppercase() == white;
        self.squares().filter(|&(_, _, piece)| mine(piece)).count() as u32
    }

    fn has(&self, white: bool, letter: char) -> u32 {
        let wanted = if white { letter } else { letter.to_ascii_lowercase() };
        self.squares().filter(|&(_, _, piece)| piece == wanted).count() as u32
    }

    /// L(side).
    fn moves_given_against(&self, side: bool) -> u32 {
        let opponent = !side;
        if self.pieces(opponent) == 1 {
            return 0;
        }
        if &*self.variant == "asean" {
            return match self.pieces(side) {
                1 if self.any_bia() => 0,
                1 if self.has(opponent, 'R') > 0 => 16,
                1 if self.has(opponent, 'B') > 0 => 44,
                1 if self.has(opponent, 'N') > 0 => 64,
                _ => 0,
            };
        }
        let ouk = matches!(&*self.variant, "cambodian" | "karouk");
        match (ouk, self.pieces(side), self.any_bia()) {
            (false, _, true) => 0,
            (false, 1, false) => self.table(opponent),
            (false, _, false) => 64,
            (true, 1, true) => 0,
            (true, 1, false) => self.table(opponent) - 1,
            (true, 2 | 3, _) => 63,
            (true, _, _) => 0,
        }
    }

    /// The Thai table: moves for the pieces of a side against a bare king.
    fn table(&self, strong: bool) -> u32 {
        let khons = self.has(strong, 'S') + self.has(strong, 'B');
        match (self.has(strong, 'R'), khons, self.has(strong, 'N')) {
            (2.., _, _) => 8,
            (1, _, _) => 16,
            (_, 2.., _) => 22,
            (_, _, 2..) => 32,
            (_, 1, _) => 44,
            _ => 64,
        }
    }
}
