//! Ops of which rule files say what they do to sizes.

mod examples;
mod misfit;
mod possible;
mod reader;
mod requirements;

pub use examples::{ambiguities, misfit_entry};
pub use misfit::Misfit;
pub(super) use reader::result_sizes;
pub use requirements::{applicable, unmet};

use self::reader::OpReader;
use super::extents::ElementOperands;
use crate::{
    analysis::{
        Analysis,
        row::{Extents, OpRow},
        state::IntegerValues,
    },
    ir::operand,
    rule::{OpFacts, ResultShape},
    symbol::Statement,
};
use melior::ir::OperationRef;

/// The row of all ops with facts in a rule file.
pub(super) static GIVEN: OpRow = OpRow::new("facts in a rule file")
    .extents(Extents::Given)
    .sizes(joined_operands_agree);

/// Operands that are joined have equal sizes in the other dims.
fn joined_operands_agree(analysis: &mut Analysis, operation: OperationRef<'_, '_>) -> Option<()> {
    let facts = analysis.ops.facts_of(operation)?;
    // Facts that do not fit an op say nothing about it.
    fit_with(&mut analysis.values, operation, &facts).ok()?;
    for shape in facts.results.iter().flatten() {
        let ResultShape::Joined { operands, axis } = shape else {
            continue;
        };
        let mut operands_of = ElementOperands::new(analysis, operation);
        let mut reader = OpReader {
            operands: &mut operands_of,
            operation,
        };
        let Ok((selected, axis)) = reader.joined(operands, axis) else {
            continue;
        };
        let mut selected = selected
            .into_iter()
            .filter_map(|index| operand(operation, index));
        let first = analysis.sizes(selected.next()?);
        for operand in selected {
            let sizes = analysis.sizes(operand).into_iter().zip(&first);
            for (_, (size, &first)) in sizes.enumerate().filter(|&(dim, _)| dim != axis) {
                analysis.facts.assume(Statement::Equal(size, first));
            }
        }
    }
    Some(())
}

/// Checks that the types and attributes of an op do not contradict facts.
///
/// # Errors
///
/// Fails with the first contradiction.
pub fn fit(operation: OperationRef<'_, '_>, facts: &OpFacts) -> Result<(), Misfit> {
    fit_with(&mut IntegerValues::of_named_extents(), operation, facts)
}

/// Returns the sizes of an op's result that follow from facts, and from types and attributes alone;
/// `None` where one is not a constant.
pub fn known_sizes(
    operation: OperationRef<'_, '_>,
    index: usize,
    facts: &OpFacts,
) -> Option<Vec<Option<i64>>> {
    let mut values = IntegerValues::of_named_extents();
    let sizes = values.sizes_by_facts(operation, index, facts).ok()?;
    let sizes = sizes.into_iter();
    Some(sizes.map(|size| values.integers.value(size?)).collect())
}

/// Checks an op as [`fit`] does, with integers that are known.
pub(super) fn fit_with(
    values: &mut IntegerValues,
    operation: OperationRef<'_, '_>,
    facts: &OpFacts,
) -> Result<(), Misfit> {
    for index in 0..facts.results.len().max(1) {
        if let Err(Some(misfit)) = values.sizes_by_facts(operation, index, facts) {
            return Err(misfit);
        }
    }
    possible::check(values, operation, facts)
}
