//! Fitting what scores mean to the results of games, see [`crate::eval::wdl`].

use std::collections::BTreeMap;

use super::filter::{game_ply, is_quiet};
use super::record::{GameRecord, GameResult};
use super::truth;
use crate::endgame::Tables;
use crate::eval::wdl::{Features, Model, features};
use crate::score::Score;

/// Scores are put together in steps of so many centipawns.
const STEP: i32 = 10;

/// Positions with greater scores say nothing about the curve.
const GREATEST: i32 = 1_500;

/// Shares of a count that is gone are put together in so many steps.
const GONE_STEPS: f64 = 8.0;

/// Positions that are alike to the model: men, whether and how far a count runs, score.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Cell {
    men: u32,
    gone: Option<u8>,
    score: i32,
}

/// Results of the positions of games by what the model sees of them.
#[derive(Debug, Default)]
pub struct Results {
    /// Wins, draws and losses of the side to move.
    cells: BTreeMap<Cell, [u64; 3]>,
    number: u64,
}

/// How often what the model expects happened.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Reliability {
    /// Positions.
    pub number: u64,
    /// Mean expected chance.
    pub expected: f64,
    /// Share of the positions in which it came true.
    pub found: f64,
}

/// The parameters while they are fitted: in hundreds of centipawns.
type Numbers = [f64; 10];

impl Results {
    /// Adds the quiet positions of a game; its result is the tables' as soon as they know.
    pub fn add(&mut self, record: &GameRecord, tables: &Tables) {
        let truths = truth::along(tables, record);
        let result = truths.iter().find_map(|&truth| truth).unwrap_or(record.result);
        record.replay(|position, ply| {
            let score = i32::from(ply.score);
            let is_used = is_quiet(position, ply.mv, ply.score, game_ply(position))
                && !Score(score).is_decided()
                && score.abs() <= GREATEST;
            if !is_used {
                return;
            }
            let [.., gone] = features(position);
            let cell = Cell {
                men: position.board().occupied().count(),
                gone: position.count().is_running().then_some((gone * GONE_STEPS) as u8),
                score: (score + GREATEST) / STEP * STEP - GREATEST,
            };
            let place = match result {
                GameResult::Draw => 1,
                _ if result == GameResult::win(position.side()) => 0,
                _ => 2,
            };
            self.cells.entry(cell).or_default()[place] += 1;
            self.number += 1;
        });
    }

    /// Number of positions.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The model under which the results are most likely, by gradient ascent from `start`.
    pub fn fit(&self, start: &Model) -> Model {
        const STEPS: i32 = 3_000;
        const RATE: f64 = 0.01;
        let mut numbers = numbers_of(start);
        let (mut mean, mut square) = ([0.0f64; 10], [0.0f64; 10]);
        for step in 1..=STEPS {
            let slope = self.slope(&numbers);
            let rate = RATE * (1.0 - f64::from(step) / f64::from(STEPS + 1));
            for index in 0..numbers.len() {
                mean[index] = 0.9 * mean[index] + 0.1 * slope[index];
                square[index] = 0.99 * square[index] + 0.01 * slope[index].powi(2);
                let (mean, square) = (
                    mean[index] / (1.0 - 0.9f64.powi(step)),
                    square[index] / (1.0 - 0.99f64.powi(step)),
                );
                numbers[index] += rate * mean / (square.sqrt() + 1e-12);
            }
        }
        model_of(&numbers)
    }

    /// The derivative of the mean log-likelihood by each number.
    fn slope(&self, numbers: &Numbers) -> Numbers {
        let model = model_of(numbers);
        let mut slope = [0.0; 10];
        for (cell, counts) in &self.cells {
            let features = cell.features();
            let score = cell.middle();
            let wdl = model.at(&features);
            let [win, loss] = wdl.chances(score);
            let draw = (1.0 - win - loss).max(1e-9);
            let [wins, draws, losses] = counts.map(|count| count as f64);
            // By the arguments of the two logistic curves.
            let by_win = wins * (1.0 - win) - draws * win * (1.0 - win) / draw;
            let by_loss = losses * (1.0 - loss) - draws * loss * (1.0 - loss) / draw;
            let (half, spread) = wdl.numbers();
            let by_half = -(by_win + by_loss) / spread;
            let by_spread =
                -(by_win * (score - half) + by_loss * (-score - half)) / (spread * spread);
            for (index, feature) in features.into_iter().enumerate() {
                slope[index] += 100.0 * by_half * feature / self.number as f64;
                slope[5 + index] += 100.0 * by_spread * feature / self.number as f64;
            }
        }
        slope
    }

    /// The mean log-likelihood of a result under a model.
    pub fn likelihood(&self, model: &Model) -> f64 {
        let of_cell = |(cell, counts): (&Cell, &[u64; 3])| {
            let [win, loss] = model.at(&cell.features()).chances(cell.middle());
            let chances = [win, 1.0 - win - loss, loss];
            let parts = chances.into_iter().zip(counts);
            parts.map(|(chance, &count)| count as f64 * chance.max(1e-9).ln()).sum::<f64>()
        };
        self.cells.iter().map(of_cell).sum::<f64>() / self.number.max(1) as f64
    }

    /// Expected and found shares of wins, by the expected one in `steps` equal steps.
    pub fn reliability(&self, model: &Model, steps: usize) -> Vec<Reliability> {
        let mut sums = vec![Reliability::default(); steps];
        for (cell, counts) in &self.cells {
            let [win, _] = model.at(&cell.features()).chances(cell.middle());
            let sum = &mut sums[((win * steps as f64) as usize).min(steps - 1)];
            let number: u64 = counts.iter().sum();
            sum.number += number;
            sum.expected += win * number as f64;
            sum.found += counts[0] as f64;
        }
        for sum in &mut sums {
            let number = sum.number.max(1) as f64;
            sum.expected /= number;
            sum.found /= number;
        }
        sums
    }
}

impl Cell {
    fn features(&self) -> Features {
        let men = f64::from(self.men) / 32.0;
        let gone = self.gone.map_or(0.0, |gone| (f64::from(gone) + 0.5) / GONE_STEPS);
        [1.0, men, men * men, f64::from(u8::from(self.gone.is_some())), gone]
    }

    /// The score in the middle of the cell.
    fn middle(&self) -> f64 {
        f64::from(self.score) + 0.5 * f64::from(STEP - 1)
    }
}

fn numbers_of(model: &Model) -> Numbers {
    let mut numbers = [0.0; 10];
    let weights = model.half.iter().chain(&model.spread);
    numbers.iter_mut().zip(weights).for_each(|(number, weight)| *number = weight / 100.0);
    numbers
}

fn model_of(numbers: &Numbers) -> Model {
    Model {
        half: std::array::from_fn(|index| 100.0 * numbers[index]),
        spread: std::array::from_fn(|index| 100.0 * numbers[5 + index]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Results that a model makes are fitted by that model.
    #[test]
    fn a_model_is_found_again() {
        let truth = Model {
            half: [300.0, -100.0, 50.0, 80.0, 150.0],
            spread: [90.0, 20.0, 0.0, -10.0, 0.0],
        };
        let mut results = Results::default();
        for men in (4..=32).step_by(2) {
            for gone in [None, Some(0), Some(3), Some(7)] {
                for score in (-800..800).step_by(10) {
                    let cell = Cell { men, gone, score };
                    let [win, loss] = truth.at(&cell.features()).chances(cell.middle());
                    let counts = [win, 1.0 - win - loss, loss].map(|chance| (1e6 * chance) as u64);
                    results.number += counts.iter().sum::<u64>();
                    results.cells.insert(cell, counts);
                }
            }
        }
        let start = Model { half: [250.0, 0.0, 0.0, 0.0, 0.0], spread: [80.0, 0.0, 0.0, 0.0, 0.0] };
        let found = results.fit(&start);
        assert!(results.likelihood(&found) > results.likelihood(&start));
        assert!(results.likelihood(&truth) - results.likelihood(&found) < 1e-4, "{found:?}");
        for step in results.reliability(&found, 10) {
            assert!((step.expected - step.found).abs() < 0.01, "{step:?}");
        }
    }
}
