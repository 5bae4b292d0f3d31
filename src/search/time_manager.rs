//! The time manager: how long to think.

use std::time::{Duration, Instant};

use super::{Clock, Limits, Params, SearchOptions};

/// The time limits of one search. Time spent pondering counts: it was a gift, and may well be
/// enough once the expected move is played.
#[derive(Clone, Copy, Debug)]
pub(super) struct TimeManager {
    start: Instant,
    /// Soft limit: after this no new iteration begins, scaled by how clear the choice is.
    soft: Option<Duration>,
    /// Hard limit: after this the search is broken off.
    hard: Option<Duration>,
}

impl TimeManager {
    /// For a search that begins now.
    pub(super) fn new(limits: &Limits, options: &SearchOptions) -> TimeManager {
        let start = Instant::now();
        if let Some(time) = limits.move_time {
            let time = time.saturating_sub(options.move_overhead.min(time / 4));
            return TimeManager { start, soft: None, hard: Some(time) };
        }
        match limits.clock {
            None => TimeManager { start, soft: None, hard: None },
            Some(clock) => {
                let (soft, hard) = allocate(clock, options);
                TimeManager { start, soft: Some(soft), hard: Some(hard) }
            }
        }
    }

    /// Time since the search began.
    pub(super) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// The hard limit, if there is one.
    pub(super) fn hard(&self) -> Option<Duration> {
        self.hard
    }

    /// Whether the hard limit is reached.
    pub(super) fn is_over(&self) -> bool {
        self.hard.is_some_and(|hard| self.start.elapsed() >= hard)
    }

    /// Whether another iteration is worth beginning, the soft limit scaled by `scale`.
    pub(super) fn allows_iteration(&self, scale: f64) -> bool {
        let within = |limit: Option<Duration>, scale: f64| {
            limit.is_none_or(|limit| self.start.elapsed() < limit.mul_f64(scale))
        };
        within(self.soft, scale) && within(self.hard, 1.0)
    }
}

/// The soft and the hard limit for a move.
fn allocate(clock: Clock, options: &SearchOptions) -> (Duration, Duration) {
    let (params, overhead) = (&options.params, options.move_overhead);
    let percent = |percent: i32| f64::from(percent) / 100.0;
    let ahead = params.time_moves_ahead.unsigned_abs();
    let moves = clock.moves_to_go.map_or(ahead, |moves| moves.clamp(1, ahead));
    // Half of the overheads of the moves ahead are kept back: a busy machine may wake us late at any
    // of them. A clock that runs low is mostly reserve, and lives on the increment.
    let reserve = (overhead * (moves / 2 + 2)).min(clock.left.mul_f64(0.6));
    let usable = clock.left - reserve;
    let usual = usable / moves + clock.increment.mul_f64(percent(params.time_increment));
    let most = usable.mul_f64(if moves == 1 { 0.9 } else { percent(params.time_max) });
    let floor = Duration::from_micros(500);
    let hard = (usual * params.time_max_factor.unsigned_abs()).min(most).max(floor);
    (usual.min(most).max(floor), hard)
}

/// The scale of the soft limit: more while the best move changes, less the longer it has stayed the
/// same (`stable` iterations) and the larger its `effort`, its share of the nodes.
pub(super) fn scale(stable: usize, effort: f64, params: &Params) -> f64 {
    let (base, slope) = (f64::from(params.time_effort_base), f64::from(params.time_effort_slope));
    params.time_stability(stable) * ((base - slope * effort) / 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_allocation_is_more_than_the_clock_holds() {
        let options = SearchOptions::default();
        for left in [0, 1, 5, 20, 100, 1_000, 60_000, 10_000_000] {
            for increment in [0, 10, 1_000, 100_000_000] {
                for moves_to_go in [None, Some(1), Some(2), Some(40), Some(1_000)] {
                    let left = Duration::from_millis(left);
                    let increment = Duration::from_millis(increment);
                    let clock = Clock { left, increment, moves_to_go };
                    let (soft, hard) = allocate(clock, &options);
                    assert!(soft <= hard && hard <= left.max(Duration::from_millis(1)));
                }
            }
        }
    }
}
