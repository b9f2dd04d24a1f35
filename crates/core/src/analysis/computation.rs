//! Regions that run once, on an op's operands or on parts of them.

use super::{Analysis, BranchRow, CarriedRows, ElementRow, control::CarriedElement};
use crate::{
    dialect::{PartOf, is_whole, part_count},
    ir::{self, name_str},
    symbol::Element,
};
use melior::ir::{OperationRef, operation::OperationLike};
use rustc_hash::FxHashMap;

/// The parts that a region sees of one of its op's values.
struct Parts<'c, 'a> {
    operation: OperationRef<'c, 'a>,
    values: PartOf,
    index: usize,
    rank: usize,
}

impl Parts<'_, '_> {
    /// Returns how many parts there are of a number in the value's row; `None` if it is not known.
    fn count(&self, place: usize) -> Option<i64> {
        if name_str(self.operation.name()) == Some("sdy.named_computation") {
            return Some(1);
        }
        match place < self.rank {
            true => part_count(self.operation, self.values, self.index, place),
            false => is_whole(self.operation, self.values, self.index).then_some(1),
        }
    }
}

impl Analysis {
    fn parts<'c, 'a>(
        &mut self,
        operation: OperationRef<'c, 'a>,
        values: PartOf,
        index: usize,
    ) -> Parts<'c, 'a> {
        let value = match values {
            PartOf::Operands => ir::operand(operation, index),
            PartOf::Results => ir::result(operation, index),
        };
        Parts {
            operation,
            values,
            index,
            rank: value.map_or(0, |value| self.rank(value)),
        }
    }

    /// Returns what is known of the arguments of an op's region, given the rows of its operands.
    ///
    /// Equal sizes that are divided into equally many parts have parts of equal sizes.
    pub fn passed_into(
        &mut self,
        operation: OperationRef<'_, '_>,
        operands: &[ElementRow],
    ) -> CarriedRows {
        let mut classes = FxHashMap::default();
        let mut count = 0;
        let mut next = || {
            count += 1;
            CarriedElement::Varying(count - 1)
        };
        let mut rows = CarriedRows::new();
        for (index, row) in operands.iter().enumerate() {
            let parts = self.parts(operation, PartOf::Operands, index);
            // The elements of parts are others than those of the whole.
            let length = match parts.count(parts.rank) {
                Some(_) => row.len(),
                None => parts.rank.min(row.len()),
            };
            let row = row.iter().take(length).enumerate();
            let row = row.map(|(place, &number)| match parts.count(place) {
                Some(parts) => match part(number, parts) {
                    Some(part) => CarriedElement::Same(part),
                    None => *classes.entry((number, parts)).or_insert_with(&mut next),
                },
                None => next(),
            });
            rows.push(row.collect());
        }
        rows
    }

    /// Learns the sizes and elements of the results of an op from what its region returns:
    /// `arguments` and `returned` have the names of one walk of the region.
    pub fn learn_from_computation(
        &mut self,
        operation: OperationRef<'_, '_>,
        operands: &[ElementRow],
        arguments: &[ElementRow],
        returned: &[BranchRow],
    ) {
        let mut sources = FxHashMap::<(Element, i64), Element>::default();
        for (index, (operand, argument)) in operands.iter().zip(arguments).enumerate() {
            let parts = self.parts(operation, PartOf::Operands, index);
            for (place, (&whole, &part)) in operand.iter().zip(argument).enumerate() {
                if let Some(count) = parts.count(place) {
                    sources.entry((part, count)).or_insert(whole);
                }
            }
        }
        for (index, (result, row)) in operation.results().zip(returned).enumerate() {
            let parts = self.parts(operation, PartOf::Results, index);
            let whole = |(place, &part): (usize, &Element)| {
                let count = parts.count(place)?;
                let whole = part.constant().and_then(|part| part.checked_mul(count));
                match whole {
                    Some(whole) => Some(Element::number(whole)),
                    None => sources.get(&(part, count)).copied(),
                }
            };
            let row = row.names.iter().enumerate().map(whole);
            let row = row.collect::<Vec<_>>();
            self.set_row(result.into(), row);
        }
    }
}

/// Returns the size of each part of a known size, if it is divided evenly.
fn part(whole: Element, count: i64) -> Option<Element> {
    let whole = whole.constant()?;
    let part = whole.checked_div(count)?;
    (part.checked_mul(count)? == whole).then(|| Element::number(part))
}
