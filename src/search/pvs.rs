//! Principal variation search (Marsland and Campbell 1982; NegaScout, Reinefeld 1983), fail-soft:
//! one function for every type of node.

use super::control::Searched;
use super::move_picker::{MovePicker, Picked, is_noisy};
use super::node::{Candidate, MoveLoop, Node, NodeType, NonPv, Pv};
use super::singular::Extension;
use super::thread::ThreadData;
use super::tt::TtEntry;
use super::window::{Bound, Window};
use crate::board::Move;
use crate::movegen::Checks;
use crate::score::Score;

impl ThreadData<'_> {
    /// Score of the position to the given depth in plies.
    pub(super) fn search<N: NodeType>(
        &mut self,
        mut window: Window,
        depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Searched<Score> {
        if depth <= 0 {
            return self.qsearch::<N>(window, ply);
        }
        if !N::ROOT {
            if let Some(score) = self.enter(ply)? {
                return Ok(score);
            }
            window = match window.prune_by_mate_distance(ply) {
                Ok(window) => window,
                Err(score) => return Ok(score),
            };
        }
        let key = self.line.position.search_key();
        let entry = if N::ROOT { None } else { self.tt.probe(key) };
        let is_whole = self.line.stack[ply].excluded.is_none();
        if !N::PV
            && is_whole
            && let Some(score) = entry.and_then(|entry| entry.cutoff(window, depth, ply))
        {
            return Ok(score);
        }
        let node = self.node::<N>(window, depth, ply, cut_node, entry);
        if !N::PV
            && is_whole
            && let Some(score) = self.prune_node(&node, entry)?
        {
            return Ok(score);
        }
        let mut moves = MoveLoop::new(window.alpha, ply);
        if let Some(multi_cut) = self.search_moves::<N>(&node, entry, &mut moves)? {
            return Ok(multi_cut);
        }
        if is_whole && !N::ROOT {
            self.store_result(key, &node, &moves);
        }
        Ok(moves.best_score)
    }

    fn node<N: NodeType>(
        &mut self,
        window: Window,
        depth: i32,
        ply: usize,
        cut_node: bool,
        entry: Option<TtEntry>,
    ) -> Node {
        let raw_eval = self.raw_eval(entry);
        let static_eval = raw_eval.map(|raw_eval| self.corrected_eval(raw_eval, ply));
        let stack = &mut self.line.stack;
        stack[ply].static_eval = static_eval;
        stack.reset_grandchildren(ply);
        let tt_move = entry.and_then(|entry| entry.mv);
        // IIR, internal iterative reduction (Schröder 2020): without a move to try first, a
        // shallower search finds one for the next time.
        let reduces = !N::ROOT
            && tt_move.is_none()
            && static_eval.is_some()
            && depth >= self.params.iir_depth
            && (N::PV || cut_node);
        Node {
            window,
            depth: depth - i32::from(reduces),
            ply,
            pv: N::PV,
            cut_node,
            raw_eval,
            static_eval,
            improving: N::ROOT || stack.is_improving(ply),
            tt_move,
            excluded: stack[ply].excluded,
            tt_pv: N::PV || entry.is_some_and(|entry| entry.tt_pv),
        }
    }

    /// Tries the moves; `Some` is the score of a multi-cut, which ends the node before they are.
    fn search_moves<N: NodeType>(
        &mut self,
        node: &Node,
        entry: Option<TtEntry>,
        moves: &mut MoveLoop,
    ) -> Searched<Option<Score>> {
        let Node { window: Window { alpha, beta }, ply, .. } = *node;
        let checks = Checks::of(&self.line.position);
        let stack = &self.line.stack;
        let mut picker =
            MovePicker::all(node.tt_move, stack[ply].killer, stack.continuation_moves(ply));
        while let Some(picked) = self.next_move::<N>(&mut picker, moves.move_count) {
            let mv = picked.mv;
            if Some(mv) == node.excluded {
                continue;
            }
            moves.move_count += 1;
            let is_forcing = checks.is_forcing(&self.line.position, mv);
            let candidate = self.candidate(node, picked, moves.move_count, is_forcing);
            if !N::ROOT
                && !moves.best_score.is_lost()
                && self.prune_move(node, candidate, &mut picker)
            {
                continue;
            }
            let extension = match self.extension(node, entry, candidate)? {
                Extension::Plies(plies) => plies,
                Extension::MultiCut(score) => return Ok(Some(score)),
            };
            let window = Window { alpha: moves.alpha, beta };
            let nodes_before = self.control.nodes;
            let undo = self.make(mv, ply);
            let score = self.search_move::<N>(node, window, node.depth - 1 + extension, candidate);
            self.line.unmake(mv, undo);
            if N::ROOT {
                let nodes = self.control.nodes - nodes_before;
                self.update_root_move(moves.move_count, window, score.ok(), nodes);
            }
            let score = score?;
            self.update_best::<N>(node, moves, mv, score);
            if score >= beta {
                break;
            }
        }
        if moves.move_count == 0 && node.excluded.is_some() {
            moves.best_score = alpha;
        } else if moves.move_count == 0 && !self.line.position.in_check() {
            moves.best_score = self.line.draw_score(ply); // stalemate
        }
        Ok(None)
    }

    /// The next move to try after `tried` others.
    #[inline(always)]
    fn next_move<N: NodeType>(&mut self, picker: &mut MovePicker, tried: usize) -> Option<Picked> {
        if N::ROOT {
            return self.next_root_move(tried);
        }
        picker.next(&self.line.position, &self.histories.moves, self.params)
    }

    /// Takes the score of a move into account.
    fn update_best<N: NodeType>(
        &mut self,
        node: &Node,
        moves: &mut MoveLoop,
        mv: Move,
        score: Score,
    ) {
        moves.best_score = moves.best_score.max(score);
        if score > moves.alpha {
            moves.alpha = score;
            moves.best_move = Some(mv);
            if N::PV {
                self.line.stack.update_pv(node.ply, mv);
            }
            if score >= node.window.beta {
                self.line.stack[node.ply].cutoff_count += u32::from(node.excluded.is_none());
                if !N::ROOT {
                    self.update_histories(node, mv, moves);
                }
                return;
            }
        }
        let is_noisy = is_noisy(&self.line.position, mv);
        let list = if is_noisy { &mut moves.captures } else { &mut moves.quiets };
        list.push(mv);
    }

    /// Searches the position after a move: first with a null window and reduced, then, if the
    /// score surprises, as deep and wide as need be.
    fn search_move<N: NodeType>(
        &mut self,
        node: &Node,
        window: Window,
        mut depth: i32,
        candidate: Candidate,
    ) -> Searched<Score> {
        let Candidate { move_count, reduction, .. } = candidate;
        let ply = node.ply + 1;
        let null = -Window::null(window.alpha);
        let mut score = Score::INFINITE;
        if reduction > 0 {
            let reduced = (depth - reduction).max(1);
            score = -self.search::<NonPv>(null, reduced, ply, true)?;
            if score <= window.alpha {
                return Ok(score);
            }
            depth += i32::from(score > window.alpha + self.params.lmr_deeper_margin);
        }
        if !N::PV || move_count > 1 {
            score = -self.search::<NonPv>(null, depth, ply, !node.cut_node)?;
        }
        if N::PV && score > window.alpha {
            score = -self.search::<Pv>(-window, depth, ply, false)?;
        }
        Ok(score)
    }

    /// Updates histories and killer: for the move that refuted a node, against those tried before.
    fn update_histories(&mut self, node: &Node, mv: Move, moves: &MoveLoop) {
        let bonus = self.params.history_bonus(node.depth);
        let before = self.line.stack.continuation_moves(node.ply);
        let position = &self.line.position;
        let history = &mut self.histories.moves;
        if is_noisy(position, mv) {
            history.update_capture(position, mv, bonus);
        } else {
            self.line.stack[node.ply].killer = Some(mv);
            history.update_quiet(position, mv, &before, bonus);
            for &failed in &moves.quiets {
                history.update_quiet(position, failed, &before, -bonus);
            }
        }
        for &failed in &moves.captures {
            history.update_capture(position, failed, -bonus);
        }
    }

    /// Stores the result of a node in the transposition table, and in the correction history how
    /// far the static evaluation was off.
    fn store_result(&mut self, key: u64, node: &Node, moves: &MoveLoop) {
        let Node { raw_eval, depth, ply, tt_pv, .. } = *node;
        let (score, mv) = (moves.best_score, moves.best_move);
        let bound = match score {
            _ if score >= node.window.beta => Bound::Lower,
            _ if mv.is_some() => Bound::Exact,
            _ => Bound::Upper,
        };
        self.tt.store(key, TtEntry::new(mv, score, raw_eval, depth, bound, tt_pv, ply));
        let Some(static_eval) = node.static_eval else { return };
        let position = &self.line.position;
        if bound.refutes(score, static_eval)
            && !score.is_decided()
            && !mv.is_some_and(|mv| is_noisy(position, mv))
        {
            let [last, ..] = self.line.stack.continuation_moves(ply);
            let error = score.0 - static_eval.0;
            self.histories.correction.update(position, last, depth, error, self.params);
        }
    }
}
