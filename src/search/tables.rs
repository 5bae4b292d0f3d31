//! What the endgame tables say, as scores.

use std::cmp::Reverse;

use super::control::Control;
use super::thread::ThreadData;
use crate::board::Move;
use crate::endgame::{End, Outcome, Resolver, Tables};
use crate::movegen::legal_moves;
use crate::rules::Position;
use crate::score::Score;

impl ThreadData<'_> {
    /// The exact score of the position, `ply` plies from the root, if there is a table for it.
    pub(super) fn probe_tables(&mut self, ply: usize) -> Option<Score> {
        let position = &self.line.position;
        let outcome = self.tables.probe(position)?;
        self.control.tbhits += 1;
        let outcome = match outcome {
            Outcome::Win(End::MateOrCapture(_)) | Outcome::Loss(End::MateOrCapture(_)) => {
                self.resolved.get(&position.search_key()).copied().unwrap_or(outcome)
            }
            _ => outcome,
        };
        Some(match outcome {
            Outcome::Draw => self.line.draw_score(ply),
            _ => score(outcome, ply),
        })
    }
}

/// Positions that a resolver may look into at one move …
const MAX_RESOLVED: u32 = 100_000;

/// … and for each millisecond that the move may take: a fifth of the time.
const RESOLVED_PER_MS: u128 = 30;

/// What finds the mates that the tables do not tell, as long as a search may.
pub(super) fn resolver<'a>(tables: &Tables, control: &Control<'a>) -> Resolver<'a> {
    let signals = control.signals;
    let most = control.time.hard().map_or(u128::MAX, |time| time.as_millis() * RESOLVED_PER_MS);
    let mut left = u32::try_from(most).unwrap_or(u32::MAX).min(MAX_RESOLVED);
    Resolver::new(tables, move || {
        left = left.saturating_sub(1);
        left > 0 && !signals.is_stopped()
    })
}

/// The score of a position `ply` plies from the root that ends like this.
fn score(outcome: Outcome, ply: usize) -> Score {
    let plies = |end: End| ply + usize::from(end.plies());
    match outcome {
        Outcome::Draw => Score::DRAW,
        Outcome::Loss(end) if end.plies() == 0 => Score::mated_in(ply),
        Outcome::Win(end @ End::Mate(_)) => Score::mate_in(plies(end)),
        Outcome::Loss(end @ End::Mate(_)) => Score::mated_in(plies(end)),
        Outcome::Win(end) => Score::table_win_in(plies(end)),
        Outcome::Loss(end) => -Score::table_win_in(plies(end)),
    }
}

/// A move at a root that the tables know.
pub(super) struct Ranked {
    pub(super) mv: Move,
    /// What it leads to, seen from the other side.
    pub(super) after: Outcome,
    /// What it is worth.
    pub(super) score: Score,
}

/// The legal moves of a position that the tables know, best first: the quickest win, else a draw,
/// else the slowest loss. Among draws those come first that make the opponent's task hardest: that
/// leave the largest share of replies that lose and, of these, that come nearest to a mate, or keep
/// farthest from one, if nobody counted. `None` if a move leads to where there is no table.
pub(super) fn ranked(
    resolver: &mut Resolver,
    position: &Position,
    lines: usize,
) -> Option<Vec<Ranked>> {
    let mut moves = Vec::new();
    for (mv, after) in resolver.moves(position, lines > 1)? {
        let score = -score(after, 0);
        let is_draw = after == Outcome::Draw;
        let task = if is_draw { Some(task(resolver.tables(), &position.after(mv))?) } else { None };
        moves.push((task, Ranked { mv, after, score }));
    }
    moves.sort_by_key(|(task, ranked)| Reverse((ranked.score, *task)));
    Some(moves.into_iter().map(|(_, ranked)| ranked).collect())
}

/// How hard it is to hold a drawn position: how many of 1,000 legal moves lose it, then what it would
/// be worth for the opponent if nobody counted.
fn task(tables: &Tables, position: &Position) -> Option<(usize, Score)> {
    let moves = legal_moves(position);
    let mut losing = 0;
    for &mv in &moves {
        losing += usize::from(matches!(tables.probe(&position.after(mv))?, Outcome::Win(_)));
    }
    let uncounted = -score(tables.probe_uncounted(position)?, 0);
    Some((losing * 1_000 / moves.len().max(1), uncounted))
}

/// No line that the tables know is longer, in plies.
const LONGEST_LINE: usize = 512;

/// Best play from a won or lost position that the tables know, to its end.
pub(super) fn line(resolver: &mut Resolver, mut position: Position) -> Vec<Move> {
    let mut line = Vec::new();
    while line.len() < LONGEST_LINE
        && let Some(outcome) = resolver.probe(&position)
        && outcome != Outcome::Draw
        && let Some(mv) = resolver.best(&position, outcome)
    {
        position = position.after(mv);
        line.push(mv);
    }
    line
}
