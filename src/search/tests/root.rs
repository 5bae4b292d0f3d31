//! The root: its moves, its lines, and searches that are broken off.

use super::{position, with_thread};
use crate::game::Game;
use crate::movegen::{legal_moves, parse_move};
use crate::score::Score;
use crate::search::control::Aborted;
use crate::search::node::Root;
use crate::search::params::Params;
use crate::search::root_moves::RootMoves;
use crate::search::window::Window;
use crate::search::{Info, Limits, Reporter, SearchOptions, Shared, search};

const MIDDLE: &str = "r1sm1r2/3k1s1R/1pp2p2/P1nnPP2/7p/PS3N2/3NSM1P/2RK4 w - - 0 1";

#[derive(Default)]
struct Infos(Vec<Info>);

impl Reporter for Infos {
    fn info(&mut self, info: &Info) {
        self.0.push(info.clone());
    }
}

#[test]
fn the_moves_that_are_wanted_are_searched_and_all_if_none_is_legal() {
    let middle = position(MIDDLE);
    let wanted = [parse_move(&middle, "h7h5").unwrap(), legal_moves(&position(MIDDLE))[0]];
    let moves = |wanted: &[_]| RootMoves::new(&middle, wanted).moves.len();
    assert_eq!(moves(&wanted), 2);
    assert_eq!(moves(&[]), legal_moves(&middle).len());
    let illegal = crate::board::Move::from_bits(0x8fff).unwrap();
    assert_eq!(moves(&[illegal]), legal_moves(&middle).len());
}

#[test]
fn lines_come_in_the_order_of_their_scores_with_different_moves() {
    let options = SearchOptions { multipv: 4, ..SearchOptions::default() };
    let limits = Limits { depth: Some(6), ..Limits::default() };
    let (shared, mut infos) = (Shared::new(1), Infos::default());
    let answer = search(&Game::new(position(MIDDLE)), &limits, &options, &shared, &mut infos);
    let last: Vec<&Info> = infos.0.iter().filter(|info| info.depth == 6).collect();
    assert_eq!(last.iter().map(|info| info.multipv).collect::<Vec<_>>(), [1, 2, 3, 4]);
    assert!(last.is_sorted_by_key(|info| std::cmp::Reverse(info.score)));
    let mut first: Vec<_> = last.iter().map(|info| info.pv[0].to_bits()).collect();
    assert_eq!(answer.best.map(|mv| mv.to_bits()), first.first().copied());
    first.sort_unstable();
    first.dedup();
    assert_eq!(first.len(), 4);
}

/// The abort is a value, and the position is what it was.
#[test]
fn a_search_that_is_broken_off_leaves_the_root_as_it_was() {
    with_thread(MIDDLE, Params::default(), |thread| {
        let before = thread.line.position;
        thread.control.end_min_nodes();
        thread.control.signals.stop();
        let found = thread.search::<Root>(Window::FULL, 12, 0, false);
        assert_eq!(found, Err(Aborted));
        assert_eq!(thread.line.position, before);
        assert_eq!(thread.nmp_verification, None);
        assert!((0..64).all(|ply| thread.line.stack[ply].excluded.is_none()));
    });
}

#[test]
fn every_limit_is_answered_with_a_legal_move() {
    for nodes in [1, 100, 4_999, 5_001, 20_000] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let (shared, game) = (Shared::new(1), Game::new(position(MIDDLE)));
        let answer = search(&game, &limits, &SearchOptions::default(), &shared, &mut ());
        assert!(answer.best.is_some_and(|mv| legal_moves(game.position()).contains(&mv)));
        assert!(!answer.score.is_mate() && answer.score != -Score::INFINITE, "{nodes}");
    }
}
