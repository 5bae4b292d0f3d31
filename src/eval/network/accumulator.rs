//! The hidden layer, kept up to date along the line that is searched.
//!
//! A move only notes what it changes; the sums are worked out when an evaluation asks for them,
//! from the nearest position of the line that has them. Where a king has crossed the middle since,
//! and every file with it, from the last position that was seen that way.

use arrayvec::ArrayVec;

use super::features::{Change, Globals, MAX_ACTIVE, View};
use super::{Network, Row, kernel};
use crate::board::{Bitboard, Board, Colour, Kind, Piece};
use crate::rules::Position;

/// The hidden layer of one position, for both views.
#[derive(Clone, Debug)]
struct Layer {
    rows: [Row; 2],
    views: [View; 2],
    globals: [Globals; 2],
    change: Change,
    /// By colour, whether `rows` is worked out.
    known: [bool; 2],
}

/// The last position that was looked at in a view, and its hidden layer.
#[derive(Clone, Debug)]
struct Seen {
    row: Row,
    placed: [Bitboard; 2 * Kind::COUNT],
    globals: Globals,
}

/// The hidden layers of the positions of one line.
#[derive(Clone, Debug)]
pub struct Accumulators {
    /// Layers that were used once stay to be used again.
    layers: Vec<Layer>,
    /// The layer of the current position.
    top: usize,
    /// By colour, and whether the files are turned over.
    seen: [[Seen; 2]; 2],
}

impl Accumulators {
    /// For lines that begin with `position`.
    pub fn new(network: &Network, position: &Position) -> Accumulators {
        let nothing = || Seen {
            row: network.hidden_bias,
            placed: [Bitboard::EMPTY; 2 * Kind::COUNT],
            globals: Globals::new(),
        };
        let seen = [[nothing(), nothing()], [nothing(), nothing()]];
        Accumulators { layers: vec![Layer::of(position)], top: 0, seen }
    }

    /// A move has been made: `change` is what it did, `after` the position now.
    #[inline]
    pub fn push(&mut self, change: Change, after: &Position) {
        self.top += 1;
        match self.layers.get_mut(self.top) {
            Some(layer) => layer.reset(after),
            None => self.layers.push(Layer::of(after)),
        }
        self.layers[self.top].change = change;
    }

    /// The last move is taken back.
    #[inline]
    pub fn pop(&mut self) {
        self.top = self.top.saturating_sub(1);
    }

    /// The hidden layer of the current position in the view of `colour`.
    pub fn row(&mut self, network: &Network, position: &Position, colour: Colour) -> &Row {
        let side = colour.index();
        let top = self.top;
        let view = self.layers[top].views[side];
        // The nearest layer that is worked out, unless the view changes on the way.
        let known = (0..=top)
            .rev()
            .take_while(|&at| self.layers[at].views[side] == view)
            .find(|&at| self.layers[at].known[side]);
        match known {
            None => {
                let seen = &mut self.seen[side][usize::from(view.mirrored)];
                self.layers[top].refresh(network, position.board(), seen, side);
            }
            Some(known) => {
                for at in known + 1..=top {
                    let (before, after) = self.layers.split_at_mut(at);
                    if let (Some(before), Some(after)) = (before.last(), after.first_mut()) {
                        after.follow(network, before, side);
                    }
                }
            }
        }
        &self.layers[top].rows[side]
    }
}

impl Layer {
    fn of(position: &Position) -> Layer {
        let views = Colour::BOTH.map(|colour| View::of(position, colour));
        Layer {
            rows: [Row::ZERO; 2],
            views,
            globals: views.map(|view| view.globals(position)),
            change: Change::default(),
            known: [false; 2],
        }
    }

    /// Stands for another position now; the rows are not worked out.
    #[inline]
    fn reset(&mut self, position: &Position) {
        self.views = Colour::BOTH.map(|colour| View::of(position, colour));
        self.globals = self.views.map(|view| view.globals(position));
        self.known = [false; 2];
    }

    /// Works the hidden layer out from what was last seen in the same view, and remembers it.
    fn refresh(&mut self, network: &Network, board: &Board, seen: &mut Seen, side: usize) {
        let (view, globals) = (self.views[side], &self.globals[side]);
        let mut added: ArrayVec<&Row, MAX_ACTIVE> = ArrayVec::new();
        let mut removed: ArrayVec<&Row, MAX_ACTIVE> = ArrayVec::new();
        let pieces = Colour::BOTH
            .into_iter()
            .flat_map(|colour| Kind::ALL.map(|kind| Piece::new(colour, kind)));
        for (piece, placed) in pieces.zip(&mut seen.placed) {
            let now = board.list(piece.colour(), piece.kind());
            let row = |square| network.row(view.piece(piece, square) as u16);
            added.extend((now - *placed).map(row));
            removed.extend((*placed - now).map(row));
            *placed = now;
        }
        network.changed(&seen.globals, globals, &mut added, &mut removed);
        seen.globals.clone_from(globals);
        kernel::update(&mut self.rows[side], &seen.row, &added, &removed);
        seen.row = self.rows[side];
        self.known[side] = true;
    }

    fn follow(&mut self, network: &Network, before: &Layer, side: usize) {
        let view = self.views[side];
        let mut added: ArrayVec<&Row, MAX_ACTIVE> = ArrayVec::new();
        let mut removed: ArrayVec<&Row, MAX_ACTIVE> = ArrayVec::new();
        let row = |(piece, square)| network.row(view.piece(piece, square) as u16);
        // Loops are inlined, unlike what extends the lists by iterators.
        for &arrived in self.change.added.iter().flatten() {
            added.push(row(arrived));
        }
        for &left in self.change.removed.iter().flatten() {
            removed.push(row(left));
        }
        network.changed(&before.globals[side], &self.globals[side], &mut added, &mut removed);
        kernel::update(&mut self.rows[side], &before.rows[side], &added, &removed);
        self.known[side] = true;
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
