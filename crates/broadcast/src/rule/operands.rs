//! Selection of the operands that take part in a broadcast.

use super::{OperandsProblem, operand_range::OperandRange};
use std::str::FromStr;

impl FromStr for OperandRange {
    type Err = OperandsProblem;

    /// Parses `1`, `0..2`, `..2`, `1..` or `..`.
    fn from_str(text: &str) -> Result<Self, OperandsProblem> {
        let wrong = || OperandsProblem::Form {
            key: "operands",
            found: format!("\"{text}\""),
        };
        let index = |text: &str| text.trim().parse::<usize>().map_err(|_| wrong());
        let Some((start, end)) = text.split_once("..") else {
            return Ok(index(text)?.into());
        };
        let start = match start.trim() {
            "" => 0,
            start => index(start)?,
        };
        let end = match end.trim() {
            "" => None,
            end => Some(index(end)?),
        };
        Ok(Self { start, end })
    }
}

/// The operands of an op that take part in its broadcast.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub struct Operands {
    ranges: Vec<OperandRange>,
}

impl Default for Operands {
    fn default() -> Self {
        Self::all()
    }
}

/// One range, as in `Operands::from(0..2)`.
impl<R: Into<OperandRange>> From<R> for Operands {
    fn from(range: R) -> Self {
        Self::new([range])
    }
}

impl Operands {
    /// Selects all operands, whatever their number.
    pub fn all() -> Self {
        Self {
            ranges: vec![(..).into()],
        }
    }

    /// Selects the operands in these ranges.
    pub fn new<R: Into<OperandRange>>(ranges: impl IntoIterator<Item = R>) -> Self {
        Self {
            ranges: ranges.into_iter().map(Into::into).collect(),
        }
    }

    /// Returns whether all operands are selected.
    pub fn is_all(&self) -> bool {
        *self == Self::all()
    }

    /// Returns the ranges, in order.
    pub fn ranges(&self) -> &[OperandRange] {
        &self.ranges
    }

    /// Returns the selection as in a rule file: `0..`, or `[0, "2.."]` if there are several ranges.
    pub fn text(&self) -> String {
        let ranges = self.ranges.iter().map(ToString::to_string);
        ranges.collect::<Vec<_>>().join(", ")
    }

    /// Returns the number of operands that an op must have at least, so that each selected one
    /// exists.
    pub fn minimum_count(&self) -> usize {
        let count = |range: &OperandRange| range.end.unwrap_or(range.start);
        self.ranges.iter().map(count).max().unwrap_or_default()
    }

    /// Returns the number of operands that an op must have at least, so that `wanted` of them
    /// are selected, if any number is enough.
    pub(super) fn count_with(&self, wanted: usize) -> usize {
        let lengths = self.ranges.iter();
        let lengths = lengths.filter_map(|range| Some(range.end?.saturating_sub(range.start)));
        let missing = wanted.saturating_sub(lengths.sum());
        let open = self.ranges.iter().find(|range| range.end.is_none());
        let open = open.map_or(0, |range| range.start.saturating_add(missing));
        open.max(self.minimum_count())
    }

    /// Returns the indices of the selected operands, out of `count`.
    ///
    /// Open ranges may be empty: `[0, "1.."]` of 1 => `[0]`.
    ///
    /// # Errors
    ///
    /// Fails with the index of a selected operand that does not exist.
    pub fn select(&self, count: usize) -> Result<Vec<usize>, usize> {
        let minimum = self.minimum_count();
        if minimum > count {
            return Err(minimum - 1);
        }
        Ok(self
            .ranges
            .iter()
            .flat_map(|range| range.start..range.end.unwrap_or(count))
            .collect())
    }

    /// Returns the first operand that others select and these do not; `None` if there is none.
    pub(super) fn first_missing(&self, others: &Self) -> Option<usize> {
        others.ranges.iter().find_map(|range| {
            let mut next = range.start;
            // The ranges are in order.
            for own in &self.ranges {
                if own.start <= next {
                    next = next.max(own.end?);
                }
            }
            range.end.is_none_or(|end| next < end).then_some(next)
        })
    }

    /// Checks that each operand is selected once, in order.
    pub(super) fn check(&self) -> Result<(), OperandsProblem> {
        if self.ranges.is_empty() {
            return Err(OperandsProblem::Empty { key: "operands" });
        }
        if let Some(range) = self.ranges.iter().find(|range| range.is_empty()) {
            return Err(OperandsProblem::Form {
                key: "operands",
                found: format!("the empty range `{range}`"),
            });
        }
        if let Some(&range) = self.ranges.iter().find(|range| range.is_beyond_ops()) {
            return Err(OperandsProblem::Large {
                key: "operands",
                range,
            });
        }
        for pair in self.ranges.windows(2) {
            if pair[0].end.is_none_or(|end| end > pair[1].start) {
                return Err(OperandsProblem::Order {
                    key: "operands",
                    earlier: pair[0],
                    later: pair[1],
                });
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(ranges: &[&str], count: usize, expected: Result<&[usize], usize>) {
        let operands = Operands::new(ranges.iter().map(|text| {
            let range = text.parse::<OperandRange>().unwrap();
            assert_eq!(range.to_string().parse(), Ok(range));
            range
        }));
        assert_eq!(operands.check(), Ok(()), "{ranges:?}");
        let selected = operands.select(count);
        assert_eq!(selected.as_deref(), expected.as_ref().map(|list| &**list));
    }

    #[test]
    fn ranges_select_operands() {
        check(&[".."], 3, Ok(&[0, 1, 2]));
        check(&[".."], 0, Ok(&[]));
        check(&["0", "1"], 3, Ok(&[0, 1]));
        check(&["..2"], 3, Ok(&[0, 1]));
        check(&["1.."], 3, Ok(&[1, 2]));
        check(&["0", "2.."], 4, Ok(&[0, 2, 3]));
        check(&["0", "2.."], 2, Ok(&[0]));
    }

    #[test]
    fn missing_operands_are_reported() {
        check(&["0", "1"], 1, Err(1));
        check(&["..4"], 2, Err(3));
        check(&["3.."], 2, Err(2));
    }

    #[test]
    fn invalid_ranges_are_refused() {
        for text in ["", "a", "-1", "1..x", "0...2", "99999999999999999999"] {
            assert!(text.parse::<OperandRange>().is_err(), "{text}");
        }
    }
}
