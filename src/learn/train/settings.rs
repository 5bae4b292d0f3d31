//! The settings of a training run.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::TrainError;
use super::aim::Aims;
use super::loss::Loss;
use crate::storage;

/// How to train. A settings file is TOML with these names; what it leaves out has the default.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TrainSettings {
    /// How often every sample is seen, at least once (default 12).
    pub epochs: u32,
    /// Samples for each step (default 8,192).
    pub batch: usize,
    /// Highest learning rate (default 0.001).
    pub lr: f32,
    /// Share of all steps in which the learning rate rises to that (default 0.02); afterwards it
    /// falls as a half cosine.
    pub warmup: f32,
    /// Learning rate at the end, as a share of the highest (default 0.01).
    pub final_lr: f32,
    /// Weight decay for each step, as a share of the learning rate (default 0.01).
    pub decay: f32,
    /// How far the aim looks along the game, 0–1 (default 0.75); see [`Aims`].
    pub lambda: f32,
    /// The result's own share in the aim, 0–1 (default 0.05: with few games, the network learns
    /// their results by heart).
    pub result: f32,
    /// The same where a count runs or few men are left, 0–1 (default 0.3).
    pub late_result: f32,
    /// Random endings that the tables know, as a share of the positions of games, 0–1 (default
    /// 0.05).
    pub truths: f32,
    /// The power of an error that is its loss, 1.5–4 (default 2: squared error).
    pub exponent: f32,
    /// Share of the games that are only tested on, 0–0.5 (default 0.03).
    pub held_out: f32,
    /// Chooses the first weights, the order of samples and the held-out games (default 1).
    pub seed: u64,
    /// Threads that compute (default 2); the result does not depend on it.
    pub threads: usize,
}

impl Default for TrainSettings {
    fn default() -> TrainSettings {
        TrainSettings {
            epochs: 12,
            batch: 8_192,
            lr: 1e-3,
            warmup: 0.02,
            final_lr: 0.01,
            decay: 0.01,
            lambda: 0.75,
            result: 0.05,
            late_result: 0.3,
            truths: 0.05,
            exponent: 2.0,
            held_out: 0.03,
            seed: 1,
            threads: 2,
        }
    }
}

/// A file of settings has a few hundred bytes.
const MAX_BYTES: u64 = 1 << 20;

impl TrainSettings {
    /// Reads a settings file.
    ///
    /// # Errors
    /// If it cannot be read, is not TOML, or has a name that is no setting's. Values out of range
    /// are found by [`TrainSettings::check`].
    pub fn read(path: &Path) -> Result<TrainSettings, TrainError> {
        let bytes = storage::read(path, MAX_BYTES).map_err(|error| TrainError::io(path, error))?;
        TrainSettings::parse(&String::from_utf8_lossy(&bytes))
            .map_err(|message| TrainError::Config { path: path.to_path_buf(), message })
    }

    /// Reads settings from a text.
    ///
    /// # Errors
    /// Says where and why it is not TOML, or has a name that is no setting's.
    pub fn parse(text: &str) -> Result<TrainSettings, String> {
        toml::from_str(text).map_err(|error| error.to_string())
    }

    /// Makes sure that every value is in its range.
    ///
    /// # Errors
    /// Names the first that is not.
    pub fn check(&self) -> Result<(), TrainError> {
        let rules = [
            (self.epochs >= 1, "epochs", "at least 1"),
            ((1..=1 << 24).contains(&self.batch), "batch", "1 to 16777216"),
            (self.lr > 0.0 && self.lr <= 1.0, "lr", "above 0, at most 1"),
            ((0.0..=1.0).contains(&self.warmup), "warmup", "0 to 1"),
            ((0.0..=1.0).contains(&self.final_lr), "final_lr", "0 to 1"),
            ((0.0..=1.0).contains(&self.decay), "decay", "0 to 1"),
            ((0.0..=1.0).contains(&self.lambda), "lambda", "0 to 1"),
            ((0.0..=1.0).contains(&self.result), "result", "0 to 1"),
            ((0.0..=1.0).contains(&self.late_result), "late_result", "0 to 1"),
            ((0.0..=1.0).contains(&self.truths), "truths", "0 to 1"),
            ((1.5..=4.0).contains(&self.exponent), "exponent", "1.5 to 4"),
            ((0.0..=0.5).contains(&self.held_out), "held_out", "0 to 0.5"),
            ((1..=256).contains(&self.threads), "threads", "1 to 256"),
        ];
        match rules.into_iter().find(|&(holds, ..)| !holds) {
            None => Ok(()),
            Some((_, name, range)) => Err(TrainError::Setting { name, range }),
        }
    }

    /// What the network should say.
    pub fn aims(&self) -> Aims {
        Aims { lambda: self.lambda, result: self.result, late_result: self.late_result }
    }

    /// The price of saying something else.
    pub fn loss(&self) -> Loss {
        Loss { exponent: self.exponent }
    }

    /// The learning rate of a step (from 0) out of `total`.
    pub fn rate(&self, step: u64, total: u64) -> f32 {
        let done = (step as f64 + 0.5) / total.max(1) as f64;
        let warmup = f64::from(self.warmup);
        let share = if done < warmup {
            done / warmup
        } else {
            let fall = ((done - warmup) / (1.0 - warmup).max(f64::MIN_POSITIVE)).min(1.0);
            let floor = f64::from(self.final_lr);
            floor + (1.0 - floor) * 0.5 * (1.0 + (std::f64::consts::PI * fall).cos())
        };
        self.lr * share as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_name_what_they_change() {
        let settings: TrainSettings = toml::from_str("epochs = 3\nlr = 0.002").unwrap();
        assert_eq!(settings, TrainSettings { epochs: 3, lr: 2e-3, ..TrainSettings::default() });
        assert!(toml::from_str::<TrainSettings>("epoch = 3").is_err());
        assert!(settings.check().is_ok());
        for wrong in ["lambda = 1.5", "lr = nan", "threads = 0", "batch = 0", "held_out = 0.9"] {
            let settings: TrainSettings = toml::from_str(wrong).unwrap();
            let error = settings.check().unwrap_err().to_string();
            assert!(error.contains(wrong.split(' ').next().unwrap()), "{error}");
        }
    }

    #[test]
    fn the_rate_rises_and_falls() {
        let settings = TrainSettings { warmup: 0.1, ..TrainSettings::default() };
        let rates: Vec<f32> = (0..100).map(|step| settings.rate(step, 100)).collect();
        assert!(rates[..10].is_sorted() && rates[10..].iter().rev().is_sorted());
        assert!(rates[0] < 0.1 * settings.lr && rates[10] > 0.99 * settings.lr);
        assert!(rates[99] < 0.02 * settings.lr && rates[99] > 0.0);
    }
}
