//! The values that a size can have.

use std::fmt::{self, Display, Formatter};

/// A set of sizes: optionally 1, and an interval of sizes other than 1.
///
/// 1 is separate because it broadcasts: if `d` broadcasts to `r`, it may be 1 in any case, and
/// its other values are among those of `r`.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Values {
    /// Whether 1 is in the set.
    has_one: bool,
    /// The least size that is not 1, if it is no greater than `high`.
    low: i64,
    /// The greatest size that is not 1.
    high: i64,
}

impl Values {
    /// All sizes: 0, 1, ...
    pub const ALL: Self = Self {
        has_one: true,
        low: 0,
        high: i64::MAX,
    };

    /// Returns the set of one size.
    pub const fn constant(size: i64) -> Self {
        if size == 1 {
            return Self {
                has_one: true,
                low: 2,
                high: 0,
            };
        }
        Self {
            has_one: false,
            low: size,
            high: size,
        }
    }

    /// Returns all sizes that are at least `least`.
    pub const fn at_least(least: i64) -> Self {
        Self {
            has_one: least <= 1,
            ..Self::ALL
        }
        .with_low(least)
    }

    /// Returns all sizes that are at most `greatest`.
    pub const fn at_most(greatest: i64) -> Self {
        Self {
            has_one: greatest >= 1,
            ..Self::ALL
        }
        .with_high(greatest)
    }

    /// Returns 1 and the members of the set.
    pub const fn or_one(self) -> Self {
        Self {
            has_one: true,
            ..self
        }
    }

    /// Returns the members other than 1.
    pub const fn without_one(self) -> Self {
        Self {
            has_one: false,
            ..self
        }
    }

    /// Returns the intersection of both sets.
    pub fn meet(self, other: Self) -> Self {
        Self {
            has_one: self.has_one && other.has_one,
            low: self.low.max(other.low),
            high: self.high.min(other.high),
        }
    }

    /// Returns the smallest set of this form that contains both sets.
    pub fn hull(self, other: Self) -> Self {
        let has_one = self.has_one || other.has_one;
        if self.has_only_one() || other.has_only_one() {
            let rest = if self.has_only_one() { other } else { self };
            return Self { has_one, ..rest };
        }
        Self {
            has_one,
            low: self.low.min(other.low),
            high: self.high.max(other.high),
        }
    }

    /// Returns whether 1 is in the set.
    pub const fn has_one(self) -> bool {
        self.has_one
    }

    /// Returns whether the set contains no size other than 1.
    pub const fn has_only_one(self) -> bool {
        self.low > self.high
    }

    /// Returns whether the set is empty.
    pub const fn is_empty(self) -> bool {
        !self.has_one && self.has_only_one()
    }

    /// Returns whether no size is in both sets.
    pub fn is_disjoint(self, other: Self) -> bool {
        self.meet(other).is_empty()
    }

    /// Returns the only member, if there is exactly one.
    pub const fn only(self) -> Option<i64> {
        match (self.has_one, self.has_only_one()) {
            (true, true) => Some(1),
            (false, false) if self.low == self.high => Some(self.low),
            _ => None,
        }
    }

    /// Returns the only member other than 1, if there is exactly one.
    pub const fn only_rest(self) -> Option<i64> {
        if self.low == self.high {
            Some(self.low)
        } else {
            None
        }
    }

    /// Returns the least member of a set that is not empty.
    pub const fn min(self) -> i64 {
        if self.has_one && (self.low > 1 || self.has_only_one()) {
            1
        } else {
            self.low
        }
    }

    /// Returns the greatest member of a set that is not empty.
    pub const fn max(self) -> i64 {
        if self.has_one && (self.high < 1 || self.has_only_one()) {
            1
        } else {
            self.high
        }
    }

    const fn with_low(self, low: i64) -> Self {
        let low = if low < 0 {
            0
        } else if low == 1 {
            2
        } else {
            low
        };
        Self { low, ..self }
    }

    const fn with_high(self, high: i64) -> Self {
        let high = if high == 1 { 0 } else { high };
        Self { high, ..self }
    }
}

impl Display for Values {
    /// Writes the set in words: `3`, `at least 2`, `1 or at least 4`.
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let Self { has_one, low, high } = *self;
        if self.has_only_one() {
            return formatter.write_str("1");
        }
        // 1 is next to these.
        let (low, has_gap) = match (has_one, low, high) {
            (true, 2, _) => (1, false),
            (true, 0, _) => (0, high == 0),
            (has_one, low, _) => (low, has_one),
        };
        if has_gap && high == 0 {
            return formatter.write_str("0 or 1");
        }
        if has_gap {
            formatter.write_str("1 or ")?;
        }
        match (low, high) {
            (low, high) if low == high => write!(formatter, "{low}"),
            (0, i64::MAX) => formatter.write_str("any size"),
            (low, i64::MAX) => write!(formatter, "at least {low}"),
            (0, high) => write!(formatter, "at most {high}"),
            (low, high) => write!(formatter, "from {low} to {high}"),
        }?;
        match low == 0 && !has_one && high > 1 {
            true => formatter.write_str(" other than 1"),
            false => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_written_in_words() {
        let between = |low, high| Values::at_least(low).meet(Values::at_most(high));
        for (values, expected) in [
            (Values::ALL, "any size"),
            (Values::ALL.without_one(), "any size other than 1"),
            (Values::constant(0), "0"),
            (Values::constant(1), "1"),
            (Values::constant(3), "3"),
            (Values::constant(3).or_one(), "1 or 3"),
            (between(0, 1), "0 or 1"),
            (between(0, 2), "at most 2"),
            (between(0, 2).without_one(), "at most 2 other than 1"),
            (between(1, 2), "from 1 to 2"),
            (between(1, i64::MAX), "at least 1"),
            (between(2, 4), "from 2 to 4"),
            (between(4, 5).or_one(), "1 or from 4 to 5"),
            (Values::at_least(4), "at least 4"),
            (Values::at_least(4).or_one(), "1 or at least 4"),
        ] {
            assert_eq!(values.to_string(), expected, "{values:?}");
        }
    }

    fn members(values: Values) -> Vec<i64> {
        (0..8)
            .filter(|&n| !values.meet(Values::constant(n)).is_empty())
            .collect()
    }

    /// Sets within 0..=5.
    fn samples() -> Vec<Values> {
        let mut samples = vec![];
        for low in 0..=6 {
            for high in 0..=5 {
                let values = Values::at_least(low).meet(Values::at_most(high));
                samples.extend([values, values.or_one(), values.without_one()]);
            }
        }
        samples
    }

    #[test]
    fn constructors_give_the_expected_members() {
        assert_eq!(members(Values::ALL), (0..8).collect::<Vec<_>>());
        for n in 0..6 {
            assert_eq!(members(Values::constant(n)), [n]);
            assert_eq!(members(Values::at_least(n)), (n..8).collect::<Vec<_>>());
            assert_eq!(members(Values::at_most(n)), (0..=n).collect::<Vec<_>>());
        }
    }

    #[test]
    fn predicates_agree_with_the_members() {
        for values in samples() {
            let members = members(values);
            assert_eq!(values.is_empty(), members.is_empty());
            assert_eq!(values.has_one(), members.contains(&1));
            if let (Some(&first), Some(&last)) = (members.first(), members.last()) {
                assert_eq!((values.min(), values.max()), (first, last), "{values:?}");
                assert_eq!(values.only(), (first == last).then_some(first));
            }
        }
    }

    #[test]
    fn combinations_agree_with_the_members() {
        for a in samples() {
            for b in samples() {
                let (in_a, in_b) = (members(a), members(b));
                let both = in_a.iter().filter(|n| in_b.contains(n)).copied();
                let both = both.collect::<Vec<_>>();
                assert_eq!(members(a.meet(b)), both);
                assert_eq!(a.is_disjoint(b), both.is_empty());
                let hull = members(a.hull(b));
                assert!(in_a.iter().chain(&in_b).all(|n| hull.contains(n)));
            }
        }
    }
}
