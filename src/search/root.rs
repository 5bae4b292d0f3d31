//! The root: iterative deepening, aspiration windows, several lines, and when to end.

use super::MAX_PLY;
use super::move_picker::{Picked, Stage, is_noisy};
use super::node::{Node, Window};
use super::params;
use super::report::{Answer, Bound, Info, Reporter};
use super::tables;
use super::thread::{PvLine, ThreadData};
use super::{Limits, SearchOptions, time_manager, wdl};
use crate::board::Move;
use crate::movegen::{Checks, legal_moves};
use crate::score::Score;

/// Root moves are named to the GUI once a search has lasted this long.
const SHOW_MOVES_AFTER_MS: u128 = 3_000;

/// Of a line that the tables know so many plies are told.
const TOLD_PLIES: usize = 40;

/// A move at the root and what is known of it.
#[derive(Clone, Debug)]
struct RootMove {
    mv: Move,
    /// Score in this iteration; −infinite if it did not raise alpha or was not looked at.
    score: Score,
    /// Score in the iteration before.
    previous: Score,
    bound: Bound,
    pv: PvLine,
    seldepth: usize,
    /// Nodes spent on it in this search.
    nodes: u64,
}

/// Sorts by score; moves of the same score stay in their order.
fn best_first(moves: &mut [RootMove]) {
    moves.sort_by_key(|root| std::cmp::Reverse(root.score));
}

/// A search from the root.
pub(super) struct Root<'a, 'w> {
    thread: &'a mut ThreadData<'w>,
    limits: &'a Limits,
    options: &'a SearchOptions,
    reporter: &'a mut dyn Reporter,
    moves: Vec<RootMove>,
    lines: usize,
    /// Whether the tables know what each move leads to: then they stand in the right order, and no
    /// depth is needed.
    tabled: bool,
    /// Iterations in a row that ended with the same best move.
    stable: usize,
    depth: i32,
}

impl<'a, 'w> Root<'a, 'w> {
    pub(super) fn new(
        thread: &'a mut ThreadData<'w>,
        limits: &'a Limits,
        options: &'a SearchOptions,
        reporter: &'a mut dyn Reporter,
    ) -> Root<'a, 'w> {
        let legal = legal_moves(&thread.position);
        let named = |mv: &Move| limits.search_moves.contains(mv);
        let any_named = legal.iter().any(named);
        let moves: Vec<RootMove> = legal
            .into_iter()
            .filter(|mv| !any_named || named(mv))
            .map(|mv| RootMove {
                mv,
                score: -Score::INFINITE,
                previous: -Score::INFINITE,
                bound: Bound::Exact,
                pv: PvLine::from_iter([mv]),
                seldepth: 0,
                nodes: 0,
            })
            .collect();
        let lines = options.multipv.clamp(1, moves.len().max(1));
        Root { thread, limits, options, reporter, moves, lines, tabled: false, stable: 0, depth: 0 }
    }

    /// Deepens until something ends the search, and answers.
    pub(super) fn run(mut self) -> Answer {
        if self.moves.is_empty() {
            self.report_end_of_game();
        } else {
            self.deepen();
        }
        self.wait();
        self.answer()
    }

    fn deepen(&mut self) {
        let last = self.limits.depth.unwrap_or(u32::MAX).clamp(1, MAX_PLY as u32 - 1) as i32;
        for depth in 1..=last {
            self.thread.iteration = depth as usize;
            self.look_at_tables();
            let best_before = self.moves[0].mv;
            for line in 0..self.lines {
                self.thread.seldepth = 0;
                self.aspiration_loop(line, depth);
                if self.thread.stopped {
                    break;
                }
            }
            if self.thread.stopped {
                return self.break_off(depth, best_before);
            }
            best_first(&mut self.moves[..self.lines]);
            self.depth = depth;
            for line in 0..self.lines {
                self.report(line, depth);
            }
            self.thread.end_min_nodes();
            self.stable = if self.moves[0].mv == best_before { self.stable + 1 } else { 0 };
            if self.is_done() {
                return;
            }
        }
    }

    /// Takes in the tables that are there by now. If they know what each move leads to, they say in
    /// which order to take them.
    fn look_at_tables(&mut self) {
        if self.tabled {
            return;
        }
        self.thread.tables = self.options.tables.now();
        if let Some(ranked) = tables::ranked(&self.thread.tables, &self.thread.position) {
            let mut place = 0;
            for (mv, worth) in ranked {
                let Some(at) = self.moves.iter().position(|root| root.mv == mv) else { continue };
                self.moves.swap(place, at);
                // What counts if this iteration is broken off.
                self.moves[place].score = worth;
                place += 1;
            }
            self.tabled = true;
        }
    }

    /// An iteration is broken off: what it has found so far counts if it is better than what the
    /// one before found.
    fn break_off(&mut self, depth: i32, best_before: Move) {
        let best = &mut self.moves[0];
        if self.depth == 0 && best.score == -Score::INFINITE {
            // Not even the first move of the first iteration is done.
            best.previous = self.thread.evaluate();
        }
        if best.score == -Score::INFINITE {
            best.score = best.previous;
            best.bound = Bound::Exact;
        }
        if self.depth == 0 || best.mv != best_before {
            self.report(0, depth);
        }
    }

    /// Searches a line with a window around its last score, opened until the score is inside.
    fn aspiration_loop(&mut self, line: usize, depth: i32) {
        for root in &mut self.moves[line..] {
            if root.score != -Score::INFINITE {
                root.previous = root.score;
            }
            root.score = -Score::INFINITE;
        }
        let centre = self.moves[line].previous;
        let mut delta = params::ASPIRATION_WINDOW;
        let is_wide = depth < params::ASPIRATION_DEPTH || centre.is_decided();
        let mut window = if is_wide {
            Window { alpha: -Score::INFINITE, beta: Score::INFINITE }
        } else {
            Window { alpha: centre - delta, beta: centre + delta }
        };
        loop {
            let score = self.search(window, depth, line);
            best_first(&mut self.moves[line..]);
            if self.thread.stopped {
                return;
            }
            if score <= window.alpha {
                window.beta = Score((window.alpha.0 + window.beta.0) / 2);
                window.alpha = (score - delta).max(-Score::INFINITE);
            } else if score >= window.beta {
                window.beta = (score + delta).min(Score::INFINITE);
            } else {
                return;
            }
            delta += delta / 2;
            if delta > params::ASPIRATION_GIVEN_UP {
                window = Window { alpha: -Score::INFINITE, beta: Score::INFINITE };
            }
        }
    }

    fn search(&mut self, window: Window, depth: i32, line: usize) -> Score {
        let Window { mut alpha, beta } = window;
        let node = self.node(window, depth);
        let checks = Checks::of(&self.thread.position);
        let mut best = -Score::INFINITE;
        for index in line..self.moves.len() {
            let mv = self.moves[index].mv;
            let move_count = index - line + 1;
            self.show_move(depth, mv, move_count);
            let nodes_before = self.thread.nodes;
            let score = self.search_move(&node, &checks, Window { alpha, beta }, mv, move_count);
            self.moves[index].nodes += self.thread.nodes - nodes_before;
            if self.thread.stopped {
                return best;
            }
            let root = &mut self.moves[index];
            root.score = -Score::INFINITE;
            if move_count == 1 || score > alpha {
                root.score = score;
                root.seldepth = self.thread.seldepth;
                root.bound = match score {
                    _ if score >= beta => Bound::Lower,
                    _ if score <= alpha => Bound::Upper,
                    _ => Bound::Exact,
                };
                self.thread.update_pv(0, mv);
                root.pv.clone_from(&self.thread.stack_entry(0).pv);
            }
            best = best.max(score);
            alpha = alpha.max(score);
            if score >= beta {
                break;
            }
        }
        best
    }

    fn node(&mut self, window: Window, depth: i32) -> Node {
        let raw_eval = self.thread.evaluate_unless_in_check(None);
        let static_eval = raw_eval.map(|raw_eval| self.thread.corrected_eval(raw_eval, 0));
        self.thread.stack_entry(0).static_eval = static_eval;
        self.thread.reset_grandchildren(0);
        Node {
            window,
            depth,
            ply: 0,
            pv: true,
            cut_node: false,
            raw_eval,
            static_eval,
            improving: true,
            tt_move: None,
            excluded: None,
            tt_pv: true,
        }
    }

    fn search_move(
        &mut self,
        node: &Node,
        checks: &Checks,
        window: Window,
        mv: Move,
        move_count: usize,
    ) -> Score {
        let thread = &mut *self.thread;
        let is_forcing = checks.is_forcing(&thread.position, mv);
        let stage = if is_noisy(&thread.position, mv) { Stage::GoodNoisy } else { Stage::Quiet };
        let picked = Picked { mv, stage };
        let candidate = thread.candidate(node, picked, move_count, is_forcing);
        let undo = thread.make(mv, 0);
        let depth = node.depth - 1 + i32::from(is_forcing);
        let score = thread.search_move::<true>(node, window, depth, candidate);
        thread.unmake(mv, undo);
        score
    }

    fn show_move(&mut self, depth: i32, mv: Move, move_count: usize) {
        if self.thread.time.elapsed().as_millis() > SHOW_MOVES_AFTER_MS {
            self.reporter.current_move(depth as u32, mv, move_count);
        }
    }

    /// Whether no further iteration is to begin.
    fn is_done(&self) -> bool {
        let signals = &self.thread.shared.signals;
        if signals.is_stopped() || self.tabled {
            return true;
        }
        let best = &self.moves[0];
        let found_mate = self.limits.mate.is_some_and(|moves| {
            best.score > Score::DRAW
                && best.score.mate_plies().is_some_and(|plies| plies.div_ceil(2) <= moves)
        });
        if self.limits.infinite || signals.is_pondering() {
            return found_mate;
        }
        let is_forced = self.limits.clock.is_some() && self.moves.len() == 1;
        // A deeper search can't bring the mate nearer.
        let is_settled = (self.limits.clock.is_some() || self.limits.move_time.is_some())
            && best.score.mate_plies().is_some_and(|plies| plies as i32 + 4 < self.depth);
        found_mate
            || is_forced
            || is_settled
            || self.thread.is_over_budget()
            || self.limits.soft_nodes.is_some_and(|limit| self.thread.nodes >= limit)
            || !self.thread.time.allows_iteration(self.scale())
    }

    /// How much longer than usual the choice deserves to be thought about.
    fn scale(&self) -> f64 {
        let share = self.moves[0].nodes as f64 / self.thread.nodes.max(1) as f64;
        time_manager::scale(self.stable, share)
    }

    /// Pondering and infinite searches end only when they are told to.
    fn wait(&self) {
        let signals = &self.thread.shared.signals;
        while !signals.is_stopped() && (self.limits.infinite || signals.is_pondering()) {
            std::thread::park_timeout(std::time::Duration::from_millis(1));
        }
    }

    fn report(&mut self, line: usize, depth: i32) {
        if self.tabled {
            self.moves[line].pv = self.tabled_line(self.moves[line].mv);
        }
        let thread = &*self.thread;
        let root = &self.moves[line];
        self.reporter.info(&Info {
            depth: depth as u32,
            seldepth: root.seldepth as u32,
            multipv: line + 1,
            score: root.score,
            bound: root.bound,
            wdl: wdl(root.score),
            nodes: thread.nodes,
            time: thread.time.elapsed(),
            hashfull: thread.shared.tt.hashfull(),
            tbhits: thread.tbhits,
            pv: root.pv.to_vec(),
        });
    }

    /// The line that begins with a root move, by the tables.
    fn tabled_line(&self, mv: Move) -> PvLine {
        let ThreadData { position, tables, .. } = &*self.thread;
        let mut after = *position;
        let _ = after.make(mv);
        let mut line = PvLine::from_iter([mv]);
        line.extend(tables::line(tables, after, TOLD_PLIES));
        line
    }

    /// The only line of a position without legal moves.
    fn report_end_of_game(&mut self) {
        let position = &self.thread.position;
        let is_mate = position.in_check() && !position.is_mate_void();
        let lost = is_mate || position.is_lost_by_check();
        let score = if lost { Score::mated_in(0) } else { Score::DRAW };
        self.reporter.info(&Info {
            depth: 0,
            seldepth: 0,
            multipv: 1,
            score,
            bound: Bound::Exact,
            wdl: wdl(score),
            nodes: 0,
            time: self.thread.time.elapsed(),
            hashfull: 0,
            tbhits: 0,
            pv: Vec::new(),
        });
    }

    fn answer(self) -> Answer {
        let best = self.moves.first();
        Answer {
            best: best.map(|root| root.mv),
            ponder: best.and_then(|root| root.pv.get(1).copied()),
            score: best.map_or(Score::DRAW, |root| root.score),
            depth: self.depth as u32,
            nodes: self.thread.nodes,
        }
    }
}
