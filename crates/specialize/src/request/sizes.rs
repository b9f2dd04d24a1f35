//! Sizes and ranges of symbols as a user writes them.

use super::{RequestError, is_like_number, parse_size, split, split_name};
use crate::{ir::greatest_common_divisor, symbol::MAX_SIZE};
use rustc_hash::FxHashSet;
use std::{
    fmt::{self, Display, Formatter},
    str::FromStr,
};

/// What is given of the sizes of symbols, `b=4,s=16..512:16`: a size, or a range that is declared.
#[derive(Clone, Debug, Default, Eq, Hash, PartialEq)]
pub struct GivenSizes {
    pub(crate) sizes: Vec<GivenSize>,
    pub(crate) ranges: Vec<GivenRange>,
}

impl GivenSizes {
    /// Returns whether no size and no range is given.
    pub fn is_empty(&self) -> bool {
        self.sizes.is_empty() && self.ranges.is_empty()
    }
}

impl FromStr for GivenSizes {
    type Err = RequestError;

    fn from_str(text: &str) -> Result<Self, RequestError> {
        parse_sizes(text)
    }
}

impl Display for GivenSizes {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let sizes = self.sizes.iter();
        let sizes = sizes.map(|given| format!("{}={}", given.name, given.size));
        let ranges = self.ranges.iter();
        let ranges = ranges.map(|given| format!("{}={}", given.name, given.range));
        formatter.write_str(&sizes.chain(ranges).collect::<Vec<_>>().join(","))
    }
}

/// The size of a symbol.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub(crate) struct GivenSize {
    /// The symbol.
    pub name: String,
    /// Its size.
    pub size: i64,
}

/// The range of a symbol.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub(crate) struct GivenRange {
    /// The symbol.
    pub name: String,
    /// The sizes that it may have.
    pub range: Range,
}

impl GivenRange {
    /// The sizes up to a given one.
    pub fn up_to(size: &GivenSize) -> Self {
        Self {
            name: size.name.clone(),
            range: Range {
                least: 0,
                greatest: Some(size.size),
                step: 1,
            },
        }
    }
}

/// The sizes from the least to the greatest one, both included, that are multiples of a step.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(crate) struct Range {
    /// The least size, a multiple of the step.
    pub least: i64,
    /// The greatest size, if there is one.
    pub greatest: Option<i64>,
    /// The step, at least 1.
    pub step: i64,
}

/// Parses what is given of symbols: `b=4,s=16..512:16`.
fn parse_sizes(text: &str) -> Result<GivenSizes, RequestError> {
    let mut given = GivenSizes::default();
    if text.trim().is_empty() {
        return Ok(given);
    }
    let mut names = FxHashSet::default();
    for entry in split(text, ',') {
        let symbol = || RequestError::Symbol {
            found: entry.into(),
        };
        let (name, size) = split_name(entry).ok_or_else(symbol)?;
        if !names.insert(name) {
            return Err(RequestError::Repeated { name: name.into() });
        }
        let name = name.to_string();
        match size.contains("..") {
            true => {
                let range = size.parse()?;
                given.ranges.push(GivenRange { name, range });
            }
            false => {
                let size = parse_size(size)?.ok_or_else(symbol)?;
                given.sizes.push(GivenSize { name, size });
            }
        }
    }
    Ok(given)
}

impl FromStr for Range {
    type Err = RequestError;

    /// Parses `16..512:16`, whose parts but `..` may be left out.
    fn from_str(text: &str) -> Result<Self, RequestError> {
        let range = || RequestError::Range { found: text.into() };
        let (bounds, step) = match text.split_once(':') {
            Some((bounds, step)) => (bounds, Some(step)),
            None => (text, None),
        };
        let (least, greatest) = bounds.split_once("..").ok_or_else(range)?;
        let size = |text: &str| match text.trim().is_empty() {
            true => Ok(None),
            false if is_like_number(text) => parse_size(text),
            false => Err(range()),
        };
        let bounds = [size(least)?, size(greatest)?];
        let step = match step {
            Some(step) => size(step)?.filter(|&step| step > 0).ok_or_else(range)?,
            None if bounds == [None, None] => return Err(range()),
            None => 1,
        };
        let found = || text.to_string();
        let [least, greatest] = bounds;
        let least = least.unwrap_or(0);
        if let Some(greatest) = greatest.filter(|&greatest| greatest < least) {
            return Err(RequestError::EmptyRange {
                found: found(),
                least,
                greatest,
            });
        }
        if least % step != 0 {
            return Err(RequestError::Step {
                found: found(),
                least,
                step,
            });
        }
        Ok(Self {
            least,
            greatest,
            step,
        })
    }
}

impl Range {
    /// Returns the sizes that are in both ranges; `None` if there are none.
    pub fn intersection(self, other: Self) -> Option<Self> {
        let divisor = greatest_common_divisor(self.step, other.step);
        let step = (self.step / divisor).checked_mul(other.step)?;
        let least = self.least.max(other.least);
        let least = least.checked_add((step - least % step) % step)?;
        let greatest = [self.greatest, other.greatest].into_iter().flatten().min();
        (least <= greatest.unwrap_or(MAX_SIZE)).then_some(Self {
            least,
            greatest,
            step,
        })
    }

    /// Returns whether every size is in the range.
    pub fn is_any(self) -> bool {
        self.least == 0 && self.greatest.is_none() && self.step == 1
    }

    /// Returns the numbers of the attribute that declares the range: the least size, the greatest
    /// one and the step, as far as they say anything.
    pub fn numbers(self) -> Vec<i64> {
        match (self.greatest, self.step) {
            (None, 1) => vec![self.least],
            (Some(greatest), 1) => vec![self.least, greatest],
            (greatest, step) => vec![self.least, greatest.unwrap_or(MAX_SIZE), step],
        }
    }
}

impl Display for Range {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}..", self.least)?;
        if let Some(greatest) = self.greatest {
            write!(formatter, "{greatest}")?;
        }
        match self.step {
            1 => Ok(()),
            step => write!(formatter, ":{step}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_of_symbols_are_numbers() {
        let parse = |text| parse_sizes(text).map_err(|error| error.to_string());
        let size = |name: &str, size| GivenSize {
            name: name.into(),
            size,
        };
        let sizes = |sizes: &[GivenSize]| {
            Ok(GivenSizes {
                sizes: sizes.to_vec(),
                ranges: vec![],
            })
        };
        assert_eq!(
            parse("b=4, s = 128"),
            sizes(&[size("b", 4), size("s", 128)])
        );
        assert_eq!(parse(""), sizes(&[]));
        let symbol = "does not give the size of a symbol; expected a list such as `b=4,s=128`, or \
                      ranges such as `b=1..8,s=16..512:16`";
        for (text, reason) in [
            ("b", format!("'b' {symbol}")),
            ("b=?", format!("'b=?' {symbol}")),
            ("b=4,b=5", "'b' is given twice".into()),
            ("b=4,b=1..8", "'b' is given twice".into()),
        ] {
            assert_eq!(parse(text), Err(reason));
        }
    }

    #[test]
    fn ranges_of_symbols_have_both_ends() {
        let parse = |text: &str| match text.parse::<GivenSizes>() {
            Ok(sizes) => sizes.to_string(),
            Err(error) => error.to_string(),
        };
        for (text, expected) in [
            ("b=1..8", "b=1..8"),
            ("s = 16 .. 512 : 16, b=4", "b=4,s=16..512:16"),
            ("b=4..", "b=4.."),
            ("b=..8", "b=0..8"),
            ("b=..:16", "b=0..:16"),
            ("b=3..3:3", "b=3..3:3"),
        ] {
            assert_eq!(parse(text), expected, "{text}");
            assert_eq!(parse(expected), expected);
        }
        for text in [
            "..", "1..8:0", "1..8:", "1..2..3", "1..a", "1..8:2:2", "1..:?",
        ] {
            let reason = "is not a range of sizes; expected the least and the greatest size, such as \
                          `1..8`, one of them, as `1..` or `..8`, or multiples of a step, as \
                          `16..512:16` or `..:16`";
            assert_eq!(parse(&format!("b={text}")), format!("'{text}' {reason}"));
        }
        for (text, reason) in [
            ("b=8..1", "the range '8..1' is empty: 8 is greater than 1"),
            (
                "b=1..64:8",
                "the range '1..64:8' begins with 1, which is not a multiple of 8; sizes are multiples of \
                 the number behind `:`",
            ),
            (
                "b=-1..8",
                "'-1' is not a size; expected a number from 0 to 2147483647, or `?` for a dim that \
                 stays as it is",
            ),
            (
                "b=1..2147483648",
                "size 2147483648 is too large: at most 2147483647, because sizes are computed in 32 \
                 bits",
            ),
        ] {
            assert_eq!(parse(text), reason, "{text}");
        }
    }

    #[test]
    fn sizes_in_two_ranges_are_in_their_intersection() {
        let ranges = ["0..", "3..7", "..20:4", "6..30:6", "5..9", "..:5"];
        let parsed = |text: &str| text.parse::<Range>().unwrap();
        let has = |range: Range, size: i64| {
            range.least <= size
                && range.greatest.is_none_or(|greatest| size <= greatest)
                && size % range.step == 0
        };
        for (one, other) in ranges
            .iter()
            .flat_map(|one| ranges.map(|other| (*one, other)))
        {
            let both = parsed(one).intersection(parsed(other));
            for size in 0..200 {
                assert_eq!(
                    both.is_some_and(|both| has(both, size)),
                    has(parsed(one), size) && has(parsed(other), size),
                    "{size} in {one} and {other}"
                );
            }
        }
        let wide = |step| Range {
            least: 0,
            greatest: None,
            step,
        };
        assert_eq!(wide(i64::MAX).intersection(wide(i64::MAX - 1)), None);
    }
}
