//! A set of tables that grows while searches ask it.

use std::sync::Arc;

use arc_swap::ArcSwap;

use super::Tables;

/// Tables that one thread builds or opens while others use those that are there already. Clones share
/// them. No thread ever waits for another one.
#[derive(Clone, Default, Debug)]
pub struct GrowingTables(Arc<ArcSwap<Tables>>);

impl GrowingTables {
    /// Those that are there by now.
    pub fn now(&self) -> Tables {
        Tables::clone(&self.0.load())
    }

    /// There are others now, usually more.
    pub fn set(&self, tables: Tables) {
        self.0.store(Arc::new(tables));
    }
}

/// Tables to which none come.
impl From<Tables> for GrowingTables {
    fn from(tables: Tables) -> GrowingTables {
        GrowingTables(Arc::new(ArcSwap::from_pointee(tables)))
    }
}
