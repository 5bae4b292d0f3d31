//! What is not searched, each decision with its one reason.

use super::Bound;
use super::move_picker::{MovePicker, Picked, Stage};
use super::node::{Candidate, Node, Window};
use super::params;
use super::see;
use super::thread::{ThreadData, Verification};
use super::tt::TtEntry;
use crate::board::Kind;
use crate::score::Score;

impl ThreadData<'_> {
    /// The score of a node whose moves need not be tried.
    pub(super) fn prune_node(&mut self, node: &Node, entry: Option<TtEntry>) -> Option<Score> {
        if self.verification.is_some_and(|verification| verification.node == node.ply) {
            return None;
        }
        let eval = tt_adjusted(node.static_eval?, entry, node.ply);
        reverse_futility(node, eval)
            .or_else(|| self.razor(node, eval))
            .or_else(|| self.null_move(node, eval))
            .or_else(|| self.probcut(node, entry))
    }

    /// So far below the window that only a tactical stroke would help: quiescence sees those.
    fn razor(&mut self, node: &Node, eval: Score) -> Option<Score> {
        let alpha = node.window.alpha;
        if node.depth > params::RAZOR_DEPTH
            || alpha.is_decided()
            || eval + params::RAZOR_MARGIN * node.depth > alpha
        {
            return None;
        }
        let score = self.qsearch::<false>(node.window, node.ply);
        (score <= alpha).then_some(score)
    }

    /// Even a free move for the opponent does not bring the score below beta.
    fn null_move(&mut self, node: &Node, eval: Score) -> Option<Score> {
        let Node { window: Window { beta, .. }, depth, ply, .. } = *node;
        let after_null = ply > 0 && self.stack_entry(ply - 1).mv.is_none();
        let forbidden =
            self.verification.is_some_and(|verification| ply < verification.nmp_min_ply);
        if depth < params::NMP_DEPTH
            || eval < beta
            || after_null
            || forbidden
            || beta.is_decided()
            || self.is_zugzwang_likely(depth)
        {
            return None;
        }
        let reduction = params::nmp_reduction(depth, eval.0 - beta.0);
        let undo = self.make_null(ply);
        let score = -self.search::<false>(
            -Window::null(beta - 1),
            depth - reduction,
            ply + 1,
            !node.cut_node,
        );
        self.unmake_null(undo);
        if self.stopped || score < beta {
            return None;
        }
        let score = if score.is_decided() { beta } else { score };
        if depth < params::NMP_VERIFY_DEPTH || self.verification.is_some() {
            return Some(score);
        }
        let depth = (depth - reduction).max(1);
        let nmp_min_ply = ply + 1 + params::nmp_disabled_plies(depth);
        self.verification = Some(Verification { node: ply, nmp_min_ply });
        let verified = self.search::<false>(Window::null(beta - 1), depth, ply, false);
        self.verification = None;
        (verified >= beta && !self.stopped).then_some(score)
    }

    /// A capture that comes out so far above beta in a shallow search would hardly fall below it in
    /// a deep one (Buro 1995).
    fn probcut(&mut self, node: &Node, entry: Option<TtEntry>) -> Option<Score> {
        let Node { window: Window { beta, .. }, depth, ply, .. } = *node;
        let goal = beta + params::PROBCUT_MARGIN;
        let reduced = depth - params::PROBCUT_REDUCTION;
        let is_refuted =
            entry.is_some_and(|entry| i32::from(entry.depth) >= reduced && entry.score(ply) < goal);
        if depth < params::PROBCUT_DEPTH || beta.is_decided() || is_refuted {
            return None;
        }
        let window = -Window::null(goal - 1);
        let mut picker = MovePicker::noisy(node.tt_move);
        while let Some(Picked { mv, .. }) = picker.next(&self.position, &self.histories.history) {
            let undo = self.make(mv, ply);
            let mut score = -self.qsearch::<false>(window, ply + 1);
            if score >= goal {
                score = -self.search::<false>(window, reduced - 1, ply + 1, !node.cut_node);
            }
            self.unmake(mv, undo);
            if self.stopped {
                return None;
            }
            if score >= goal {
                let bound = Bound::Lower;
                let entry =
                    TtEntry::new(Some(mv), score, node.raw_eval, reduced, bound, node.tt_pv, ply);
                self.shared.tt.store(self.position.search_key(), entry);
                return (!score.is_decided()).then(|| score - params::PROBCUT_MARGIN);
            }
        }
        None
    }

    /// Whether having to move may well be what loses: with few pieces, king and bia left out, a
    /// null move proves nothing unless a deep search verifies it.
    fn is_zugzwang_likely(&self, depth: i32) -> bool {
        let (board, us) = (self.position.board(), self.position.side());
        let pieces = (board.side(us) - board.list(us, Kind::Pawn)).count() - 1;
        pieces == 0 || pieces <= params::ZUGZWANG_PIECES && depth < params::NMP_VERIFY_DEPTH
    }

    /// Whether a move need not be tried; only asked once a move that does not lose is known.
    pub(super) fn prune_move(
        &self,
        node: &Node,
        candidate: Candidate,
        picker: &mut MovePicker,
    ) -> bool {
        match candidate.picked.stage {
            Stage::TtMove | Stage::GoodNoisy => false,
            Stage::Killer | Stage::Quiet => self.prune_quiet(node, candidate, picker),
            Stage::QuietCheck | Stage::BadNoisy | Stage::Done => {
                let margin = -params::SEE_NOISY_MARGIN * node.depth;
                node.depth <= params::SEE_DEPTH
                    && !see::see_ge(&self.position, candidate.picked.mv, margin)
            }
        }
    }

    fn prune_quiet(&self, node: &Node, candidate: Candidate, picker: &mut MovePicker) -> bool {
        let Node { depth, improving, .. } = *node;
        if !node.pv && candidate.move_count > params::lmp_limit(depth, improving) {
            picker.skip_quiets();
        }
        let reduced = (depth - candidate.reduction).max(0);
        if reduced <= params::HISTORY_DEPTH
            && candidate.history < params::HISTORY_MARGIN * (reduced + 1)
        {
            return true;
        }
        if let Some(eval) = node.static_eval
            && reduced <= params::FUTILITY_DEPTH
            && !candidate.is_forcing
            && !node.window.alpha.is_decided()
            && eval + params::FUTILITY_BASE + params::FUTILITY_MARGIN * reduced <= node.window.alpha
        {
            return true;
        }
        let margin = -params::SEE_QUIET_MARGIN * reduced * reduced;
        reduced <= params::SEE_DEPTH && !see::see_ge(&self.position, candidate.picked.mv, margin)
    }
}

/// The evaluation, or the table's score where that is known to be nearer the truth.
pub(super) fn tt_adjusted(eval: Score, entry: Option<TtEntry>, ply: usize) -> Score {
    let Some(entry) = entry else { return eval };
    let score = entry.score(ply);
    let is_nearer = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score > eval,
        Bound::Upper => score < eval,
    };
    if is_nearer && !score.is_decided() { score } else { eval }
}

/// So far above beta that the opponent's best moves in the depth left hardly matter.
fn reverse_futility(node: &Node, eval: Score) -> Option<Score> {
    let depth = node.depth - i32::from(node.improving);
    let margin = params::RFP_MARGIN * depth.max(0);
    let beta = node.window.beta;
    let holds = node.depth <= params::RFP_DEPTH
        && !node.tt_pv
        && !beta.is_decided()
        && eval - margin >= beta;
    holds.then_some(Score((eval.0 + beta.0) / 2))
}
