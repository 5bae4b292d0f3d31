//! Reading little-endian numbers from bytes.

/// Bytes that are taken from the front. What is not there is `None`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bytes<'a>(pub &'a [u8]);

impl<'a> Bytes<'a> {
    /// The next `length` bytes.
    pub fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(taken)
    }

    /// The next `N` bytes.
    #[inline]
    pub fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (taken, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*taken)
    }

    /// The next byte.
    pub fn u8(&mut self) -> Option<u8> {
        self.array().map(u8::from_le_bytes)
    }

    /// The number in the next two bytes.
    pub fn u16(&mut self) -> Option<u16> {
        self.array().map(u16::from_le_bytes)
    }

    /// The signed number in the next two bytes.
    pub fn i16(&mut self) -> Option<i16> {
        self.array().map(i16::from_le_bytes)
    }

    /// The number in the next four bytes.
    pub fn u32(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_taken_from_the_front() {
        let mut bytes = Bytes(&[1, 2, 0, 255, 255, 4, 0, 0, 1, 9]);
        assert_eq!((bytes.u8(), bytes.u16(), bytes.i16()), (Some(1), Some(2), Some(-1)));
        assert_eq!((bytes.u32(), bytes.u16(), bytes.take(2)), (Some(0x0100_0004), None, None));
        assert_eq!(
            (bytes.take(1), bytes.take(0), bytes.u8()),
            (Some(&[9][..]), Some(&[][..]), None)
        );
    }
}
