//! What ends the engines' searches: a number of nodes, or clocks.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

use crate::board::Colour;
use crate::search::{Clock, Limits};

/// What ends the searches of an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pace {
    /// A number of nodes a move.
    Nodes(u64),
    /// Clocks: who runs out of time loses.
    Clocks(TimeControl),
}

/// Time for a game, and what is added after each move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeControl {
    /// What the clocks begin with, more than nothing.
    pub base: Duration,
    /// What is added after each move.
    pub increment: Duration,
}

/// A text is no time control.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("expected seconds for the game and for each move, like 2+0.02")]
pub struct TimeControlError;

impl FromStr for TimeControl {
    type Err = TimeControlError;

    /// Reads seconds, and those added after each move, as in `2+0.02`.
    fn from_str(text: &str) -> Result<TimeControl, TimeControlError> {
        let seconds = |text: &str| {
            let seconds = text.parse().map_err(|_| TimeControlError)?;
            Duration::try_from_secs_f64(seconds).map_err(|_| TimeControlError)
        };
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        let control = TimeControl { base: seconds(base)?, increment: seconds(increment)? };
        if control.base.is_zero() { Err(TimeControlError) } else { Ok(control) }
    }
}

impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Pace::Nodes(nodes) => write!(f, "{nodes} nodes"),
            Pace::Clocks(TimeControl { base, increment }) => {
                write!(f, "{}+{} seconds", base.as_secs_f64(), increment.as_secs_f64())
            }
        }
    }
}

/// The clocks of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Clocks {
    control: TimeControl,
    left: [Duration; 2],
}

/// Who moved has run out of time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TimeForfeit;

impl Clocks {
    /// Before the first move.
    pub(super) fn new(control: TimeControl) -> Clocks {
        Clocks { control, left: [control.base; 2] }
    }

    /// The clock of a side.
    pub(super) fn of(&self, side: Colour) -> Clock {
        let left = self.left[side.index()];
        Clock { left, increment: self.control.increment, moves_to_go: None }
    }

    /// A side has thought for so long, and moved.
    pub(super) fn press(&mut self, side: Colour, spent: Duration) -> Result<(), TimeForfeit> {
        let left = &mut self.left[side.index()];
        *left = left.checked_sub(spent).ok_or(TimeForfeit)? + self.control.increment;
        Ok(())
    }
}

/// What an engine is told about when to end.
#[derive(Clone, Copy, Debug)]
pub(super) enum Allowance<'a> {
    Nodes(u64),
    Clocks(&'a Clocks),
}

impl Allowance<'_> {
    /// As limits of this program's search.
    pub(super) fn limits(self, side: Colour) -> Limits {
        match self {
            Allowance::Nodes(nodes) => Limits { nodes: Some(nodes), ..Limits::default() },
            Allowance::Clocks(clocks) => {
                Limits { clock: Some(clocks.of(side)), ..Limits::default() }
            }
        }
    }

    /// The time that a side has, if that is what ends its search.
    pub(super) fn time(self, side: Colour) -> Duration {
        match self {
            Allowance::Nodes(_) => Duration::ZERO,
            Allowance::Clocks(clocks) => clocks.of(side).left,
        }
    }

    /// As a command of UCI.
    pub(super) fn command(self) -> String {
        match self {
            Allowance::Nodes(nodes) => format!("go nodes {nodes}"),
            Allowance::Clocks(clocks) => {
                let [white, black] = Colour::BOTH.map(|side| clocks.of(side));
                format!(
                    "go wtime {} btime {} winc {} binc {}",
                    white.left.as_millis(),
                    black.left.as_millis(),
                    white.increment.as_millis(),
                    black.increment.as_millis()
                )
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn control(text: &str) -> Result<TimeControl, TimeControlError> {
        text.parse()
    }

    #[test]
    fn time_controls_are_seconds_and_increments() {
        let expected =
            TimeControl { base: Duration::from_secs(2), increment: Duration::from_millis(20) };
        assert_eq!(control("2+0.02"), Ok(expected));
        assert_eq!(control("2"), Ok(TimeControl { increment: Duration::ZERO, ..expected }));
        for wrong in ["", "+", "0+1", "-1", "2+", "2+x", "1e99", "nan", "40/4"] {
            assert_eq!(control(wrong), Err(TimeControlError), "{wrong}");
        }
    }

    #[test]
    fn clocks_run_for_the_side_that_thinks() {
        let mut clocks = Clocks::new(control("2+0.5").unwrap());
        assert_eq!(clocks.press(Colour::Black, Duration::from_millis(1_200)), Ok(()));
        assert_eq!(
            Allowance::Clocks(&clocks).command(),
            "go wtime 2000 btime 1300 winc 500 binc 500"
        );
        assert_eq!(clocks.of(Colour::Black).left, Duration::from_millis(1_300));
        // All of the time, but no more.
        assert_eq!(clocks.press(Colour::Black, Duration::from_millis(1_300)), Ok(()));
        assert_eq!(clocks.press(Colour::Black, Duration::from_millis(501)), Err(TimeForfeit));
    }
}
