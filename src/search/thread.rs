//! The state of one search thread, in parts that can be borrowed apart from each other.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use super::control::{Control, Searched};
use super::histories::Histories;
use super::line::Line;
use super::report::{Progress, Reporter};
use super::root_moves::RootMoves;
use super::tt::{TranspositionTable, TtEntry};
use super::{Limits, Params, SearchOptions};
use crate::board::Move;
use crate::endgame::{Outcome, Tables};
use crate::eval::network::Network;
use crate::game::Game;
use crate::rules::Undo;
use crate::score::Score;

/// After so much silence the numbers are told: a GUI then shows something new every three seconds.
const SILENCE: Duration = Duration::from_millis(2_500);

/// One search thread.
pub(super) struct ThreadData<'a> {
    /// The line that is being searched.
    pub(super) line: Line,
    /// What was learned of moves and positions.
    pub(super) histories: &'a mut Histories,
    /// Clock and stop flag.
    pub(super) control: Control<'a>,
    pub(super) tt: &'a TranspositionTable,
    pub(super) params: &'a Params,
    /// The root moves.
    pub(super) root: RootMoves,
    pub(super) reporter: &'a mut dyn Reporter,
    /// The endgame tables to ask.
    pub(super) tables: Tables,
    /// By [`Position::search_key`](crate::rules::Position::search_key), what root moves lead to where
    /// the tables alone do not tell the mate.
    pub(super) resolved: HashMap<u64, Outcome>,
    /// When something was told last.
    pub(super) told_at: Duration,
    /// Selective depth: the greatest ply that was reached.
    pub(super) seldepth: usize,
    /// Depth of the current iteration.
    pub(super) iteration: usize,
    /// Set while the cutoff of a null move is verified.
    pub(super) nmp_verification: Option<NmpVerification>,
}

/// A search that verifies the cutoff of a null move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct NmpVerification {
    /// The ply of the node in question: its moves are to be tried.
    pub(super) node: usize,
    /// Before this ply no null move is tried.
    pub(super) min_ply: usize,
}

impl<'a> ThreadData<'a> {
    pub(super) fn new(
        game: &Game,
        limits: &Limits,
        options: &'a SearchOptions,
        tt: &'a TranspositionTable,
        control: Control<'a>,
        histories: &'a mut Histories,
        reporter: &'a mut dyn Reporter,
    ) -> ThreadData<'a> {
        let position = game.position();
        let network: &Arc<Network> =
            Network::or_builtin(options.network.as_ref(), position.variant());
        ThreadData {
            line: Line::new(game, network, options.contempt),
            histories,
            control,
            tt,
            params: &options.params,
            root: RootMoves::new(position, &limits.search_moves),
            reporter,
            tables: options.tables.clone(),
            resolved: HashMap::new(),
            told_at: Duration::ZERO,
            seldepth: 0,
            iteration: 0,
            nmp_verification: None,
        }
    }

    /// Makes a move of the current line.
    pub(super) fn make(&mut self, mv: Move, ply: usize) -> Undo {
        self.control.nodes += 1;
        let undo = self.line.make(mv, ply);
        self.tt.prefetch(self.line.position.search_key());
        undo
    }

    /// Passes the turn.
    pub(super) fn make_null(&mut self, ply: usize) -> Undo {
        self.control.nodes += 1;
        let undo = self.line.make_null(ply);
        self.tt.prefetch(self.line.position.search_key());
        undo
    }

    /// Tells how far the search is, if somebody has asked or nothing has been told for long.
    pub(super) fn tell_progress(&mut self) {
        let time = self.control.time.elapsed();
        let is_silent = time.saturating_sub(self.told_at) >= SILENCE;
        if !self.control.signals.is_progress_wanted() && !is_silent {
            return;
        }
        self.control.signals.progress_told();
        self.told_at = time;
        let total = self.control.total();
        self.reporter.progress(&Progress {
            depth: self.iteration as u32,
            seldepth: self.seldepth as u32,
            nodes: total.nodes,
            time,
            hashfull: self.tt.hashfull(),
            tbhits: total.tbhits,
        });
    }

    /// Comes to a position of the current line. Its score if it needs no search.
    pub(super) fn enter(&mut self, ply: usize) -> Searched<Option<Score>> {
        self.line.stack[ply].pv.clear();
        self.control.check()?;
        if self.control.is_check_due() {
            self.tell_progress();
        }
        self.seldepth = self.seldepth.max(ply);
        let decided = self.line.decided(ply).or_else(|| self.line.winning_check(ply));
        Ok(decided.or_else(|| self.probe_tables(ply)))
    }

    /// Static evaluation of the position as the network has it, from the transposition table if it
    /// is there; `None` where it would say nothing (in check).
    pub(super) fn raw_eval(&mut self, entry: Option<TtEntry>) -> Option<Score> {
        (!self.line.must_answer())
            .then(|| entry.and_then(|entry| entry.eval()).unwrap_or_else(|| self.line.evaluate()))
    }

    /// The static evaluation, corrected by what was learned of like positions.
    pub(super) fn corrected_eval(&self, raw_eval: Score, ply: usize) -> Score {
        let [last, ..] = self.line.stack.continuation_moves(ply);
        self.histories.correction.corrected(raw_eval, &self.line.position, last, self.params)
    }
}
