//! The file format of a network.
//!
//! All numbers little-endian: the magic `MEKONGNN`; as `u32` the version, inputs, hidden units and
//! output buckets; then as `i16` the input weights (hidden units of input 0 first), hidden biases,
//! output weights (for each bucket those of the side to move, then the other's) and output biases
//! as `i32`; last the CRC-32 of everything before it.

use std::io::Read;
use std::path::Path;

use thiserror::Error;

use super::features::MAX_ACTIVE;
use super::{BUCKETS, HIDDEN, INPUTS, Network, Row, kernel};
use crate::resources;
use crate::storage::{self, Bytes, Format, FormatFlaw};

/// Version 1 had output weights of a quarter of the precision, 2 fewer inputs.
const FORMAT: Format =
    Format { what: "network file", magic: b"MEKONGNN", version: 3, version_bytes: 4 };
const HEADER: usize = FORMAT.length() + 3 * 4;

/// Size of a network file in bytes.
pub const SIZE: usize =
    HEADER + 2 * (INPUTS * HIDDEN + HIDDEN + BUCKETS * 2 * HIDDEN) + 4 * BUCKETS + 4;

/// Largest weight to a hidden unit: as many as can be added up are still within 16 bits.
const INPUT_LIMIT: i16 = i16::MAX / (MAX_ACTIVE as i16 + 1);

/// Largest output weight: its product with an activation is still within 16 bits.
const OUTPUT_LIMIT: i16 = i16::MAX / (kernel::CLIP + 1);

/// Why a network file was refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NetworkError {
    /// The file can't be read.
    #[error("{0}")]
    Read(String),
    /// The file is no network, of another version or damaged.
    #[error(transparent)]
    Format(#[from] FormatFlaw),
    /// The network's layers have other sizes.
    #[error("the network has {found} {what}, expected {expected}")]
    Shape {
        /// Which layer.
        what: &'static str,
        /// Its size in the file.
        found: u32,
        /// The size that this engine has.
        expected: usize,
    },
    /// The file is shorter or longer than its shape makes it.
    #[error("the file has {0} bytes{more}, expected {SIZE}", more = if *.0 > SIZE { " or more" } else { "" })]
    Length(usize),
    /// A weight is so large that sums could overflow.
    #[error("the network has {what} of {found}, expected at most {limit} either way")]
    Weight {
        /// Of which layer.
        what: &'static str,
        /// The weight.
        found: i16,
        /// The largest one that is safe.
        limit: i16,
    },
}

/// The next row of weights; there are as many bytes.
fn row(bytes: &mut Bytes<'_>) -> Row {
    let mut row = Row::ZERO;
    row.0.fill_with(|| bytes.i16().unwrap_or_default());
    row
}

fn check_weights<'a>(
    what: &'static str,
    rows: impl Iterator<Item = &'a Row>,
    limit: i16,
) -> Result<(), NetworkError> {
    let mut weights = rows.flat_map(|row| row.0);
    match weights.find(|weight| weight.unsigned_abs() > limit.unsigned_abs()) {
        Some(found) => Err(NetworkError::Weight { what, found, limit }),
        None => Ok(()),
    }
}

impl Network {
    /// Reads the network file of that name.
    ///
    /// # Errors
    /// If it can't be read or is no network of this engine's shape.
    pub fn load(path: impl AsRef<Path>) -> Result<Box<Network>, NetworkError> {
        // The file's bytes and the network itself.
        if !resources::has_memory(2 * SIZE) {
            return Err(NetworkError::Read("there is no memory for it".into()));
        }
        let mut bytes = Vec::with_capacity(SIZE + 1);
        // What is longer than a network need not be read to its end.
        storage::open(path.as_ref())
            .and_then(|file| file.take(SIZE as u64 + 1).read_to_end(&mut bytes))
            .map_err(|error| NetworkError::Read(error.to_string()))?;
        Network::from_bytes(&bytes)
    }

    /// The checksum that its file ends with: which network it is.
    pub fn checksum(&self) -> u32 {
        let bytes = self.to_bytes();
        bytes.last_chunk().map_or(0, |checksum| u32::from_le_bytes(*checksum))
    }

    /// Reads a network file from memory.
    ///
    /// # Errors
    /// If the bytes are not a whole, undamaged network of this engine's shape.
    pub fn from_bytes(bytes: &[u8]) -> Result<Box<Network>, NetworkError> {
        let mut rest = FORMAT.check(bytes)?;
        for (what, expected) in
            [("inputs", INPUTS), ("hidden units", HIDDEN), ("output buckets", BUCKETS)]
        {
            let found = rest.u32().ok_or(FormatFlaw::Torn)?;
            if found as usize != expected {
                return Err(NetworkError::Shape { what, found, expected });
            }
        }
        if bytes.len() != SIZE {
            return Err(NetworkError::Length(bytes.len()));
        }
        storage::unseal(bytes)?;
        let network = Network::read(rest);
        let hidden = network.input.iter().chain([&network.hidden_bias]);
        check_weights("a hidden weight", hidden, INPUT_LIMIT)?;
        check_weights("an output weight", network.output.iter().flatten(), OUTPUT_LIMIT)?;
        Ok(network)
    }

    fn read(mut rest: Bytes<'_>) -> Box<Network> {
        let mut network = Network::zero();
        network.input.fill_with(|| row(&mut rest));
        network.hidden_bias = row(&mut rest);
        for bucket in &mut network.output {
            bucket.fill_with(|| row(&mut rest));
        }
        network.output_bias.fill_with(|| rest.u32().unwrap_or_default() as i32);
        network
    }

    /// Writes a network file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(SIZE);
        bytes.extend_from_slice(&FORMAT.begin());
        for number in [INPUTS as u32, HIDDEN as u32, BUCKETS as u32] {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        let rows = self.input.iter().chain([&self.hidden_bias]).chain(self.output.iter().flatten());
        for weight in rows.flat_map(|row| row.0) {
            bytes.extend_from_slice(&weight.to_le_bytes());
        }
        for bias in self.output_bias {
            bytes.extend_from_slice(&bias.to_le_bytes());
        }
        storage::seal(&mut bytes);
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_come_back_whole_or_are_refused() {
        let mut network = Network::zero();
        network.input[3].0[5] = -77;
        network.output[1][1].0[HIDDEN - 1] = 127;
        network.output_bias[2] = -1_000_000;
        let bytes = network.to_bytes();
        assert_eq!(bytes.len(), SIZE);
        assert_eq!(Network::from_bytes(&bytes), Ok(network));
        let damaged = |at: usize, value: u8| {
            let mut copy = bytes.clone();
            copy[at] ^= value;
            Network::from_bytes(&copy).unwrap_err()
        };
        let version = FORMAT.version;
        assert_eq!(damaged(0, 1), FormatFlaw::Other(FORMAT.what).into());
        let other = FormatFlaw::Version { found: version ^ 2, expected: version };
        assert_eq!(damaged(8, 2), other.into());
        assert!(matches!(damaged(12, 1), NetworkError::Shape { what: "inputs", .. }));
        assert!(matches!(damaged(16, 1), NetworkError::Shape { what: "hidden units", .. }));
        let wrong = damaged(5_000, 1);
        assert!(matches!(wrong, NetworkError::Format(FormatFlaw::Checksum { .. })));
        let refused = |change: fn(&mut Network)| {
            let mut other = Network::zero();
            change(&mut other);
            matches!(Network::from_bytes(&other.to_bytes()), Err(NetworkError::Weight { .. }))
        };
        assert!(refused(|network| network.output[7][1].0[0] = -128));
        assert!(refused(|network| network.hidden_bias.0[1] = i16::MIN));
        assert!(refused(|network| network.input[INPUTS - 1].0[1] = INPUT_LIMIT + 1));
        for length in [0, 7, 8, 11, 23, 24, 1_000, SIZE - 1] {
            assert!(Network::from_bytes(&bytes[..length]).is_err());
        }
    }
}
