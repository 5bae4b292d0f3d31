//! What all tables have in common.

use std::sync::Arc;

use super::bare::{Bare, Chase, Exits, promotes_on, quiet};
use super::build::share;
use super::duel::{self, Captures, Duel};
use super::ending::Ending;
use super::id::{Metric, TableId};
use super::layout::{Layout, Men, ROW};
use super::store::Store;
use super::value::{Best, Value};
use crate::board::{Bitboard, Kind, Square, attacks};
use crate::rules::CountingRule;

/// Who is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// The side with the pieces that the ending's name begins with.
    Strong,
    /// The bare king, or the side with the piece at the end of the name.
    Weak,
}

/// A table of either form.
#[derive(Clone, Debug)]
pub(super) enum Table {
    Bare(Arc<Bare>),
    Duel(Arc<Duel>),
}

/// The tables that captures and promotions lead to.
#[derive(Clone, Debug)]
pub(super) enum Needs {
    /// Of an ending against a bare king; with a bia, the rule that counts.
    Bare { rule: Option<CountingRule>, exits: Exits },
    /// Of one piece each.
    Duel { rule: CountingRule, metric: Metric, weak: Kind, captures: Captures },
}

impl Table {
    /// The table of an ending with these entries.
    pub(super) fn new(ending: Ending, needs: Needs, store: Store) -> Table {
        let layout = Layout::new(&ending);
        match needs {
            Needs::Bare { rule, exits } => {
                Table::Bare(Arc::new(Bare { ending, layout, store, rule, exits }))
            }
            Needs::Duel { rule, metric, weak, captures } => {
                Table::Duel(Arc::new(Duel { ending, weak, rule, metric, layout, store, captures }))
            }
        }
    }

    pub(super) fn id(&self) -> TableId {
        match self {
            Table::Bare(table) => {
                TableId { ending: table.ending.clone(), rule: table.rule, metric: Metric::Mate }
            }
            Table::Duel(table) => TableId {
                ending: table.ending.clone(),
                rule: Some(table.rule),
                metric: table.metric,
            },
        }
    }

    pub(super) fn layout(&self) -> &Layout {
        match self {
            Table::Bare(table) => &table.layout,
            Table::Duel(table) => &table.layout,
        }
    }

    pub(super) fn store(&self) -> &Store {
        match self {
            Table::Bare(table) => &table.store,
            Table::Duel(table) => &table.store,
        }
    }

    fn strong(&self) -> &[Kind] {
        match self {
            Table::Bare(table) => table.ending.strong(),
            Table::Duel(table) => table.ending.strong(),
        }
    }

    /// Squares on which the weak king may stand among these men.
    pub(super) fn legal(&self, men: &Men, turn: Turn) -> Bitboard {
        if !men.are_apart() {
            return Bitboard::EMPTY;
        }
        let chase = Chase::new(self.strong(), men);
        match (turn, self) {
            (Turn::Strong, _) => chase.safe(),
            (Turn::Weak, Table::Bare(_)) => chase.standing(),
            (Turn::Weak, Table::Duel(table)) => chase.standing() - duel::checked(table.weak, men),
        }
    }

    /// The value with the weak side to move, from that side's moves; `None` if a table's file
    /// cannot be read any more.
    pub(super) fn weak_to_move(&self, men: &Men, weak_king: Square) -> Option<Value> {
        match self {
            Table::Bare(table) => table.bare_to_move(men, weak_king),
            Table::Duel(table) => table.weak_to_move(men, weak_king),
        }
    }

    /// The value with the strong side to move, from that side's moves to the entries of `weak`,
    /// which are those of the weak side to move. `None` if a table's file cannot be read any more.
    pub(super) fn value_of_moves(
        &self,
        men: &Men,
        weak_king: Square,
        weak: &[u8],
    ) -> Option<Value> {
        let entry = |men: &Men, weak_king: Square| {
            let (row, symmetry) = self.layout().row(men);
            Value::from_byte(weak[row * ROW + symmetry.square(weak_king).index()])
        };
        match self {
            Table::Bare(table) => {
                let mut best = Best::default();
                for men in moves(table.ending.strong(), men, weak_king) {
                    best.add(entry(&men, weak_king));
                }
                let occupied = men.occupied() | Bitboard::of(weak_king);
                let pieces = table.ending.strong().iter().zip(men.pieces()).enumerate();
                for (piece, (&kind, &from)) in pieces {
                    if let Some(to) = promotes_on(kind, from, occupied) {
                        best.add(table.exits.after_promotion(men, piece, to, weak_king)?);
                    }
                }
                Some(best.value(false))
            }
            Table::Duel(table) => {
                let [strong, weak] = table.sides(men, weak_king);
                duel::value_of_moves(
                    strong,
                    weak,
                    |strong| {
                        let men = men.with(0, strong.piece).with_king(strong.king);
                        Some(entry(&men, weak_king))
                    },
                    |strong| table.captures.value(&strong, weak_king),
                )
            }
        }
    }

    /// Every entry with the weak side to move, as those of the table are with the strong one; 0 for
    /// what is no legal position. `None` if a table's file cannot be read any more. `progress` is
    /// told numbers of rows.
    pub(super) fn weak_entries(
        &self,
        threads: usize,
        progress: &(dyn Fn(usize) + Sync),
    ) -> Option<Vec<u8>> {
        const CHUNK: usize = 1024;
        let mut entries = vec![0; self.layout().rows() * ROW];
        let failed = std::sync::atomic::AtomicBool::new(false);
        let chunks = entries.chunks_mut(CHUNK * ROW).enumerate();
        share(threads, chunks, |(chunk, entries)| {
            for (i, entries) in entries.chunks_exact_mut(ROW).enumerate() {
                let men = self.layout().men(chunk * CHUNK + i);
                for king in self.legal(&men, Turn::Weak) {
                    match self.weak_to_move(&men, king) {
                        Some(value) => entries[king.index()] = value.byte(),
                        None => failed.store(true, std::sync::atomic::Ordering::Relaxed),
                    }
                }
            }
            progress(entries.len() / ROW);
        });
        (!failed.into_inner()).then_some(entries)
    }
}

/// What the strong side's legal moves against a bare king lead to, promotions left out.
fn moves<'a>(kinds: &'a [Kind], men: &'a Men, bare: Square) -> impl Iterator<Item = Men> + 'a {
    let occupied = men.occupied() | Bitboard::of(bare);
    let kings =
        (attacks::king(men.king) - occupied - attacks::king(bare)).map(|king| men.with_king(king));
    let pieces = kinds.iter().enumerate().flat_map(move |(piece, &kind)| {
        quiet(kind, men.pieces()[piece], occupied).map(move |to| men.with(piece, to))
    });
    kings.chain(pieces)
}
