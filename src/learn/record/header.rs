//! The headers of files and blocks.

use super::VERSION;
use super::error::RecordFlaw;
use crate::storage::{self, Bytes, Format};

/// How every file begins.
pub(super) const FORMAT: Format = Format {
    what: "file of Mekong games",
    magic: b"MKGAMES",
    version: VERSION as u32,
    version_bytes: 1,
};

/// Length of the part of the file's header that has a fixed length: up to the description.
pub(super) const FIXED: usize = FORMAT.length() + 2;

/// A block may not be larger than this, packed or unpacked.
pub(super) const MAX_BLOCK: u32 = 1 << 24;

/// The header of a file.
pub(super) fn of_file(description: &str) -> Vec<u8> {
    let mut end = description.len().min(usize::from(u16::MAX));
    while !description.is_char_boundary(end) {
        end -= 1;
    }
    let mut out = FORMAT.begin();
    out.extend_from_slice(&(end as u16).to_le_bytes());
    out.extend_from_slice(&description.as_bytes()[..end]);
    storage::seal(&mut out);
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
    pub(super) fn to_bytes(self) -> Vec<u8> {
        let fields = [self.packed, self.unpacked, self.games, self.checksum];
        let mut out: Vec<u8> = fields.into_iter().flat_map(u32::to_le_bytes).collect();
        storage::seal(&mut out);
        out
    }

    /// From bytes.
    pub(super) fn from_bytes(bytes: &[u8]) -> Result<BlockHeader, RecordFlaw> {
        let mut fields = Bytes(storage::unseal(bytes).map_err(|_| RecordFlaw::HeaderChecksum)?);
        let mut next = || fields.u32().ok_or(RecordFlaw::Length);
        let header =
            BlockHeader { packed: next()?, unpacked: next()?, games: next()?, checksum: next()? };
        let fits = header.packed.max(header.unpacked) <= MAX_BLOCK;
        if fits { Ok(header) } else { Err(RecordFlaw::Length) }
    }
}
