//! The state of a training run between two epochs, and the file it is kept in.
//!
//! The file: the magic `MEKONGCP`, the version as a little-endian `u32`, the [`Checkpoint`] as
//! postcard writes it (postcard.jamesmunns.com/wire-format), and the CRC-32 of everything before.

use std::path::Path;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::curve::EpochLoss;
use super::{TrainError, TrainSettings};
use crate::storage::{self, Format, FormatFlaw};

const FORMAT: Format =
    Format { what: "checkpoint of the trainer", magic: b"MEKONGCP", version: 2, version_bytes: 4 };

/// More bytes than any checkpoint has.
const MAX_BYTES: u64 = 1 << 30;

/// What is wrong with a checkpoint.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CheckpointFlaw {
    /// The file is no checkpoint, of another version or damaged.
    #[error(transparent)]
    Format(#[from] FormatFlaw),
    /// The contents are not those of a checkpoint.
    #[error("damaged: the contents are not those of a checkpoint")]
    Contents,
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
        let failed = |error| TrainError::io(path, error);
        let mut bytes = postcard::to_extend(self, FORMAT.begin())
            .map_err(|error| failed(std::io::Error::other(error)))?;
        storage::seal(&mut bytes);
        storage::write(path, &bytes).map_err(failed)
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
        FORMAT.check(bytes)?;
        let contents = &storage::unseal(bytes)?[FORMAT.length()..];
        postcard::from_bytes(contents).map_err(|_| CheckpointFlaw::Contents)
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
        let refused = |bytes: &[u8]| match Checkpoint::from_bytes(bytes) {
            Err(CheckpointFlaw::Format(flaw)) => flaw,
            other => panic!("{other:?}"),
        };
        assert_eq!(refused(b"something"), FormatFlaw::Other(FORMAT.what));
        for length in 0..bytes.len() {
            assert!(Checkpoint::from_bytes(&bytes[..length]).is_err());
        }
        let mut damaged = bytes.clone();
        damaged[30] ^= 4;
        assert!(matches!(refused(&damaged), FormatFlaw::Checksum { .. }));
        damaged[8] ^= 2;
        let version = FORMAT.version;
        let other = FormatFlaw::Version { found: version ^ 2, expected: version };
        assert_eq!(refused(&damaged), other);
    }
}
