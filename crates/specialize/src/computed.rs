//! Ranges of arguments' dims whose sizes are computed from a symbol: with `n` from 1 to 8, a dim of size `2*n` is from 2 to
//! 16, and even.

use super::{
    arguments::argument_types_in_call,
    request::{Call, GivenRange, GivenSize, Range},
};
use crate::{analysis::argument_types, ir, symbol::MAX_SIZE};
use melior::{Context, ir::OperationRef};

/// A size that is a multiple of a symbol's, and a constant.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
struct LinearSize {
    factor: i64,
    constant: i64,
}

impl LinearSize {
    /// Returns the line through these points, of which the first two are `(symbol, size)` with different symbols; `None`
    /// if another point is not on it, or if the size is not greater for a greater symbol.
    fn through(points: &[(i64, i64)]) -> Option<Self> {
        let &[(x, first), (y, second), ..] = points else {
            return None;
        };
        let factor = (second - first) / (y - x);
        let constant = first - factor * x;
        let line = Self { factor, constant };
        let is_line = points.iter().all(|&(x, size)| line.at(x) == size);
        (is_line && factor > 0).then_some(line)
    }

    fn at(self, symbol: i64) -> i64 {
        symbol
            .saturating_mul(self.factor)
            .saturating_add(self.constant)
    }

    /// Returns the sizes for those of the symbol.
    fn range(self, symbol: Range) -> Range {
        let step = symbol.step.saturating_mul(self.factor);
        let step = match self.constant % step {
            0 => step,
            _ => 1,
        };
        let greatest = symbol.greatest.map(|it| self.at(it).clamp(0, MAX_SIZE));
        Range {
            // Of a symbol that is too small for the dim, a check of the program says so.
            least: self.at(symbol.least).max(0),
            greatest,
            step,
        }
    }

    /// Returns the name of the size, such as `2*n + 1`.
    fn name(self, symbol: &str) -> String {
        let product = match self.factor {
            1 => symbol.to_string(),
            factor => format!("{factor}*{symbol}"),
        };
        match self.constant {
            0 => product,
            constant if constant > 0 => format!("{product} + {constant}"),
            constant => format!("{product} - {}", constant.unsigned_abs()),
        }
    }
}

/// Returns the dims of a function's arguments whose sizes are computed from that of a symbol alone, with their names and
/// ranges.
pub(super) fn computed_ranges<'c: 'a, 'a>(
    context: &'c Context,
    root: OperationRef<'c, 'a>,
    function: OperationRef<'c, 'a>,
    given: &GivenRange,
) -> Vec<((usize, usize), GivenRange)> {
    let Range {
        least,
        greatest,
        step,
    } = given.range;
    // The program may refuse some: JAX refuses 0.
    let near = [0, 1, 2, 3, 5].map(|number| least.max(1).saturating_add(number * step));
    let greatest = greatest.unwrap_or(1 << 10);
    let symbols = near
        .into_iter()
        .chain([least.midpoint(greatest), greatest])
        .collect::<std::collections::BTreeSet<_>>();
    let calls = symbols.into_iter().filter_map(|size| {
        let name = given.name.clone();
        let sizes = [GivenSize { name, size }];
        let types = argument_types_in_call(context, root, function, &Call::default(), &sizes);
        Some((size, types.ok()?))
    });
    let calls = calls.collect::<Vec<_>>();
    let mut ranges = vec![];
    for (argument, r#type) in argument_types(function).into_iter().enumerate() {
        for (dim, size) in ir::sizes_of(r#type).into_iter().enumerate() {
            let point = |(symbol, types): &(i64, Vec<_>)| {
                let size = ir::sizes_of(types[argument]).get(dim).copied()??;
                Some((*symbol, size))
            };
            let points = calls.iter().map(point).collect::<Option<Vec<_>>>();
            let line = points.and_then(|points| LinearSize::through(&points));
            if let Some(line) = line.filter(|_| size.is_none()) {
                let name = line.name(&given.name);
                let range = line.range(given.range);
                ranges.push(((argument, dim), GivenRange { name, range }));
            }
        }
    }
    ranges
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(points: &[(i64, i64)], expected: Option<(&str, &str)>) {
        let symbol = "8..24:8".parse().expect("it is a range");
        let line = LinearSize::through(points);
        let found = line.map(|line| (line.name("n"), line.range(symbol).to_string()));
        let expected = expected.map(|(name, range)| (name.to_string(), range.to_string()));
        assert_eq!(found, expected, "{points:?}");
    }

    #[test]
    fn sizes_are_named_by_what_they_are() {
        check(&[(1, 2), (2, 4), (9, 18)], Some(("2*n", "16..48:16")));
        check(&[(1, 2), (2, 3)], Some(("n + 1", "9..25")));
        check(&[(2, 1), (3, 4)], Some(("3*n - 5", "19..67")));
        check(&[(1, 17), (2, 18)], Some(("n + 16", "24..40:8")));
        check(&[(1, 0), (20, 19)], Some(("n - 1", "7..23")));
    }

    #[test]
    fn other_sizes_have_no_range() {
        check(&[], None);
        check(&[(1, 2)], None);
        check(&[(1, 1), (2, 2), (3, 2)], None);
        check(&[(1, 5), (2, 5)], None);
        check(&[(1, 9), (2, 8)], None);
    }
}
