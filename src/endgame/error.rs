//! What may be wrong with files of tables.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use super::ending::{Ending, UnknownEnding};
use crate::storage::FormatFlaw;

/// Why tables cannot be read or written.
#[derive(Debug, Error)]
pub enum TableError {
    /// A file or folder cannot be opened, read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The file is no sound table.
    #[error("{}: {flaw}", path.display())]
    Flawed {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        flaw: TableFlaw,
    },
    /// A table is of no use without another one.
    #[error("{}: moves lead to {needed}, whose table is missing", path.display())]
    Missing {
        /// The table.
        path: PathBuf,
        /// The ending whose table is needed.
        needed: Ending,
    },
    /// There are no tables in the folder.
    #[error("{}: no tables here (files named *.{})", path.display(), super::file::EXTENSION)]
    None {
        /// The folder.
        path: PathBuf,
    },
}

/// What is wrong with a file.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TableFlaw {
    /// The file is no table, of another version or its header is damaged.
    #[error(transparent)]
    Format(#[from] FormatFlaw),
    /// The file is shorter or longer than its header says.
    #[error("damaged: {found} bytes long instead of {expected}")]
    Length {
        /// Bytes that it should have.
        expected: u64,
        /// Bytes that it has.
        found: u64,
    },
    /// The ending is none of this program's.
    #[error(transparent)]
    Ending(#[from] UnknownEnding),
    /// The counting rule or the metric is unknown or not one for this ending.
    #[error("counting rule {rule} and metric {metric} do not fit the ending")]
    Rule {
        /// The rule's number.
        rule: u8,
        /// The metric's number.
        metric: u8,
    },
    /// The file's name says something else.
    #[error("this is the table of {0}, not the one of the file's name")]
    Other(String),
    /// The blocks are not those of the ending's table.
    #[error("the blocks are not those of the ending's table")]
    Blocks,
    /// There is no memory to unpack a block.
    #[error("there is no memory for it")]
    Memory,
    /// A block cannot be read.
    #[error("block {0} cannot be read")]
    Unread(usize),
    /// A block does not match its checksum.
    #[error("damaged: the checksum of block {0} is wrong")]
    BlockChecksum(usize),
    /// A block does not unpack to its length.
    #[error("damaged: block {0} does not unpack")]
    Packing(usize),
}
