//! Numbers as bytes: varints, and signed numbers by zigzag, as Protocol Buffers write them.

use super::error::GameFlaw;
use crate::storage::Bytes;

/// Writes a varint.
pub(super) fn put_varint(out: &mut Vec<u8>, mut value: u32) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// A signed number as an unsigned one that is small if its absolute value is.
pub(super) const fn zigzag(value: i32) -> u32 {
    ((value << 1) ^ (value >> 31)) as u32
}

/// What [`zigzag`] was given.
pub(super) const fn unzigzag(value: u32) -> i32 {
    (value >> 1) as i32 ^ -((value & 1) as i32)
}

/// Reads a varint.
pub(super) fn varint(bytes: &mut Bytes<'_>) -> Result<u32, GameFlaw> {
    let mut value = 0;
    for shift in (0..28).step_by(7) {
        let byte = bytes.u8().ok_or(GameFlaw::EndsEarly)?;
        value |= u32::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Ok(value);
        }
    }
    Err(GameFlaw::Number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back() {
        for value in [0, 1, -1, 63, 64, -64, 8_191, -64_000, 64_000] {
            let mut out = Vec::new();
            put_varint(&mut out, zigzag(value));
            let mut bytes = Bytes(&out);
            assert_eq!(varint(&mut bytes).map(unzigzag), Ok(value));
            assert!(bytes.0.is_empty());
        }
        assert_eq!(varint(&mut Bytes(&[0x80; 9])), Err(GameFlaw::Number));
        assert_eq!(varint(&mut Bytes(&[0x80])), Err(GameFlaw::EndsEarly));
    }
}
