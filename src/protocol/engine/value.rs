//! The values of options: from text, and why one was refused.

use thiserror::Error;

use crate::eval::network::NetworkError;

/// Why an option was not set.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OptionError {
    /// There is no option of that name.
    #[error("there is no option '{0}'")]
    Unknown(String),
    /// An option that needs a value came without one.
    #[error("option {0} needs a value")]
    NoValue(&'static str),
    /// A number was expected.
    #[error("option {name} takes a whole number, not '{value}'")]
    NotANumber {
        /// The option.
        name: &'static str,
        /// What came instead.
        value: String,
    },
    /// `true` or `false` was expected.
    #[error("option {name} takes true or false, not '{value}'")]
    NotABool {
        /// The option.
        name: &'static str,
        /// What came instead.
        value: String,
    },
    /// One of several names was expected.
    #[error("option {name} is one of {}, not '{value}'", names.join(", "))]
    NotAChoice {
        /// The option.
        name: &'static str,
        /// What it can be.
        names: &'static [&'static str],
        /// What came instead.
        value: String,
    },
    /// A network file can't be used.
    #[error("option EvalFile: {path}: {why}")]
    Network {
        /// The file.
        path: String,
        /// What is wrong with it.
        why: NetworkError,
    },
    /// The tables of a folder can't be used.
    #[error("option TablePath: {0}")]
    Tables(String),
    /// The name of a variant was expected.
    #[error("there is no variant '{0}'")]
    UnknownVariant(String),
}

pub(super) fn read_bool(name: &'static str, value: &str) -> Result<bool, OptionError> {
    const WORDS: [(&str, bool); 8] = [
        ("true", true),
        ("false", false),
        ("1", true),
        ("0", false),
        ("on", true),
        ("off", false),
        ("yes", true),
        ("no", false),
    ];
    let known = WORDS.iter().find(|(word, _)| word.eq_ignore_ascii_case(value));
    known.map(|&(_, on)| on).ok_or_else(|| OptionError::NotABool { name, value: value.into() })
}

pub(super) fn read_choice(
    name: &'static str,
    names: &'static [&'static str],
    value: &str,
) -> Result<usize, OptionError> {
    let found = names.iter().position(|known| known.eq_ignore_ascii_case(value));
    found.ok_or_else(|| OptionError::NotAChoice { name, names, value: value.into() })
}

/// A whole number; one too large for any type is as large as can be.
pub(super) fn read_number(name: &'static str, value: &str) -> Result<i64, OptionError> {
    crate::protocol::number::read(value)
        .ok_or_else(|| OptionError::NotANumber { name, value: value.into() })
}
