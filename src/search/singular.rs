//! How deep a move is searched. If the TT move is the only good one, it is searched more deeply (Anantharaman,
//! Campbell and Hsu 1988, as modern engines do it).

use std::ops::ControlFlow;

use super::Bound;
use super::move_picker::Stage;
use super::node::{Candidate, Node, Window};
use super::params;
use super::thread::ThreadData;
use super::tt::TtEntry;
use crate::score::Score;

impl ThreadData<'_> {
    /// Plies by which a move is searched more deeply (or less, if negative). Or a multi-cut: if other
    /// moves are good enough, too, the score that the node is worth at least.
    pub(super) fn extension(
        &mut self,
        node: &Node,
        entry: Option<TtEntry>,
        candidate: Candidate,
    ) -> ControlFlow<Score, i32> {
        let singular = match candidate.picked.stage {
            Stage::TtMove => self.singularity(node, entry)?,
            _ => 0,
        };
        let quiet_checks = candidate.is_forcing && node.pv && self.may_extend(node.ply);
        ControlFlow::Continue(if singular == 0 { i32::from(quiet_checks) } else { singular })
    }

    /// Whether a line is not yet so much longer than the depth that extensions might run away.
    fn may_extend(&self, ply: usize) -> bool {
        ply < 2 * self.iteration
    }

    /// Searches the node without its TT move, less deeply, if that can tell something.
    fn singularity(&mut self, node: &Node, entry: Option<TtEntry>) -> ControlFlow<Score, i32> {
        let Some((entry, score)) = self.singular_candidate(node, entry) else {
            return ControlFlow::Continue(0);
        };
        let beta = score - params::SINGULAR_MARGIN * node.depth;
        self.stack_entry(node.ply).excluded = entry.mv;
        let depth = (node.depth - 1) / 2;
        let others = self.search::<false>(Window::null(beta - 1), depth, node.ply, node.cut_node);
        self.stack_entry(node.ply).excluded = None;
        ControlFlow::Continue(if self.stopped {
            0
        } else if others < beta {
            let is_clear = !node.pv && others < beta - params::DOUBLE_EXTENSION_MARGIN;
            if is_clear { 2 } else { 1 }
        } else if others >= node.window.beta && !others.is_decided() {
            return ControlFlow::Break(others);
        } else if score >= node.window.beta {
            -2
        } else {
            -i32::from(node.cut_node)
        })
    }

    /// The entry and its score, if they are deep and good enough to expect a singular move.
    fn singular_candidate(&self, node: &Node, entry: Option<TtEntry>) -> Option<(TtEntry, Score)> {
        let entry = entry?;
        let score = entry.score(node.ply);
        let fits = node.depth >= params::SINGULAR_DEPTH
            && node.excluded.is_none()
            && self.may_extend(node.ply)
            && entry.mv.is_some()
            && entry.bound != Bound::Upper
            && i32::from(entry.depth) >= node.depth - params::SINGULAR_ENTRY_DEPTH
            && !score.is_decided();
        fits.then_some((entry, score))
    }
}
