//! What the network sees: one input for each piece on each square, as each side sees it, and what
//! the rules add to the placement.
//!
//! Each side has its own perspective: its own pieces first, ranks counted from its own side, files turned
//! over so that its king stands on a–d. The inputs of one perspective are
//!
//! | inputs | meaning |
//! |---|---|
//! | 0–895 | (enemy × 7 + kind) × 64 + square |
//! | 896–899 | first-move leaps left: own king, own met, enemy king, enemy met |
//! | 900–923 | a count runs – the board's, the own bare king's, the enemy's –, by plies left in eight classes |
//! | 924–1019 | the same in 32 classes: whether a mate comes in time is a matter of single plies |
//! | 1020 | cambodian counting |
//! | 1021–1023 | makpong, ai-wok, asean |
//!
//! The coarse classes let the network learn from few positions what it then refines by the fine
//! ones.

use arrayvec::ArrayVec;

use crate::board::{Colour, Kind, Move, Piece, Square};
use crate::rules::{CountingRule, Position};

/// Number of inputs of one perspective.
pub const INPUTS: usize = 1_024;

const RIGHTS: usize = 2 * Kind::COUNT * 64;
const COUNTS: usize = RIGHTS + 4;
const FINE_COUNTS: usize = COUNTS + 3 * COARSE;
const CAMBODIAN: usize = FINE_COUNTS + 3 * FINE;

/// Variants with an input of their own, the first of which follows that of cambodian counting.
pub(super) const FAMILY: [&str; 3] = ["makpong", "ai-wok", "asean"];

/// Upper ends of the coarse classes of plies left; the last class has none.
const LEFT_CLASSES: [i32; 7] = [4, 8, 16, 24, 32, 48, 80];

/// Coarse classes of plies left.
const COARSE: usize = LEFT_CLASSES.len() + 1;

/// Fine classes of plies left: 16 of two plies, eight of four, eight of eight and more.
const FINE: usize = 32;

const fn fine_class(left: i32) -> usize {
    let class = match left {
        ..32 => left / 2,
        32..64 => 16 + (left - 32) / 4,
        _ => 24 + (left - 64) / 8,
    };
    if class < 0 {
        0
    } else if class < FINE as i32 {
        class as usize
    } else {
        FINE - 1
    }
}

/// Most inputs that are set at once: 32 pieces, four leaps, a count twice and the variant.
pub const MAX_ACTIVE: usize = 39;

/// The side whose perspective is taken, and whether its files are turned over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Perspective {
    /// The side.
    pub colour: Colour,
    /// Whether its king stands on the files e–h.
    pub mirrored: bool,
}

impl Perspective {
    /// The perspective of `colour` in a position.
    #[inline]
    pub fn of(position: &Position, colour: Colour) -> Perspective {
        Perspective { colour, mirrored: position.board().king(colour).file() >= 4 }
    }

    /// The input of a piece on a square.
    #[inline]
    pub fn piece(self, piece: Piece, square: Square) -> usize {
        let square = square.relative_to(self.colour).index() ^ if self.mirrored { 7 } else { 0 };
        let enemy = usize::from(piece.colour() != self.colour);
        (enemy * Kind::COUNT + piece.kind().index()) * 64 + square
    }

    /// The inputs that the rules add to the placement.
    pub fn globals(self, position: &Position) -> Globals {
        let mut inputs = Globals::new();
        let leaps = position.rules().leaps();
        for (enemy, colour) in [self.colour, !self.colour].into_iter().enumerate() {
            for leap in position.rights().of(leaps, colour).leaps(leaps) {
                // A ma's sutra has no input.
                if leap.kind != Kind::Knight {
                    inputs.push((RIGHTS + 2 * enemy + usize::from(leap.kind == Kind::Met)) as u16);
                }
            }
        }
        if let Some(left) = position.count().left() {
            let class = LEFT_CLASSES.iter().take_while(|&&end| left > end).count();
            let is_bare = |colour| position.board().is_bare(colour);
            let whose = match (is_bare(self.colour), is_bare(!self.colour)) {
                (true, _) => 1,
                (_, true) => 2,
                _ => 0,
            };
            inputs.push((COUNTS + whose * COARSE + class) as u16);
            inputs.push((FINE_COUNTS + whose * FINE + fine_class(left)) as u16);
        }
        if position.rules().counting() == CountingRule::Cambodian {
            inputs.push(CAMBODIAN as u16);
        }
        if let Some(member) = FAMILY.iter().position(|&name| name == position.variant().name) {
            inputs.push((CAMBODIAN + 1 + member) as u16);
        }
        inputs
    }

    /// All inputs that are set in a position.
    pub fn active(self, position: &Position) -> ArrayVec<u16, MAX_ACTIVE> {
        let board = position.board();
        let mut inputs: ArrayVec<u16, MAX_ACTIVE> = board
            .occupied()
            .filter_map(|square| Some(self.piece(board.at(square)?, square) as u16))
            .collect();
        inputs.extend(self.globals(position));
        inputs
    }
}

/// Inputs that the rules add to the placement.
pub type Globals = ArrayVec<u16, 7>;

/// Dirty pieces: what a move did to the placement. At most two pieces left their squares and two came
/// to theirs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DirtyPieces {
    /// The pieces that came, and where: the one that moved, and a bia that a sutra made advance.
    pub added: [Option<(Piece, Square)>; 2],
    /// The pieces that left their squares: the one that moved, and what stood on its target.
    pub removed: [Option<(Piece, Square)>; 2],
}

impl DirtyPieces {
    /// What `mv` will do in the position before it is made.
    pub fn of(position: &Position, mv: Move) -> DirtyPieces {
        let moved = position.board().at(mv.from());
        let standing = position.board().at(mv.to());
        let arrives = moved.map(|piece| match mv.promotion() {
            None => piece,
            Some(kind) => Piece::new(piece.colour(), kind),
        });
        DirtyPieces {
            added: [arrives.map(|piece| (piece, mv.to())), position.advanced_by(mv)],
            removed: [
                moved.map(|piece| (piece, mv.from())),
                standing.map(|piece| (piece, mv.to())),
            ],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Variant;

    #[test]
    fn both_sides_see_the_turned_board_alike() {
        let pairs = [
            ("8/3k4/8/1P6/8/2RMK3/8/8 w - 126 41 50", "8/8/2rmk3/8/1p6/8/3K4/8 b - 126 41 50"),
            ("8/3k4/8/8/8/2RMK3/8/8 w - 30 10 50", "8/8/2rmk3/8/8/8/3K4/8 b - 30 10 50"),
        ];
        for (white, black) in pairs {
            let read = |fen| Position::from_fen(Variant::ALL[0], fen).unwrap();
            let (white, black) = (read(white), read(black));
            for colour in Colour::BOTH {
                let mut a = Perspective::of(&white, colour).active(&white);
                let mut b = Perspective::of(&black, !colour).active(&black);
                a.sort();
                b.sort();
                assert_eq!(a, b);
            }
        }
    }

    #[test]
    fn plies_left_fall_into_classes_that_grow() {
        assert!(FAMILY.iter().all(|&name| Variant::find(name).is_some_and(|v| v.name == name)));
        assert_eq!(CAMBODIAN + 1 + FAMILY.len(), INPUTS);
        let classes: Vec<usize> = (-1..200).map(fine_class).collect();
        assert!(classes.is_sorted() && classes.windows(2).all(|pair| pair[1] - pair[0] <= 1));
        assert_eq!((classes[0], classes[3], classes[200]), (0, 1, FINE - 1));
    }

    #[test]
    fn inputs_are_in_range_and_differ() {
        for variant in Variant::ALL {
            let position = variant.start_position();
            for colour in Colour::BOTH {
                let mut inputs = Perspective::of(&position, colour).active(&position);
                inputs.sort();
                let length = inputs.len();
                assert!(inputs.windows(2).all(|pair| pair[0] < pair[1]));
                assert!(inputs.iter().all(|&input| usize::from(input) < INPUTS));
                assert!(length >= 32);
            }
        }
    }
}
