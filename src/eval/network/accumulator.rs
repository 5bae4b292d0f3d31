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
use crate::board::{Bitboard, Board, ByColour, ByPiece, Colour, Kind, Piece};
use crate::rules::Position;

/// The hidden layer of one position, for both perspectives.
#[derive(Clone, Debug)]
struct Accumulator {
    rows: ByColour<Row>,
    perspectives: ByColour<Perspective>,
    globals: ByColour<Globals>,
    dirty: DirtyPieces,
    /// Whether `rows` is computed.
    computed: ByColour<bool>,
}

/// An entry of the refresh cache: the last position of a perspective, and its hidden layer.
#[derive(Clone, Debug)]
struct CacheEntry {
    row: Row,
    placed: ByPiece<Bitboard>,
    globals: Globals,
}

/// The accumulators of the positions of one line.
#[derive(Clone, Debug)]
pub struct AccumulatorStack {
    /// Accumulators that were used once stay to be used again.
    stack: Vec<Accumulator>,
    /// Place of the current position's accumulator.
    top: usize,
    /// Also by whether the files are turned over.
    refresh_cache: ByColour<[CacheEntry; 2]>,
}

impl AccumulatorStack {
    /// For lines that begin with `position`.
    pub fn new(network: &Network, position: &Position) -> AccumulatorStack {
        let nothing = || CacheEntry {
            row: network.hidden_bias,
            placed: ByPiece::all(Bitboard::EMPTY),
            globals: Globals::new(),
        };
        let refresh_cache = ByColour::from_fn(|_| [nothing(), nothing()]);
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
        let top = self.top;
        let perspective = self.stack[top].perspectives[colour];
        // The nearest accumulator that is computed, unless the perspective changes on the way.
        let known = (0..=top)
            .rev()
            .take_while(|&at| self.stack[at].perspectives[colour] == perspective)
            .find(|&at| self.stack[at].computed[colour]);
        match known {
            None => {
                let cached = &mut self.refresh_cache[colour][usize::from(perspective.mirrored)];
                self.stack[top].refresh(network, position.board(), cached, colour);
            }
            Some(known) => {
                for at in known + 1..=top {
                    let (before, after) = self.stack.split_at_mut(at);
                    if let (Some(before), Some(after)) = (before.last(), after.first_mut()) {
                        after.update_from(network, before, colour);
                    }
                }
            }
        }
        &self.stack[top].rows[colour]
    }
}

impl Accumulator {
    fn of(position: &Position) -> Accumulator {
        let perspectives = ByColour::from_fn(|colour| Perspective::of(position, colour));
        Accumulator {
            rows: ByColour::all(Row::ZERO),
            perspectives,
            globals: ByColour::from_fn(|colour| perspectives[colour].globals(position)),
            dirty: DirtyPieces::default(),
            computed: ByColour::all(false),
        }
    }

    /// Stands for another position now; the rows are not computed.
    #[inline]
    fn reset(&mut self, position: &Position) {
        self.perspectives = ByColour::from_fn(|colour| Perspective::of(position, colour));
        self.globals = ByColour::from_fn(|colour| self.perspectives[colour].globals(position));
        self.computed = ByColour::all(false);
    }

    /// Computes the accumulator from the refresh cache, and keeps it there.
    fn refresh(
        &mut self,
        network: &Network,
        board: &Board,
        cached: &mut CacheEntry,
        colour: Colour,
    ) {
        let (perspective, globals) = (self.perspectives[colour], &self.globals[colour]);
        let mut added: ArrayVec<&Row, MAX_ACTIVE> = ArrayVec::new();
        let mut removed: ArrayVec<&Row, MAX_ACTIVE> = ArrayVec::new();
        let pieces = Colour::BOTH
            .into_iter()
            .flat_map(|colour| Kind::ALL.map(|kind| Piece::new(colour, kind)));
        for piece in pieces {
            let placed = &mut cached.placed[piece];
            let now = board.list(piece.colour(), piece.kind());
            let row = |square| network.row(perspective.piece(piece, square) as u16);
            added.extend((now - *placed).map(row));
            removed.extend((*placed - now).map(row));
            *placed = now;
        }
        network.changed(&cached.globals, globals, &mut added, &mut removed);
        cached.globals.clone_from(globals);
        kernel::update(&mut self.rows[colour], &cached.row, &added, &removed);
        cached.row = self.rows[colour];
        self.computed[colour] = true;
    }

    fn update_from(&mut self, network: &Network, before: &Accumulator, colour: Colour) {
        let perspective = self.perspectives[colour];
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
        network.changed(&before.globals[colour], &self.globals[colour], &mut added, &mut removed);
        kernel::update(&mut self.rows[colour], &before.rows[colour], &added, &removed);
        self.computed[colour] = true;
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
