//! Packed tables in memory: each block is unpacked when it is first asked for, and stays.

use std::fmt;
use std::sync::{Arc, OnceLock};

use zstd::bulk::Decompressor;

use super::super::error::TableFlaw;
use super::super::id::TableId;
use super::super::layout::ROW;
use super::super::store::Entries;
use super::header::Header;
use super::order::by_rows;

/// A packed table in memory.
///
/// A probe waits for nothing but the first unpacking of its block, and says the same whatever was
/// asked before, by whatever thread.
pub(in crate::endgame) struct Embedded {
    /// The table as a file holds it.
    bytes: &'static [u8],
    header: Header,
    /// The table whose blocks are the dictionaries of this one's.
    base: Option<Arc<Embedded>>,
    /// What has been unpacked; `None` in it for a block that is damaged.
    blocks: Box<[OnceLock<Option<Entries>>]>,
}

impl Embedded {
    /// A table from the bytes of its file.
    pub(in crate::endgame) fn new(
        bytes: &'static [u8],
        base: impl FnOnce(&TableId) -> Option<Arc<Embedded>>,
    ) -> Result<Embedded, TableFlaw> {
        let header = Header::read(bytes, bytes.len() as u64)?;
        let base = base(&header.id);
        let blocks = header.blocks.iter().map(|_| OnceLock::new()).collect();
        Ok(Embedded { bytes, header, base, blocks })
    }

    /// What the table is of.
    pub(in crate::endgame) fn id(&self) -> &TableId {
        &self.header.id
    }

    /// One entry; `None` if its block is damaged.
    #[inline]
    pub(in crate::endgame) fn entry(&self, row: usize, column: usize) -> Option<u8> {
        let (number, row) = self.place(row);
        Some(self.block(number)?.entry(row, column))
    }

    /// A row; `None` if its block is damaged.
    #[inline]
    pub(in crate::endgame) fn row(&self, row: usize) -> Option<[u8; ROW]> {
        let (number, row) = self.place(row);
        Some(self.block(number)?.row(row))
    }

    /// The block of a row, and its place there.
    #[inline]
    fn place(&self, row: usize) -> (usize, usize) {
        let block_rows = self.header.block_rows as usize;
        (row / block_rows, row % block_rows)
    }

    #[inline]
    fn block(&self, number: usize) -> Option<&Entries> {
        self.blocks[number].get_or_init(|| self.unpacked(number)).as_ref()
    }

    #[cold]
    fn unpacked(&self, number: usize) -> Option<Entries> {
        Some(Entries::new(by_rows(&self.columns(number)?)))
    }

    /// The entries of a block, column by column.
    fn columns(&self, number: usize) -> Option<Vec<u8>> {
        let decompressor = match &self.base {
            None => Decompressor::new(),
            Some(base) => Decompressor::with_dictionary(&base.columns(number)?),
        };
        self.header
            .unpack(number, self.header.packed(number, self.bytes), &mut decompressor.ok()?)
            .ok()
    }

    /// Bytes of memory that unpacked blocks take.
    pub(in crate::endgame) fn memory(&self) -> usize {
        self.blocks.iter().filter_map(|block| Some(block.get()?.as_ref()?.memory())).sum()
    }
}

impl fmt::Debug for Embedded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Embedded").field("id", &self.header.id).finish_non_exhaustive()
    }
}
