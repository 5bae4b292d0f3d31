//! Whether the hash move is the only good one: then it is searched more deeply (Anantharaman,
//! Campbell and Hsu 1988, as modern engines do it).

use super::Bound;
use super::node::{Node, Window};
use super::params;
use super::tt::Entry;
use super::worker::Worker;
use crate::score::Score;

/// What a search without the hash move has shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Singularity {
    /// The hash move is to be searched by so many plies more deeply (or less, if negative).
    Extend(i32),
    /// Another move is good enough, too: the node is worth at least this.
    Cut(Score),
}

impl Worker<'_> {
    /// Searches the node without its hash move, less deeply, if that can tell something.
    pub(super) fn singularity(&mut self, node: &Node, entry: Option<Entry>) -> Singularity {
        let Some((entry, score)) = self.candidate(node, entry) else {
            return Singularity::Extend(0);
        };
        let beta = score - params::SINGULAR_MARGIN * node.depth;
        self.frame(node.ply).excluded = entry.mv;
        let depth = (node.depth - 1) / 2;
        let others = self.search::<false>(Window::null(beta - 1), depth, node.ply, node.cut_node);
        self.frame(node.ply).excluded = None;
        if self.stopped {
            Singularity::Extend(0)
        } else if others < beta {
            let is_clear = !node.pv && others < beta - params::DOUBLE_EXTENSION_MARGIN;
            Singularity::Extend(if is_clear { 2 } else { 1 })
        } else if others >= node.window.beta && !others.is_decided() {
            Singularity::Cut(others)
        } else if score >= node.window.beta {
            Singularity::Extend(-2)
        } else {
            Singularity::Extend(-i32::from(node.cut_node))
        }
    }

    /// The entry and its score, if they are deep and good enough to expect a singular move.
    fn candidate(&self, node: &Node, entry: Option<Entry>) -> Option<(Entry, Score)> {
        let entry = entry?;
        let score = entry.score(node.ply);
        let fits = node.depth >= params::SINGULAR_DEPTH
            && node.excluded.is_none()
            && node.ply < 2 * self.iteration
            && entry.mv.is_some()
            && entry.bound != Bound::Upper
            && i32::from(entry.depth) >= node.depth - 3
            && !score.is_decided();
        fits.then_some((entry, score))
    }
}
