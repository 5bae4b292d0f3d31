//! What is not searched, each decision with its one reason.

use super::control::Searched;
use super::move_picker::{MovePicker, Picked, Stage};
use super::node::{Candidate, Node, NonPv};
use super::see::see_ge;
use super::thread::{NmpVerification, ThreadData};
use super::tt::TtEntry;
use super::window::{Bound, Window};
use crate::board::{Kind, Move};
use crate::score::Score;

impl ThreadData<'_> {
    /// The score of a node whose moves need not be tried.
    pub(super) fn prune_node(
        &mut self,
        node: &Node,
        entry: Option<TtEntry>,
    ) -> Searched<Option<Score>> {
        let is_verified = self.nmp_verification.is_some_and(|search| search.node == node.ply);
        let Some(static_eval) = node.static_eval.filter(|_| !is_verified) else {
            return Ok(None);
        };
        let eval = tt_adjusted(static_eval, entry, node.ply);
        if let Some(score) = self.reverse_futility(node, eval) {
            return Ok(Some(score));
        }
        if let Some(score) = self.razor(node, eval)? {
            return Ok(Some(score));
        }
        if let Some(score) = self.null_move(node, eval)? {
            return Ok(Some(score));
        }
        self.probcut(node, entry)
    }

    /// RFP, reverse futility pruning (static null move pruning): so far above beta that the
    /// opponent's best moves in the depth left hardly matter.
    pub(super) fn reverse_futility(&self, node: &Node, eval: Score) -> Option<Score> {
        let depth = node.depth - i32::from(node.improving);
        let margin = self.params.rfp_margin * depth.max(0);
        let beta = node.window.beta;
        let holds = node.depth <= self.params.rfp_depth
            && !node.tt_pv
            && !beta.is_decided()
            && eval - margin >= beta;
        holds.then_some(Score((eval.0 + beta.0) / 2))
    }

    /// Razoring (Birmingham and Kent 1977): so far below alpha that only a tactical shot would help,
    /// and quiescence sees those.
    pub(super) fn razor(&mut self, node: &Node, eval: Score) -> Searched<Option<Score>> {
        let alpha = node.window.alpha;
        if node.depth > self.params.razor_depth
            || alpha.is_decided()
            || eval + self.params.razor_margin * node.depth > alpha
        {
            return Ok(None);
        }
        let score = self.qsearch::<NonPv>(node.window, node.ply)?;
        Ok((score <= alpha).then_some(score))
    }

    /// NMP, null move pruning (Beal 1989, Donninger 1993): even a free move for the opponent does
    /// not bring the score below beta.
    pub(super) fn null_move(&mut self, node: &Node, eval: Score) -> Searched<Option<Score>> {
        let Node { window: Window { beta, .. }, depth, ply, .. } = *node;
        let after_null = ply > 0 && self.line.stack[ply - 1].current_move.is_none();
        let is_forbidden = self.nmp_verification.is_some_and(|search| ply < search.min_ply);
        if depth < self.params.nmp_depth
            || eval < beta
            || after_null
            || is_forbidden
            || beta.is_decided()
            || self.is_zugzwang_likely(depth)
        {
            return Ok(None);
        }
        let reduced = depth - self.params.nmp_reduction(depth, eval.0 - beta.0);
        let window = Window::null(beta - 1);
        let undo = self.make_null(ply);
        let score = self.search::<NonPv>(-window, reduced, ply + 1, !node.cut_node);
        self.line.unmake_null(undo);
        let score = -score?;
        if score < beta {
            return Ok(None);
        }
        let score = if score.is_decided() { beta } else { score };
        if depth < self.params.nmp_verify_depth || self.nmp_verification.is_some() {
            return Ok(Some(score));
        }
        let verified = self.verify_null_move(window, reduced.max(1), ply)?;
        Ok((verified >= beta).then_some(score))
    }

    /// Verified null move pruning (Tabibi and Netanyahu 2002): against zugzwang, the cutoff must
    /// stand in a search without null moves in the next plies.
    fn verify_null_move(&mut self, window: Window, depth: i32, ply: usize) -> Searched<Score> {
        let min_ply = ply + 1 + 3 * depth.unsigned_abs() as usize / 4;
        self.nmp_verification = Some(NmpVerification { node: ply, min_ply });
        let verified = self.search::<NonPv>(window, depth, ply, false);
        self.nmp_verification = None;
        verified
    }

    /// Whether passing may be better than any move (zugzwang): with few pieces, king and bia left
    /// out, a null move proves nothing unless a deep search verifies it.
    fn is_zugzwang_likely(&self, depth: i32) -> bool {
        let position = &self.line.position;
        let (board, us) = (position.board(), position.side());
        let pieces = (board.side(us) - board.list(us, Kind::Pawn)).count() - 1;
        let few = pieces <= self.params.nmp_zugzwang_pieces.unsigned_abs();
        pieces == 0 || few && depth < self.params.nmp_verify_depth
    }

    /// ProbCut (Buro 1995): a capture that comes out so far above beta in a shallow search would
    /// hardly fall below it in a deep one.
    pub(super) fn probcut(
        &mut self,
        node: &Node,
        entry: Option<TtEntry>,
    ) -> Searched<Option<Score>> {
        let Node { window: Window { beta, .. }, depth, ply, .. } = *node;
        let probcut_beta = beta + self.params.probcut_margin;
        let reduced = depth - self.params.probcut_reduction;
        let is_refuted = entry.is_some_and(|entry| {
            i32::from(entry.depth) >= reduced && entry.score(ply) < probcut_beta
        });
        if depth < self.params.probcut_depth || beta.is_decided() || is_refuted {
            return Ok(None);
        }
        let mut picker = MovePicker::noisy(node.tt_move);
        while let Some(Picked { mv, .. }) =
            picker.next(&self.line.position, &self.histories.moves, self.params)
        {
            let score = self.probcut_move(node, mv, probcut_beta, reduced)?;
            if score >= probcut_beta {
                let entry = TtEntry::new(
                    Some(mv),
                    score,
                    node.raw_eval,
                    reduced,
                    Bound::Lower,
                    node.tt_pv,
                    ply,
                );
                self.tt.store(self.line.position.search_key(), entry);
                let is_exact = score.is_decided();
                return Ok((!is_exact).then(|| score - self.params.probcut_margin));
            }
        }
        Ok(None)
    }

    /// Searches a capture of ProbCut, if quiescence finds it good enough.
    fn probcut_move(
        &mut self,
        node: &Node,
        mv: Move,
        probcut_beta: Score,
        reduced: i32,
    ) -> Searched<Score> {
        let (window, ply) = (-Window::null(probcut_beta - 1), node.ply);
        let undo = self.make(mv, ply);
        let mut score = self.qsearch::<NonPv>(window, ply + 1).map(|score| -score);
        if score.is_ok_and(|score| score >= probcut_beta) {
            let searched = self.search::<NonPv>(window, reduced - 1, ply + 1, !node.cut_node);
            score = searched.map(|score| -score);
        }
        self.line.unmake(mv, undo);
        score
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
            Stage::Killer | Stage::Quiet => {
                self.skip_late_moves(node, candidate, picker);
                self.prune_quiet(node, candidate)
            }
            Stage::QuietCheck | Stage::BadNoisy | Stage::Done => {
                let margin = self.params.see_capture_margin * node.depth;
                node.depth <= self.params.see_depth && self.loses_exchange(candidate, margin)
            }
        }
    }

    /// LMP, late move pruning (move-count pruning): after so many moves the quiet ones that are left
    /// are given up.
    fn skip_late_moves(&self, node: &Node, candidate: Candidate, picker: &mut MovePicker) {
        let limit = self.params.lmp_limit(node.depth, node.improving);
        if !node.pv && candidate.move_count > limit {
            picker.skip_quiets();
        }
    }

    /// Whether a quiet move is given up for its history, for the evaluation or for what it loses.
    fn prune_quiet(&self, node: &Node, candidate: Candidate) -> bool {
        let depth = (node.depth - candidate.reduction).max(0);
        let margin = self.params.see_quiet_margin * depth * depth;
        self.is_refuted_by_history(candidate, depth)
            || self.is_futile(node, candidate, depth)
            || depth <= self.params.see_depth && self.loses_exchange(candidate, margin)
    }

    /// History pruning: the move has failed too often.
    fn is_refuted_by_history(&self, candidate: Candidate, depth: i32) -> bool {
        depth <= self.params.history_pruning_depth
            && candidate.history < self.params.history_pruning_margin * (depth + 1)
    }

    /// Futility pruning (Heinz 1998): the evaluation is so far below alpha that a quiet move hardly
    /// lifts it.
    fn is_futile(&self, node: &Node, candidate: Candidate, depth: i32) -> bool {
        let alpha = node.window.alpha;
        let margin = self.params.futility_base + self.params.futility_margin * depth;
        node.static_eval.is_some_and(|eval| eval + margin <= alpha)
            && depth <= self.params.futility_depth
            && !candidate.is_forcing
            && !alpha.is_decided()
    }

    /// SEE pruning: whether the exchanges on the move's target lose more than the margin.
    fn loses_exchange(&self, candidate: Candidate, margin: i32) -> bool {
        !see_ge(&self.line.position, candidate.picked.mv, -margin, self.params.piece_values())
    }
}

/// The evaluation, or the TT score where that is known to be nearer the truth.
pub(super) fn tt_adjusted(eval: Score, entry: Option<TtEntry>, ply: usize) -> Score {
    let Some(entry) = entry else { return eval };
    let score = entry.score(ply);
    if entry.bound.refutes(score, eval) && !score.is_decided() { score } else { eval }
}
