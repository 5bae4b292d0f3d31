//! The `go` command and the limits it stands for.

use std::time::Duration;

use crate::board::{Colour, ParsedMove};
use crate::engine::number;
use crate::movegen::find_move;
use crate::rules::Position;
use crate::search::{Clock, Limits};

/// Thinking time of a `go` that sets no limit at all.
const UNLIMITED: Duration = Duration::from_secs(1);

/// The largest time in milliseconds: about four months.
const MAX_TIME: i64 = 9_999_999_999;

/// What `go` said. Numbers are within sensible bounds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// Time left, White's first.
    time: [Option<Duration>; 2],
    /// Time added after each move, White's first.
    increment: [Option<Duration>; 2],
    moves_to_go: Option<u32>,
    move_time: Option<Duration>,
    depth: Option<u32>,
    nodes: Option<u64>,
    mate: Option<u32>,
    infinite: bool,
    search_moves: Vec<ParsedMove>,
    /// The opponent is still thinking.
    pub ponder: bool,
    /// Count move sequences of this length instead of searching.
    pub perft: Option<u32>,
    /// The words that mean nothing, or lack their number.
    pub ignored: String,
}

/// What may follow a word.
enum Argument {
    /// A number, taken into these bounds.
    Number(i64, i64, fn(&mut Go, i64)),
    /// Nothing.
    Flag(fn(&mut Go)),
    /// Moves, up to the next word of the table.
    Moves,
}

use Argument::{Flag, Moves, Number};

/// The words of a `go`.
static WORDS: [(&str, Argument); 13] = [
    ("wtime", Number(0, MAX_TIME, |go, ms| go.time[0] = Some(milliseconds(ms)))),
    ("btime", Number(0, MAX_TIME, |go, ms| go.time[1] = Some(milliseconds(ms)))),
    ("winc", Number(0, MAX_TIME, |go, ms| go.increment[0] = Some(milliseconds(ms)))),
    ("binc", Number(0, MAX_TIME, |go, ms| go.increment[1] = Some(milliseconds(ms)))),
    ("movestogo", Number(1, 255, |go, moves| go.moves_to_go = u32::try_from(moves).ok())),
    ("movetime", Number(1, MAX_TIME, |go, ms| go.move_time = Some(milliseconds(ms)))),
    ("depth", Number(1, 255, |go, plies| go.depth = u32::try_from(plies).ok())),
    ("nodes", Number(1, 999_999_999_999, |go, nodes| go.nodes = u64::try_from(nodes).ok())),
    ("mate", Number(1, 255, |go, moves| go.mate = u32::try_from(moves).ok())),
    ("perft", Number(0, 99, |go, plies| go.perft = u32::try_from(plies).ok())),
    ("infinite", Flag(|go| go.infinite = true)),
    ("ponder", Flag(|go| go.ponder = true)),
    ("searchmoves", Moves),
];

impl Go {
    /// Reads the words after `go`. Whatever they are, some search is meant: words that mean nothing
    /// are passed over, and the last of two that contradict each other counts.
    pub fn parse(words: &[&str]) -> Go {
        let mut go = Go::default();
        let mut ignored = Vec::new();
        let mut in_moves = false;
        let mut words = words.iter().peekable();
        while let Some(word) = words.next() {
            let known = WORDS.iter().find(|(name, _)| name.eq_ignore_ascii_case(word));
            match known.map(|(_, argument)| argument) {
                Some(&Number(min, max, apply)) => {
                    in_moves = false;
                    match words.peek().and_then(|text| number::read(text)) {
                        Some(value) => {
                            words.next();
                            apply(&mut go, value.clamp(min, max));
                        }
                        None => ignored.push(*word),
                    }
                }
                Some(Flag(apply)) => {
                    in_moves = false;
                    apply(&mut go);
                }
                Some(Moves) => in_moves = true,
                None if in_moves => {
                    go.search_moves.extend(word.to_ascii_lowercase().parse::<ParsedMove>())
                }
                None => ignored.push(*word),
            }
        }
        go.ignored = ignored.join(" ");
        go
    }

    /// Reads the words after `perft`: the depth, or nothing for 1.
    pub fn perft(words: &[&str]) -> Go {
        let depth = words.first().copied().unwrap_or("1");
        Go::parse(&["perft", if number::read(depth).is_some() { depth } else { "1" }])
    }

    /// The limits of a search of `position`.
    ///
    /// If a clock was meant but that of the side to move is missing, it has no time left: a quick
    /// answer is never wrong, and none would be.
    pub fn limits(&self, position: &Position) -> Limits {
        let search_moves = self.search_moves.iter().filter_map(|&mv| find_move(position, mv));
        let mut limits = Limits {
            depth: self.depth,
            nodes: self.nodes,
            soft_nodes: None,
            move_time: self.move_time,
            clock: self.clock(position.side()),
            mate: self.mate,
            infinite: self.infinite,
            search_moves: search_moves.collect(),
        };
        if self.is_open(&limits) {
            if self.mentions_clock() {
                let moves_to_go = self.moves_to_go;
                let (left, increment) = (Duration::ZERO, Duration::ZERO);
                limits.clock = Some(Clock { left, increment, moves_to_go });
            } else {
                limits.move_time = Some(UNLIMITED);
            }
        }
        limits
    }

    fn clock(&self, side: Colour) -> Option<Clock> {
        let (left, increment) = (self.time[side.index()], self.increment[side.index()]);
        if left.is_none() && increment.is_none() {
            return None;
        }
        Some(Clock {
            left: left.unwrap_or_default(),
            increment: increment.unwrap_or_default(),
            moves_to_go: self.moves_to_go,
        })
    }

    fn mentions_clock(&self) -> bool {
        self.time.iter().chain(&self.increment).any(Option::is_some) || self.moves_to_go.is_some()
    }

    fn is_open(&self, limits: &Limits) -> bool {
        let is_limited = limits.depth.is_some()
            || limits.nodes.is_some()
            || limits.move_time.is_some()
            || limits.clock.is_some()
            || limits.mate.is_some();
        !is_limited && !limits.infinite
    }
}

fn milliseconds(number: i64) -> Duration {
    Duration::from_millis(number.unsigned_abs())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Variant;

    fn limits(text: &str) -> Limits {
        let words: Vec<&str> = text.split(' ').collect();
        Go::parse(&words).limits(&Variant::ALL[0].start_position())
    }

    fn ms(time: u64) -> Duration {
        Duration::from_millis(time)
    }

    #[test]
    fn the_clock_is_that_of_the_side_to_move() {
        let clock = limits("wtime 1050 btime 900 winc 50 binc 40 movestogo 7").clock;
        let (left, increment) = (ms(1_050), ms(50));
        assert_eq!(clock, Some(Clock { left, increment, moves_to_go: Some(7) }));
        let (left, increment) = (Duration::ZERO, Duration::ZERO);
        let none = Some(Clock { left, increment, moves_to_go: None });
        assert_eq!(limits("btime 60000").clock, none);
        assert_eq!(limits("wtime -5").clock, none);
        assert_eq!(limits("btime 60000 depth 5").clock, None);
        assert_eq!(limits("winc 50").clock.unwrap().increment, ms(50));
    }

    #[test]
    fn every_limit_is_kept_beside_the_others() {
        let all = limits("infinite movetime 20 wtime 30 depth 4 nodes 500 mate 6 searchmoves a3a4");
        assert!(all.infinite && all.clock.is_some());
        assert_eq!((all.move_time, all.depth, all.nodes), (Some(ms(20)), Some(4), Some(500)));
        assert_eq!((all.mate, all.search_moves.len()), (Some(6), 1));
        let go = Go::parse(&["ponder", "wtime", "100", "btime", "100"]);
        assert!(go.ponder && go.time == [Some(ms(100)); 2]);
    }

    #[test]
    fn numbers_out_of_range_are_clamped() {
        for (text, depth) in [("depth 1000", 255), ("depth 0", 1), ("depth -9", 1)] {
            assert_eq!(limits(text).depth, Some(depth), "{text}");
        }
        assert_eq!(limits("nodes 9999999999999999").nodes, Some(999_999_999_999));
        assert_eq!(limits("mate 300").mate, Some(255));
        let clock = limits("wtime 99999999999999999999 movestogo 300").clock.unwrap();
        assert_eq!((clock.left, clock.moves_to_go), (ms(9_999_999_999), Some(255)));
        assert_eq!(limits("movetime 0").move_time, Some(ms(1)));
    }

    #[test]
    fn nothing_at_all_is_a_short_search() {
        for text in ["", "ponder", "searchmoves a3a4", "depth", "quickly"] {
            assert_eq!(limits(text).move_time, Some(UNLIMITED), "{text}");
        }
    }
}
