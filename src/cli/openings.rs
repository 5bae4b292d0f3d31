//! Files of openings.

use std::path::Path;

use mekong::rules::{Position, Variant};
use mekong::storage;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64Mcg;

use super::Failure;

/// Bytes that a file of openings may have.
const MAX_OPENINGS: u64 = 1 << 28;

/// The openings of a file, a FEN a line, in random order.
pub fn read(path: &Path, variant: &'static Variant, seed: u64) -> Result<Vec<Position>, Failure> {
    let name = path.display();
    let fail = |what: &dyn std::fmt::Display| Failure::Input(format!("{name}: {what}"));
    let bytes = storage::read(path, MAX_OPENINGS).map_err(|error| fail(&error))?;
    let text = String::from_utf8_lossy(&bytes);
    let mut openings = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let position = Position::from_fen(variant, line)
            .map_err(|error| fail(&format!("line {}: {error}", index + 1)))?;
        openings.push(position);
    }
    if openings.is_empty() {
        return Err(fail(&"no positions"));
    }
    openings.shuffle(&mut Pcg64Mcg::seed_from_u64(seed));
    Ok(openings)
}
