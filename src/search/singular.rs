//! Extensions: singular extensions (Anantharaman, Campbell and Hsu 1988, as modern engines do them)
//! with multi-cut (Björnsson and Marsland 1999), and check extensions.

use super::control::Searched;
use super::move_picker::Stage;
use super::node::{Candidate, Node, NonPv};
use super::thread::ThreadData;
use super::tt::TtEntry;
use super::window::{Bound, Window};
use crate::score::Score;

/// How much more deeply a move is searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Extension {
    /// By so many plies (less deeply, if negative).
    Plies(i32),
    /// Multi-cut: not at all, since other moves refute the node, too; it is worth at least this.
    MultiCut(Score),
}

impl ThreadData<'_> {
    /// How much more deeply a move is to be searched.
    pub(super) fn extension(
        &mut self,
        node: &Node,
        entry: Option<TtEntry>,
        candidate: Candidate,
    ) -> Searched<Extension> {
        let singular = match candidate.picked.stage {
            Stage::TtMove => self.singular_extension(node, entry)?,
            _ => Extension::Plies(0),
        };
        let is_check = candidate.is_forcing && node.pv && self.may_extend(node.ply);
        Ok(match singular {
            Extension::Plies(0) => Extension::Plies(i32::from(is_check)),
            other => other,
        })
    }

    /// Whether a line is not yet so much longer than the iteration's depth that extensions might
    /// make the search explode.
    fn may_extend(&self, ply: usize) -> bool {
        ply < 2 * self.iteration
    }

    /// Searches the node without its TT move, less deeply: the TT move is extended if it is the
    /// only good one.
    fn singular_extension(&mut self, node: &Node, entry: Option<TtEntry>) -> Searched<Extension> {
        let Some((entry, tt_score)) = self.singular_candidate(node, entry) else {
            return Ok(Extension::Plies(0));
        };
        let beta = node.window.beta;
        let singular_beta = tt_score - self.params.singular_margin * node.depth;
        let window = Window::null(singular_beta - 1);
        self.line.stack[node.ply].excluded = entry.mv;
        let others = self.search::<NonPv>(window, (node.depth - 1) / 2, node.ply, node.cut_node);
        self.line.stack[node.ply].excluded = None;
        let others = others?;
        Ok(if others < singular_beta {
            let double = singular_beta - self.params.double_extension_margin;
            Extension::Plies(if !node.pv && others < double { 2 } else { 1 })
        } else if others >= beta && !others.is_decided() {
            Extension::MultiCut(others)
        } else if tt_score >= beta {
            Extension::Plies(-2)
        } else {
            Extension::Plies(-i32::from(node.cut_node))
        })
    }

    /// The entry and its score, if they are deep and good enough to expect a singular move.
    fn singular_candidate(&self, node: &Node, entry: Option<TtEntry>) -> Option<(TtEntry, Score)> {
        let entry = entry?;
        let score = entry.score(node.ply);
        let fits = node.ply > 0
            && node.depth >= self.params.singular_depth
            && node.excluded.is_none()
            && self.may_extend(node.ply)
            && entry.mv.is_some()
            && entry.bound != Bound::Upper
            && i32::from(entry.depth) >= node.depth - self.params.singular_entry_depth
            && !score.is_decided();
        fits.then_some((entry, score))
    }
}
