//! Learning, offline: games that the engine plays against itself, and the files they are kept in.
//! Nothing here is needed to play.

pub(crate) mod adjudicate;
pub mod datagen;
mod endings;
pub mod filter;
mod odds;
pub mod record;
mod selfplay;
pub mod stats;
#[cfg(feature = "learn")]
pub mod train;
pub(crate) mod truth;
pub mod wdl;
