//! LMR, late move reductions: quiet moves late in the order are searched less deeply first.

use super::move_picker::{Picked, Stage, is_noisy};
use super::node::{Candidate, Node};
use super::thread::ThreadData;

impl ThreadData<'_> {
    /// What is known of a move that is about to be tried.
    pub(super) fn candidate(
        &self,
        node: &Node,
        picked: Picked,
        move_count: usize,
        is_forcing: bool,
    ) -> Candidate {
        let history = match picked.stage {
            Stage::Killer | Stage::Quiet => {
                let before = self.line.stack.continuation_moves(node.ply);
                self.histories.moves.quiet(&self.line.position, picked.mv, &before)
            }
            _ => 0,
        };
        let candidate = Candidate { picked, move_count, is_forcing, history, reduction: 0 };
        Candidate { reduction: self.reduction(node, candidate), ..candidate }
    }

    /// Plies by which a late move is searched less deeply.
    fn reduction(&self, node: &Node, candidate: Candidate) -> i32 {
        let Candidate { picked, move_count, is_forcing, history, .. } = candidate;
        let params = self.params;
        if node.depth < params.lmr_depth
            || move_count < params.lmr_first_move(node.pv)
            || picked.stage < Stage::Quiet
        {
            return 0;
        }
        let mut reduction = params.lmr_reduction(node.depth, move_count);
        if picked.stage == Stage::Quiet {
            reduction -= history / params.lmr_history_divisor;
        } else {
            reduction -= 1;
        }
        reduction += i32::from(node.cut_node);
        let replies_cut = self.line.stack[node.ply + 1].cutoff_count;
        reduction += i32::from(replies_cut > params.lmr_cutoffs.unsigned_abs());
        let position = &self.line.position;
        reduction += i32::from(node.tt_move.is_some_and(|mv| is_noisy(position, mv)));
        reduction -= i32::from(node.tt_pv);
        if is_forcing {
            reduction -= params.lmr_forcing(position.variant());
        }
        reduction += i32::from(!node.improving);
        reduction.max(0)
    }
}
