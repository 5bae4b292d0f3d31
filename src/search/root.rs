//! The root: iterative deepening, aspiration windows, MultiPV, and when to end.

use std::thread;
use std::time::Duration;

use super::control::Searched;
use super::lazy_smp;
use super::move_picker::{Picked, Stage, is_noisy};
use super::node::Root;
use super::report::{Answer, Info};
use super::root_moves::RootMove;
use super::tables;
use super::thread::ThreadData;
use super::time_manager;
use super::window::{Bound, Window};
use super::{Limits, MAX_PLY, SearchOptions};
use crate::board::Move;
use crate::endgame::Resolver;
use crate::eval::wdl::Wdl;
use crate::rules::is_dead;
use crate::score::Score;

/// Root moves are named to the GUI once a search has lasted this long.
const SHOW_MOVES_AFTER: Duration = Duration::from_secs(3);

/// What the search at the root needs of its node.
impl ThreadData<'_> {
    /// The next root move after `tried` others of the current line.
    pub(super) fn next_root_move(&mut self, tried: usize) -> Option<Picked> {
        let root = self.root.moves.get(self.root.pv_index + tried)?;
        let mv = root.mv;
        if self.control.time.elapsed() > SHOW_MOVES_AFTER {
            self.reporter.current_move(self.iteration as u32, mv, tried + 1);
        }
        let stage = if is_noisy(&self.line.position, mv) { Stage::GoodNoisy } else { Stage::Quiet };
        Some(Picked { mv, stage })
    }

    /// The `move_count`th root move of the current line was searched, for so many nodes; there is
    /// no score if the search was aborted.
    pub(super) fn update_root_move(
        &mut self,
        move_count: usize,
        window: Window,
        score: Option<Score>,
        nodes: u64,
    ) {
        let root = &mut self.root.moves[self.root.pv_index + move_count - 1];
        root.nodes += nodes;
        let Some(score) = score else { return };
        root.score = -Score::INFINITE;
        if move_count == 1 || score > window.alpha {
            root.score = score;
            root.depth = self.iteration;
            root.seldepth = self.seldepth;
            root.bound = window.bound_of(score);
            self.line.stack.update_pv(0, root.mv);
            let pv = &self.line.stack[0].pv;
            // A score outside the window may come without a reply; the one known before still holds.
            if root.bound == Bound::Exact || pv.len() > 1 {
                root.pv.clone_from(pv);
            }
        }
    }
}

/// Iterative deepening.
pub(super) struct IterativeDeepening<'a, 't> {
    thread: &'a mut ThreadData<'t>,
    limits: &'a Limits,
    /// MultiPV: number of lines.
    lines: usize,
    /// Whether the tables know what each move leads to: then they stand in the right order, and no
    /// depth is needed.
    tabled: bool,
    /// What finds the mates that the tables do not tell.
    resolver: Resolver<'t>,
    /// Iterations in a row that ended with the same best move.
    stable: usize,
    /// Depth that was completed.
    depth: i32,
    /// Nodes when the lines were reported last.
    reported_nodes: u64,
    /// What scores mean at the root.
    wdl: Wdl,
}

impl<'a, 't> IterativeDeepening<'a, 't> {
    pub(super) fn new(
        thread: &'a mut ThreadData<'t>,
        limits: &'a Limits,
        options: &'a SearchOptions,
    ) -> IterativeDeepening<'a, 't> {
        let lines = options.multipv.clamp(1, thread.root.moves.len().max(1));
        let wdl = Wdl::of(&thread.line.position);
        let resolver = tables::resolver(&thread.tables, &thread.control);
        IterativeDeepening {
            thread,
            limits,
            lines,
            tabled: false,
            resolver,
            stable: 0,
            depth: 0,
            reported_nodes: 0,
            wdl,
        }
    }

    /// Deepens until something ends the search; the depth that was completed.
    pub(super) fn think(&mut self) -> i32 {
        if self.thread.root.moves.is_empty() {
            self.report_end_of_game();
        } else {
            self.deepen();
        }
        self.wait();
        self.depth
    }

    /// Takes what the helpers have found: their votes decide with this thread's about the move.
    pub(super) fn hear(&mut self, helpers: Vec<thread::Result<Option<RootMove>>>) {
        if helpers.iter().any(Result::is_err) {
            self.thread.reporter.helper_failed();
        }
        if self.depth == 0 || self.lines > 1 || self.tabled || self.limits.mate.is_some() {
            return;
        }
        let mut findings = vec![self.thread.root.moves[0].clone()];
        findings.extend(helpers.into_iter().flatten().flatten());
        let elected = lazy_smp::elect(&findings);
        if findings[elected].mv != findings[0].mv {
            self.thread.root.put_first(findings.swap_remove(elected));
            self.report(0);
        }
    }

    fn deepen(&mut self) {
        let last = self.limits.depth.unwrap_or(u32::MAX).clamp(1, MAX_PLY as u32 - 1) as i32;
        self.probe_root();
        for depth in 1..=last {
            self.thread.iteration = depth as usize;
            let best_before = self.thread.root.moves[0].mv;
            if self.iterate(depth).is_err() {
                return self.break_off();
            }
            self.depth = depth;
            self.report_lines();
            self.thread.control.end_min_nodes();
            let best = self.thread.root.moves[0].mv;
            self.stable = if best == best_before { self.stable + 1 } else { 0 };
            if self.is_done() {
                return;
            }
        }
    }

    /// Searches every line to that depth.
    fn iterate(&mut self, depth: i32) -> Searched<()> {
        for line in 0..self.lines {
            self.thread.seldepth = 0;
            self.aspiration_loop(line, depth)?;
        }
        self.thread.root.sort_lines(self.lines);
        Ok(())
    }

    /// If the tables know what each move leads to, they say in which order to take them.
    fn probe_root(&mut self) {
        let thread = &mut *self.thread;
        let position = thread.line.position;
        if let Some(ranked) = tables::ranked(&mut self.resolver, &position, self.lines) {
            thread.root.rank(&ranked);
            let after = ranked.iter().map(|ranked| (position.after(ranked.mv), ranked.after));
            thread.resolved = after.map(|(after, outcome)| (after.search_key(), outcome)).collect();
            self.tabled = true;
        }
    }

    /// An iteration is broken off: what it has found so far counts if it is better than what the
    /// one before found.
    fn break_off(&mut self) {
        let best = &mut self.thread.root.moves[0];
        if self.depth == 0 && best.score == -Score::INFINITE {
            // Not even the first move of the first iteration is done.
            best.previous_score = self.thread.line.evaluate();
        }
        self.thread.root.restore();
        if self.thread.control.total().nodes > self.reported_nodes {
            self.report_lines();
        }
    }

    /// Reports every line that has a score: so the answer is the last line that was told, and the
    /// numbers beside it are those of the whole search.
    fn report_lines(&mut self) {
        for line in 0..self.lines {
            if self.thread.root.moves[line].score != -Score::INFINITE {
                self.report(line);
            }
        }
        self.reported_nodes = self.thread.control.total().nodes;
    }

    /// Aspiration windows: searches a line with a window around its last score, widened until the
    /// score is inside.
    fn aspiration_loop(&mut self, line: usize, depth: i32) -> Searched<()> {
        let params = self.thread.params;
        let root = &mut self.thread.root;
        root.begin_line(line);
        let centre = root.moves[line].previous_score;
        let mut delta = params.aspiration_window;
        let is_open = depth < params.aspiration_depth || centre.is_decided();
        let mut window = if is_open {
            Window::FULL
        } else {
            Window { alpha: centre - delta, beta: centre + delta }
        };
        loop {
            let score = self.thread.search::<Root>(window, depth, 0, false);
            self.thread.root.sort_current();
            let score = score?;
            match window.bound_of(score) {
                Bound::Exact => return Ok(()),
                Bound::Upper => {
                    window.beta = Score((window.alpha.0 + window.beta.0) / 2);
                    window.alpha = (score - delta).max(-Score::INFINITE);
                }
                Bound::Lower => window.beta = (score + delta).min(Score::INFINITE),
            }
            delta += delta / 2;
            if delta > params.aspiration_max {
                window = Window::FULL;
            }
        }
    }

    /// Whether no further iteration is to begin.
    fn is_done(&self) -> bool {
        let control = &self.thread.control;
        if control.signals.is_stopped() || self.tabled || self.is_drawn_by_rule() {
            return true;
        }
        let moves = &self.thread.root.moves;
        let best = moves[0].score;
        let found_mate = self.limits.mate.is_some_and(|moves| {
            best > Score::DRAW && best.mate_plies().is_some_and(|plies| plies.div_ceil(2) <= moves)
        });
        if self.limits.infinite || control.signals.is_pondering() {
            return found_mate;
        }
        let is_forced = self.limits.clock.is_some() && moves.len() == 1;
        // A deeper search can't bring the mate nearer.
        let is_settled = (self.limits.clock.is_some() || self.limits.move_time.is_some())
            && best.mate_plies().is_some_and(|plies| plies as i32 + 4 < self.depth);
        found_mate
            || is_forced
            || is_settled
            || control.is_over()
            || self.limits.soft_nodes.is_some_and(|limit| control.total().nodes >= limit)
            || !control.time.allows_iteration(self.time_scale())
    }

    /// Whether the game is over already, or can't be won any more: deeper searches find nothing else.
    fn is_drawn_by_rule(&self) -> bool {
        let position = &self.thread.line.position;
        position.is_played_out() || is_dead(position)
    }

    /// The scale of the time for this move.
    fn time_scale(&self) -> f64 {
        let thread = &*self.thread;
        let effort = thread.root.moves[0].nodes as f64 / thread.control.nodes.max(1) as f64;
        time_manager::scale(self.stable, effort, thread.params)
    }

    /// Pondering and infinite searches end only when they are told to.
    fn wait(&mut self) {
        let signals = self.thread.control.signals;
        signals.wait(self.limits.infinite, || {
            if signals.is_progress_wanted() {
                self.thread.tell_progress();
            }
        });
    }

    fn report(&mut self, line: usize) {
        let pv = match self.tabled {
            true => self.table_pv(self.thread.root.moves[line].mv),
            false => self.whole_pv(line),
        };
        // The reply is what is pondered on.
        self.thread.root.moves[line].pv = pv.iter().copied().take(MAX_PLY).collect();
        let (score, wdl) = self.meaning(self.thread.root.moves[line].score);
        let thread = &mut *self.thread;
        thread.told_at = thread.control.time.elapsed();
        let total = thread.control.total();
        let root = &thread.root.moves[line];
        thread.reporter.info(&Info {
            depth: root.depth as u32,
            seldepth: root.seldepth as u32,
            multipv: line + 1,
            score,
            bound: root.bound,
            wdl,
            nodes: total.nodes,
            time: thread.control.time.elapsed(),
            hashfull: thread.tt.hashfull(),
            tbhits: total.tbhits,
            pv,
        });
    }

    /// A root move's score as users see it, and the wins, draws and losses that it promises. Where
    /// the game is drawn already, or the tables say that it will be, nothing is left to estimate.
    fn meaning(&self, score: Score) -> (Score, [u32; 3]) {
        let is_over = self.is_drawn_by_rule() || self.thread.line.is_third_occurrence();
        if is_over || self.tabled && score == Score::DRAW {
            return (Score::DRAW, Wdl::CERTAIN_DRAW);
        }
        (self.wdl.normalised(score), self.wdl.per_mille(score))
    }

    /// The line that was searched, and, if the tables decided it, what they know of its end.
    fn whole_pv(&mut self, line: usize) -> Vec<Move> {
        let root = &self.thread.root.moves[line];
        let mut pv = root.pv.to_vec();
        if root.score.is_decided() {
            let end = pv.iter().fold(self.thread.line.position, |position, &mv| position.after(mv));
            pv.extend(tables::line(&mut self.resolver, end));
        }
        pv
    }

    /// The line that begins with a root move, by the tables.
    fn table_pv(&mut self, mv: Move) -> Vec<Move> {
        let after = self.thread.line.position.after(mv);
        let mut pv = vec![mv];
        pv.extend(tables::line(&mut self.resolver, after));
        pv
    }

    /// The only line of a position without legal moves.
    fn report_end_of_game(&mut self) {
        let position = &self.thread.line.position;
        let is_mate = position.in_check() && !position.is_mate_void();
        let lost = is_mate || position.is_lost_by_check();
        let score = if lost { Score::mated_in(0) } else { Score::DRAW };
        let wdl = if lost { self.wdl.per_mille(score) } else { Wdl::CERTAIN_DRAW };
        self.thread.reporter.info(&Info {
            depth: 0,
            seldepth: 0,
            multipv: 1,
            score,
            bound: Bound::Exact,
            wdl,
            nodes: 0,
            time: self.thread.control.time.elapsed(),
            hashfull: 0,
            tbhits: 0,
            pv: Vec::new(),
        });
    }

    /// The answer.
    pub(super) fn answer(self) -> Answer {
        let best = self.thread.root.moves.first();
        let score = best.map_or(Score::DRAW, |root| root.score);
        Answer {
            best: best.map(|root| root.mv),
            ponder: best.and_then(|root| root.pv.get(1).copied()),
            score,
            shown: self.meaning(score).0,
            depth: self.depth as u32,
            nodes: self.thread.control.total().nodes,
        }
    }
}
