//! SPSA, simultaneous perturbation stochastic approximation (Spall 1992, 1998): tunes many numbers at
//! once by games between two players, one with all numbers moved a little in a random direction, the
//! other with all moved the opposite way.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::search::ParamSpec;
use crate::seed::seed_of;

/// How the perturbation shrinks with the iterations (Spall's γ).
const GAMMA: f64 = 0.101;

/// How the steps shrink with the iterations (Spall's α).
const ALPHA: f64 = 0.602;

/// For this share of the iterations the steps hardly shrink (Spall's A).
const STABLE_SHARE: f64 = 0.1;

/// How a run goes on, fixed from its beginning.
#[derive(Clone, PartialEq, Debug)]
pub struct Schedule {
    /// The numbers that are tuned. Their [`ParamSpec::step`] is the perturbation of the last iteration.
    pub specs: Vec<ParamSpec>,
    /// Number of iterations, at least 1.
    pub iterations: u32,
    /// What a won game moves a number by in the last iteration, as a share of its step.
    pub rate: f64,
    /// Chooses the directions.
    pub seed: u64,
}

/// The two players of an iteration.
#[derive(Clone, PartialEq, Debug)]
pub struct Perturbation {
    /// +1 or −1 for each number.
    signs: Vec<f64>,
    /// The numbers moved by their perturbation times the sign,
    pub plus: Vec<i32>,
    /// and against it.
    pub minus: Vec<i32>,
}

impl Schedule {
    /// The numbers to begin with.
    pub fn start(&self) -> Vec<f64> {
        self.specs.iter().map(|spec| spec.default.into()).collect()
    }

    /// The perturbation of each number in an iteration, from 0.
    fn width(&self, spec: &ParamSpec, iteration: u32) -> f64 {
        let done = f64::from(iteration + 1) / f64::from(self.iterations);
        f64::from(spec.step) * done.powf(-GAMMA)
    }

    /// What a won game moves a number by in an iteration, as a share of its perturbation.
    fn rate(&self, iteration: u32) -> f64 {
        let stable = STABLE_SHARE * f64::from(self.iterations);
        let end = f64::from(self.iterations) + stable;
        let step = (end / (f64::from(iteration + 1) + stable)).powf(ALPHA);
        let width = (f64::from(iteration + 1) / f64::from(self.iterations)).powf(-GAMMA);
        // Spall's a/c², in units of the last perturbation.
        self.rate * step / (width * width)
    }

    /// The players of an iteration, from 0. The same for the same seed and values.
    pub fn perturb(&self, values: &[f64], iteration: u32) -> Perturbation {
        let mut random = Pcg64Mcg::seed_from_u64(seed_of(self.seed, iteration.into()));
        let mut perturbation =
            Perturbation { signs: Vec::new(), plus: Vec::new(), minus: Vec::new() };
        for (spec, &value) in self.specs.iter().zip(values) {
            let sign = if random.random::<bool>() { 1.0 } else { -1.0 };
            // Rounded up as often as the fraction says, so that small moves count, too.
            let fraction: f64 = random.random();
            let rounded =
                |value: f64| ((value + fraction).floor() as i32).clamp(spec.min, spec.max);
            let width = self.width(spec, iteration);
            perturbation.plus.push(rounded(value + sign * width));
            perturbation.minus.push(rounded(value - sign * width));
            perturbation.signs.push(sign);
        }
        perturbation
    }

    /// Takes the result of an iteration into account: games won less games lost by the first player.
    pub fn update(
        &self,
        values: &mut [f64],
        iteration: u32,
        perturbation: &Perturbation,
        result: f64,
    ) {
        let rate = self.rate(iteration);
        for ((value, spec), sign) in values.iter_mut().zip(&self.specs).zip(&perturbation.signs) {
            let step = rate * self.width(spec, iteration) * result * sign;
            *value = (*value + step).clamp(spec.min.into(), spec.max.into());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schedule(iterations: u32) -> Schedule {
        let spec = |name, default| ParamSpec { name, default, min: 0, max: 200, step: 8 };
        let specs = vec![spec("a", 60), spec("b", 150), spec("c", 100)];
        Schedule { specs, iterations, rate: 0.02, seed: 5 }
    }

    /// How far the numbers are from the best ones.
    fn loss(values: impl IntoIterator<Item = f64>) -> f64 {
        let best = [120.0, 90.0, 100.0];
        values.into_iter().zip(best).map(|(value, best)| ((value - best) / 40.0).powi(2)).sum()
    }

    /// Games whose winner is mostly the better player lead to the best numbers.
    #[test]
    fn noisy_games_lead_to_the_best_numbers() {
        let schedule = schedule(3_000);
        let mut values = schedule.start();
        let mut random = Pcg64Mcg::seed_from_u64(1);
        let before = loss(values.clone());
        for iteration in 0..schedule.iterations {
            let players = schedule.perturb(&values, iteration);
            let [plus, minus] = [&players.plus, &players.minus]
                .map(|player| loss(player.iter().map(|&value| f64::from(value))));
            // The better player wins with the probability of the logistic function.
            let wins = 1.0 / (1.0 + (plus - minus).exp());
            let result = if random.random::<f64>() < wins { 1.0 } else { -1.0 };
            schedule.update(&mut values, iteration, &players, result);
        }
        let after = loss(values.clone());
        assert!(after < 0.1 * before, "{values:?}: {before} to {after}");
    }

    #[test]
    fn players_differ_by_their_perturbation_and_stay_in_range() {
        let schedule = schedule(100);
        for iteration in [0, 50, 99] {
            let values = [60.5, 150.0, 199.9];
            let players = schedule.perturb(&values, iteration);
            assert_eq!(players, schedule.perturb(&values, iteration));
            assert_ne!(players, schedule.perturb(&values, iteration + 1));
            for (index, spec) in schedule.specs.iter().enumerate() {
                let (plus, minus) = (players.plus[index], players.minus[index]);
                assert!((spec.min..=spec.max).contains(&plus));
                assert!((spec.min..=spec.max).contains(&minus));
                assert_eq!(plus > minus, players.signs[index] > 0.0);
            }
            assert!((players.plus[0] - players.minus[0]).abs() >= 16);
        }
        // In the last iteration a win moves a number by the rate's share of its step.
        let mut values = [60.0, 150.0, 100.0];
        let players = schedule.perturb(&values, 99);
        schedule.update(&mut values, 99, &players, 1.0);
        assert!(((values[0] - 60.0).abs() - 0.02 * 8.0).abs() < 1e-9, "{values:?}");
    }
}
