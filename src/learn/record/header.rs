//! The headers of files and blocks.

use super::VERSION;
use super::error::RecordFlaw;

/// How every file begins.
pub(super) const MAGIC: &[u8; 7] = b"MKGAMES";

/// Length of the part of the file's header that has a fixed length: up to the description.
pub(super) const FIXED: usize = 10;

/// A block may not be larger than this, packed or unpacked.
pub(super) const MAX_BLOCK: u32 = 1 << 24;

/// The header of a file.
pub(super) fn of_file(description: &str) -> Vec<u8> {
    let mut end = description.len().min(usize::from(u16::MAX));
    while !description.is_char_boundary(end) {
        end -= 1;
    }
    let mut out = MAGIC.to_vec();
    out.push(VERSION);
    out.extend_from_slice(&(end as u16).to_le_bytes());
    out.extend_from_slice(&description.as_bytes()[..end]);
    let checksum = crc32fast::hash(&out);
    out.extend_from_slice(&checksum.to_le_bytes());
    out
}

/// The header of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct BlockHeader {
    /// Length of the packed content.
    pub(super) packed: u32,
    /// Length of the content.
    pub(super) unpacked: u32,
    /// Number of games.
    pub(super) games: u32,
    /// CRC-32 of the packed content.
    pub(super) checksum: u32,
}

impl BlockHeader {
    /// Length in bytes.
    pub(super) const LENGTH: usize = 20;

    /// As bytes.
    pub(super) fn to_bytes(self) -> [u8; Self::LENGTH] {
        let mut out = [0; Self::LENGTH];
        let fields = [self.packed, self.unpacked, self.games, self.checksum];
        for (place, field) in out.chunks_exact_mut(4).zip(fields) {
            place.copy_from_slice(&field.to_le_bytes());
        }
        let checksum = crc32fast::hash(&out[..16]);
        out[16..].copy_from_slice(&checksum.to_le_bytes());
        out
    }

    /// From bytes.
    pub(super) fn from_bytes(bytes: [u8; Self::LENGTH]) -> Result<BlockHeader, RecordFlaw> {
        let field =
            |at: usize| bytes[at..at + 4].iter().rev().fold(0, |sum, &b| sum << 8 | u32::from(b));
        if field(16) != crc32fast::hash(&bytes[..16]) {
            return Err(RecordFlaw::HeaderChecksum);
        }
        let header = BlockHeader {
            packed: field(0),
            unpacked: field(4),
            games: field(8),
            checksum: field(12),
        };
        let fits = header.packed.max(header.unpacked) <= MAX_BLOCK;
        if fits { Ok(header) } else { Err(RecordFlaw::Length) }
    }
}
