//! Accumulators: the hidden layer, updated efficiently along the line that is searched (NNUE, Nasu
//! 2018).
//!
//! A move only notes the dirty pieces; an accumulator is computed lazily, when an evaluation asks for
//! it, from the nearest one of the line that is. Where a king has crossed the middle since, and every
//! file with it, it comes from the refresh cache ("Finny table"): the last position with that
//! orientation.

use arrayvec::ArrayVec;

use super::features::{DirtyPieces, Globals, MAX_ACTIVE, Perspective};
use super::{Network, Row, kernel};
use crate::board::{Bitboard, Board, Colour, Kind, Piece};
use crate::rules::Position;

/// The hidden layer of one position, for both perspectives.
#[derive(Clone, Debug)]
struct Accumulator {
    rows: [Row; 2],
    perspectives: [Perspective; 2],
    globals: [Globals; 2],
    dirty: DirtyPieces,
    /// By colour, whether `rows` is computed.
    computed: [bool; 2],
}

/// An entry of the refresh cache: the last position of a perspective, and its hidden layer.
#[derive(Clone, Debug)]
struct CacheEntry {
    row: Row,
    placed: [Bitboard; 2 * Kind::COUNT],
    globals: Globals,
}

/// The accumulators of the positions of one line.
#[derive(Clone, Debug)]
pub struct AccumulatorStack {
    /// Accumulators that were used once stay to be used again.
    stack: Vec<Accumulator>,
    /// Place of the current position's accumulator.
    top: usize,
    /// By colour, and whether the files are turned over.
    refresh_cache: [[CacheEntry; 2]; 2],
}

impl AccumulatorStack {
    /// For lines that begin with `position`.
    pub fn new(network: &Network, position: &Position) -> AccumulatorStack {
        let nothing = || CacheEntry {
            row: network.hidden_bias,
            placed: [Bitboard::EMPTY; 2 * Kind::COUNT],
            globals: Globals::new(),
        };
        let refresh_cache = [[nothing(), nothing()], [nothing(), nothing()]];
        AccumulatorStack { stack: vec![Accumulator::of(position)], top: 0, refresh_cache }
    }

    /// A move has been made: `dirty` are the pieces that it moved, `after` the position now.
    #[inline]
    pub fn push(&mut self, dirty: DirtyPieces, after: &Position) {
        self.top += 1;
        match self.stack.get_mut(self.top) {
            Some(accumulator) => accumulator.reset(after),
            None => self.stack.push(Accumulator::of(after)),
        }
        self.stack[self.top].dirty = dirty;
    }

    /// The last move is taken back.
    #[inline]
    pub fn pop(&mut self) {
        self.top = self.top.saturating_sub(1);
    }

    /// The hidden layer of the current position in the perspective of `colour`.
    pub fn current(&mut self, network: &Network, position: &Position, colour: Colour) -> &Row {
        let side = colour.index();
        let top = self.top;
        let perspective = self.stack[top].perspectives[side];
        // The nearest accumulator that is computed, unless the perspective changes on the way.
        let known = (0..=top)
            .rev()
            .take_while(|&at| self.stack[at].perspectives[side] == perspective)
            .find(|&at| self.stack[at].computed[side]);
        match known {
            None => {
                let cached = &mut self.refresh_cache[side][usize::from(perspective.mirrored)];
                self.stack[top].refresh(network, position.board(), cached, side);
            }
            Some(known) => {
                for at in known + 1..=top {
                    let (before, after) = self.stack.split_at_mut(at);
                    if let (Some(before), Some(after)) = (before.last(), after.first_mut()) {
                        after.update_from(network, before, side);
                    }
                }
            }
        }
        &self.stack[top].rows[side]
    }
}

impl Accumulator {
    fn of(position: &Position) -> Accumulator {
        let perspectives = Colour::BOTH.map(|colour| Perspective::of(position, colour));
        Accumulator {
            rows: [Row::ZERO; 2],
            perspectives,
            globals: perspectives.map(|perspective| perspective.globals(position)),
            dirty: DirtyPieces::default(),
            computed: [false; 2],
        }
    }

    /// Stands for another position now; the rows are not computed.
    #[inline]
    fn reset(&mut self, position: &Position) {
        self.perspectives = Colour::BOTH.map(|colour| Perspective::of(position, colour));
        self.globals = self.perspectives.map(|perspective| perspective.globals(position));
        self.computed = [false; 2];
    }

    /// Computes the accumulator from the refresh cache, and keeps it there.
    fn refresh(&mut self, network: &Network, board: &Board, cached: &mut CacheEntry, side: usize) {
        let (perspective, globals) = (self.perspectives[side], &self.globals[side]);
        let mut added: ArrayVec<&Row, MAX_ACTIVE> = ArrayVec::new();
        let mut removed: ArrayVec<&Row, MAX_ACTIVE> = ArrayVec::new();
        let pieces = Colour::BOTH
            .into_iter()
            .flat_map(|colour| Kind::ALL.map(|kind| Piece::new(colour, kind)));
        for (piece, placed) in pieces.zip(&mut cached.placed) {
            let now = board.list(piece.colour(), piece.kind());
            let row = |square| network.row(perspective.piece(piece, square) as u16);
            added.extend((now - *placed).map(row));
            removed.extend((*placed - now).map(row));
            *placed = now;
        }
        network.changed(&cached.globals, globals, &mut added, &mut removed);
        cached.globals.clone_from(globals);
        kernel::update(&mut self.rows[side], &cached.row, &added, &removed);
        cached.row = self.rows[side];
        self.computed[side] = true;
    }

    fn update_from(&mut self, network: &Network, before: &Accumulator, side: usize) {
        let perspective = self.perspectives[side];
        let mut added: ArrayVec<&Row, MAX_ACTIVE> = ArrayVec::new();
        let mut removed: ArrayVec<&Row, MAX_ACTIVE> = ArrayVec::new();
        let row = |(piece, square)| network.row(perspective.piece(piece, square) as u16);
        // Loops are inlined, unlike what extends the lists by iterators.
        for &arrived in self.dirty.added.iter().flatten() {
            added.push(row(arrived));
        }
        for &left in self.dirty.removed.iter().flatten() {
            removed.push(row(left));
        }
        network.changed(&before.globals[side], &self.globals[side], &mut added, &mut removed);
        kernel::update(&mut self.rows[side], &before.rows[side], &added, &removed);
        self.computed[side] = true;
    }
}

impl Network {
    /// Adds to the lists what the rules add to the placement now, and what they added before.
    #[inline]
    fn changed<'a>(
        &'a self,
        before: &Globals,
        now: &Globals,
        added: &mut ArrayVec<&'a Row, MAX_ACTIVE>,
        removed: &mut ArrayVec<&'a Row, MAX_ACTIVE>,
    ) {
        if before != now {
            let without = |these: &Globals, those: &Globals| -> Globals {
                these.iter().copied().filter(|input| !those.contains(input)).collect()
            };
            added.extend(without(now, before).into_iter().map(|input| self.row(input)));
            removed.extend(without(before, now).into_iter().map(|input| self.row(input)));
        }
    }
}
