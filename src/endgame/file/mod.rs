//! Files of tables.
//!
//! ```text
//! magic       7 bytes   "MKTABLE"
//! version     1 byte
//! rule        1 byte    0: any, 1: makruk's, 2: cambodian limits
//! metric      1 byte    0: plies to mate, 1: to mate or the capture of the last piece
//! name        6 bytes   the ending's name, filled up with zeros
//! block rows  4 bytes   rows of 64 entries in a block; the last one may be shorter
//! blocks      4 bytes   number of blocks
//! index       8 bytes a block: length and CRC-32 of its packed bytes
//! checksum    4 bytes   CRC-32 of everything before
//! blocks                one after the other, each packed by zstd on its own
//! ```
//!
//! Numbers are little-endian. An entry is one byte: 0 for a draw, otherwise one more than the plies
//! to the end, with the strong side to move. In a block they stand column by column: all rows' entries
//! with the weak king on a1, then on b1, and so on. Entries that stand for no legal position hold
//! whatever packs well.

mod embedded;
mod header;
mod order;
mod packed;
mod write;

use crate::storage::Format;

pub(super) use embedded::Embedded;
pub(super) use packed::Packed;
pub(super) use write::{Content, Packing, write};

/// How files begin.
pub(super) const FORMAT: Format =
    Format { what: "table of Mekong's", magic: b"MKTABLE", version: 2, version_bytes: 1 };

/// How the names of the files end.
pub(super) const EXTENSION: &str = "mket";
