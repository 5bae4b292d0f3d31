//! The endgame tables that the engine has: those that are part of the program, and the larger ones of
//! a folder.

use std::io;
use std::path::{Path, PathBuf};
use std::thread::{self, JoinHandle};

use crate::endgame::{TableError, Tables};

/// The tables at hand.
#[derive(Debug)]
pub(super) struct TableLoader {
    /// Whether tables are wanted at all.
    pub(super) enabled: bool,
    tables: Tables,
    /// A folder that is being opened.
    opening: Option<Opening>,
}

/// A folder that a thread opens and checks.
#[derive(Debug)]
struct Opening {
    folder: PathBuf,
    thread: JoinHandle<Result<Tables, TableError>>,
}

impl TableLoader {
    /// The tables of the program.
    pub(super) fn new() -> TableLoader {
        TableLoader { enabled: true, tables: Tables::embedded(), opening: None }
    }

    /// Begins to open the tables of a folder, which takes as long as reading them, or takes none any
    /// more. [`TableLoader::settle`] tells what became of it.
    pub(super) fn open(&mut self, folder: Option<&Path>) -> Result<(), TableError> {
        // What an earlier call has begun is not wanted any more.
        self.opening = None;
        let Some(folder) = folder.map(Path::to_owned) else {
            self.tables = Tables::embedded();
            return Ok(());
        };
        let path = folder.clone();
        let body = move || Tables::embedded().with_folder(&path);
        let thread = thread::Builder::new().name("tables".into()).spawn(body);
        match thread {
            Ok(thread) => self.opening = Some(Opening { folder, thread }),
            Err(source) => return Err(TableError::Io { path: folder, source }),
        }
        Ok(())
    }

    /// Takes the tables of a folder, if they have been opened; waits for it if so wanted. Whether
    /// there are others than before.
    ///
    /// # Errors
    /// They can't be used; those that were there before stay.
    pub(super) fn settle(&mut self, wait: bool) -> Result<bool, TableError> {
        let is_due = |opening: &mut Opening| wait || opening.thread.is_finished();
        let Some(Opening { folder, thread }) = self.opening.take_if(is_due) else {
            return Ok(false);
        };
        self.tables = thread.join().unwrap_or_else(|_| {
            let source = io::Error::other("reading it was broken off");
            Err(TableError::Io { path: folder, source })
        })?;
        Ok(true)
    }

    /// The tables for a search.
    pub(super) fn tables(&self) -> Tables {
        if self.enabled { self.tables.clone() } else { Tables::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::endgame::TableId;

    #[test]
    fn a_folder_without_tables_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let mut loader = TableLoader::new();
        assert!(!loader.settle(true).unwrap());
        loader.open(Some(folder.path())).unwrap();
        assert!(loader.settle(true).is_err());
        assert_eq!(loader.tables().ids(), Tables::embedded().ids());
        assert!(!loader.settle(true).unwrap());
        // Only the last folder counts.
        loader.open(Some(folder.path())).unwrap();
        loader.open(None).unwrap();
        assert!(!loader.settle(true).unwrap());
    }

    #[test]
    fn tables_of_a_folder_come_to_those_of_the_program() {
        let folder = tempfile::tempdir().unwrap();
        let id = TableId::all(5).into_iter().find(|id| id.to_string() == "KMMMK").unwrap();
        let mut tables = Tables::embedded();
        tables.build(&id, 2, &|_, _| {}).unwrap();
        tables.save(&id, folder.path(), 1, 2).unwrap();
        let mut loader = TableLoader::new();
        loader.open(Some(folder.path())).unwrap();
        assert!(loader.settle(true).unwrap(), "others than before");
        assert_eq!(loader.tables().ids(), tables.ids());
        // They go with the folder.
        loader.open(None).unwrap();
        assert_eq!(loader.tables().ids(), Tables::embedded().ids());
        loader.enabled = false;
        assert!(loader.tables().ids().is_empty());
    }
}
