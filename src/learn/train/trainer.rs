//! Epoch by epoch.

use rand::seq::SliceRandom;
use rand_pcg::Pcg64;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::checkpoint::CheckpointFlaw;
use super::curve::{EpochLoss, HeldOut};
use super::kernel::pass;
use super::loss::Losses;
use super::optimizer::AdamW;
use super::weights::Weights;
use super::{Checkpoint, Samples, TrainError, TrainSettings, TrainingData};

/// Every batch is cut into this many parts, each with its own gradient, which are added up in
/// their order: so the result does not depend on the number of threads. More parts could use more
/// threads, but cost more memory traffic.
const PARTS: usize = 4;

/// Samples of one part when the held-out loss is computed.
const TEST_PART: usize = 4_096;

/// A model with `H` hidden units (a multiple of 32) that is being trained.
#[derive(Debug)]
pub struct Trainer<const H: usize> {
    settings: TrainSettings,
    weights: Weights<H>,
    adam: AdamW<H>,
    gradients: Vec<Weights<H>>,
    history: Vec<EpochLoss>,
    fingerprint: u32,
    pool: ThreadPool,
}

impl<const H: usize> Trainer<H> {
    /// A new model for that data.
    ///
    /// # Errors
    /// If a setting is out of range, there is nothing to learn from, or the threads cannot be
    /// started.
    pub fn new(settings: TrainSettings, data: &TrainingData) -> Result<Trainer<H>, TrainError> {
        let weights = Weights::random(settings.seed, data.training.seen());
        Trainer::further(settings, data, weights)
    }

    /// Trains a model further on that data.
    ///
    /// # Errors
    /// As [`Trainer::new`].
    pub fn further(
        settings: TrainSettings,
        data: &TrainingData,
        weights: Weights<H>,
    ) -> Result<Trainer<H>, TrainError> {
        Trainer::with(settings, data, weights, AdamW::new(), Vec::new())
    }

    /// Goes on where a checkpoint was made, with as many threads as asked for.
    ///
    /// # Errors
    /// As [`Trainer::new`], and if the checkpoint is that of another model or of other data.
    pub fn resume(
        checkpoint: Checkpoint,
        threads: usize,
        data: &TrainingData,
    ) -> Result<Trainer<H>, TrainError> {
        if checkpoint.hidden as usize != H {
            let flaw = CheckpointFlaw::Hidden { found: checkpoint.hidden, expected: H };
            return Err(TrainError::Resume(flaw));
        }
        if checkpoint.fingerprint != data.fingerprint() {
            return Err(TrainError::Resume(CheckpointFlaw::Data));
        }
        let numbers = |numbers: &[f32]| {
            Weights::from_slice(numbers).ok_or(TrainError::Resume(CheckpointFlaw::Numbers))
        };
        let weights = numbers(&checkpoint.weights)?;
        let (mean, square) = (numbers(&checkpoint.mean)?, numbers(&checkpoint.square)?);
        let adam = AdamW { mean, square, steps: checkpoint.steps };
        let settings = TrainSettings { threads, ..checkpoint.settings };
        Trainer::with(settings, data, weights, adam, checkpoint.history)
    }

    fn with(
        settings: TrainSettings,
        data: &TrainingData,
        weights: Weights<H>,
        adam: AdamW<H>,
        history: Vec<EpochLoss>,
    ) -> Result<Trainer<H>, TrainError> {
        settings.check()?;
        if data.training.is_empty() {
            return Err(TrainError::NoSamples);
        }
        if u32::try_from(data.training.len().max(data.held_out.len())).is_err() {
            return Err(TrainError::TooManySamples);
        }
        let pool = ThreadPoolBuilder::new().num_threads(settings.threads).build()?;
        let gradients = vec![Weights::zero(); PARTS];
        let fingerprint = data.fingerprint();
        Ok(Trainer { settings, weights, adam, gradients, history, fingerprint, pool })
    }

    /// The state after the epochs done so far.
    pub fn checkpoint(&self) -> Checkpoint {
        Checkpoint {
            settings: self.settings.clone(),
            fingerprint: self.fingerprint,
            hidden: H as u32,
            steps: self.adam.steps,
            history: self.history.clone(),
            weights: self.weights.to_vec(),
            mean: self.adam.mean.to_vec(),
            square: self.adam.square.to_vec(),
        }
    }

    /// The settings.
    pub fn settings(&self) -> &TrainSettings {
        &self.settings
    }

    /// The model as it is now.
    pub fn weights(&self) -> &Weights<H> {
        &self.weights
    }

    /// The losses of the epochs done so far.
    pub fn history(&self) -> &[EpochLoss] {
        &self.history
    }

    /// Whether all epochs are done.
    pub fn is_done(&self) -> bool {
        self.history.len() >= self.settings.epochs as usize
    }

    /// Samples in a batch, and batches in an epoch. What is left over does not count in that
    /// epoch; it is chosen anew in each.
    fn batches(&self, data: &TrainingData) -> (usize, usize) {
        let batch = self.settings.batch.min(data.training.len()).max(1);
        (batch, data.training.len() / batch)
    }

    /// Samples that an epoch learns from: whole batches only.
    pub fn epoch_samples(&self, data: &TrainingData) -> u64 {
        let (batch, batches) = self.batches(data);
        (batch * batches) as u64
    }

    /// Learns from every sample once, in a new order. `progress` hears of every batch how many
    /// samples it had. `data` must be what the trainer was made with.
    pub fn epoch(&mut self, data: &TrainingData, progress: impl Fn(usize)) -> EpochLoss {
        let (batch, batches) = self.batches(data);
        let mut order: Vec<u32> = (0..data.training.len() as u32).collect();
        let epoch = self.history.len() as u64 + 1;
        order.shuffle(&mut Pcg64::new(u128::from(self.settings.seed), u128::from(epoch)));
        let total = batches as u64 * u64::from(self.settings.epochs);
        let mut sum = 0.0;
        for batch in order.chunks_exact(batch) {
            let rate = self.settings.rate(self.adam.steps, total);
            sum += self.step(&data.training, batch, rate);
            progress(batch.len());
        }
        let training = sum / (batch * batches).max(1) as f64;
        let loss = EpochLoss { training, held_out: self.held_out(&data.held_out) };
        self.history.push(loss);
        loss
    }

    /// One step at a learning rate, from the samples named by `batch`; returns the sum of their
    /// losses before the step.
    pub fn step(&mut self, samples: &Samples, batch: &[u32], rate: f32) -> f64 {
        let Trainer { settings, weights, adam, gradients, pool, .. } = self;
        let loss = settings.loss();
        let part = batch.len().div_ceil(PARTS).max(1);
        pool.install(|| {
            let losses: Vec<Losses> = gradients
                .par_iter_mut()
                .enumerate()
                .map(|(index, gradient)| {
                    gradient.clear();
                    let from = (index * part).min(batch.len());
                    let to = (from + part).min(batch.len());
                    pass(weights, samples, &batch[from..to], loss, Some(gradient))
                })
                .collect();
            let scale = 1.0 / batch.len().max(1) as f32;
            adam.step(weights, gradients, scale, rate, settings.decay);
            losses.into_iter().sum::<Losses>().total()
        })
    }

    /// The mean losses over samples that are not learned from; `None` if there are none.
    fn held_out(&self, samples: &Samples) -> Option<HeldOut> {
        let number = samples.len() as f64;
        let network = self.losses(&self.weights.rounded(), samples);
        (!samples.is_empty()).then(|| HeldOut {
            model: self.losses(&self.weights, samples).total() / number,
            network: network.total() / number,
            by_bucket: network.means(samples),
        })
    }

    /// The losses of a model over samples.
    fn losses(&self, weights: &Weights<H>, samples: &Samples) -> Losses {
        let order: Vec<u32> = (0..samples.len() as u32).collect();
        let loss = self.settings.loss();
        let losses: Vec<Losses> = self.pool.install(|| {
            let parts = order.par_chunks(TEST_PART);
            parts.map(|part| pass(weights, samples, part, loss, None)).collect()
        });
        losses.into_iter().sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::train::testing;

    fn settings() -> TrainSettings {
        TrainSettings {
            epochs: 4,
            batch: 64,
            seed: 5,
            threads: 1,
            lr: 5e-3,
            ..TrainSettings::default()
        }
    }

    fn train(settings: TrainSettings, data: &TrainingData) -> Checkpoint {
        let mut trainer = Trainer::<32>::new(settings, data).unwrap();
        while !trainer.is_done() {
            trainer.epoch(data, |_| {});
        }
        trainer.checkpoint()
    }

    #[test]
    fn few_samples_are_learned_by_heart() {
        let data = testing::data(31, 200);
        let checkpoint = train(TrainSettings { epochs: 60, ..settings() }, &data);
        let losses: Vec<f64> = checkpoint.history.iter().map(|epoch| epoch.training).collect();
        assert!(losses[59] < 0.1 * losses[0], "{losses:?}");
    }

    #[test]
    fn a_seed_gives_one_network_whatever_the_threads() {
        let data = testing::data(32, 500);
        let one = train(settings(), &data);
        let two = train(TrainSettings { threads: 2, ..settings() }, &data);
        assert_eq!((&one.weights, &one.history), (&two.weights, &two.history));
        let other = train(TrainSettings { seed: 6, ..settings() }, &data);
        assert_ne!(one.weights, other.weights);
    }

    #[test]
    fn going_on_equals_never_having_stopped() {
        let data = testing::data(33, 300);
        let mut trainer = Trainer::<32>::new(settings(), &data).unwrap();
        trainer.epoch(&data, |_| {});
        trainer.epoch(&data, |_| {});
        let mut resumed = Trainer::<32>::resume(trainer.checkpoint(), 1, &data).unwrap();
        while !resumed.is_done() {
            resumed.epoch(&data, |_| {});
        }
        assert_eq!(resumed.checkpoint(), train(settings(), &data));
    }

    #[test]
    fn checkpoints_of_other_models_or_data_are_refused() {
        let data = testing::data(34, 100);
        let checkpoint = Trainer::<32>::new(settings(), &data).unwrap().checkpoint();
        let refused = |checkpoint: &Checkpoint, data: &TrainingData| match Trainer::<32>::resume(
            checkpoint.clone(),
            1,
            data,
        ) {
            Err(TrainError::Resume(flaw)) => flaw,
            other => panic!("{other:?}"),
        };
        assert_eq!(refused(&checkpoint, &testing::data(35, 100)), CheckpointFlaw::Data);
        let hidden = Checkpoint { hidden: 64, ..checkpoint.clone() };
        assert_eq!(refused(&hidden, &data), CheckpointFlaw::Hidden { found: 64, expected: 32 });
        let short = Checkpoint { mean: Vec::new(), ..checkpoint };
        assert_eq!(refused(&short, &data), CheckpointFlaw::Numbers);
        let nothing = TrainingData::default();
        assert!(matches!(Trainer::<32>::new(settings(), &nothing), Err(TrainError::NoSamples)));
    }
}
