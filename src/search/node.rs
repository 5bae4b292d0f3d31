//! One node of the principal variation search.

use std::ops::{ControlFlow, Neg};

use super::Bound;
use super::params;
use super::picker::{Picked, Picker, Stage, is_noisy};
use super::tt::Entry;
use super::worker::Worker;
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
    pub(super) raw: Option<Score>,
    /// Static evaluation, corrected; `None` in check.
    pub(super) eval: Option<Score>,
    pub(super) improving: bool,
    /// The hash move, if any.
    pub(super) hash: Option<Move>,
    /// A move that is left out.
    pub(super) excluded: Option<Move>,
    /// Whether the node was on a principal variation before.
    pub(super) was_pv: bool,
}

/// A move that is about to be tried, and what is known of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) picked: Picked,
    /// Its number among the moves of the node, from 1.
    pub(super) number: usize,
    /// Whether it gives check or threatens one that wins.
    pub(super) presses: bool,
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
    number: usize,
    /// The moves that did not refute the node.
    quiets: MoveList,
    noisies: MoveList,
}

impl Worker<'_> {
    /// Score of the position to the given depth in plies.
    pub(super) fn search<const PV: bool>(
        &mut self,
        window: Window,
        depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Score {
        if depth <= 0 {
            return self.quiesce::<PV>(window, ply);
        }
        if let Some(score) = self.enter(ply) {
            return score;
        }
        let window = match window.within_mates(ply) {
            Ok(window) => window,
            Err(score) => return score,
        };
        let key = self.position.search_key();
        let entry = self.shared.table.probe(key);
        let is_whole = self.frame(ply).excluded.is_none();
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
            self.remember(key, &node, &tried);
        }
        tried.best
    }

    /// Keeps the result of a node: in the table, and how far the evaluation was off.
    fn remember(&mut self, key: u64, node: &Node, tried: &Tried) {
        let Node { window, raw, depth, ply, was_pv, .. } = *node;
        let bound = match tried.best {
            best if best >= window.beta => Bound::Lower,
            _ if tried.best_move.is_some() => Bound::Exact,
            _ => Bound::Upper,
        };
        let mv = tried.best_move;
        let entry = Entry::new(mv, tried.best, raw, depth, bound, was_pv, ply);
        self.shared.table.store(key, entry);
        let Some(eval) = node.eval else { return };
        let tells = match bound {
            Bound::Exact => true,
            Bound::Lower => tried.best > eval,
            Bound::Upper => tried.best < eval,
        };
        if tells && !tried.best.is_decided() && !mv.is_some_and(|mv| is_noisy(&self.position, mv)) {
            let error = tried.best.0 - eval.0;
            let last = self.earlier(ply)[0];
            self.memory.corrections.update(&self.position, last, depth, error);
        }
    }

    fn node(
        &mut self,
        window: Window,
        depth: i32,
        ply: usize,
        pv: bool,
        cut_node: bool,
        entry: Option<Entry>,
    ) -> Node {
        let raw = self.static_eval(entry);
        let eval = raw.map(|raw| self.corrected(raw, ply));
        self.frame(ply).eval = eval;
        self.forget_later(ply);
        let hash = entry.and_then(|entry| entry.mv);
        // Without a move to try first, a shallower search finds one for the next time.
        let is_blind =
            hash.is_none() && eval.is_some() && depth >= params::BLIND_DEPTH && (pv || cut_node);
        let depth = depth - i32::from(is_blind);
        Node {
            window,
            depth,
            ply,
            pv,
            cut_node,
            raw,
            eval,
            improving: self.is_improving(ply),
            hash,
            excluded: self.frame(ply).excluded,
            was_pv: pv || entry.is_some_and(|entry| entry.on_pv),
        }
    }

    /// Tries the moves; or the score of a multi-cut.
    fn try_moves<const PV: bool>(
        &mut self,
        node: &Node,
        entry: Option<Entry>,
    ) -> ControlFlow<Score, Tried> {
        let Node { window: Window { alpha, beta }, ply, .. } = *node;
        let mut tried = Tried {
            alpha,
            best: Score::mated_in(ply),
            best_move: None,
            number: 0,
            quiets: MoveList::new(),
            noisies: MoveList::new(),
        };
        let checks = Checks::of(&self.position);
        let killer = self.frame(ply).killer;
        let mut picker = Picker::all(node.hash, killer, self.earlier(ply));
        while let Some(picked) = picker.next(&self.position, &self.memory.history) {
            let mv = picked.mv;
            if Some(mv) == node.excluded {
                continue;
            }
            tried.number += 1;
            let presses = checks.pressed_by(&self.position, mv);
            let candidate = self.candidate(node, picked, tried.number, presses);
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
            self.take_in::<PV>(node, &mut tried, mv, score);
            if score >= beta {
                break;
            }
        }
        if tried.number == 0 && node.excluded.is_some() {
            tried.best = alpha;
        } else if tried.number == 0 && !self.position.in_check() {
            tried.best = Score::DRAW; // stalemate
        }
        ControlFlow::Continue(tried)
    }

    /// Takes the score of a move in.
    fn take_in<const PV: bool>(&mut self, node: &Node, tried: &mut Tried, mv: Move, score: Score) {
        tried.best = tried.best.max(score);
        if score > tried.alpha {
            tried.alpha = score;
            tried.best_move = Some(mv);
            if PV {
                self.update_pv(node.ply, mv);
            }
            if score >= node.window.beta {
                self.frame(node.ply).cuts += u32::from(node.excluded.is_none());
                return self.learn(node, mv, tried);
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
        let Candidate { number, reduction, .. } = candidate;
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
            depth += i32::from(score > window.alpha + params::DEEPER_MARGIN);
        }
        if !PV || number > 1 {
            score = -self.search::<false>(null, depth, ply, !node.cut_node);
        }
        if PV && score > window.alpha {
            score = -self.search::<true>(-window, depth, ply, false);
        }
        score
    }

    /// Remembers the move that refuted a node, and the ones tried in vain before it.
    fn learn(&mut self, node: &Node, mv: Move, tried: &Tried) {
        let bonus = params::history_bonus(node.depth);
        let earlier = self.earlier(node.ply);
        if is_noisy(&self.position, mv) {
            self.memory.history.update_noisy(&self.position, mv, bonus);
        } else {
            self.frame(node.ply).killer = Some(mv);
            self.memory.history.update_quiet(&self.position, mv, &earlier, bonus);
            for &failed in &tried.quiets {
                self.memory.history.update_quiet(&self.position, failed, &earlier, -bonus);
            }
        }
        for &failed in &tried.noisies {
            self.memory.history.update_noisy(&self.position, failed, -bonus);
        }
    }

    /// What is known of a move that is about to be tried.
    pub(super) fn candidate(
        &self,
        node: &Node,
        picked: Picked,
        number: usize,
        presses: bool,
    ) -> Candidate {
        let history = match picked.stage {
            Stage::Killer | Stage::Quiet => {
                self.memory.history.quiet(&self.position, picked.mv, &self.earlier(node.ply))
            }
            _ => 0,
        };
        let candidate = Candidate { picked, number, presses, history, reduction: 0 };
        Candidate { reduction: self.reduction(node, candidate), ..candidate }
    }

    /// Plies by which a late move is searched less deeply.
    fn reduction(&self, node: &Node, candidate: Candidate) -> i32 {
        let Candidate { picked, number, presses, history, .. } = candidate;
        let first_reduced = if node.pv { params::FIRST_REDUCED_PV } else { params::FIRST_REDUCED };
        if node.depth < params::REDUCTION_DEPTH
            || number < first_reduced
            || picked.stage < Stage::Quiet
        {
            return 0;
        }
        let mut reduction = params::base_reduction(node.depth, number);
        if picked.stage == Stage::Quiet {
            reduction -= history / params::HISTORY_PER_PLY;
        } else {
            reduction -= 1;
        }
        reduction += i32::from(node.cut_node);
        reduction += i32::from(self.cuts_after(node.ply) > params::MANY_CUTS);
        reduction += i32::from(node.hash.is_some_and(|mv| is_noisy(&self.position, mv)));
        reduction -= i32::from(node.was_pv);
        if presses {
            reduction -= params::pressing_plies(self.position.variant());
        }
        reduction += i32::from(!node.improving);
        reduction.max(0)
    }
}

impl Window {
    /// The window within the scores that are possible `ply` plies from the root, since no mate can
    /// be nearer; or, if nothing is left of it, the score that settles the node.
    fn within_mates(self, ply: usize) -> Result<Window, Score> {
        let alpha = self.alpha.max(Score::mated_in(ply));
        let beta = self.beta.min(Score::mate_in(ply + 1));
        if alpha < beta { Ok(Window { alpha, beta }) } else { Err(alpha) }
    }
}
