//! The value of a position without looking ahead.

mod describe;
mod evaluator;
pub mod network;
pub mod wdl;

pub use describe::describe;
pub use evaluator::{Evaluator, evaluate};
