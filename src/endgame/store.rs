//! Where the entries of a table are kept.

use std::sync::Arc;

use super::file::{Embedded, Packed};
use super::layout::ROW;
use super::value::Value;

/// The entries of a table, row by row.
#[derive(Debug)]
pub(super) enum Store {
    /// In memory.
    Memory(Entries),
    /// Packed blocks that are part of the program, unpacked when they are first asked for.
    Embedded(Arc<Embedded>),
    /// Packed blocks of a file, unpacked when they are asked for.
    Packed(Box<Packed>),
}

/// Rows of entries in memory.
#[derive(Debug)]
pub(super) enum Entries {
    /// One byte an entry.
    Dense(Box<[u8]>),
    /// The few that are no draws.
    Sparse(Sparse),
}

/// Entries that are no draws, in ascending order.
#[derive(Debug)]
pub(super) struct Sparse {
    indices: Box<[u32]>,
    bytes: Box<[u8]>,
}

/// Rows with fewer than one entry in so many that is no draw are kept sparse.
const SPARSE: usize = 32;

impl Store {
    /// Keeps entries in memory, in the form that takes less of it.
    pub(super) fn in_memory(entries: Vec<u8>) -> Store {
        Store::Memory(Entries::new(entries))
    }

    /// One entry; `None` if its block is damaged or cannot be read any more.
    #[inline]
    pub(super) fn entry(&self, row: usize, column: usize) -> Option<Value> {
        let byte = match self {
            Store::Memory(entries) => entries.entry(row, column),
            Store::Embedded(embedded) => embedded.entry(row, column)?,
            Store::Packed(packed) => packed.row(row)?[column],
        };
        Some(Value::from_byte(byte))
    }

    /// A row; `None` if its block is damaged or cannot be read any more.
    #[inline]
    pub(super) fn row(&self, row: usize) -> Option<[u8; ROW]> {
        match self {
            Store::Memory(entries) => Some(entries.row(row)),
            Store::Embedded(embedded) => embedded.row(row),
            Store::Packed(packed) => packed.row(row),
        }
    }

    /// Bytes of memory, the program and files left out.
    pub(super) fn memory(&self) -> usize {
        match self {
            Store::Memory(entries) => entries.memory(),
            Store::Embedded(embedded) => embedded.memory(),
            Store::Packed(packed) => packed.memory(),
        }
    }
}

impl Entries {
    /// Rows of entries, in the form that takes less memory.
    pub(super) fn new(entries: Vec<u8>) -> Entries {
        let decided = entries.iter().filter(|&&byte| byte != 0).count();
        if decided > entries.len() / SPARSE || u32::try_from(entries.len()).is_err() {
            return Entries::Dense(entries.into());
        }
        let some = || entries.iter().enumerate().filter(|&(_, &byte)| byte != 0);
        Entries::Sparse(Sparse {
            indices: some().map(|(index, _)| index as u32).collect(),
            bytes: some().map(|(_, &byte)| byte).collect(),
        })
    }

    /// One entry.
    #[inline]
    pub(super) fn entry(&self, row: usize, column: usize) -> u8 {
        let index = row * ROW + column;
        match self {
            Entries::Dense(entries) => entries[index],
            Entries::Sparse(sparse) => sparse.entry(index),
        }
    }

    /// A row.
    #[inline]
    pub(super) fn row(&self, row: usize) -> [u8; ROW] {
        match self {
            Entries::Dense(entries) => {
                let mut bytes = [0; ROW];
                bytes.copy_from_slice(&entries[row * ROW..][..ROW]);
                bytes
            }
            Entries::Sparse(sparse) => sparse.row(row),
        }
    }

    /// Bytes of memory.
    pub(super) fn memory(&self) -> usize {
        match self {
            Entries::Dense(entries) => entries.len(),
            Entries::Sparse(sparse) => sparse.indices.len() * 4 + sparse.bytes.len(),
        }
    }
}

impl Sparse {
    fn entry(&self, index: usize) -> u8 {
        // Entries that are more than a u32 counts are dense.
        self.indices.binary_search(&(index as u32)).map_or(0, |place| self.bytes[place])
    }

    fn row(&self, row: usize) -> [u8; ROW] {
        let mut bytes = [0; ROW];
        let begin = row * ROW;
        let first = self.indices.partition_point(|&index| (index as usize) < begin);
        let there = self.indices[first..].iter().zip(&self.bytes[first..]);
        for (&index, &byte) in there.take_while(|&(&index, _)| (index as usize) < begin + ROW) {
            bytes[index as usize - begin] = byte;
        }
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sparse_and_dense_say_the_same() {
        let mut entries = vec![0; 100 * ROW];
        for (index, byte) in [(0, 2), (63, 5), (64, 7), (6399, 9)] {
            entries[index] = byte;
        }
        let sparse = Entries::new(entries.clone());
        assert!(matches!(sparse, Entries::Sparse(_)) && sparse.memory() == 20);
        let dense = Entries::Dense(entries.into());
        for row in 0..100 {
            assert_eq!(sparse.row(row), dense.row(row));
            for column in 0..ROW {
                assert_eq!(sparse.entry(row, column), dense.entry(row, column));
            }
        }
    }
}
