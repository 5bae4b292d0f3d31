//! Endings played to the end by the search with tables, against itself and with the count: what the
//! tables call won is won in time, what they call drawn is held.

use std::time::Duration;

use crate::common::Random;
use mekong::board::Colour;
use mekong::endgame::{Ending, Outcome, TableId, Tables};
use mekong::game::{self, Game};
use mekong::rules::{Position, Variant};
use mekong::search::{Limits, SearchOptions, Shared, search};

/// Positions of each kind.
const GAMES: usize = 100;

/// The men on random squares, White to move, without a count.
fn random(variant: &'static Variant, men: &str, random: &mut Random) -> Option<Position> {
    let mut cells = [['1'; 8]; 8];
    for letter in men.chars() {
        // A bia from the third to the fifth rank; ranks are written from the eighth on.
        let rank = if letter == 'P' { 3 + random.below(3) } else { random.below(8) };
        let cell = &mut cells[rank][random.below(8)];
        if *cell != '1' {
            return None;
        }
        *cell = letter;
    }
    let ranks = cells.map(|rank| rank.iter().collect::<String>());
    let position = Position::from_fen(variant, &format!("{} w - - 0 60", ranks.join("/"))).ok()?;
    Game::new(position).outcome().is_none().then_some(position)
}

/// Plays on until the game is over.
fn play(
    start: Position,
    settings: &SearchOptions,
    shared: &Shared,
    limits: &Limits,
) -> game::Outcome {
    let mut game = Game::new(start);
    loop {
        if let Some(outcome) = game.outcome() {
            return outcome;
        }
        let answer = search(&game, limits, settings, shared, &mut ());
        assert!(game.push(answer.best.expect("a move")));
    }
}

/// White's pieces against Black's: what White wins is mated in time, what is drawn is held.
fn check(variant: &'static Variant, men: &str, tables: &Tables) {
    let settings = SearchOptions { tables: tables.clone().into(), ..SearchOptions::default() };
    let limits = Limits { move_time: Some(Duration::from_millis(100)), ..Limits::default() };
    let shared = Shared::new(1);
    let mut numbers = Random(7);
    let (mut won, mut drawn) = (0, 0);
    for _ in 0..100_000 {
        let Some(start) = random(variant, men, &mut numbers) else { continue };
        let expected = tables.probe(&start).expect("a table");
        let wanted = match expected {
            Outcome::Win(_) => &mut won,
            Outcome::Draw => &mut drawn,
            Outcome::Loss(_) => continue,
        };
        if *wanted == GAMES {
            continue;
        }
        *wanted += 1;
        let outcome = play(start, &settings, &shared, &limits);
        match expected {
            Outcome::Win(_) => assert!(
                matches!(outcome, game::Outcome::Win(Colour::White, game::Reason::Checkmate)),
                "{}: {outcome:?}",
                start.fen()
            ),
            _ => assert!(matches!(outcome, game::Outcome::Draw(_)), "{}", start.fen()),
        }
    }
    assert!(won == GAMES && drawn > 0, "{men}: {won} won, {drawn} drawn");
}

/// The tables of these endings and of all that captures lead to.
fn tables(endings: &[&str]) -> Tables {
    let mut tables = Tables::default();
    let wanted: Vec<Ending> = endings.iter().map(|name| name.parse().unwrap()).collect();
    for id in TableId::all(5) {
        let small = id.ending().men() <= 4 && id.rule().is_none();
        if small || wanted.contains(id.ending()) {
            tables.build(&id, 2, &|_, _| {}).unwrap();
        }
    }
    tables
}

#[test]
fn endings_of_three_and_four_men_are_played_perfectly() {
    let tables = tables(&[]);
    for variant in ["makruk", "cambodian"] {
        for men in ["KRk", "KSMk", "KNMk"] {
            check(crate::common::variant(variant), men, &tables);
        }
    }
}

#[test]
fn endings_with_a_bia_are_played_perfectly() {
    let tables = tables(&["KPK", "KRPK", "KSPK"]);
    for variant in ["makruk", "cambodian"] {
        for men in ["KRPk", "KSPk"] {
            check(crate::common::variant(variant), men, &tables);
        }
    }
}

#[test]
fn endings_of_one_piece_each_are_played_perfectly() {
    let tables = tables(&["KRKM", "KRKS", "KRKN"]);
    for variant in ["makruk", "cambodian"] {
        for men in ["KRkm", "KRks", "KRkn"] {
            check(crate::common::variant(variant), men, &tables);
        }
    }
}

#[test]
#[ignore = "builds tables of five men, which takes minutes"]
fn endings_of_five_men_are_played_perfectly() {
    let tables = tables(&["KMMMK", "KSSMK"]);
    for men in ["KMMMk", "KSSMk"] {
        check(crate::common::variant("makruk"), men, &tables);
    }
}
