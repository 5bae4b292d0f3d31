//! Mates of one piece each where the board's honour ends before the quickest one: found by the
//! resolver, compared with a search that plays the rules literally.

use std::collections::HashMap;

use mekong::endgame::{End, Outcome, Resolver};
use mekong::rules::{Count, Position};

use super::{ONE_EACH, TABLES, counting_variant, end, probe, scattered, sign, successors};
use crate::common::Random;

/// Positions of one piece each in which the board's honour ends after so many more plies, before the
/// quickest mate and yet not before a capture that wins.
fn where_a_capture_is_in_time(left: usize, random: &mut Random) -> Option<Position> {
    let variant = counting_variant(random);
    let limit = if variant.name == "makruk" { 128 } else { 126 };
    let men = ONE_EACH[random.below(4)];
    let count = Count::new(limit, limit - left as u16);
    let position = scattered(variant, men, random).count(count).build().ok()?;
    matches!(end(probe(&position)), Some(End::MateOrCapture(_))).then_some(position)
}

fn resolved(position: &Position) -> Outcome {
    Resolver::new(&TABLES, || true).probe(position).expect("a table")
}

/// What follows from playing every line by the rules until a king is bare, or the count is over.
fn literal(position: &Position, seen: &mut HashMap<(u64, u16), Outcome>) -> Outcome {
    let board = position.board();
    if board.occupied().count() < 4 {
        return probe(position);
    }
    let key = (position.key(), position.count().ply());
    if let Some(&known) = seen.get(&key) {
        return known;
    }
    let after = successors(position);
    let outcome = match after.is_empty() {
        true if position.in_check() => Outcome::Loss(End::Mate(0)),
        false if !position.count().is_over() => {
            best(after.iter().map(|after| literal(after, seen)).collect())
        }
        _ => Outcome::Draw,
    };
    seen.insert(key, outcome);
    outcome
}

/// The outcome of a position whose moves lead to these.
fn best(after: Vec<Outcome>) -> Outcome {
    let ends = |wanted: fn(&Outcome) -> bool| {
        after.iter().copied().filter(wanted).filter_map(end).map(|end| end.plies() + 1)
    };
    match ends(|outcome| matches!(outcome, Outcome::Loss(_))).min() {
        Some(plies) => Outcome::Win(End::Mate(plies)),
        None if after.contains(&Outcome::Draw) => Outcome::Draw,
        None => {
            let losses = ends(|outcome| matches!(outcome, Outcome::Win(_)));
            losses.max().map_or(Outcome::Draw, |plies| Outcome::Loss(End::Mate(plies)))
        }
    }
}

#[test]
fn mates_after_a_capture_just_in_time_are_those_of_a_literal_search() {
    let mut random = Random::new(31);
    let mut compared = [0; 4];
    for round in 0..40_000 {
        let left = round % compared.len();
        let Some(position) = where_a_capture_is_in_time(left, &mut random) else { continue };
        if compared[left] < 60 {
            compared[left] += 1;
            let expected = literal(&position, &mut HashMap::new());
            assert_eq!(resolved(&position), expected, "{}", position.fen());
        }
    }
    assert!(compared.iter().all(|&number| number == 60), "{compared:?}");
}

/// Far from the end of the count what is said follows from what is said of the moves, each found
/// on its own.
#[test]
fn mates_after_a_capture_in_time_follow_from_those_of_the_moves() {
    let mut random = Random::new(37);
    let mut compared = 0;
    while compared < 30 {
        let left = 4 + random.below(16);
        let Some(position) = where_a_capture_is_in_time(left, &mut random) else { continue };
        compared += 1;
        let expected = best(successors(&position).iter().map(resolved).collect());
        let outcome = resolved(&position);
        assert_eq!(outcome, expected, "{}", position.fen());
        // Moves are ranked by the same, and best play takes as long.
        let mut resolver = Resolver::new(&TABLES, || true);
        let moves = resolver.moves(&position, true).expect("a table");
        assert_eq!(best(moves.iter().map(|&(_, after)| after).collect()), expected);
        let mv = resolver.best(&position, outcome).expect("a move");
        assert_eq!(best(vec![resolved(&position.after(mv))]), expected, "{}", position.fen());
    }
}

/// If the search may not go on what is said is still true.
#[test]
fn what_is_not_resolved_is_told_as_the_tables_have_it() {
    let mut random = Random::new(41);
    let mut unresolved = 0;
    for _ in 0..20_000 {
        let left = 20 + random.below(40);
        let Some(position) = where_a_capture_is_in_time(left, &mut random) else { continue };
        let mut resolver = Resolver::new(&TABLES, || false);
        let outcome = resolver.probe(&position).expect("a table");
        unresolved += u32::from(outcome == probe(&position));
        assert_eq!(sign(outcome), sign(probe(&position)));
        let moves = resolver.moves(&position, false).expect("a table");
        let told = best(moves.iter().map(|&(_, after)| after).collect());
        assert_eq!(sign(told), sign(outcome), "{}", position.fen());
    }
    assert!(unresolved > 50, "{unresolved}");
}
