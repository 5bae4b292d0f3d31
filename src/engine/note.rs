//! What the engine has to tell people apart from its searches.

use std::fmt;

use super::option::{Clamped, OptionError};

/// Something worth knowing about an earlier call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Note {
    /// A number was out of range.
    Clamped(Clamped),
    /// What an option asked for turned out to be of no use.
    Refused(OptionError),
    /// A hash table did not fit into memory; sizes in megabytes.
    SmallerHash {
        /// What was asked for.
        wanted: usize,
        /// What could be had.
        used: usize,
    },
    /// The system has no more threads.
    FewerThreads {
        /// What was asked for.
        wanted: usize,
        /// What could be had.
        used: usize,
    },
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::Clamped(Clamped { name, min, max, used }) => {
                write!(f, "option {name} must be {min} to {max}, using {used}")
            }
            Note::Refused(error) => error.fmt(f),
            Note::SmallerHash { wanted, used } => {
                write!(f, "a hash table of {wanted} MB does not fit into memory, using {used} MB")
            }
            Note::FewerThreads { wanted, used } => {
                write!(f, "the system has no {wanted} threads for the search, using {used}")
            }
        }
    }
}
