//! Distances follow from those of the moves, and the nearest mates are those of a search.

use mekong::endgame::{End, Outcome};
use mekong::rules::{Count, Position};

use super::{BIA, ONE_EACH, counting_variant, end, one_of, probe, scattered, successors, value};
use crate::common::{Random, position, variant};

/// The outcome that follows from those of the moves, with its distance.
fn follows(position: &Position, probe: impl Fn(&Position) -> Outcome) -> String {
    let outcomes: Vec<Outcome> = successors(position).iter().map(probe).collect();
    let plies = |outcome: &Outcome| match outcome {
        Outcome::Win(end) | Outcome::Loss(end) => end.plies() + 1,
        Outcome::Draw => 0,
    };
    let lost = outcomes.iter().filter(|outcome| matches!(outcome, Outcome::Loss(_))).map(plies);
    match lost.min() {
        Some(plies) => format!("win {plies}"),
        None if outcomes.contains(&Outcome::Draw) => "draw".into(),
        None if outcomes.is_empty() && !position.in_check() => "draw".into(),
        None => format!("loss {}", outcomes.iter().map(plies).max().unwrap_or(0)),
    }
}

/// The rules themselves start the counts here when the last bia promotes or is taken.
#[test]
fn with_a_bia_distances_follow_from_those_of_the_moves() {
    let (decided, counted) =
        distances_follow(&BIA, Count::NONE, |after| after.count().is_running());
    assert!(decided > 2_000 && counted > 200, "{decided} {counted}");
}

#[test]
fn mates_are_told_through_the_capture_of_the_last_piece() {
    let makruk = variant("makruk");
    // With 128 plies: the mate comes on the second or third one. After 128 of them only a capture
    // or mate at once is in time, and the capture of the met is no win.
    for (count, told) in [
        ("- 0", Outcome::Win(End::Mate(3))),
        ("128 126", Outcome::Win(End::Mate(3))),
        ("128 127", Outcome::Draw),
    ] {
        let fen = format!("k7/2Km4/S7/8/8/8/8/8 w - {count} 1");
        assert_eq!(probe(&position(makruk, &fen)), told, "{fen}");
    }
    // The quickest mate comes too late, but taking the met starts a count that is long enough.
    let fen = "8/8/8/3K1k2/8/8/m6R/8 w - 128 128 1";
    let told = probe(&position(makruk, fen));
    assert_eq!(told, Outcome::Win(End::MateOrCapture(1)));
}

/// The board's honour leaves time for every mate here, and captures of the last piece start the
/// counts in which the rest has to be done.
#[test]
fn of_one_piece_each_distances_of_mates_follow_from_those_of_the_moves() {
    for count in [Count::NONE, Count::new(400, 0)] {
        let is_bared = |after: &Position| after.board().occupied().count() == 3;
        let (decided, bared) = distances_follow(&ONE_EACH, count, is_bared);
        assert!(decided > 2_000 && bared > 500, "{decided} {bared}");
    }
}

/// Checks random positions of these men; the numbers of those decided, and of those where a move
/// leads to something `special`.
fn distances_follow(
    endings: &[&str],
    count: Count,
    special: impl Fn(&Position) -> bool,
) -> (u32, u32) {
    let mut random = Random::new(13);
    let (mut decided, mut specials) = (0, 0);
    for _ in 0..20_000 {
        let Some(position) = any(endings, count, &mut random) else { continue };
        let outcome = probe(&position);
        if matches!(end(outcome), Some(End::MateOrCapture(_))) {
            continue;
        }
        let found = value(outcome);
        assert_eq!(found, follows(&position, probe), "{} {}", position.variant(), position.fen());
        decided += u32::from(found != "draw");
        specials += u32::from(found != "draw" && successors(&position).iter().any(&special));
    }
    (decided, specials)
}

/// A legal position of one of these endings, with this count.
fn any(endings: &[&str], count: Count, random: &mut Random) -> Option<Position> {
    let men = one_of(endings, random);
    scattered(counting_variant(random), men, random).count(count).build().ok()
}

/// Whether the side to move mates within `plies` plies, or is mated, by the rules alone.
fn forces(position: &Position, plies: u16, wins: bool) -> bool {
    let after = successors(position);
    if after.is_empty() {
        return !wins && position.in_check();
    }
    if plies == 0 || position.count().is_over() {
        return false;
    }
    let mut each = after.iter().map(|after| forces(after, plies - 1, !wins));
    if wins { each.any(|forced| forced) } else { each.all(|forced| forced) }
}

#[test]
fn the_quickest_mates_are_those_of_a_literal_search() {
    the_quickest_mates_are_found(&BIA, Count::NONE);
    the_quickest_mates_are_found(&ONE_EACH, Count::NONE);
    // Enough for any mate nearer than eight plies.
    the_quickest_mates_are_found(&ONE_EACH, Count::new(128, 122));
}

fn the_quickest_mates_are_found(endings: &[&str], count: Count) {
    let mut random = Random::new(17);
    let mut compared = [0; 6];
    for _ in 0..200_000 {
        let Some(position) = any(endings, count, &mut random) else { continue };
        let outcome = probe(&position);
        let Some(End::Mate(plies)) = end(outcome) else { continue };
        if plies > 5 || compared[usize::from(plies)] == 40 {
            continue;
        }
        compared[usize::from(plies)] += 1;
        let wins = matches!(outcome, Outcome::Win(_));
        assert!(forces(&position, plies, wins), "{}: {outcome:?}", position.fen());
        assert!(
            plies < 2 || !forces(&position, plies - 2, wins),
            "{}: {outcome:?}",
            position.fen()
        );
    }
    assert!(compared.iter().all(|&number| number >= 20), "{compared:?}");
}
