//! Several threads: what they share, and what each keeps.

use super::position;
use crate::game::Game;
use crate::movegen::legal_moves;
use crate::search::control::Control;
use crate::search::counters::Counters;
use crate::search::histories::Histories;
use crate::search::root::IterativeDeepening;
use crate::search::thread::ThreadData;
use crate::search::{Info, Limits, Reporter, SearchOptions, Shared, search};

const MIDDLE: &str = "r1sm1r2/3k1s1R/1pp2p2/P1nnPP2/7p/PS3N2/3NSM1P/2RK4 w - - 0 1";

/// The threads' nodes together come to the limit, and to little more.
#[test]
fn all_threads_share_one_node_limit() {
    let game = Game::new(position(MIDDLE));
    for threads in [2, 4, 7] {
        for limit in [20_000, 100_000] {
            let options = SearchOptions { threads, ..SearchOptions::default() };
            let limits = Limits { nodes: Some(limit), ..Limits::default() };
            let answer = search(&game, &limits, &options, &Shared::new(1), &mut ());
            let most = limit + limit / 64;
            assert!((limit..=most).contains(&answer.nodes), "{threads} {limit} {}", answer.nodes);
            assert!(answer.best.is_some_and(|mv| legal_moves(game.position()).contains(&mv)));
        }
    }
}

/// Each thread keeps what it has learned until it is told to forget it or goes.
#[test]
fn threads_keep_their_histories() {
    let (game, shared) = (Game::new(position(MIDDLE)), Shared::new(1));
    let limits = Limits { nodes: Some(50_000), ..Limits::default() };
    for threads in [1, 3, 2] {
        let options = SearchOptions { threads, ..SearchOptions::default() };
        search(&game, &limits, &options, &shared, &mut ());
        assert_eq!(shared.histories.lock().unwrap().len(), threads);
    }
    shared.clear();
    assert_eq!(shared.histories.lock().unwrap().len(), 2);
}

#[derive(Default)]
struct Failures(usize);

impl Reporter for Failures {
    fn info(&mut self, _: &Info) {}

    fn helper_failed(&mut self) {
        self.0 += 1;
    }
}

/// A helper that has failed is told of, and the search answers without it.
#[test]
fn a_helper_that_fails_is_told_of() {
    let game = Game::new(position(MIDDLE));
    let limits = Limits { depth: Some(4), ..Limits::default() };
    let (options, shared, counters) = (SearchOptions::default(), Shared::new(1), Counters::new(3));
    let control = Control::new(&limits, &options, &shared.signals, counters.of_thread(0));
    let (tt, mut histories, mut failures) = (&shared.tt, Histories::default(), Failures::default());
    let mut thread =
        ThreadData::new(&game, &limits, &options, tt, control, &mut histories, &mut failures);
    let mut deepening = IterativeDeepening::new(&mut thread, &limits, &options);
    assert_eq!(deepening.think(), 4);
    deepening.hear(vec![Ok(None), Err(Box::new("a fault of a helper, for this test"))]);
    let best = deepening.answer().best;
    assert!(best.is_some_and(|mv| legal_moves(game.position()).contains(&mv)));
    assert_eq!(failures.0, 1);
}
