//! The board's symmetries, by which tables are reduced.
//!
//! Every piece moves alike to the left and to the right. All but the khon and the bia also move alike
//! up and down and, with the board turned over its long diagonal, along ranks and files.

use crate::board::{Bitboard, Kind, Square};

/// A symmetry of the board: files mirrored, then ranks turned over, then the diagonal a1–h8 as the
/// mirror, each of them or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Symmetry(u8);

impl Symmetry {
    /// Nothing is moved.
    pub(super) const NONE: Symmetry = Symmetry(0);
    const FILES: u8 = 1;
    const RANKS: u8 = 2;
    const DIAGONAL: u8 = 4;

    /// Where a square goes.
    #[inline]
    pub(super) const fn square(self, square: Square) -> Square {
        let mut index = square.index() as u8;
        if self.0 & Symmetry::FILES != 0 {
            index ^= 7;
        }
        if self.0 & Symmetry::RANKS != 0 {
            index ^= 56;
        }
        if self.0 & Symmetry::DIAGONAL != 0 {
            index = index >> 3 | (index & 7) << 3;
        }
        Square::from_index(index)
    }

    /// The squares that go to those of `set`.
    #[inline]
    pub(super) const fn origins(self, set: Bitboard) -> Bitboard {
        let mut bits = set.0;
        if self.0 & Symmetry::DIAGONAL != 0 {
            bits = transposed(bits);
        }
        if self.0 & Symmetry::RANKS != 0 {
            bits = bits.swap_bytes();
        }
        if self.0 & Symmetry::FILES != 0 {
            bits = bits.swap_bytes().reverse_bits();
        }
        Bitboard(bits)
    }
}

/// The 8×8 bits with ranks and files exchanged, by three rounds of swapping blocks.
const fn transposed(mut bits: u64) -> u64 {
    let rounds =
        [(7, 0x00aa_00aa_00aa_00aa), (14, 0x0000_cccc_0000_cccc), (28, 0x0000_0000_f0f0_f0f0)];
    let mut round = 0;
    while round < 3 {
        let (shift, mask) = rounds[round];
        let swap = (bits ^ bits >> shift) & mask;
        bits ^= swap ^ swap << shift;
        round += 1;
    }
    bits
}

/// Which symmetries an ending has: what its strong king's square is reduced to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum KingRegion {
    /// Left and right alike: the king on the files a–d.
    Half,
    /// All eight: the king in the triangle a1–d1–d4.
    Triangle,
}

/// For each square of the king its slot and the symmetry that brings it there.
type Slots = [(u8, Symmetry); 64];

static HALF_SLOTS: Slots = slots(KingRegion::Half);
static TRIANGLE_SLOTS: Slots = slots(KingRegion::Triangle);

const fn slots(region: KingRegion) -> Slots {
    let mut table = [(0, Symmetry::NONE); 64];
    let mut index = 0;
    while index < 64 {
        let square = Square::from_index(index);
        let mut symmetry = Symmetry((square.file() > 3) as u8 * Symmetry::FILES);
        if matches!(region, KingRegion::Triangle) {
            if square.rank() > 3 {
                symmetry.0 |= Symmetry::RANKS;
            }
            let image = symmetry.square(square);
            if image.rank() > image.file() {
                symmetry.0 |= Symmetry::DIAGONAL;
            }
        }
        let (file, rank) = {
            let image = symmetry.square(square);
            (image.file(), image.rank())
        };
        let slot = match region {
            KingRegion::Half => rank * 4 + file,
            // Column after column of the triangle.
            KingRegion::Triangle => file * (file + 1) / 2 + rank,
        };
        table[index as usize] = (slot, symmetry);
        index += 1;
    }
    table
}

impl KingRegion {
    /// What the symmetries of these pieces allow.
    pub(super) fn of(mut kinds: impl Iterator<Item = Kind>) -> KingRegion {
        if kinds.any(|kind| matches!(kind, Kind::Khon | Kind::Pawn)) {
            KingRegion::Half
        } else {
            KingRegion::Triangle
        }
    }

    /// Number of squares that the king is reduced to.
    pub(super) const fn len(self) -> usize {
        match self {
            KingRegion::Half => 32,
            KingRegion::Triangle => 10,
        }
    }

    /// The slot of a king's square, and the symmetry that brings it there.
    #[inline]
    pub(super) fn slot(self, king: Square) -> (usize, Symmetry) {
        let table = match self {
            KingRegion::Half => &HALF_SLOTS,
            KingRegion::Triangle => &TRIANGLE_SLOTS,
        };
        let (slot, symmetry) = table[king.index()];
        (usize::from(slot), symmetry)
    }

    /// The king's square of a slot.
    pub(super) fn king(self, slot: usize) -> Square {
        let of_slot = |square: &Square| self.slot(*square) == (slot, Symmetry::NONE);
        // Every slot below `len` has such a square, as a test shows.
        Square::all().find(of_slot).unwrap_or(Square::from_index(0))
    }

    /// On how many squares of the whole board a king stands that has this slot.
    pub(super) fn weight(self, slot: usize) -> u64 {
        Square::all().filter(|&square| self.slot(square).0 == slot).count() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_go_back_where_squares_came_from() {
        for bits in 0..8 {
            let symmetry = Symmetry(bits);
            for square in Square::all() {
                let there = Bitboard::of(symmetry.square(square));
                assert_eq!(symmetry.origins(there), Bitboard::of(square));
            }
        }
    }

    #[test]
    fn every_slot_has_its_king() {
        for region in [KingRegion::Half, KingRegion::Triangle] {
            let mut squares = 0;
            for slot in 0..region.len() {
                assert_eq!(region.slot(region.king(slot)), (slot, Symmetry::NONE));
                squares += region.weight(slot);
            }
            assert_eq!(squares, 64);
            assert!(Square::all().all(|square| region.slot(square).0 < region.len()));
        }
    }
}
