//! Endings played to the end by the search with tables, against itself and with the count: what the
//! tables call won is won in time, what they call drawn is held.

use crate::common::{Random, scattered};
use mekong::board::Colour;
use mekong::endgame::{Ending, Metric, Outcome, TableId, Tables};
use mekong::game::{Game, GameOutcome, Reason};
use mekong::rules::{CountingRule, Position, Variant};
use mekong::search::{Limits, SearchOptions, Shared, search};

/// Won and drawn positions of each kind, if there are as many.
const GAMES: usize = 100;

/// Random positions to find them among.
const TRIES: usize = 6_000;

/// The letters of an ending's men, the weak side's small.
fn letters(ending: &Ending) -> String {
    let name = ending.to_string();
    let (strong, weak) = name.split_at(name.rfind('K').expect("two kings"));
    format!("{strong}{}", weak.to_lowercase())
}

/// The men on random squares, without a count.
fn random(variant: &'static Variant, men: &str, random: &mut Random) -> Option<Position> {
    let position = scattered(variant, men, random).build().ok()?;
    Game::new(position).outcome().is_none().then_some(position)
}

/// Plays on until the game is over.
fn play(start: Position, options: &SearchOptions, shared: &Shared) -> GameOutcome {
    let limits = Limits { nodes: Some(2_000), ..Limits::default() };
    let mut game = Game::new(start);
    loop {
        if let Some(outcome) = game.outcome() {
            return outcome;
        }
        let answer = search(&game, &limits, options, shared, &mut ());
        assert!(game.push(answer.best.expect("a move")));
    }
}

/// Plays an ending: who wins mates in time, what is drawn is held. How many were won and drawn.
fn check(variant: &'static Variant, ending: &Ending, tables: &Tables) -> [usize; 2] {
    let options = SearchOptions { tables: tables.clone(), ..SearchOptions::default() };
    let men = letters(ending);
    let mut numbers = Random::new(7);
    let (mut won, mut drawn) = (0, 0);
    for _ in 0..TRIES {
        let Some(start) = random(variant, &men, &mut numbers) else { continue };
        let side = start.side();
        let (winner, number): (Option<Colour>, _) = match tables.probe(&start).expect("a table") {
            Outcome::Win(_) => (Some(side), &mut won),
            Outcome::Loss(_) => (Some(!side), &mut won),
            Outcome::Draw => (None, &mut drawn),
        };
        if *number < GAMES {
            *number += 1;
            let outcome = play(start, &options, &Shared::new(1));
            let is_right = match (winner, outcome) {
                (Some(winner), GameOutcome::Win(by, reason)) => {
                    by == winner && reason == Reason::Checkmate
                }
                (None, GameOutcome::Draw(_)) => true,
                _ => false,
            };
            assert!(is_right, "{variant} {}: {outcome:?}", start.fen());
        }
    }
    assert!(won.max(drawn) == GAMES, "{variant} {ending}: {won} won, {drawn} drawn");
    [won, drawn]
}

/// Plays the endings that the program has tables of.
fn check_all(is_meant: impl Fn(&Ending) -> bool, least: [usize; 2]) {
    let tables = Tables::embedded();
    let ids = tables.ids();
    let of_any_rule = ids.iter().filter(|id| id.rule() != Some(CountingRule::Cambodian));
    let endings = of_any_rule.filter(|id| id.metric() == Metric::Mate).map(TableId::ending);
    let endings: Vec<&Ending> = endings.filter(|ending| is_meant(ending)).collect();
    for variant in ["makruk", "cambodian"] {
        let variant = crate::common::variant(variant);
        let mut full = [0; 2];
        for ending in &endings {
            let played = check(variant, ending, &tables);
            (0..2).for_each(|i| full[i] += usize::from(played[i] == GAMES));
        }
        assert!(full[0] >= least[0] && full[1] >= least[1], "{variant}: {full:?}");
    }
}

#[test]
fn pieces_against_a_bare_king_are_played_perfectly() {
    check_all(|ending| ending.weak().is_none() && !ending.has_bia(), [7, 9]);
}

#[test]
fn endings_with_a_bia_are_played_perfectly() {
    check_all(Ending::has_bia, [2, 5]);
}

#[test]
fn endings_of_one_piece_each_are_played_perfectly() {
    check_all(|ending| ending.weak().is_some(), [4, 8]);
}

#[test]
#[ignore = "builds tables of five men, which takes minutes"]
fn endings_of_five_men_are_played_perfectly() {
    let mut tables = Tables::embedded();
    for name in ["KMMMK", "KSSMK"] {
        let id = TableId::all(5).into_iter().find(|id| id.to_string() == name).expect("an ending");
        tables.build(&id, 2, &|_, _| {}).expect("the smaller tables are there");
        check(crate::common::variant("makruk"), id.ending(), &tables);
    }
}
