//! What several tests use.

pub mod brute;
pub mod engine;
pub mod uci;
pub mod xboard;

use std::path::{Path, PathBuf};

use mekong::perft::suite::Suite;
use mekong::rules::{
    CountingChoice, CountingMode, LeapRule, Position, RuleOptions, Rules, Variant,
};

/// Random numbers, the same in every run (Knuth's linear congruential generator).
pub struct Random(pub u64);

impl Random {
    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
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
