//! What the network sees: one input for each piece on each square, as each side sees it, and what
//! the rules add to the placement.
//!
//! Each side has its own view: its own pieces first, ranks counted from its own side, files turned
//! over so that its king stands on a–d. The inputs of one view are
//!
//! | inputs | meaning |
//! |---|---|
//! | 0–767 | (enemy × 6 + kind) × 64 + square |
//! | 768–771 | first-move leaps left: own king, own met, enemy king, enemy met |
//! | 772–779 | a board count runs, by plies left |
//! | 780–787 | the own bare king is counted, by plies left |
//! | 788–795 | the enemy's bare king is counted, by plies left |
//! | 796 | cambodian counting |

use arrayvec::ArrayVec;

use crate::board::{Colour, Kind, Move, Piece, Square};
use crate::rules::{CountingRule, Position};

/// Number of inputs of one view (three are unused).
pub const INPUTS: usize = 800;

const RIGHTS: usize = 768;
const BOARD_COUNT: usize = 772;
const OWN_COUNT: usize = 780;
const ENEMY_COUNT: usize = 788;
const CAMBODIAN: usize = 796;

/// Upper ends of the classes of plies left; the last class has none.
const LEFT_CLASSES: [i32; 7] = [4, 8, 16, 24, 32, 48, 80];

/// Most inputs that are set at once: 32 pieces, four leaps, a count and its rule.
pub const MAX_ACTIVE: usize = 38;

/// Kinds of pieces that have inputs of their own.
const KINDS: usize = 6;

/// By kind, whose inputs it uses. The ai-wok has none of its own and uses the rook's, its strongest
/// part: what it is worth beyond a rook the network does not see.
const INPUTS_OF: [usize; Kind::COUNT] = [0, 1, 2, 3, 4, 5, Kind::Rook as usize];

/// The last rank, from 0, on which a bia has inputs that were trained: beyond it makruk's have
/// promoted. Where bia go on, as in asean, they use the inputs of this rank.
const LAST_BIA_RANK: usize = 4;

/// By owner (enemies last), kind and square as the view sees it: the input.
static PIECE_INPUTS: [[[u16; 64]; Kind::COUNT]; 2] = piece_inputs();

const fn piece_inputs() -> [[[u16; 64]; Kind::COUNT]; 2] {
    let mut inputs = [[[0; 64]; Kind::COUNT]; 2];
    let mut at = 0;
    while at < 2 * Kind::COUNT * 64 {
        let (enemy, kind, square) = (at / 64 / Kind::COUNT, at / 64 % Kind::COUNT, at % 64);
        let (rank, file) = (square / 8, square % 8);
        let rank = match (kind == Kind::Pawn as usize, enemy) {
            (true, 0) if rank > LAST_BIA_RANK => LAST_BIA_RANK,
            (true, 1) if rank < 7 - LAST_BIA_RANK => 7 - LAST_BIA_RANK,
            _ => rank,
        };
        let input = (enemy * KINDS + INPUTS_OF[kind]) * 64 + rank * 8 + file;
        inputs[enemy][kind][square] = input as u16;
        at += 1;
    }
    inputs
}

/// The side whose view is taken, and whether its files are turned over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View {
    /// The side.
    pub colour: Colour,
    /// Whether its king stands on the files e–h.
    pub mirrored: bool,
}

impl View {
    /// The view of `colour` in a position.
    #[inline]
    pub fn of(position: &Position, colour: Colour) -> View {
        View { colour, mirrored: position.board().king(colour).file() >= 4 }
    }

    /// The input of a piece on a square.
    #[inline]
    pub fn piece(self, piece: Piece, square: Square) -> usize {
        let square = square.relative_to(self.colour).index() ^ if self.mirrored { 7 } else { 0 };
        let enemy = usize::from(piece.colour() != self.colour);
        usize::from(PIECE_INPUTS[enemy][piece.kind().index()][square])
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
            let base = match (is_bare(self.colour), is_bare(!self.colour)) {
                (true, _) => OWN_COUNT,
                (_, true) => ENEMY_COUNT,
                _ => BOARD_COUNT,
            };
            inputs.push((base + class) as u16);
        }
        if position.rules().counting() == CountingRule::Cambodian {
            inputs.push(CAMBODIAN as u16);
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
pub type Globals = ArrayVec<u16, 6>;

/// What a move did to the placement: at most two pieces left their squares and two came to theirs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Change {
    /// The pieces that came, and where: the one that moved, and a bia that a sutra made advance.
    pub added: [Option<(Piece, Square)>; 2],
    /// The pieces that left their squares: the one that moved, and what stood on its target.
    pub removed: [Option<(Piece, Square)>; 2],
}

impl Change {
    /// What `mv` will do in the position before it is made.
    pub fn of(position: &Position, mv: Move) -> Change {
        let moved = position.board().at(mv.from());
        let standing = position.board().at(mv.to());
        let arrives = moved.map(|piece| match mv.promotion() {
            None => piece,
            Some(kind) => Piece::new(piece.colour(), kind),
        });
        Change {
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
                let mut a = View::of(&white, colour).active(&white);
                let mut b = View::of(&black, !colour).active(&black);
                a.sort();
                b.sort();
                assert_eq!(a, b);
            }
        }
    }

    #[test]
    fn bia_beyond_the_fifth_rank_are_seen_on_it() {
        let seen = |fen: &str| {
            let position = Position::from_fen(Variant::find("asean").unwrap(), fen).unwrap();
            let mut inputs = View::of(&position, Colour::White).active(&position);
            inputs.sort();
            inputs
        };
        let fifth = seen("4k3/8/8/P7/7p/8/8/4K3 w - - 0 1");
        for further in ["4k3/8/P7/8/8/7p/8/4K3 w - - 0 1", "4k3/P7/8/8/8/8/7p/4K3 w - - 0 1"] {
            assert_eq!(seen(further), fifth, "{further}");
        }
    }

    #[test]
    fn inputs_are_in_range_and_differ() {
        for variant in Variant::ALL {
            let position = variant.start_position();
            for colour in Colour::BOTH {
                let mut inputs = View::of(&position, colour).active(&position);
                inputs.sort();
                let length = inputs.len();
                assert!(inputs.windows(2).all(|pair| pair[0] < pair[1]));
                assert!(inputs.iter().all(|&input| usize::from(input) < INPUTS));
                assert!(length >= 32);
            }
        }
    }
}
