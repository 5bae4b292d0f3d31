//! Learning, offline: nothing here is needed to play.

#[cfg(feature = "learn")]
pub mod train;
