//! The samples of all games, and which of them are only tested on.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

use super::Samples;
use crate::seed::seed_of;

/// What is learned from, and what is only tested on: whole games, so that no position of a game is
/// predicted from its neighbours.
#[derive(Debug, Default)]
pub struct TrainingData {
    /// Learned from.
    pub training: Samples,
    /// Only tested on.
    pub held_out: Samples,
}

impl TrainingData {
    /// The samples that a game belongs to: the held-out ones with a probability of `share`, which
    /// depends on the seed and the game's number only.
    pub fn part(&mut self, game: u64, seed: u64, share: f32) -> &mut Samples {
        let mut rng = Pcg64::seed_from_u64(seed_of(seed, game));
        if rng.random::<f32>() < share { &mut self.held_out } else { &mut self.training }
    }

    /// A number that differs for different data.
    pub fn fingerprint(&self) -> u32 {
        self.training.checksum().rotate_left(1) ^ self.held_out.checksum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_held_out_share_is_as_asked_for() {
        let mut data = TrainingData::default();
        let held_out = std::ptr::from_ref(&data.held_out);
        let count = |data: &mut TrainingData, seed| {
            let games = 0..10_000;
            games.filter(|&game| std::ptr::eq(data.part(game, seed, 0.03), held_out)).count()
        };
        for seed in [1, 2, 3] {
            assert!((250..350).contains(&count(&mut data, seed)));
        }
    }
}
