//! The trainer: from games with scores to a network.
//!
//! The model is the one that plays, in floating point: the inputs of each side's view → hidden
//! units shared by both views → squared clipped ReLU → one output, the weights chosen by the
//! number of pieces. Its output, where 1 stands for 400 centipawns, becomes expected points by the
//! logistic function, and these are to be what [`aim`] makes of the searched values and the result
//! of a game. Everything is deterministic for a seed, whatever the number of threads.

pub mod aim;
pub mod checkpoint;
pub mod curve;
pub mod data;
pub mod games;
pub mod kernel;
pub mod loss;
pub mod optimizer;

pub mod quantise;
pub mod samples;
pub mod settings;
#[cfg(test)]
mod testing;
pub mod trainer;
pub mod truths;
pub mod weights;

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::record::RecordError;

pub use checkpoint::Checkpoint;
pub use data::TrainingData;
pub use samples::Samples;
pub use settings::TrainSettings;
pub use trainer::Trainer;

/// Why a network cannot be trained.
#[derive(Debug, Error)]
pub enum TrainError {
    /// A file cannot be read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A file of games cannot be read.
    #[error(transparent)]
    Games(#[from] RecordError),
    /// The settings file is none.
    #[error("{}: {message}", path.display())]
    Config {
        /// The file.
        path: PathBuf,
        /// Where and why.
        message: String,
    },
    /// A setting is out of its range.
    #[error("the setting '{name}' must be {range}")]
    Setting {
        /// Its name.
        name: &'static str,
        /// What it may be.
        range: &'static str,
    },
    /// No position of the data is worth learning from.
    #[error("there are no positions to learn from in the data")]
    NoSamples,
    /// More positions than can be numbered.
    #[error("there are more than 4294967295 positions to learn from in the data")]
    TooManySamples,
    /// The file is no checkpoint, or it is damaged.
    #[error("{}: {flaw}", path.display())]
    Checkpoint {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        flaw: checkpoint::CheckpointFlaw,
    },
    /// A checkpoint does not go with this engine or data.
    #[error("cannot go on from the checkpoint: {0}")]
    Resume(checkpoint::CheckpointFlaw),
    /// The threads cannot be started.
    #[error("cannot start the threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// The picture of the losses cannot be drawn.
    #[error("cannot draw the loss curve: {0}")]
    Curve(String),
}

impl TrainError {
    /// A file can't be read or written.
    pub fn io(path: &Path, source: io::Error) -> TrainError {
        TrainError::Io { path: path.to_path_buf(), source }
    }
}
