//! The engine's options, one row of data each.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use super::memory::MAX_HASH;
use super::{Engine, OptionError, OptionKind, OptionRow, Values};
use crate::eval::network::Network;
use crate::rules::{CountingChoice, CountingMode, LeapRule, RuleOptions};

use OptionKind::{Button, Check, Choice, File, Folder, Spin};

const DEFAULT_HASH: i64 = 16;
const DEFAULT_OVERHEAD: i64 = 10;
const MAX_CONTEMPT: i64 = 200;

/// Every option, in the order in which they are shown.
pub static OPTIONS: [OptionRow<Engine>; 15] = [
    OptionRow { name: "UCI_Variant", kind: OptionKind::Variant { apply: Engine::set_variant } },
    OptionRow {
        name: "CountingRule",
        kind: Choice {
            names: &CountingChoice::NAMES,
            apply: |engine, index| {
                let counting = CountingChoice::ALL[index];
                engine.set_rules(RuleOptions { counting, ..engine.rules.options() });
            },
        },
    },
    OptionRow {
        name: "CountingMode",
        kind: Choice {
            names: &CountingMode::NAMES,
            apply: |engine, index| {
                let mode = CountingMode::ALL[index];
                engine.set_rules(RuleOptions { mode, ..engine.rules.options() });
            },
        },
    },
    OptionRow {
        name: "LeapRule",
        kind: Choice {
            names: &LeapRule::NAMES,
            apply: |engine, index| {
                let leap = LeapRule::ALL[index];
                engine.set_rules(RuleOptions { leap, ..engine.rules.options() });
            },
        },
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
    },
    OptionRow { name: "Clear Hash", kind: Button { apply: |engine| engine.clear_hash() } },
    OptionRow {
        name: "Threads",
        kind: Spin {
            default: 1,
            min: 1,
            max: 256,
            apply: |engine, number| engine.set_threads(to_usize(number)),
        },
    },
    OptionRow {
        name: "MultiPV",
        kind: Spin {
            default: 1,
            min: 1,
            max: 256,
            apply: |engine, lines| engine.values.multipv = to_usize(lines),
        },
    },
    OptionRow {
        name: "Ponder",
        kind: Check { default: false, apply: |engine, on| engine.values.ponder = on },
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
    },
    OptionRow {
        name: "UCI_AnalyseMode",
        kind: Check { default: false, apply: |engine, on| engine.values.analyse_mode = on },
    },
    OptionRow {
        name: "Contempt",
        kind: Spin {
            default: 0,
            min: -MAX_CONTEMPT,
            max: MAX_CONTEMPT,
            apply: |engine, centipawns| {
                engine.values.contempt = centipawns as i32;
                // The hash is full of what draws were worth.
                engine.clear_hash();
            },
        },
    },
    OptionRow { name: "EvalFile", kind: File { default: BUILT_IN, apply: set_eval_file } },
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
    },
    OptionRow { name: "TablePath", kind: Folder { default: EMPTY, apply: set_table_path } },
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
        analyse_mode: false,
        contempt: 0,
        ponder: false,
        threads: 1,
        network: None,
        hash: to_usize(DEFAULT_HASH),
        params: Arc::default(),
    }
}

fn to_usize(number: i64) -> usize {
    usize::try_from(number).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Note;
    use crate::rules::Variant;

    fn engine() -> Engine {
        Engine::new(|_| {}).unwrap()
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
                    assert_eq!(engine.rules.options(), RuleOptions::default());
                }
                _ => {}
            }
        }
        assert_eq!(engine.values, before);
    }

    #[test]
    fn names_are_found_in_any_case_and_spacing() {
        assert_eq!(OptionRow::find(&OPTIONS, "clear  HASH").unwrap().name, "Clear Hash");
        assert!(OptionRow::find(&OPTIONS, "Clear").is_none());
        assert!(OptionRow::find(&OPTIONS, "Hash Clear").is_none());
        assert!(OptionRow::find(&OPTIONS, "").is_none());
    }

    #[test]
    fn numbers_are_clamped_and_the_rest_refused() {
        let mut engine = engine();
        assert!(engine.set_option("multipv", Some("0")).is_ok());
        assert_eq!(engine.values.multipv, 1);
        assert_eq!(engine.take_notes().len(), 1);
        assert!(engine.set_option("MultiPV", Some("99999999999999999999999")).is_ok());
        assert_eq!(engine.values.multipv, 256);
        let notes: Vec<String> = engine.take_notes().iter().map(Note::to_string).collect();
        assert_eq!(notes, ["option MultiPV must be 1 to 256, using 256"]);
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
            "option CountingRule is one of variant, simple, fewer-pieces, none, not 'chess'"
        );
        let expected = RuleOptions {
            counting: CountingChoice::FewerPieces,
            mode: CountingMode::Declared,
            leap: LeapRule::Classic,
        };
        assert_eq!(engine.rules, Variant::find("cambodian").unwrap().with(expected));
    }

    #[test]
    fn an_unknown_variant_changes_nothing() {
        let mut engine = engine();
        assert!(engine.set_option("UCI_Variant", Some("ouk")).is_ok());
        assert!(engine.set_option("UCI_Variant", Some("chess")).is_err());
        assert_eq!(engine.variant().name, "cambodian");
    }
}
