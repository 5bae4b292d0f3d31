//! The endgame tables that the engine has: those of a folder, or the small ones, which it builds by
//! itself in the background once a game comes near them.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use crate::endgame::{TableError, Tables};
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
    opened: Option<Tables>,
    /// What has been built so far.
    built: Arc<Mutex<Tables>>,
    begun: bool,
}

impl Stock {
    /// None yet.
    pub(super) fn new() -> Stock {
        Stock { enabled: true, opened: None, built: Arc::default(), begun: false }
    }

    /// Takes the tables of a folder, or none any more.
    pub(super) fn open(&mut self, folder: Option<&Path>) -> Result<(), TableError> {
        self.opened = folder.map(Tables::open).transpose()?;
        Ok(())
    }

    /// The tables for a search of `position`. If there will soon be a use for them, building begins;
    /// it takes seconds, and this does not wait for it. A search that is to give the same result
    /// every time is not given what happens to be built.
    pub(super) fn tables(&mut self, position: &Position, repeatable: bool) -> Tables {
        match &self.opened {
            _ if !self.enabled => Tables::default(),
            Some(opened) => opened.clone(),
            None if repeatable => Tables::default(),
            None => {
                if position.board().occupied().count() <= NEAR_MEN && Tables::cover(position) {
                    self.build();
                }
                self.built.lock().unwrap_or_else(PoisonError::into_inner).clone()
            }
        }
    }

    fn build(&mut self) {
        if std::mem::replace(&mut self.begun, true) {
            return;
        }
        let built = Arc::clone(&self.built);
        let body = move || {
            Tables::build_small_telling(1, |tables| {
                *built.lock().unwrap_or_else(PoisonError::into_inner) = tables.clone();
            });
        };
        // Without a thread there are no tables, and the search does what it can.
        let _ = thread::Builder::new().name("tables".into()).spawn(body);
    }
}
