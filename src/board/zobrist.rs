//! Random numbers that make up hash keys (Zobrist 1970), fixed at compile time.

use super::{ByColour, Colour, Piece, Square};
use crate::seed::splitmix64;

const fn numbers<const N: usize>(first_seed: u64) -> [u64; N] {
    let mut numbers = [0; N];
    let mut i = 0;
    while i < N {
        numbers[i] = splitmix64(first_seed + i as u64);
        i += 1;
    }
    numbers
}

static PIECES: [u64; Piece::CODES * 64] = numbers(1);
static RIGHTS: [u64; 256] = numbers(10_000);
static CHECKS: [u64; 256] = numbers(20_000);
static COUNTS: [u64; 256] = numbers(30_000);

/// The number of Black to move.
pub const BLACK_TO_MOVE: u64 = splitmix64(40_000);

/// The number of a count at an odd number of plies, where that makes a difference.
pub const ODD_PLIES: u64 = splitmix64(40_001);

/// The number of a piece on a square.
#[inline]
pub fn piece(piece: Piece, square: Square) -> u64 {
    PIECES[piece.index() * 64 + square.index()]
}

/// The number of a set of first-move rights; zero for none.
#[inline]
pub fn rights(bits: u8) -> u64 {
    if bits == 0 { 0 } else { RIGHTS[bits as usize] }
}

/// The number of the checks that the sides have left to give.
#[inline]
pub fn checks(left: ByColour<u8>) -> u64 {
    CHECKS[((left[Colour::White] & 15) << 4 | left[Colour::Black] & 15) as usize]
}

/// One of 256 numbers for classes of running counts.
#[inline]
pub fn count(class: u8) -> u64 {
    COUNTS[class as usize]
}
