//! The endgame tables that the engine has: those of a folder, or the small ones, which it builds by
//! itself in the background once a game comes near them.

use std::io;
use std::path::{Path, PathBuf};
use std::thread::{self, JoinHandle};

use thread_priority::{ThreadPriority, set_current_thread_priority};

use crate::endgame::{GrowingTables, TableError, Tables};
use crate::rules::Position;

/// The small tables are built once no more men are on the board: early enough to be ready when
/// they are asked, and never in an opening.
const NEAR_MEN: u32 = 8;

/// The tables at hand.
#[derive(Debug)]
pub(super) struct Stock {
    /// Whether tables are wanted at all.
    pub(super) enabled: bool,
    /// Those of a folder, which come before the ones that are built.
    opened: Option<GrowingTables>,
    /// Another folder that is being opened.
    opening: Option<Opening>,
    /// What has been built so far.
    built: GrowingTables,
    begun: bool,
}

/// A folder that a thread opens and checks.
#[derive(Debug)]
struct Opening {
    folder: PathBuf,
    thread: JoinHandle<Result<(), TableError>>,
    /// What searches ask: the tables of before, until the new ones are there.
    arriving: GrowingTables,
}

impl Opening {
    fn begin(folder: &Path, before: Tables) -> Result<Opening, TableError> {
        let arriving = GrowingTables::from(before);
        let (path, arrived) = (folder.to_owned(), arriving.clone());
        let body = move || {
            arrived.set(Tables::open(&path)?);
            Ok(())
        };
        let folder = folder.to_owned();
        match thread::Builder::new().name("tables".into()).spawn(body) {
            Ok(thread) => Ok(Opening { folder, thread, arriving }),
            Err(source) => Err(TableError::Io { path: folder, source }),
        }
    }

    fn end(self) -> Result<GrowingTables, TableError> {
        let Opening { folder, thread, arriving } = self;
        let opened = thread.join().unwrap_or_else(|_| {
            let source = io::Error::other("reading it was broken off");
            Err(TableError::Io { path: folder, source })
        });
        opened.map(|()| arriving)
    }
}

impl Stock {
    /// None yet.
    pub(super) fn new() -> Stock {
        Stock {
            enabled: true,
            opened: None,
            opening: None,
            built: GrowingTables::default(),
            begun: false,
        }
    }

    /// Begins to open the tables of a folder, which takes as long as reading them, or takes none any
    /// more. [`Stock::settle`] tells what became of it.
    pub(super) fn open(&mut self, folder: Option<&Path>) -> Result<(), TableError> {
        // What an earlier call has begun is not wanted any more.
        self.opening = None;
        match folder {
            None => self.opened = None,
            Some(folder) => {
                let before = self.opened.as_ref().unwrap_or(&self.built);
                self.opening = Some(Opening::begin(folder, before.now())?);
            }
        }
        Ok(())
    }

    /// Takes the tables of a folder, if they have been opened; waits for it if so wanted. Whether
    /// there are others than before.
    ///
    /// # Errors
    /// They can't be used; those that were there before stay.
    pub(super) fn settle(&mut self, wait: bool) -> Result<bool, TableError> {
        match self.opening.take_if(|opening| wait || opening.thread.is_finished()) {
            Some(opening) => {
                self.opened = Some(opening.end()?);
                Ok(true)
            }
            None => Ok(false),
        }
    }

    /// The tables for a search of `position`. If there will soon be a use for them, building begins;
    /// it takes seconds, and this does not wait for it: the search sees them come, those of a folder
    /// as well. One that is to give the same result every time is not given what happens to be built.
    pub(super) fn tables(&mut self, position: &Position, repeatable: bool) -> GrowingTables {
        match (&self.opening, &self.opened) {
            _ if !self.enabled => GrowingTables::default(),
            (Some(opening), _) => opening.arriving.clone(),
            (None, Some(opened)) => opened.clone(),
            (None, None) if repeatable => GrowingTables::default(),
            (None, None) => {
                if position.board().occupied().count() <= NEAR_MEN && Tables::cover(position) {
                    self.build();
                }
                self.built.clone()
            }
        }
    }

    fn build(&mut self) {
        if std::mem::replace(&mut self.begun, true) {
            return;
        }
        let built = self.built.clone();
        let body = move || {
            step_back();
            Tables::build_small_telling(1, |tables| built.set(tables.clone()));
        };
        // Without a thread there are no tables, and the search does what it can.
        let _ = thread::Builder::new().name("tables".into()).spawn(body);
    }
}

/// Lets every other thread have the processor before this one. Not on systems that tell no threads
/// apart, where it would make the whole process slow.
fn step_back() {
    if cfg!(any(target_os = "linux", target_os = "android", target_os = "macos", windows)) {
        // Where it is refused tables are built all the same.
        let _ = set_current_thread_priority(ThreadPriority::Min);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::endgame::TableId;

    #[test]
    #[cfg(target_os = "linux")]
    fn only_the_thread_that_steps_back_has_less_priority() {
        /// The nice value, the nineteenth field, of the thread that asks.
        fn nice() -> i32 {
            let stat = std::fs::read_to_string("/proc/thread-self/stat").unwrap();
            let (_, fields) = stat.rsplit_once(')').unwrap();
            fields.split_whitespace().nth(16).unwrap().parse().unwrap()
        }
        let before = nice();
        let stepped_back = thread::spawn(|| {
            step_back();
            nice()
        });
        assert_eq!(stepped_back.join().unwrap(), 19);
        assert_eq!(nice(), before);
    }

    #[test]
    fn a_folder_without_tables_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let mut stock = Stock::new();
        assert!(!stock.settle(true).unwrap());
        stock.open(Some(folder.path())).unwrap();
        assert!(stock.settle(true).is_err());
        assert!(stock.opened.is_none() && !stock.settle(true).unwrap());
        // Only the last folder counts.
        stock.open(Some(folder.path())).unwrap();
        stock.open(None).unwrap();
        assert!(!stock.settle(true).unwrap());
    }

    /// A search that begins before a folder is open sees its tables come.
    #[test]
    fn tables_of_a_folder_arrive_in_searches_that_have_begun() {
        let folder = tempfile::tempdir().unwrap();
        let id = &TableId::all(3)[0];
        let mut built = Tables::default();
        built.build(id, 1, &|_, _| {}).unwrap();
        built.save(id, folder.path(), 1, 1).unwrap();
        let mut stock = Stock::new();
        stock.open(Some(folder.path())).unwrap();
        let start = crate::rules::Variant::ALL[0].start_position();
        let given = stock.tables(&start, false);
        assert!(stock.settle(true).unwrap(), "others than before");
        assert_eq!(given.now().ids(), stock.tables(&start, true).now().ids());
        assert_eq!(given.now().ids(), std::slice::from_ref(id));
        // They go with the folder.
        stock.open(None).unwrap();
        assert!(stock.tables(&start, true).now().ids().is_empty());
    }
}
