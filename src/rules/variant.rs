//! The variants, one row of data each.

use std::fmt;

use super::leaps::{self, Leaps};
use super::{CountingRule, Position};
use crate::board::{Kind, SquareSet};

/// The rules in which a variant differs from the others.
pub struct Variant {
    /// The name in both protocols, lower case.
    pub name: &'static str,
    /// Other names that are understood.
    pub aliases: &'static [&'static str],
    /// FEN of the start position.
    pub start: &'static str,
    /// The first-move leaps, if it has any.
    pub leaps: &'static Leaps,
    /// When the endings' counts start and how long they run.
    pub counting: CountingRule,
    /// Whether the first check that either side gives wins at once.
    pub first_check_wins: bool,
    /// By colour, where a bia's move must promote it.
    pub promotion_zone: [SquareSet; 2],
    /// What a bia may become there.
    pub promotions: &'static [Kind],
}

/// A bia's sixth rank and those beyond it, White's first.
const SIXTH_RANK: [SquareSet; 2] = [SquareSet(!0 << 40), SquareSet(!0 >> 40)];

/// Thai chess.
pub static MAKRUK: Variant = Variant {
    name: "makruk",
    aliases: &[],
    start: "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1",
    leaps: &leaps::NONE,
    counting: CountingRule::Makruk,
    first_check_wins: false,
    promotion_zone: SIXTH_RANK,
    promotions: &[Kind::Met],
};

/// Cambodian chess.
pub static CAMBODIAN: Variant = Variant {
    name: "cambodian",
    aliases: &["ouk"],
    start: "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w DEde - 0 1",
    leaps: &leaps::OUK,
    counting: CountingRule::Cambodian,
    first_check_wins: false,
    promotion_zone: SIXTH_RANK,
    promotions: &[Kind::Met],
};

/// Cambodian chess in which the first check wins.
pub static KAROUK: Variant = Variant {
    name: "karouk",
    aliases: &["kaouk"],
    start: "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w DEde - 1+1 0 1",
    leaps: &leaps::OUK,
    counting: CountingRule::Cambodian,
    first_check_wins: true,
    promotion_zone: SIXTH_RANK,
    promotions: &[Kind::Met],
};

impl Variant {
    /// Every variant; the first is the default.
    pub const ALL: [&'static Variant; 3] = [&MAKRUK, &CAMBODIAN, &KAROUK];

    /// The variant of that name or alias, in any case of letters.
    pub fn find(name: &str) -> Option<&'static Variant> {
        Variant::ALL.into_iter().find(|variant| {
            variant.name.eq_ignore_ascii_case(name)
                || variant.aliases.iter().any(|alias| alias.eq_ignore_ascii_case(name))
        })
    }

    /// The start position.
    pub fn start_position(&'static self) -> Position {
        // The tests read every row's FEN, so that this cannot fail.
        Position::from_fen(self, self.start).expect("the table's start FENs are sound")
    }

    /// Whether both are the same row of the table.
    pub fn is(&self, other: &Variant) -> bool {
        std::ptr::eq(self, other)
    }
}

impl fmt::Debug for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl PartialEq for Variant {
    fn eq(&self, other: &Variant) -> bool {
        self.is(other)
    }
}

impl Eq for Variant {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn start_positions_are_read_and_written_alike() {
        for variant in Variant::ALL {
            assert_eq!(variant.start_position().fen(), variant.start);
        }
    }

    #[test]
    fn names_and_aliases_are_found_in_any_case() {
        assert_eq!(Variant::find("Makruk"), Some(&MAKRUK));
        assert_eq!(Variant::find("ouk"), Some(&CAMBODIAN));
        assert_eq!(Variant::find("KAOUK"), Some(&KAROUK));
        assert_eq!(Variant::find("chess"), None);
    }
}
