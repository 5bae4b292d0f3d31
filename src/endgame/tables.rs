//! A set of tables.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::bare::{Bare, Exit, Exits};
use super::build::{self, Progress};
use super::duel::{Captures, Duel};
use super::ending::{CODES, Ending, MAX_MEN};
use super::error::{Flaw, TableError};
use super::file::{self, Content, Packed};
use super::id::{Metric, TableId, rule_place};
use super::store::Store;
use super::table::{Needs, Table};
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
    /// By [`Set::bare_place`]; as long as needed.
    bare: Vec<Option<Arc<Bare>>>,
    /// By [`Set::duel_place`]; as long as needed.
    duels: Vec<Option<Arc<Duel>>>,
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
                    let flaw = Flaw::Other(file.id().to_string());
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
            return Err(TableError::Flawed { path, flaw: Flaw::Other(file.id().to_string()) });
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
        let needs = self.0.needs(&id).map_err(|needed| TableError::Missing { path, needed })?;
        self.add(Table::new(id.ending().clone(), needs, store));
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
        progress: &Progress,
    ) -> Result<(), Ending> {
        let needs = self.0.needs(id)?;
        let entries = build::entries(id.ending(), &needs, threads, progress);
        self.add(Table::new(id.ending().clone(), needs, Store::in_memory(entries)));
        Ok(())
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
        let bare = self.0.bare.iter().flatten().map(|table| table.store.memory());
        bare.chain(self.0.duels.iter().flatten().map(|table| table.store.memory())).sum()
    }
}

impl fmt::Debug for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.ids().iter().map(TableId::to_string)).finish()
    }
}

impl Set {
    /// The table of an ending with this code against a bare king; with a bia, the one of the rule
    /// that has this place.
    #[inline]
    pub(super) fn bare(&self, code: usize, rule: Option<usize>) -> Option<&Arc<Bare>> {
        self.bare.get(Set::bare_place(code, rule))?.as_ref()
    }

    fn bare_place(code: usize, rule: Option<usize>) -> usize {
        rule.unwrap_or(0) * CODES + code
    }

    /// The table of one piece each by the codes of the strong and the weak side, the place of the
    /// rule and the metric.
    #[inline]
    pub(super) fn duel(
        &self,
        strong: usize,
        weak: usize,
        rule: usize,
        metric: Metric,
    ) -> Option<&Arc<Duel>> {
        self.duels.get(Set::duel_place(strong, weak, rule, metric))?.as_ref()
    }

    /// Codes of one piece are powers of four.
    fn duel_place(strong: usize, weak: usize, rule: usize, metric: Metric) -> usize {
        let place = |code: usize| code.trailing_zeros() as usize / 2;
        (rule * 2 + metric as usize) * 16 + place(strong) * 4 + place(weak)
    }

    fn place_of(duel: &Duel) -> usize {
        let weak = Ending::code_of(&[duel.weak]);
        // Tables are only built for rules that have a place.
        Set::duel_place(duel.ending.code(), weak, rule_place(duel.rule).unwrap_or(0), duel.metric)
    }

    /// The table of `id`.
    pub(super) fn find(&self, id: &TableId) -> Option<Table> {
        let code = id.ending().code();
        match (id.place(), id.ending().weak()) {
            (Some(rule), Some(weak)) => {
                let weak = Ending::code_of(&[weak]);
                self.duel(code, weak, rule, id.metric()).cloned().map(Table::Duel)
            }
            (rule, _) => self.bare(code, rule).cloned().map(Table::Bare),
        }
    }

    fn add(&mut self, table: Table) {
        match table {
            Table::Bare(table) => {
                let place = Set::bare_place(table.ending.code(), table.rule.and_then(rule_place));
                put(&mut self.bare, place, table);
            }
            Table::Duel(table) => put(&mut self.duels, Set::place_of(&table), table),
        }
    }

    /// The tables that captures and promotions lead to, or the ending whose table is missing.
    pub(super) fn needs(&self, id: &TableId) -> Result<Needs, Ending> {
        let find = |ending: Ending| {
            let rule = if ending.has_bia() { id.place() } else { None };
            self.bare(ending.code(), rule).cloned().ok_or(ending)
        };
        let ending = id.ending();
        if let (Some(rule), Some(weak)) = (id.rule(), ending.weak()) {
            let [strong_single, weak_single] = ending.singles(weak);
            let singles = [find(strong_single)?, find(weak_single)?];
            let metric = id.metric();
            let captures = Captures::new(rule, metric, singles);
            return Ok(Needs::Duel { rule, metric, weak, captures });
        }
        // Without a bia the count that runs goes on.
        let exit = |ending: Ending, starts: fn(&Ending, CountingRule) -> Count| {
            let count = id.rule().map_or(Count::NONE, |rule| starts(&ending, rule));
            find(ending).map(|table| Exit { table, count })
        };
        let mut exits = Exits::default();
        for (piece, slot) in exits.captures.iter_mut().enumerate().take(ending.strong().len()) {
            *slot =
                ending.without(piece).map(|left| exit(left, Ending::count_by_king)).transpose()?;
        }
        exits.promotion = ending.promoted().map(|next| exit(next, Ending::count)).transpose()?;
        Ok(Needs::Bare { rule: id.rule(), exits })
    }
}

fn put<T>(places: &mut Vec<Option<Arc<T>>>, place: usize, table: Arc<T>) {
    if places.len() <= place {
        places.resize(place + 1, None);
    }
    places[place] = Some(table);
}
