//! Captures and promotions until the position is quiet.

use super::Bound;
use super::move_picker::{MovePicker, Stage, is_noisy};
use super::node::Window;
use super::params::DELTA_MARGIN;
use super::pruning::tt_adjusted;
use super::see;
use super::thread::ThreadData;
use super::tt::TtEntry;
use crate::board::Move;
use crate::score::Score;

/// The depth of quiescence at which quiet moves that must be answered are tried.
const DEPTH_QS_CHECKS: i32 = 0;
/// The depth at which they are not.
const DEPTH_QS_NO_CHECKS: i32 = -1;

impl ThreadData<'_> {
    /// Score of the position once captures and promotions that lose nothing are played out, and, on
    /// the first ply, quiet moves that must be answered; out of check, all moves.
    pub(super) fn qsearch<const PV: bool>(&mut self, window: Window, ply: usize) -> Score {
        self.qsearch_to::<PV>(window, DEPTH_QS_CHECKS, ply)
    }

    /// The same at that depth, which is never more than 0.
    fn qsearch_to<const PV: bool>(&mut self, window: Window, depth: i32, ply: usize) -> Score {
        if let Some(score) = self.enter(ply) {
            return score;
        }
        let key = self.position.search_key();
        let entry = self.shared.tt.probe(key);
        if !PV && let Some(score) = entry.and_then(|entry| entry.cut(window, depth, ply)) {
            return score;
        }
        let raw_eval = self.evaluate_unless_in_check(entry);
        let eval =
            raw_eval.map(|raw_eval| tt_adjusted(self.corrected_eval(raw_eval, ply), entry, ply));
        let stand_pat = eval.unwrap_or(Score::mated_in(ply));
        if stand_pat >= window.beta {
            return stand_pat;
        }
        let tt_move = entry.and_then(|entry| entry.mv);
        let picker = match eval {
            None => MovePicker::all(tt_move, None, self.continuation(ply)),
            Some(_) if depth == DEPTH_QS_CHECKS => {
                MovePicker::noisy_and_quiet_checks(tt_move, self.continuation(ply))
            }
            Some(_) => MovePicker::noisy(tt_move),
        };
        let (score, best) = self.qsearch_moves::<PV>(window, ply, picker, eval);
        if !self.stopped {
            let bound = if score >= window.beta { Bound::Lower } else { Bound::Upper };
            self.shared.tt.store(key, TtEntry::new(best, score, raw_eval, depth, bound, PV, ply));
        }
        score
    }

    fn qsearch_moves<const PV: bool>(
        &mut self,
        window: Window,
        ply: usize,
        mut picker: MovePicker,
        eval: Option<Score>,
    ) -> (Score, Option<Move>) {
        let Window { mut alpha, beta } = window;
        let mut best = eval.unwrap_or(Score::mated_in(ply));
        let mut best_move = None;
        let mut has_no_move = true;
        alpha = alpha.max(best);
        while let Some(picked) = picker.next(&self.position, &self.histories.history) {
            let mv = picked.mv;
            has_no_move = false;
            if let Some(eval) = eval
                && picked.stage != Stage::QuietCheck
                && self.is_futile_capture(mv, eval, alpha)
            {
                continue;
            }
            let undo = self.make(mv, ply);
            let score =
                -self.qsearch_to::<PV>(-Window { alpha, beta }, DEPTH_QS_NO_CHECKS, ply + 1);
            self.unmake(mv, undo);
            if self.stopped {
                return (best, best_move);
            }
            if score > best {
                best = score;
            }
            if score > alpha {
                alpha = score;
                best_move = Some(mv);
                if PV {
                    self.update_pv(ply, mv);
                }
                if score >= beta {
                    break;
                }
            }
            if eval.is_none() && !best.is_lost() {
                // One evasion that holds is enough; the others only if they take something.
                picker.skip_quiets();
            }
        }
        if has_no_move && eval.is_none() && !self.position.in_check() {
            best = Score::DRAW; // stalemate, where a check that threatens wins
        }
        (best, best_move)
    }

    /// Whether a capture can't lift the score to alpha.
    fn is_futile_capture(&self, mv: Move, eval: Score, alpha: Score) -> bool {
        debug_assert!(is_noisy(&self.position, mv));
        !alpha.is_decided() && eval + see::gain(&self.position, mv) + DELTA_MARGIN <= alpha
    }
}
