//! Checking a table position by position: every entry must follow from its successors.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use super::id::TableId;
use super::layout::ROW;
use super::stats::fen;
use super::table::{Table, Turn};
use super::tables::Tables;
use super::value::Value;
use crate::parallel::share;

/// Rows that a thread checks at a time.
const CHUNK: usize = 1024;

/// What a check of a table found.
#[derive(Clone, Debug)]
pub struct Verified {
    /// Positions checked, with the strong side to move.
    pub positions: u64,
    /// How many of them do not follow from their successors.
    pub wrong: u64,
    /// FEN of one that does not, the strong side being White.
    pub example: Option<String>,
}

impl Tables {
    /// Compares every entry of a table with what the moves from it lead to. That the distances grow
    /// by one ply a move, mate being 0, makes the whole table right if its smaller ones are.
    ///
    /// `None` if the set has no such table, or if its file cannot be read any more. Needs a byte of
    /// memory for each entry. `progress` is told how many of how many rows have been done.
    pub fn verify(
        &self,
        id: &TableId,
        threads: usize,
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Option<Verified> {
        let table = self.0.find(id)?;
        let rows = table.layout().rows();
        let weak = table.weak_entries(threads, &|done| progress(done, 2 * rows))?;
        let example = Mutex::new(None);
        let (positions, wrong) = (AtomicU64::new(0), AtomicU64::new(0));
        let unread = AtomicU64::new(0);
        share(threads, (0..rows).step_by(CHUNK), |first| {
            for row in first..rows.min(first + CHUNK) {
                match check(table, row, &weak) {
                    None => drop(unread.fetch_add(1, Ordering::Relaxed)),
                    Some(found) => {
                        positions.fetch_add(found.positions, Ordering::Relaxed);
                        wrong.fetch_add(found.wrong, Ordering::Relaxed);
                        if let (Some(fen), Ok(mut example)) = (found.example, example.lock()) {
                            *example = Some(fen);
                        }
                    }
                }
            }
            progress(CHUNK.min(rows - first), 2 * rows);
        });
        if unread.into_inner() > 0 {
            return None;
        }
        let (positions, wrong) = (positions.into_inner(), wrong.into_inner());
        Some(Verified { positions, wrong, example: example.into_inner().ok()? })
    }
}

/// Checks a row.
fn check(table: &Table, row: usize, weak: &[u8]) -> Option<Verified> {
    let men = table.layout().men(row);
    let mut found = Verified { positions: 0, wrong: 0, example: None };
    let legal = table.legal(&men, Turn::Strong);
    if legal.is_empty() {
        return Some(found);
    }
    let entries: [u8; ROW] = table.store().row(row)?;
    for king in legal {
        found.positions += 1;
        if table.value_of_moves(&men, king, weak)? != Value::from_byte(entries[king.index()]) {
            found.wrong += 1;
            found.example = Some(fen(table.id().ending(), &men, king, Turn::Strong));
        }
    }
    Some(found)
}
