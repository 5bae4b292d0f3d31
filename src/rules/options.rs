//! What a user can choose of the rules beyond the variant, and the rules in force.

use std::fmt;

use super::leaps::Leaps;
use super::{CountingMode, CountingRule, LeapRule, Position, Variant};

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
    pub const NAMES: [&'static str; 4] = ["variant", "simple", "fewer-pieces", "none"];

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

/// The rules in force in a game: those of its variant, and what was chosen beyond it.
#[derive(Clone, Copy)]
pub struct Rules {
    variant: &'static Variant,
    options: RuleOptions,
    // Looked up once: these are asked at every move.
    counting: CountingRule,
    leaps: &'static Leaps,
}

impl Rules {
    /// The variant.
    #[inline]
    pub fn variant(&self) -> &'static Variant {
        self.variant
    }

    /// The start position.
    pub fn start_position(self) -> Position {
        // The tests read every row's FEN, so that this cannot fail.
        Position::from_fen(self, self.variant.start).expect("the table's start FENs are sound")
    }

    /// What was chosen.
    pub fn options(&self) -> RuleOptions {
        self.options
    }

    /// When the endings' counts start and how long they run.
    #[inline]
    pub fn counting(&self) -> CountingRule {
        self.counting
    }

    /// Whether counts start by themselves.
    #[inline]
    pub fn counting_mode(&self) -> CountingMode {
        self.options.mode
    }

    /// The first-move leaps or sutras.
    #[inline]
    pub fn leaps(&self) -> &'static Leaps {
        self.leaps
    }
}

impl Variant {
    /// This variant, played by the rules that `options` chooses.
    pub fn with(&'static self, options: RuleOptions) -> Rules {
        Rules {
            variant: self,
            options,
            counting: options.counting.rule(self.default_counting),
            leaps: self.leaps(options.leap),
        }
    }
}

/// The variant by its own rules.
impl From<&'static Variant> for Rules {
    fn from(variant: &'static Variant) -> Rules {
        variant.with(RuleOptions::default())
    }
}

impl PartialEq for Rules {
    fn eq(&self, other: &Rules) -> bool {
        (self.variant, self.options) == (other.variant, other.options)
    }
}

impl Eq for Rules {}

impl fmt::Debug for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?}", self.variant, self.options)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_options_are_the_variants_own_rules() {
        for variant in Variant::ALL {
            assert_eq!(Rules::from(variant).counting(), variant.default_counting);
            for options in RuleOptions::all() {
                let rules = variant.with(options);
                assert_eq!(rules.counting_mode(), options.mode);
                assert_eq!(rules == Rules::from(variant), options == RuleOptions::default());
            }
        }
        assert_eq!(RuleOptions::all().next(), Some(RuleOptions::default()));
    }
}
