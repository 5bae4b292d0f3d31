//! `mekong train`: a network from games.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use clap::Args;
use indicatif::{HumanCount, ProgressBar};
use mekong::eval::network::{BUCKETS, HIDDEN};
use mekong::learn::train::curve::{self, HeldOut};
use mekong::learn::train::games;
use mekong::learn::train::quantise::{quantise, weights_of};
use mekong::learn::train::{Checkpoint, TrainError, TrainSettings, Trainer, TrainingData};
use mekong::storage;

use super::{Failure, TableFolder, complain, load_network, progress_bar};

/// Arguments of `mekong train`.
///
/// Beside the network, FILE, it writes the losses as a picture, FILE.svg, and after each epoch
/// FILE.checkpoint to go on from.
#[derive(Args)]
pub struct TrainArgs {
    /// Files of games that `mekong datagen` wrote
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    data: Vec<PathBuf>,

    /// Network file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// TrainSettings as TOML; the options below come before what it says
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    /// How often every position is seen [default: 12]
    #[arg(long, value_name = "N")]
    epochs: Option<u32>,

    /// Positions for each step [default: 8192]
    #[arg(long, value_name = "N")]
    batch: Option<usize>,

    /// Highest learning rate [default: 0.001]
    #[arg(long, value_name = "RATE")]
    lr: Option<f32>,

    /// How far the aim looks along the game, 0 (own score) to 1 (result) [default: 0.75]
    #[arg(long, value_name = "SHARE")]
    lambda: Option<f32>,

    /// The result's own share in the aim, 0 to 1 [default: 0.05]
    #[arg(long, value_name = "SHARE")]
    result: Option<f32>,

    /// The same where a count runs or few men are left, 0 to 1 [default: 0.3]
    #[arg(long, value_name = "SHARE")]
    late_result: Option<f32>,

    /// Random endings that the tables know, as a share of the games' positions [default: 0.05]
    #[arg(long, value_name = "SHARE")]
    truths: Option<f32>,

    #[command(flatten)]
    tables: TableFolder,

    /// Network to train further, instead of a new one
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    start: Option<PathBuf>,

    /// The power of an error that is its loss, 1.5 to 4 [default: 2]
    #[arg(long, value_name = "POWER")]
    exponent: Option<f32>,

    /// Chooses the first weights, the order and the held-out games [default: 1]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// Threads; they do not change the result [default: 2]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,

    /// Go on from a checkpoint, with its settings and the same data
    #[arg(
        long, value_name = "CHECKPOINT",
        conflicts_with_all = [
            "config", "epochs", "batch", "lr", "lambda", "result", "late_result", "truths",
            "exponent", "seed",
        ]
    )]
    resume: Option<PathBuf>,
}

impl TrainArgs {
    /// Runs the command.
    pub fn run(self) -> Result<ExitCode, Failure> {
        let checkpoint =
            self.resume.as_deref().map(Checkpoint::read).transpose().map_err(Failure::input)?;
        let settings = match &checkpoint {
            Some(checkpoint) => {
                let threads = self.threads.unwrap_or(checkpoint.settings.threads);
                TrainSettings { threads, ..checkpoint.settings.clone() }
            }
            None => self.settings().map_err(Failure::input)?,
        };
        settings.check().map_err(Failure::input)?;
        let writable = storage::check(&self.out);
        writable.map_err(|error| Failure::input(TrainError::io(&self.out, error)))?;
        let data = self.read(&settings)?;
        let mut trainer = match checkpoint {
            None => match &self.start {
                None => Trainer::new(settings, &data),
                Some(path) => Trainer::further(settings, &data, weights_of(&*load_network(path)?)),
            },
            Some(checkpoint) => Trainer::resume(checkpoint, settings.threads, &data),
        }
        .map_err(Failure::input)?;
        let samples = trainer.epoch_samples(&data);
        let bar = progress_bar(
            "{msg} {wide_bar} {human_pos}/{human_len} positions, {per_sec}, {eta} left",
        );
        bar.set_length(samples * u64::from(trainer.settings().epochs));
        bar.set_position(samples * trainer.history().len() as u64);
        bar.reset_eta();
        while !trainer.is_done() {
            epoch(&mut trainer, &data, &bar)?;
            self.write(&trainer).map_err(Failure::input)?;
        }
        bar.finish_and_clear();
        self.write(&trainer).map_err(Failure::input)?;
        Ok(ExitCode::SUCCESS)
    }

    fn settings(&self) -> Result<TrainSettings, TrainError> {
        let base = match &self.config {
            Some(path) => TrainSettings::read(path)?,
            None => TrainSettings::default(),
        };
        Ok(TrainSettings {
            epochs: self.epochs.unwrap_or(base.epochs),
            batch: self.batch.unwrap_or(base.batch),
            lr: self.lr.unwrap_or(base.lr),
            lambda: self.lambda.unwrap_or(base.lambda),
            result: self.result.unwrap_or(base.result),
            late_result: self.late_result.unwrap_or(base.late_result),
            truths: self.truths.unwrap_or(base.truths),
            exponent: self.exponent.unwrap_or(base.exponent),
            seed: self.seed.unwrap_or(base.seed),
            threads: self.threads.unwrap_or(base.threads),
            ..base
        })
    }

    fn read(&self, settings: &TrainSettings) -> Result<TrainingData, Failure> {
        let bar = progress_bar("reading {wide_bar} {bytes}/{total_bytes}, {eta} left");
        let progress = |bytes, total| {
            bar.set_length(total);
            bar.set_position(bytes);
        };
        let tables = self.tables.open()?;
        let (data, found) =
            games::read(&self.data, settings, &tables, progress).map_err(Failure::input)?;
        bar.finish_and_clear();
        for (path, bytes) in &found.torn {
            let path = path.display();
            complain(&format!("{path}: the last {bytes} bytes are incomplete and left out"));
        }
        writeln!(
            io::stdout(),
            "{} games, {} positions, {} to learn from, {} held out",
            HumanCount(found.games),
            HumanCount(found.plies),
            HumanCount(data.training.len() as u64),
            HumanCount(data.held_out.len() as u64),
        )?;
        Ok(data)
    }

    /// Writes what the epochs so far have given.
    fn write(&self, trainer: &Trainer<HIDDEN>) -> Result<(), TrainError> {
        let write = |path: &Path, bytes: &[u8]| {
            storage::write(path, bytes).map_err(|error| TrainError::io(path, error))
        };
        write(&self.out, &quantise(trainer.weights()).to_bytes())?;
        let picture = curve::draw(trainer.history())?;
        write(&storage::beside(&self.out, "svg"), picture.as_bytes())?;
        trainer.checkpoint().write(&storage::beside(&self.out, "checkpoint"))
    }
}

/// Trains for one epoch and says how it went. The bar is that of all epochs.
fn epoch(
    trainer: &mut Trainer<HIDDEN>,
    data: &TrainingData,
    bar: &ProgressBar,
) -> Result<(), Failure> {
    let number = trainer.history().len() + 1;
    let epochs = trainer.settings().epochs;
    bar.set_message(format!("epoch {number} of {epochs}"));
    let start = Instant::now();
    let loss = trainer.epoch(data, |samples| bar.inc(samples as u64));
    let rate = trainer.epoch_samples(data) as f64 / start.elapsed().as_secs_f64().max(1e-3);
    let held_out = loss.held_out.as_ref().map_or_else(String::new, described);
    let training = loss.training;
    let rate = HumanCount(rate as u64);
    let line = format!("epoch {number}/{epochs}: loss {training:.6}{held_out}; {rate} positions/s");
    bar.suspend(|| writeln!(io::stdout(), "{line}"))?;
    Ok(())
}

/// The loss on games that are not learned from, in a line; then by the number of men on the board.
fn described(loss: &HeldOut) -> String {
    let HeldOut { model, network, by_bucket } = loss;
    let parts = by_bucket.iter().enumerate().map(|(index, loss)| {
        let (first, last) = (2 + 4 * index, if index + 1 < BUCKETS { 5 + 4 * index } else { 32 });
        format!("{first}-{last} men {loss:.5}")
    });
    let parts: Vec<_> = parts.collect();
    format!(", held out {model:.6}, rounded {network:.6} ({})", parts.join(", "))
}
