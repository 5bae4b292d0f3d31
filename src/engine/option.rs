//! What an option is, for whatever it is set in: its kinds of values, how they are read, and why one
//! was refused.

use thiserror::Error;

use super::number;
use crate::eval::network::NetworkError;
use crate::rules::Variant;

/// An option of a `T` that a GUI can set.
#[derive(Debug)]
pub struct OptionRow<T: 'static> {
    /// Its name.
    pub name: &'static str,
    /// What values it takes, and what setting it does.
    pub kind: OptionKind<T>,
}

/// The kinds of options, each with what is done to set one.
#[derive(Debug)]
pub enum OptionKind<T: 'static> {
    /// On or off.
    Check {
        /// What it is at first.
        default: bool,
        /// Sets it.
        apply: fn(&mut T, bool),
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
        apply: fn(&mut T, i64),
    },
    /// The name of a file.
    File {
        /// What stands for no file.
        default: &'static str,
        /// Sets it.
        apply: fn(&mut T, &str) -> Result<(), OptionError>,
    },
    /// One of several names, of which the first is the default.
    Choice {
        /// The names.
        names: &'static [&'static str],
        /// Chooses the name of that number.
        apply: fn(&mut T, usize),
    },
    /// The name of a folder.
    Folder {
        /// What stands for no folder.
        default: &'static str,
        /// Sets it.
        apply: fn(&mut T, &str) -> Result<(), OptionError>,
    },
    /// One of the variants, of which the first is the default.
    Variant {
        /// Chooses it.
        apply: fn(&mut T, &'static Variant),
    },
    /// Something to do at once.
    Button {
        /// Does it.
        apply: fn(&mut T),
    },
}

/// A number that was out of an option's range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clamped {
    /// The option.
    pub name: &'static str,
    /// The least that it can be.
    pub min: i64,
    /// The most that it can be.
    pub max: i64,
    /// The number that was taken.
    pub used: i64,
}

impl<T> OptionRow<T> {
    /// The row of that name, in any case of letters and with any spaces between its words.
    pub fn find(rows: &'static [OptionRow<T>], name: &str) -> Option<&'static OptionRow<T>> {
        rows.iter().find(|row| {
            let mut given = name.split_ascii_whitespace();
            let agree = row
                .name
                .split(' ')
                .all(|word| given.next().is_some_and(|other| other.eq_ignore_ascii_case(word)));
            agree && given.next().is_none()
        })
    }

    /// Sets the option to the value that a text stands for, and says if another one was taken.
    ///
    /// # Errors
    /// Says why nothing has changed.
    pub fn set(&self, target: &mut T, value: Option<&str>) -> Result<Option<Clamped>, OptionError> {
        let name = self.name;
        // A value that a GUI has lost on the way is there, and empty.
        let is_lost = value.is_some_and(|value| value.trim().is_empty());
        let value = value.map(str::trim).filter(|value| !value.is_empty());
        let text = || value.ok_or(OptionError::NoValue(name));
        match self.kind {
            OptionKind::Button { apply } => apply(target),
            OptionKind::File { apply, default } | OptionKind::Folder { apply, default } => {
                // A GUI's field that was cleared has no value.
                apply(target, value.unwrap_or(default))?;
            }
            OptionKind::Check { apply, .. } => apply(target, read_bool(name, text()?)?),
            OptionKind::Spin { min, max, apply, .. } => {
                let wanted = read_number(name, text()?)?;
                let used = wanted.clamp(min, max);
                apply(target, used);
                return Ok((used != wanted).then_some(Clamped { name, min, max, used }));
            }
            OptionKind::Choice { names, apply } => {
                let text = if is_lost { "default" } else { text()? };
                apply(target, read_choice(name, names, text)?);
            }
            OptionKind::Variant { apply } => {
                let name = text()?;
                let unknown = || OptionError::UnknownVariant(name.into());
                apply(target, Variant::find(name).ok_or_else(unknown)?);
            }
        }
        Ok(None)
    }
}

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

fn read_bool(name: &'static str, value: &str) -> Result<bool, OptionError> {
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

fn read_choice(
    name: &'static str,
    names: &'static [&'static str],
    value: &str,
) -> Result<usize, OptionError> {
    // Not offered, since the word is one of the protocol's own: GUIs lose it on the way.
    let is_default = value.eq_ignore_ascii_case("default");
    let found = names.iter().position(|known| known.eq_ignore_ascii_case(value));
    found.or(is_default.then_some(0)).ok_or_else(|| OptionError::NotAChoice {
        name,
        names,
        value: value.into(),
    })
}

/// A whole number; one too large for any type is as large as can be.
fn read_number(name: &'static str, value: &str) -> Result<i64, OptionError> {
    number::read(value).ok_or_else(|| OptionError::NotANumber { name, value: value.into() })
}
