//! The state of a count.

/// A running count, or none.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Hash)]
pub struct Count {
    /// Limit in plies; 0 if no count is running.
    limit: u16,
    /// Plies counted so far.
    ply: u16,
}

impl Count {
    /// No count is running.
    pub const NONE: Count = Count { limit: 0, ply: 0 };

    /// Largest limit; plies are counted up to one more, where every limit is passed.
    pub const MAX: u16 = 9_999;

    /// A count of `ply` plies out of `limit` (larger numbers are cut off; a limit of 0 is none).
    pub fn new(limit: u16, ply: u16) -> Count {
        match limit.min(Count::MAX) {
            0 => Count::NONE,
            limit => Count { limit, ply: ply.min(Count::MAX + 1) },
        }
    }

    /// Whether a count is running.
    #[inline]
    pub const fn is_running(self) -> bool {
        self.limit != 0
    }

    /// The limit in plies; 0 if no count is running.
    pub const fn limit(self) -> u16 {
        self.limit
    }

    /// Plies counted so far; 0 if no count is running.
    pub const fn ply(self) -> u16 {
        self.ply
    }

    /// Plies that can still be played before the position is drawn unless it is checkmate; `None`
    /// if no count is running, negative once the limit is passed.
    #[inline]
    pub const fn left(self) -> Option<i32> {
        if self.is_running() { Some(self.limit as i32 - self.ply as i32) } else { None }
    }

    /// Whether the limit is passed: a draw, unless the side to move is checkmated.
    #[inline]
    pub const fn is_over(self) -> bool {
        self.is_running() && self.ply > self.limit
    }

    /// Whether a mate that is `plies` plies away comes in time: the position before the mating move is
    /// not drawn yet. A mate on the board beats the count, and without one there is always time.
    #[inline]
    pub fn allows(self, plies: u16) -> bool {
        plies == 0 || self.left().is_none_or(|left| i32::from(plies) - 1 <= left)
    }

    /// The count after one more ply; none stays none.
    #[inline]
    pub(in crate::rules) const fn advanced(self) -> Count {
        if self.is_running() && self.ply <= Count::MAX {
            Count { limit: self.limit, ply: self.ply + 1 }
        } else {
            self
        }
    }

    /// A number for the hash key: different wherever two counts may lead to different results.
    ///
    /// 0 for none. With up to [`Count::EXACT`] plies left, as many as any rule gives, every number of
    /// plies is a class of its own, since the tables tell them all apart. Of longer counts, which
    /// only a FEN can give, 16 plies share a class.
    #[inline]
    pub fn class(self) -> u8 {
        let Some(left) = self.left() else { return 0 };
        let left = left.max(-1);
        let class = if left <= Count::EXACT {
            left + 2
        } else {
            Count::EXACT + 3 + (left - Count::EXACT) / 16
        };
        class.min(255) as u8
    }

    /// Up to this number of plies left the hash key tells each number apart.
    pub const EXACT: i32 = 128;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_tell_close_counts_apart() {
        let mut last = Count::NONE.class();
        for ply in 0..=82 {
            let class = Count::new(80, ply).class();
            if ply <= 81 {
                assert_ne!(class, last);
            }
            last = class;
        }
        assert_eq!(Count::new(9_999, 0).class(), 255);
    }

    #[test]
    fn a_count_ends_behind_its_limit() {
        assert!(!Count::new(16, 16).is_over());
        assert!(Count::new(16, 17).is_over());
        assert!(!Count::NONE.is_over());
        assert_eq!(Count::new(0, 40), Count::NONE);
    }

    #[test]
    fn a_mate_is_in_time_if_it_is_played_from_within_the_count() {
        let count = Count::new(16, 11);
        assert_eq!(
            [0, 1, 5, 6, 7].map(|plies| count.allows(plies)),
            [true, true, true, true, false]
        );
        assert!(Count::new(16, 17).allows(0) && !Count::new(16, 17).allows(1));
        assert!(Count::NONE.allows(u16::MAX));
    }
}
