//! A set of tables that grows while searches ask it.

use std::sync::{Arc, Mutex, PoisonError};

use super::Tables;

/// Tables that one thread builds while others use those that are there already. Clones share them.
#[derive(Clone, Default, Debug)]
pub struct GrowingTables(Arc<Mutex<Tables>>);

impl GrowingTables {
    /// Those that are there by now.
    pub fn now(&self) -> Tables {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// There are others now, usually more.
    pub fn set(&self, tables: Tables) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = tables;
    }
}

/// Tables to which none come.
impl From<Tables> for GrowingTables {
    fn from(tables: Tables) -> GrowingTables {
        GrowingTables(Arc::new(Mutex::new(tables)))
    }
}
