//! What several tests use.

pub mod brute;
pub mod engine;
pub mod uci;
pub mod xboard;

use std::path::{Path, PathBuf};

use mekong::board::{Colour, Kind, Piece, Square};
use mekong::perft::suite::Suite;
use mekong::rules::{
    CountingChoice, CountingMode, LeapRule, Position, PositionBuilder, RuleOptions, Rules, Variant,
    scatter, square_for,
};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Random numbers, the same in every run.
pub struct Random(pub Pcg64Mcg);

impl Random {
    /// Other numbers for each seed.
    pub fn new(seed: u64) -> Random {
        Random(Pcg64Mcg::seed_from_u64(seed))
    }

    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        self.0.random_range(0..n)
    }
}

/// The men that letters stand for, White's in upper case.
pub fn men(letters: &str) -> impl Iterator<Item = Piece> {
    letters.chars().map(|letter| {
        let kind = Kind::from_letter(letter.to_ascii_uppercase()).expect("a piece's letter");
        let colour = if letter.is_uppercase() { Colour::White } else { Colour::Black };
        Piece::new(colour, kind)
    })
}

/// A position in the making: the men that letters stand for on random squares, either side to move.
pub fn scattered(rules: impl Into<Rules>, letters: &str, random: &mut Random) -> PositionBuilder {
    let rules = rules.into();
    let draw = |man, rng: &mut Pcg64Mcg| square_for(rules.variant(), man, rng);
    scattered_by(rules, letters, random, draw)
}

/// The same, on squares that `draw` finds.
pub fn scattered_by(
    rules: Rules,
    letters: &str,
    random: &mut Random,
    draw: impl FnMut(Piece, &mut Pcg64Mcg) -> Square + Copy,
) -> PositionBuilder {
    let mut boards = std::iter::repeat_with(|| scatter(men(letters), &mut random.0, draw));
    let board = boards.find_map(|board| board).expect("there is room");
    PositionBuilder::new(rules).board(board).side(Colour::BOTH[random.below(2)])
}

/// A file of the package.
pub fn file(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The perft suite of a variant.
pub fn suite(variant: &'static Variant) -> Suite {
    let path = file(&format!("perft/{}.epd", variant.name));
    Suite::read(path, None).unwrap_or_else(|error| panic!("{error}"))
}

/// The variant of that name, which must exist, and behind slashes rules that are chosen:
/// `cambodian/simple/classic`.
pub fn ruleset(text: &str) -> Rules {
    let mut words = text.split('/');
    let name = words.next().unwrap_or_default();
    let variant = Variant::find(name).unwrap_or_else(|| panic!("no variant {name}"));
    variant.with(rules(words))
}

/// The variant of that name, which must exist.
pub fn variant(name: &str) -> &'static Variant {
    Variant::find(name).unwrap_or_else(|| panic!("no variant {name}"))
}

fn rules<'a>(words: impl Iterator<Item = &'a str>) -> RuleOptions {
    let mut rules = RuleOptions::default();
    for word in words {
        let place = |names: &[&str]| names.iter().position(|name| *name == word);
        if let Some(at) = place(&CountingChoice::NAMES) {
            rules.counting = CountingChoice::ALL[at];
        } else if let Some(at) = place(&CountingMode::NAMES) {
            rules.mode = CountingMode::ALL[at];
        } else if let Some(at) = place(&LeapRule::NAMES) {
            rules.leap = LeapRule::ALL[at];
        } else {
            panic!("no rule {word}");
        }
    }
    rules
}

/// A variant and chosen rules as [`ruleset`] reads them.
pub fn label(variant: &Variant, rules: RuleOptions) -> String {
    let RuleOptions { counting, mode, leap } = rules;
    let counting = CountingChoice::NAMES[counting as usize];
    let (mode, leap) = (CountingMode::NAMES[mode as usize], LeapRule::NAMES[leap as usize]);
    format!("{}/{counting}/{mode}/{leap}", variant.name)
}

/// A position that must be sound.
pub fn position(rules: impl Into<Rules>, fen: &str) -> Position {
    Position::from_fen(rules, fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The rows of a table in `tests/data`: fields separated by `|`, `#` begins a comment line.
pub fn table<const N: usize>(name: &str) -> Vec<[String; N]> {
    let path = file("tests/data").join(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    let rows = text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    rows.map(|row| {
        let fields: Vec<String> = row.split('|').map(|field| field.trim().to_string()).collect();
        fields.try_into().unwrap_or_else(|_| panic!("{name}: expected {N} fields: {row}"))
    })
    .collect()
}
