//! Where the entries of a table are kept.

use super::file::Packed;
use super::layout::ROW;
use super::value::Value;

/// The entries of a table, row by row.
#[derive(Debug)]
pub(super) enum Store {
    /// One byte an entry, in memory.
    Dense(Box<[u8]>),
    /// The few entries that are no draws, in memory.
    Sparse(Sparse),
    /// Packed blocks of a file, unpacked when they are asked for.
    Packed(Box<Packed>),
}

/// Entries that are no draws, in ascending order.
#[derive(Debug)]
pub(super) struct Sparse {
    indices: Box<[u32]>,
    bytes: Box<[u8]>,
}

/// A table with fewer than one entry in so many that is no draw is kept sparse.
const SPARSE: usize = 32;

impl Store {
    /// Keeps entries in memory, in the form that takes less of it.
    pub(super) fn in_memory(entries: Vec<u8>) -> Store {
        let decided = entries.iter().filter(|&&byte| byte != 0).count();
        if decided > entries.len() / SPARSE || u32::try_from(entries.len()).is_err() {
            return Store::Dense(entries.into());
        }
        let some = || entries.iter().enumerate().filter(|&(_, &byte)| byte != 0);
        Store::Sparse(Sparse {
            indices: some().map(|(index, _)| index as u32).collect(),
            bytes: some().map(|(_, &byte)| byte).collect(),
        })
    }

    /// One entry; `None` if the file's block cannot be read any more.
    #[inline]
    pub(super) fn entry(&self, row: usize, column: usize) -> Option<Value> {
        let index = row * ROW + column;
        let byte = match self {
            Store::Dense(entries) => entries[index],
            Store::Sparse(sparse) => sparse.entry(index),
            Store::Packed(packed) => packed.row(row)?[column],
        };
        Some(Value::from_byte(byte))
    }

    /// A row; `None` if the file's block cannot be read any more.
    #[inline]
    pub(super) fn row(&self, row: usize) -> Option<[u8; ROW]> {
        match self {
            Store::Dense(entries) => {
                let mut bytes = [0; ROW];
                bytes.copy_from_slice(&entries[row * ROW..][..ROW]);
                Some(bytes)
            }
            Store::Sparse(sparse) => Some(sparse.row(row)),
            Store::Packed(packed) => packed.row(row),
        }
    }

    /// Bytes of memory.
    pub(super) fn memory(&self) -> usize {
        match self {
            Store::Dense(entries) => entries.len(),
            Store::Sparse(sparse) => sparse.indices.len() * 4 + sparse.bytes.len(),
            Store::Packed(packed) => packed.memory(),
        }
    }
}

impl Sparse {
    fn entry(&self, index: usize) -> u8 {
        // In-memory tables that are longer than a u32 counts are dense.
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
        let sparse = Store::in_memory(entries.clone());
        assert!(matches!(sparse, Store::Sparse(_)) && sparse.memory() == 20);
        let dense = Store::Dense(entries.into());
        for row in 0..100 {
            assert_eq!(sparse.row(row), dense.row(row));
            for column in 0..ROW {
                assert_eq!(sparse.entry(row, column), dense.entry(row, column));
            }
        }
    }
}
