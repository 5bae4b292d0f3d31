//! Packing a table, and writing it to a file.

use std::io;
use std::ops::Range;
use std::path::Path;
use std::sync::Mutex;

use zstd::bulk::Compressor;

use super::super::attack_map::AttackMap;

use super::super::error::TableError;
use super::super::id::TableId;
use super::super::layout::{Layout, ROW};
use super::super::store::Store;
use super::header::Header;
use super::order::by_columns;
use crate::board::Square;
use crate::parallel::share;
use crate::storage;

/// Rows in a block of a file: 16 KiB, some 20 microseconds to unpack.
const FILE_BLOCK_ROWS: usize = 256;

/// A table to be packed.
pub(in crate::endgame) struct Content<'a> {
    pub(in crate::endgame) id: TableId,
    pub(in crate::endgame) layout: &'a Layout,
    pub(in crate::endgame) store: &'a Store,
}

/// How a table is packed.
pub(in crate::endgame) struct Packing<'a> {
    /// Level of zstd, 1–22.
    pub(in crate::endgame) level: i32,
    /// Rows in a block.
    pub(in crate::endgame) block_rows: usize,
    /// A table of the same ending, each block of which is the dictionary of the same block of this.
    pub(in crate::endgame) base: Option<&'a Content<'a>>,
}

/// Writes a table to `path` (a file of that name is replaced, and only by a complete one), packed
/// with this zstd level. Returns its length.
pub(in crate::endgame) fn write(
    path: &Path,
    content: &Content,
    level: i32,
    threads: usize,
) -> Result<u64, TableError> {
    let packing = Packing { level, block_rows: FILE_BLOCK_ROWS, base: None };
    let failed = |source| TableError::Io { path: path.into(), source };
    let bytes = content.packed(&packing, threads).map_err(failed)?;
    storage::write(path, &bytes).map_err(failed)?;
    Ok(bytes.len() as u64)
}

impl Content<'_> {
    /// The table as a file holds it.
    pub(in crate::endgame) fn packed(
        &self,
        packing: &Packing,
        threads: usize,
    ) -> io::Result<Vec<u8>> {
        let blocks = self.blocks(packing, threads)?;
        let index = blocks.iter().map(|block| (block.len() as u32, crc32fast::hash(block)));
        let mut bytes = Header::new(self.id.clone(), packing.block_rows as u32, index).bytes();
        blocks.iter().for_each(|block| bytes.extend_from_slice(block));
        Ok(bytes)
    }

    fn blocks(&self, packing: &Packing, threads: usize) -> io::Result<Vec<Vec<u8>>> {
        let (rows, block_rows) = (self.layout.rows(), packing.block_rows);
        let mut blocks = vec![Vec::new(); rows.div_ceil(block_rows)];
        let failure = Mutex::new(None);
        share(threads, blocks.iter_mut().enumerate(), |(number, block)| {
            let first = number * block_rows;
            match self.block(first..rows.min(first + block_rows), packing) {
                Ok(packed) => *block = packed,
                Err(error) => {
                    failure.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).replace(error);
                }
            }
        });
        match failure.into_inner() {
            Ok(None) => Ok(blocks),
            Ok(Some(error)) => Err(error),
            Err(_) => Err(io::Error::other("a thread has failed")),
        }
    }

    fn block(&self, rows: Range<usize>, packing: &Packing) -> io::Result<Vec<u8>> {
        let bytes = self.columns(rows.clone())?;
        let mut compressor = match packing.base {
            None => Compressor::new(packing.level)?,
            Some(base) => Compressor::with_dictionary(packing.level, &base.columns(rows)?)?,
        };
        compressor.compress(&bytes)
    }

    /// The entries of some rows, column by column. Those of no legal position are like the one before,
    /// which packs better than anything else.
    fn columns(&self, rows: Range<usize>) -> io::Result<Vec<u8>> {
        let len = rows.len();
        let mut bytes = Vec::with_capacity(len * ROW);
        let mut legal = Vec::with_capacity(len);
        for row in rows {
            let men = self.layout.men(row);
            let entries = self.store.row(row);
            let entries = entries.ok_or_else(|| io::Error::other("the table cannot be read"))?;
            bytes.extend_from_slice(&entries);
            legal.push(match men.are_apart() {
                true => AttackMap::new(self.id.ending().strong(), &men).safe(),
                false => Default::default(),
            });
        }
        let mut bytes = by_columns(&bytes);
        let mut last = 0;
        for (square, column) in Square::all().zip(bytes.chunks_exact_mut(len.max(1))) {
            for (byte, legal) in column.iter_mut().zip(&legal) {
                match legal.contains(square) {
                    true => last = *byte,
                    false => *byte = last,
                }
            }
        }
        Ok(bytes)
    }
}
