//! What a table is of.

use std::fmt;

use super::ending::Ending;
use crate::rules::CountingRule;

/// The rules that tables which depend on one are built for, in the order of their numbers in files.
const RULES: [(CountingRule, &str); 2] =
    [(CountingRule::Makruk, "makruk"), (CountingRule::Cambodian, "cambodian")];

/// What the plies of a table lead to.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Metric {
    /// Mate (DTM), as if the board's honour never ended.
    #[default]
    Mate,
    /// Mate or the capture of the last piece (DTZ): what must come before the board's honour ends,
    /// since it begins the count anew. Only where neither king is bare.
    Zeroing,
}

impl Metric {
    /// Both, in the order of their numbers in files.
    const ALL: [Metric; 2] = [Metric::Mate, Metric::Zeroing];
}

/// An ending, where the table depends on it the rule that counts, and what its plies lead to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableId {
    pub(super) ending: Ending,
    /// Where neither king is bare and with a bia, and only there.
    pub(super) rule: Option<CountingRule>,
    /// Against a bare king always mate.
    pub(super) metric: Metric,
}

impl TableId {
    /// The table of an ending under a rule, which may not matter to it. Against a bare king there
    /// is one of mates only. `None` if there are no tables for the rule.
    pub fn new(ending: Ending, rule: CountingRule, metric: Metric) -> Option<TableId> {
        rule_place(rule)?;
        let rule = ending.depends_on_rule().then_some(rule);
        let metric = if ending.weak().is_some() { metric } else { Metric::Mate };
        Some(TableId { ending, rule, metric })
    }

    /// The table with the numbers in files of a rule (0 for none) and a metric; `None` if they do
    /// not fit.
    pub(super) fn with_numbers(ending: Ending, rule: u8, metric: u8) -> Option<TableId> {
        let rule = match rule.checked_sub(1) {
            None => None,
            Some(place) => Some(RULES.get(usize::from(place))?.0),
        };
        let metric = *Metric::ALL.get(usize::from(metric))?;
        let fits = rule.is_some() == ending.depends_on_rule()
            && (metric == Metric::Mate || ending.weak().is_some());
        fits.then_some(TableId { ending, rule, metric })
    }

    /// Every table with up to `men` men, kings included, in an order in which each can be built
    /// from those before it.
    pub fn all(men: usize) -> Vec<TableId> {
        let of = |endings: Vec<Ending>, rule, metric| {
            endings.into_iter().map(move |ending| TableId { ending, rule, metric })
        };
        let with = move |men| {
            let bare = of(Ending::all_bare(men), None, Metric::Mate);
            let bia = RULES
                .into_iter()
                .flat_map(move |(rule, _)| of(Ending::all_with_bia(men), Some(rule), Metric::Mate));
            let armed = RULES.into_iter().flat_map(move |(rule, _)| {
                Metric::ALL
                    .into_iter()
                    .flat_map(move |metric| of(Ending::all_armed(men), Some(rule), metric))
            });
            bare.chain(bia).chain(armed)
        };
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

    /// What the table's plies lead to.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// The numbers of the rule (0 for none) and of the metric in files.
    pub(super) fn numbers(&self) -> [u8; 2] {
        [self.place().map_or(0, |place| place as u8 + 1), self.metric as u8]
    }

    /// Place of the rule among all that there are tables for.
    pub(super) fn place(&self) -> Option<usize> {
        self.rule.and_then(rule_place)
    }

    /// A table of the same ending that comes before this one and is much like it: by the first rule,
    /// or else of mates.
    pub(super) fn base(&self) -> Option<TableId> {
        let rule = self.rule.map(|_| RULES[0].0);
        let same = TableId { rule, ..self.clone() };
        let of_mates = TableId { metric: Metric::Mate, ..self.clone() };
        [same, of_mates].into_iter().find(|base| base != self)
    }

    /// The name of its file.
    pub fn file_name(&self) -> String {
        format!("{}.{}", self.to_string().replace(' ', "."), super::file::EXTENSION)
    }
}

/// Place of a rule among all that there are tables for.
pub(super) fn rule_place(rule: CountingRule) -> Option<usize> {
    RULES.iter().position(|&(known, _)| known == rule)
}

/// Like `KRK`, `KRKM makruk` or, by plies to the capture of the last piece, `KRKM makruk dtz`.
impl fmt::Display for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.ending.fmt(f)?;
        if let Some(place) = self.place() {
            write!(f, " {}", RULES[place].1)?;
        }
        match self.metric {
            Metric::Mate => Ok(()),
            Metric::Zeroing => f.write_str(" dtz"),
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
            let [rule, metric] = id.numbers();
            let again = TableId::with_numbers(id.ending.clone(), rule, metric);
            assert_eq!(again.as_ref(), Some(&id));
            assert_eq!(TableId::with_numbers(id.ending.clone(), 3, metric), None);
            assert_eq!(TableId::with_numbers(id.ending, rule, 2), None);
        }
        assert_eq!([3, 4, 5].map(|men| TableId::all(men).len()), [6, 66, 246]);
    }
}
