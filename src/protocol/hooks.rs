//! The two commands whose work is done elsewhere.

use crate::rules::Position;
use crate::search::Shared;

/// The static evaluation of a position in words, one or more lines.
pub fn eval(position: &Position) -> String {
    let _ = position;
    String::from("no evaluation yet")
}

/// Runs the benchmark and hands each line of its report to `print`. It must not outlive
/// `shared.signals` being stopped.
pub fn bench(shared: &Shared, print: &mut dyn FnMut(&str)) {
    let _ = shared;
    print("no benchmark yet");
}
