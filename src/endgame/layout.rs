//! How the positions of an ending are numbered.
//!
//! A table is a sequence of *rows* of 64 entries: a row is a placement of all men but the weak king,
//! its entries are that king's squares. The strong king is moved into its slots by a symmetry; pieces of one
//! side and kind are interchangeable and numbered as a set (combinatorial number system). Bia have
//! numbers only where they can stand in a game.

use arrayvec::ArrayVec;

use super::ending::{BIA_SQUARES, Ending, MAX_PIECES};
use super::symmetry::{KingRegion, Symmetry};
use crate::board::{Bitboard, Kind, Square};

/// Entries in a row.
pub(super) const ROW: usize = 64;

/// `BINOMIAL[k][n]`: in how many ways k of n squares can be chosen.
static BINOMIAL: [[u32; 65]; MAX_PIECES + 1] = binomials();

const fn binomials() -> [[u32; 65]; MAX_PIECES + 1] {
    let mut table = [[0; 65]; MAX_PIECES + 1];
    let mut n = 0;
    while n <= 64 {
        table[0][n] = 1;
        let mut k = 1;
        while k <= MAX_PIECES && n > 0 {
            table[k][n] = table[k][n - 1] + table[k - 1][n - 1];
            k += 1;
        }
        n += 1;
    }
    table
}

/// Where the men of a row stand: the strong king and the pieces in the order of the ending.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Men {
    /// The strong king.
    pub(super) king: Square,
    squares: [Square; MAX_PIECES],
    len: usize,
}

impl Men {
    /// The men on these squares; pieces beyond the third are left out.
    #[inline]
    pub(super) fn new(king: Square, pieces: &[Square]) -> Men {
        let len = pieces.len().min(MAX_PIECES);
        let mut squares = [king; MAX_PIECES];
        squares[..len].copy_from_slice(&pieces[..len]);
        Men { king, squares, len }
    }

    /// The squares of the pieces.
    #[inline]
    pub(super) fn pieces(&self) -> &[Square] {
        &self.squares[..self.len]
    }

    /// The squares of the king and the pieces.
    #[inline]
    pub(super) fn occupied(&self) -> Bitboard {
        self.pieces().iter().fold(Bitboard::of(self.king), |set, &piece| set | Bitboard::of(piece))
    }

    /// Whether no two of them share a square.
    pub(super) fn are_apart(&self) -> bool {
        self.occupied().count() as usize == 1 + self.len
    }

    /// The men with the king moved.
    #[inline]
    pub(super) fn with_king(mut self, king: Square) -> Men {
        self.king = king;
        self
    }

    /// The men with one piece moved.
    #[inline]
    pub(super) fn with(mut self, piece: usize, to: Square) -> Men {
        self.squares[piece] = to;
        self
    }

    /// The men with one more piece, at this place.
    pub(super) fn with_more(&self, place: usize, at: Square) -> Men {
        let mut more: ArrayVec<Square, MAX_PIECES> = self.pieces().iter().copied().collect();
        if !more.is_full() {
            more.insert(place, at);
        }
        Men::new(self.king, &more)
    }

    /// The men without one piece.
    pub(super) fn without(&self, piece: usize) -> Men {
        let mut left: ArrayVec<Square, MAX_PIECES> = self.pieces().iter().copied().collect();
        left.remove(piece);
        Men::new(self.king, &left)
    }
}

/// Pieces of one side and kind: interchangeable.
#[derive(Clone, Copy, Debug)]
struct Group {
    first: usize,
    len: usize,
    /// On which squares they may stand: so many, from this one on.
    squares: usize,
    from: usize,
    /// What one step of the group's number adds to the row's.
    stride: usize,
}

impl Group {
    /// A group of the piece with this number alone.
    fn new(first: usize, kind: Kind) -> Group {
        let squares = if kind == Kind::Pawn { BIA_SQUARES } else { Bitboard::ALL };
        let from = squares.first().map_or(0, Square::index);
        Group { first, len: 1, squares: squares.count() as usize, from, stride: 0 }
    }

    /// In how many ways its pieces can stand.
    fn ways(&self) -> usize {
        BINOMIAL[self.len][self.squares] as usize
    }

    /// The number of a set of squares, all of them where the pieces may stand; meaningless, but in
    /// range, if two are the same.
    #[inline]
    fn number(&self, squares: &[Square; MAX_PIECES]) -> usize {
        let at = |i: usize| squares[self.first + i].index() - self.from;
        let choose = |k: usize, n: usize| BINOMIAL[k][n] as usize;
        match self.len {
            1 => at(0),
            2 => {
                let (low, high) = (at(0).min(at(1)), at(0).max(at(1)));
                low + choose(2, high)
            }
            _ => {
                let (low, high) = (at(0).min(at(1)), at(0).max(at(1)));
                let (middle, high) = (high.min(at(2)), high.max(at(2)));
                let (low, middle) = (low.min(middle), low.max(middle));
                low + choose(2, middle) + choose(3, high)
            }
        }
    }

    /// The squares of a number.
    fn place(&self, mut number: usize, squares: &mut [Square; MAX_PIECES]) {
        if self.len == 1 {
            squares[self.first] = Square::from_index((self.from + number) as u8);
            return;
        }
        for k in (1..=self.len).rev() {
            let above = BINOMIAL[k].partition_point(|&ways| ways as usize <= number);
            // The last n with C(n, k) <= number, where C(n, k) is 0 for small n.
            let square = above - 1;
            number -= BINOMIAL[k][square] as usize;
            squares[self.first + k - 1] = Square::from_index((self.from + square) as u8);
        }
    }
}

/// The numbering of an ending's rows.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    region: KingRegion,
    /// For each slot the king's square, and on how many squares of the whole board it is there.
    kings: [(Square, u64); 32],
    groups: ArrayVec<Group, MAX_PIECES>,
    /// For each piece its group.
    group_of: [usize; MAX_PIECES],
    pieces: usize,
    per_king: usize,
}

impl Layout {
    /// The numbering for an ending.
    pub(super) fn new(ending: &Ending) -> Layout {
        let mut groups: ArrayVec<Group, MAX_PIECES> = ArrayVec::new();
        let mut group_of = [0; MAX_PIECES];
        let pieces: ArrayVec<_, MAX_PIECES> = ending.pieces().collect();
        for (i, piece) in pieces.iter().enumerate() {
            match groups.last_mut() {
                Some(group) if pieces[group.first] == *piece => group.len += 1,
                _ => groups.push(Group::new(i, piece.1)),
            }
            group_of[i] = groups.len() - 1;
        }
        let mut per_king = 1;
        for group in groups.iter_mut().rev() {
            group.stride = per_king;
            per_king *= group.ways();
        }
        let region = KingRegion::of(pieces.iter().map(|&(_, kind)| kind));
        let mut kings = [(Square::from_index(0), 0); 32];
        for (slot, king) in kings.iter_mut().enumerate().take(region.len()) {
            *king = (region.king(slot), region.weight(slot));
        }
        Layout { region, kings, groups, group_of, pieces: pieces.len(), per_king }
    }

    /// Number of rows.
    pub(super) fn rows(&self) -> usize {
        self.region.len() * self.per_king
    }

    /// The men of a row. Two may share a square: then the row means nothing.
    pub(super) fn men(&self, row: usize) -> Men {
        let (king, _) = self.kings[row / self.per_king];
        let mut men = Men { king, squares: [king; MAX_PIECES], len: self.pieces };
        for group in &self.groups {
            group.place(row / group.stride % group.ways(), &mut men.squares);
        }
        men
    }

    /// The row of men, and the symmetry that brings them there.
    #[inline]
    pub(super) fn row(&self, men: &Men) -> (usize, Symmetry) {
        let (slot, symmetry) = self.region.slot(men.king);
        let mut squares = men.squares;
        if symmetry != Symmetry::NONE {
            squares = squares.map(|square| symmetry.square(square));
        }
        let of_group = |group: &Group| group.number(&squares) * group.stride;
        let row = slot * self.per_king + self.groups.iter().map(of_group).sum::<usize>();
        (row, symmetry)
    }

    /// The row after a move of a piece, for men that are as they stand in `row`.
    #[inline]
    pub(super) fn row_with(&self, row: usize, men: &Men, piece: usize, to: Square) -> usize {
        let group = &self.groups[self.group_of[piece]];
        let moved = men.with(piece, to);
        let (before, after) = (group.number(&men.squares), group.number(&moved.squares));
        row + after * group.stride - before * group.stride
    }

    /// The row after a move of the strong king, for men that are as they stand in `row`, and the
    /// symmetry that brings them there.
    #[inline]
    pub(super) fn row_with_king(&self, row: usize, men: &Men, king: Square) -> (usize, Symmetry) {
        let (slot, symmetry) = self.region.slot(king);
        match symmetry == Symmetry::NONE {
            true => (slot * self.per_king + row % self.per_king, symmetry),
            false => self.row(&men.with_king(king)),
        }
    }

    /// How many positions of the whole board an entry of `row` stands for.
    pub(super) fn weight(&self, row: usize) -> u64 {
        // A king on the diagonal has half as many squares, but two rows for each placement.
        self.kings[row / self.per_king].1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_men_belong_together() {
        for name in [
            "KRK", "KSSK", "KRNK", "KMMMK", "KSSMK", "KSNMK", "KRKR", "KSKM", "KPK", "KSPK", "KPPK",
        ] {
            let ending: Ending = name.parse().unwrap();
            let layout = Layout::new(&ending);
            for row in (0..layout.rows()).step_by(1 + layout.rows() / 50_000) {
                let men = layout.men(row);
                assert_eq!(layout.row(&men), (row, Symmetry::NONE), "{name} {men:?}");
                for (piece, (_, kind)) in ending.pieces().enumerate() {
                    let to = Square::from_index((row % 64) as u8);
                    let moved = men.with(piece, to);
                    let is_possible = kind != Kind::Pawn || BIA_SQUARES.contains(to);
                    if is_possible && moved.are_apart() {
                        let expected = layout.row(&moved).0;
                        assert_eq!(layout.row_with(row, &men, piece, to), expected);
                    }
                }
            }
        }
    }

    #[test]
    fn folded_men_have_the_row_of_their_image() {
        let layout = Layout::new(&"KRRK".parse().unwrap());
        let square = |name: &str| name.parse::<Square>().unwrap();
        let men = Men::new(square("g8"), &[square("a3"), square("h5")]);
        let image = Men::new(square("b1"), &[square("h6"), square("a4")]);
        assert_eq!(layout.row(&men).0, layout.row(&image).0);
        assert!(men.are_apart() && men.without(1).pieces() == [square("a3")]);
    }
}
