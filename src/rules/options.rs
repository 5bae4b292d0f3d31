//! What a user can choose of the rules beyond the variant.

use once_cell::sync::Lazy;

use super::{CountingMode, CountingRule, LeapRule, Variant};

/// Which counting rule is played.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Hash)]
pub enum CountingChoice {
    /// The variant's own.
    #[default]
    Default,
    /// [`CountingRule::Simple`].
    Simple,
    /// [`CountingRule::FewerPieces`].
    FewerPieces,
    /// [`CountingRule::Off`].
    None,
}

impl CountingChoice {
    /// Every choice.
    pub const ALL: [CountingChoice; 4] = [
        CountingChoice::Default,
        CountingChoice::Simple,
        CountingChoice::FewerPieces,
        CountingChoice::None,
    ];
    /// Their names in both protocols.
    pub const NAMES: [&'static str; 4] = ["default", "simple", "fewer-pieces", "none"];

    fn rule(self, own: CountingRule) -> CountingRule {
        match self {
            CountingChoice::Default => own,
            CountingChoice::Simple => CountingRule::Simple,
            CountingChoice::FewerPieces => CountingRule::FewerPieces,
            CountingChoice::None => CountingRule::Off,
        }
    }
}

/// The rules that a user has chosen.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Hash)]
pub struct RuleOptions {
    /// How endings are counted.
    pub counting: CountingChoice,
    /// Whether counts start by themselves.
    pub mode: CountingMode,
    /// When leaps are allowed.
    pub leap: LeapRule,
}

impl RuleOptions {
    /// Every combination, each once; the default comes first.
    pub fn all() -> impl Iterator<Item = RuleOptions> {
        CountingChoice::ALL.into_iter().flat_map(|counting| {
            CountingMode::ALL.into_iter().flat_map(move |mode| {
                LeapRule::ALL.into_iter().map(move |leap| RuleOptions { counting, mode, leap })
            })
        })
    }
}

/// A row for every variant and every choice that differs from its own.
static CHOSEN: Lazy<Vec<(RuleOptions, Variant)>> = Lazy::new(|| {
    let rows = |variant: &'static Variant| {
        let chosen = RuleOptions::all().filter(|&options| options != RuleOptions::default());
        chosen.map(|options| (options, variant.chosen(options)))
    };
    Variant::ALL.into_iter().flat_map(rows).collect()
});

impl Variant {
    /// This variant, played by the rules that `options` chooses: always the same row for the same
    /// options, and the table's own for the default ones.
    pub fn with(&self, options: RuleOptions) -> &'static Variant {
        let is_wanted = |row: &Variant| row.name == self.name;
        let own = Variant::ALL.into_iter().find(|row| is_wanted(row));
        let chosen = || CHOSEN.iter().find(|(of, row)| *of == options && is_wanted(row));
        match (own, options == RuleOptions::default()) {
            (Some(own), true) => own,
            (own, _) => chosen().map_or(own.unwrap_or(Variant::ALL[0]), |(_, row)| row),
        }
    }

    fn chosen(&self, options: RuleOptions) -> Variant {
        Variant {
            counting: options.counting.rule(self.counting),
            counting_mode: options.mode,
            leaps: self.leap_rules.map_or(self.leaps, |rules| &rules[options.leap as usize]),
            ..*self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_choice_has_one_row() {
        for variant in Variant::ALL {
            assert!(variant.with(RuleOptions::default()).is(variant));
            for options in RuleOptions::all() {
                let row = variant.with(options);
                assert_eq!(row.name, variant.name);
                assert_eq!(row.counting_mode, options.mode);
                assert!(row.with(options).is(row));
                assert!(row.with(RuleOptions::default()).is(variant));
            }
        }
        assert_eq!(RuleOptions::all().next(), Some(RuleOptions::default()));
    }
}
