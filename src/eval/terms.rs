//! The terms of the hand-written evaluation: material and place, mobility, safety of the king.

use std::ops::{AddAssign, SubAssign};

use crate::board::{Board, Colour, Kind, Square, SquareSet, attacks};

/// Bonus in centipawns for the side to move.
pub(super) const TEMPO: i32 = 8;

/// A term's worth in centipawns: with all pieces on the board, and with few left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Value {
    /// Worth in the middlegame.
    pub middle: i32,
    /// Worth in the ending.
    pub ending: i32,
}

impl AddAssign for Value {
    fn add_assign(&mut self, other: Value) {
        self.middle += other.middle;
        self.ending += other.ending;
    }
}

impl SubAssign for Value {
    fn sub_assign(&mut self, other: Value) {
        self.middle -= other.middle;
        self.ending -= other.ending;
    }
}

const fn value(middle: i32, ending: i32) -> Value {
    Value { middle, ending }
}

/// What a kind of piece is worth, for each step towards the centre (0–3) and for each rank gone
/// forward.
struct Worth {
    base: Value,
    centre: Value,
    rank: Value,
}

const fn worth(base: Value, centre: Value, rank: Value) -> Worth {
    Worth { base, centre, rank }
}

const WORTH: [Worth; Kind::COUNT] = [
    worth(value(70, 90), value(6, 2), value(8, 22)),
    worth(value(165, 180), value(8, 10), value(2, 1)),
    worth(value(270, 275), value(10, 10), value(6, 2)),
    worth(value(360, 350), value(14, 12), value(4, 0)),
    worth(value(620, 680), value(0, 2), value(2, 2)),
    worth(value(0, 0), value(-6, 14), value(-6, 4)),
    worth(value(1_150, 1_250), value(6, 4), value(2, 2)),
];

/// Weight of each kind in telling the middlegame from the ending.
const PHASE: [i32; Kind::COUNT] = [0, 1, 2, 2, 4, 0, 6];
/// The sum of [`PHASE`] at the start.
const FULL_PHASE: i32 = 2 * (1 + 2 * 2 + 2 * 2 + 2 * 4);

/// For each square that a piece of the kind attacks and no own piece stands on.
const MOBILITY: [Value; Kind::COUNT] =
    [value(0, 0), value(4, 4), value(5, 4), value(7, 6), value(4, 7), value(0, 0), value(4, 6)];

/// For each attacked square next to the enemy king, by the attacker's kind.
const KING_ATTACK: [i32; Kind::COUNT] = [5, 6, 9, 9, 8, 0, 8];

static PLACED: [[Value; 64]; Kind::COUNT] = placed();

const fn placed() -> [[Value; 64]; Kind::COUNT] {
    let mut table = [[value(0, 0); 64]; Kind::COUNT];
    let mut kind = 0;
    while kind < Kind::COUNT {
        let mut index = 0;
        while index < 64 {
            let square = Square::from_index(index);
            let (centre, rank) = (centrality(square), square.rank() as i32);
            let worth = &WORTH[kind];
            table[kind][index as usize] = value(
                worth.base.middle + centre * worth.centre.middle + rank * worth.rank.middle,
                worth.base.ending + centre * worth.centre.ending + rank * worth.rank.ending,
            );
            index += 1;
        }
        kind += 1;
    }
    table
}

/// 0 at the edge to 3 on the four central squares.
pub(super) const fn centrality(square: Square) -> i32 {
    let (file, rank) = (square.file(), square.rank());
    let from_file = if file < 4 { file as i32 } else { 7 - file as i32 };
    let from_rank = if rank < 4 { rank as i32 } else { 7 - rank as i32 };
    if from_file < from_rank { from_file } else { from_rank }
}

/// The sum of all terms in centipawns for White, before counting is thought of.
pub(super) fn total(board: &Board) -> i32 {
    let mut sum = Value::default();
    let mut phase = 0;
    for colour in Colour::BOTH {
        let enemy_zone = attacks::king(board.king(!colour));
        for kind in Kind::ALL {
            let list = board.list(colour, kind);
            phase += PHASE[kind.index()] * list.count() as i32;
            for square in list {
                let piece = of_piece(board, colour, kind, square, enemy_zone);
                match colour {
                    Colour::White => sum += piece,
                    Colour::Black => sum -= piece,
                }
            }
        }
    }
    let phase = phase.min(FULL_PHASE);
    (sum.middle * phase + sum.ending * (FULL_PHASE - phase)) / FULL_PHASE
}

/// What one piece is worth to its side where it stands.
pub(super) fn of_piece(
    board: &Board,
    colour: Colour,
    kind: Kind,
    square: Square,
    enemy_zone: SquareSet,
) -> Value {
    let mut sum = PLACED[kind.index()][square.relative_to(colour).index()];
    if matches!(kind, Kind::King | Kind::Pawn) {
        return sum;
    }
    let attacked = attacks::of(colour, kind, square, board.occupied());
    let mobility = (attacked - board.side(colour)).count() as i32;
    let weight = MOBILITY[kind.index()];
    sum += value(mobility * weight.middle, mobility * weight.ending);
    sum.middle += KING_ATTACK[kind.index()] * (attacked & enemy_zone).count() as i32;
    sum
}
