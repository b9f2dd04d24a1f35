//! A range of integers.

/// The range of a number; one of one bit is 0 or 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Range {
    pub least: i64,
    pub greatest: i64,
}

impl Range {
    /// Returns the range between two numbers, both included.
    pub const fn of(least: i64, greatest: i64) -> Self {
        Self { least, greatest }
    }

    /// Returns the range of all numbers of `bits` bits.
    pub const fn all(bits: u32) -> Self {
        match bits {
            1 => Self::of(0, 1),
            0 | 64.. => Self::of(i64::MIN, i64::MAX),
            bits => Self::of(-1 << (bits - 1), (1 << (bits - 1)) - 1),
        }
    }

    /// Returns whether all numbers in the range have at most `bits` bits.
    pub const fn fits(self, bits: u32) -> bool {
        let all = Self::all(bits);
        self.least >= all.least && self.greatest <= all.greatest
    }

    /// Returns the least range that contains two.
    pub fn join(self, other: Self) -> Self {
        Self::of(
            self.least.min(other.least),
            self.greatest.max(other.greatest),
        )
    }

    /// Returns the range of a function that is monotonic in each of its parts; `None` if it may
    /// wrap.
    pub fn corners(a: Self, b: Self, apply: fn(i128, i128) -> i128) -> Option<Self> {
        let all = [a.least, a.greatest]
            .map(|a| [b.least, b.greatest].map(|b| apply(i128::from(a), i128::from(b))));
        let all = all.as_flattened();
        let least = i64::try_from(*all.iter().min()?).ok()?;
        let greatest = i64::try_from(*all.iter().max()?).ok()?;
        Some(Self::of(least, greatest))
    }
}
