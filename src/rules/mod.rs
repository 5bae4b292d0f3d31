//! The rules: variants as a table of data, counting, first-move leaps, and the position that they
//! act on.

mod builder;
mod counting;
mod fen;
mod leaps;
mod material;
mod options;
mod position;
mod scatter;
mod variant;

pub use builder::{MAX_PIECES, PositionBuilder, PositionError};
pub use counting::{Count, CountingMode, CountingRule, Honour, Spoken};
pub use fen::FenError;
pub(crate) use fen::placement;
pub use leaps::{Landing, Leap, LeapRule, Leaps, Rights};
pub use material::is_dead;
pub use options::{CountingChoice, RuleOptions, Rules};
pub use position::{Position, Undo};
pub use scatter::{scatter, square_for};
pub use variant::Variant;
