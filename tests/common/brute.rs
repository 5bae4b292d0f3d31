//! The rules a second time: slow, literal, on an array of letters, and without a line of the
//! engine's code. What the engine does is compared with it.

use std::collections::BTreeSet;

/// A position. `cells[rank][file]` holds a FEN letter or a dot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Brute {
    cells: [[char; 8]; 8],
    white_to_move: bool,
    /// Letters of first-move rights: `D` and `E`, `d` and `e`.
    rights: BTreeSet<char>,
    ouk: bool,
    /// Checks that White and Black still have to give, in karouk.
    checks: Option<(u32, u32)>,
    /// Limit and ply of the running count.
    count: Option<(u32, u32)>,
    halfmoves: u32,
    fullmove: u32,
}

/// From file, from rank, to file, to rank.
type Step = (i32, i32, i32, i32);

const DIAGONAL: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const STRAIGHT: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const LEAP: [(i32, i32); 8] =
    [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)];

impl Brute {
    /// Reads a FEN in its full form only.
    pub fn new(variant: &str, fen: &str) -> Brute {
        let fields: Vec<&str> = fen.split(' ').collect();
        let mut cells = [['.'; 8]; 8];
        for (row, text) in fields[0].split('/').enumerate() {
            let mut file = 0;
            for letter in text.chars() {
                match letter.to_digit(10) {
                    Some(empty) => file += empty as usize,
                    None => {
                        cells[7 - row][file] = letter;
                        file += 1;
                    }
                }
            }
        }
        let karouk = variant == "karouk";
        let checks = karouk.then(|| {
            let (white, black) = fields[4].split_once('+').unwrap();
            (white.parse().unwrap(), black.parse().unwrap())
        });
        let tail = &fields[if karouk { 5 } else { 4 }..];
        let plies = tail[0].parse().unwrap();
        Brute {
            cells,
            white_to_move: fields[1] == "w",
            rights: fields[2].chars().filter(|&letter| letter != '-').collect(),
            ouk: variant != "makruk",
            checks,
            count: (fields[3] != "-").then(|| (fields[3].parse().unwrap(), plies)),
            halfmoves: if fields[3] == "-" { plies } else { 0 },
            fullmove: tail[1].parse().unwrap(),
        }
    }

    /// Writes the full form.
    pub fn fen(&self) -> String {
        let mut rows = Vec::new();
        for rank in (0..8).rev() {
            let row: String = self.cells[rank].iter().collect();
            let mut text = row;
            for empty in (1..=8).rev() {
                text = text.replace(&".".repeat(empty), &empty.to_string());
            }
            rows.push(text);
        }
        let side = if self.white_to_move { "w" } else { "b" };
        let (limit, plies) = match self.count {
            None => ("-".to_string(), self.halfmoves),
            Some((limit, ply)) => (limit.to_string(), ply),
        };
        let checks = match self.checks {
            None => String::new(),
            Some((white, black)) => format!(" {white}+{black}"),
        };
        let (rights, fullmove) = (self.rights(), self.fullmove);
        format!("{} {side} {rights} {limit}{checks} {plies} {fullmove}", rows.join("/"))
    }

    /// White's letters before Black's, in the order of the files.
    fn rights(&self) -> String {
        if self.rights.is_empty() { "-".to_string() } else { self.rights.iter().collect() }
    }

    /// What must be the same for a repetition.
    pub fn repetition(&self) -> String {
        format!("{:?} {} {} {:?}", self.cells, self.white_to_move, self.rights(), self.checks)
    }

    fn at(&self, file: i32, rank: i32) -> Option<char> {
        if (0..8).contains(&file) && (0..8).contains(&rank) {
            Some(self.cells[rank as usize][file as usize])
        } else {
            None
        }
    }

    fn squares(&self) -> Vec<(i32, i32, char)> {
        let mut all = Vec::new();
        for rank in 0..8 {
            for file in 0..8 {
                all.push((file, rank, self.cells[rank as usize][file as usize]));
            }
        }
        all
    }

    /// Whether the piece on `from` attacks `to`.
    fn attacks(&self, from: (i32, i32), to: (i32, i32)) -> bool {
        let piece = self.cells[from.1 as usize][from.0 as usize];
        let step = (to.0 - from.0, to.1 - from.1);
        let forward = if piece.is_uppercase() { 1 } else { -1 };
        match piece.to_ascii_uppercase() {
            'K' => step != (0, 0) && step.0.abs() <= 1 && step.1.abs() <= 1,
            'M' => DIAGONAL.contains(&step),
            'S' => DIAGONAL.contains(&step) || step == (0, forward),
            'N' => LEAP.contains(&step),
            'P' => step.0.abs() == 1 && step.1 == forward,
            'R' => STRAIGHT.iter().any(|direction| {
                let mut square = (from.0 + direction.0, from.1 + direction.1);
                while square != to && self.at(square.0, square.1) == Some('.') {
                    square = (square.0 + direction.0, square.1 + direction.1);
                }
                square == to
            }),
            _ => false,
        }
    }

    fn attacked(&self, square: (i32, i32), by_white: bool) -> bool {
        self.squares().iter().any(|&(file, rank, piece)| {
            piece != '.' && piece.is_uppercase() == by_white && self.attacks((file, rank), square)
        })
    }

    fn in_check(&self, white: bool) -> bool {
        let king = if white { 'K' } else { 'k' };
        let found = self.squares().into_iter().find(|&(_, _, piece)| piece == king);
        let (file, rank, _) = found.expect("both sides have a king");
        self.attacked((file, rank), !white)
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
        let mut moves: Vec<String> = self
            .steps()
            .into_iter()
            .filter(|&step| !self.moved(step).in_check(self.white_to_move))
            .map(|step| self.notation(step))
            .collect();
        moves.sort();
        moves
    }

    /// Moves that may leave the king in check.
    fn steps(&self) -> Vec<Step> {
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

    fn leaps(&self) -> Vec<Step> {
        if !self.ouk {
            return Vec::new();
        }
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

    fn promotes(&self, step: Step) -> bool {
        match self.cells[step.1 as usize][step.0 as usize] {
            'P' => step.3 >= 5,
            'p' => step.3 <= 2,
            _ => false,
        }
    }

    fn notation(&self, step: Step) -> String {
        let square = |file: i32, rank: i32| {
            format!("{}{}", (b'a' + file as u8) as char, (b'1' + rank as u8) as char)
        };
        let suffix = if self.promotes(step) { "m" } else { "" };
        format!("{}{}{suffix}", square(step.0, step.1), square(step.2, step.3))
    }

    /// The position after a legal move.
    pub fn after(&self, notation: &str) -> Brute {
        let number = |at: usize, base: u8| i32::from(notation.as_bytes()[at] - base);
        self.moved((number(0, b'a'), number(1, b'1'), number(2, b'a'), number(3, b'1')))
    }

    fn moved(&self, step: Step) -> Brute {
        let (file, rank, to_file, to_rank) = step;
        let mut after = self.clone();
        let piece = self.cells[rank as usize][file as usize];
        let captured = self.cells[to_rank as usize][to_file as usize];
        let promotes = self.promotes(step);
        let becomes = match piece {
            'P' if promotes => 'M',
            'p' if promotes => 'm',
            same => same,
        };
        after.cells[rank as usize][file as usize] = '.';
        after.cells[to_rank as usize][to_file as usize] = becomes;
        after.halfmoves = match (captured, piece) {
            ('.', 'P' | 'p') => 0,
            ('.', _) => self.halfmoves + 1,
            _ => 0,
        };
        after.fullmove += u32::from(!self.white_to_move);
        after.white_to_move = !self.white_to_move;
        after.update_rights(step, piece);
        after.update_checks();
        after.count = self.count_after(&after, captured, promotes);
        after
    }

    /// `self` is the position after the move.
    fn update_rights(&mut self, (file, rank, to_file, to_rank): Step, moved: char) {
        let homes = [('D', 'K', 3, 0), ('E', 'M', 4, 0), ('d', 'm', 3, 7), ('e', 'k', 4, 7)];
        for (letter, piece, home_file, home_rank) in homes {
            let left = (file, rank) == (home_file, home_rank);
            let captured = (to_file, to_rank) == (home_file, home_rank);
            let enemy_rook = if letter.is_uppercase() { 'r' } else { 'R' };
            let aimed = piece.eq_ignore_ascii_case(&'K')
                && moved == enemy_rook
                && (to_file == home_file || to_rank == home_rank);
            if left || captured || aimed {
                self.rights.remove(&letter);
            }
        }
    }

    /// `self` is the position after the move.
    fn update_checks(&mut self) {
        let check = self.checks.is_some() && self.has_both_kings() && self.is_check();
        let by_white = !self.white_to_move;
        if let (Some((white, black)), true) = (&mut self.checks, check) {
            let left = if by_white { white } else { black };
            *left = left.saturating_sub(1);
        }
    }

    fn has_both_kings(&self) -> bool {
        let kings = |king| self.squares().iter().filter(|&&(_, _, piece)| piece == king).count();
        kings('K') == 1 && kings('k') == 1
    }

    /// Rules 1 to 4 of counting; `after` is the board after the move.
    fn count_after(&self, after: &Brute, captured: char, promotes: bool) -> Option<(u32, u32)> {
        let mover = self.white_to_move;
        let next = !mover;
        let mut count = self.count.map(|(limit, ply)| (limit, ply + 1));
        let pieces = after.pieces(true) + after.pieces(false);
        let limit = after.moves_given_against(mover);
        let took_last_bia = matches!(captured, 'P' | 'p') && !after.any_bia();
        if took_last_bia && after.pieces(mover) == 1 && limit > 0 {
            count = Some((2 * limit, 2 * pieces - 1));
        }
        let limit = after.moves_given_against(next);
        let bared = (captured != '.' || promotes) && after.pieces(next) == 1;
        if limit > 0 && (count.is_none() || bared) {
            let ply = if after.pieces(next) > 1 { 0 } else { 2 * pieces };
            count = Some((2 * limit, ply));
        }
        count
    }

    fn any_bia(&self) -> bool {
        self.squares().iter().any(|&(_, _, piece)| matches!(piece, 'P' | 'p'))
    }

    fn pieces(&self, white: bool) -> u32 {
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
        let table = if self.has(opponent, 'R') >= 2 {
            8
        } else if self.has(opponent, 'R') == 1 {
            16
        } else if self.has(opponent, 'S') >= 2 {
            22
        } else if self.has(opponent, 'N') >= 2 {
            32
        } else if self.has(opponent, 'S') == 1 {
            44
        } else {
            64
        };
        match (self.ouk, self.pieces(side), self.any_bia()) {
            (false, _, true) => 0,
            (false, 1, false) => table,
            (false, _, false) => 64,
            (true, 1, true) => 0,
            (true, 1, false) => table - 1,
            (true, 2 | 3, _) => 63,
            (true, _, _) => 0,
        }
    }

    /// How the game ended, given how often the position occurred: `1-0`, `0-1` or `1/2-1/2`.
    pub fn result(&self, occurrences: usize) -> Option<&'static str> {
        let side_to_move_lost = if self.white_to_move { "0-1" } else { "1-0" };
        if self.is_lost_by_check() || self.moves().is_empty() && self.is_check() {
            return Some(side_to_move_lost);
        }
        let counted_out = self.count.is_some_and(|(limit, ply)| ply > limit);
        let bare = self.pieces(true) == 1 && self.pieces(false) == 1;
        let draw = self.moves().is_empty() || counted_out || occurrences >= 3 || bare;
        draw.then_some("1/2-1/2")
    }
}
