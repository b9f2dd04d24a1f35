//! What an example of facts shows of them: which entry does not fit it, and which could be another one.

use super::{misfit::Misfit, reader::OpReader};
use crate::{
    analysis::{row::IntegerOperands, state::IntegerValues},
    rule::{DimFact, Given, OpFacts, ResultShape},
};
use melior::ir::OperationRef;
use std::{collections::BTreeMap, slice};

/// Returns the first entry of facts that an op does not fit although it depends on no attribute, as the key of its
/// position, and why. Parts of an entry come before it.
pub fn misfit_entry(operation: OperationRef<'_, '_>, facts: &OpFacts) -> Option<(String, Misfit)> {
    read_example(operation, |reader| {
        let mut results = facts.results.iter().enumerate();
        results.find_map(|(result, shape)| {
            let place = format!("result.{result}");
            match shape.as_ref()? {
                ResultShape::Dims(dims) => reader.misfit_dim(&place, dims, result),
                shape if shape.reads_attribute() => None,
                shape => misfit_of_entry(reader.shape(shape, result).err()?, place),
            }
        })
    })
}

/// Returns what a function reads of an example.
fn read_example<'c, 'a, T>(
    operation: OperationRef<'c, 'a>,
    read: impl FnOnce(&mut OpReader<'_, 'c, 'a, IntegerOperands<'_, 'c, 'a>>) -> T,
) -> T {
    let mut values = IntegerValues::of_named_extents();
    let mut operands = IntegerOperands {
        values: &mut values,
        operation,
    };
    read(&mut OpReader {
        operands: &mut operands,
        operation,
    })
}

/// Returns a misfit with the place of its entry, if the facts are wrong.
fn misfit_of_entry(misfit: Option<Misfit>, place: String) -> Option<(String, Misfit)> {
    let misfit = misfit.filter(is_of_entry)?;
    Some((place, misfit))
}

/// Returns whether facts are wrong, rather than an op that they are compared with.
const fn is_of_entry(misfit: &Misfit) -> bool {
    !matches!(
        misfit,
        Misfit::Operand { .. } | Misfit::JoinedRank { .. } | Misfit::JoinedSize { .. }
    )
}

/// Returns what could be otherwise in facts that an example fits: why, by what is in question.
pub fn ambiguities(operation: OperationRef<'_, '_>, facts: &OpFacts) -> BTreeMap<String, String> {
    read_example(operation, |reader| {
        let mut found = BTreeMap::new();
        for (result, shape) in facts.results.iter().enumerate() {
            if let Some(ResultShape::Dims(dims)) = shape {
                reader.add_equal_dims(result, dims, &mut found);
            }
        }
        for (place, entry) in facts.entries() {
            reader.add_exact_quotients(&place, entry, &mut found);
        }
        found
    })
}

/// Where a size of a result comes from, if from one place only.
#[derive(Eq, PartialEq)]
enum SizeOrigin<'f> {
    /// Some dim of an operand. All its sizes differ.
    Operand(usize),
    /// An attribute.
    Attribute(&'f str, Option<usize>),
}

impl OpReader<'_, '_, '_, IntegerOperands<'_, '_, '_>> {
    /// Returns the first entry for a result's dims, or the part of it, that does not fit the op.
    fn misfit_dim(
        &mut self,
        place: &str,
        dims: &[DimFact],
        result: usize,
    ) -> Option<(String, Misfit)> {
        let mut first = 0;
        dims.iter().enumerate().find_map(|(index, entry)| {
            let place = format!("{place}.{index}");
            let found = self.misfit_part(&place, entry);
            found.or_else(|| match self.entry(entry, result, first) {
                Ok(sizes) => {
                    first += sizes.len();
                    None
                }
                Err(_) if entry.reads_attribute() => None,
                Err(misfit) => misfit_of_entry(misfit, place),
            })
        })
    }

    /// Returns the first part of an entry that the op does not fit.
    fn misfit_part(&mut self, place: &str, entry: &DimFact) -> Option<(String, Misfit)> {
        entry.parts().iter().enumerate().find_map(|(index, part)| {
            let place = format!("{place}.{index}");
            let found = self.misfit_part(&place, part);
            found.or_else(|| match self.dims(slice::from_ref(part)) {
                Err(misfit) if !part.reads_attribute() => misfit_of_entry(misfit, place),
                _ => None,
            })
        })
    }

    /// Returns the numbers that parts of an entry are.
    fn numbers_of(&mut self, parts: &[DimFact]) -> Option<Vec<i64>> {
        let sizes = self.dims(parts).ok()?.into_iter();
        let values = sizes.map(|size| self.operands.values.integers.value(size?));
        values.collect()
    }

    /// Adds pairs of dims of a result that have the same size, but not from the same place.
    fn add_equal_dims(
        &mut self,
        result: usize,
        dims: &[DimFact],
        found: &mut BTreeMap<String, String>,
    ) {
        let mut sizes = vec![];
        for entry in dims {
            let origin = || match entry {
                DimFact::Dim { operand, .. } | DimFact::Range { operand, .. } => {
                    Some(SizeOrigin::Operand(*operand))
                }
                DimFact::Number(Given::Attribute { name, index, .. }) => {
                    Some(SizeOrigin::Attribute(name, *index))
                }
                _ => None,
            };
            let Some(numbers) = self.numbers_of(slice::from_ref(entry)) else {
                return;
            };
            sizes.extend(numbers.into_iter().map(|size| (size, origin())));
        }
        for (dim, (size, origin)) in sizes.iter().enumerate() {
            let mut earlier = sizes[..dim].iter();
            let same = earlier.position(|(other, other_origin)| {
                other == size
                    && origin.is_some()
                    && other_origin.is_some()
                    && other_origin != origin
            });
            if let Some(other) = same {
                let reason = format!(
                    "dims {other} and {dim} of result #{result} have the same size {size}; use different \
                     ones, so that the dims cannot be confused"
                );
                found.insert(format!("{result}: {other}, {dim}"), reason);
            }
        }
    }

    /// Adds quotients that are rounded up, and have no remainder.
    fn add_exact_quotients(
        &mut self,
        place: &str,
        entry: &DimFact,
        found: &mut BTreeMap<String, String>,
    ) {
        if let DimFact::Quotient {
            parts,
            is_rounded_up: true,
        } = entry
            && let Some(&[dividend, divisor]) = self.numbers_of(parts).as_deref()
            && dividend.checked_rem_euclid(divisor) == Some(0)
        {
            let reason = format!(
                "the quotient of {dividend} and {divisor} has no remainder; use sizes with one, so that \
                 `quotient_up` cannot be confused with `quotient`"
            );
            found.insert(place.into(), reason);
        }
        for (index, part) in entry.parts().iter().enumerate() {
            self.add_exact_quotients(&format!("{place}.{index}"), part, found);
        }
    }
}
