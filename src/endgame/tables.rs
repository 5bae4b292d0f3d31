//! A set of tables.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::build::{self, BuildProgress};
use super::ending::{CODES, Ending, MAX_MEN, place_of_single};
use super::error::{TableError, TableFlaw};
use super::file::{self, Content, Packed};
use super::id::{Metric, TableId};
use super::store::Store;
use super::table::Table;
use super::table::{Conversion, Conversions};
use crate::rules::{Count, CountingRule};

/// Tables up to this number of men are small: they are part of the program, and those of files are
/// unpacked when they are opened.
pub(super) const SMALL_MEN: usize = 4;

/// A set of endgame tables, in memory or in files. Cheap to clone, and shared between threads.
#[derive(Clone, Default)]
pub struct Tables(pub(super) Arc<Set>);

/// The tables by what stands on the board.
#[derive(Clone, Default)]
pub(super) struct Set {
    /// By [`Set::place`]; as long as needed.
    tables: Vec<Option<Arc<Table>>>,
}

impl Tables {
    /// Builds all tables of up to four men in memory, as they are part of the program. A matter of
    /// seconds.
    #[cfg(test)]
    pub(super) fn build_small(threads: usize) -> Tables {
        let mut tables = Tables::default();
        for id in TableId::all(SMALL_MEN) {
            tables.build(&id, threads, &|_, _| {}).unwrap();
        }
        tables
    }

    /// Opens all tables of a folder and checks them. Those of up to four men are taken into memory,
    /// larger ones stay in their files, which must not be changed as long as they are in use.
    ///
    /// # Errors
    /// There are none, one is damaged or cannot be read, or one that another needs is missing.
    pub fn open(folder: &Path) -> Result<Tables, TableError> {
        Tables::default().with_folder(folder)
    }

    /// The same tables and those of a folder that are not among them; all of the folder's are checked.
    ///
    /// # Errors
    /// As for [`Tables::open`].
    pub fn with_folder(mut self, folder: &Path) -> Result<Tables, TableError> {
        let failed = |source| TableError::Io { path: folder.into(), source };
        let mut files = Vec::new();
        for entry in fs::read_dir(folder).map_err(failed)? {
            let path = entry.map_err(failed)?.path();
            if path.extension().is_some_and(|extension| extension == file::EXTENSION) {
                let file = Packed::open(&path)?;
                if path.file_name() != Some(file.id().file_name().as_ref()) {
                    let flaw = TableFlaw::Other(file.id().to_string());
                    return Err(TableError::Flawed { path, flaw });
                }
                files.push((file, path));
            }
        }
        if files.is_empty() {
            return Err(TableError::None { path: folder.into() });
        }
        files.retain(|(file, _)| self.0.find(file.id()).is_none());
        // Captures lead to endings with fewer men and to none with two pieces a side, promotions to
        // endings without a bia or, the same number of men being left, a name that comes before.
        files.sort_by_key(|(file, _)| {
            (file.id().ending().men(), file.id().rule().is_some(), file.id().file_name())
        });
        for (file, path) in files {
            self.add_file(file, path)?;
        }
        Ok(self)
    }

    /// Adds the table of a file in `folder`, if there is one; whether there is.
    ///
    /// # Errors
    /// It is damaged, cannot be read, or is not the one that its name says; a table that it needs is
    /// missing.
    pub fn load(&mut self, id: &TableId, folder: &Path) -> Result<bool, TableError> {
        let path = folder.join(id.file_name());
        if !path.exists() {
            return Ok(false);
        }
        let file = Packed::open(&path)?;
        if file.id() != id {
            return Err(TableError::Flawed { path, flaw: TableFlaw::Other(file.id().to_string()) });
        }
        self.add_file(file, path)?;
        Ok(true)
    }

    fn add_file(&mut self, file: Packed, path: PathBuf) -> Result<(), TableError> {
        let id = file.id().clone();
        let store = if id.ending().men() <= SMALL_MEN {
            let entries = file.unpack_all();
            Store::in_memory(
                entries.map_err(|flaw| TableError::Flawed { path: path.clone(), flaw })?,
            )
        } else {
            Store::Packed(Box::new(file))
        };
        let conversions = self.0.conversions(&id);
        let conversions = conversions.map_err(|needed| TableError::Missing { path, needed })?;
        self.add(Table::new(id, conversions, store));
        Ok(())
    }

    /// Builds a table from those that captures and promotions lead to. `progress` is told how far it is.
    ///
    /// # Errors
    /// The ending whose table is missing.
    pub fn build(
        &mut self,
        id: &TableId,
        threads: usize,
        progress: &BuildProgress,
    ) -> Result<(), Ending> {
        let conversions = self.0.conversions(id)?;
        let entries = build::entries(id.ending(), &conversions, threads, progress);
        self.add(Table::new(id.clone(), conversions, Store::in_memory(entries)));
        Ok(())
    }

    /// About how many bytes of memory it takes to build a table.
    pub fn memory_to_build(id: &TableId) -> usize {
        build::memory(id.ending())
    }

    pub(super) fn add(&mut self, table: Table) {
        Arc::make_mut(&mut self.0).add(table);
    }

    /// Writes a table of the set to its file in `folder`, packed with this zstd level (1–22): first
    /// to a file of another name, so that a file of the right name is always complete. Returns its
    /// length, `None` if the set has no such table.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn save(
        &self,
        id: &TableId,
        folder: &Path,
        level: i32,
        threads: usize,
    ) -> Result<Option<u64>, TableError> {
        let Some(table) = self.0.find(id) else { return Ok(None) };
        let content = Content { id: id.clone(), layout: table.layout(), store: table.store() };
        file::write(&folder.join(id.file_name()), &content, level, threads).map(Some)
    }

    /// What there are tables of.
    pub fn ids(&self) -> Vec<TableId> {
        TableId::all(MAX_MEN).into_iter().filter(|id| self.0.find(id).is_some()).collect()
    }

    /// Bytes of memory that the tables take; of those in files only what is unpacked now.
    pub fn memory(&self) -> usize {
        self.0.tables.iter().flatten().map(|table| table.store().memory()).sum()
    }
}

impl fmt::Debug for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.ids().iter().map(TableId::to_string)).finish()
    }
}

impl Set {
    /// The table with these pieces; where it depends on them, the rule that has this place and the
    /// metric.
    #[inline]
    pub(super) fn table(
        &self,
        pieces: Pieces,
        rule: Option<usize>,
        metric: Metric,
    ) -> Option<&Arc<Table>> {
        self.tables.get(Set::place(pieces, rule, metric))?.as_ref()
    }

    fn place(Pieces { strong, weak }: Pieces, rule: Option<usize>, metric: Metric) -> usize {
        let weak = weak.map_or(0, |weak| 1 + weak);
        ((weak * 2 + rule.unwrap_or(0)) * 2 + metric as usize) * CODES + strong
    }

    /// The table of `id`.
    pub(super) fn find(&self, id: &TableId) -> Option<&Arc<Table>> {
        self.table(Pieces::of(id.ending()), id.place(), id.metric())
    }

    fn add(&mut self, table: Table) {
        let id = table.id();
        let place = Set::place(Pieces::of(id.ending()), id.place(), id.metric());
        if self.tables.len() <= place {
            self.tables.resize(place + 1, None);
        }
        self.tables[place] = Some(Arc::new(table));
    }

    /// What captures and promotions lead to, or the ending whose table is missing.
    pub(super) fn conversions(&self, id: &TableId) -> Result<Conversions, Ending> {
        let ending = id.ending();
        let find = |left: Ending, swapped, starts: fn(&Ending, CountingRule) -> Count| {
            let rule = id.rule().filter(|_| left.depends_on_rule());
            let metric = if left.weak().is_some() { id.metric() } else { Metric::Mate };
            // As long as both sides have a piece, or a bia is left, no other count starts, nor where
            // the king was bare before.
            let count = match id.rule() {
                Some(by) if left.weak().is_none() => starts(&left, by),
                _ => Count::NONE,
            };
            let into = TableId { ending: left, rule, metric };
            match self.find(&into) {
                Some(table) => {
                    let table = Arc::clone(table);
                    Ok(Conversion { table, swapped, count, metric: id.metric() })
                }
                None => Err(into.ending),
            }
        };
        let starts = if ending.weak().is_some() { Ending::count } else { Ending::count_by_king };
        let captures = (0..ending.men() - 2).map(|taken| {
            let left = ending.without(taken);
            left.map(|(left, swapped)| find(left, swapped, starts)).transpose()
        });
        let promotion = ending.promoted().map(|next| find(next, false, Ending::count));
        Ok(Conversions {
            captures: captures.collect::<Result<_, Ending>>()?,
            promotion: promotion.transpose()?,
        })
    }
}

/// The pieces on the board, to look a table up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Pieces {
    /// The code of the strong side's.
    pub(super) strong: usize,
    /// The place of the weak side's piece, if its king is not bare.
    pub(super) weak: Option<usize>,
}

impl Pieces {
    fn of(ending: &Ending) -> Pieces {
        let weak = ending.weak().and_then(|weak| place_of_single(Ending::code_of(&[weak])));
        Pieces { strong: ending.code(), weak }
    }
}
