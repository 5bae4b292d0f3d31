//! Endgame tables against exact values that were found without them, and against searches that
//! play the rules literally.

mod counts;
mod distances;
mod known;
mod resolved;

use std::sync::LazyLock;

use mekong::board::{Colour, Kind, Square};
use mekong::endgame::{End, Outcome, Tables};
use mekong::movegen::legal_moves;
use mekong::rules::{Position, PositionBuilder, Rules, Variant, square_for};
use rand::RngExt;

use crate::common::{Random, scattered_by, variant};

/// The tables of the program.
static TABLES: LazyLock<Tables> = LazyLock::new(Tables::embedded);

/// One of the variants that the tables with counts are of.
fn counting_variant(random: &mut Random) -> &'static Variant {
    variant(["makruk", "cambodian"][random.below(2)])
}

fn probe(position: &Position) -> Outcome {
    TABLES.probe(position).unwrap_or_else(|| panic!("no table for {}", position.fen()))
}

/// `win 5`, `loss 4` or `draw`, as the data say it.
fn value(outcome: Outcome) -> String {
    match outcome {
        Outcome::Win(end) => format!("win {}", end.plies()),
        Outcome::Loss(end) => format!("loss {}", end.plies()),
        Outcome::Draw => "draw".into(),
    }
}

fn end(outcome: Outcome) -> Option<End> {
    match outcome {
        Outcome::Win(end) | Outcome::Loss(end) => Some(end),
        Outcome::Draw => None,
    }
}

fn sign(outcome: Outcome) -> i8 {
    match outcome {
        Outcome::Win(_) => 1,
        Outcome::Draw => 0,
        Outcome::Loss(_) => -1,
    }
}

/// Letters of the men of random endings: a bare king, then one piece each.
const BARE: [&str; 14] = [
    "KRk", "KSk", "KRRk", "KRSk", "KRNk", "KRMk", "KSSk", "KSNk", "KSMk", "KNNk", "KNMk", "KMMk",
    "Kkr", "Kksm",
];
const ONE_EACH: [&str; 10] =
    ["KRkr", "KRks", "KRkn", "KRkm", "KSks", "KSkn", "KSkm", "KNkn", "KNkm", "KMkm"];

/// The same with bia.
const BIA: [&str; 9] = ["KPk", "KRPk", "KSPk", "KNPk", "KMPk", "KPPk", "Kkrp", "Kksp", "Kkpp"];

/// One of them.
fn one_of<T: Copy>(all: &[T], random: &mut Random) -> T {
    all[random.below(all.len())]
}

/// The men on random squares, the black king at the edge: there mates are.
fn scattered(rules: impl Into<Rules>, men: &str, random: &mut Random) -> PositionBuilder {
    let rules = rules.into();
    scattered_by(rules, men, random, |man, rng| match (man.colour(), man.kind()) {
        (Colour::Black, Kind::King) => Square::from_index(rng.random_range(56..64)),
        _ => square_for(rules.variant(), man, rng),
    })
}

fn successors(position: &Position) -> Vec<Position> {
    legal_moves(position).into_iter().map(|mv| position.after(mv)).collect()
}
