//! Reading a file: its blocks are unpacked when they are asked for, the last ones stay unpacked.

use std::fmt;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Mutex;

use zstd::bulk::Decompressor;

use super::super::error::{TableError, TableFlaw};
use super::super::id::TableId;
use super::super::layout::ROW;
use super::header::Header;
use super::order::by_rows;
use crate::storage;

/// Parts of the cache that can be used at the same time.
const SHARDS: usize = 8;

/// Unpacked blocks in each part.
const SLOTS: usize = 16;

/// A file of a table. Whatever becomes of it, a block that is not what it was is not used.
pub(in crate::endgame) struct Packed {
    file: Mutex<File>,
    header: Header,
    cache: [Mutex<Shard>; SHARDS],
}

/// A part of the cache.
#[derive(Default)]
struct Shard {
    decompressor: Option<Decompressor<'static>>,
    slots: [CachedBlock; SLOTS],
}

/// An unpacked block, or nothing yet.
#[derive(Default)]
struct CachedBlock {
    block: Option<usize>,
    bytes: Vec<u8>,
}

impl Packed {
    /// Opens a file and checks all of it.
    pub(in crate::endgame) fn open(path: &Path) -> Result<Packed, TableError> {
        let failed = |source| TableError::Io { path: path.into(), source };
        let mut file = storage::open(path).map_err(failed)?;
        let len = file.metadata().map_err(failed)?.len();
        let mut head = Vec::new();
        file.by_ref().take(Header::FIXED as u64).read_to_end(&mut head).map_err(failed)?;
        let rest = Header::announced(&head).saturating_sub(head.len());
        file.by_ref().take(rest as u64).read_to_end(&mut head).map_err(failed)?;
        let flawed = |flaw| TableError::Flawed { path: path.into(), flaw };
        let header = Header::read(&head, len).map_err(flawed)?;
        let packed = Packed { file: Mutex::new(file), header, cache: Default::default() };
        for block in 0..packed.header.blocks.len() {
            packed.checked(block).map_err(flawed)?;
        }
        Ok(packed)
    }

    /// What the table is of.
    pub(in crate::endgame) fn id(&self) -> &TableId {
        &self.header.id
    }

    /// The packed bytes of a block, if they match their checksum.
    fn checked(&self, number: usize) -> Result<Vec<u8>, TableFlaw> {
        let block = &self.header.blocks[number];
        let bytes = self.read(block.offset, block.len).map_err(|_| TableFlaw::Unread(number))?;
        match crc32fast::hash(&bytes) == block.checksum {
            true => Ok(bytes),
            false => Err(TableFlaw::BlockChecksum(number)),
        }
    }

    fn read(&self, offset: u64, len: u32) -> io::Result<Vec<u8>> {
        let mut file = self.file.lock().map_err(|_| io::Error::other("a thread has failed"))?;
        file.seek(SeekFrom::Start(offset))?;
        let mut bytes = vec![0; len as usize];
        file.read_exact(&mut bytes)?;
        Ok(bytes)
    }

    /// The entries of a block.
    fn unpack(&self, number: usize, decompressor: &mut Decompressor) -> Result<Vec<u8>, TableFlaw> {
        let columns = self.header.unpack(number, &self.checked(number)?, decompressor)?;
        Ok(by_rows(&columns))
    }

    /// Every entry.
    pub(in crate::endgame) fn unpack_all(&self) -> Result<Vec<u8>, TableFlaw> {
        let mut entries = Vec::new();
        let mut decompressor = Decompressor::new().map_err(|_| TableFlaw::Packing(0))?;
        for number in 0..self.header.blocks.len() {
            entries.extend(self.unpack(number, &mut decompressor)?);
        }
        Ok(entries)
    }

    /// A row; `None` if its block cannot be unpacked.
    pub(in crate::endgame) fn row(&self, row: usize) -> Option<[u8; ROW]> {
        let block_rows = self.header.block_rows as usize;
        let (number, row) = (row / block_rows, row % block_rows);
        let mut shard = self.cache[number % SHARDS].lock().ok()?;
        let Shard { decompressor, slots } = &mut *shard;
        let slot = &mut slots[number / SHARDS % SLOTS];
        if slot.block != Some(number) {
            slot.block = None;
            let decompressor = match decompressor {
                Some(decompressor) => decompressor,
                None => decompressor.insert(Decompressor::new().ok()?),
            };
            slot.bytes = self.unpack(number, decompressor).ok()?;
            slot.block = Some(number);
        }
        slot.bytes[row * ROW..].first_chunk().copied()
    }

    /// Bytes of memory.
    pub(in crate::endgame) fn memory(&self) -> usize {
        let unpacked = self.cache.iter().filter_map(|shard| {
            let shard = shard.lock().ok()?;
            Some(shard.slots.iter().map(|slot| slot.bytes.capacity()).sum::<usize>())
        });
        std::mem::size_of_val(&self.header.blocks[..]) + unpacked.sum::<usize>()
    }
}

impl fmt::Debug for Packed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Packed").field("id", &self.header.id).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::endgame::Tables;

    #[test]
    fn rows_are_those_of_the_whole() {
        let folder = tempfile::tempdir().unwrap();
        let mut tables = Tables::default();
        let id = TableId::with_numbers("KRK".parse().unwrap(), 0, 0).unwrap();
        tables.build(&id, 1, &|_, _| {}).unwrap();
        tables.save(&id, folder.path(), 3, 1).unwrap();
        let packed = Packed::open(&folder.path().join(id.file_name())).unwrap();
        let entries = packed.unpack_all().unwrap();
        let rows = crate::endgame::layout::Layout::new(id.ending()).rows();
        assert_eq!(entries.len(), rows * ROW);
        // There and back, so that blocks are found in the cache and replaced.
        for row in (0..rows).chain((0..rows).rev().step_by(7)) {
            assert_eq!(packed.row(row).unwrap()[..], entries[row * ROW..][..ROW]);
        }
    }

    /// What is cut off after it was opened is unknown, and nothing worse.
    #[test]
    fn a_file_may_shrink() {
        let folder = tempfile::tempdir().unwrap();
        let mut tables = Tables::default();
        let id = TableId::with_numbers("KRK".parse().unwrap(), 0, 0).unwrap();
        tables.build(&id, 1, &|_, _| {}).unwrap();
        tables.save(&id, folder.path(), 3, 1).unwrap();
        let path = folder.path().join(id.file_name());
        let packed = Packed::open(&path).unwrap();
        let rows = packed.unpack_all().unwrap().len() / ROW;
        assert!(packed.row(0).is_some());
        File::options().write(true).open(&path).unwrap().set_len(100).unwrap();
        assert!(packed.row(rows - 1).is_none() && packed.unpack_all().is_err());
        // What was unpacked before stays.
        assert!(packed.row(0).is_some());
    }
}
