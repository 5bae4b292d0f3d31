//! Whole numbers as GUIs write them.

/// The number that `text` stands for: an optional sign and digits. One beyond the range of the
/// type is the nearest that is in it. `None` for anything else.
pub fn read(text: &str) -> Option<i64> {
    let (negative, digits) = match text.as_bytes() {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        all => (false, all),
    };
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let value = digits.iter().fold(0i64, |value, digit| {
        value.saturating_mul(10).saturating_add(i64::from(digit - b'0'))
    });
    Some(if negative { -value } else { value })
}

/// The whole part of a number that may have a decimal fraction, like `300.5`.
pub fn read_whole(text: &str) -> Option<i64> {
    match text.split_once('.') {
        None => read(text),
        Some((whole, fraction)) => {
            let is_fraction =
                !fraction.is_empty() && fraction.bytes().all(|byte| byte.is_ascii_digit());
            read(whole).filter(|_| is_fraction)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn numbers_of_any_size_are_read() {
        assert_eq!(read("0"), Some(0));
        assert_eq!(read("-17"), Some(-17));
        assert_eq!(read("+5"), Some(5));
        assert_eq!(read("99999999999999999999"), Some(i64::MAX));
        assert_eq!(read("-99999999999999999999"), Some(-i64::MAX));
        for text in ["", "-", "+", "1e3", "1.5", "0x1", "१", "--1"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
