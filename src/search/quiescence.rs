//! Captures and promotions until the position is quiet.

use super::Bound;
use super::node::Window;
use super::params::DELTA_MARGIN;
use super::picker::{Picker, Stage, is_noisy};
use super::pruning::refined;
use super::see;
use super::tt::Entry;
use super::worker::Worker;
use crate::board::Move;
use crate::score::Score;

/// The depth of quiescence at which quiet moves that must be answered are tried.
const WITH_PRESSING: i32 = 0;
/// The depth at which they are not.
const WITHOUT_PRESSING: i32 = -1;

impl Worker<'_> {
    /// Score of the position once captures and promotions that lose nothing are played out, and, on
    /// the first ply, quiet moves that must be answered; out of check, all moves.
    pub(super) fn quiesce<const PV: bool>(&mut self, window: Window, ply: usize) -> Score {
        self.quiesce_to::<PV>(window, WITH_PRESSING, ply)
    }

    /// The same at that depth, which is never more than 0.
    fn quiesce_to<const PV: bool>(&mut self, window: Window, depth: i32, ply: usize) -> Score {
        if let Some(score) = self.enter(ply) {
            return score;
        }
        let key = self.position.search_key();
        let entry = self.shared.table.probe(key);
        if !PV && let Some(score) = entry.and_then(|entry| entry.cut(window, depth, ply)) {
            return score;
        }
        let raw = self.static_eval(entry);
        let eval = raw.map(|raw| refined(self.corrected(raw, ply), entry, ply));
        let stand_pat = eval.unwrap_or(Score::mated_in(ply));
        if stand_pat >= window.beta {
            return stand_pat;
        }
        let hash = entry.and_then(|entry| entry.mv);
        let picker = match eval {
            None => Picker::all(hash, None, self.earlier(ply)),
            Some(_) if depth == WITH_PRESSING => {
                Picker::noisy_and_pressing(hash, self.earlier(ply))
            }
            Some(_) => Picker::noisy(hash),
        };
        let (score, best) = self.quiesce_moves::<PV>(window, ply, picker, eval);
        if !self.stopped {
            let bound = if score >= window.beta { Bound::Lower } else { Bound::Upper };
            self.shared.table.store(key, Entry::new(best, score, raw, depth, bound, PV, ply));
        }
        score
    }

    fn quiesce_moves<const PV: bool>(
        &mut self,
        window: Window,
        ply: usize,
        mut picker: Picker,
        eval: Option<Score>,
    ) -> (Score, Option<Move>) {
        let Window { mut alpha, beta } = window;
        let mut best = eval.unwrap_or(Score::mated_in(ply));
        let mut best_move = None;
        let mut is_stuck = true;
        alpha = alpha.max(best);
        while let Some(picked) = picker.next(&self.position, &self.memory.history) {
            let mv = picked.mv;
            is_stuck = false;
            if let Some(eval) = eval
                && picked.stage != Stage::Pressing
                && self.is_futile_capture(mv, eval, alpha)
            {
                continue;
            }
            let undo = self.make(mv, ply);
            let score = -self.quiesce_to::<PV>(-Window { alpha, beta }, WITHOUT_PRESSING, ply + 1);
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
        if is_stuck && eval.is_none() && !self.position.in_check() {
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
