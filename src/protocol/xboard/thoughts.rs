//! What the engine shows of its thinking.

use super::{Activity, XBoard};
use crate::board::Move;
use crate::movegen::{count_legal, is_legal};
use crate::protocol::uci::line_of;
use crate::score::Shown;
use crate::search::{Bound, Info, Progress};

/// The latest thoughts.
#[derive(Debug, Default)]
pub(super) struct Thoughts {
    /// Whether lines of thought are told.
    pub(super) post: bool,
    /// The latest line of the running search.
    latest: Option<Info>,
    /// The root move that is looked at, and its number from 1.
    pub(super) current: Option<(Move, usize)>,
    /// The move before those of the search, while the engine ponders.
    before: Option<Move>,
    /// Whether the numbers of the search have been asked for and not been told yet.
    status_wanted: bool,
    /// What the engine expects the opponent to play.
    pub(super) hint: Option<Move>,
}

impl Thoughts {
    /// A search begins, or with `ponder`ing on a move ends: whose first move is `before`, if the
    /// position on the board is not the one that is searched.
    pub(super) fn begin(&mut self, before: Option<Move>) {
        self.latest = None;
        self.current = None;
        self.status_wanted = false;
        self.before = before;
    }
}

impl XBoard {
    /// A line of thought: depth, score, hundredths of a second, nodes, moves.
    pub(super) fn thought(&mut self, info: Info) {
        if info.bound != Bound::Exact {
            return;
        }
        if self.thoughts.post || self.activity == Activity::Analysing {
            let before = self.thoughts.before.map(|mv| format!("{mv} ")).unwrap_or_default();
            let (depth, score, nodes) = (info.depth, score(info.score.shown()), info.nodes);
            let time = info.time.as_millis() / 10;
            let line = format!("{depth} {score} {time} {nodes} {before}{}", line_of(&info.pv));
            self.output.line(line.trim_end());
        }
        self.thoughts.latest = Some(info);
    }

    /// Answers `.` with the numbers of now, once the search tells them.
    pub(super) fn status(&mut self) {
        self.thoughts.status_wanted =
            self.activity == Activity::Analysing && self.engine.ask_progress();
    }

    /// The numbers of the search; those that were asked for are told: time, nodes, depth, moves left
    /// of how many, move.
    pub(super) fn progress(&mut self, progress: &Progress) {
        if !std::mem::take(&mut self.thoughts.status_wanted) {
            return;
        }
        let all = usize::try_from(count_legal(self.engine.game().position())).unwrap_or(0);
        let (current, number) = match self.thoughts.current {
            Some((mv, number)) => (format!(" {mv}"), number),
            None => (String::new(), all),
        };
        let Progress { time, nodes, depth, .. } = *progress;
        let time = time.as_millis() / 10;
        let left = all.saturating_sub(number);
        self.output.line(format!("stat01: {time} {nodes} {depth} {left} {all}{current}"));
    }

    /// What the engine would play in the opponent's place, if it knows.
    pub(super) fn hint(&mut self) {
        let position = self.engine.game().position();
        let latest = self.thoughts.latest.as_ref().and_then(|info| info.pv.first().copied());
        let known = [self.thoughts.before, self.thoughts.hint, latest];
        if let Some(mv) = known.into_iter().flatten().find(|&mv| is_legal(position, mv)) {
            self.output.line(format!("Hint: {mv}"));
        }
    }
}

/// A score as XBoard expects it: centipawns, or 100,000 and the number of moves to the mate.
fn score(shown: Shown) -> i64 {
    match shown {
        Shown::Centipawns(value) => i64::from(value),
        Shown::Mates(moves) => 100_000 + i64::from(moves),
        Shown::IsMated(moves) => -100_000 - i64::from(moves),
    }
}
