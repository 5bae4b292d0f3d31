//! Writing a file.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use std::sync::Mutex;

use zstd::bulk::Compressor;

use super::super::bare::Chase;
use super::super::build::share;
use super::super::error::TableError;
use super::super::id::TableId;
use super::super::layout::{Layout, ROW};
use super::super::store::Store;
use super::header::Header;
use crate::board::Square;

/// Rows in a block: 16 KiB, a few microseconds to unpack.
const BLOCK_ROWS: usize = 256;

/// What is written to a file.
pub(in crate::endgame) struct Content<'a> {
    pub(in crate::endgame) id: TableId,
    pub(in crate::endgame) layout: &'a Layout,
    pub(in crate::endgame) store: &'a Store,
}

/// Writes a table to `path` (a file of that name is replaced, and only by a complete one), packed
/// with this zstd level. Returns its length.
pub(in crate::endgame) fn write(
    path: &Path,
    content: &Content,
    level: i32,
    threads: usize,
) -> Result<u64, TableError> {
    let failed = |source| TableError::Io { path: path.into(), source };
    let blocks = content.packed(level, threads).map_err(failed)?;
    let index = blocks.iter().map(|block| (block.len() as u32, crc32fast::hash(block)));
    let header = Header::new(content.id.clone(), BLOCK_ROWS as u32, index).bytes();
    let part = path.with_extension("part");
    let written = write_parts(&part, &header, &blocks).and_then(|()| fs::rename(&part, path));
    if let Err(source) = written {
        // What is left of it is of no use; that it was not written is what there is to say.
        let _ = fs::remove_file(&part);
        return Err(failed(source));
    }
    Ok(header.len() as u64 + blocks.iter().map(|block| block.len() as u64).sum::<u64>())
}

fn write_parts(path: &Path, header: &[u8], blocks: &[Vec<u8>]) -> io::Result<()> {
    let mut out = io::BufWriter::new(File::create(path)?);
    out.write_all(header)?;
    for block in blocks {
        out.write_all(block)?;
    }
    out.into_inner()?.sync_all()
}

impl Content<'_> {
    fn packed(&self, level: i32, threads: usize) -> io::Result<Vec<Vec<u8>>> {
        let rows = self.layout.rows();
        let mut blocks = vec![Vec::new(); rows.div_ceil(BLOCK_ROWS)];
        let failure = Mutex::new(None);
        share(threads, blocks.chunks_mut(64).enumerate(), |(chunk, blocks)| {
            let mut pack = || -> io::Result<()> {
                let mut compressor = Compressor::new(level)?;
                for (i, block) in blocks.iter_mut().enumerate() {
                    let first = (chunk * 64 + i) * BLOCK_ROWS;
                    let rows = first..rows.min(first + BLOCK_ROWS);
                    *block = compressor.compress(&self.bytes(rows)?)?;
                }
                Ok(())
            };
            if let (Err(error), Ok(mut failure)) = (pack(), failure.lock()) {
                *failure = Some(error);
            }
        });
        match failure.into_inner() {
            Ok(None) => Ok(blocks),
            Ok(Some(error)) => Err(error),
            Err(_) => Err(io::Error::other("a thread has failed")),
        }
    }

    /// The entries of some rows; those of no legal position are like the one before, which packs
    /// better than anything else.
    fn bytes(&self, rows: std::ops::Range<usize>) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::with_capacity(rows.len() * ROW);
        let mut last = 0;
        for row in rows {
            let men = self.layout.men(row);
            let entries =
                self.store.row(row).ok_or_else(|| io::Error::other("the table cannot be read"))?;
            let legal = match men.are_apart() {
                true => Chase::new(self.id.ending().strong(), &men).safe(),
                false => Default::default(),
            };
            for (square, byte) in Square::all().zip(entries) {
                if legal.contains(square) {
                    last = byte;
                }
                bytes.push(last);
            }
        }
        Ok(bytes)
    }
}
