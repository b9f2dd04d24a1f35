//! Sizes that are attributes or operands.

use crate::{analysis::IntegerValues, symbol::integer::Integer};
use melior::ir::Value;

/// Returns an op's mixed static and dynamic sizes as numbers.
pub(super) fn mixed_sizes<'c: 'a, 'a>(
    values: &mut IntegerValues,
    known: impl IntoIterator<Item = Option<i64>>,
    dynamic: &[Value<'c, 'a>],
) -> Option<Vec<Integer>> {
    let mut dynamic = dynamic.iter();
    let mut sizes = vec![];
    for known in known {
        sizes.push(match known {
            Some(size) => values.index(size),
            None => {
                let &size = dynamic.next()?;
                values.number(size)?
            }
        });
    }
    Some(sizes)
}
