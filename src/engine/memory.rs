//! How much memory a hash table can have.

use super::Note;

/// The largest hash table that can be asked for, in megabytes.
pub(super) const MAX_HASH: usize = if cfg!(target_pointer_width = "64") { 65_536 } else { 1_024 };

/// A table of up to this many megabytes is not asked about: every machine has them.
const NEGLIGIBLE: usize = 16;

/// The size nearest to `megabytes` that can be had, and what to say if it is another one.
///
/// Running out of memory ends a process without a question, so it is found out before.
pub(super) fn fitting(megabytes: usize) -> (usize, Option<Note>) {
    let wanted = megabytes.clamp(1, MAX_HASH);
    // A tenth is left for everything else.
    let free = free_megabytes().map_or(wanted, |free| free / 10 * 9);
    let mut size = wanted.min(free.max(NEGLIGIBLE));
    while size > NEGLIGIBLE && !can_allocate(size) {
        size /= 2;
    }
    let note = (size < wanted).then_some(Note::SmallerHash { wanted, used: size });
    (size, note)
}

/// Whether the allocator would give so much in one piece.
fn can_allocate(megabytes: usize) -> bool {
    let mut trial: Vec<u8> = Vec::new();
    megabytes.checked_mul(1 << 20).is_some_and(|bytes| trial.try_reserve_exact(bytes).is_ok())
}

/// Memory that can be used without pushing others out, if the system tells.
fn free_megabytes() -> Option<usize> {
    let system = available_in(&std::fs::read_to_string("/proc/meminfo").ok()?)?;
    Some(control_group_rest().map_or(system, |rest| rest.min(system)))
}

/// `MemAvailable` of Linux's `/proc/meminfo`, in megabytes.
fn available_in(meminfo: &str) -> Option<usize> {
    let line = meminfo.lines().find(|line| line.starts_with("MemAvailable:"))?;
    let kilobytes: usize = line.split_ascii_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes >> 10)
}

/// What is left of a container's share, in megabytes.
fn control_group_rest() -> Option<usize> {
    let number = |name: &str| -> Option<usize> {
        std::fs::read_to_string(format!("/sys/fs/cgroup/{name}")).ok()?.trim().parse().ok()
    };
    let (limit, used) = (number("memory.max")?, number("memory.current")?);
    Some(limit.saturating_sub(used) >> 20)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn available_memory_is_read_in_megabytes() {
        let text = "MemTotal:       16384 kB\nMemAvailable:    8192 kB\n";
        assert_eq!(available_in(text), Some(8));
        assert_eq!(available_in("MemTotal: 5 kB"), None);
        assert_eq!(available_in("MemAvailable: many kB"), None);
    }

    #[test]
    fn small_tables_always_fit_and_other_sizes_are_clamped() {
        assert_eq!(fitting(16), (16, None));
        assert_eq!(fitting(0), (1, None));
        assert!(fitting(usize::MAX).0 <= MAX_HASH);
    }
}
