//! How the pieces move.

use super::{Brute, FromTo};

const DIAGONAL: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const STRAIGHT: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const LEAP: [(i32, i32); 8] =
    [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)];

impl Brute {
    /// Whether the piece on `from` attacks `to`.
    fn attacks(&self, from: (i32, i32), to: (i32, i32)) -> bool {
        let piece = self.cells[from.1 as usize][from.0 as usize];
        let step = (to.0 - from.0, to.1 - from.1);
        let forward = if piece.is_uppercase() { 1 } else { -1 };
        match piece.to_ascii_uppercase() {
            'K' => step != (0, 0) && step.0.abs() <= 1 && step.1.abs() <= 1,
            'M' | 'Q' => DIAGONAL.contains(&step),
            'S' | 'B' => DIAGONAL.contains(&step) || step == (0, forward),
            'N' => LEAP.contains(&step),
            'P' => step.0.abs() == 1 && step.1 == forward,
            'R' => self.reaches_like_a_rook(from, to),
            'A' => {
                DIAGONAL.contains(&step)
                    || LEAP.contains(&step)
                    || self.reaches_like_a_rook(from, to)
            }
            _ => false,
        }
    }

    fn reaches_like_a_rook(&self, from: (i32, i32), to: (i32, i32)) -> bool {
        STRAIGHT.iter().any(|direction| {
            let mut square = (from.0 + direction.0, from.1 + direction.1);
            while square != to && self.at(square.0, square.1) == Some('.') {
                square = (square.0 + direction.0, square.1 + direction.1);
            }
            square == to
        })
    }

    fn attacked(&self, square: (i32, i32), by_white: bool) -> bool {
        self.squares().any(|(file, rank, piece)| {
            piece != '.' && piece.is_uppercase() == by_white && self.attacks((file, rank), square)
        })
    }

    fn in_check(&self, white: bool) -> bool {
        self.attacked(self.king(white), !white)
    }

    fn king(&self, white: bool) -> (i32, i32) {
        let king = if white { 'K' } else { 'k' };
        let found = self.squares().find(|&(_, _, piece)| piece == king);
        let (file, rank, _) = found.expect("both sides have a king");
        (file, rank)
    }

    /// The squares of the pieces that check the side to move.
    fn checkers(&self) -> Vec<(i32, i32)> {
        let white = self.white_to_move;
        let king = self.king(white);
        let theirs = |piece: char| piece != '.' && piece.is_uppercase() != white;
        let found = self
            .squares()
            .filter(|&(file, rank, piece)| theirs(piece) && self.attacks((file, rank), king));
        found.map(|(file, rank, _)| (file, rank)).collect()
    }

    /// Whether the side to move is in check.
    pub fn is_check(&self) -> bool {
        self.in_check(self.white_to_move)
    }

    /// Whether the side to move has lost by a check in karouk.
    pub fn is_lost_by_check(&self) -> bool {
        self.checks.is_some_and(|(white, black)| {
            let opponents = if self.white_to_move { black } else { white };
            opponents == 0 || self.is_check()
        })
    }

    /// All legal moves in notation, sorted.
    pub fn moves(&self) -> Vec<String> {
        if self.is_lost_by_check() {
            return Vec::new();
        }
        let mut moves = Vec::new();
        for step in self.steps() {
            let suffixes = self.suffixes(step);
            let letter = suffixes.chars().next();
            if self.moved(step, letter).in_check(self.white_to_move) || self.walks_away(step) {
                continue;
            }
            let notation = notation(step);
            match letter {
                None => moves.push(notation),
                Some(_) => {
                    moves.extend(suffixes.chars().map(|letter| format!("{notation}{letter}")));
                }
            }
        }
        moves.sort();
        moves
    }

    /// Whether a king in check moves otherwise than by taking the only piece that checks it, which
    /// makpong forbids.
    fn walks_away(&self, step: FromTo) -> bool {
        if &*self.variant != "makpong" || (step.0, step.1) != self.king(self.white_to_move) {
            return false;
        }
        let checkers = self.checkers();
        !checkers.is_empty() && checkers != [(step.2, step.3)]
    }

    /// Moves that may leave the king in check.
    fn steps(&self) -> Vec<FromTo> {
        let mut steps = Vec::new();
        for (file, rank, piece) in self.squares() {
            if piece == '.' || piece.is_uppercase() != self.white_to_move {
                continue;
            }
            for (to_file, to_rank, target) in self.squares() {
                let own = target != '.' && target.is_uppercase() == self.white_to_move;
                let reaches = if piece.eq_ignore_ascii_case(&'P') {
                    let forward = if self.white_to_move { 1 } else { -1 };
                    let ahead = to_file == file && to_rank == rank + forward && target == '.';
                    ahead || target != '.' && self.attacks((file, rank), (to_file, to_rank))
                } else {
                    self.attacks((file, rank), (to_file, to_rank))
                };
                if reaches && !own {
                    steps.push((file, rank, to_file, to_rank));
                }
            }
        }
        steps.extend(self.leaps());
        steps
    }

    /// Leaps and sutras: the rights to them are the files where their pieces start.
    fn leaps(&self) -> Vec<FromTo> {
        match &*self.variant {
            "cambodian" | "karouk" => self.ouk_leaps(),
            "makruk-sutra" => self.sutras(),
            _ => Vec::new(),
        }
    }

    fn ouk_leaps(&self) -> Vec<FromTo> {
        let white = self.white_to_move;
        // Letter, from, to, whether the king leaps.
        let list = [
            ('D', (3, 0, 1, 1), true),
            ('D', (3, 0, 5, 1), true),
            ('E', (4, 0, 4, 2), false),
            ('e', (4, 7, 2, 6), true),
            ('e', (4, 7, 6, 6), true),
            ('d', (3, 7, 3, 5), false),
        ];
        let mut leaps = Vec::new();
        for (letter, step, king) in list {
            let to = (step.2, step.3);
            let mine = char::is_uppercase(letter) == white;
            let safe = !king || !self.is_check() && !self.attacked(to, !white);
            if mine && self.rights.contains(&letter) && self.at(to.0, to.1) == Some('.') && safe {
                leaps.push(step);
            }
        }
        leaps
    }

    fn sutras(&self) -> Vec<FromTo> {
        if self.is_check() {
            return Vec::new();
        }
        let white = self.white_to_move;
        // Ranks are counted from the side's own edge; Black's king starts on e and its met on d.
        let rank = |rank: i32| if white { rank } else { 7 - rank };
        let (king, met) = if white { (3, 4) } else { (4, 3) };
        let has_right = |file: i32| {
            let letter = (b'a' + file as u8) as char;
            self.rights.contains(&if white { letter.to_ascii_uppercase() } else { letter })
        };
        let mut sutras = Vec::new();
        for to in [king - 2, king + 2] {
            let square = (to, rank(1));
            let free = self.at(square.0, square.1) == Some('.') && !self.attacked(square, !white);
            if has_right(king) && free {
                sutras.push((king, rank(0), to, rank(1)));
            }
        }
        let exchanges = [(met, met), (1, 0), (1, 2), (6, 5), (6, 7)];
        for (from, to) in exchanges {
            let bia = if white { 'P' } else { 'p' };
            let makes_room = self.at(to, rank(2)) == Some(bia) && self.at(to, rank(3)) == Some('.');
            if has_right(from) && makes_room {
                sutras.push((from, rank(0), to, rank(2)));
            }
        }
        sutras
    }

    /// The letters of what the piece that moves must become; empty if it stays what it is.
    fn suffixes(&self, step: FromTo) -> &'static str {
        let rank = match self.cells[step.1 as usize][step.0 as usize] {
            'P' => step.3,
            'p' => 7 - step.3,
            _ => return "",
        };
        match &*self.variant {
            "asean" if rank == 7 => "bnqr",
            "asean" => "",
            "ai-wok" if rank >= 5 => "a",
            _ if rank >= 5 => "m",
            _ => "",
        }
    }
}

fn notation(step: FromTo) -> String {
    let square = |file: i32, rank: i32| {
        format!("{}{}", (b'a' + file as u8) as char, (b'1' + rank as u8) as char)
    };
    format!("{}{}", square(step.0, step.1), square(step.2, step.3))
}
