//! The options, one row of data each, for both protocols.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use super::memory::MAX_HASH;
use super::value::{OptionError, read_bool, read_choice, read_number};
use super::{Engine, Values};
use crate::eval::network::Network;
use crate::rules::{CountingChoice, CountingMode, LeapRule, RuleOptions, Variant};

/// An option that a GUI can set.
#[derive(Debug)]
pub struct OptionRow {
    /// Its name.
    pub name: &'static str,
    /// What values it takes, and what setting it does.
    pub kind: OptionKind,
    /// Whether XBoard shows it. What it doesn't show it has a command for, or no use.
    pub in_xboard: bool,
}

/// The kinds of options, each with what is done to set one.
#[derive(Debug)]
pub enum OptionKind {
    /// On or off.
    Check {
        /// What it is at first.
        default: bool,
        /// Sets it.
        apply: fn(&mut Engine, bool),
    },
    /// A whole number.
    Spin {
        /// What it is at first.
        default: i64,
        /// The least that it can be.
        min: i64,
        /// The most that it can be.
        max: i64,
        /// Sets it to a number in range.
        apply: fn(&mut Engine, i64),
    },
    /// The name of a file.
    File {
        /// What stands for no file.
        default: &'static str,
        /// Sets it.
        apply: fn(&mut Engine, &str) -> Result<(), OptionError>,
    },
    /// One of several names, of which the first is the default.
    Choice {
        /// The names.
        names: &'static [&'static str],
        /// Chooses the name of that number.
        apply: fn(&mut Engine, usize),
    },
    /// The name of a folder.
    Folder {
        /// What stands for no folder.
        default: &'static str,
        /// Sets it.
        apply: fn(&mut Engine, &str) -> Result<(), OptionError>,
    },
    /// One of the variants.
    Variant,
    /// Something to do at once.
    Button {
        /// Does it.
        apply: fn(&mut Engine),
    },
}

use OptionKind::{Button, Check, Choice, File, Spin};

const DEFAULT_HASH: i64 = 16;
const DEFAULT_OVERHEAD: i64 = 10;

/// Every option, in the order in which they are shown.
pub static OPTIONS: [OptionRow; 15] = [
    OptionRow { name: "UCI_Variant", kind: OptionKind::Variant, in_xboard: false },
    OptionRow {
        name: "CountingRule",
        kind: Choice {
            names: &CountingChoice::NAMES,
            apply: |engine, index| {
                let counting = CountingChoice::ALL[index];
                engine.set_rules(RuleOptions { counting, ..engine.rules });
            },
        },
        in_xboard: true,
    },
    OptionRow {
        name: "CountingMode",
        kind: Choice {
            names: &CountingMode::NAMES,
            apply: |engine, index| {
                let mode = CountingMode::ALL[index];
                engine.set_rules(RuleOptions { mode, ..engine.rules });
            },
        },
        in_xboard: true,
    },
    OptionRow {
        name: "LeapRule",
        kind: Choice {
            names: &LeapRule::NAMES,
            apply: |engine, index| {
                let leap = LeapRule::ALL[index];
                engine.set_rules(RuleOptions { leap, ..engine.rules });
            },
        },
        in_xboard: true,
    },
    OptionRow {
        name: "Hash",
        kind: Spin {
            default: DEFAULT_HASH,
            min: 1,
            max: MAX_HASH as i64,
            apply: |engine, megabytes| {
                engine.values.hash = to_usize(megabytes);
                engine.resize_hash(to_usize(megabytes));
            },
        },
        in_xboard: false,
    },
    OptionRow {
        name: "Clear Hash",
        kind: Button { apply: |engine| engine.clear_hash() },
        in_xboard: true,
    },
    OptionRow {
        name: "Threads",
        kind: Spin {
            default: 1,
            min: 1,
            max: 1,
            apply: |engine, number| engine.values.threads = to_usize(number),
        },
        in_xboard: false,
    },
    OptionRow {
        name: "MultiPV",
        kind: Spin {
            default: 1,
            min: 1,
            max: 256,
            apply: |engine, lines| engine.values.multipv = to_usize(lines),
        },
        in_xboard: true,
    },
    OptionRow {
        name: "Ponder",
        kind: Check { default: false, apply: |engine, on| engine.values.ponder = on },
        in_xboard: false,
    },
    OptionRow {
        name: "Move Overhead",
        kind: Spin {
            default: DEFAULT_OVERHEAD,
            min: 0,
            max: 10_000,
            apply: |engine, ms| {
                engine.values.move_overhead = Duration::from_millis(ms.unsigned_abs());
            },
        },
        in_xboard: true,
    },
    OptionRow {
        name: "UCI_ShowWDL",
        kind: Check { default: false, apply: |engine, on| engine.values.show_wdl = on },
        in_xboard: false,
    },
    OptionRow {
        name: "UCI_AnalyseMode",
        kind: Check { default: false, apply: |engine, on| engine.values.analyse_mode = on },
        in_xboard: false,
    },
    OptionRow {
        name: "EvalFile",
        kind: File { default: BUILT_IN, apply: set_eval_file },
        in_xboard: true,
    },
    OptionRow {
        name: "Tables",
        kind: Check {
            default: true,
            apply: |engine, on| {
                engine.tables.enabled = on;
                // The hash is full of what the tables said.
                engine.clear_hash();
            },
        },
        in_xboard: true,
    },
    OptionRow {
        name: "TablePath",
        kind: OptionKind::Folder { default: EMPTY, apply: set_table_path },
        in_xboard: true,
    },
];

/// Stands for the network that is part of the program.
const BUILT_IN: &str = "<built-in>";

fn set_eval_file(engine: &mut Engine, path: &str) -> Result<(), OptionError> {
    engine.values.network = match path {
        BUILT_IN => None,
        _ => {
            let refused = |why| OptionError::Network { path: path.into(), why };
            Some(Arc::from(Network::load(path).map_err(refused)?))
        }
    };
    // The table is full of the other evaluation's scores.
    engine.clear_hash();
    Ok(())
}

/// Stands for no folder, as in other engines.
const EMPTY: &str = "<empty>";

fn set_table_path(engine: &mut Engine, path: &str) -> Result<(), OptionError> {
    let folder = (path != EMPTY).then(|| Path::new(path));
    engine.tables.open(folder).map_err(|why| OptionError::Tables(why.to_string()))?;
    if folder.is_none() {
        engine.clear_hash();
    }
    Ok(())
}

/// The values before anything is set.
pub(super) fn defaults() -> Values {
    Values {
        multipv: 1,
        move_overhead: Duration::from_millis(DEFAULT_OVERHEAD.unsigned_abs()),
        show_wdl: false,
        analyse_mode: false,
        ponder: false,
        threads: 1,
        network: None,
        hash: to_usize(DEFAULT_HASH),
    }
}

fn to_usize(number: i64) -> usize {
    usize::try_from(number).unwrap_or(0)
}

/// The option of that name, in any case of letters and with any spaces between its words.
pub fn find_option(name: &str) -> Option<&'static OptionRow> {
    let words = || name.split_ascii_whitespace();
    OPTIONS.iter().find(|row| {
        let mut given = words();
        let agree = row
            .name
            .split(' ')
            .all(|word| given.next().is_some_and(|other| other.eq_ignore_ascii_case(word)));
        agree && given.next().is_none()
    })
}

pub(super) fn set(
    engine: &mut Engine,
    name: &str,
    value: Option<&str>,
) -> Result<&'static OptionRow, OptionError> {
    let row = find_option(name).ok_or_else(|| OptionError::Unknown(name.into()))?;
    let value = value.map(str::trim).filter(|value| !value.is_empty());
    let text = || value.ok_or(OptionError::NoValue(row.name));
    match row.kind {
        Button { apply } => apply(engine),
        File { apply, default } | OptionKind::Folder { apply, default } => {
            // A GUI's field that was cleared has no value.
            apply(engine, value.unwrap_or(default))?;
        }
        Check { apply, .. } => apply(engine, read_bool(row.name, text()?)?),
        Spin { min, max, apply, .. } => {
            let wanted = read_number(row.name, text()?)?;
            let number = wanted.clamp(min, max);
            if number != wanted {
                let name = row.name;
                let note = format!("option {name} must be {min} to {max}, using {number}");
                engine.notes.push(note);
            }
            apply(engine, number);
        }
        Choice { names, apply } => apply(engine, read_choice(row.name, names, text()?)?),
        OptionKind::Variant => {
            let name = text()?;
            let variant = Variant::find(name);
            engine.set_variant(variant.ok_or_else(|| OptionError::UnknownVariant(name.into()))?);
        }
    }
    Ok(row)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::Inbox;

    fn engine() -> Engine {
        Engine::new(Inbox::new().1).unwrap()
    }

    #[test]
    fn the_table_agrees_with_the_defaults() {
        let mut engine = engine();
        let before = engine.values.clone();
        for row in &OPTIONS {
            match row.kind {
                Check { default, apply } => apply(&mut engine, default),
                Spin { default, min, max, apply } => {
                    assert!(min <= default && default <= max);
                    apply(&mut engine, default);
                }
                Choice { names, apply } => {
                    for index in (0..names.len()).rev() {
                        apply(&mut engine, index);
                    }
                    assert_eq!(engine.rules, RuleOptions::default());
                }
                _ => {}
            }
        }
        assert_eq!(engine.values, before);
    }

    #[test]
    fn names_are_found_in_any_case_and_spacing() {
        assert_eq!(find_option("clear  HASH").unwrap().name, "Clear Hash");
        assert!(find_option("Clear").is_none());
        assert!(find_option("Hash Clear").is_none());
        assert!(find_option("").is_none());
    }

    #[test]
    fn numbers_are_clamped_and_the_rest_refused() {
        let mut engine = engine();
        assert!(engine.set_option("multipv", Some("0")).is_ok());
        assert_eq!(engine.values.multipv, 1);
        assert_eq!(engine.take_notes().len(), 1);
        assert!(engine.set_option("MultiPV", Some("99999999999999999999999")).is_ok());
        assert_eq!(engine.values.multipv, 256);
        assert_eq!(engine.take_notes(), ["option MultiPV must be 1 to 256, using 256"]);
        for value in ["x", "1.5", "", "--1", "-"] {
            assert!(engine.set_option("MultiPV", Some(value)).is_err(), "{value}");
        }
        assert!(engine.set_option("MultiPV", None).is_err());
        assert!(engine.set_option("Ponder", Some("maybe")).is_err());
        assert_eq!(engine.values.multipv, 256);
        assert!(engine.set_option("ponder", Some("TRUE")).is_ok());
        assert!(engine.values.ponder);
    }

    #[test]
    fn rules_are_chosen_by_name() {
        let mut engine = engine();
        assert!(engine.set_option("CountingRule", Some("Fewer-Pieces")).is_ok());
        assert!(engine.set_option("uci_variant", Some("ouk")).is_ok());
        assert!(engine.set_option("LeapRule", Some("classic")).is_ok());
        assert!(engine.set_option("CountingMode", Some("declared")).is_ok());
        let error = engine.set_option("CountingRule", Some("chess")).unwrap_err().to_string();
        assert_eq!(
            error,
            "option CountingRule is one of default, simple, fewer-pieces, none, not 'chess'"
        );
        let expected = RuleOptions {
            counting: CountingChoice::FewerPieces,
            mode: CountingMode::Declared,
            leap: LeapRule::Classic,
        };
        assert!(engine.variant().is(Variant::find("cambodian").unwrap().with(expected)));
    }

    #[test]
    fn an_unknown_variant_changes_nothing() {
        let mut engine = engine();
        assert!(engine.set_option("UCI_Variant", Some("ouk")).is_ok());
        assert!(engine.set_option("UCI_Variant", Some("chess")).is_err());
        assert_eq!(engine.variant().name, "cambodian");
    }
}
