//! Numbers as bytes.

use super::error::GameFlaw;

/// Writes a varint.
pub(super) fn put_varint(out: &mut Vec<u8>, mut value: u32) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// A signed number as an unsigned one that is small if its absolute value is.
pub(super) const fn fold(value: i32) -> u32 {
    ((value << 1) ^ (value >> 31)) as u32
}

/// What [`fold`] has folded.
pub(super) const fn unfold(value: u32) -> i32 {
    (value >> 1) as i32 ^ -((value & 1) as i32)
}

/// Bytes that are read from the front.
pub(super) struct Bytes<'a>(pub(super) &'a [u8]);

impl<'a> Bytes<'a> {
    /// The next `length` bytes.
    pub(super) fn take(&mut self, length: usize) -> Result<&'a [u8], GameFlaw> {
        let (taken, rest) = self.0.split_at_checked(length).ok_or(GameFlaw::EndsEarly)?;
        self.0 = rest;
        Ok(taken)
    }

    /// The next byte.
    pub(super) fn byte(&mut self) -> Result<u8, GameFlaw> {
        Ok(self.take(1)?[0])
    }

    /// The next varint.
    pub(super) fn varint(&mut self) -> Result<u32, GameFlaw> {
        let mut value = 0;
        for shift in (0..28).step_by(7) {
            let byte = self.byte()?;
            value |= u32::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        Err(GameFlaw::Number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back() {
        for value in [0, 1, -1, 63, 64, -64, 8_191, -64_000, 64_000] {
            let mut out = Vec::new();
            put_varint(&mut out, fold(value));
            let mut bytes = Bytes(&out);
            assert_eq!(bytes.varint().map(unfold), Ok(value));
            assert!(bytes.0.is_empty());
        }
        assert_eq!(Bytes(&[0x80; 9]).varint(), Err(GameFlaw::Number));
        assert_eq!(Bytes(&[0x80]).varint(), Err(GameFlaw::EndsEarly));
    }
}
