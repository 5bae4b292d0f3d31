//! The rules a second time: slow, literal, on an array of letters, and without a line of the
//! engine's code. What the engine does is compared with it.

mod counting;
mod moves;

use std::collections::BTreeSet;
use std::rc::Rc;

/// A position. `cells[rank][file]` holds a FEN letter or a dot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Brute {
    cells: [[char; 8]; 8],
    white_to_move: bool,
    /// Letters of first-move rights: `D` and `E`, `d` and `e`.
    rights: BTreeSet<char>,
    /// The variant's name.
    variant: Rc<str>,
    /// Rules that are chosen, by their names.
    rules: Rc<[String]>,
    /// Checks that White and Black still have to give, in karouk.
    checks: Option<(u32, u32)>,
    /// Limit and ply of the running count.
    count: Option<(u32, u32)>,
    halfmoves: u32,
    fullmove: u32,
}

/// From file, from rank, to file, to rank.
type FromTo = (i32, i32, i32, i32);

impl Brute {
    /// Reads a FEN in its full form only. Behind the variant's name may come chosen rules, each
    /// behind a slash.
    pub fn new(label: &str, fen: &str) -> Brute {
        let mut words = label.split('/').map(str::to_string);
        let variant: Rc<str> = words.next().unwrap().into();
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
        let karouk = &*variant == "karouk";
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
            variant,
            rules: words.collect(),
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

    fn has_rule(&self, name: &str) -> bool {
        self.rules.iter().any(|rule| rule == name)
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

    fn squares(&self) -> impl Iterator<Item = (i32, i32, char)> {
        let squares = (0..8).flat_map(|rank| (0..8).map(move |file| (file, rank)));
        squares.map(|(file, rank)| (file, rank, self.cells[rank as usize][file as usize]))
    }

    /// The position after a legal move.
    pub fn after(&self, notation: &str) -> Brute {
        let number = |at: usize, base: u8| i32::from(notation.as_bytes()[at] - base);
        let step = (number(0, b'a'), number(1, b'1'), number(2, b'a'), number(3, b'1'));
        self.moved(step, notation.chars().nth(4))
    }

    fn moved(&self, step: FromTo, suffix: Option<char>) -> Brute {
        let (file, rank, to_file, to_rank) = step;
        let mut after = self.clone();
        let piece = self.cells[rank as usize][file as usize];
        let there = self.cells[to_rank as usize][to_file as usize];
        let is_sutra = there != '.' && there.is_uppercase() == self.white_to_move;
        let captured = if is_sutra { '.' } else { there };
        let becomes = match suffix {
            Some(letter) if self.white_to_move => letter.to_ascii_uppercase(),
            Some(letter) => letter,
            None => piece,
        };
        if is_sutra {
            let ahead = if self.white_to_move { to_rank + 1 } else { to_rank - 1 };
            after.cells[ahead as usize][to_file as usize] = there;
        }
        after.cells[rank as usize][file as usize] = '.';
        after.cells[to_rank as usize][to_file as usize] = becomes;
        after.halfmoves = match (there, piece) {
            ('.', 'P' | 'p') => 0,
            ('.', _) => self.halfmoves + 1,
            _ => 0,
        };
        after.fullmove += u32::from(!self.white_to_move);
        after.white_to_move = !self.white_to_move;
        after.update_rights(step, piece);
        if captured != '.' && self.has_rule("no-capture") && &*self.variant != "makruk-sutra" {
            after.rights.clear();
        }
        after.update_checks();
        after.count = self.count_after(&after, captured, suffix.is_some());
        after
    }

    /// `self` is the position after the move.
    fn update_rights(&mut self, (file, rank, to_file, to_rank): FromTo, moved: char) {
        let homes = [
            ('B', 'N', 1, 0),
            ('D', 'K', 3, 0),
            ('E', 'M', 4, 0),
            ('G', 'N', 6, 0),
            ('b', 'n', 1, 7),
            ('d', 'm', 3, 7),
            ('e', 'k', 4, 7),
            ('g', 'n', 6, 7),
        ];
        for (letter, piece, home_file, home_rank) in homes {
            let left = (file, rank) == (home_file, home_rank);
            let captured = (to_file, to_rank) == (home_file, home_rank);
            let enemy_rook = if letter.is_uppercase() { 'r' } else { 'R' };
            let aimed = &*self.variant != "makruk-sutra"
                && !self.has_rule("classic")
                && !self.has_rule("no-capture")
                && piece.eq_ignore_ascii_case(&'K')
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
        let kings = |king| self.squares().filter(|&(_, _, piece)| piece == king).count();
        kings('K') == 1 && kings('k') == 1
    }

    /// How the game ended, given how often the position occurred: `1-0`, `0-1` or `1/2-1/2`.
    pub fn result(&self, occurrences: usize) -> Option<&'static str> {
        let side_to_move_lost = if self.white_to_move { "0-1" } else { "1-0" };
        let mated = self.moves().is_empty() && self.is_check() && !self.is_lost_by_check();
        if mated && self.counter_has_moved() {
            return Some("1/2-1/2");
        }
        if mated || self.is_lost_by_check() {
            return Some(side_to_move_lost);
        }
        let quiet = &*self.variant == "asean" && self.halfmoves >= 100;
        let counted_out = self.count.is_some_and(|(limit, ply)| ply > limit);
        let bare = self.pieces(true) == 1 && self.pieces(false) == 1;
        let draw = self.moves().is_empty() || counted_out || quiet || occurrences >= 3 || bare;
        draw.then_some("1/2-1/2")
    }
}
