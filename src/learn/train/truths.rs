//! Random endings that the tables know, to learn from: cheap, exact, and full of what games do not
//! show, such as endings that no material wins.

use rand::{Rng, RngExt};
use rand_pcg::Pcg64;

use super::{TrainSettings, TrainingData, aim};
use crate::board::ByColour;
use crate::endgame::{Outcome, Tables};
use crate::learn::endings::{Army, add_bia, add_pieces, counted, place, with_count};
use crate::learn::record::GameResult;
use crate::learn::truth;
use crate::movegen::legal_moves;
use crate::rules::{Count, Position, Variant};

/// How many endings are set up in search of a quiet one that the tables know.
const KNOWN_TRIES: u32 = 100;

/// Share of the endings that the tables know whose count is set so that a few plies decide …
const CLOSE_CALLS: f64 = 0.5;

/// … so many at most, one way or the other.
const CLOSE: i32 = 16;

/// Adds about `number` random endings of a variant; for a variant that the tables do not cover
/// none. The settings' seed chooses them, and which are held out.
pub fn add(
    data: &mut TrainingData,
    variant: &'static Variant,
    tables: &Tables,
    number: u64,
    settings: &TrainSettings,
) {
    if !Tables::cover(&variant.start_position()) {
        return;
    }
    let mut rng = Pcg64::new(u128::from(settings.seed), 0x7ab1e5);
    for index in 0..number {
        if let Some((position, truth)) = known(variant, tables, &mut rng) {
            let aim = aim::of_truth(truth, position.side());
            data.part(!index, settings.seed, settings.held_out).push(&position, aim);
        }
    }
}

/// A random ending that the tables know, and how it ends: quiet enough that this can be told by
/// looking at it. `None` if none is found soon, as where the tables are few.
fn known(
    variant: &'static Variant,
    tables: &Tables,
    rng: &mut impl Rng,
) -> Option<(Position, GameResult)> {
    (0..KNOWN_TRIES).find_map(|_| {
        let mut armies = few(variant, rng);
        if rng.random_bool(0.5) {
            armies.0.reverse();
        }
        let board = place(variant, &armies, rng)?;
        let mut position = with_count(variant, board, rng)?;
        if rng.random_bool(CLOSE_CALLS) {
            position = close_call(position, tables, rng).unwrap_or(position);
        }
        let is_noisy = || {
            let moves = legal_moves(&position);
            moves.is_empty() || moves.iter().any(|&mv| position.captured_by(mv).is_some())
        };
        if position.in_check() || position.is_played_out() || is_noisy() {
            return None;
        }
        Some((position, truth::of(tables, &position)?))
    })
}

/// The same position with the count's end close to the end that the tables foresee without it.
fn close_call(position: Position, tables: &Tables, rng: &mut impl Rng) -> Option<Position> {
    let limit = position.count().limit();
    let plies = match tables.probe(&counted(&position, Count::new(Count::MAX, 0))?)? {
        Outcome::Win(end) | Outcome::Loss(end) => i32::from(end.plies()),
        Outcome::Draw => return None,
    };
    let left = plies + rng.random_range(-CLOSE..=CLOSE);
    let ply = u16::try_from(i32::from(limit) - left).ok()?;
    counted(&position, Count::new(limit, ply))
}

/// As few pieces as the tables have.
fn few(variant: &Variant, rng: &mut impl Rng) -> ByColour<Army> {
    let mut armies = ByColour::<Army>::from_fn(|_| Army::new());
    let [strong, weak] = &mut armies.0;
    match rng.random_range(0..100) {
        0..55 => add_pieces(variant, strong, 1..=3, rng),
        55..85 => {
            add_pieces(variant, strong, 1..=2, rng);
            add_pieces(variant, weak, 1..=1, rng);
        }
        _ => {
            add_bia(strong, 1..=1, rng);
            add_pieces(variant, strong, 0..=1, rng);
        }
    }
    armies
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_pcg::Pcg64Mcg;

    use super::*;
    use crate::endgame::TableId;

    #[test]
    fn known_endings_are_quiet_and_end_as_the_tables_say() {
        let mut tables = Tables::default();
        for id in TableId::all(3) {
            tables.build(&id, 1, &|_, _| {}).unwrap();
        }
        let variant = Variant::ALL[0];
        let mut rng = Pcg64Mcg::seed_from_u64(9);
        let mut results = [0; 3];
        for _ in 0..600 {
            // Only three men, and not every try finds so few.
            let Some((position, truth)) = known(variant, &tables, &mut rng) else { continue };
            assert_eq!(truth::of(&tables, &position), Some(truth));
            assert!(!position.in_check() && position.board().occupied().count() <= 3);
            results[truth as usize] += 1;
        }
        assert!(results.iter().all(|&number| number > 10), "{results:?}");
        assert_eq!(known(variant, &Tables::default(), &mut rng), None);
    }
}
