//! How long to think.

use std::time::{Duration, Instant};

use super::{Clock, Limits};

/// Moves that the time of a whole game is spread over.
const MOVES_AHEAD: u32 = 26;

/// The time limits of one search. Time spent pondering counts: it was a gift, and may well be
/// enough once the expected move is played.
#[derive(Clone, Copy, Debug)]
pub(super) struct TimeManager {
    start: Instant,
    /// After this no new iteration begins, stretched or shortened by how clear the choice is.
    soft: Option<Duration>,
    /// After this the search is broken off.
    hard: Option<Duration>,
}

impl TimeManager {
    /// For a search that begins now.
    pub(super) fn new(limits: &Limits, overhead: Duration) -> TimeManager {
        let start = Instant::now();
        if let Some(time) = limits.move_time {
            let time = time.saturating_sub(overhead.min(time / 4));
            return TimeManager { start, soft: None, hard: Some(time) };
        }
        match limits.clock {
            None => TimeManager { start, soft: None, hard: None },
            Some(clock) => {
                let (soft, hard) = allocate(clock, overhead);
                TimeManager { start, soft: Some(soft), hard: Some(hard) }
            }
        }
    }

    /// Time since the search began.
    pub(super) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Whether the search must be broken off.
    pub(super) fn is_spent(&self) -> bool {
        self.hard.is_some_and(|hard| self.start.elapsed() >= hard)
    }

    /// Whether another iteration is worth beginning, where `factor` says how much more (> 1) or
    /// less time than usual the choice deserves.
    pub(super) fn allows_iteration(&self, factor: f64) -> bool {
        let within = |limit: Option<Duration>, factor: f64| {
            limit.is_none_or(|limit| self.start.elapsed() < limit.mul_f64(factor))
        };
        within(self.soft, factor) && within(self.hard, 1.0)
    }
}

/// The usual and the greatest time for a move.
fn allocate(clock: Clock, overhead: Duration) -> (Duration, Duration) {
    let moves = clock.moves_to_go.map_or(MOVES_AHEAD, |moves| moves.clamp(1, MOVES_AHEAD));
    // Half of the overheads of the moves ahead are kept back: a busy machine may wake us late at any
    // of them. A clock that runs low is mostly reserve, and lives on the increment.
    let reserve = (overhead * (moves / 2 + 2)).min(clock.left.mul_f64(0.6));
    let usable = clock.left - reserve;
    let usual = usable / moves + clock.increment.mul_f64(0.85);
    let most = if moves == 1 { usable.mul_f64(0.9) } else { usable.mul_f64(0.35) };
    let floor = Duration::from_micros(500);
    (usual.min(most).max(floor), (usual * 4).min(most).max(floor))
}

/// How much longer than usual a choice deserves to be thought about: longer while the best move
/// changes, less the longer it has stayed the same (`stable` iterations) and the larger its share
/// of the nodes.
pub(super) fn scale(stable: usize, share: f64) -> f64 {
    const STABILITY: [f64; 6] = [1.35, 1.15, 1.0, 0.92, 0.86, 0.8];
    STABILITY[stable.min(STABILITY.len() - 1)] * (1.7 - 1.1 * share)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_share_is_more_than_the_clock_holds() {
        let overhead = Duration::from_millis(10);
        for left in [0, 1, 5, 20, 100, 1_000, 60_000, 10_000_000] {
            for increment in [0, 10, 1_000, 100_000_000] {
                for moves_to_go in [None, Some(1), Some(2), Some(40), Some(1_000)] {
                    let left = Duration::from_millis(left);
                    let increment = Duration::from_millis(increment);
                    let (soft, hard) = allocate(Clock { left, increment, moves_to_go }, overhead);
                    assert!(soft <= hard && hard <= left.max(Duration::from_millis(1)));
                }
            }
        }
    }
}
