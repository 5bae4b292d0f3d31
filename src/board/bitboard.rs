//! Bitboards: sets of squares, and steps of whole sets.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub};

use super::{Colour, Square};

/// A set of squares: bit `Square::index` is set for each member.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// Every square.
    pub const ALL: Bitboard = Bitboard(!0);

    /// The set of one square.
    #[inline]
    pub const fn of(square: Square) -> Bitboard {
        Bitboard(1 << square.index())
    }

    /// The eight squares of a rank (0–7).
    #[inline]
    pub const fn rank(rank: u8) -> Bitboard {
        Bitboard(0xff << (8 * (rank & 7)))
    }

    /// The eight squares of a file (0–7).
    #[inline]
    pub const fn file(file: u8) -> Bitboard {
        Bitboard(0x0101_0101_0101_0101 << (file & 7))
    }

    /// The squares of one colour of a chequered board, a1 among them.
    pub const DARK: Bitboard = Bitboard(0xaa55_aa55_aa55_aa55);

    /// Whether no square is a member.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Number of members, 0–64.
    #[inline]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there are two members or more.
    #[inline]
    pub const fn more_than_one(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Whether `square` is a member.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 & (1 << square.index()) != 0
    }

    /// Whether a square is a member of both.
    #[inline]
    pub const fn intersects(self, other: Bitboard) -> bool {
        self.0 & other.0 != 0
    }

    /// The member that comes first in the order a1, b1, … h8.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::from_index(self.0.trailing_zeros() as u8)) }
    }

    /// Every member moved by one step; those that would leave the board drop out.
    #[inline]
    pub const fn stepped(self, step: Step) -> Bitboard {
        Bitboard(self.0.rotate_left(step.rotate) & step.landing)
    }
}

/// A fixed step on the board for whole sets of squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// Left rotation that moves each bit to its target.
    rotate: u32,
    /// Squares that can be reached by the step without wrapping around the edge.
    landing: u64,
    /// The step in 0x88 coordinates.
    delta: i8,
}

impl Step {
    /// The step by `files` to the right and `ranks` upwards (White's point of view).
    pub const fn new(files: i8, ranks: i8) -> Step {
        let mut landing = 0;
        let mut index = 0;
        let delta = 16 * ranks + files;
        while index < 64 {
            if Square::from_index(index).offset(-delta).is_some() {
                landing |= 1 << index;
            }
            index += 1;
        }
        let rotate = (8 * ranks as i32 + files as i32).rem_euclid(64) as u32;
        Step { rotate, landing, delta }
    }

    /// One square straight ahead for `colour`.
    #[inline]
    pub const fn forward(colour: Colour) -> Step {
        const UP: Step = Step::new(0, 1);
        const DOWN: Step = Step::new(0, -1);
        match colour {
            Colour::White => UP,
            Colour::Black => DOWN,
        }
    }

    /// The two steps of a capturing bia of `colour`.
    #[inline]
    pub const fn pawn_captures(colour: Colour) -> [Step; 2] {
        const UP: [Step; 2] = [Step::new(-1, 1), Step::new(1, 1)];
        const DOWN: [Step; 2] = [Step::new(-1, -1), Step::new(1, -1)];
        match colour {
            Colour::White => UP,
            Colour::Black => DOWN,
        }
    }

    /// The four diagonal steps: a met's, and a khon's with [`Step::forward`].
    pub const DIAGONALS: [Step; 4] =
        [Step::new(1, 1), Step::new(-1, 1), Step::new(-1, -1), Step::new(1, -1)];

    /// Where a piece came from that reached `target` by this step (a square of the step's landing).
    #[inline]
    pub const fn origin(self, target: Square) -> Square {
        Square::from_index((target.index() as u32).wrapping_sub(self.rotate) as u8)
    }

    /// The step in 0x88 coordinates.
    pub const fn delta(self) -> i8 {
        self.delta
    }
}

impl Iterator for Bitboard {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let first = self.first()?;
        self.0 &= self.0.wrapping_sub(1);
        Some(first)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.count() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Bitboard {}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares.into_iter().fold(Bitboard::EMPTY, |set, square| set | Bitboard::of(square))
    }
}

impl BitAnd for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn bitand(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & other.0)
    }
}

impl BitOr for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn bitor(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 | other.0)
    }
}

impl BitXor for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn bitxor(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 ^ other.0)
    }
}

/// Set difference.
impl Sub for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn sub(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & !other.0)
    }
}

impl Not for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}

impl BitOrAssign for Bitboard {
    #[inline]
    fn bitor_assign(&mut self, other: Bitboard) {
        self.0 |= other.0;
    }
}

impl BitAndAssign for Bitboard {
    #[inline]
    fn bitand_assign(&mut self, other: Bitboard) {
        self.0 &= other.0;
    }
}

impl BitXorAssign for Bitboard {
    #[inline]
    fn bitxor_assign(&mut self, other: Bitboard) {
        self.0 ^= other.0;
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_moves_each_member_or_drops_it() {
        for files in -2..=2 {
            for ranks in -2..=2 {
                let step = Step::new(files, ranks);
                for square in Square::all() {
                    let target = square.offset(step.delta());
                    assert_eq!(Bitboard::of(square).stepped(step).first(), target);
                    if let Some(target) = target {
                        assert_eq!(step.origin(target), square);
                    }
                }
            }
        }
    }
}
