//! What pieces attack, without magic numbers: small tables for the leapers, subtraction and byte
//! reversal for the rook's file, a 512-byte table for its rank.

use super::{Bitboard, Board, ByColour, BySquare, Colour, Kind, Square, Step};

const KNIGHT_DELTAS: [i8; 8] = [14, 31, 33, 18, -14, -31, -33, -18];
const KING_DELTAS: [i8; 8] = [15, 16, 17, 1, -15, -16, -17, -1];
const MET_DELTAS: [i8; 4] = [15, 17, -15, -17];

const fn leaper(deltas: &[i8]) -> BySquare<Bitboard> {
    let mut table = [Bitboard::EMPTY; 64];
    let mut index = 0;
    while index < 64 {
        let from = Square::from_index(index);
        let mut i = 0;
        while i < deltas.len() {
            if let Some(to) = from.offset(deltas[i]) {
                table[index as usize].0 |= 1 << to.index();
            }
            i += 1;
        }
        index += 1;
    }
    BySquare(table)
}

static KNIGHT: BySquare<Bitboard> = leaper(&KNIGHT_DELTAS);
static KING: BySquare<Bitboard> = leaper(&KING_DELTAS);
static MET: BySquare<Bitboard> = leaper(&MET_DELTAS);
static PAWN: ByColour<BySquare<Bitboard>> = ByColour([leaper(&[15, 17]), leaper(&[-15, -17])]);
static AHEAD: ByColour<BySquare<Bitboard>> = ByColour([leaper(&[16]), leaper(&[-16])]);

/// Squares of a rank, one bit a file, that a rook on `file` attacks when the inner six files are
/// occupied as the table's second index says (the edges block nothing).
static RANK: [[u8; 64]; 8] = rank_attacks();

const fn rank_attacks() -> [[u8; 64]; 8] {
    let mut table = [[0; 64]; 8];
    let mut file = 0;
    while file < 8 {
        let mut inner = 0;
        while inner < 64 {
            let occupied = (inner as u8) << 1;
            let mut attacked = 0u8;
            let mut right = file + 1;
            while right < 8 {
                attacked |= 1 << right;
                if occupied & (1 << right) != 0 {
                    break;
                }
                right += 1;
            }
            let mut left = file;
            while left > 0 {
                left -= 1;
                attacked |= 1 << left;
                if occupied & (1 << left) != 0 {
                    break;
                }
            }
            table[file][inner] = attacked;
            inner += 1;
        }
        file += 1;
    }
    table
}

/// What a rook's file needs for its arithmetic, for each square.
#[derive(Clone, Copy)]
struct FileLine {
    /// The other squares of the file.
    others: u64,
    /// The rook's square.
    bit: u64,
    /// The rook's square with the ranks turned over.
    reversed: u64,
}

static FILE_LINES: BySquare<FileLine> = file_lines();

const fn file_lines() -> BySquare<FileLine> {
    let mut table = [FileLine { others: 0, bit: 0, reversed: 0 }; 64];
    let mut index = 0;
    while index < 64 {
        let bit = 1u64 << index;
        let others = Bitboard::file(Square::from_index(index).file()).0 & !bit;
        table[index as usize] = FileLine { others, bit, reversed: bit.swap_bytes() };
        index += 1;
    }
    BySquare(table)
}

/// For each square the others on its file and rank.
static CROSS: BySquare<Bitboard> = crosses();

const fn crosses() -> BySquare<Bitboard> {
    let mut table = [Bitboard::EMPTY; 64];
    let mut index = 0;
    while index < 64 {
        let square = Square::from_index(index);
        let lines = Bitboard::file(square.file()).0 | Bitboard::rank(square.rank()).0;
        table[index as usize] = Bitboard(lines & !(1 << index));
        index += 1;
    }
    BySquare(table)
}

/// For each square those from which a piece other than a rook may attack it.
static NEAR: BySquare<Bitboard> = near();

const fn near() -> BySquare<Bitboard> {
    let mut table = [Bitboard::EMPTY; 64];
    let mut index = 0;
    while index < 64 {
        table[index] = Bitboard(KING.0[index].0 | KNIGHT.0[index].0);
        index += 1;
    }
    BySquare(table)
}

/// For each king's square the squares from which a ma attacks it or a square next to it.
static KNIGHT_REACH: BySquare<Bitboard> = reach(true);
/// For each king's square the squares from which a rook may do so.
static ROOK_REACH: BySquare<Bitboard> = reach(false);

const fn reach(knight: bool) -> BySquare<Bitboard> {
    let mut table = [Bitboard::EMPTY; 64];
    let mut index = 0;
    while index < 64 {
        let zone = KING.0[index].0 | 1 << index;
        let mut target = 0;
        while target < 64 {
            if zone & (1 << target) != 0 {
                table[index].0 |= if knight { KNIGHT.0[target].0 } else { CROSS.0[target].0 };
            }
            target += 1;
        }
        index += 1;
    }
    BySquare(table)
}

/// Squares a ma on `from` attacks.
#[inline]
pub fn knight(from: Square) -> Bitboard {
    KNIGHT[from]
}

/// Squares a king on `from` attacks.
#[inline]
pub fn king(from: Square) -> Bitboard {
    KING[from]
}

/// Squares a met on `from` attacks.
#[inline]
pub fn met(from: Square) -> Bitboard {
    MET[from]
}

/// Squares a khon of `colour` on `from` attacks.
#[inline]
pub fn khon(colour: Colour, from: Square) -> Bitboard {
    MET[from] | AHEAD[colour][from]
}

/// Squares a bia of `colour` on `from` attacks.
#[inline]
pub fn pawn(colour: Colour, from: Square) -> Bitboard {
    PAWN[colour][from]
}

/// Squares a rook on `from` attacks when the squares of `occupied` are in its way.
///
/// Along the file by o^(o-2r) on the file and on its byte-reversed image ("hyperbola
/// quintessence", Aleks Peshkov 2007), along the rank by a table.
#[inline]
pub fn rook(from: Square, occupied: Bitboard) -> Bitboard {
    let FileLine { others, bit, reversed } = FILE_LINES[from];
    let blockers = occupied.0 & others;
    let up = blockers.wrapping_sub(bit);
    let down = blockers.swap_bytes().wrapping_sub(reversed).swap_bytes();
    let along_file = (up ^ down) & others;
    let shift = 8 * u32::from(from.rank());
    let inner = (occupied.0 >> shift >> 1 & 63) as usize;
    let along_rank = u64::from(RANK[from.file() as usize][inner]) << shift;
    Bitboard(along_file | along_rank)
}

/// Squares a piece of `colour` and `kind` on `from` attacks.
pub fn of(colour: Colour, kind: Kind, from: Square, occupied: Bitboard) -> Bitboard {
    match kind {
        Kind::Pawn => pawn(colour, from),
        Kind::Met => met(from),
        Kind::Khon => khon(colour, from),
        Kind::Knight => knight(from),
        Kind::Rook => rook(from, occupied),
        Kind::King => king(from),
        Kind::Aiwok => rook(from, occupied) | knight(from) | met(from),
    }
}

/// The squares on and around the king of `colour` that the enemy attacks, the king itself being in
/// no rook's way; other squares of the set mean nothing.
///
/// All short-range pieces step at once; a rook or ma is only looked at if it reaches so far.
#[inline(always)]
pub fn around_king(board: &Board, colour: Colour) -> Bitboard {
    let enemy = colour.other();
    let king_at = board.king(colour);
    let list = |kind| board.movers(enemy, kind);
    let [left, right] = Step::pawn_captures(enemy);
    let pawns = list(Kind::Pawn);
    let mut attacked = pawns.stepped(left) | pawns.stepped(right);
    let khons = list(Kind::Khon);
    let diagonal = khons | list(Kind::Met);
    for step in Step::DIAGONALS {
        attacked |= diagonal.stepped(step);
    }
    attacked |= khons.stepped(Step::forward(enemy));
    for from in list(Kind::Knight) & KNIGHT_REACH[king_at] {
        attacked |= knight(from);
    }
    let rooks = list(Kind::Rook) & ROOK_REACH[king_at];
    if !rooks.is_empty() {
        let occupied = board.occupied() ^ Bitboard::of(king_at);
        for from in rooks {
            attacked |= rook(from, occupied);
        }
    }
    attacked | king(board.king(enemy))
}

/// The pieces of `colour` that attack `square` with a leap or a single step; kings included.
#[inline]
fn leapers_to(board: &Board, colour: Colour, square: Square) -> Bitboard {
    let list = |kind| board.movers(colour, kind);
    let behind = AHEAD[colour.other()][square];
    pawn(colour.other(), square) & list(Kind::Pawn)
        | met(square) & (list(Kind::Met) | list(Kind::Khon))
        | behind & list(Kind::Khon)
        | knight(square) & list(Kind::Knight)
        | king(square) & list(Kind::King)
}

/// The pieces of `colour` that attack `square` when the squares of `occupied` are in the way.
#[inline]
pub fn to_square(board: &Board, colour: Colour, square: Square, occupied: Bitboard) -> Bitboard {
    let rooks = board.movers(colour, Kind::Rook);
    let mut attackers = leapers_to(board, colour, square);
    if rooks.intersects(cross(square)) {
        attackers |= rook(square, occupied) & rooks;
    }
    attackers
}

/// Whether a piece of `colour` attacks `square`. Where none is near and no rook in line, which is what
/// is mostly so, that is seen at once.
#[inline]
pub fn is_attacked(board: &Board, colour: Colour, square: Square) -> bool {
    let near = board.side(colour) & NEAR[square];
    let in_line = board.movers(colour, Kind::Rook) & cross(square);
    !(near | in_line).is_empty() && !to_square(board, colour, square, board.occupied()).is_empty()
}

/// The pieces of `colour` that give check to the enemy king.
#[inline]
pub fn checkers(board: &Board, colour: Colour) -> Bitboard {
    to_square(board, colour, board.king(colour.other()), board.occupied())
}

/// The squares of a square's rank and file, without itself.
#[inline]
pub fn cross(square: Square) -> Bitboard {
    CROSS[square]
}

/// The squares strictly between two squares of one rank or file; empty if they do not share one.
#[inline]
pub fn between(a: Square, b: Square) -> Bitboard {
    // The two rays overlap in what lies between, since each stops at the other square.
    let both = Bitboard::of(a) | Bitboard::of(b);
    if cross(a).contains(b) { rook(a, both) & rook(b, both) } else { Bitboard::EMPTY }
}

/// The pieces of `of` that stand alone between `square` and a rook of `rooks` on its rank or file.
#[inline]
pub fn sole_blockers(board: &Board, of: Colour, square: Square, rooks: Bitboard) -> Bitboard {
    let mut blockers = Bitboard::EMPTY;
    for rook in rooks & cross(square) {
        let between = between(square, rook) & board.occupied();
        if !between.more_than_one() {
            blockers |= between & board.side(of);
        }
    }
    blockers
}

/// The rank or file that two different squares share; empty if they do not share one.
#[inline]
pub fn line(a: Square, b: Square) -> Bitboard {
    if a.file() == b.file() {
        Bitboard::file(a.file())
    } else if a.rank() == b.rank() {
        Bitboard::rank(a.rank())
    } else {
        Bitboard::EMPTY
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn walked(from: Square, occupied: Bitboard) -> Bitboard {
        let mut reached = Bitboard::EMPTY;
        for delta in [1, -1, 16, -16] {
            let mut next = from.offset(delta);
            while let Some(square) = next {
                reached |= Bitboard::of(square);
                next = if occupied.contains(square) { None } else { square.offset(delta) };
            }
        }
        reached
    }

    proptest! {
        #[test]
        fn rook_attacks_are_what_walking_finds(index in 0u8..64, a: u64, b: u64) {
            let from = Square::from_index(index);
            for occupied in [a, a & b, a | b] {
                let occupied = Bitboard(occupied) | Bitboard::of(from);
                prop_assert_eq!(rook(from, occupied), walked(from, occupied));
            }
        }
    }

    #[test]
    fn between_is_empty_off_the_lines() {
        for a in Square::all() {
            for b in Square::all().filter(|&b| b != a) {
                let walk = |delta: i8| {
                    let mut between = Bitboard::EMPTY;
                    let mut next = a.offset(delta);
                    while let Some(square) = next {
                        if square == b {
                            return Some(between);
                        }
                        between |= Bitboard::of(square);
                        next = square.offset(delta);
                    }
                    None
                };
                let expected = [1, -1, 16, -16].into_iter().find_map(walk).unwrap_or_default();
                assert_eq!(between(a, b), expected, "{a} {b}");
                assert_eq!(line(a, b).contains(b), cross(a).contains(b));
            }
        }
    }
}
