//! One node of the principal variation search.

use std::ops::{ControlFlow, Neg};

use super::Bound;
use super::move_picker::{MovePicker, Picked, Stage, is_noisy};
use super::params;
use super::thread::ThreadData;
use super::tt::TtEntry;
use crate::board::Move;
use crate::movegen::{Checks, MoveList};
use crate::score::Score;

/// The window of scores that matter: alpha is had already, beta the opponent can avoid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Window {
    pub(super) alpha: Score,
    pub(super) beta: Score,
}

impl Window {
    /// The narrowest window above `alpha`.
    pub(super) fn null(alpha: Score) -> Window {
        Window { alpha, beta: alpha + 1 }
    }
}

/// The same window seen by the opponent.
impl Neg for Window {
    type Output = Window;
    fn neg(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}

/// What is known of a node before its moves are tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) window: Window,
    pub(super) depth: i32,
    pub(super) ply: usize,
    pub(super) pv: bool,
    /// A node of which a cut is expected.
    pub(super) cut_node: bool,
    /// Static evaluation as it is; `None` in check.
    pub(super) raw_eval: Option<Score>,
    /// Static evaluation, corrected; `None` in check.
    pub(super) static_eval: Option<Score>,
    pub(super) improving: bool,
    /// The TT move, if any.
    pub(super) tt_move: Option<Move>,
    /// A move that is left out.
    pub(super) excluded: Option<Move>,
    /// Whether the node was on a principal variation before.
    pub(super) tt_pv: bool,
}

/// A move that is about to be tried, and what is known of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) picked: Picked,
    /// Its number among the moves of the node, from 1.
    pub(super) move_count: usize,
    /// Whether it gives check or threatens one that wins.
    pub(super) is_forcing: bool,
    /// How well it has done before, 0 for captures and promotions.
    pub(super) history: i32,
    /// Plies by which it is to be searched less deeply.
    pub(super) reduction: i32,
}

/// The outcome of trying a node's moves, so far.
struct Tried {
    /// Alpha, raised by the best move so far.
    alpha: Score,
    best: Score,
    best_move: Option<Move>,
    /// Number of moves looked at, those that were pruned included.
    move_count: usize,
    /// The moves that did not refute the node.
    quiets: MoveList,
    noisies: MoveList,
}

impl ThreadData<'_> {
    /// Score of the position to the given depth in plies.
    pub(super) fn search<const PV: bool>(
        &mut self,
        window: Window,
        depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Score {
        if depth <= 0 {
            return self.qsearch::<PV>(window, ply);
        }
        if let Some(score) = self.enter(ply) {
            return score;
        }
        let window = match window.prune_by_mate_distance(ply) {
            Ok(window) => window,
            Err(score) => return score,
        };
        let key = self.position.search_key();
        let entry = self.shared.tt.probe(key);
        let is_whole = self.stack_entry(ply).excluded.is_none();
        if !PV
            && is_whole
            && let Some(score) = entry.and_then(|entry| entry.cut(window, depth, ply))
        {
            return score;
        }
        let node = self.node(window, depth, ply, PV, cut_node, entry);
        if !PV
            && is_whole
            && let Some(score) = self.prune_node(&node, entry)
        {
            return score;
        }
        let tried = match self.try_moves::<PV>(&node, entry) {
            ControlFlow::Continue(tried) => tried,
            ControlFlow::Break(score) => return score,
        };
        if is_whole && !self.stopped {
            self.store_result(key, &node, &tried);
        }
        tried.best
    }

    /// Keeps the result of a node: in the table, and how far the evaluation was off.
    fn store_result(&mut self, key: u64, node: &Node, tried: &Tried) {
        let Node { window, raw_eval, depth, ply, tt_pv, .. } = *node;
        let bound = match tried.best {
            best if best >= window.beta => Bound::Lower,
            _ if tried.best_move.is_some() => Bound::Exact,
            _ => Bound::Upper,
        };
        let mv = tried.best_move;
        let entry = TtEntry::new(mv, tried.best, raw_eval, depth, bound, tt_pv, ply);
        self.shared.tt.store(key, entry);
        let Some(static_eval) = node.static_eval else { return };
        let tells = match bound {
            Bound::Exact => true,
            Bound::Lower => tried.best > static_eval,
            Bound::Upper => tried.best < static_eval,
        };
        if tells && !tried.best.is_decided() && !mv.is_some_and(|mv| is_noisy(&self.position, mv)) {
            let error = tried.best.0 - static_eval.0;
            let last = self.continuation(ply)[0];
            self.histories.correction.update(&self.position, last, depth, error);
        }
    }

    fn node(
        &mut self,
        window: Window,
        depth: i32,
        ply: usize,
        pv: bool,
        cut_node: bool,
        entry: Option<TtEntry>,
    ) -> Node {
        let raw_eval = self.evaluate_unless_in_check(entry);
        let static_eval = raw_eval.map(|raw_eval| self.corrected_eval(raw_eval, ply));
        self.stack_entry(ply).static_eval = static_eval;
        self.reset_grandchildren(ply);
        let tt_move = entry.and_then(|entry| entry.mv);
        // Without a move to try first, a shallower search finds one for the next time.
        let reduces_without_tt_move = tt_move.is_none()
            && static_eval.is_some()
            && depth >= params::IIR_DEPTH
            && (pv || cut_node);
        let depth = depth - i32::from(reduces_without_tt_move);
        Node {
            window,
            depth,
            ply,
            pv,
            cut_node,
            raw_eval,
            static_eval,
            improving: self.is_improving(ply),
            tt_move,
            excluded: self.stack_entry(ply).excluded,
            tt_pv: pv || entry.is_some_and(|entry| entry.tt_pv),
        }
    }

    /// Tries the moves; or the score of a multi-cut.
    fn try_moves<const PV: bool>(
        &mut self,
        node: &Node,
        entry: Option<TtEntry>,
    ) -> ControlFlow<Score, Tried> {
        let Node { window: Window { alpha, beta }, ply, .. } = *node;
        let mut tried = Tried {
            alpha,
            best: Score::mated_in(ply),
            best_move: None,
            move_count: 0,
            quiets: MoveList::new(),
            noisies: MoveList::new(),
        };
        let checks = Checks::of(&self.position);
        let killer = self.stack_entry(ply).killer;
        let mut picker = MovePicker::all(node.tt_move, killer, self.continuation(ply));
        while let Some(picked) = picker.next(&self.position, &self.histories.history) {
            let mv = picked.mv;
            if Some(mv) == node.excluded {
                continue;
            }
            tried.move_count += 1;
            let is_forcing = checks.is_forcing(&self.position, mv);
            let candidate = self.candidate(node, picked, tried.move_count, is_forcing);
            if !tried.best.is_lost() && self.prune_move(node, candidate, &mut picker) {
                continue;
            }
            let depth = node.depth - 1 + self.extension(node, entry, candidate)?;
            let window = Window { alpha: tried.alpha, beta };
            let undo = self.make(mv, ply);
            let score = self.search_move::<PV>(node, window, depth, candidate);
            self.unmake(mv, undo);
            if self.stopped {
                return ControlFlow::Continue(tried);
            }
            self.update_best::<PV>(node, &mut tried, mv, score);
            if score >= beta {
                break;
            }
        }
        if tried.move_count == 0 && node.excluded.is_some() {
            tried.best = alpha;
        } else if tried.move_count == 0 && !self.position.in_check() {
            tried.best = Score::DRAW; // stalemate
        }
        ControlFlow::Continue(tried)
    }

    /// Takes the score of a move in.
    fn update_best<const PV: bool>(
        &mut self,
        node: &Node,
        tried: &mut Tried,
        mv: Move,
        score: Score,
    ) {
        tried.best = tried.best.max(score);
        if score > tried.alpha {
            tried.alpha = score;
            tried.best_move = Some(mv);
            if PV {
                self.update_pv(node.ply, mv);
            }
            if score >= node.window.beta {
                self.stack_entry(node.ply).cutoff_count += u32::from(node.excluded.is_none());
                return self.update_histories(node, mv, tried);
            }
        }
        let is_noisy = is_noisy(&self.position, mv);
        let list = if is_noisy { &mut tried.noisies } else { &mut tried.quiets };
        list.push(mv);
    }

    /// Searches the position after a move: first with a null window and reduced, then, if the
    /// score surprises, as deep and wide as need be.
    pub(super) fn search_move<const PV: bool>(
        &mut self,
        node: &Node,
        window: Window,
        depth: i32,
        candidate: Candidate,
    ) -> Score {
        let Candidate { move_count, reduction, .. } = candidate;
        let ply = node.ply + 1;
        let null = -Window::null(window.alpha);
        let mut score = Score::INFINITE;
        let mut depth = depth;
        if reduction > 0 {
            let reduced = (depth - reduction).max(1);
            score = -self.search::<false>(null, reduced, ply, true);
            if score <= window.alpha {
                return score;
            }
            depth += i32::from(score > window.alpha + params::LMR_DEEPER_MARGIN);
        }
        if !PV || move_count > 1 {
            score = -self.search::<false>(null, depth, ply, !node.cut_node);
        }
        if PV && score > window.alpha {
            score = -self.search::<true>(-window, depth, ply, false);
        }
        score
    }

    /// Remembers the move that refuted a node, and the ones tried in vain before it.
    fn update_histories(&mut self, node: &Node, mv: Move, tried: &Tried) {
        let bonus = params::history_bonus(node.depth);
        let continuation = self.continuation(node.ply);
        if is_noisy(&self.position, mv) {
            self.histories.history.update_noisy(&self.position, mv, bonus);
        } else {
            self.stack_entry(node.ply).killer = Some(mv);
            self.histories.history.update_quiet(&self.position, mv, &continuation, bonus);
            for &failed in &tried.quiets {
                self.histories.history.update_quiet(&self.position, failed, &continuation, -bonus);
            }
        }
        for &failed in &tried.noisies {
            self.histories.history.update_noisy(&self.position, failed, -bonus);
        }
    }

    /// What is known of a move that is about to be tried.
    pub(super) fn candidate(
        &self,
        node: &Node,
        picked: Picked,
        move_count: usize,
        is_forcing: bool,
    ) -> Candidate {
        let history = match picked.stage {
            Stage::Killer | Stage::Quiet => self.histories.history.quiet(
                &self.position,
                picked.mv,
                &self.continuation(node.ply),
            ),
            _ => 0,
        };
        let candidate = Candidate { picked, move_count, is_forcing, history, reduction: 0 };
        Candidate { reduction: self.reduction(node, candidate), ..candidate }
    }

    /// Plies by which a late move is searched less deeply.
    fn reduction(&self, node: &Node, candidate: Candidate) -> i32 {
        let Candidate { picked, move_count, is_forcing, history, .. } = candidate;
        let first_reduced =
            if node.pv { params::LMR_MOVE_COUNT_PV } else { params::LMR_MOVE_COUNT };
        if node.depth < params::LMR_DEPTH
            || move_count < first_reduced
            || picked.stage < Stage::Quiet
        {
            return 0;
        }
        let mut reduction = params::lmr_base(node.depth, move_count);
        if picked.stage == Stage::Quiet {
            reduction -= history / params::LMR_HISTORY_DIVISOR;
        } else {
            reduction -= 1;
        }
        reduction += i32::from(node.cut_node);
        reduction += i32::from(self.child_cutoffs(node.ply) > params::LMR_CUTOFFS);
        reduction += i32::from(node.tt_move.is_some_and(|mv| is_noisy(&self.position, mv)));
        reduction -= i32::from(node.tt_pv);
        if is_forcing {
            reduction -= params::lmr_forcing_plies(self.position.variant());
        }
        reduction += i32::from(!node.improving);
        reduction.max(0)
    }
}

impl Window {
    /// The window within the scores that are possible `ply` plies from the root, since no mate can
    /// be nearer; or, if nothing is left of it, the score that settles the node.
    fn prune_by_mate_distance(self, ply: usize) -> Result<Window, Score> {
        let alpha = self.alpha.max(Score::mated_in(ply));
        let beta = self.beta.min(Score::mate_in(ply + 1));
        if alpha < beta { Ok(Window { alpha, beta }) } else { Err(alpha) }
    }
}
