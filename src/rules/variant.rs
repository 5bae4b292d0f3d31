//! The variants, one row of data each.

use std::fmt;

use super::leaps::{self, LeapRule, Leaps};
use super::{CountingRule, Position, Rules};
use crate::board::{Alphabet, Bitboard, ByColour, Promotion};

/// The rules in which a variant differs from the others.
pub struct Variant {
    /// The name in both protocols, lower case.
    pub name: &'static str,
    /// Other names that are understood.
    pub aliases: &'static [&'static str],
    /// FEN of the start position.
    pub start: &'static str,
    /// The first-move leaps or sutras: by each [`LeapRule`] if a user can choose, else one row.
    pub leaps: &'static [Leaps],
    /// When the endings' counts start and how long they run, unless a user chooses another rule.
    pub default_counting: CountingRule,
    /// Whether the first check that either side gives wins at once.
    pub first_check_wins: bool,
    /// Where a bia's move must promote it.
    pub promotion_zone: ByColour<Bitboard>,
    /// What a bia may become there.
    pub promotions: &'static [Promotion],
    /// The letters of its pieces.
    pub alphabet: Alphabet,
    /// Whether the king may not step out of check: a check must be blocked or the piece that gives
    /// it be captured.
    pub king_stands: bool,
    /// So many plies without a capture or a bia's move are a draw.
    pub quiet_limit: Option<u16>,
}

/// The ranks of each side from its rank number `first` (1–8) on.
const fn from_rank(first: u32) -> ByColour<Bitboard> {
    let ranks = 8 * (first - 1);
    ByColour([Bitboard(!0 << ranks), Bitboard(!0 >> ranks)])
}

const MAKRUK_ROW: Variant = Variant {
    name: "makruk",
    aliases: &[],
    start: "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1",
    leaps: &leaps::NONE,
    default_counting: CountingRule::Makruk,
    first_check_wins: false,
    promotion_zone: from_rank(6),
    promotions: &[Promotion::Met],
    alphabet: Alphabet::THAI,
    king_stands: false,
    quiet_limit: None,
};

const CAMBODIAN_ROW: Variant = Variant {
    name: "cambodian",
    aliases: &["ouk"],
    start: "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w DEde - 0 1",
    leaps: &leaps::OUK,
    default_counting: CountingRule::Cambodian,
    ..MAKRUK_ROW
};

/// Thai chess.
static MAKRUK: Variant = MAKRUK_ROW;

/// Cambodian chess.
static CAMBODIAN: Variant = CAMBODIAN_ROW;

/// Cambodian chess in which the first check wins.
static KAROUK: Variant = Variant {
    name: "karouk",
    aliases: &["kaouk"],
    start: "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w DEde - 1+1 0 1",
    first_check_wins: true,
    ..CAMBODIAN_ROW
};

/// Thai chess in which the king may not step out of check.
static MAKPONG: Variant = Variant { name: "makpong", king_stands: true, ..MAKRUK_ROW };

/// Thai chess with the ai-wok instead of the met.
static AI_WOK: Variant = Variant {
    name: "ai-wok",
    aliases: &["aiwok"],
    start: "rnsaksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKASNR w - - 0 1",
    promotions: &[Promotion::Aiwok],
    alphabet: Alphabet::AI_WOK,
    ..MAKRUK_ROW
};

/// The compromise of south-east Asia: promotion on the last rank, a fifty-move rule, orthodox
/// letters.
static ASEAN: Variant = Variant {
    name: "asean",
    start: "rnbqkbnr/8/pppppppp/8/8/PPPPPPPP/8/RNBQKBNR w - - 0 1",
    default_counting: CountingRule::Asean,
    promotion_zone: from_rank(8),
    promotions: &[Promotion::Rook, Promotion::Knight, Promotion::Bishop, Promotion::Queen],
    alphabet: Alphabet::ORTHODOX,
    quiet_limit: Some(100),
    ..MAKRUK_ROW
};

/// Thai chess with the free first moves of informal play.
static MAKRUK_SUTRA: Variant = Variant {
    name: "makruk-sutra",
    start: "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w BDEGbdeg - 0 1",
    leaps: &leaps::SUTRAS,
    ..MAKRUK_ROW
};

impl Variant {
    /// Every variant; the first is the default.
    pub const ALL: [&'static Variant; 7] =
        [&MAKRUK, &CAMBODIAN, &KAROUK, &MAKPONG, &AI_WOK, &ASEAN, &MAKRUK_SUTRA];

    /// The variant of that name or alias, in any case of letters.
    pub fn find(name: &str) -> Option<&'static Variant> {
        Variant::ALL.into_iter().find(|variant| {
            variant.name.eq_ignore_ascii_case(name)
                || variant.aliases.iter().any(|alias| alias.eq_ignore_ascii_case(name))
        })
    }

    /// The start position, by the variant's own rules.
    pub fn start_position(&'static self) -> Position {
        Rules::from(self).start_position()
    }

    /// Whether a bia can become nothing but a met.
    pub fn bia_become_mets(&self) -> bool {
        self.promotions == [Promotion::Met]
    }

    /// Whether bia become what they become in makruk, and where: endgame tables with bia are of such
    /// variants only.
    pub fn promotes_as_makruk(&self) -> bool {
        self.promotions == MAKRUK.promotions && self.promotion_zone == MAKRUK.promotion_zone
    }

    /// The leaps by the rule that was chosen, where there is a choice.
    pub fn leaps(&self, rule: LeapRule) -> &'static Leaps {
        let place = if self.has_leap_rules() { rule as usize } else { 0 };
        &self.leaps[place]
    }

    /// Whether the rule for leaps can be chosen.
    pub fn has_leap_rules(&self) -> bool {
        self.leaps.len() == LeapRule::ALL.len()
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

/// Whether both are the same row of the table.
impl PartialEq for Variant {
    fn eq(&self, other: &Variant) -> bool {
        std::ptr::eq(self, other)
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
    fn what_bia_become_and_where_is_told_by_the_row() {
        for variant in Variant::ALL {
            let as_makruk = !["ai-wok", "asean"].contains(&variant.name);
            assert_eq!(variant.promotes_as_makruk(), as_makruk, "{variant}");
        }
        let later = Variant { promotion_zone: from_rank(7), ..MAKRUK_ROW };
        assert!(later.bia_become_mets() && !later.promotes_as_makruk());
    }

    #[test]
    fn names_and_aliases_are_found_in_any_case() {
        assert_eq!(Variant::find("Makruk"), Some(&MAKRUK));
        assert_eq!(Variant::find("ouk"), Some(&CAMBODIAN));
        assert_eq!(Variant::find("KAOUK"), Some(&KAROUK));
        assert_eq!(Variant::find("makpong"), Some(&MAKPONG));
        assert_eq!(Variant::find("chess"), None);
    }
}
