//! What the endgame tables say, as scores.

use super::thread::ThreadData;
use crate::board::Move;
use crate::endgame::{End, Outcome, Tables};
use crate::movegen::legal_moves;
use crate::rules::Position;
use crate::score::Score;

impl ThreadData<'_> {
    /// The exact score of the position, `ply` plies from the root, if there is a table for it.
    pub(super) fn probe_tables(&mut self, ply: usize) -> Option<Score> {
        let outcome = self.tables.probe(&self.line.position)?;
        self.tbhits += 1;
        Some(score(outcome, ply))
    }
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

/// The legal moves of a position that the tables know and what they are worth, best first: the
/// quickest win, else a draw, else the slowest loss. Among draws those come first that make the
/// opponent's task hardest: that leave the largest share of replies that lose and, of these, that
/// come nearest to a mate, or keep farthest from one, if nobody counted. `None` if a move leads to
/// where there is no table.
pub(super) fn ranked(tables: &Tables, position: &Position) -> Option<Vec<(Move, Score)>> {
    tables.probe(position)?;
    let mut moves = Vec::new();
    for mv in legal_moves(position) {
        let after = position.after(mv);
        let worth = worth(tables, &after)?;
        let task = if worth == Score::DRAW { Some(task(tables, &after)?) } else { None };
        moves.push((mv, worth, task));
    }
    moves.sort_by_key(|&(_, worth, task)| std::cmp::Reverse((worth, task)));
    Some(moves.into_iter().map(|(mv, worth, _)| (mv, worth)).collect())
}

/// The score of a position for the side that has just moved.
fn worth(tables: &Tables, after: &Position) -> Option<Score> {
    Some(-score(tables.probe(after)?, 0))
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
pub(super) fn line(tables: &Tables, mut position: Position) -> Vec<Move> {
    let mut line = Vec::new();
    while line.len() < LONGEST_LINE
        && tables.probe(&position).is_some_and(|outcome| outcome != Outcome::Draw)
        && let Some(mv) = best(tables, &position)
    {
        position = position.after(mv);
        line.push(mv);
    }
    line
}

fn best(tables: &Tables, position: &Position) -> Option<Move> {
    legal_moves(position).into_iter().max_by_key(|&mv| worth(tables, &position.after(mv)))
}
