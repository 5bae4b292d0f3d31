//! Endings played to the end by the search with tables, against itself and with the count: what the
//! tables call won is won in time, what they call drawn is held.

use crate::common::{Random, scattered};
use mekong::board::Colour;
use mekong::endgame::{Ending, Metric, Outcome, TableId, Tables};
use mekong::game::{Game, GameOutcome, Reason};
use mekong::rules::{CountingRule, Position, Variant};
use mekong::search::{Limits, SearchOptions, Shared, search};

/// Won and drawn positions of each kind, or all if there are fewer.
const GAMES: usize = 100;

/// The variants whose counts there are tables of.
const RULES: [(&str, CountingRule); 2] =
    [("makruk", CountingRule::Makruk), ("cambodian", CountingRule::Cambodian)];

/// Random positions to find them among.
const TRIES: usize = 40_000;

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

/// Positions of an ending without a count that are won and that are drawn, [`GAMES`] of each: random
/// ones, or where hardly any is won those that the table knows.
fn positions(variant: &'static Variant, id: &TableId, tables: &Tables) -> [Vec<Position>; 2] {
    let men = letters(id.ending());
    let mut numbers = Random::new(7);
    let [mut won, mut drawn] = [Vec::new(), Vec::new()];
    for _ in 0..TRIES {
        if won.len() == GAMES && drawn.len() == GAMES {
            break;
        }
        let Some(start) = random(variant, &men, &mut numbers) else { continue };
        let kind = match tables.probe(&start).expect("a table") {
            Outcome::Draw => &mut drawn,
            _ => &mut won,
        };
        if kind.len() < GAMES {
            kind.push(start);
        }
    }
    if won.len() < GAMES {
        let known = tables.decided(id).expect("the table");
        let known = known.map(|fen| crate::common::position(variant, &fen));
        let known = known.filter(|start| Game::new(*start).outcome().is_none());
        let known: Vec<Position> =
            known.filter(|start| tables.probe(start) != Some(Outcome::Draw)).collect();
        won = known.iter().copied().step_by(1 + known.len() / GAMES).collect();
        won.extend(known.iter().rev().take(GAMES - won.len()));
        assert!(won.len() == GAMES || won.len() >= known.len(), "{id}");
    }
    [won, drawn]
}

/// Plays an ending: who wins mates in time, what is drawn is held. How many were won and drawn.
fn check(variant: &'static Variant, id: &TableId, tables: &Tables) -> [usize; 2] {
    let options = SearchOptions { tables: tables.clone(), ..SearchOptions::default() };
    let positions = positions(variant, id, tables);
    for &start in positions.iter().flatten() {
        let side = start.side();
        let winner: Option<Colour> = match tables.probe(&start).expect("a table") {
            Outcome::Win(_) => Some(side),
            Outcome::Loss(_) => Some(!side),
            Outcome::Draw => None,
        };
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
    positions.map(|positions| positions.len())
}

/// Plays the endings that the program has tables of.
fn check_all(variant: &str, rule: CountingRule, is_meant: impl Fn(&Ending) -> bool) {
    let tables = Tables::embedded();
    let variant = crate::common::variant(variant);
    let ids = tables.ids();
    let of_rule = |id: &&TableId| id.rule().is_none_or(|by| by == rule);
    let of_mates = ids.iter().filter(of_rule).filter(|id| id.metric() == Metric::Mate);
    for id in of_mates.filter(|id| is_meant(id.ending())) {
        let [won, drawn] = check(variant, id, &tables);
        // Two men can't be mated by a ma, a met or a bia; of one small piece each few mates there are.
        let never = ["KNK", "KMK", "KPK"].contains(&&*id.ending().to_string());
        assert!(drawn == GAMES && (won >= 10 || never), "{variant} {id}: {won} {drawn}");
    }
}

#[test]
fn pieces_against_a_bare_king_are_played_perfectly() {
    for (variant, rule) in RULES {
        check_all(variant, rule, |ending| ending.weak().is_none() && !ending.has_bia());
    }
}

#[test]
fn endings_with_a_bia_are_played_perfectly() {
    for (variant, rule) in RULES {
        check_all(variant, rule, Ending::has_bia);
    }
}

#[test]
fn endings_of_one_piece_each_are_played_perfectly_in_makruk() {
    check_all("makruk", CountingRule::Makruk, |ending| ending.weak().is_some());
}

#[test]
fn endings_of_one_piece_each_are_played_perfectly_in_ouk() {
    check_all("cambodian", CountingRule::Cambodian, |ending| ending.weak().is_some());
}

/// Two pieces against one, by tables that are built here: the cheapest there are.
#[test]
fn two_met_against_one_are_played_perfectly() {
    let mut tables = Tables::embedded();
    let ending: Ending = "KMMKM".parse().expect("an ending");
    for metric in [Metric::Zeroing, Metric::Mate] {
        let id = TableId::new(ending.clone(), CountingRule::Makruk, metric).expect("a table");
        tables.build(&id, 2, &|_, _| {}).expect("the smaller tables are there");
        if metric == Metric::Mate {
            let played = check(crate::common::variant("makruk"), &id, &tables);
            assert_eq!(played, [GAMES; 2]);
        }
    }
}
