//! The letters that stand for the pieces of a variant.

use super::{ByKind, Colour, Kind, Piece};

/// For each kind of piece that a variant has, its upper-case letter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Alphabet(ByKind<Option<char>>);

impl Alphabet {
    /// Makruk's: `P M S N R K`.
    pub const THAI: Alphabet = Alphabet::new("PMSNRK.");
    /// Orthodox letters for the same pieces: `B` for the khon, `Q` for the met.
    pub const ORTHODOX: Alphabet = Alphabet::new("PQBNRK.");
    /// Ai-wok's: `A` instead of the met.
    pub const AI_WOK: Alphabet = Alphabet::new("P.SNRKA");

    /// Letters in the order of [`Kind::ALL`], a dot for kinds that the variant lacks.
    const fn new(letters: &str) -> Alphabet {
        let mut alphabet = Alphabet(ByKind::all(None));
        let mut index = 0;
        while index < Kind::COUNT {
            let letter = letters.as_bytes()[index] as char;
            if letter != '.' {
                alphabet.0.0[index] = Some(letter);
            }
            index += 1;
        }
        alphabet
    }

    /// Whether the variant has pieces of that kind.
    pub fn has(&self, kind: Kind) -> bool {
        self.0[kind].is_some()
    }

    /// The letter in a FEN: upper case for White. A kind that the variant lacks has makruk's.
    pub fn letter(&self, piece: Piece) -> char {
        let letter = self.0[piece.kind()].unwrap_or(piece.kind().letter());
        match piece.colour() {
            Colour::White => letter,
            Colour::Black => letter.to_ascii_lowercase(),
        }
    }

    /// The piece of the variant that a FEN letter stands for, in this alphabet or another one.
    pub fn piece(&self, letter: char) -> Option<Piece> {
        let colour = if letter.is_ascii_uppercase() { Colour::White } else { Colour::Black };
        let kind = Kind::from_letter(letter.to_ascii_uppercase())?;
        self.0[kind].map(|_| Piece::new(colour, kind))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        for alphabet in [Alphabet::THAI, Alphabet::ORTHODOX, Alphabet::AI_WOK] {
            for colour in Colour::BOTH {
                for kind in Kind::ALL.into_iter().filter(|kind| alphabet.has(*kind)) {
                    let piece = Piece::new(colour, kind);
                    assert_eq!(alphabet.piece(alphabet.letter(piece)), Some(piece));
                }
            }
        }
    }

    #[test]
    fn each_variant_has_its_pieces_only() {
        assert_eq!(Alphabet::THAI.piece('a'), None);
        assert_eq!(Alphabet::AI_WOK.piece('M'), None);
        assert_eq!(Alphabet::THAI.piece('q'), Alphabet::ORTHODOX.piece('m'));
        assert_eq!(Alphabet::THAI.piece('x'), None);
    }
}
