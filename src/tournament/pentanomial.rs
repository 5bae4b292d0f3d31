//! Statistics of pairs of games: Elo, normalised Elo and the sequential test.
//!
//! The two games of a pair share their opening, so they are no independent trials. What is counted
//! is how many half points a pair brought (0 to 4): the *pentanomial* model. The test is the
//! generalised sequential probability ratio test of normalised Elo, which measures the score in
//! units of its standard deviation and so needs the same number of games whatever the share of
//! draws (M. Van den Bergh, "Normalized Elo" and "The generalized maximum likelihood ratio for the
//! expectation value of a distribution").

/// Elo points of one standard deviation of a game: 800 / ln 10.
const NORMALISED_UNIT: f64 = 347.435_585_522_601_5;

/// The quantile of the normal distribution of a 95 % interval.
const CONFIDENCE: f64 = 1.959_963_984_540_054;

/// How many pairs brought the first engine 0, ½, 1, 1½ and 2 points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pentanomial(pub [u64; 5]);

/// An estimate and the half-width of its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The value.
    pub value: f64,
    /// Half of the interval's width.
    pub error: f64,
}

/// A sequential test: is the first engine stronger by `lower` or by `upper`, in normalised Elo?
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The hypothesis that is accepted at the lower bound.
    pub lower: f64,
    /// The hypothesis that is accepted at the upper bound.
    pub upper: f64,
}

/// What a sequential test says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The upper hypothesis holds: the change is a gain.
    Accepted,
    /// The lower hypothesis holds.
    Rejected,
    /// More games are needed.
    Open,
}

impl Sprt {
    /// The log-likelihood ratio at which the test ends, with 5 % of errors of either kind.
    pub const BOUND: f64 = 2.944_438_979_166_440_3;

    /// What a log-likelihood ratio says.
    pub fn verdict(llr: f64) -> Verdict {
        match llr {
            _ if llr >= Sprt::BOUND => Verdict::Accepted,
            _ if llr <= -Sprt::BOUND => Verdict::Rejected,
            _ => Verdict::Open,
        }
    }
}

impl Pentanomial {
    /// Counts a pair that brought so many half points (at most 4).
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points.min(4)] += 1;
    }

    /// Number of pairs.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Mean score of a game, 0–1, and the standard deviation of a pair's mean score. Every outcome is
    /// given a tiny weight, so that there always is a deviation.
    fn moments(&self) -> (f64, f64) {
        let weights = self.0.map(|pairs| pairs as f64 + 1e-3);
        let total: f64 = weights.iter().sum();
        let of_scores = |value: &dyn Fn(f64) -> f64| {
            let scores = weights.iter().enumerate();
            scores.map(|(half, weight)| weight * value(half as f64 / 4.0)).sum::<f64>() / total
        };
        let mean = of_scores(&|score| score);
        (mean, of_scores(&|score| (score - mean).powi(2)).sqrt())
    }

    /// The difference in logistic Elo; `None` without pairs, or where all points went to one side.
    pub fn elo(&self) -> Option<Estimate> {
        let pairs = self.pairs() as f64;
        let (mean, deviation) = self.moments();
        if pairs == 0.0 || !(1e-3..=1.0 - 1e-3).contains(&mean) {
            return None;
        }
        let value = 400.0 * (mean / (1.0 - mean)).log10();
        // The derivative of Elo by the score.
        let slope = 400.0 / std::f64::consts::LN_10 / (mean * (1.0 - mean));
        Some(Estimate { value, error: CONFIDENCE * slope * deviation / pairs.sqrt() })
    }

    /// The difference in normalised Elo; `None` without pairs.
    pub fn normalised_elo(&self) -> Option<Estimate> {
        let pairs = self.pairs() as f64;
        let (mean, deviation) = self.moments();
        // The deviation of a single game, were the games of a pair independent.
        let game = deviation * std::f64::consts::SQRT_2;
        (pairs > 0.0).then(|| Estimate {
            value: (mean - 0.5) / game * NORMALISED_UNIT,
            error: CONFIDENCE * NORMALISED_UNIT / (2.0 * pairs).sqrt(),
        })
    }

    /// The log-likelihood ratio of a test's upper hypothesis against its lower one.
    pub fn llr(&self, sprt: Sprt) -> f64 {
        let (mean, deviation) = self.moments();
        let score = (mean - 0.5) / deviation;
        let hypothesis = |elo: f64| elo / NORMALISED_UNIT * std::f64::consts::SQRT_2;
        let distance = |elo| 1.0 + (score - hypothesis(elo)).powi(2);
        self.pairs() as f64 / 2.0 * (distance(sprt.lower) / distance(sprt.upper)).ln()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_near(value: f64, expected: f64, within: f64) -> bool {
        (value - expected).abs() <= within
    }

    #[test]
    fn even_scores_are_worth_nothing() {
        let even = Pentanomial([10, 20, 40, 20, 10]);
        let elo = even.elo().unwrap();
        assert!(is_near(elo.value, 0.0, 1e-9) && elo.error > 0.0);
        assert!(is_near(even.normalised_elo().unwrap().value, 0.0, 1e-9));
        assert!(is_near(even.llr(Sprt { lower: -5.0, upper: 5.0 }), 0.0, 1e-9));
        assert_eq!(Pentanomial::default().elo(), None);
        assert_eq!(Pentanomial([0, 0, 0, 0, 9]).elo(), None, "no finite value");
    }

    /// 60 % of the points are 70.4 Elo by the logistic formula.
    #[test]
    fn elo_is_logistic() {
        let pairs = Pentanomial([50, 100, 300, 500, 50]);
        let elo = pairs.elo().unwrap();
        assert!(is_near(elo.value, 400.0 * (0.6f64 / 0.4).log10(), 1e-3), "{elo:?}");
        // The mean of a pair deviates by the root of 0.0525 (by hand).
        let slope = 400.0 / std::f64::consts::LN_10 / 0.24;
        assert!(is_near(elo.error, 1.96 * slope * 0.052_5f64.sqrt() / 1_000f64.sqrt(), 0.05));
    }

    /// Single games that are independent and never drawn have a deviation of a half: there one
    /// normalised Elo is one logistic Elo near equality.
    #[test]
    fn normalised_elo_is_logistic_elo_without_draws() {
        let share: f64 = 0.51;
        let pairs = 1_000_000.0;
        let of = |probability: f64| (probability * pairs) as u64;
        let counts = [(1.0 - share).powi(2), 0.0, 2.0 * share * (1.0 - share), 0.0, share.powi(2)];
        let counts = Pentanomial(counts.map(of));
        let (elo, normalised) = (counts.elo().unwrap(), counts.normalised_elo().unwrap());
        assert!(is_near(elo.value, normalised.value, 0.02), "{elo:?} {normalised:?}");
        assert!(is_near(elo.error, normalised.error, 0.02), "{elo:?} {normalised:?}");
    }

    #[test]
    fn tests_end_on_the_right_side() {
        let sprt = Sprt { lower: 0.0, upper: 10.0 };
        let better = Pentanomial([100, 300, 900, 420, 150]);
        assert_eq!(Sprt::verdict(better.llr(sprt)), Verdict::Accepted);
        let worse = Pentanomial([150, 420, 900, 300, 100]);
        assert_eq!(Sprt::verdict(worse.llr(sprt)), Verdict::Rejected);
        let few = Pentanomial([1, 3, 9, 4, 1]);
        assert_eq!(Sprt::verdict(few.llr(sprt)), Verdict::Open);
        assert!(is_near(Pentanomial::default().llr(sprt), 0.0, 1e-9));
    }
}
