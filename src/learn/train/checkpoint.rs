//! The state of a training run between two epochs, and the file it is kept in.
//!
//! The file: the magic `MEKONGCP`, the version as a little-endian `u32`, the [`Checkpoint`] as
//! postcard writes it (postcard.jamesmunns.com/wire-format), and the CRC-32 of everything before.

use std::path::Path;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::curve::EpochLoss;
use super::{TrainError, TrainSettings, output};
use crate::storage;

const MAGIC: &[u8; 8] = b"MEKONGCP";
const VERSION: u32 = 2;

/// More bytes than any checkpoint has.
const MAX_BYTES: u64 = 1 << 30;

/// What is wrong with a checkpoint.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CheckpointFlaw {
    /// The file does not begin as a checkpoint does.
    #[error("this is no checkpoint of the trainer")]
    Magic,
    /// The format's version is another one.
    #[error("the checkpoint's format is version {0}, expected {VERSION}")]
    Version(u32),
    /// The file is damaged.
    #[error("the checkpoint is damaged")]
    Damaged,
    /// The model has another size.
    #[error("its network has {found} hidden units, expected {expected}")]
    Hidden {
        /// Hidden units in the checkpoint.
        found: u32,
        /// Hidden units expected.
        expected: usize,
    },
    /// The numbers are not those of such a model.
    #[error("its numbers are not those of such a network")]
    Numbers,
    /// It was made with other data.
    #[error("it was made with other data (or the same files in another order)")]
    Data,
}

/// The state of a training run between two epochs.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Checkpoint {
    /// The settings of the run.
    pub settings: TrainSettings,
    /// [`super::TrainingData::fingerprint`] of what is learned from.
    pub fingerprint: u32,
    /// Hidden units of the model.
    pub hidden: u32,
    /// Steps taken.
    pub steps: u64,
    /// The losses of the epochs done.
    pub history: Vec<EpochLoss>,
    /// The parameters, see [`super::weights::Weights::to_vec`].
    pub weights: Vec<f32>,
    /// The optimiser's means of the gradient.
    pub mean: Vec<f32>,
    /// The optimiser's means of the squared gradient.
    pub square: Vec<f32>,
}

impl Checkpoint {
    /// Writes a checkpoint file, whole or not at all.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), TrainError> {
        let start = [&MAGIC[..], &VERSION.to_le_bytes()].concat();
        let mut bytes = postcard::to_extend(self, start)
            .map_err(|error| TrainError::io(path, std::io::Error::other(error)))?;
        let checksum = crc32fast::hash(&bytes);
        bytes.extend_from_slice(&checksum.to_le_bytes());
        output::write(path, &bytes)
    }

    /// Reads a checkpoint file.
    ///
    /// # Errors
    /// If it cannot be read, or is no whole, undamaged checkpoint.
    pub fn read(path: &Path) -> Result<Checkpoint, TrainError> {
        let bytes = storage::read(path, MAX_BYTES).map_err(|error| TrainError::io(path, error))?;
        Checkpoint::from_bytes(&bytes)
            .map_err(|flaw| TrainError::Checkpoint { path: path.to_path_buf(), flaw })
    }

    /// Reads a checkpoint from memory.
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub fn from_bytes(bytes: &[u8]) -> Result<Checkpoint, CheckpointFlaw> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(CheckpointFlaw::Magic)?;
        let (version, rest) = rest.split_first_chunk().ok_or(CheckpointFlaw::Damaged)?;
        let version = u32::from_le_bytes(*version);
        if version != VERSION {
            return Err(CheckpointFlaw::Version(version));
        }
        let (contents, checksum) = rest.split_last_chunk().ok_or(CheckpointFlaw::Damaged)?;
        if u32::from_le_bytes(*checksum) != crc32fast::hash(&bytes[..bytes.len() - 4]) {
            return Err(CheckpointFlaw::Damaged);
        }
        postcard::from_bytes(contents).map_err(|_| CheckpointFlaw::Damaged)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checkpoints_come_back_or_are_refused() {
        let checkpoint = Checkpoint {
            settings: TrainSettings::default(),
            fingerprint: 77,
            hidden: 16,
            steps: 1_000,
            history: vec![EpochLoss { training: 0.25, held_out: None }],
            weights: vec![1.5; 100],
            mean: vec![-0.5; 100],
            square: vec![0.5; 100],
        };
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.checkpoint");
        checkpoint.write(&path).unwrap();
        assert_eq!(Checkpoint::read(&path).unwrap(), checkpoint);
        let bytes = std::fs::read(&path).unwrap();
        assert_eq!(Checkpoint::from_bytes(b"something"), Err(CheckpointFlaw::Magic));
        for length in 0..bytes.len() {
            assert!(Checkpoint::from_bytes(&bytes[..length]).is_err());
        }
        let mut damaged = bytes.clone();
        damaged[30] ^= 4;
        assert_eq!(Checkpoint::from_bytes(&damaged), Err(CheckpointFlaw::Damaged));
        damaged[8] ^= 2;
        assert_eq!(Checkpoint::from_bytes(&damaged), Err(CheckpointFlaw::Version(VERSION ^ 2)));
    }
}
