//! What the formats of binary files share: how they begin, and the checksum that they end with.

use thiserror::Error;

use super::Bytes;

/// How a kind of file begins: its magic and, in some little-endian bytes, its version.
#[derive(PartialEq, Eq, Debug)]
pub struct Format {
    /// What the file is, as in "not a …".
    pub what: &'static str,
    /// Its first bytes.
    pub magic: &'static [u8],
    /// The version that is written, and the only one that is read.
    pub version: u32,
    /// Bytes of the version, at most four.
    pub version_bytes: usize,
}

/// What is wrong with a file, whatever its kind.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum FormatFlaw {
    /// It does not begin with the magic.
    #[error("not a {0}")]
    Other(&'static str),
    /// It is of another version.
    #[error("version {found} of the format, only {expected} can be read")]
    Version {
        /// Its version.
        found: u32,
        /// The version that can be read.
        expected: u32,
    },
    /// It ends before its header does.
    #[error("damaged: the header is not complete")]
    Torn,
    /// A checksum is wrong.
    #[error("damaged: the checksum is {found:08x}, that of the contents is {computed:08x}")]
    Checksum {
        /// The checksum in the file.
        found: u32,
        /// The checksum of the contents.
        computed: u32,
    },
}

impl Format {
    /// Length of what every file begins with.
    pub const fn length(&self) -> usize {
        self.magic.len() + self.version_bytes
    }

    /// The first bytes of a file.
    pub fn begin(&self) -> Vec<u8> {
        let mut bytes = self.magic.to_vec();
        bytes.extend_from_slice(&self.version.to_le_bytes()[..self.version_bytes]);
        bytes
    }

    /// What comes after magic and version.
    ///
    /// # Errors
    /// They are not this format's.
    pub fn check<'a>(&self, bytes: &'a [u8]) -> Result<Bytes<'a>, FormatFlaw> {
        let known = bytes.len().min(self.magic.len());
        if bytes[..known] != self.magic[..known] {
            return Err(FormatFlaw::Other(self.what));
        }
        let mut rest = Bytes(&bytes[known..]);
        let version = rest.take(self.version_bytes).ok_or(FormatFlaw::Torn)?;
        let found = version.iter().rev().fold(0, |number, &byte| number << 8 | u32::from(byte));
        let expected = self.version;
        if found == expected { Ok(rest) } else { Err(FormatFlaw::Version { found, expected }) }
    }
}

/// Ends bytes with their CRC-32.
pub fn seal(bytes: &mut Vec<u8>) {
    bytes.extend_from_slice(&crc32fast::hash(bytes).to_le_bytes());
}

/// The bytes that were sealed.
///
/// # Errors
/// The checksum is not theirs.
pub fn unseal(bytes: &[u8]) -> Result<&[u8], FormatFlaw> {
    let (contents, checksum) = bytes.split_last_chunk().ok_or(FormatFlaw::Torn)?;
    let (found, computed) = (u32::from_le_bytes(*checksum), crc32fast::hash(contents));
    if found == computed { Ok(contents) } else { Err(FormatFlaw::Checksum { found, computed }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_recognised_by_their_beginning_and_their_end() {
        for version_bytes in [1, 4] {
            let format = Format { what: "test", magic: b"MKTEST", version: 7, version_bytes };
            let mut bytes = format.begin();
            assert_eq!(bytes.len(), format.length());
            bytes.push(9);
            seal(&mut bytes);
            let contents = unseal(&bytes).unwrap();
            assert_eq!(format.check(contents), Ok(Bytes(&[9])));
            for length in 0..format.length() {
                assert_eq!(format.check(&bytes[..length]), Err(FormatFlaw::Torn));
            }
            bytes[6] += 1;
            let flaw = FormatFlaw::Version { found: 8, expected: 7 };
            assert_eq!(format.check(&bytes), Err(flaw));
            assert!(matches!(unseal(&bytes), Err(FormatFlaw::Checksum { .. })));
            assert_eq!(format.check(b"MKTASTE"), Err(FormatFlaw::Other("test")));
        }
        assert_eq!(unseal(&[1, 2, 3]), Err(FormatFlaw::Torn));
    }
}
