//! Positions to learn from, packed so that tens of millions fit into memory: 12 bytes each and two
//! for each input that is set, about 110 bytes in all.

use crate::eval::network::{BUCKETS, INPUTS, bucket, features::Perspective};
use crate::rules::Position;

/// Inputs are kept in blocks of this many, so that growing never copies what is there.
const BLOCK: usize = 1 << 20;

/// An aim of 1 is this much.
const AIM_UNIT: f32 = u16::MAX as f32;

/// A position to learn from.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sample<'a> {
    /// The inputs that are set in the view of the side to move and in the other's.
    pub views: [&'a [u16]; 2],
    /// Which output weights apply.
    pub bucket: usize,
    /// The points that the side to move should expect, 0–1.
    pub aim: f32,
}

/// A sample but for its inputs.
#[derive(Clone, Copy, Debug)]
struct Head {
    block: u32,
    /// Where in the block the inputs begin: those of the side to move, then as many of the other.
    start: u32,
    /// In units of [`AIM_UNIT`].
    aim: u16,
    /// Inputs of one view.
    active: u8,
    bucket: u8,
}

/// A list of samples.
#[derive(Debug)]
pub struct Samples {
    heads: Vec<Head>,
    blocks: Vec<Vec<u16>>,
    seen: [bool; INPUTS],
    by_bucket: [u64; BUCKETS],
    checksum: crc32fast::Hasher,
}

/// Has the processor fetch what lies there.
#[inline(always)]
fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: asking for memory has no effect that the program could see.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch(std::ptr::from_ref(place).cast(), _MM_HINT_T0);
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}

impl Default for Samples {
    fn default() -> Samples {
        Samples {
            heads: Vec::new(),
            blocks: Vec::new(),
            seen: [false; INPUTS],
            by_bucket: [0; BUCKETS],
            checksum: crc32fast::Hasher::new(),
        }
    }
}

impl Samples {
    /// Adds a position and the points that its side to move should expect, 0–1.
    pub fn push(&mut self, position: &Position, aim: f32) {
        let own = Perspective::of(position, position.side()).active(position);
        let other = Perspective::of(position, !position.side()).active(position);
        debug_assert_eq!(own.len(), other.len());
        let head = Head {
            block: 0,
            start: 0,
            aim: (aim * AIM_UNIT).round() as u16,
            active: own.len() as u8,
            bucket: bucket(position.board().occupied().count()) as u8,
        };
        self.store(head, &own, &other);
    }

    fn store(&mut self, mut head: Head, own: &[u16], other: &[u16]) {
        let length = own.len() + other.len();
        if self.blocks.last().is_none_or(|block| block.len() + length > BLOCK) {
            self.blocks.push(Vec::with_capacity(BLOCK));
        }
        head.block = self.blocks.len() as u32 - 1;
        if let Some(block) = self.blocks.last_mut() {
            head.start = block.len() as u32;
            for &input in own.iter().chain(other) {
                block.push(input);
                self.seen[usize::from(input)] = true;
                self.checksum.update(&input.to_le_bytes());
            }
        }
        self.checksum.update(&head.aim.to_le_bytes());
        self.checksum.update(&[head.active, head.bucket]);
        self.by_bucket[usize::from(head.bucket)] += 1;
        self.heads.push(head);
    }

    /// Number of samples.
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.heads.is_empty()
    }

    /// The sample of that number.
    ///
    /// # Panics
    /// If there are not so many.
    #[inline]
    pub fn get(&self, index: usize) -> Sample<'_> {
        let head = self.heads[index];
        let active = usize::from(head.active);
        let inputs = &self.blocks[head.block as usize][head.start as usize..][..2 * active];
        let (own, other) = inputs.split_at(active);
        Sample {
            views: [own, other],
            bucket: usize::from(head.bucket),
            aim: f32::from(head.aim) / AIM_UNIT,
        }
    }

    /// Has the processor fetch the sample's head, if there is such a sample.
    #[inline(always)]
    pub(super) fn prefetch_head(&self, index: usize) {
        if let Some(head) = self.heads.get(index) {
            prefetch(head);
        }
    }

    /// Has the processor fetch the sample's inputs, if there is such a sample.
    #[inline(always)]
    pub(super) fn prefetch_inputs(&self, index: usize) {
        /// Inputs in a line of the cache.
        const LINE: usize = 32;
        let Some(head) = self.heads.get(index) else { return };
        let inputs = &self.blocks[head.block as usize];
        let (start, length) = (head.start as usize, 2 * usize::from(head.active));
        for line in (0..length).step_by(LINE) {
            prefetch(&inputs[start + line]);
        }
        if let Some(last) = inputs.get((start + length).wrapping_sub(1)) {
            prefetch(last);
        }
    }

    /// The inputs that are set in at least one sample.
    pub fn seen(&self) -> &[bool; INPUTS] {
        &self.seen
    }

    /// Number of samples for each set of output weights.
    pub fn by_bucket(&self) -> &[u64; BUCKETS] {
        &self.by_bucket
    }

    /// CRC-32 of all samples in their order.
    pub fn checksum(&self) -> u32 {
        self.checksum.clone().finalize()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::train::testing;

    #[test]
    fn samples_come_back_also_from_later_blocks() {
        let positions = testing::positions(3, 40);
        let mut samples = Samples::default();
        let total = 2 * BLOCK / 64;
        for (index, position) in positions.iter().cycle().take(total).enumerate() {
            samples.push(position, (index % 101) as f32 / 100.0);
        }
        assert!(samples.blocks.len() > 1);
        for index in (0..total).step_by(97) {
            let (sample, position) = (samples.get(index), &positions[index % positions.len()]);
            for (view, colour) in sample.views.into_iter().zip([position.side(), !position.side()])
            {
                assert_eq!(view, &Perspective::of(position, colour).active(position)[..]);
            }
            assert!((sample.aim - (index % 101) as f32 / 100.0).abs() < 1e-5);
            assert_eq!(sample.bucket, bucket(position.board().occupied().count()));
        }
    }
}
