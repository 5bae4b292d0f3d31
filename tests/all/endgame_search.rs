//! Searches of positions that are in no table themselves but whose captures lead into some, under
//! the counts that the captures start.

use crate::common::position;
use mekong::board::Colour;
use mekong::endgame::{TableId, Tables};
use mekong::game::{Game, GameOutcome, Reason};
use mekong::movegen::legal_moves;
use mekong::rules::Position;
use mekong::score::Score;
use mekong::search::{Answer, Limits, SearchOptions, Shared, search};

/// The tables of these endings; those that they need must come before.
fn settings(names: &[&str]) -> SearchOptions {
    let mut tables = Tables::default();
    for name in names {
        let named = |id: &TableId| id.to_string() == *name;
        let id = TableId::all(4).into_iter().find(named).expect("a table");
        tables.build(&id, 2, &|_, _| {}).expect("the smaller tables are there");
    }
    SearchOptions { tables, ..SearchOptions::default() }
}

fn searched(game: &Game, depth: u32, settings: &SearchOptions, shared: &Shared) -> Answer {
    search(game, &Limits { depth: Some(depth), ..Limits::default() }, settings, shared, &mut ())
}

fn makruk(fen: &str) -> Position {
    position(crate::common::variant("makruk"), fen)
}

/// Taking the bia at once starts the count of two rooks: eight moves, four of them gone, and the
/// mate needs five.
#[test]
fn the_last_bia_is_taken_with_the_count_in_mind() {
    let settings = settings(&["KRK", "KRRK"]);
    let game = Game::new(makruk("8/8/5k2/7p/8/6RR/3K4/8 w - - 0 1"));
    let answer = searched(&game, 8, &settings, &Shared::new(4));
    let best = answer.best.expect("a move").to_string();
    assert!(best != "h3h5" && answer.score > Score::DRAW, "{best} {}", answer.score);
    // What taking it is worth is known exactly.
    let mut taken = game.clone();
    let capture = legal_moves(game.position()).into_iter().find(|mv| mv.to_string() == "h3h5");
    assert!(taken.push(capture.expect("a legal move")));
    assert_eq!(searched(&taken, 4, &settings, &Shared::new(4)).score, Score::DRAW);
}

/// Of two pieces to take, one leaves a rook that wins against what is left and one a draw.
#[test]
fn wins_by_the_tables_are_kept_in_the_hash_and_carried_out() {
    let settings = settings(&["KRK", "KMK", "KRKM makruk", "KRKM makruk dtz"]);
    let mut game = Game::new(makruk("8/8/8/3m4/8/3R4/k2K4/7m w - - 0 1"));
    let shared = Shared::new(4);
    let first = searched(&game, 4, &settings, &shared);
    assert!(first.score.is_mate() && !first.score.is_lost(), "{}", first.score);
    // The hash is full of such scores now, each by its distance from its own position.
    let second = searched(&game, 4, &settings, &shared);
    assert!(second.score >= first.score && second.score.is_mate(), "{}", second.score);
    while game.outcome().is_none() {
        let answer = searched(&game, 4, &settings, &shared);
        let side = game.position().side();
        assert!(answer.score.is_mate() && answer.score.is_lost() == (side == Colour::Black));
        assert!(game.push(answer.best.expect("a move")));
    }
    assert_eq!(game.outcome(), Some(GameOutcome::Win(Colour::White, Reason::Checkmate)));
}
