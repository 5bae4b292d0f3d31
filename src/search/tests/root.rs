//! The root: its moves, its lines, and searches that are broken off.

use super::{position, with_thread};
use crate::game::Game;
use crate::movegen::{legal_moves, parse_move};
use crate::score::Score;
use crate::search::control::{Aborted, Control};
use crate::search::counters::Counters;
use crate::search::histories::Histories;
use crate::search::node::Root;
use crate::search::params::Params;
use crate::search::root_moves::RootMoves;
use crate::search::thread::ThreadData;
use crate::search::window::{Bound, Window};
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

/// A line that the tables decide goes on to the mate that they know: no score of a mate in so many
/// plies stands beside a line that ends at the capture.
#[test]
fn lines_that_tables_decide_are_told_to_their_end() {
    let fens = ["2k5/8/8/3K4/8/8/1r6/1R5R w - - 0 1", "3k4/8/8/3K4/8/2m5/8/2R4R w - - 0 1"];
    for fen in fens {
        let limits = Limits { depth: Some(8), ..Limits::default() };
        let (shared, mut infos) = (Shared::new(4), Infos::default());
        let start = position(fen);
        search(&Game::new(start), &limits, &SearchOptions::default(), &shared, &mut infos);
        let last = infos.0.last().unwrap();
        let plies = last.score.mate_plies().unwrap_or_else(|| panic!("{fen}: {:?}", last.score));
        assert!(last.tbhits > 0 && last.bound == Bound::Exact, "{fen}");
        assert_eq!(last.pv.len() as u32, plies, "{fen}: {last:?}");
        let end = last.pv.iter().fold(start, |position, &mv| {
            assert!(legal_moves(&position).contains(&mv), "{fen}: {mv}");
            position.after(mv)
        });
        assert!(end.in_check() && legal_moves(&end).is_empty(), "{fen}");
    }
}

/// A draw is worth the contempt less for the side that searches, and as much more for the other.
#[test]
fn contempt_is_what_a_draw_is_worth_less() {
    let options = SearchOptions { contempt: 30, ..SearchOptions::default() };
    let (limits, shared, counters) = (Limits::default(), Shared::new(1), Counters::new(1));
    let (tt, mut histories, mut reporter) = (&shared.tt, Histories::default(), ());
    let game = Game::new(position("8/8/2k5/8/8/4K3/8/8 w - - 0 1"));
    let control = Control::new(&limits, &options, &shared.signals, counters.of_thread(0));
    let mut thread =
        ThreadData::new(&game, &limits, &options, tt, control, &mut histories, &mut reporter);
    assert_eq!(thread.line.decided(2), Some(Score(-30)));
    assert_eq!(thread.line.decided(3), Some(Score(30)));
    let drawn = position("8/8/2k5/8/8/4K3/4M3/8 w - - 0 1");
    thread.line.position = drawn;
    assert_eq!(thread.probe_tables(1), Some(Score(30)));
}
