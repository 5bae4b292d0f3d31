//! The `go` command and the limits it stands for.

use std::time::Duration;

use crate::board::{ByColour, Colour, Move, ParsedMove};
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
    /// Time left.
    time: ByColour<Option<Duration>>,
    /// Time added after each move.
    increment: ByColour<Option<Duration>>,
    moves_to_go: Option<u32>,
    move_time: Option<Duration>,
    depth: Option<u32>,
    nodes: Option<u64>,
    mate: Option<u32>,
    infinite: bool,
    search_moves: Vec<ParsedMove>,
    /// A limit of nothing, which is none; where it is the only one a quick answer is meant.
    limits_nothing: bool,
    /// The opponent is still thinking.
    pub ponder: bool,
    /// Count move sequences of this length instead of searching.
    pub perft: Option<u32>,
    /// The words that mean nothing, or lack their number.
    pub ignored: String,
}

/// What may follow a word.
enum Argument {
    /// A number from 0 on, taken into these bounds.
    Number(i64, fn(&mut Go, i64)),
    /// A number from 1 on; less stands for no limit.
    Limit(i64, fn(&mut Go, i64)),
    /// Nothing.
    Flag(fn(&mut Go)),
    /// Moves, up to the next word of the table.
    Moves,
}

use Argument::{Flag, Limit, Moves, Number};

/// The words of a `go`.
static WORDS: [(&str, Argument); 13] = [
    ("wtime", Number(MAX_TIME, |go, ms| go.time[Colour::White] = Some(milliseconds(ms)))),
    ("btime", Number(MAX_TIME, |go, ms| go.time[Colour::Black] = Some(milliseconds(ms)))),
    ("winc", Number(MAX_TIME, |go, ms| go.increment[Colour::White] = Some(milliseconds(ms)))),
    ("binc", Number(MAX_TIME, |go, ms| go.increment[Colour::Black] = Some(milliseconds(ms)))),
    ("movestogo", Limit(255, |go, moves| go.moves_to_go = u32::try_from(moves).ok())),
    ("movetime", Limit(MAX_TIME, |go, ms| go.move_time = Some(milliseconds(ms)))),
    ("depth", Limit(255, |go, plies| go.depth = u32::try_from(plies).ok())),
    ("nodes", Limit(999_999_999_999, |go, nodes| go.nodes = u64::try_from(nodes).ok())),
    ("mate", Limit(255, |go, moves| go.mate = u32::try_from(moves).ok())),
    ("perft", Number(99, |go, plies| go.perft = u32::try_from(plies).ok())),
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
                Some(argument @ (&Number(max, apply) | &Limit(max, apply))) => {
                    in_moves = false;
                    let value = words.peek().and_then(|text| number::read_whole(text));
                    match value {
                        None => ignored.push(*word),
                        Some(value) if value <= 0 && matches!(argument, Limit(..)) => {
                            go.limits_nothing = true;
                        }
                        Some(value) => apply(&mut go, value.clamp(0, max)),
                    }
                    if value.is_some() {
                        words.next();
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

    /// Reads the words after `perft`: the depth, or nothing for 1. `None` for anything else.
    pub fn perft(words: &[&str]) -> Option<Go> {
        let depth = words.first().copied().unwrap_or("1");
        let go = Go::parse(&["perft", depth]);
        go.perft.is_some().then_some(go)
    }

    /// The root moves that are asked for; all if none is named or legal.
    pub fn root_moves(&self, position: &Position) -> Vec<Move> {
        self.search_moves.iter().filter_map(|&mv| find_move(position, mv)).collect()
    }

    /// The limits of a search of `position`.
    ///
    /// If a clock was meant but that of the side to move is missing, it has no time left: a quick
    /// answer is never wrong, and none would be.
    pub fn limits(&self, position: &Position) -> Limits {
        let mut limits = Limits {
            depth: self.depth,
            nodes: self.nodes,
            soft_nodes: None,
            move_time: self.move_time,
            clock: self.clock(position.side()),
            mate: self.mate,
            infinite: self.infinite,
            search_moves: self.root_moves(position),
        };
        if limits.is_limited_without_clock() {
            // Nothing left on the clock then means that there is none.
            limits.clock = limits.clock.filter(|clock| !clock.is_empty());
        }
        if self.is_open(&limits) {
            if self.mentions_clock() {
                let moves_to_go = self.moves_to_go;
                let (left, increment) = (Duration::ZERO, Duration::ZERO);
                limits.clock = Some(Clock { left, increment, moves_to_go });
            } else if self.limits_nothing {
                limits.depth = Some(1);
            } else {
                limits.move_time = Some(UNLIMITED);
            }
        }
        limits
    }

    fn clock(&self, side: Colour) -> Option<Clock> {
        let (left, increment) = (self.time[side], self.increment[side]);
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
        self.time.0.iter().chain(&self.increment.0).any(Option::is_some)
            || self.moves_to_go.is_some()
    }

    fn is_open(&self, limits: &Limits) -> bool {
        !limits.is_limited_without_clock() && limits.clock.is_none() && !limits.infinite
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
        assert!(go.ponder && go.time == ByColour::all(Some(ms(100))));
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
    }

    /// Whoever sends a limit of nothing beside another one means that there is none.
    #[test]
    fn limits_of_nothing_are_none() {
        for nothing in ["depth 0", "nodes 0", "movetime 0", "mate 0", "movestogo 0", "depth -3"] {
            assert_eq!(limits(&format!("wtime 3000 {nothing}")), limits("wtime 3000"), "{nothing}");
            assert_eq!(limits(&format!("{nothing} nodes 9")), limits("nodes 9"), "{nothing}");
        }
        for alone in ["depth 0", "nodes 0", "movetime 0", "mate 0", "nodes -1"] {
            assert_eq!(limits(alone), Limits { depth: Some(1), ..Limits::default() }, "{alone}");
        }
        for clock in ["wtime 0 btime 0", "wtime -1 btime -1 winc 0 binc 0", "movestogo 5 wtime 0"] {
            assert_eq!(limits(&format!("depth 8 {clock}")), limits("depth 8"), "{clock}");
        }
        assert!(limits("depth 8 wtime 0 winc 100").clock.is_some());
    }

    #[test]
    fn parts_of_a_millisecond_are_cut_off() {
        assert_eq!(limits("wtime 300.5 btime 1.0"), limits("wtime 300 btime 1"));
        assert_eq!(limits("movetime 20.999").move_time, Some(ms(20)));
        for text in ["wtime 1.", "wtime .5", "wtime 1.2.3", "wtime 1.x"] {
            let words: Vec<&str> = text.split(' ').collect();
            assert_eq!(Go::parse(&words).ignored, text);
        }
    }

    #[test]
    fn nothing_at_all_is_a_short_search() {
        for text in ["", "ponder", "searchmoves a3a4", "depth", "quickly"] {
            assert_eq!(limits(text).move_time, Some(UNLIMITED), "{text}");
        }
    }
}
