//! How much memory a hash table can have.

use super::Note;
use crate::resources;

/// The largest hash table that can be asked for, in megabytes.
pub(super) const MAX_HASH: usize = if cfg!(target_pointer_width = "64") { 65_536 } else { 1_024 };

/// Megabytes that are left for everything else, at least: unpacked endgame tables, histories.
const RESERVE: usize = 24;

/// The size nearest to `megabytes` that can be had, and what to say if it is another one.
///
/// Running out of memory ends a process without a question, so it is found out before.
pub(super) fn fitting(megabytes: usize) -> (usize, Option<Note>) {
    let wanted = megabytes.clamp(1, MAX_HASH);
    // A tenth is left for everything else.
    let free = resources::free_memory().map_or(wanted, |bytes| (bytes >> 20) / 10 * 9);
    let mut size = wanted.min(free.max(1));
    while size > 1 && !resources::can_allocate((size + RESERVE) << 20) {
        size /= 2;
    }
    let note = (size < wanted).then_some(Note::SmallerHash { wanted, used: size });
    (size, note)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_tables_always_fit_and_other_sizes_are_clamped() {
        assert_eq!(fitting(16), (16, None));
        assert_eq!(fitting(0), (1, None));
        assert!(fitting(usize::MAX).0 <= MAX_HASH);
    }
}
