//! Moves and their coordinate notation.

use std::fmt;
use std::num::NonZeroU16;
use std::str::FromStr;

use super::{Kind, Square};

/// What a bia becomes, and the letter that says so.
///
/// The letter is part of the move, so that a move can be written down without its position: asean
/// writes `q` and `b` for the pieces that makruk calls met and khon.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[repr(u8)]
pub enum Promotion {
    /// A met, `m`.
    Met = 1,
    /// A khon, `s`.
    Khon,
    /// A ma, `n`.
    Knight,
    /// A rua, `r`.
    Rook,
    /// An ai-wok, `a`.
    Aiwok,
    /// A met, `q`.
    Queen,
    /// A khon, `b`.
    Bishop,
}

impl Promotion {
    const ALL: [Promotion; 7] = [
        Promotion::Met,
        Promotion::Khon,
        Promotion::Knight,
        Promotion::Rook,
        Promotion::Aiwok,
        Promotion::Queen,
        Promotion::Bishop,
    ];

    /// The kind of piece.
    #[inline]
    pub const fn kind(self) -> Kind {
        match self {
            Promotion::Met | Promotion::Queen => Kind::Met,
            Promotion::Khon | Promotion::Bishop => Kind::Khon,
            Promotion::Knight => Kind::Knight,
            Promotion::Rook => Kind::Rook,
            Promotion::Aiwok => Kind::Aiwok,
        }
    }

    /// The lower-case letter behind the squares.
    pub const fn letter(self) -> char {
        match self {
            Promotion::Met => 'm',
            Promotion::Khon => 's',
            Promotion::Knight => 'n',
            Promotion::Rook => 'r',
            Promotion::Aiwok => 'a',
            Promotion::Queen => 'q',
            Promotion::Bishop => 'b',
        }
    }
}

/// A move: where from, where to, and what a bia becomes. Two bytes, as is `Option<Move>`.
///
/// First-move leaps and sutras need no mark: no other move of their piece reaches as far, or ends on
/// an own bia.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(NonZeroU16);

impl Move {
    /// By the bits of a move.
    const PROMOTIONS: [Option<Kind>; 8] = {
        let mut kinds = [None; 8];
        let mut index = 0;
        while index < Promotion::ALL.len() {
            kinds[Promotion::ALL[index] as usize] = Some(Promotion::ALL[index].kind());
            index += 1;
        }
        kinds
    };

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

    /// A bia's move that promotes it.
    #[inline]
    pub const fn promoting(from: Square, to: Square, promotion: Promotion) -> Move {
        Move::pack(from, to, promotion as u16)
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
        let code = (self.0.get() >> 12 & 7) as u8;
        match Promotion::ALL.into_iter().find(|&promotion| promotion as u8 == code) {
            Some(promotion) => write!(f, "{}", promotion.letter()),
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
    /// of the candidate. Where a bia can become one thing only (`sole_promotion`) it may be left
    /// out, or be that of a met or queen, which many programs write whatever the variant. A suffix
    /// on a move that does not promote is no move.
    pub fn means(self, candidate: Move, sole_promotion: bool) -> bool {
        let suffix_agrees = match candidate.promotion() {
            None => self.promotion.is_none(),
            Some(kind) => {
                self.promotion == Some(kind)
                    || sole_promotion && matches!(self.promotion, None | Some(Kind::Met))
            }
        };
        self.from == candidate.from() && self.to == candidate.to() && suffix_agrees
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
                for promotion in Promotion::ALL {
                    let mv = Move::promoting(from, to, promotion);
                    let parts = (mv.from(), mv.to(), mv.promotion());
                    assert_eq!(parts, (from, to, Some(promotion.kind())));
                    assert_eq!(Move::from_bits(mv.to_bits()), Some(mv));
                    assert_eq!(mv.to_string(), format!("{from}{to}{}", promotion.letter()));
                    assert!(mv.to_string().parse::<ParsedMove>().unwrap().means(mv, false));
                }
            }
        }
    }

    #[test]
    fn text_names_a_promotion_in_any_alphabet_or_not_at_all() {
        let (from, to) = ("a5".parse().unwrap(), "a6".parse().unwrap());
        let promotion = Move::promoting(from, to, Promotion::Met);
        let aiwok = Move::promoting(from, to, Promotion::Aiwok);
        let plain = Move::new(promotion.from(), promotion.to());
        for text in ["a5a6", "a5a6m", "a5a6M", "a5a6q", "a5a6f"] {
            let parsed = text.parse::<ParsedMove>().unwrap();
            assert!(parsed.means(promotion, true) && parsed.means(aiwok, true), "{text}");
            assert_eq!(parsed.means(promotion, false), text.len() == 5);
            assert!(!parsed.means(aiwok, false));
        }
        assert!("a5a6a".parse::<ParsedMove>().unwrap().means(aiwok, false));
        assert!(!"a5a6r".parse::<ParsedMove>().unwrap().means(promotion, true));
        assert!(!"a5a6m".parse::<ParsedMove>().unwrap().means(plain, true));
        for text in ["", "a5", "a5a9", "i5a6", "a5a6x", "a5a6mm", "a5é6", "0000"] {
            assert!(text.parse::<ParsedMove>().is_err(), "{text}");
        }
    }
}
