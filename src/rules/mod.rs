//! The rules: variants as a table of data, counting, first-move leaps, and the position that they
//! act on.

mod counting;
mod fen;
mod leaps;
mod material;
mod position;
mod variant;

pub use counting::{Count, CountingRule};
pub use fen::FenError;
pub(crate) use fen::placement;
pub use leaps::{Leap, Leaps, Rights};
pub use material::cannot_mate;
pub use position::{Position, Undo};
pub use variant::Variant;
pub(crate) use variant::{CAMBODIAN, MAKRUK};
