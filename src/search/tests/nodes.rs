//! Nodes that are settled without trying their moves.

use super::{eval, mv, node, with_thread};
use crate::score::Score;
use crate::search::node::Node;
use crate::search::params::Params;
use crate::search::tt::TtEntry;
use crate::search::window::Bound;

const START: &str = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1";

/// White is a rook up.
const ROOK_UP: &str = "1nsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1";

#[test]
fn reverse_futility_needs_a_margin_that_grows_with_the_depth() {
    with_thread(START, Params::default(), |thread| {
        let (eval, margin) = (eval(thread), thread.params.rfp_margin);
        for depth in 1..=thread.params.rfp_depth {
            let beta = eval - margin * depth;
            let holds = node(thread, beta, depth);
            let score = thread.reverse_futility(&holds, Score(eval));
            assert_eq!(score, Some(Score((eval + beta) / 2)), "depth {depth}");
            let fails = node(thread, beta + 1, depth);
            assert_eq!(thread.reverse_futility(&fails, Score(eval)), None, "depth {depth}");
            let improving = Node { improving: true, ..fails };
            assert!(thread.reverse_futility(&improving, Score(eval)).is_some());
            let on_tt_pv = Node { tt_pv: true, ..holds };
            assert_eq!(thread.reverse_futility(&on_tt_pv, Score(eval)), None);
        }
        let deep = node(thread, eval - 2_000, thread.params.rfp_depth + 1);
        assert_eq!(thread.reverse_futility(&deep, Score(eval)), None);
    });
}

#[test]
fn razoring_lets_quiescence_see_what_can_be_taken() {
    with_thread(START, Params::default(), |thread| {
        let hopeless = eval(thread) + 2_000;
        let node = node(thread, hopeless, 1);
        let razored = thread.razor(&node, node.static_eval.unwrap()).unwrap();
        assert!(razored.is_some_and(|score| score < Score(hopeless)));
    });
    // A rook hangs: the evaluation is far below alpha, the score is not.
    let hanging = "1nsmksnr/8/pppppppp/8/r7/PPPPPPPP/8/RNSKMSNR w - - 0 1";
    with_thread(hanging, Params::default(), |thread| {
        let beta = eval(thread) + thread.params.razor_margin + 1;
        let node = node(thread, beta, 1);
        assert_eq!(thread.razor(&node, node.static_eval.unwrap()), Ok(None));
    });
}

#[test]
fn a_null_move_cuts_off_where_passing_is_good_enough() {
    with_thread(ROOK_UP, Params::default(), |thread| {
        let eval = Score(eval(thread));
        let cut = node(thread, eval.0 - 300, 4);
        let score = thread.null_move(&cut, eval).unwrap();
        assert!(score.is_some_and(|score| score >= cut.window.beta));
        // Not below beta, not at a shallow depth, and not twice in a row.
        let below = node(thread, eval.0 + 1, 4);
        assert_eq!(thread.null_move(&below, eval), Ok(None));
        let shallow = node(thread, eval.0 - 300, thread.params.nmp_depth - 1);
        assert_eq!(thread.null_move(&shallow, eval), Ok(None));
        let undo = thread.make_null(1);
        let after = Node { ply: 2, ..cut };
        assert_eq!(thread.null_move(&after, eval), Ok(None));
        thread.line.unmake_null(undo);
    });
}

/// Whoever has nothing but king and bia must move, and often loses by it.
#[test]
fn no_null_move_is_tried_where_zugzwang_is_likely() {
    let bia_only = "4k3/8/1p6/8/8/1P4P1/6P1/4K3 w - - 0 1";
    let one_khon = "4k3/8/1p6/8/8/1P4P1/3S2P1/4K3 w - - 0 1";
    for (fen, depth, tried) in [(bia_only, 4, false), (bia_only, 14, false), (one_khon, 4, false)] {
        with_thread(fen, Params::default(), |thread| {
            let eval = Score(eval(thread));
            let node = node(thread, eval.0 - 100, depth);
            let score = thread.null_move(&node, eval).unwrap();
            assert_eq!(score.is_some(), tried, "{fen}");
        });
    }
}

#[test]
fn probcut_needs_a_capture_far_above_beta() {
    let hanging = "1nsmksnr/8/pppppppp/8/r7/PPPPPPPP/8/RNSKMSNR w - - 0 1";
    with_thread(hanging, Params::default(), |thread| {
        let beta = eval(thread);
        let deep = node(thread, beta, thread.params.probcut_depth);
        let score = thread.probcut(&deep, None).unwrap();
        assert!(score.is_some_and(|score| score >= deep.window.beta));
        let stored = thread.tt.probe(thread.line.position.search_key()).unwrap();
        assert_eq!((stored.mv, stored.bound), (Some(mv(thread, "b3a4")), Bound::Lower));
        let shallow = node(thread, beta, thread.params.probcut_depth - 1);
        assert_eq!(thread.probcut(&shallow, None), Ok(None));
        // The table knows better.
        let low = TtEntry::new(None, Score(beta), None, 20, Bound::Upper, false, 1);
        assert_eq!(thread.probcut(&deep, Some(low)), Ok(None));
    });
    with_thread(START, Params::default(), |thread| {
        let beta = eval(thread);
        let node = node(thread, beta, 8);
        assert_eq!(thread.probcut(&node, None), Ok(None));
    });
}

#[test]
fn the_node_whose_null_move_is_verified_is_searched() {
    use crate::search::thread::NmpVerification;
    with_thread(ROOK_UP, Params::default(), |thread| {
        let node = node(thread, -5_000, 3);
        assert!(thread.prune_node(&node, None).unwrap().is_some());
        thread.nmp_verification = Some(NmpVerification { node: node.ply, min_ply: 5 });
        assert_eq!(thread.prune_node(&node, None), Ok(None));
    });
}
