//! Quiescence.

use super::{eval, with_thread};
use crate::score::Score;
use crate::search::node::{NonPv, Pv};
use crate::search::params::Params;
use crate::search::thread::ThreadData;
use crate::search::window::Window;

fn qsearch(fen: &str) -> (i32, Score) {
    with_thread(fen, Params::default(), |thread| {
        (eval(thread), thread.qsearch::<Pv>(Window::FULL, 1).unwrap())
    })
}

#[test]
fn a_quiet_position_is_worth_its_evaluation() {
    let (eval, score) = qsearch("4k3/8/pp6/8/8/6PP/8/4K3 w - - 0 1");
    assert_eq!(score, Score(eval));
}

#[test]
fn what_hangs_is_taken_and_what_is_guarded_is_not() {
    let (eval, score) = qsearch("1nsmksnr/8/pppppppp/8/r7/PPPPPPPP/8/RNSKMSNR w - - 0 1");
    assert!(score > Score(eval + 300));
    let (eval, score) = qsearch("4k3/8/4m3/3p4/8/8/8/3RK3 w - - 0 1");
    assert_eq!(score, Score(eval));
}

#[test]
fn mates_are_seen_by_evasions_and_quiet_checks() {
    // Mated; and a quiet move mates on the first ply.
    let mated = |thread: &mut ThreadData| thread.qsearch::<Pv>(Window::FULL, 1).unwrap();
    let score = with_thread("R6k/8/5KM1/8/8/8/8/8 b - - 0 1", Params::default(), mated);
    assert_eq!(score, Score::mated_in(1));
    let (_, score) = qsearch("7k/8/5KM1/8/8/8/8/R7 w - - 0 1");
    assert_eq!(score, Score::mate_in(2));
}

/// Delta pruning: a bia is not worth taking where a rook is missing.
#[test]
fn captures_that_cannot_lift_the_score_are_left_out() {
    let fen = "rnsmksnr/8/1ppppppp/8/p7/PPPPPPPP/8/RNSKMSNR w - - 0 1";
    with_thread(fen, Params::default(), |thread| {
        let eval = eval(thread);
        let far = thread.qsearch::<NonPv>(Window::null(Score(eval + 900)), 1);
        // What the table has of that search would be enough for the next.
        thread.tt.clear();
        let nodes = thread.control.nodes;
        assert_eq!(far, Ok(Score(eval)));
        let near = thread.qsearch::<NonPv>(Window::null(Score(eval + 20)), 1);
        assert!(near.is_ok() && thread.control.nodes > nodes);
    });
}
