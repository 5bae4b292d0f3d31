//! Without pruning, reductions and extensions the search is minimax.

use std::sync::Arc;

use super::{with_network, with_thread};
use crate::eval::network::Network;
use crate::movegen::legal_moves;
use crate::rules::Position;
use crate::score::Score;
use crate::search::node::{NonPv, Root};
use crate::search::params::Params;
use crate::search::thread::ThreadData;
use crate::search::window::Window;

/// Parameters by which nothing is left out, reduced, extended or corrected.
fn plain() -> Params {
    Params {
        rfp_depth: -1,
        razor_depth: -1,
        nmp_depth: 100,
        probcut_depth: 100,
        iir_depth: 100,
        futility_depth: -1,
        history_pruning_depth: -1,
        lmp_base: 1_000,
        lmp_not_improving: 100,
        see_depth: -1,
        singular_depth: 100,
        lmr_depth: 100,
        correction_per_centipawn: i32::MAX,
        ..Params::default()
    }
}

/// Quiet endings: within four plies nothing can be taken, promote or give check, so that the
/// quiescence search of a leaf is its static evaluation.
const QUIET: [&str; 4] = [
    "4k3/p7/p7/8/8/8/7P/4K3 w - - 0 1",
    "k7/p7/8/8/8/7P/8/K7 b - - 0 1",
    "4k3/p1p5/8/8/8/8/5P1P/4K3 w - - 0 1",
    "k7/1p6/1p6/8/8/6P1/6P1/K7 b - - 0 1",
];

fn minimax(thread: &mut ThreadData, depth: i32, ply: usize) -> Score {
    if ply > 0
        && let Some(score) = thread.line.decided(ply)
    {
        return score;
    }
    if depth == 0 {
        return thread.line.evaluate();
    }
    let moves = legal_moves(&thread.line.position);
    if moves.is_empty() {
        let mated = thread.line.position.in_check();
        return if mated { Score::mated_in(ply) } else { Score::DRAW };
    }
    let mut best = -Score::INFINITE;
    for mv in moves {
        let undo = thread.make(mv, ply);
        best = best.max(-minimax(thread, depth - 1, ply + 1));
        thread.line.unmake(mv, undo);
    }
    best
}

fn any_noise(position: &Position, depth: i32) -> bool {
    use crate::search::move_picker::is_noisy;
    position.in_check()
        || depth > 0
            && legal_moves(position)
                .into_iter()
                .any(|mv| is_noisy(position, mv) || any_noise(&position.after(mv), depth - 1))
}

#[test]
fn the_plain_search_is_minimax() {
    for fen in QUIET {
        assert!(!any_noise(&super::position(fen), 4), "{fen}");
        // Up to this depth no position comes back with another depth left.
        for depth in 1..=3 {
            with_thread(fen, plain(), |thread| {
                let expected = minimax(thread, depth, 0);
                let found = thread.search::<Root>(Window::FULL, depth, 0, false);
                assert_eq!(found, Ok(expected), "{fen} depth {depth}");
                // A null window says on which side the score is.
                for alpha in [expected - 1, expected] {
                    let window = Window::null(alpha);
                    let found = thread.search::<NonPv>(window, depth, 1, false);
                    let is_above = found.is_ok_and(|score| score > alpha);
                    assert_eq!(is_above, expected > alpha, "{fen} depth {depth}");
                }
            });
        }
    }
}

/// The same mates, at their exact distance, with everything switched on. Which move is pruned hangs on
/// the evaluation, so that a network of zeros judges here: what is trained anew must not decide.
#[test]
fn mates_are_found_at_their_depth() {
    for (fen, plies) in
        [("7k/8/5KM1/8/8/8/8/R7 w - - 0 1", 1), ("7k/R7/5K2/8/8/8/8/8 w - - 0 1", 3)]
    {
        for params in [plain(), Params::default()] {
            let expected = Score::mate_in(plies);
            with_network(fen, params, Some(Arc::from(Network::zero())), |thread| {
                let depth = plies as i32 + 1;
                assert_eq!(minimax(thread, depth, 0), expected, "{fen}");
                let found = thread.search::<Root>(Window::FULL, depth, 0, false);
                assert_eq!(found, Ok(expected), "{fen}");
            });
        }
    }
}
