//! How moves are counted.

use super::Brute;

impl Brute {
    /// Rules 1 to 4 of counting; `after` is the board after the move.
    pub(super) fn count_after(
        &self,
        after: &Brute,
        captured: char,
        promotes: bool,
    ) -> Option<(u32, u32)> {
        let mover = self.white_to_move;
        let next = !mover;
        let asean = self.variant == "asean";
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
        self.squares().iter().any(|&(_, _, piece)| matches!(piece, 'P' | 'p'))
    }

    pub(super) fn pieces(&self, white: bool) -> u32 {
        let mine = |piece: char| piece != '.' && piece.is_uppercase() == white;
        self.squares().iter().filter(|&&(_, _, piece)| mine(piece)).count() as u32
    }

    fn has(&self, white: bool, letter: char) -> u32 {
        let wanted = if white { letter } else { letter.to_ascii_lowercase() };
        self.squares().iter().filter(|&&(_, _, piece)| piece == wanted).count() as u32
    }

    /// L(side).
    fn moves_given_against(&self, side: bool) -> u32 {
        let opponent = !side;
        if self.pieces(opponent) == 1 {
            return 0;
        }
        if self.variant == "asean" {
            return match self.pieces(side) {
                1 if self.any_bia() => 0,
                1 if self.has(opponent, 'R') > 0 => 16,
                1 if self.has(opponent, 'B') > 0 => 44,
                1 if self.has(opponent, 'N') > 0 => 64,
                _ => 0,
            };
        }
        let ouk = matches!(&self.variant[..], "cambodian" | "karouk");
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
        if self.has(strong, 'R') >= 2 {
            8
        } else if self.has(strong, 'R') == 1 {
            16
        } else if self.has(strong, 'S') >= 2 {
            22
        } else if self.has(strong, 'N') >= 2 {
            32
        } else if self.has(strong, 'S') == 1 {
            44
        } else {
            64
        }
    }
}
