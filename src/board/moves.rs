//! Moves and their coordinate notation.

use std::fmt;
use std::num::NonZeroU16;
use std::str::FromStr;

use super::{Kind, Square};

/// A move: where from, where to, and what a bia becomes. Two bytes, as is `Option<Move>`.
///
/// First-move leaps need no mark: no other move of their piece reaches as far.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(NonZeroU16);

impl Move {
    const PROMOTIONS: [Option<Kind>; 8] = [
        None,
        Some(Kind::Met),
        Some(Kind::Khon),
        Some(Kind::Knight),
        Some(Kind::Rook),
        None,
        None,
        None,
    ];

    #[inline]
    const fn pack(from: Square, to: Square, promotion: u16) -> Move {
        let bits = from.index() as u16 | (to.index() as u16) << 6 | promotion << 12;
        // The top bit is always set, so that no move is zero.
        match NonZeroU16::new(bits | 1 << 15) {
            Some(bits) => Move(bits),
            None => unreachable!(),
        }
    }

    /// A move without promotion.
    #[inline]
    pub const fn new(from: Square, to: Square) -> Move {
        Move::pack(from, to, 0)
    }

    /// A bia's move that makes it a piece of the given kind (met, khon, knight or rook; any other
    /// kind gives a move without promotion).
    #[inline]
    pub const fn promoting(from: Square, to: Square, kind: Kind) -> Move {
        let code = match kind {
            Kind::Met | Kind::Khon | Kind::Knight | Kind::Rook => kind as u16,
            Kind::Pawn | Kind::King => 0,
        };
        Move::pack(from, to, code)
    }

    /// The move stored as `bits` by [`Move::to_bits`]; `None` for zero.
    #[inline]
    pub fn from_bits(bits: u16) -> Option<Move> {
        NonZeroU16::new(bits).map(Move)
    }

    /// The move as a number, never zero.
    #[inline]
    pub const fn to_bits(self) -> u16 {
        self.0.get()
    }

    /// Where the piece stood.
    #[inline]
    pub const fn from(self) -> Square {
        Square::from_index((self.0.get() & 63) as u8)
    }

    /// Where the piece goes.
    #[inline]
    pub const fn to(self) -> Square {
        Square::from_index((self.0.get() >> 6 & 63) as u8)
    }

    /// What the bia becomes, if the move promotes.
    #[inline]
    pub const fn promotion(self) -> Option<Kind> {
        Self::PROMOTIONS[(self.0.get() >> 12 & 7) as usize]
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        match self.promotion() {
            Some(kind) => write!(f, "{}", kind.letter().to_ascii_lowercase()),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A move as text, before the position says what it is: `a5a6`, `a5a6m`, `a5a6q`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParsedMove {
    /// Where the piece stands.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
    /// The kind that the suffix names, if there is one.
    pub promotion: Option<Kind>,
}

impl ParsedMove {
    /// Whether this text may mean `candidate`: the squares agree, and a promotion's suffix is that
    /// of the candidate or left out. A suffix on a move that does not promote is no move.
    pub fn means(self, candidate: Move) -> bool {
        self.from == candidate.from()
            && self.to == candidate.to()
            && (self.promotion.is_none() || self.promotion == candidate.promotion())
    }
}

impl FromStr for ParsedMove {
    type Err = ();

    fn from_str(text: &str) -> Result<ParsedMove, ()> {
        if !text.is_ascii() || !(4..=5).contains(&text.len()) {
            return Err(());
        }
        let promotion = match text[4..].chars().next() {
            None => None,
            Some(letter) => Some(Kind::from_letter(letter.to_ascii_uppercase()).ok_or(())?),
        };
        Ok(ParsedMove { from: text[..2].parse()?, to: text[2..4].parse()?, promotion })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_keep_their_parts() {
        for from in Square::all() {
            for to in Square::all() {
                let plain = Move::new(from, to);
                assert_eq!((plain.from(), plain.to(), plain.promotion()), (from, to, None));
                let met = Move::promoting(from, to, Kind::Met);
                assert_eq!((met.from(), met.to(), met.promotion()), (from, to, Some(Kind::Met)));
                assert_eq!(Move::from_bits(met.to_bits()), Some(met));
                assert_eq!(met.to_string(), format!("{from}{to}m"));
            }
        }
    }

    #[test]
    fn text_names_a_promotion_in_any_alphabet_or_not_at_all() {
        let promotion = Move::promoting("a5".parse().unwrap(), "a6".parse().unwrap(), Kind::Met);
        let plain = Move::new(promotion.from(), promotion.to());
        for text in ["a5a6", "a5a6m", "a5a6M", "a5a6q", "a5a6f"] {
            assert!(text.parse::<ParsedMove>().unwrap().means(promotion), "{text}");
        }
        assert!(!"a5a6r".parse::<ParsedMove>().unwrap().means(promotion));
        assert!(!"a5a6m".parse::<ParsedMove>().unwrap().means(plain));
        for text in ["", "a5", "a5a9", "i5a6", "a5a6x", "a5a6mm", "a5é6", "0000"] {
            assert!(text.parse::<ParsedMove>().is_err(), "{text}");
        }
    }
}
