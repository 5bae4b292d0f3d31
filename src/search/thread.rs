//! The state of one search thread.

use std::sync::Arc;

use arrayvec::ArrayVec;

use super::MAX_PLY;
use super::history::{ContinuationMoves, PieceTo};
use super::time_manager::TimeManager;
use super::tt::TtEntry;
use super::{Histories, Limits, SearchOptions, Shared};
use crate::board::Move;
use crate::endgame::Tables;
use crate::eval::Evaluator;
use crate::eval::network::Network;
use crate::eval::network::features::Change;
use crate::game::Game;
use crate::movegen::{checking_move, count_legal, is_check_threatened};
use crate::rules::{Position, Undo, is_dead};
use crate::score::Score;

/// A line of moves.
pub(super) type PvLine = ArrayVec<Move, MAX_PLY>;

/// What the search keeps for each ply of the current line.
#[derive(Clone, Debug)]
pub(super) struct StackEntry {
    /// The move that was made here; `None` for a null move.
    pub(super) mv: Option<Move>,
    /// Its piece and target, for the continuation history.
    pub(super) moved: PieceTo,
    /// Static evaluation; `None` in check.
    pub(super) static_eval: Option<Score>,
    /// The quiet move that last refuted a node at this ply.
    pub(super) killer: Option<Move>,
    /// How many nodes at this ply have been cut since the one two plies nearer the root began.
    pub(super) cutoff_count: u32,
    /// The move that is left out while the others are compared with it.
    pub(super) excluded: Option<Move>,
    /// The best line from here.
    pub(super) pv: PvLine,
}

impl StackEntry {
    const EMPTY: StackEntry = StackEntry {
        mv: None,
        moved: PieceTo::NONE,
        static_eval: None,
        killer: None,
        cutoff_count: 0,
        excluded: None,
        pv: PvLine::new_const(),
    };
}

/// One search thread: its position, the line that led there and what it has learned.
pub(super) struct ThreadData<'a> {
    pub(super) position: Position,
    /// Keys of the positions before the current one, from the start of the game.
    keys: Vec<u64>,
    /// Number of keys at the root.
    root_keys: usize,
    /// One entry for each ply, and one beyond.
    stack: Vec<StackEntry>,
    pub(super) histories: &'a mut Histories,
    evaluator: Evaluator,
    pub(super) shared: &'a Shared,
    /// The endgame tables of this iteration, which takes them in at its beginning.
    pub(super) tables: Tables,
    /// Positions whose outcome the tables told.
    pub(super) tbhits: u64,
    pub(super) time: TimeManager,
    node_limit: u64,
    pub(super) nodes: u64,
    pub(super) seldepth: usize,
    /// Depth of the current iteration.
    pub(super) iteration: usize,
    /// Set while a null move's cut is verified.
    pub(super) verification: Option<Verification>,
    /// Up to this number of nodes no limit is looked at.
    min_nodes: u64,
    /// The search is being broken off; scores mean nothing any more.
    pub(super) stopped: bool,
}

/// The time and the stop flag are looked at every so many nodes.
const CHECK_INTERVAL: u64 = 1_024;

/// The first iteration may take so many nodes (a few milliseconds) whatever the limits say, so
/// that even the briefest search has looked at every move.
const FIRST_ITERATION_NODES: u64 = 5_000;

/// A search that verifies a null move's cut.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Verification {
    /// The ply of the node in question: its moves are to be tried.
    pub(super) node: usize,
    /// Before this ply no null move is tried.
    pub(super) nmp_min_ply: usize,
}

impl<'a> ThreadData<'a> {
    pub(super) fn new(
        game: &Game,
        limits: &Limits,
        options: &SearchOptions,
        shared: &'a Shared,
        histories: &'a mut Histories,
    ) -> ThreadData<'a> {
        let mut keys = Vec::with_capacity(game.keys().len() + MAX_PLY);
        keys.extend_from_slice(game.keys());
        let variant = game.position().variant();
        let network = Network::or_builtin(options.network.as_ref(), variant);
        ThreadData {
            position: *game.position(),
            root_keys: keys.len(),
            keys,
            stack: vec![StackEntry::EMPTY; MAX_PLY + 2],
            histories,
            evaluator: Evaluator::new(Arc::clone(network), game.position()),
            shared,
            tables: Tables::default(),
            tbhits: 0,
            time: TimeManager::new(limits, options.move_overhead),
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            nodes: 0,
            seldepth: 0,
            iteration: 0,
            verification: None,
            min_nodes: FIRST_ITERATION_NODES,
            stopped: false,
        }
    }

    /// The entry of a ply.
    pub(super) fn stack_entry(&mut self, ply: usize) -> &mut StackEntry {
        let last = self.stack.len() - 1;
        &mut self.stack[ply.min(last)]
    }

    /// Piece and target of the moves one, two and four plies before `ply`.
    pub(super) fn continuation(&self, ply: usize) -> ContinuationMoves {
        let moved = |back: usize| {
            ply.checked_sub(back)
                .and_then(|at| self.stack.get(at))
                .map_or(PieceTo::NONE, |f| f.moved)
        };
        [moved(1), moved(2), moved(4)]
    }

    /// Forgets what the frames after `ply` know of other nodes there.
    pub(super) fn reset_grandchildren(&mut self, ply: usize) {
        if ply == 0 {
            self.stack_entry(1).cutoff_count = 0;
        }
        let later = self.stack_entry(ply + 2);
        later.killer = None;
        later.cutoff_count = 0;
    }

    /// How many replies to the moves of the node at `ply` were cut.
    pub(super) fn child_cutoffs(&self, ply: usize) -> u32 {
        self.stack.get(ply + 1).map_or(0, |entry| entry.cutoff_count)
    }

    /// Whether the static evaluation has risen since the same side's last turn.
    pub(super) fn is_improving(&self, ply: usize) -> bool {
        let eval = |back: usize| ply.checked_sub(back).and_then(|at| self.stack[at].static_eval);
        // The turn before that if the side was in check on the last.
        match (eval(0), eval(2).or_else(|| eval(4))) {
            (Some(now), Some(before)) => now > before,
            _ => false,
        }
    }

    /// Makes a move of the current line.
    pub(super) fn make(&mut self, mv: Move, ply: usize) -> Undo {
        let moved = PieceTo::of(&self.position, mv);
        let entry = self.stack_entry(ply);
        entry.mv = Some(mv);
        entry.moved = moved;
        self.nodes += 1;
        self.keys.push(self.position.key());
        let change = Change::of(&self.position, mv);
        let undo = self.position.make(mv);
        self.shared.tt.prefetch(self.position.search_key());
        self.evaluator.push(change, &self.position);
        undo
    }

    /// Takes the last move of the current line back.
    pub(super) fn unmake(&mut self, mv: Move, undo: Undo) {
        self.position.unmake(mv, undo);
        self.evaluator.pop();
        self.keys.pop();
    }

    /// Passes the turn.
    pub(super) fn make_null(&mut self, ply: usize) -> Undo {
        let entry = self.stack_entry(ply);
        entry.mv = None;
        entry.moved = PieceTo::NONE;
        self.nodes += 1;
        self.keys.push(self.position.key());
        let undo = self.position.make_null();
        self.shared.tt.prefetch(self.position.search_key());
        self.evaluator.push(Change::default(), &self.position);
        undo
    }

    /// Takes a null move back.
    pub(super) fn unmake_null(&mut self, undo: Undo) {
        self.position.unmake_null(undo);
        self.evaluator.pop();
        self.keys.pop();
    }

    /// Static evaluation of the position, corrected by what was learned of like positions.
    pub(super) fn corrected_eval(&self, raw_eval: Score, ply: usize) -> Score {
        self.histories.correction.corrected_eval(
            raw_eval,
            &self.position,
            self.continuation(ply)[0],
        )
    }

    /// Static evaluation of the position, from the table if it is there; `None` in check, or, where
    /// the first check wins, if one threatens: then no move but a defence matters.
    pub(super) fn evaluate_unless_in_check(&mut self, entry: Option<TtEntry>) -> Option<Score> {
        let is_pressed = match self.position.variant().first_check_wins {
            true => is_check_threatened(&self.position),
            false => self.position.in_check(),
        };
        (!is_pressed)
            .then(|| entry.and_then(|entry| entry.eval()).unwrap_or_else(|| self.evaluate()))
    }

    /// Static evaluation of the position.
    pub(super) fn evaluate(&mut self) -> Score {
        self.evaluator.evaluate(&self.position)
    }

    /// A new best line from `ply`: the move and the line that follows it.
    pub(super) fn update_pv(&mut self, ply: usize, mv: Move) {
        let (here, after) = self.stack.split_at_mut(ply + 1);
        let pv = &mut here[ply].pv;
        pv.clear();
        pv.push(mv);
        let room = pv.remaining_capacity();
        if let Some(next) = after.first() {
            pv.extend(next.pv.iter().copied().take(room));
        }
    }

    /// Looks now and then whether the search must end, and remembers it.
    fn must_stop(&mut self) -> bool {
        let is_due = self.nodes.is_multiple_of(CHECK_INTERVAL) || self.nodes >= self.node_limit;
        if !self.stopped && is_due && self.nodes >= self.min_nodes {
            self.stopped = self.shared.signals.is_stopped()
                || !self.shared.signals.is_pondering() && self.is_over_budget();
        }
        self.stopped
    }

    /// A first iteration is complete: from now on every limit is looked at.
    pub(super) fn end_min_nodes(&mut self) {
        self.min_nodes = 0;
    }

    /// Whether the nodes or the time for this search are used up.
    pub(super) fn is_over_budget(&self) -> bool {
        self.nodes >= self.node_limit || self.time.is_spent()
    }

    /// Comes to a position of the current line. The score if it needs no search, or none is wanted
    /// any more.
    pub(super) fn enter(&mut self, ply: usize) -> Option<Score> {
        self.stack_entry(ply).pv.clear();
        if self.must_stop() {
            return Some(Score::DRAW);
        }
        self.seldepth = self.seldepth.max(ply);
        self.decided(ply).or_else(|| self.winning_check(ply)).or_else(|| self.tabled(ply))
    }

    /// Where the first check wins: mate by the check that the side to move can give.
    fn winning_check(&mut self, ply: usize) -> Option<Score> {
        if !self.position.variant().first_check_wins {
            return None;
        }
        let mv = checking_move(&self.position)?;
        let pv = &mut self.stack_entry(ply).pv;
        pv.clear();
        pv.push(mv);
        Some(Score::mate_in(ply + 1))
    }

    /// The score of a position that needs no search: a decided game, or one beyond the greatest
    /// length of a line.
    fn decided(&mut self, ply: usize) -> Option<Score> {
        let position = &self.position;
        if position.is_lost_by_check() {
            return Some(Score::mated_in(ply));
        }
        let is_mate = || position.in_check() && count_legal(position) == 0;
        if position.is_mate_void() && is_mate() {
            return Some(Score::DRAW);
        }
        if position.is_played_out() {
            return Some(if is_mate() { Score::mated_in(ply) } else { Score::DRAW });
        }
        if is_dead(position) || self.is_repetition() {
            return Some(Score::DRAW);
        }
        (ply >= MAX_PLY).then(|| self.evaluate())
    }

    /// Whether the position occurred before on the current line, or twice before in the game.
    fn is_repetition(&self) -> bool {
        let key = self.position.key();
        let length = self.keys.len();
        let span = length.min(self.position.halfmoves() as usize);
        let mut seen = false;
        for back in (4..=span).step_by(2) {
            let at = length - back;
            if self.keys[at] == key {
                if at > self.root_keys || seen {
                    return true;
                }
                seen = true;
            }
        }
        false
    }
}
