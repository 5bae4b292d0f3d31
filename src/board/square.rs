//! Squares and their 0x88 coordinates.

use std::fmt;
use std::str::FromStr;

use super::Colour;

/// One of the 64 squares.
///
/// Stored as its place in sets (`8 * rank + file`), stepped and looked up on the board as its 0x88
/// coordinate (`16 * rank + file`), in which a step off the board sets a bit of `0x88`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square on `file` and `rank` (both 0–7), if it is on the board.
    pub const fn new(file: u8, rank: u8) -> Option<Square> {
        if file < 8 && rank < 8 { Some(Square(rank * 8 + file)) } else { None }
    }

    /// The square number `index` (only the low six bits count) in the order a1, b1, … h8.
    #[inline]
    pub const fn from_index(index: u8) -> Square {
        Square(index & 63)
    }

    /// All squares in the order a1, b1, … h8.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..64).map(Square::from_index)
    }

    /// Place in the order a1, b1, … h8: 0–63.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// The 0x88 coordinate, always below 128.
    #[inline]
    pub const fn x88(self) -> usize {
        ((self.0 & 56) + self.0) as usize & 127
    }

    /// File, 0 (a) to 7 (h).
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 & 7
    }

    /// Rank, 0 (rank 1) to 7 (rank 8).
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 >> 3
    }

    /// The square `delta` away in 0x88 coordinates (+16 is one rank up, +1 one file right).
    #[inline]
    pub const fn offset(self, delta: i8) -> Option<Square> {
        let to = (self.x88() as u8).wrapping_add_signed(delta);
        if to & 0x88 == 0 { Some(Square((to + (to & 7)) >> 1)) } else { None }
    }

    /// The square as `colour` sees it: unchanged for White, ranks turned over for Black.
    #[inline]
    pub const fn relative_to(self, colour: Colour) -> Square {
        match colour {
            Colour::White => self,
            Colour::Black => self.flip_rank(),
        }
    }

    /// The square on the same file with the ranks turned over.
    #[inline]
    pub const fn flip_rank(self) -> Square {
        Square(self.0 ^ 56)
    }

    /// Steps a king needs from here to `other` on an empty board, 0–7.
    pub fn distance(self, other: Square) -> u8 {
        let files = self.file().abs_diff(other.file());
        files.max(self.rank().abs_diff(other.rank()))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = char::from(b'a' + self.file());
        write!(f, "{file}{}", self.rank() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Square {
    type Err = ();

    fn from_str(text: &str) -> Result<Square, ()> {
        match text.as_bytes() {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => {
                Square::new(file - b'a', rank - b'1').ok_or(())
            }
            _ => Err(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbering_round_trips() {
        for (index, square) in Square::all().enumerate() {
            assert_eq!(square.index(), index);
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(Square::new(square.file(), square.rank()), Some(square));
            assert_eq!(square.flip_rank().flip_rank(), square);
        }
    }

    #[test]
    fn steps_off_the_board_are_noticed() {
        let corner: Square = "h8".parse().unwrap();
        assert_eq!(corner.offset(1), None);
        assert_eq!(corner.offset(16), None);
        assert_eq!(corner.offset(-17), "g7".parse().ok());
        assert_eq!(Square::from_index(0).offset(-1), None);
    }
}
