//! The hidden layer, kept up to date along the line that is searched.
//!
//! A move only notes what it changes; the sums are worked out when an evaluation asks for them,
//! from the nearest position of the line that has them.

use arrayvec::ArrayVec;

use super::features::{Change, Globals, View};
use super::{Network, Row, kernel};
use crate::board::Colour;
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

/// The hidden layers of the positions of one line.
#[derive(Clone, Debug)]
pub struct Accumulators {
    /// Layers that were used once stay to be used again.
    layers: Vec<Layer>,
    /// The layer of the current position.
    top: usize,
}

impl Accumulators {
    /// For lines that begin with `position`.
    pub fn new(position: &Position) -> Accumulators {
        Accumulators { layers: vec![Layer::of(position)], top: 0 }
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
            None => self.layers[top].refresh(network, position, side),
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

    fn refresh(&mut self, network: &Network, position: &Position, side: usize) {
        let active = self.views[side].active(position);
        let rows: ArrayVec<&Row, { super::features::MAX_ACTIVE }> =
            active.iter().map(|&input| network.row(input)).collect();
        kernel::update(&mut self.rows[side], &network.hidden_bias, &rows, &[]);
        self.known[side] = true;
    }

    fn follow(&mut self, network: &Network, before: &Layer, side: usize) {
        let view = self.views[side];
        let mut added: ArrayVec<&Row, 8> = ArrayVec::new();
        let mut removed: ArrayVec<&Row, 8> = ArrayVec::new();
        let row = |(piece, square)| network.row(view.piece(piece, square) as u16);
        added.extend(self.change.added.map(row));
        removed.extend(self.change.removed.into_iter().flatten().map(row));
        let (old, new) = (&before.globals[side], &self.globals[side]);
        if old != new {
            added.extend(new.iter().filter(|input| !old.contains(input)).map(|&i| network.row(i)));
            removed
                .extend(old.iter().filter(|input| !new.contains(input)).map(|&i| network.row(i)));
        }
        kernel::update(&mut self.rows[side], &before.rows[side], &added, &removed);
        self.known[side] = true;
    }
}
