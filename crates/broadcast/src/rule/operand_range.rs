//! Ranges of operands.

use std::{
    fmt,
    ops::{Range, RangeFrom, RangeFull, RangeTo},
};

/// One operand, or several consecutive ones: `1`, `0..2`, `1..`.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct OperandRange {
    pub(super) start: usize,
    pub(super) end: Option<usize>,
}

impl OperandRange {
    /// More operands than any op has.
    pub const MOST: usize = 1 << 16;

    /// Returns whether it names operands that no op has.
    pub(super) fn is_beyond_ops(self) -> bool {
        self.end.unwrap_or(self.start) > Self::MOST
    }

    /// Returns the first operand.
    pub const fn start(self) -> usize {
        self.start
    }

    /// Returns the index after the last operand; `None` for an open range.
    pub const fn end(self) -> Option<usize> {
        self.end
    }

    /// Returns whether an index is in the range.
    pub fn contains(self, index: usize) -> bool {
        index >= self.start && self.end.is_none_or(|end| index < end)
    }

    /// Returns whether every index in another range is in this one.
    pub(super) fn covers(self, other: Self) -> bool {
        let is_longer = self
            .end
            .is_none_or(|end| other.end.is_some_and(|it| it <= end));
        self.start <= other.start && is_longer
    }

    /// Returns the range without indices below `start`.
    pub(super) fn starting_at(self, start: usize) -> Self {
        Self {
            start: self.start.max(start),
            ..self
        }
    }

    /// Returns the range without indices from `end` on.
    pub(super) fn ending_at(self, end: usize) -> Self {
        Self {
            end: Some(self.end.map_or(end, |own| own.min(end))),
            ..self
        }
    }

    pub(super) const fn is_empty(self) -> bool {
        matches!(self.end, Some(end) if end <= self.start)
    }
}

impl From<usize> for OperandRange {
    fn from(index: usize) -> Self {
        (index..index.saturating_add(1)).into()
    }
}

impl From<Range<usize>> for OperandRange {
    fn from(range: Range<usize>) -> Self {
        Self {
            start: range.start,
            end: Some(range.end),
        }
    }
}

impl From<RangeFrom<usize>> for OperandRange {
    fn from(range: RangeFrom<usize>) -> Self {
        Self {
            start: range.start,
            end: None,
        }
    }
}

impl From<RangeTo<usize>> for OperandRange {
    fn from(range: RangeTo<usize>) -> Self {
        (0..range.end).into()
    }
}

impl From<RangeFull> for OperandRange {
    fn from(_: RangeFull) -> Self {
        (0..).into()
    }
}

impl fmt::Display for OperandRange {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.end {
            None => write!(formatter, "{}..", self.start),
            Some(end) if end == self.start.saturating_add(1) => write!(formatter, "{}", self.start),
            Some(end) => write!(formatter, "{}..{end}", self.start),
        }
    }
}
