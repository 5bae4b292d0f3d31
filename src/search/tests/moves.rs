//! Moves that are given up, reduced or extended.

use super::{eval, mv, node, quiet, with_thread};
use crate::score::Score;
use crate::search::histories::PieceTo;
use crate::search::move_picker::{MovePicker, Picked, Stage};
use crate::search::node::{Candidate, Node};
use crate::search::params::Params;
use crate::search::singular::Extension;
use crate::search::tt::TtEntry;
use crate::search::window::Bound;

const START: &str = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1";

fn picker() -> MovePicker {
    MovePicker::all(None, None, [PieceTo::NONE; 3])
}

#[test]
fn late_move_pruning_ends_the_quiet_moves() {
    with_thread(START, Params::default(), |thread| {
        let beta = eval(thread);
        let node = node(thread, beta, 2);
        let limit = thread.params.lmp_limit(2, false);
        for (move_count, goes_on) in [(limit, true), (limit + 1, false)] {
            let mut picker = picker();
            let next = |picker: &mut MovePicker| {
                picker.next(&thread.line.position, &thread.histories.moves, thread.params)
            };
            let picked = next(&mut picker).unwrap();
            assert_eq!(picked.stage, Stage::Quiet);
            let candidate = Candidate { picked, move_count, ..quiet(thread, "e3e4") };
            thread.prune_move(&node, candidate, &mut picker);
            assert_eq!(next(&mut picker).is_some(), goes_on);
            // Never on the principal variation.
            let mut picker = self::picker();
            next(&mut picker);
            thread.prune_move(&Node { pv: true, ..node }, candidate, &mut picker);
            assert!(next(&mut picker).is_some());
        }
    });
}

#[test]
fn moves_that_have_failed_are_pruned_by_their_history() {
    with_thread(START, Params::default(), |thread| {
        let beta = eval(thread);
        let node = node(thread, beta, 2);
        let limit = thread.params.history_pruning_margin * 3;
        for (history, pruned) in [(limit, false), (limit - 1, true)] {
            let candidate = Candidate { history, ..quiet(thread, "e3e4") };
            assert_eq!(thread.prune_move(&node, candidate, &mut picker()), pruned);
        }
    });
}

#[test]
fn futility_gives_up_quiet_moves_but_no_checks() {
    with_thread(START, Params::default(), |thread| {
        let reach = thread.params.futility_base + 2 * thread.params.futility_margin;
        let alpha = eval(thread) + reach;
        for (beta, pruned) in [(alpha + 1, true), (alpha, false)] {
            let node = node(thread, beta, 2);
            let candidate = quiet(thread, "e3e4");
            assert_eq!(thread.prune_move(&node, candidate, &mut picker()), pruned);
            let forcing = Candidate { is_forcing: true, ..candidate };
            assert!(!thread.prune_move(&node, forcing, &mut picker()));
        }
    });
}

#[test]
fn moves_that_lose_material_are_pruned_by_depth() {
    // The rook can be taken on a5, and takes a guarded bia on d6.
    let fen = "4k3/4m3/3p4/8/1p6/8/8/R2RK3 w - - 0 1";
    with_thread(fen, Params::default(), |thread| {
        let beta = eval(thread);
        let at = |thread: &mut crate::search::thread::ThreadData, depth| node(thread, beta, depth);
        let quiet = quiet(thread, "a1a3");
        let bad = Picked { mv: mv(thread, "d1d6"), stage: Stage::BadNoisy };
        let bad = Candidate { picked: bad, ..quiet };
        for (candidate, depth, pruned) in
            [(quiet, 1, true), (bad, 1, true), (quiet, 30, false), (bad, 30, false)]
        {
            let node = at(thread, depth);
            assert_eq!(thread.prune_move(&node, candidate, &mut picker()), pruned, "{depth}");
        }
    });
}

#[test]
fn late_quiet_moves_are_reduced_more_the_later_and_deeper() {
    with_thread(START, Params::default(), |thread| {
        let beta = eval(thread);
        let mut reduction = |depth, move_count, stage| {
            let node = node(thread, beta, depth);
            let picked = Picked { mv: mv(thread, "e3e4"), stage };
            thread.candidate(&node, picked, move_count, false).reduction
        };
        assert_eq!(reduction(10, 1, Stage::TtMove), 0);
        assert_eq!(reduction(2, 20, Stage::Quiet), 0);
        assert!(reduction(10, 20, Stage::Quiet) > reduction(10, 4, Stage::Quiet));
        assert!(reduction(20, 20, Stage::Quiet) > reduction(6, 20, Stage::Quiet));
        assert!(reduction(10, 20, Stage::BadNoisy) < reduction(10, 20, Stage::Quiet));
    });
}

/// One move takes a rook.
#[test]
fn the_only_good_move_is_extended() {
    let fen = "1nsmksnr/8/pppppppp/8/r7/PPPPPPPP/8/RNSKMSNR w - - 0 1";
    with_thread(fen, Params::default(), |thread| {
        let best = mv(thread, "b3a4");
        let entry = |score: i32, depth| {
            TtEntry::new(Some(best), Score(score), None, depth, Bound::Lower, false, 1)
        };
        let depth = thread.params.singular_depth;
        let candidate = Candidate {
            picked: Picked { mv: best, stage: Stage::TtMove },
            ..quiet(thread, "e3e4")
        };
        let eval = eval(thread);
        let node = Node { tt_move: Some(best), ..node(thread, eval + 600, depth) };
        let singular = thread.extension(&node, Some(entry(eval + 600, depth)), candidate);
        assert!(matches!(singular, Ok(Extension::Plies(1 | 2))), "{singular:?}");
        // Not where the entry is too shallow, or another move than the table's is asked for.
        let shallow = entry(eval + 600, depth - thread.params.singular_entry_depth - 1);
        assert_eq!(thread.extension(&node, Some(shallow), candidate), Ok(Extension::Plies(0)));
        let other = quiet(thread, "e3e4");
        let plain = thread.extension(&node, Some(entry(eval + 600, depth)), other);
        assert_eq!(plain, Ok(Extension::Plies(0)));
        // Multi-cut: with a low beta every move refutes the node.
        let low = Node { tt_move: Some(best), ..super::node(thread, eval - 3_000, depth) };
        let cut = thread.extension(&low, Some(entry(eval - 2_900, depth)), candidate);
        assert!(matches!(cut, Ok(Extension::MultiCut(score)) if score >= low.window.beta));
        assert_eq!(thread.line.stack[1].excluded, None);
    });
}

#[test]
fn checks_are_extended_on_the_principal_variation_while_the_line_is_short() {
    with_thread(START, Params::default(), |thread| {
        let beta = eval(thread);
        let check = Candidate { is_forcing: true, ..quiet(thread, "e3e4") };
        for (pv, ply, plies) in [(true, 1, 1), (false, 1, 0), (true, 20, 0)] {
            let node = Node { pv, ply, ..node(thread, beta, 4) };
            assert_eq!(thread.extension(&node, None, check), Ok(Extension::Plies(plies)));
        }
    });
}
