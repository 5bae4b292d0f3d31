//! What a table says as a whole.

use std::sync::Mutex;

use super::ending::Ending;
use super::id::TableId;
use super::layout::{Layout, Men, ROW};
use super::table::{Table, Turn};
use super::tables::Tables;
use super::value::Value;
use crate::board::{Alphabet, Board, Colour, Kind, Piece, Square};
use crate::parallel::share;
use crate::rules::CountingRule;

/// Rows that a thread adds up at a time.
const CHUNK: usize = 4096;

/// Numbers of positions on the whole board, mirror images included, by their outcome.
///
/// Distances are plies to mate for a bare king, otherwise to the event that the table is about.
/// Counts that may be running are left aside; a promotion or capture of the last bia, or of one piece
/// each a capture of the last piece, has to win within the count that it starts.
#[derive(Clone, Debug)]
pub struct Stats {
    /// By the byte of the table: 0 for draws, otherwise one more than the plies.
    positions: [u64; 256],
    /// The first position found of each byte: row and the weak king's square.
    first: [Option<(usize, Square)>; 256],
    ending: Ending,
    turn: Turn,
}

impl Tables {
    /// Adds up a table with this side to move. `None` if the set has no such table, or if its file
    /// cannot be read any more. `progress` is told how many of how many rows are done.
    pub fn stats(
        &self,
        id: &TableId,
        turn: Turn,
        threads: usize,
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Option<Stats> {
        let table = self.0.find(id)?;
        let rows = table.layout().rows();
        let all = Mutex::new(Some(Stats::new(id.ending(), turn)));
        share(threads, (0..rows).step_by(CHUNK), |first| {
            let part = chunk_stats(table, id.ending(), turn, first..rows.min(first + CHUNK));
            if let Ok(mut all) = all.lock() {
                match (&mut *all, part) {
                    (Some(stats), Some(part)) => stats.add(&part),
                    _ => *all = None,
                }
            }
            progress(CHUNK.min(rows - first), rows);
        });
        all.into_inner().ok()?
    }
}

fn chunk_stats(
    table: &Table,
    ending: &Ending,
    turn: Turn,
    rows: std::ops::Range<usize>,
) -> Option<Stats> {
    let mut stats = Stats::new(ending, turn);
    for row in rows {
        let men = table.layout().men(row);
        let legal = table.legal(&men, turn);
        if legal.is_empty() {
            continue;
        }
        let weight = table.layout().weight(row);
        let entries = match turn {
            Turn::Strong => table.store().row(row)?,
            Turn::Weak => [0; ROW],
        };
        for king in legal {
            let byte = match turn {
                Turn::Strong => entries[king.index()],
                Turn::Weak => table.value(&men, king, turn)?.byte(),
            };
            let byte = usize::from(byte);
            stats.positions[byte] += weight;
            stats.first[byte].get_or_insert((row, king));
        }
    }
    Some(stats)
}

impl Tables {
    /// FENs of all positions that are decided by the table of `id`, without a count and with the strong
    /// side, White, to move; mirror images are left out. `None` if the set has no such table.
    pub fn decided(&self, id: &TableId) -> Option<impl Iterator<Item = String>> {
        let table = self.0.find(id)?;
        let rows = (0..table.layout().rows()).flat_map(move |row| {
            let men = table.layout().men(row);
            let entries = table.store().row(row).unwrap_or([0; ROW]);
            let decided = move |king: &Square| entries[king.index()] != Value::DRAW.byte();
            let kings = table.legal(&men, Turn::Strong).filter(decided);
            kings.map(move |king| fen(table.ending(), &men, king, Turn::Strong))
        });
        Some(rows)
    }
}

impl Stats {
    fn new(ending: &Ending, turn: Turn) -> Stats {
        Stats { positions: [0; 256], first: [None; 256], ending: ending.clone(), turn }
    }

    fn add(&mut self, part: &Stats) {
        for (all, part) in self.positions.iter_mut().zip(part.positions) {
            *all += part;
        }
        for (all, &part) in self.first.iter_mut().zip(&part.first) {
            // The smaller row, so that the threads' order doesn't matter.
            *all = [*all, part].into_iter().flatten().min();
        }
    }

    fn decided(&self, wins: bool) -> impl DoubleEndedIterator<Item = (u8, u64)> + '_ {
        let plies = self.positions.iter().enumerate().filter_map(|(byte, &positions)| {
            let plies = Value::from_byte(byte as u8).plies()?;
            Some((plies, positions))
        });
        plies.filter(move |&(plies, positions)| (plies % 2 == 1) == wins && positions > 0)
    }

    /// Number of legal positions.
    pub fn total(&self) -> u64 {
        self.positions.iter().sum()
    }

    /// Positions that the side to move wins, by ascending plies.
    pub fn wins(&self) -> impl DoubleEndedIterator<Item = (u8, u64)> + '_ {
        self.decided(true)
    }

    /// Positions that the side to move loses, by ascending plies.
    pub fn losses(&self) -> impl DoubleEndedIterator<Item = (u8, u64)> + '_ {
        self.decided(false)
    }

    /// Positions that the side with the pieces, to move, wins against a bare king when the count of
    /// `rule` starts with that move; 0 for other endings (with a bia there is no such count) and the
    /// other side to move.
    pub fn wins_in_time(&self, rule: CountingRule) -> u64 {
        if self.turn == Turn::Weak || self.ending.depends_on_rule() {
            return 0;
        }
        let count = self.ending.count(rule);
        let in_time = |&(plies, _): &(u8, u64)| count.allows(u16::from(plies) - 1);
        self.wins().filter(in_time).map(|(_, positions)| positions).sum()
    }

    /// The ending.
    pub fn ending(&self) -> &Ending {
        &self.ending
    }

    /// FEN of a position whose end is so many plies away, if there is one. The strong side is White.
    pub fn example(&self, plies: u8) -> Option<String> {
        let (row, weak_king) = self.first[usize::from(Value::after(plies).byte())]?;
        Some(fen(&self.ending, &Layout::new(&self.ending).men(row), weak_king, self.turn))
    }
}

/// A position of a table, the strong side being White.
pub(super) fn fen(ending: &Ending, men: &Men, weak_king: Square, turn: Turn) -> String {
    let mut board = Board::EMPTY;
    board.put(Piece::new(Colour::White, Kind::King), men.king);
    board.put(Piece::new(Colour::Black, Kind::King), weak_king);
    for ((colour, kind), &square) in ending.pieces().zip(men.pieces()) {
        board.put(Piece::new(colour, kind), square);
    }
    let side = if turn == Turn::Strong { 'w' } else { 'b' };
    format!("{} {side} - - 0 1", crate::rules::placement(&board, &Alphabet::THAI))
}
