//! How the sizes of an op's results follow from its operands: for facts, which have names for the
//! operands' sizes where the op is, and for integers, which hold wherever the result is defined.

use super::{
    given::{Misfit, fit_with, result_sizes},
    operands::{Operands, ResultSizes, all, result_rank},
};
pub(super) use crate::analysis::row::{ElementOperands, Extents, IntegerOperands, NumberRow};
use crate::analysis::row::{ExpressionNode, SizeExpression, SizeExpressions};
use crate::{
    analysis::{Analysis, integers::rank, state::IntegerValues, types::Followed},
    ir::{self, ValueKey, operand},
    rule::OpFacts,
    symbol::{Element, integer::Integer},
};
use melior::ir::{OperationRef, Value, ValueLike, operation::OperationLike};
use std::ops::Deref;

/// Returns [`Extents`] that a function computes. It takes the [`Operands`], the op and the index of a
/// result, and returns the result's sizes, from the first dim on; `None` where one is not known.
macro_rules! computed {
    ($function:path) => {
        $crate::analysis::row::Extents::Computed(
            |operands, operation, index| $function(operands, operation, index),
            |operands, operation, index| $function(operands, operation, index),
            |operands, operation, index| $function(operands, operation, index),
        )
    };
}
pub(super) use computed;

impl Extents {
    /// Returns whether a function computes the sizes.
    pub(in crate::analysis) const fn computes(self) -> bool {
        matches!(self, Self::Computed(..) | Self::Given)
    }

    /// Returns the operand that has the sizes of an op's result, if it is always the same one.
    pub(in crate::analysis) fn operand_like<'c, 'a>(
        self,
        operation: OperationRef<'c, 'a>,
        index: usize,
    ) -> Option<Value<'c, 'a>> {
        match self {
            Self::Same => {
                let mut operands = operands_of_rank(operation, index)?.into_iter();
                let first = operands.next()?;
                let is_first = |operand| ValueKey::new(operand) == ValueKey::new(first);
                operands.all(is_first).then_some(first)
            }
            Self::Like(index) => operand(operation, index),
            Self::Pairwise => operand(operation, index),
            Self::Elements(_) | Self::Computed(..) | Self::Given => None,
        }
    }
}

/// Returns the operands of an op that have the rank of a result.
pub(in crate::analysis) fn operands_of_rank<'c, 'a>(
    operation: OperationRef<'c, 'a>,
    index: usize,
) -> Option<Vec<Value<'c, 'a>>> {
    let rank = result_rank(operation, index)?;
    let operands = operation.operands();
    let operands = operands.filter(|operand| self::rank(operand.r#type()) == Some(rank));
    Some(operands.collect())
}

/// Returns the sizes on which rows agree, dim by dim.
fn agreed<T: Copy + Eq>(rows: &[impl Deref<Target = [T]>]) -> Option<NumberRow<Option<T>>> {
    let (first, rest) = rows.split_first()?;
    let sizes = first.iter().enumerate();
    let sizes = sizes.map(|(dim, size)| {
        let mut rest = rest.iter().map(|row| row.get(dim));
        rest.all(|other| other == Some(size)).then_some(*size)
    });
    Some(sizes.collect())
}

impl IntegerValues {
    /// Returns the sizes of an op's result that follow from facts about ops of its name.
    pub(super) fn sizes_by_facts(
        &mut self,
        operation: OperationRef<'_, '_>,
        index: usize,
        facts: &OpFacts,
    ) -> Result<NumberRow<Option<Integer>>, Option<Misfit>> {
        let mut operands = IntegerOperands {
            values: self,
            operation,
        };
        result_sizes(&mut operands, operation, index, facts)
    }

    /// Returns the sizes of an op's result that follow from its operands.
    pub(in crate::analysis) fn result_extents(
        &mut self,
        extents: Extents,
        operation: OperationRef<'_, '_>,
        index: usize,
    ) -> Option<NumberRow<Option<Integer>>> {
        let mut operands = IntegerOperands {
            values: self,
            operation,
        };
        match extents {
            Extents::Same => {
                let rows = operands_of_rank(operation, index)?.into_iter();
                let rows = rows.map(|operand| self.extents(operand));
                agreed(&rows.collect::<Option<Vec<_>>>()?)
            }
            Extents::Like(_) | Extents::Pairwise => {
                let like = extents.operand_like(operation, index)?;
                all(self.extents(like)?.iter().copied())
            }
            Extents::Elements(operand) => operands.given_sizes(operand),
            Extents::Computed(compute, ..) => compute(&mut operands, operation, index),
            Extents::Given => {
                let facts = self.ops.facts_of(operation)?;
                self.sizes_by_facts(operation, index, &facts).ok()
            }
        }
    }
}

impl<'c, 'a> SizeExpressions<'c, 'a> {
    /// Returns the sizes of a result, as far as they follow from the operands or from its type.
    pub(super) fn result_sizes(
        &mut self,
        index: usize,
    ) -> Option<NumberRow<Option<SizeExpression>>> {
        let result = ir::result(self.operation, index)?;
        if self.has_results {
            let sizes = self.sizes_of(result)?;
            return Some(sizes.into_iter().map(Some).collect());
        }
        let extents = self.extents.and_then(|it| self.extents_of(it, index));
        let extents = extents.unwrap_or_default();
        let declared = ir::sizes_of(result.r#type()).into_iter().enumerate();
        let sizes = declared.map(|(dim, declared)| match declared {
            Some(size) => Some(self.add(ExpressionNode::Declared {
                result: index,
                dim,
                size,
            })),
            None => extents.get(dim).copied().flatten(),
        });
        Some(sizes.collect())
    }

    /// Returns the sizes of a result that follow from the operands.
    pub(in crate::analysis) fn extents_of(
        &mut self,
        extents: Extents,
        index: usize,
    ) -> Option<NumberRow<Option<SizeExpression>>> {
        let operation = self.operation;
        let all = |sizes: NumberRow<_>| Some(sizes.into_iter().map(Some).collect());
        match extents {
            Extents::Same => {
                let first = operands_of_rank(operation, index)?.into_iter().next()?;
                all(self.sizes_of(first)?)
            }
            Extents::Like(_) | Extents::Pairwise => {
                all(self.sizes_of(extents.operand_like(operation, index)?)?)
            }
            Extents::Elements(operand) => self.given_sizes(operand),
            Extents::Computed(.., compute) => compute(self, operation, index),
            Extents::Given => None,
        }
    }
}

impl Analysis {
    /// Learns the sizes of an op's results that follow from its operands.
    pub(super) fn learn_extents(
        &mut self,
        extents: Extents,
        operation: OperationRef<'_, '_>,
    ) -> Option<()> {
        match extents {
            Extents::Same => {
                // The result takes over the operands' symbols instead of getting new ones assumed
                // equal.
                let first = ir::result(operation, 0)?;
                let rank = self.rank(first);
                for operand in operation.operands() {
                    if self.rank(operand) == rank {
                        self.assume_same_sizes(operand, first);
                    }
                }
                for result in operation.results().skip(1) {
                    self.assume_same_sizes(first, result.into());
                }
            }
            Extents::Like(index) => {
                let operand = operand(operation, index)?;
                for result in operation.results() {
                    self.assume_same_sizes(operand, result.into());
                }
            }
            Extents::Pairwise => {
                for (operand, result) in operation.operands().zip(operation.results()) {
                    self.assume_same_sizes(operand, result.into());
                }
            }
            Extents::Elements(index) => {
                let mut operands = ElementOperands {
                    analysis: self,
                    operation,
                };
                let sizes = operands.given_sizes(index)?;
                for result in operation.results() {
                    self.set_sizes(result.into(), sizes.iter().copied());
                }
            }
            Extents::Computed(_, compute, _) => {
                let values = operation.results().map(Value::from);
                let mut values = operation.operands().chain(values);
                if values.all(|value| self.has_no_sizes(value)) {
                    return None;
                }
                for (index, result) in operation.results().enumerate() {
                    let mut operands = ElementOperands::new(self, operation);
                    let sizes = compute(&mut operands, operation, index);
                    self.set_sizes(result.into(), sizes.into_iter().flatten());
                }
            }
            Extents::Given => {
                let facts = self.ops.facts_of(operation)?;
                // Facts that do not fit an op say nothing about it.
                fit_with(&mut self.values, operation, &facts).ok()?;
                for (index, result) in operation.results().enumerate() {
                    let mut operands = ElementOperands::new(self, operation);
                    let sizes = result_sizes(&mut operands, operation, index, &facts);
                    self.set_sizes(result.into(), sizes.into_iter().flatten());
                }
            }
        }
        Some(())
    }

    /// Learns the sizes of an op's results that follow from its operands whatever sizes these have: nothing is learned
    /// of the operands, and of a result where they may disagree.
    pub(super) fn define_extents(&mut self, extents: Extents, operation: OperationRef<'_, '_>) {
        for (index, result) in operation.results().enumerate() {
            let result = Value::from(result);
            if self.known_sizes(result).is_none() {
                let sizes = self.defined_sizes(extents, operation, index);
                self.define_sizes(result, sizes.unwrap_or_default());
            }
        }
    }

    fn defined_sizes(
        &mut self,
        extents: Extents,
        operation: OperationRef<'_, '_>,
        index: usize,
    ) -> Option<ResultSizes<ElementOperands<'_, '_, '_>>> {
        match extents {
            Extents::Same => {
                let rows = operands_of_rank(operation, index)?.into_iter();
                let rows = rows.map(|operand| {
                    let sizes = self.sizes(operand).into_iter();
                    let sizes = sizes.map(|size| self.facts.name(size.into()));
                    sizes.collect::<NumberRow<_>>()
                });
                agreed(&rows.collect::<Vec<_>>())
            }
            Extents::Like(_) | Extents::Pairwise => {
                let like = extents.operand_like(operation, index)?;
                let sizes = self.sizes(like).into_iter();
                all(sizes.map(Element::from))
            }
            Extents::Elements(operand) => {
                ElementOperands::new(self, operation).given_sizes(operand)
            }
            Extents::Computed(_, compute, _) => {
                compute(&mut ElementOperands::new(self, operation), operation, index)
            }
            Extents::Given => {
                let facts = self.ops.facts_of(operation)?;
                fit_with(&mut self.values, operation, &facts).ok()?;
                let mut operands = ElementOperands::new(self, operation);
                result_sizes(&mut operands, operation, index, &facts).ok()
            }
        }
    }

    /// Returns whether a value has neither dynamic sizes nor elements that may be sizes.
    fn has_no_sizes(&mut self, value: Value<'_, '_>) -> bool {
        let described = self.types.describe(value.r#type());
        described.static_sizes.is_some() && described.followed == Followed::Nothing
    }
}
