//! What the system may refuse: memory and threads.
//!
//! Running out of memory ends a process without a question. So whatever needs much of it asks here
//! first, and makes do with less or says that it can't be done.

use std::io;
use std::num::NonZero;
use std::thread::{self, Scope};

/// Kept free for the many small things that nobody asks for.
const RESERVE: usize = 8 << 20;

/// Address space of a thread's stack.
const STACK: usize = 2 << 20;

/// Address space that the allocator may set aside for a thread …
pub const ARENA: usize = 64 << 20;

/// … for so many threads for each processor. (The figures are the GNU C library's.)
const ARENAS: usize = 8;

/// Whether `bytes` more can be had, and a little for everything else. A promise for this moment only.
pub fn has_memory(bytes: usize) -> bool {
    let wanted = bytes.saturating_add(RESERVE);
    free_memory().is_none_or(|free| wanted <= free) && can_allocate(wanted)
}

/// Whether there is room for small things: quicker to ask than [`has_memory`].
pub fn has_room() -> bool {
    can_allocate(RESERVE / 2)
}

/// How many of `wanted` further threads the system has memory for if each needs `each` bytes.
pub fn threads(wanted: usize, each: usize) -> usize {
    let processors = thread::available_parallelism().map_or(1, NonZero::get);
    let fits = |threads: usize| {
        let arenas = threads.min(processors.saturating_mul(ARENAS));
        let used = threads.saturating_mul(each).saturating_add(RESERVE);
        let space = threads.saturating_mul(STACK) + arenas * ARENA;
        free_memory().is_none_or(|free| used <= free) && can_allocate(used.saturating_add(space))
    };
    if fits(wanted) {
        return wanted;
    }
    let (mut most, mut too_many) = (0, wanted);
    while most + 1 < too_many {
        let middle = usize::midpoint(most, too_many);
        if fits(middle) {
            most = middle;
        } else {
            too_many = middle;
        }
    }
    most
}

/// Starts up to `wanted` threads; those that the system refuses are made up for by the others.
///
/// # Errors
/// None can be started, though one is wanted.
pub fn start<'scope, F: FnOnce() + Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    wanted: usize,
    mut job: impl FnMut() -> F,
) -> io::Result<()> {
    for started in 0..wanted {
        match thread::Builder::new().spawn_scoped(scope, job()) {
            Ok(_) => {}
            Err(error) if started == 0 => return Err(error),
            Err(_) => break,
        }
    }
    Ok(())
}

/// Whether the allocator would give so much in one piece.
pub fn can_allocate(bytes: usize) -> bool {
    let mut trial: Vec<u8> = Vec::new();
    trial.try_reserve_exact(bytes).is_ok()
}

/// Bytes that can be used without pushing other programs out, if the system tells.
pub fn free_memory() -> Option<usize> {
    let system = available_in(&std::fs::read_to_string("/proc/meminfo").ok()?)?;
    Some(control_group_rest().map_or(system, |rest| rest.min(system)))
}

/// `MemAvailable` of Linux's `/proc/meminfo`, in bytes.
fn available_in(meminfo: &str) -> Option<usize> {
    let line = meminfo.lines().find(|line| line.starts_with("MemAvailable:"))?;
    let kilobytes: usize = line.split_ascii_whitespace().nth(1)?.parse().ok()?;
    kilobytes.checked_mul(1 << 10)
}

/// What is left of a container's share, in bytes.
fn control_group_rest() -> Option<usize> {
    let number = |name: &str| -> Option<usize> {
        std::fs::read_to_string(format!("/sys/fs/cgroup/{name}")).ok()?.trim().parse().ok()
    };
    let (limit, used) = (number("memory.max")?, number("memory.current")?);
    Some(limit.saturating_sub(used))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn available_memory_is_read_in_bytes() {
        let text = "MemTotal:       16384 kB\nMemAvailable:    8192 kB\n";
        assert_eq!(available_in(text), Some(8 << 20));
        assert_eq!(available_in("MemTotal: 5 kB"), None);
        assert_eq!(available_in("MemAvailable: many kB"), None);
    }

    #[test]
    fn what_no_machine_has_is_refused() {
        assert!(has_memory(1) && has_room());
        assert!(!has_memory(usize::MAX) && !has_memory(1 << 60));
        assert_eq!(threads(1, usize::MAX), 0);
        assert_eq!(threads(0, 1), 0);
        assert_eq!(threads(1_000, 1 << 56), 0);
        assert_eq!(threads(2, 1), 2);
        // As many as fit.
        let each = free_memory().map_or(1 << 40, |free| free / 4);
        assert!(threads(100, each) <= 4);
    }
}
