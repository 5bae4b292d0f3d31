//! Colours and pieces.

use std::num::NonZeroU8;
use std::ops::Not;

/// One of the two sides. White moves first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[repr(u8)]
pub enum Colour {
    /// The side that starts on the first two ranks; upper-case letters.
    White,
    /// The side that starts on ranks 7 and 8; lower-case letters.
    Black,
}

impl Colour {
    /// Both colours, White first.
    pub const BOTH: [Colour; 2] = [Colour::White, Colour::Black];

    /// 0 for White, 1 for Black.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other colour (usable in constants).
    #[inline]
    pub const fn other(self) -> Colour {
        match self {
            Colour::White => Colour::Black,
            Colour::Black => Colour::White,
        }
    }
}

impl Not for Colour {
    type Output = Colour;
    #[inline]
    fn not(self) -> Colour {
        self.other()
    }
}

/// What a piece is, apart from its colour.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
#[repr(u8)]
pub enum Kind {
    /// Bia (trey): one step straight ahead, captures one step diagonally ahead.
    Pawn,
    /// Met (neang): one step diagonally.
    Met,
    /// Khon (koul): one step diagonally or straight ahead.
    Khon,
    /// Ma (se): the (1, 2) leap.
    Knight,
    /// Rua (tuk): any distance orthogonally; the only slider.
    Rook,
    /// Khun (sdech): one step in any direction.
    King,
    /// Ai-wok: rua, ma and met in one.
    Aiwok,
}

impl Kind {
    /// Number of kinds.
    pub const COUNT: usize = 7;
    /// All kinds in their order.
    pub const ALL: [Kind; Kind::COUNT] =
        [Kind::Pawn, Kind::Met, Kind::Khon, Kind::Knight, Kind::Rook, Kind::King, Kind::Aiwok];
    /// The kinds whose moves an ai-wok has, no two of which lead to the same square.
    pub const IN_AIWOK: [Kind; 3] = [Kind::Met, Kind::Knight, Kind::Rook];

    /// Place in [`Kind::ALL`].
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The upper-case letter of makruk.
    pub const fn letter(self) -> char {
        match self {
            Kind::Pawn => 'P',
            Kind::Met => 'M',
            Kind::Khon => 'S',
            Kind::Knight => 'N',
            Kind::Rook => 'R',
            Kind::King => 'K',
            Kind::Aiwok => 'A',
        }
    }

    /// The kind that an upper-case letter stands for in any of the alphabets in use: `M`, `F` and
    /// `Q` for the met, `S`, `G` and `B` for the khon.
    pub const fn from_letter(letter: char) -> Option<Kind> {
        match letter {
            'P' => Some(Kind::Pawn),
            'M' | 'F' | 'Q' => Some(Kind::Met),
            'S' | 'G' | 'B' | 'E' => Some(Kind::Khon),
            'N' => Some(Kind::Knight),
            'R' => Some(Kind::Rook),
            'K' => Some(Kind::King),
            'A' => Some(Kind::Aiwok),
            _ => None,
        }
    }
}

/// A piece of one colour. One byte, as is `Option<Piece>`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Piece(NonZeroU8);

impl Piece {
    /// Upper bound of [`Piece::index`].
    pub const CODES: usize = 16;

    /// The piece of `colour` and `kind`.
    #[inline]
    pub const fn new(colour: Colour, kind: Kind) -> Piece {
        // The kind in the low bits, from 1, so that no piece is zero.
        match NonZeroU8::new(colour as u8 * 8 + kind as u8 + 1) {
            Some(code) => Piece(code),
            None => unreachable!(),
        }
    }

    /// A number below [`Piece::CODES`], different for each piece.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0.get() & 15) as usize
    }

    /// Its colour.
    #[inline]
    pub const fn colour(self) -> Colour {
        if self.0.get() & 8 == 0 { Colour::White } else { Colour::Black }
    }

    /// Its kind.
    #[inline]
    pub const fn kind(self) -> Kind {
        const KINDS: [Kind; 8] = [
            Kind::Pawn,
            Kind::Pawn,
            Kind::Met,
            Kind::Khon,
            Kind::Knight,
            Kind::Rook,
            Kind::King,
            Kind::Aiwok,
        ];
        KINDS[(self.0.get() & 7) as usize]
    }

    /// Its letter in makruk: upper case for White.
    pub const fn letter(self) -> char {
        match self.colour() {
            Colour::White => self.kind().letter(),
            Colour::Black => self.kind().letter().to_ascii_lowercase(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::ByPiece;

    #[test]
    fn a_piece_keeps_its_colour_and_kind() {
        let mut seen = ByPiece::all(false);
        for colour in Colour::BOTH {
            for kind in Kind::ALL {
                let piece = Piece::new(colour, kind);
                assert_eq!((piece.colour(), piece.kind()), (colour, kind));
                assert_eq!(Kind::from_letter(kind.letter()), Some(kind));
                assert!(!std::mem::replace(&mut seen[piece], true));
            }
        }
    }
}
