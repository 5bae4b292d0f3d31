//! First-move leaps and sutras, and the rights to them.

use crate::board::{Bitboard, ByColour, BySquare, Colour, Kind, Square};

/// When the leaps of ouk are allowed.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Hash)]
pub enum LeapRule {
    /// The Cambodian federation's: the king's right ends when an enemy rook moves onto its rank or
    /// file.
    #[default]
    Federation,
    /// The older one: a piece may leap as long as it has not moved.
    Classic,
    /// The older one, until the game's first capture.
    NoCapture,
}

impl LeapRule {
    /// Every rule.
    pub const ALL: [LeapRule; 3] = [LeapRule::Federation, LeapRule::Classic, LeapRule::NoCapture];
    /// Their names in both protocols.
    pub const NAMES: [&'static str; 3] = ["federation", "classic", "no-capture"];
}

/// A leap that a piece may make as its first move, over anything, to where [`Landing`] says.
#[derive(Clone, Copy, Debug)]
pub struct Leap {
    /// Whose piece.
    pub colour: Colour,
    /// The piece. A king leaps only out of no check and to a square that is not attacked.
    pub kind: Kind,
    /// The piece's start square.
    pub from: Square,
    /// Where it may land.
    pub targets: Bitboard,
    /// What must be there.
    pub landing: Landing,
}

/// Where a leap may end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Landing {
    /// On an empty square; the leap may block a check.
    Empty,
    /// On the square of an own bia, which advances to the empty square ahead of it; only out of no
    /// check.
    OwnBia,
}

impl Leap {
    /// The letter in a FEN: the file of the start square, upper case for White.
    pub const fn letter(&self) -> char {
        match self.colour {
            Colour::White => (b'A' + self.from.file()) as char,
            Colour::Black => (b'a' + self.from.file()) as char,
        }
    }
}

/// The leaps of a variant and what ends the right to them.
pub struct Leaps {
    /// The leaps; right number `i` belongs to leap number `i`.
    pub list: &'static [Leap],
    /// By colour, the rights to its leaps.
    of_colour: ByColour<u8>,
    /// By square, the rights that end when a piece leaves or enters it.
    touched: BySquare<u8>,
    /// By colour and square, the rights that end when a rook of that colour moves there.
    aimed: ByColour<BySquare<u8>>,
    /// Whether every right ends with the game's first capture.
    until_capture: bool,
}

impl Leaps {
    const fn new(list: &'static [Leap], rule: LeapRule) -> Leaps {
        let lost_by_aim = matches!(rule, LeapRule::Federation);
        let until_capture = matches!(rule, LeapRule::NoCapture);
        let mut leaps = Leaps {
            list,
            of_colour: ByColour::all(0),
            touched: BySquare::all(0),
            aimed: ByColour::all(BySquare::all(0)),
            until_capture,
        };
        let mut i = 0;
        while i < list.len() {
            let leap = list[i];
            let right = 1 << i;
            leaps.of_colour.0[leap.colour.index()] |= right;
            leaps.touched.0[leap.from.index()] |= right;
            let mut index = 0;
            while index < 64 {
                let square = Square::from_index(index);
                let in_line =
                    square.file() == leap.from.file() || square.rank() == leap.from.rank();
                if lost_by_aim && leap.kind as u8 == Kind::King as u8 && in_line {
                    leaps.aimed.0[leap.colour.other().index()].0[index as usize] |= right;
                }
                index += 1;
            }
            i += 1;
        }
        leaps
    }
}

/// No leaps.
pub static NONE: [Leaps; 1] = [Leaps::new(&[], LeapRule::Classic)];

/// Ouk, by each [`LeapRule`]: the king leaps like a knight to the next rank, the met goes two squares
/// straight ahead.
pub static OUK: [Leaps; 3] = [
    Leaps::new(&OUK_LIST, LeapRule::Federation),
    Leaps::new(&OUK_LIST, LeapRule::Classic),
    Leaps::new(&OUK_LIST, LeapRule::NoCapture),
];

/// The sutras of informal Thai play: the king leaps as in ouk whatever rook aims at it, met and ma
/// change onto the square of an own bia, which makes room for them by advancing.
pub static SUTRAS: [Leaps; 1] = [Leaps::new(&SUTRA_LIST, LeapRule::Classic)];

/// In the order of the letters in a FEN.
const OUK_LIST: [Leap; 4] = [
    WHITE_KING,
    to_empty(Colour::White, Kind::Met, (4, 0), &[(4, 2)]),
    to_empty(Colour::Black, Kind::Met, (3, 7), &[(3, 5)]),
    BLACK_KING,
];

/// In the order of the letters in a FEN.
const SUTRA_LIST: [Leap; 8] = [
    onto_bia(Colour::White, Kind::Knight, (1, 0), &[(0, 2), (2, 2)]),
    WHITE_KING,
    onto_bia(Colour::White, Kind::Met, (4, 0), &[(4, 2)]),
    onto_bia(Colour::White, Kind::Knight, (6, 0), &[(5, 2), (7, 2)]),
    onto_bia(Colour::Black, Kind::Knight, (1, 7), &[(0, 5), (2, 5)]),
    onto_bia(Colour::Black, Kind::Met, (3, 7), &[(3, 5)]),
    BLACK_KING,
    onto_bia(Colour::Black, Kind::Knight, (6, 7), &[(5, 5), (7, 5)]),
];

const WHITE_KING: Leap = to_empty(Colour::White, Kind::King, (3, 0), &[(1, 1), (5, 1)]);
const BLACK_KING: Leap = to_empty(Colour::Black, Kind::King, (4, 7), &[(2, 6), (6, 6)]);

const fn onto_bia(colour: Colour, kind: Kind, from: (u8, u8), targets: &[(u8, u8)]) -> Leap {
    Leap { landing: Landing::OwnBia, ..to_empty(colour, kind, from, targets) }
}

const fn to_empty(colour: Colour, kind: Kind, from: (u8, u8), targets: &[(u8, u8)]) -> Leap {
    let mut set = 0;
    let mut i = 0;
    while i < targets.len() {
        let (file, rank) = targets[i];
        set |= 1 << (8 * rank + file);
        i += 1;
    }
    let from = Square::from_index(8 * from.1 + from.0);
    Leap { colour, kind, from, targets: Bitboard(set), landing: Landing::Empty }
}

/// The rights to first-move leaps that are left, one bit for each leap of the variant.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Hash)]
pub struct Rights(u8);

impl Rights {
    /// No rights.
    pub const NONE: Rights = Rights(0);

    /// The rights as bits, for hashing.
    #[inline]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Whether no right is left.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// These rights and the one to leap number `index`.
    pub const fn with(self, index: usize) -> Rights {
        Rights(self.0 | 1 << (index & 7))
    }

    /// Those of these rights that are of `colour`.
    #[inline]
    pub fn of(self, leaps: &Leaps, colour: Colour) -> Rights {
        Rights(self.0 & leaps.of_colour[colour])
    }

    /// The leaps that these rights allow.
    #[inline]
    pub fn leaps(self, leaps: &Leaps) -> impl Iterator<Item = &'static Leap> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let leap = leaps.list.get(left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(leap)
        })
    }

    /// What is left after a piece of `colour` and `kind` moved, and perhaps captured.
    #[inline]
    pub fn after(
        self,
        leaps: &Leaps,
        colour: Colour,
        kind: Kind,
        from: Square,
        to: Square,
        captures: bool,
    ) -> Rights {
        if captures && leaps.until_capture {
            return Rights::NONE;
        }
        let mut ended = leaps.touched[from] | leaps.touched[to];
        if kind == Kind::Rook {
            ended |= leaps.aimed[colour][to];
        }
        Rights(self.0 & !ended)
    }

    /// The right to every leap.
    pub fn all(leaps: &Leaps) -> Rights {
        (0..leaps.list.len()).fold(Rights::NONE, Rights::with)
    }

    /// Those of these rights whose leap is wanted.
    pub fn retain(self, leaps: &Leaps, wanted: impl Fn(&Leap) -> bool) -> Rights {
        let kept = |&index: &usize| self.0 & 1 << index != 0 && wanted(&leaps.list[index]);
        (0..leaps.list.len()).filter(kept).fold(Rights::NONE, Rights::with)
    }

    /// Reads the letters of a FEN. Letters that name no leap of the variant are passed over; `None`
    /// for anything but `-` or letters of files (or of castling, which other programs write).
    pub fn parse(text: &str, leaps: &Leaps) -> Option<Rights> {
        if text == "-" {
            return Some(Rights::NONE);
        }
        let known = |letter: char| matches!(letter.to_ascii_lowercase(), 'a'..='h' | 'k' | 'q');
        if text.is_empty() || !text.chars().all(known) {
            return None;
        }
        Some(Rights::all(leaps).retain(leaps, |leap| text.contains(leap.letter())))
    }

    /// The letters for a FEN, `-` for none.
    pub fn letters(self, leaps: &Leaps) -> String {
        if self.is_empty() {
            return String::from("-");
        }
        let left = |colour| self.of(leaps, colour).leaps(leaps).map(Leap::letter);
        left(Colour::White).chain(left(Colour::Black)).collect()
    }
}
