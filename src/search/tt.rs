//! The transposition table.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use bytemuck::Zeroable;
use bytemuck::allocation::{try_zeroed_slice_box, zeroed_slice_box};

use super::MAX_PLY;
use super::window::{Bound, Window};
use crate::board::Move;
use crate::score::Score;

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TtEntry {
    /// The best move, or the one that refuted the position.
    pub mv: Option<Move>,
    /// Score at the depth searched, mates counted from this position.
    score: i16,
    /// Static evaluation in centipawns; `NO_EVAL` in check.
    eval: i16,
    /// Depth searched, in plies.
    pub depth: i8,
    /// How the score is to be read.
    pub bound: Bound,
    /// Whether the position was on a principal variation.
    pub tt_pv: bool,
}

const NO_EVAL: i16 = i16::MIN;
const SLOTS: usize = 4;
const GENERATIONS: u8 = 32;

/// One entry: data, and the key combined with the data, so that a torn write is not taken for an
/// entry (Hyatt and Mann 2002).
#[derive(Debug, Zeroable)]
struct Slot {
    guard: AtomicU64,
    data: AtomicU64,
}

/// A cache line of entries.
type Bucket = [Slot; SLOTS];

/// Bytes of a cache line.
const CACHE_LINE: usize = size_of::<Bucket>();

/// A table of search results, shared by all threads without locks.
#[derive(Debug)]
pub struct TranspositionTable {
    /// Buckets from `first` on. Slots are aligned no more strictly than the allocator does by itself:
    /// only then does it hand out pages that the system zeroes when they are first touched, so that
    /// even a large table takes neither time nor memory before it is used.
    slots: Box<[Slot]>,
    /// The first slot that begins a cache line.
    first: usize,
    generation: AtomicU8,
}

impl TranspositionTable {
    /// A table of about `megabytes` (at least one bucket); a smaller one, by halves, if there is not
    /// so much memory.
    pub fn new(megabytes: usize) -> TranspositionTable {
        let mut buckets = ((megabytes << 20) / CACHE_LINE).max(1);
        let slots: Box<[Slot]> = loop {
            // Room to move the first bucket to where a cache line begins.
            let slots = (buckets + 1) * SLOTS - 1;
            match try_zeroed_slice_box(slots) {
                Ok(slots) => break slots,
                Err(()) if buckets > 1 => buckets /= 2,
                Err(()) => break zeroed_slice_box(slots),
            }
        };
        ask_for_huge_pages(&slots);
        let first = slots.as_ptr().align_offset(CACHE_LINE).min(SLOTS - 1);
        TranspositionTable { slots, first, generation: AtomicU8::new(0) }
    }

    /// Size in megabytes.
    pub fn megabytes(&self) -> usize {
        size_of_val(self.buckets()) >> 20
    }

    #[inline]
    fn buckets(&self) -> &[Bucket] {
        self.slots[self.first..].as_chunks().0
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for slot in &self.slots {
            slot.guard.store(0, Ordering::Relaxed);
            slot.data.store(0, Ordering::Relaxed);
        }
        self.generation.store(0, Ordering::Relaxed);
    }

    /// Begins a new search: older entries give way first.
    pub fn age(&self) {
        let next = (self.generation.load(Ordering::Relaxed) + 1) % GENERATIONS;
        self.generation.store(next, Ordering::Relaxed);
    }

    /// Share of a sample of entries that this search has written, of 1,000.
    pub fn hashfull(&self) -> u32 {
        let now = self.generation.load(Ordering::Relaxed);
        let buckets = self.buckets();
        let sample = &buckets[..buckets.len().min(250)];
        let used = sample
            .iter()
            .flatten()
            .map(|slot| slot.data.load(Ordering::Relaxed))
            .filter(|&data| data != 0 && generation_of(data) == now)
            .count();
        (used * 1000 / (sample.len() * SLOTS)) as u32
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        // The high bits of the key choose the bucket, evenly for any number of buckets.
        let buckets = self.buckets();
        let index = (u128::from(key) * buckets.len() as u128) >> 64;
        &buckets[index as usize]
    }

    /// Begins to fetch what is known of the position with this key into the processor's cache, since
    /// it will be asked soon.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let line: *const Bucket = self.bucket(key);
            // SAFETY: a hint to the processor, which neither reads nor faults; and the address is
            // that of a reference.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(line.cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// What is known of the position with this key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<TtEntry> {
        self.bucket(key).iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            let matches = data != 0 && slot.guard.load(Ordering::Relaxed) ^ data == key;
            matches.then(|| TtEntry::unpack(data))
        })
    }

    /// Remembers an entry in place of what is least worth keeping. The move of an older entry for
    /// the same position stays if the new one has none.
    #[inline]
    pub fn store(&self, key: u64, mut entry: TtEntry) {
        let now = self.generation.load(Ordering::Relaxed);
        let bucket = self.bucket(key);
        let mut victim = &bucket[0];
        let mut least = i32::MAX;
        for slot in bucket {
            let data = slot.data.load(Ordering::Relaxed);
            if data != 0 && slot.guard.load(Ordering::Relaxed) ^ data == key {
                let old = TtEntry::unpack(data);
                entry.mv = entry.mv.or(old.mv);
                let is_deeper =
                    i32::from(old.depth) > i32::from(entry.depth) + 3 && generation_of(data) == now;
                if is_deeper && entry.bound != Bound::Exact {
                    return;
                }
                victim = slot;
                break;
            }
            let worth = if data == 0 { i32::MIN } else { worth(data, now) };
            if worth < least {
                least = worth;
                victim = slot;
            }
        }
        let data = entry.pack(now);
        victim.data.store(data, Ordering::Relaxed);
        victim.guard.store(key ^ data, Ordering::Relaxed);
    }
}

/// Asks the system for pages of megabytes instead of kilobytes: nearly every probe is of another
/// page, and looking up where small ones are takes as long as the access itself.
#[cfg(all(target_os = "linux", not(miri)))]
fn ask_for_huge_pages(slots: &[Slot]) {
    const PAGE: usize = 4096;
    let begin = slots.as_ptr().cast::<u8>();
    let skip = begin.align_offset(PAGE);
    let Some(rest) = size_of_val(slots).checked_sub(skip) else { return };
    // SAFETY: the pages from `begin + skip` on that lie wholly in the slice, which stays allocated
    // longer than this call; the advice leaves what is in them as it is. If it is not taken, pages
    // stay small.
    unsafe {
        let pages = begin.add(skip).cast_mut().cast();
        libc::madvise(pages, rest / PAGE * PAGE, libc::MADV_HUGEPAGE);
    }
}

/// Elsewhere the system decides by itself.
#[cfg(not(all(target_os = "linux", not(miri))))]
fn ask_for_huge_pages(_: &[Slot]) {}

fn generation_of(data: u64) -> u8 {
    (data >> 59) as u8 % GENERATIONS
}

/// Depth, less eight plies for every search since.
fn worth(data: u64, now: u8) -> i32 {
    let age = (now + GENERATIONS - generation_of(data)) % GENERATIONS;
    i32::from(TtEntry::unpack(data).depth) - 8 * i32::from(age)
}

impl TtEntry {
    /// An entry for a position `ply` plies from the root.
    pub fn new(
        mv: Option<Move>,
        score: Score,
        eval: Option<Score>,
        depth: i32,
        bound: Bound,
        tt_pv: bool,
        ply: usize,
    ) -> TtEntry {
        let ply = ply as i32;
        let from_here = match score {
            won if won >= Score::DECIDED_BOUND => won.0 + ply,
            lost if lost <= -Score::DECIDED_BOUND => lost.0 - ply,
            Score(other) => other,
        };
        TtEntry {
            mv,
            score: from_here.clamp(-Score::MATE.0, Score::MATE.0) as i16,
            eval: eval.map_or(NO_EVAL, |eval| eval.0 as i16),
            depth: depth.clamp(-1, MAX_PLY as i32 - 1) as i8,
            bound,
            tt_pv,
        }
    }

    /// The score for a position `ply` plies from the root.
    #[inline]
    pub fn score(&self, ply: usize) -> Score {
        let (score, ply) = (i32::from(self.score), ply as i32);
        match Score(score) {
            won if won >= Score::DECIDED_BOUND => Score(score - ply),
            lost if lost <= -Score::DECIDED_BOUND => Score(score + ply),
            other => other,
        }
    }

    /// Static evaluation of the position; `None` if the side to move is in check.
    #[inline]
    pub fn eval(&self) -> Option<Score> {
        (self.eval != NO_EVAL).then(|| Score(i32::from(self.eval)))
    }

    /// The score, if it cuts off a search of this depth with this window.
    #[inline]
    pub(super) fn cutoff(&self, window: Window, depth: i32, ply: usize) -> Option<Score> {
        let score = self.score(ply);
        let settles = match self.bound {
            Bound::Exact => true,
            Bound::Lower => score >= window.beta,
            Bound::Upper => score <= window.alpha,
        };
        (settles && i32::from(self.depth) >= depth).then_some(score)
    }

    /// Move 16 bits, score 16, evaluation 16, depth 8, bound 2, tt_pv 1, generation 5.
    #[inline]
    fn pack(self, generation: u8) -> u64 {
        let bound = match self.bound {
            Bound::Exact => 1,
            Bound::Lower => 2,
            Bound::Upper => 3,
        };
        u64::from(self.mv.map_or(0, Move::to_bits))
            | u64::from(self.score as u16) << 16
            | u64::from(self.eval as u16) << 32
            | u64::from(self.depth as u8) << 48
            | bound << 56
            | u64::from(self.tt_pv) << 58
            | u64::from(generation) << 59
    }

    #[inline]
    fn unpack(data: u64) -> TtEntry {
        TtEntry {
            mv: Move::from_bits(data as u16),
            score: (data >> 16) as i16,
            eval: (data >> 32) as i16,
            depth: (data >> 48) as i8,
            bound: match data >> 56 & 3 {
                2 => Bound::Lower,
                3 => Bound::Upper,
                _ => Bound::Exact,
            },
            tt_pv: data >> 58 & 1 != 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: i32) -> TtEntry {
        let mv = Move::from_bits(0x8123);
        TtEntry::new(mv, Score(-77), Some(Score(12)), depth, Bound::Lower, true, 5)
    }

    #[test]
    fn entries_come_back_whole() {
        let table = TranspositionTable::new(1);
        for depth in [-1, 0, 7, 127] {
            let key = 0x9e37_79b9_7f4a_7c15u64.wrapping_mul((depth + 3) as u64);
            table.store(key, entry(depth));
            assert_eq!(table.probe(key), Some(entry(depth)));
            assert_eq!(table.probe(!key), None);
        }
        table.clear();
        assert_eq!(table.hashfull(), 0);
    }

    /// What several threads write at the same place is found whole or not at all. (Miri tries many
    /// orders of their steps: docs/testing.md.)
    #[test]
    fn threads_that_write_at_once_leave_no_torn_entry() {
        let rounds: u64 = if cfg!(miri) { 150 } else { 100_000 };
        // One bucket for all.
        let table = TranspositionTable::new(0);
        let key = |number: u64| (number % 7 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let depth = |key: u64| (key >> 40) as i32 % 50;
        std::thread::scope(|scope| {
            for thread in 0..3 {
                let table = &table;
                scope.spawn(move || {
                    for round in 0..rounds {
                        let key = key(round.wrapping_mul(thread + 1));
                        if let Some(found) = table.probe(key) {
                            assert_eq!(found, entry(depth(key)), "{key:x}");
                        }
                        table.store(key, entry(depth(key)));
                        if round % 64 == 0 {
                            table.age();
                        }
                    }
                });
            }
        });
    }

    #[test]
    fn the_deepest_entries_replace_each_other() {
        let table = TranspositionTable::new(1);
        for depth in [127, 126, 125, 127] {
            table.store(7, entry(depth));
            assert_eq!(table.probe(7), Some(entry(depth)));
        }
    }

    #[test]
    fn mates_are_kept_as_distances_from_the_position() {
        let stored = TtEntry::new(None, Score::mate_in(9), None, 3, Bound::Exact, false, 4);
        assert_eq!(stored.score(4), Score::mate_in(9));
        assert_eq!(stored.score(0), Score::mate_in(5));
        let stored = TtEntry::new(None, Score::mated_in(8), None, 3, Bound::Exact, false, 4);
        assert_eq!(stored.score(6), Score::mated_in(10));
    }

    #[test]
    fn shallow_entries_give_way_to_deep_ones() {
        let table = TranspositionTable::new(0);
        for depth in 1..=4 {
            table.store(depth as u64, entry(depth));
        }
        table.store(99, entry(9));
        assert_eq!(table.probe(1), None);
        assert!(table.probe(99).is_some() && table.probe(4).is_some());
    }
}
