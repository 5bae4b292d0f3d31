//! Probes where a count runs: against searches by the rules alone, and against what is said of the
//! moves.

use std::collections::HashMap;

use mekong::endgame::End;
use mekong::movegen::legal_moves;
use mekong::rules::{Count, Position, PositionBuilder};

use super::{
    BARE, BIA, ONE_EACH, TABLES, counting_variant, end, one_of, probe, scattered, sign, successors,
};
use crate::common::{Random, ruleset, variant};

/// Plays every line to the end of the count: what the outcome is by the rules alone. Captures of a
/// last piece by a side that keeps its own lead to a count of their own: there the tables of a bare
/// king, which were compared before, say how it goes on.
fn search(position: &Position, seen: &mut HashMap<(u64, u16), i8>, one_each: bool) -> i8 {
    let key = (position.key(), position.count().ply());
    if let Some(&known) = seen.get(&key) {
        return known;
    }
    let moves = legal_moves(position);
    let bare = position.board().occupied().count() < 4;
    let outcome = if moves.is_empty() {
        if position.in_check() { -1 } else { 0 }
    } else if position.count().is_over() || position.board().occupied().count() == 2 {
        0
    } else if one_each && bare {
        sign(probe(position))
    } else {
        let mut best = -1;
        for mv in moves {
            let after = position.after(mv);
            best = best.max(-search(&after, seen, one_each));
            if best == 1 {
                break;
            }
        }
        best
    };
    seen.insert(key, outcome);
    outcome
}

/// Variants with a count of their own and counting rules that a user can choose.
const FAMILY: [&str; 6] = [
    "asean",
    "makruk/simple",
    "makruk/fewer-pieces",
    "makruk/none",
    "makruk/declared",
    "ai-wok/fewer-pieces",
];

/// Counts that may run, or plies without a capture.
fn any_count(builder: PositionBuilder, random: &mut Random) -> PositionBuilder {
    match random.below(3) {
        0 => builder.halfmoves(random.below(102) as u16),
        1 => builder.count(Count::new(128, random.below(130) as u16)),
        _ => builder.count(Count::new(32, random.below(34) as u16)),
    }
}

/// Of a bare king what is said follows from what is said of the moves, whatever is counted and how.
#[test]
fn under_other_counts_outcomes_follow_from_those_of_the_moves() {
    let mut random = Random::new(23);
    let mut said = HashMap::new();
    for round in 0..30_000 {
        let name = FAMILY[round % FAMILY.len()];
        let builder = scattered(ruleset(name), one_of(&BARE, &mut random), &mut random);
        let Ok(position) = any_count(builder, &mut random).build() else { continue };
        let Some(outcome) = TABLES.probe(&position).map(sign) else { continue };
        let after = successors(&position);
        let signs: Option<Vec<i8>> =
            after.iter().map(|after| Some(-sign(TABLES.probe(after)?))).collect();
        let expected = match signs {
            _ if after.is_empty() => -i8::from(position.in_check()),
            _ if position.is_played_out() => 0,
            Some(signs) => signs.into_iter().max().unwrap_or(0),
            None => continue,
        };
        assert_eq!(outcome, expected, "{name} {}", position.fen());
        *said.entry((name, outcome)).or_insert(0) += 1;
    }
    for name in FAMILY {
        let numbers = [-1, 0, 1].map(|sign| said.get(&(name, sign)).copied().unwrap_or(0));
        assert!(numbers.iter().all(|&number| number > 50), "{name}: {numbers:?}");
    }
}

/// Near the end of a count and of the moves that may pass without a capture.
#[test]
fn under_other_counts_probes_agree_with_a_literal_search() {
    let mut random = Random::new(29);
    let mut compared = [0; 3];
    for round in 0..60_000 {
        let name = FAMILY[round % FAMILY.len()];
        let builder = scattered(ruleset(name), one_of(&BARE, &mut random), &mut random);
        let left = random.below(4) as u16;
        // A count that runs, or without one a mate that is close.
        let builder = if name == "asean" && random.below(2) == 0 {
            builder.halfmoves(99 - left)
        } else {
            builder.count(Count::new(40, 40 - left))
        };
        let Ok(position) = builder.build() else { continue };
        let endless = PositionBuilder::new(ruleset("makruk/none"))
            .board(*position.board())
            .side(position.side())
            .build();
        let end = end(probe(&endless.expect("without a count it is as sound")));
        if end.is_none_or(|end| end.plies() > 3) {
            continue;
        }
        let Some(outcome) = TABLES.probe(&position).map(sign) else { continue };
        let expected = search_family(&position, 4);
        assert_eq!(outcome, expected, "{name} {}", position.fen());
        compared[(expected + 1) as usize] += 1;
    }
    assert!(compared.iter().all(|&number| number > 100), "{compared:?}");
}

/// What the outcome is by the rules alone if nothing is won later than in so many plies.
fn search_family(position: &Position, plies: u32) -> i8 {
    let after = successors(position);
    if after.is_empty() {
        return -i8::from(position.in_check());
    }
    if plies == 0 || position.is_played_out() || position.board().occupied().count() == 2 {
        return 0;
    }
    let mut best = -1;
    for after in after {
        best = best.max(-search_family(&after, plies - 1));
        if best == 1 {
            break;
        }
    }
    best
}

/// Compares probes with the search where a win takes few plies and the count leaves about as many.
#[test]
fn near_the_end_of_the_count_probes_agree_with_a_literal_search() {
    let mut random = Random::new(7);
    let mut compared = [0; 3];
    for men in BARE.into_iter().chain(ONE_EACH) {
        let one_each = ONE_EACH.contains(&men);
        let mut wanted = 4;
        for _ in 0..20_000 {
            let builder = scattered(counting_variant(&mut random), men, &mut random);
            // Where six plies are enough to win; of one piece each the mate may be further away.
            let Ok(close) = builder.clone().count(Count::new(40, 35)).build() else { continue };
            if wanted == 0 || matches!(end(probe(&close)), None | Some(End::Mate(0))) {
                continue;
            }
            wanted -= 1;
            for left in 0..=5 {
                let position = builder.clone().count(Count::new(40, 40 - left)).build();
                let position = position.expect("the count does not matter");
                let expected = search(&position, &mut HashMap::new(), one_each);
                assert_eq!(
                    sign(probe(&position)),
                    expected,
                    "{} {}",
                    position.variant(),
                    position.fen()
                );
                compared[(expected + 1) as usize] += 1;
            }
        }
    }
    assert!(compared.iter().all(|&number| number > 20), "{compared:?}");
}

/// The outcome with or without a count follows from those of the moves, whatever they start.
#[test]
fn outcomes_follow_from_those_of_the_moves() {
    let mut random = Random::new(11);
    let mut drawn_by_count = 0;
    for round in 0..8_000 {
        let men = one_of(if round % 2 == 0 { &BARE[..] } else { &ONE_EACH }, &mut random);
        let builder = scattered(counting_variant(&mut random), men, &mut random);
        let Ok(position) = any_count(builder.clone(), &mut random).build() else { continue };
        let probed = probe(&position);
        let outcomes = legal_moves(&position).into_iter().map(|mv| {
            let after = position.after(mv);
            -sign(probe(&after))
        });
        let mut expected = outcomes.max().unwrap_or(if position.in_check() { -1 } else { 0 });
        if position.count().is_over() && !legal_moves(&position).is_empty() {
            expected = 0;
        }
        assert_eq!(sign(probed), expected, "{} {}", position.variant(), position.fen());
        let endless = builder.count(Count::new(Count::MAX, 0)).build();
        let endless = endless.expect("the count does not matter");
        drawn_by_count += u32::from(expected == 0 && sign(probe(&endless)) != 0);
    }
    assert!(drawn_by_count > 30, "{drawn_by_count}");
}

/// In ouk the board's honour may run on beside a bia. What is said then follows from the moves, as
/// far as anything is said of them.
#[test]
fn beside_a_bia_an_older_count_is_not_overlooked() {
    let mut random = Random::new(19);
    let mut said = [0; 4];
    let cambodian = variant("cambodian");
    for _ in 0..20_000 {
        let builder = scattered(cambodian, one_of(&BIA[1..], &mut random), &mut random);
        let ply = 126 - random.below(60) + random.below(3);
        let builder = builder.count(Count::new(126, ply as u16));
        let Ok(position) = builder.build() else { continue };
        let after: Vec<_> = successors(&position).iter().map(|after| TABLES.probe(after)).collect();
        let any = |wanted: i8| after.iter().any(|outcome| outcome.map(sign) == Some(wanted));
        let right = match TABLES.probe(&position).map(sign) {
            Some(1) => any(-1),
            Some(0) => position.count().is_over() || !any(-1),
            Some(_) => after.iter().all(|outcome| outcome.map(sign) == Some(1)),
            None => true,
        };
        assert!(right, "{}: {after:?}", position.fen());
        said[TABLES.probe(&position).map_or(3, |outcome| (sign(outcome) + 1) as usize)] += 1;
    }
    assert!(said.iter().all(|&number| number > 100), "{said:?}");
}
