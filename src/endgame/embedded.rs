//! The tables that are part of the program.
//!
//! `mekong tables embed` makes them: all tables of up to four men one after the other, each as a file
//! holds it and before it its length in four bytes, little-endian. Where makruk's and another rule's
//! tables of an ending differ little, a block of the other one has makruk's as its dictionary.

use std::path::Path;
use std::sync::{Arc, LazyLock};

use super::error::{TableError, TableFlaw};
use super::file::{Content, Embedded, Packing};
use super::id::TableId;
use super::store::Store;
use super::table::Table;
use super::tables::{SMALL_MEN, Tables};
use crate::storage::{self, Bytes, FormatFlaw};

/// What the command has made.
static BYTES: &[u8] = include_bytes!("embedded.mkets");

/// Level of zstd: the program is packed once and read often.
const LEVEL: i32 = 22;

/// Rows in a block: 128 KiB. Smaller ones are quicker to unpack and pack worse.
const BLOCK_ROWS: usize = 2048;

impl Tables {
    /// The tables of up to four men: a bare king against one or two pieces, bia among them, and one
    /// piece each. They are part of the program, and there at once: a probe unpacks the block that it
    /// needs, if none has done so before. Every call gives the same ones.
    pub fn embedded() -> Tables {
        static TABLES: LazyLock<Tables> = LazyLock::new(|| {
            let tables = read(BYTES);
            debug_assert!(tables.is_ok(), "{tables:?}");
            tables.unwrap_or_default()
        });
        TABLES.clone()
    }

    /// Builds the tables of up to four men and writes them to `path`, for the program to be compiled
    /// with. `each` is told which table comes next. Returns the length of the file.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn embed(
        path: &Path,
        threads: usize,
        mut each: impl FnMut(&TableId),
    ) -> Result<usize, TableError> {
        let failed = |source| TableError::Io { path: path.into(), source };
        let mut tables = Tables::default();
        let mut bytes = Vec::new();
        for id in TableId::all(SMALL_MEN) {
            each(&id);
            tables
                .build(&id, threads, &|_, _| {})
                .map_err(|needed| TableError::Missing { path: path.into(), needed })?;
            let Some(table) = tables.0.find(&id) else { continue };
            let base = id.base().and_then(|id| Some((tables.0.find(&id)?, id)));
            let base = base.as_ref().map(|(table, id)| content(table, id));
            let packing = Packing { level: LEVEL, block_rows: BLOCK_ROWS, base: base.as_ref() };
            let packed = content(table, &id).packed(&packing, threads).map_err(failed)?;
            bytes.extend_from_slice(&(packed.len() as u32).to_le_bytes());
            bytes.extend_from_slice(&packed);
        }
        storage::write(path, &bytes).map_err(failed)?;
        Ok(bytes.len())
    }
}

fn content<'a>(table: &'a Table, id: &TableId) -> Content<'a> {
    Content { id: id.clone(), layout: table.layout(), store: table.store() }
}

/// The tables that are packed in `bytes`.
fn read(bytes: &'static [u8]) -> Result<Tables, TableFlaw> {
    let mut bytes = Bytes(bytes);
    let mut tables = Tables::default();
    let mut read: Vec<Arc<Embedded>> = Vec::new();
    while !bytes.0.is_empty() {
        let length = bytes.u32().ok_or(FormatFlaw::Torn)? as usize;
        let file = bytes.take(length).ok_or(FormatFlaw::Torn)?;
        let find = |id: TableId| read.iter().find(|table| *table.id() == id).cloned();
        let table = Arc::new(Embedded::new(file, |id| find(id.base()?))?);
        read.push(Arc::clone(&table));
        let conversions = tables.0.conversions(table.id()).map_err(|_| FormatFlaw::Torn)?;
        tables.add(Table::new(table.id().clone(), conversions, Store::Embedded(table)));
    }
    Ok(tables)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::endgame::table::Turn;

    /// What `mekong tables embed` would make now says the same of every position.
    #[test]
    fn they_are_those_of_a_fresh_build() {
        let (embedded, built) = (Tables::embedded(), Tables::build_small(2));
        assert_eq!(embedded.ids(), TableId::all(SMALL_MEN));
        for id in embedded.ids() {
            let [embedded, built] = [&embedded, &built].map(|tables| tables.0.find(&id).unwrap());
            for row in 0..built.layout().rows() {
                let legal = built.legal(&built.layout().men(row), Turn::Strong);
                let [ours, fresh] =
                    [&embedded, &built].map(|table| table.store().row(row).unwrap());
                for king in legal {
                    assert_eq!(ours[king.index()], fresh[king.index()], "{id} {row} {king}");
                }
            }
        }
    }

    #[test]
    fn what_is_cut_off_is_no_table() {
        for len in [1, 3, 100, BYTES.len() - 1] {
            assert!(read(&BYTES[..len]).is_err());
        }
    }
}
