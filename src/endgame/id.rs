//! What a table is of.

use std::fmt;

use super::ending::Ending;
use crate::rules::CountingRule;

/// The rules that tables which depend on one are built for, in the order of their numbers in files.
const RULES: [(CountingRule, &str); 2] =
    [(CountingRule::Makruk, "makruk"), (CountingRule::Cambodian, "cambodian")];

/// An ending and, where the table depends on it, the rule that counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableId {
    pub(super) ending: Ending,
    /// For one piece each and with a bia, and only there.
    pub(super) rule: Option<CountingRule>,
}

impl TableId {
    /// The table of an ending under a rule, which may not matter to it. `None` if
    /// there are no tables for the rule.
    pub fn new(ending: Ending, rule: CountingRule) -> Option<TableId> {
        rule_place(rule)?;
        let rule = ending.depends_on_rule().then_some(rule);
        Some(TableId { ending, rule })
    }

    /// The table with a rule's number in files, 0 for none; `None` if it does not fit.
    pub(super) fn with_number(ending: Ending, number: u8) -> Option<TableId> {
        let rule = match number.checked_sub(1) {
            None => None,
            Some(place) => Some(RULES.get(usize::from(place))?.0),
        };
        (rule.is_some() == ending.depends_on_rule()).then_some(TableId { ending, rule })
    }

    /// Every table with up to `men` men, kings included, in an order in which each can be built
    /// from those before it.
    pub fn all(men: usize) -> Vec<TableId> {
        let bare =
            |men| Ending::all_bare(men).into_iter().map(|ending| TableId { ending, rule: None });
        let by_rule = |endings: fn(usize) -> Vec<Ending>, men| {
            RULES.into_iter().flat_map(move |(rule, _)| {
                endings(men).into_iter().map(move |ending| TableId { ending, rule: Some(rule) })
            })
        };
        let duels = |men| if men == 4 { Ending::all_duels() } else { Vec::new() };
        let with =
            |men| bare(men).chain(by_rule(Ending::all_with_bia, men)).chain(by_rule(duels, men));
        (3..=men).flat_map(with).collect()
    }

    /// The ending.
    pub fn ending(&self) -> &Ending {
        &self.ending
    }

    /// The counting rule, if the table depends on it.
    pub fn rule(&self) -> Option<CountingRule> {
        self.rule
    }

    /// The rule's number in files, 0 for none.
    pub(super) fn number(&self) -> u8 {
        self.place().map_or(0, |place| place as u8 + 1)
    }

    /// Place of the rule among all that there are tables for.
    pub(super) fn place(&self) -> Option<usize> {
        self.rule.and_then(rule_place)
    }

    /// The name of its file.
    pub fn file_name(&self) -> String {
        let (ending, extension) = (&self.ending, super::file::EXTENSION);
        match self.place() {
            None => format!("{ending}.{extension}"),
            Some(place) => format!("{ending}.{}.{extension}", RULES[place].1),
        }
    }
}

/// Place of a rule among all that there are tables for.
pub(super) fn rule_place(rule: CountingRule) -> Option<usize> {
    RULES.iter().position(|&(known, _)| known == rule)
}

/// Like `KRK` or `KRKM makruk`.
impl fmt::Display for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place() {
            None => self.ending.fmt(f),
            Some(place) => write!(f, "{} {}", self.ending, RULES[place].1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_have_the_numbers_of_their_places() {
        for (place, (rule, _)) in RULES.into_iter().enumerate() {
            assert_eq!(rule_place(rule), Some(place));
        }
        for id in TableId::all(5) {
            let again = TableId::with_number(id.ending.clone(), id.number());
            assert_eq!(again.as_ref(), Some(&id));
            assert_eq!(TableId::with_number(id.ending, 3), None);
        }
        assert_eq!([3, 4, 5].map(|men| TableId::all(men).len()), [6, 46, 66]);
    }
}
