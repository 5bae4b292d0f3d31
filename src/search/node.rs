//! What a node of the search is, and what is known of it and of its moves.

use super::move_picker::Picked;
use super::window::Window;
use crate::board::Move;
use crate::movegen::MoveList;
use crate::score::Score;

/// The type of a node, known when the search is compiled.
pub(super) trait NodeType {
    /// Whether the node is on the principal variation: searched with an open window.
    const PV: bool;
    /// Whether it is the root.
    const ROOT: bool;
}

/// The root: a PV node that searches the root moves in their order.
pub(super) struct Root;
/// A PV node.
pub(super) struct Pv;
/// A node with a null window: a cut node or an all node.
pub(super) struct NonPv;

impl NodeType for Root {
    const PV: bool = true;
    const ROOT: bool = true;
}

impl NodeType for Pv {
    const PV: bool = true;
    const ROOT: bool = false;
}

impl NodeType for NonPv {
    const PV: bool = false;
    const ROOT: bool = false;
}

/// What is known of a node before its moves are tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) window: Window,
    pub(super) depth: i32,
    pub(super) ply: usize,
    pub(super) pv: bool,
    /// A node that is expected to fail high.
    pub(super) cut_node: bool,
    /// Static evaluation as the network has it; `None` in check.
    pub(super) raw_eval: Option<Score>,
    /// Static evaluation with its correction; `None` in check.
    pub(super) static_eval: Option<Score>,
    /// Whether the static evaluation has risen since the same side's last turn.
    pub(super) improving: bool,
    /// The transposition table's move.
    pub(super) tt_move: Option<Move>,
    /// The move that a singular search leaves out.
    pub(super) excluded: Option<Move>,
    /// Whether the node is or was on a principal variation.
    pub(super) tt_pv: bool,
}

/// A move that is about to be tried, and what is known of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) picked: Picked,
    /// Its number among the moves of the node, from 1.
    pub(super) move_count: usize,
    /// Whether it gives check or, where the first check wins, threatens one.
    pub(super) is_forcing: bool,
    /// Its history, 0 for captures and promotions.
    pub(super) history: i32,
    /// Plies by which it is to be searched less deeply (LMR).
    pub(super) reduction: i32,
}

/// What trying a node's moves has come to so far.
pub(super) struct MoveLoop {
    /// Alpha, raised by the best move.
    pub(super) alpha: Score,
    pub(super) best_score: Score,
    pub(super) best_move: Option<Move>,
    /// Number of moves looked at, those that were pruned included.
    pub(super) move_count: usize,
    /// The quiet moves that did not refute the node,
    pub(super) quiets: MoveList,
    /// and the captures and promotions.
    pub(super) captures: MoveList,
}

impl MoveLoop {
    /// Before the first move of a node.
    pub(super) fn new(alpha: Score, ply: usize) -> MoveLoop {
        MoveLoop {
            alpha,
            best_score: Score::mated_in(ply),
            best_move: None,
            move_count: 0,
            quiets: MoveList::new(),
            captures: MoveList::new(),
        }
    }
}
