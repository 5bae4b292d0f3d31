//! Numbers that look random and depend on nothing but an index or a seed.

/// What the state of [`splitmix64`] grows by.
const GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;

/// Number `index` of the SplitMix64 generator (Steele, Lea and Flood, "Fast splittable pseudorandom
/// number generators", 2014) that begins with state 0.
pub const fn splitmix64(index: u64) -> u64 {
    mix(index.wrapping_mul(GAMMA))
}

/// A seed for one of many things, unlike those of the others and of other seeds.
pub const fn seed_of(seed: u64, number: u64) -> u64 {
    mix((mix(seed.wrapping_add(GAMMA)) ^ number).wrapping_add(GAMMA))
}

/// The number that a state of SplitMix64 gives.
const fn mix(state: u64) -> u64 {
    let z = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The generator's first numbers, as its reference implementation prints them for seed 0.
    #[test]
    fn splitmix64_gives_the_numbers_of_its_reference() {
        let first = [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4, 0x06c4_5d18_8009_454f];
        assert_eq!([1, 2, 3].map(splitmix64), first);
        assert_ne!(seed_of(1, 2), seed_of(2, 1));
    }
}
