//! Quiescence search: captures and promotions until the position is quiet.

use super::control::Searched;
use super::move_picker::{MovePicker, Stage, is_noisy};
use super::node::NodeType;
use super::pruning::tt_adjusted;
use super::see;
use super::thread::ThreadData;
use super::tt::TtEntry;
use super::window::{Bound, Window};
use crate::board::Move;
use crate::score::Score;

/// The depth of quiescence at which quiet checks are tried.
const DEPTH_QS_CHECKS: i32 = 0;
/// The depth at which they are not.
const DEPTH_QS_NO_CHECKS: i32 = -1;

impl ThreadData<'_> {
    /// Score of the position once captures and promotions that lose nothing are played out, and, on
    /// the first ply, quiet checks (where the first check wins, threats of one); out of check, all
    /// moves.
    pub(super) fn qsearch<N: NodeType>(&mut self, window: Window, ply: usize) -> Searched<Score> {
        self.qsearch_to::<N>(window, DEPTH_QS_CHECKS, ply)
    }

    /// The same at that depth, which is never more than 0.
    fn qsearch_to<N: NodeType>(
        &mut self,
        window: Window,
        depth: i32,
        ply: usize,
    ) -> Searched<Score> {
        if let Some(score) = self.enter(ply)? {
            return Ok(score);
        }
        let key = self.line.position.search_key();
        let entry = self.tt.probe(key);
        if !N::PV
            && let Some(score) = entry.and_then(|entry| entry.cutoff(window, depth, ply))
        {
            return Ok(score);
        }
        let raw_eval = self.raw_eval(entry);
        let eval =
            raw_eval.map(|raw_eval| tt_adjusted(self.corrected_eval(raw_eval, ply), entry, ply));
        let stand_pat = eval.unwrap_or(Score::mated_in(ply));
        if stand_pat >= window.beta {
            return Ok(stand_pat);
        }
        let tt_move = entry.and_then(|entry| entry.mv);
        let before = self.line.stack.continuation_moves(ply);
        let picker = match eval {
            None => MovePicker::all(tt_move, None, before),
            Some(_) if depth == DEPTH_QS_CHECKS => {
                MovePicker::noisy_and_quiet_checks(tt_move, before)
            }
            Some(_) => MovePicker::noisy(tt_move),
        };
        let (score, best_move) = self.qsearch_moves::<N>(window, ply, picker, eval)?;
        let bound = if score >= window.beta { Bound::Lower } else { Bound::Upper };
        let entry = TtEntry::new(best_move, score, raw_eval, depth, bound, N::PV, ply);
        self.tt.store(key, entry);
        Ok(score)
    }

    fn qsearch_moves<N: NodeType>(
        &mut self,
        window: Window,
        ply: usize,
        mut picker: MovePicker,
        eval: Option<Score>,
    ) -> Searched<(Score, Option<Move>)> {
        let Window { mut alpha, beta } = window;
        let mut best_score = eval.unwrap_or(Score::mated_in(ply));
        let mut best_move = None;
        let mut has_no_move = true;
        alpha = alpha.max(best_score);
        while let Some(picked) =
            picker.next(&self.line.position, &self.histories.moves, self.params)
        {
            let mv = picked.mv;
            has_no_move = false;
            if let Some(eval) = eval
                && picked.stage != Stage::QuietCheck
                && self.is_futile_capture(mv, eval, alpha)
            {
                continue;
            }
            let undo = self.make(mv, ply);
            let score = self.qsearch_to::<N>(-Window { alpha, beta }, DEPTH_QS_NO_CHECKS, ply + 1);
            self.line.unmake(mv, undo);
            let score = -score?;
            best_score = best_score.max(score);
            if score > alpha {
                alpha = score;
                best_move = Some(mv);
                if N::PV {
                    self.line.stack.update_pv(ply, mv);
                }
                if score >= beta {
                    break;
                }
            }
            if eval.is_none() && !best_score.is_lost() {
                // One evasion that holds is enough; the others only if they take something.
                picker.skip_quiets();
            }
        }
        if has_no_move && eval.is_none() && !self.line.position.in_check() {
            best_score = self.line.draw_score(ply); // stalemate, where a check that threatens wins
        }
        Ok((best_score, best_move))
    }

    /// Delta pruning: whether a capture can't lift the score to alpha.
    fn is_futile_capture(&self, mv: Move, eval: Score, alpha: Score) -> bool {
        let position = &self.line.position;
        debug_assert!(is_noisy(position, mv));
        let gain = see::gain(position, mv, self.params.piece_values());
        !alpha.is_decided() && eval + gain + self.params.delta_margin <= alpha
    }
}
