//! Tests of the search's decisions, each on a position that shows it.

mod leaves;
mod minimax;
mod moves;
mod nodes;
mod root;
mod threads;

use std::sync::Arc;

use super::control::Control;
use super::counters::Counters;
use super::histories::Histories;
use super::move_picker::{Picked, Stage};
use super::node::{Candidate, Node};
use super::params::Params;
use super::thread::ThreadData;
use super::window::Window;
use super::{Limits, SearchOptions, Shared};
use crate::board::Move;
use crate::endgame::Tables;
use crate::eval::network::Network;
use crate::game::Game;
use crate::movegen::parse_move;
use crate::rules::{Position, Variant};
use crate::score::Score;

/// A makruk position that must be sound.
fn position(fen: &str) -> Position {
    Position::from_fen(Variant::ALL[0], fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Hands a thread with nothing learned and no tables, one move before that position's first, to
/// `body`.
fn with_thread<T>(fen: &str, params: Params, body: impl FnOnce(&mut ThreadData) -> T) -> T {
    with_network(fen, params, None, body)
}

/// The same with another network than the program's own, if one is given.
fn with_network<T>(
    fen: &str,
    params: Params,
    network: Option<Arc<Network>>,
    body: impl FnOnce(&mut ThreadData) -> T,
) -> T {
    let options = SearchOptions { params: params.into(), network, ..SearchOptions::default() };
    let (limits, shared) = (Limits::default(), Shared::new(1));
    let (mut histories, mut reporter) = (Histories::default(), ());
    let game = Game::new(position(fen));
    let counters = Counters::new(1);
    let control = Control::new(&limits, &options, &shared.signals, counters.of_thread(0));
    let tt = &shared.tt;
    let mut thread =
        ThreadData::new(&game, &limits, &options, tt, control, &mut histories, &mut reporter);
    thread.iteration = 10;
    thread.tables = Tables::default();
    thread.line.stack[0].current_move = Move::from_bits(0x8123);
    body(&mut thread)
}

/// A non-PV node of the thread's position, one ply from the root, above or below `static_eval`.
fn node(thread: &mut ThreadData, beta: i32, depth: i32) -> Node {
    let raw_eval = thread.raw_eval(None);
    Node {
        window: Window::null(Score(beta - 1)),
        depth,
        ply: 1,
        pv: false,
        cut_node: true,
        raw_eval,
        static_eval: raw_eval,
        improving: false,
        tt_move: None,
        excluded: None,
        tt_pv: false,
    }
}

/// Static evaluation of the thread's position in centipawns.
fn eval(thread: &mut ThreadData) -> i32 {
    thread.line.evaluate().0
}

/// A move of the thread's position.
fn mv(thread: &ThreadData, text: &str) -> Move {
    parse_move(&thread.line.position, text).unwrap_or_else(|| panic!("{text}"))
}

/// A quiet move that comes late.
fn quiet(thread: &ThreadData, text: &str) -> Candidate {
    let picked = Picked { mv: mv(thread, text), stage: Stage::Quiet };
    Candidate { picked, move_count: 2, is_forcing: false, history: 0, reduction: 0 }
}
