//! A table: the entries of an ending, and the other turn's values from its moves.

mod conversion;

use super::attack_map::{AttackMap, checked_by_weak, promotes_on, quiet};

use super::ending::Ending;
use super::id::TableId;
use super::layout::{Layout, Men, ROW};
use super::store::Store;
use super::value::{Best, Value};
use crate::board::{Bitboard, Colour, Kind, Square, attacks};
use crate::parallel::share;

pub(super) use conversion::{Conversion, Conversions};

/// Who is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// The side with the pieces that the ending's name begins with.
    Strong,
    /// The bare king, or the side with the piece at the end of the name.
    Weak,
}

impl Turn {
    /// The other side.
    pub(super) fn other(self) -> Turn {
        match self {
            Turn::Strong => Turn::Weak,
            Turn::Weak => Turn::Strong,
        }
    }
}

/// The table of an ending, strong side to move. The weak side's turn is found from its moves.
#[derive(Debug)]
pub(super) struct Table {
    id: TableId,
    layout: Layout,
    store: Store,
    conversions: Conversions,
}

impl Table {
    /// The table with these entries.
    pub(super) fn new(id: TableId, conversions: Conversions, store: Store) -> Table {
        let layout = Layout::new(id.ending());
        Table { id, layout, store, conversions }
    }

    pub(super) fn id(&self) -> &TableId {
        &self.id
    }

    pub(super) fn ending(&self) -> &Ending {
        self.id.ending()
    }

    pub(super) fn layout(&self) -> &Layout {
        &self.layout
    }

    pub(super) fn store(&self) -> &Store {
        &self.store
    }

    /// Squares on which the weak king may stand among these men.
    pub(super) fn legal(&self, men: &Men, turn: Turn) -> Bitboard {
        legal(self.ending(), men, turn)
    }

    /// The value for the side to move; `None` if a table's file cannot be read any more.
    #[inline]
    pub(super) fn value(&self, men: &Men, weak_king: Square, turn: Turn) -> Option<Value> {
        match turn {
            Turn::Strong => self.strong_to_move(men, weak_king),
            Turn::Weak => self.weak_to_move(men, weak_king),
        }
    }

    #[inline]
    fn strong_to_move(&self, men: &Men, weak_king: Square) -> Option<Value> {
        let (row, symmetry) = self.layout.row(men);
        self.store.entry(row, symmetry.square(weak_king).index())
    }

    fn weak_to_move(&self, men: &Men, weak_king: Square) -> Option<Value> {
        let strong = self.ending().strong();
        let map = AttackMap::new(strong, men);
        let near = attacks::king(weak_king);
        let takes = near & map.loose();
        let mut best = Best::default();
        for (piece, &at) in men.pieces()[..strong.len()].iter().enumerate() {
            if takes.contains(at) {
                best.add(self.conversions.after_capture(men, piece, at, Turn::Strong)?);
            }
        }
        let free = near & map.safe();
        if !free.is_empty() {
            let (row, symmetry) = self.layout.row(men);
            let row = self.store.row(row)?;
            for to in free {
                best.add(Value::from_byte(row[symmetry.square(to).index()]));
            }
        }
        if let Some(kind) = self.ending().weak() {
            self.add_weak_piece(men, weak_king, kind, &mut best)?;
        }
        Some(best.value(map.attacked.contains(weak_king)))
    }

    /// The moves of the weak side's piece.
    fn add_weak_piece(
        &self,
        men: &Men,
        weak_king: Square,
        kind: Kind,
        best: &mut Best,
    ) -> Option<()> {
        let strong = self.ending().strong();
        let piece = strong.len();
        let occupied = men.occupied() | Bitboard::of(weak_king);
        let kings = Bitboard::of(weak_king) | Bitboard::of(men.king);
        let from = men.pieces()[piece];
        for to in attacks::of(Colour::Black, kind, from, occupied) - kings {
            let men = men.with(piece, to);
            let taken = men.pieces()[..piece].iter().position(|&at| at == to);
            let occupied = men.occupied() | kings;
            let attackers = strong.iter().zip(men.pieces()).enumerate();
            let in_check =
                attackers.filter(|&(at, _)| Some(at) != taken).any(|(_, (&kind, &at))| {
                    attacks::of(Colour::White, kind, at, occupied).contains(weak_king)
                });
            if in_check {
                continue;
            }
            best.add(match taken {
                Some(taken) => {
                    self.conversions.after_capture(&men, taken, weak_king, Turn::Strong)?
                }
                None => self.strong_to_move(&men, weak_king)?,
            });
        }
        Some(())
    }

    /// The value with the strong side to move, from that side's moves to the entries of `weak`,
    /// which are those of the weak side to move. `None` if a table's file cannot be read any more.
    pub(super) fn value_of_moves(
        &self,
        men: &Men,
        weak_king: Square,
        weak: &[u8],
    ) -> Option<Value> {
        let strong = self.ending().strong();
        let occupied = men.occupied() | Bitboard::of(weak_king);
        let own = men.pieces()[..strong.len()]
            .iter()
            .fold(Bitboard::of(men.king), |own, &at| own | Bitboard::of(at));
        let mut best = Best::default();
        for king in attacks::king(men.king) - own - attacks::king(weak_king) {
            self.add_strong(&men.with_king(king), king, weak_king, weak, &mut best)?;
        }
        for (piece, (&kind, &from)) in strong.iter().zip(men.pieces()).enumerate() {
            let reached = match kind {
                Kind::Pawn => quiet(kind, from, occupied),
                _ => attacks::of(Colour::White, kind, from, occupied) - own,
            };
            for to in reached - Bitboard::of(weak_king) {
                self.add_strong(&men.with(piece, to), to, weak_king, weak, &mut best)?;
            }
            if let Some(to) = promotes_on(kind, from, occupied) {
                best.add(self.conversions.after_promotion(men, piece, to, weak_king)?);
            }
        }
        Some(best.value(self.checks_strong(men, weak_king, None)))
    }

    /// A move of the strong side to `to`, after which the men stand like this.
    fn add_strong(
        &self,
        men: &Men,
        to: Square,
        weak_king: Square,
        weak: &[u8],
        best: &mut Best,
    ) -> Option<()> {
        let first = self.ending().strong().len();
        let taken = men.pieces()[first..].iter().position(|&at| at == to).map(|at| first + at);
        if self.checks_strong(men, weak_king, taken) {
            return Some(());
        }
        best.add(match taken {
            Some(taken) => self.conversions.after_capture(men, taken, weak_king, Turn::Weak)?,
            None => {
                let (row, symmetry) = self.layout.row(men);
                Value::from_byte(weak[row * ROW + symmetry.square(weak_king).index()])
            }
        });
        Some(())
    }

    /// Whether the weak side's piece, if it is not the one that was taken, attacks the strong king.
    fn checks_strong(&self, men: &Men, weak_king: Square, taken: Option<usize>) -> bool {
        let strong = self.ending().strong();
        taken.is_none() && checked_by_weak(strong, self.ending().weak(), men).contains(weak_king)
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
        let mut entries = vec![0; self.layout.rows() * ROW];
        let failed = std::sync::atomic::AtomicBool::new(false);
        let chunks = entries.chunks_mut(CHUNK * ROW).enumerate();
        share(threads, chunks, |(chunk, entries)| {
            for (i, entries) in entries.chunks_exact_mut(ROW).enumerate() {
                let men = self.layout.men(chunk * CHUNK + i);
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

/// Squares on which the weak king may stand among an ending's men.
pub(super) fn legal(ending: &Ending, men: &Men, turn: Turn) -> Bitboard {
    if !men.are_apart() {
        return Bitboard::EMPTY;
    }
    let map = AttackMap::new(ending.strong(), men);
    match turn {
        Turn::Strong => map.safe(),
        Turn::Weak => map.standing() - checked_by_weak(ending.strong(), ending.weak(), men),
    }
}
