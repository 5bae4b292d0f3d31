//! Time controls.

use std::time::Duration;

use crate::search::{Clock, Limits};

/// A time control as `level` tells it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level {
    /// Moves in a session; 0 if the time is for the whole game.
    moves: u32,
    /// Time for a session.
    base: Duration,
    /// Time added after each move.
    increment: Duration,
}

impl Level {
    /// Reads `MOVES BASE INCREMENT`: the base in minutes or as `minutes:seconds`, the increment in
    /// seconds, which may be a fraction.
    pub fn read(text: &str) -> Option<Level> {
        let mut words = text.split_whitespace();
        let (moves, base, increment) = (words.next()?, words.next()?, words.next()?);
        let (minutes, seconds) = base.split_once(':').unwrap_or((base, "0"));
        Some(Level {
            moves: moves.parse().ok()?,
            base: (read_seconds(minutes)? * 60).saturating_add(read_seconds(seconds)?),
            increment: read_seconds(increment)?,
        })
    }
}

/// A number of seconds, perhaps with a fraction. Less than none is none, and more than some years
/// is some years.
pub fn read_seconds(text: &str) -> Option<Duration> {
    const MOST: f64 = 1e8;
    let plain = text.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | '-' | '+'));
    let seconds: f64 = text.parse().ok().filter(|_| plain)?;
    Duration::try_from_secs_f64(seconds.clamp(0.0, MOST)).ok()
}

/// The time control and the engine's clock.
#[derive(Clone, Debug)]
pub struct TimeControl {
    level: Level,
    /// Time for each move instead of a clock.
    per_move: Option<Duration>,
    depth: Option<u32>,
    /// What the clock shows. The GUI tells; between its messages it is kept here.
    left: Duration,
}

impl Default for TimeControl {
    /// Five minutes for 40 moves, as XBoard has it.
    fn default() -> TimeControl {
        let base = Duration::from_secs(300);
        let level = Level { moves: 40, base, increment: Duration::ZERO };
        TimeControl { level, per_move: None, depth: None, left: base }
    }
}

impl TimeControl {
    /// Plays by a clock from now on.
    pub fn set_level(&mut self, level: Level) {
        self.level = level;
        self.left = level.base;
        self.per_move = None;
    }

    /// Takes this time for each move from now on.
    pub fn set_per_move(&mut self, time: Duration) {
        self.per_move = Some(time);
    }

    /// Searches no deeper than this; 0 for as deep as time allows.
    pub fn set_depth(&mut self, depth: u32) {
        self.depth = Some(depth).filter(|&depth| depth > 0);
    }

    /// The clock shows this.
    pub fn set_left(&mut self, left: Duration) {
        self.left = left;
    }

    /// A new game begins.
    pub fn restart(&mut self) {
        self.left = self.level.base;
        self.depth = None;
    }

    /// The limits for the next move, after the engine has made `moves_made` in this game.
    pub fn limits(&self, moves_made: usize) -> Limits {
        let mut limits = Limits { depth: self.depth, ..Limits::default() };
        match self.per_move {
            Some(time) => limits.move_time = Some(time),
            None => {
                let moves_to_go = self.moves_left(moves_made);
                let increment = self.level.increment;
                limits.clock = Some(Clock { left: self.left, increment, moves_to_go });
            }
        }
        limits
    }

    /// Moves until the next session, at least 1; `None` if there is only one.
    fn moves_left(&self, moves_made: usize) -> Option<u32> {
        let session = self.level.moves;
        let made = u32::try_from(moves_made % (session.max(1) as usize)).unwrap_or(0);
        (session > 0).then(|| session - made)
    }

    /// The engine has moved, for the `moves_made`th time, and thought for `time`.
    pub fn moved(&mut self, moves_made: usize, time: Duration) {
        self.left = self.left.saturating_sub(time).saturating_add(self.level.increment);
        let session = self.level.moves as usize;
        if session > 0 && moves_made.is_multiple_of(session) {
            self.left = self.left.saturating_add(self.level.base);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(time: u64) -> Duration {
        Duration::from_millis(time)
    }

    #[test]
    fn levels_are_read() {
        let level = |moves, base, increment| Some(Level { moves, base, increment });
        assert_eq!(Level::read("40 5 0"), level(40, ms(300_000), ms(0)));
        assert_eq!(Level::read("0 0:01 0.05"), level(0, ms(1_000), ms(50)));
        assert_eq!(Level::read("0 2:30 12"), level(0, ms(150_000), ms(12_000)));
        assert_eq!(Level::read("0 -1 -1"), level(0, ms(0), ms(0)));
        for text in ["", "40", "40 5", "x 5 0", "0 a 0", "0 1 b", "-1 1 0", "0 1:x 0", "0 inf 0"] {
            assert_eq!(Level::read(text), None, "{text}");
        }
        assert!(Level::read("0 999999999999999999999999999:99 99999999999999999999").is_some());
    }

    #[test]
    fn sessions_are_counted() {
        let mut control = TimeControl::default();
        control.set_level(Level { moves: 3, base: ms(1_000), increment: ms(10) });
        let left = |control: &TimeControl, made| control.limits(made).clock.unwrap();
        assert_eq!(left(&control, 0).moves_to_go, Some(3));
        assert_eq!(left(&control, 2).moves_to_go, Some(1));
        assert_eq!(left(&control, 3).moves_to_go, Some(3));
        control.moved(1, ms(400));
        assert_eq!(left(&control, 1).left, ms(610));
        control.moved(3, ms(5_000));
        assert_eq!(left(&control, 3).left, ms(1_010));
    }

    #[test]
    fn a_fixed_time_takes_the_place_of_the_clock() {
        let mut control = TimeControl::default();
        control.set_per_move(ms(1_000));
        control.set_depth(7);
        let limits = control.limits(0);
        assert_eq!((limits.move_time, limits.depth), (Some(ms(1_000)), Some(7)));
        assert_eq!(limits.clock, None);
        control.set_level(Level::read("0 1 0").unwrap());
        control.set_depth(0);
        let limits = control.limits(0);
        assert_eq!((limits.move_time, limits.depth), (None, None));
    }
}
