//! Endgame tables: exact outcomes of positions with few men, the count taken into account.
//!
//! There are tables of a bare king against one to three pieces, of one against a bia with at most
//! one more man, and of one or two pieces against one. The first give plies to mate and serve every
//! counting rule, since a count against a bare king is a budget that is fixed when it starts:
//! [`Tables::probe`] compares the two. Those with a bia give plies to mate as well, as far as it comes
//! within the count that the last bia's promotion or capture starts. Where both sides have a piece
//! there are two tables for each rule, one of each [`Metric`].
//!
//! From the bottom up: [`Ending`] says which pieces there are, `symmetry` and `layout` number the
//! placements, `build` fills the entries by retrograde analysis, `store` and `file` keep them, `table`
//! reads them, with `conversion` what captures and promotions lead to, `probe` asks for a position. A
//! table holds the turn of the side with more to choose from; the other's is found from its few moves.

mod attack_map;
mod build;
mod embedded;
mod ending;
mod error;
mod file;
mod id;
mod layout;
mod probe;
mod resolver;
mod stats;
mod store;
mod symmetry;
mod table;
mod tables;
mod value;
mod verify;

pub use build::BuildProgress;
pub use ending::{Ending, MAX_PIECES, UnknownEnding};
pub use error::{TableError, TableFlaw};
pub use id::{Metric, TableId};
pub use probe::{End, Outcome};
pub use resolver::Resolver;
pub use stats::Stats;
pub use table::Turn;
pub use tables::Tables;
pub use verify::Verified;
