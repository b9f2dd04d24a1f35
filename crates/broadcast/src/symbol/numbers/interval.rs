//! Intervals of integers.

/// A non-empty closed interval of integers.
///
/// If an end does not fit into `i128`, the interval is [`ALL`](Self::ALL).
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(in crate::symbol) struct Interval {
    pub low: i128,
    pub high: i128,
}

impl Interval {
    /// All numbers.
    pub const ALL: Self = Self {
        low: i128::MIN,
        high: i128::MAX,
    };

    pub const fn constant(number: i128) -> Self {
        Self {
            low: number,
            high: number,
        }
    }

    /// Returns the range of signed integers with `bits` bits, at most 127.
    pub const fn signed(bits: u32) -> Self {
        let half = 1 << bits.saturating_sub(1);
        Self {
            low: -half,
            high: half - 1,
        }
    }

    pub const fn is_in(self, other: Self) -> bool {
        other.low <= self.low && self.high <= other.high
    }

    pub fn add(self, other: Self) -> Self {
        if self == Self::ALL || other == Self::ALL {
            return Self::ALL;
        }
        let sum = |a: i128, b: i128| a.checked_add(b);
        Self::checked(sum(self.low, other.low), sum(self.high, other.high))
    }

    pub fn multiply(self, other: Self) -> Self {
        let product = |a: i128, b: i128| a.checked_mul(b);
        let mut ends = Some(Self {
            low: i128::MAX,
            high: i128::MIN,
        });
        for (a, b) in [self.low, self.high]
            .into_iter()
            .flat_map(|a| [(a, other.low), (a, other.high)])
        {
            ends = ends.zip(product(a, b)).map(|(ends, end)| Self {
                low: ends.low.min(end),
                high: ends.high.max(end),
            });
        }
        ends.unwrap_or(Self::ALL)
    }

    /// Returns the squares of the numbers.
    pub fn square(self) -> Self {
        let product = self.multiply(self);
        if self.low <= 0 && self.high >= 0 {
            return Self { low: 0, ..product };
        }
        product
    }

    fn checked(low: Option<i128>, high: Option<i128>) -> Self {
        match (low, high) {
            (Some(low), Some(high)) => Self { low, high },
            _ => Self::ALL,
        }
    }

    /// Returns the intersection, if it is not empty.
    pub fn meet(self, other: Self) -> Option<Self> {
        let met = Self {
            low: self.low.max(other.low),
            high: self.high.min(other.high),
        };
        (met.low <= met.high).then_some(met)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_within_their_intervals() {
        for (a, b, c, d) in
            (0..4).flat_map(|n| (0..27).map(move |m| (n - 2, m % 3, m / 9, m / 3 % 3)))
        {
            let [x, y] = [(a, a + b), (d - 2, d - 2 + c)].map(|(low, high)| Interval { low, high });
            for m in x.low..=x.high {
                assert!(Interval::constant(m * m).is_in(x.square()));
                for n in y.low..=y.high {
                    assert!(Interval::constant(m + n).is_in(x.add(y)));
                    assert!(Interval::constant(m * n).is_in(x.multiply(y)));
                }
            }
        }
        assert_eq!(Interval::signed(4), Interval { low: -8, high: 7 });
        let far = Interval::constant(i128::MAX - 1);
        assert_eq!(far.multiply(far), Interval::ALL);
        assert_eq!(far.add(far), Interval::ALL);
        assert_eq!(far.multiply(far).add(Interval::constant(-5)), Interval::ALL);
    }
}
