//! A hash table of counts that several threads share without locks.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use thiserror::Error;

use crate::resources;

/// Counts of positions by depth.
///
/// An entry is two words, the first of them the key combined with the second (Hyatt and Mann
/// 2002), so that a half-written entry is taken for no entry.
#[derive(Debug)]
pub struct PerftTable {
    buckets: Vec<CountBucket>,
}

/// One cache line.
#[derive(Default, Debug)]
#[repr(align(64))]
struct CountBucket([CountEntry; 4]);

#[derive(Default, Debug)]
struct CountEntry {
    /// Key XOR data.
    check: AtomicU64,
    /// The count in the upper 56 bits, the depth in the lower 8; 0 in an empty entry.
    data: AtomicU64,
}

/// The memory for a table was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("there is no memory for a hash table of {0} MiB")]
pub struct TableTooLarge(pub usize);

/// The largest count that an entry holds, which stands for anything larger, too.
const LARGEST: u64 = (1 << 56) - 1;

impl PerftTable {
    /// An empty table of `mebibytes` MiB (at least one).
    ///
    /// # Errors
    /// If the system has no such memory.
    pub fn new(mebibytes: usize) -> Result<PerftTable, TableTooLarge> {
        let refused = TableTooLarge(mebibytes);
        let bytes = mebibytes.max(1).checked_mul(1 << 20).ok_or(refused)?;
        let count = bytes / size_of::<CountBucket>();
        if !resources::has_memory(bytes) {
            return Err(refused);
        }
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count).map_err(|_| refused)?;
        buckets.resize_with(count, CountBucket::default);
        Ok(PerftTable { buckets })
    }

    /// Forgets everything. Needed before positions of another variant: keys do not tell variants
    /// apart.
    pub fn clear(&self) {
        for entry in self.buckets.iter().flat_map(|bucket| &bucket.0) {
            entry.check.store(0, Relaxed);
            entry.data.store(0, Relaxed);
        }
    }

    /// The count of the position with this key at this depth, if it is still there; `u64::MAX`
    /// for one that was too large for an entry.
    pub fn probe(&self, key: u64, depth: u32) -> Option<u64> {
        let (key, bucket) = self.bucket(key, depth);
        bucket.0.iter().find_map(|entry| {
            let data = entry.data.load(Relaxed);
            let matches = entry.check.load(Relaxed) ^ data == key;
            (matches && data & 0xff == u64::from(depth)).then_some(match data >> 8 {
                LARGEST => u64::MAX,
                nodes => nodes,
            })
        })
    }

    /// Enters a count in place of the smallest one, which is the quickest to find again. Depths
    /// of 0 or over 255 are not kept.
    pub fn store(&self, key: u64, depth: u32, nodes: u64) {
        if !(1..=255).contains(&depth) {
            return;
        }
        let (key, bucket) = self.bucket(key, depth);
        let data = nodes.min(LARGEST) << 8 | u64::from(depth);
        if let Some(entry) = bucket.0.iter().min_by_key(|entry| entry.data.load(Relaxed)) {
            entry.data.store(data, Relaxed);
            entry.check.store(key ^ data, Relaxed);
        }
    }

    /// The key with the depth mixed in, and the bucket where it belongs.
    fn bucket(&self, key: u64, depth: u32) -> (u64, &CountBucket) {
        let key = key ^ u64::from(depth).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        (key, &self.buckets[index as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stored_is_found_until_cleared() {
        let table = PerftTable::new(1).unwrap();
        assert_eq!(table.probe(0, 2), None);
        table.store(0, 2, 0);
        table.store(7, 2, 40);
        table.store(7, 3, 900);
        table.store(8, 3, LARGEST + 1);
        table.store(8, 300, 1);
        assert_eq!(table.probe(0, 2), Some(0));
        assert_eq!(table.probe(7, 2), Some(40));
        assert_eq!(table.probe(7, 3), Some(900));
        assert_eq!(table.probe(8, 3), Some(u64::MAX));
        assert_eq!(table.probe(8, 300), None);
        table.clear();
        assert_eq!(table.probe(7, 3), None);
    }

    #[test]
    fn a_table_beyond_all_memory_is_refused() {
        let refused = |size| PerftTable::new(size).err();
        assert_eq!(refused(usize::MAX), Some(TableTooLarge(usize::MAX)));
        assert_eq!(refused(1 << 42), Some(TableTooLarge(1 << 42)));
    }
}
